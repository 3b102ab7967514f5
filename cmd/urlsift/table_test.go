package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/cmd/internal/output"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/corpus"
	"github.com/urlsift/urlsift/internal/testkit"
)

// For any text, a table has the values of the JSON for each URL, and a reader of CSV
// reads it.
func TestTablesHaveTheValuesOfJSON(t *testing.T) {
	extracts, err := corpus.Extracts()
	require.NoError(t, err)
	text := "Subject: \"x\"\nMessage-ID: < a,\"b\tc>\n\n<http://h/\",,\"\x1b> \n"
	for _, e := range extracts {
		text += e.Text + "\n\n"
	}
	objects, _, _ := urlsift(t, text, "--json")
	table, _, _ := urlsift(t, text, "--csv")
	tabs, _, _ := urlsift(t, text, "--tsv")
	rows, err := csv.NewReader(strings.NewReader(table)).ReadAll()
	require.NoError(t, err)
	require.Equal(t, strings.Split(output.Columns, ","), rows[0])
	lines := strings.Split(strings.TrimSuffix(tabs, "\n"), "\n")
	require.Equal(t, len(rows), len(lines))

	n := 1
	for object := range strings.Lines(objects) {
		var r struct {
			URL, Kind        string
			Strict           bool
			Start, End, Line int
			Source           struct {
				ID   string `json:"message_id"`
				Date string
			}
		}
		require.NoError(t, json.Unmarshal([]byte(object), &r))
		require.Equal(t, []string{
			printable.URL(r.URL), r.Kind, strconv.FormatBool(r.Strict), "-", strconv.Itoa(r.Line),
			strconv.Itoa(r.Start), strconv.Itoa(r.End), printable.Text(r.Source.ID), r.Source.Date,
		}, rows[n])
		require.Equal(t, rows[n], strings.Split(lines[n], "\t"))
		n++
	}
	require.Equal(t, n, len(rows))
	require.Greater(t, n, 100)
}

// In a file written for spreadsheets, no cell is a formula in LibreOffice; without care,
// some are.
//
//ci:long
func TestNoCellOfAFileIsAFormulaInLibreOffice(t *testing.T) {
	if !testkit.Long() {
		t.Skip("a large program")
	}
	soffice := testkit.Program(t, "soffice", "libreoffice-calc-nogui")
	t.Chdir(t.TempDir())
	var box strings.Builder
	for _, text := range []string{
		"=1+1", `=HYPERLINK("http://h.example/")`, "=?utf-8?q?=EF=BC=9D1?=", "=?utf-8?q?=00=3D1?=",
		"+1+1", "@SUM(1)", "a;=1+1", "a,=1+1", ` "=1`, "=cmd|'/c calc'!A1",
	} {
		fmt.Fprintf(&box, "From joe Wed May  1 10:00:00 1996\nFrom: %[1]s\nSubject: %[1]s\n"+
			"Message-ID: <%[1]s>\nNewsgroups: %[1]s\n\n", text)
		fmt.Fprintf(&box, "See http://a.example/;%s here.\n\n", text)
	}
	pathOf(t, "=box", []byte(box.String()))
	pathOf(t, "links", []byte(`<a href="http://a.example/;=1+1">=1+1</a>`))
	for _, args := range []string{
		"--csv -o found.csv =box links", "--tsv -o found-tabs.tsv =box links",
		"--csv --by sender -o senders.csv =box",
		"--csv -o raw.txt =box links", "index --db x.db =box links",
		"export --db x.db --format csv -o exported.csv",
		"export --db x.db --format tsv -o exported-tabs.tsv", "report --db x.db -o site/",
	} {
		_, stderr, status := urlsift(t, "", strings.Fields(args)...)
		require.Zero(t, status, "%s: %s", args, stderr)
	}
	tables, err := filepath.Glob("site/tables/*.csv")
	require.NoError(t, err)
	require.NotEmpty(t, tables)
	opened := func(separators string, names ...string) (formulas map[string]int) {
		formulas = map[string]int{}
		args := []string{"-env:UserInstallation=file://" + t.TempDir(), "--headless",
			"--infilter=CSV:" + separators + ",34,76"}
		args = append(args, "--convert-to", "fods", "--outdir", "opened")
		out, err := exec.Command(soffice, append(args, names...)...).CombinedOutput()
		require.NoError(t, err, string(out))
		for _, name := range names {
			base := filepath.Base(name)
			sheet, err := os.ReadFile(filepath.Join("opened",
				strings.TrimSuffix(base, filepath.Ext(base))+".fods"))
			require.NoError(t, err, string(out))
			require.Contains(t, string(sheet), "<text:p>")
			if n := strings.Count(string(sheet), "table:formula="); n > 0 {
				formulas[name] = n
			}
		}
		return formulas
	}
	files := append(tables, "found.csv", "senders.csv", "exported.csv")
	require.Empty(t, opened("44", files...))
	require.Empty(t, opened("9", "found-tabs.tsv", "exported-tabs.tsv"))
	require.Empty(t, opened("9/44/59", append(files, "found-tabs.tsv", "exported-tabs.tsv")...))
	require.NoError(t, os.Rename("raw.txt", "raw.csv"))
	require.NotEmpty(t, opened("44", "raw.csv"))
}
