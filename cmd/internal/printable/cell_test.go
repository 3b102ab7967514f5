package printable

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/internal/testkit"
)

// cells are texts like names, subjects and URLs, and texts that readers of tables may
// misread.
var cells = []string{
	"", "a", "a,b", "a\tb", `a"b`, `"`, `""`, `"a`, `"a"`, `"a",b`, "\"a\"\tb", `"=HYPERLINK(1)"`,
	`"x,y"@a.example`, " a", "\u00a0a", ` "a"`, ` "open`, `\.`, "'a", `'"a"`, "é",
	"http://h/", "a;b", "http://h/;=1", "a,=1", "a\t=1", "a; \x01-1", `a,"b`, `c";=1`, "a\nb", "a\r\nb",
	"-", "a-b",
}

// formulas are texts that some spreadsheet evaluates.
var formulas = []string{
	"=1", "\x00=1", " =1", "\u00a0-1", "\ufeff+1", "\u200b@a", "+1", "-1", "@a", "=", "+", "@", "--",
	`=HYPERLINK("http://h/")`, "=a,b", "=a\tb", "＝1", "＋1", "－1", "＠a", "＝", "\t=1", "\r=1", "\n=1",
	"\r", "\n", "\t", "=cmd|' /c calc'!A1", "-x.txt",
}

// tableOf returns rows of a table with each cell alone, between others, first and last.
func tableOf(comma byte, inert bool, list []string) (rows [][]string, text []byte) {
	for i, cell := range list {
		rows = append(rows, []string{cell, "x", cell, list[(i+1)%len(list)]})
		for j, c := range rows[i] {
			if j > 0 {
				text = append(text, comma)
			}
			text = AppendCell(text, c, comma, inert)
		}
		text = append(text, '\n')
	}
	return rows, text
}

// A reader reads a table of four columns.
type reader func(text []byte, comma byte) [][]string

// readsBack requires that a reader returns each cell unchanged, and none that is inert as
// a formula. same returns the reader's form of a cell.
func readsBack(t *testing.T, read reader, same func(cell string) string) {
	for _, comma := range []byte{',', '\t'} {
		want, text := tableOf(comma, false, slices.Concat(cells, formulas))
		_, inert := tableOf(comma, true, slices.Concat(cells, formulas))
		got := read(append(text, inert...), comma)
		require.Len(t, got, 2*len(want))
		for i, row := range got {
			for j, cell := range row {
				was := want[i%len(want)][j]
				if i >= len(want) && slices.Contains(formulas, was) {
					was = "'" + was
				}
				require.Equal(t, same(was), cell)
			}
		}
	}
}

func TestEveryCellIsReadBackAsItWas(t *testing.T) {
	readsBack(t, func(text []byte, comma byte) [][]string {
		r := csv.NewReader(bytes.NewReader(text))
		r.Comma, r.LazyQuotes, r.FieldsPerRecord = rune(comma), comma == '\t', 4
		rows, err := r.ReadAll()
		require.NoError(t, err)
		return rows
	}, func(cell string) string { return strings.ReplaceAll(cell, "\r\n", "\n") })
}

//ci:long
func TestPythonReadsEveryCellBack(t *testing.T) {
	python := testkit.Program(t, "python3", "python3")
	readsBack(t, func(text []byte, comma byte) (rows [][]string) {
		dialect := map[byte]string{',': "excel", '\t': "excel-tab"}[comma]
		cmd := exec.Command(python, "-c", `
import csv, io, json, sys
text = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", newline="")
print(json.dumps(list(csv.reader(text, dialect=sys.argv[1], strict=True))))`, dialect)
		cmd.Stdin = bytes.NewReader(text)
		out, err := cmd.Output()
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(out, &rows))
		return rows
	}, func(cell string) string { return cell })
}

func TestCellsAreQuotedAsEncodingCSVDoes(t *testing.T) {
	for _, cell := range slices.Concat(cells, formulas) {
		var b strings.Builder
		w := csv.NewWriter(&b)
		require.NoError(t, w.Write([]string{cell, "x"}))
		w.Flush()
		require.Equal(t, strings.TrimSuffix(b.String(), ",x\n"), string(AppendCell(nil, cell, ',', false)))
	}
}

// A program that splits lines at tabs gets cells unchanged, unless they begin with a
// quote.
func TestOnlyACellThatBeginsWithAQuoteIsQuotedBetweenTabs(t *testing.T) {
	for _, cell := range cells {
		got := string(AppendCell(nil, cell, '\t', false))
		if strings.HasPrefix(strings.TrimSpace(cell), `"`) || strings.ContainsAny(cell, "\t\r\n") {
			require.Equal(t, `"`+strings.ReplaceAll(cell, `"`, `""`)+`"`, got)
		} else {
			require.Equal(t, cell, got)
		}
	}
}

func TestACellThatHidesAFormulaIsQuotedIfItIsInert(t *testing.T) {
	for cell, want := range map[string]bool{
		"a;=1":         true,
		"a,=1":         true,
		";=1":          true,
		",;=1":         true,
		"a;b,\u00a0-1": true,
		"a;b":          false,
		"a=1":          false,
		"a;b=1":        false,
		"a;":           false,
	} {
		require.Equal(t, want, AppendCell(nil, cell, '\t', true)[0] == '"', cell)
		require.Equal(t, cell, string(AppendCell(nil, cell, '\t', false)))
	}
}
