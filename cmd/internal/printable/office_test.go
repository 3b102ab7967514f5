//go:build long

// encoding/xml, which reads the output of LibreOffice, takes long to compile, and only
// this test needs it.

package printable

import (
	"encoding/xml"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/internal/testkit"
)

// A sheet is a table in LibreOffice's format without compression.
type sheet struct {
	Rows []struct {
		Cells []struct {
			Formula string   `xml:"formula,attr"`
			Type    string   `xml:"value-type,attr"`
			Repeat  int      `xml:"number-columns-repeated,attr"`
			Lines   []inline `xml:"p"`
		} `xml:"table-cell"`
	} `xml:"body>spreadsheet>table>table-row"`
}

// An inline is a paragraph of a cell, in which some characters are elements.
type inline struct{ text string }

func (p *inline) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	for depth := 1; depth > 0; {
		token, err := d.Token()
		if err != nil {
			return err
		}
		switch token := token.(type) {
		case xml.StartElement:
			depth++
			n := 1
			for _, a := range token.Attr {
				if a.Name.Local == "c" {
					n, _ = strconv.Atoi(a.Value)
				}
			}
			p.text += strings.Repeat(map[string]string{"s": " ", "tab": "\t",
				"line-break": "\n"}[token.Name.Local], n)
		case xml.EndElement:
			depth--
		case xml.CharData:
			p.text += string(token)
		}
	}
	return nil
}

// spreadsheet returns the cells of a table that LibreOffice reads with these separators.
// None may be a formula.
func spreadsheet(t *testing.T, program string, text []byte, separators string) (rows [][]string) {
	dir := t.TempDir()
	name := filepath.Join(dir, "table.csv")
	require.NoError(t, os.WriteFile(name, text, 0o666))
	out, err := exec.Command(program, "-env:UserInstallation=file://"+dir+"/profile", "--headless",
		"--infilter=CSV:"+separators+",34,76",
		"--convert-to", "fods", "--outdir", dir, name).CombinedOutput()
	require.NoError(t, err, string(out))
	data, err := os.ReadFile(filepath.Join(dir, "table.fods"))
	require.NoError(t, err, string(out))
	var read sheet
	require.NoError(t, xml.Unmarshal(data, &read))
	for i, row := range read.Rows {
		var cells []string
		for _, cell := range row.Cells {
			require.Empty(t, cell.Formula, "row %d of %q", i, text)
			var lines []string
			for _, line := range cell.Lines {
				lines = append(lines, line.text)
			}
			for range max(cell.Repeat, 1) {
				cells = append(cells, strings.Join(lines, "\n"))
			}
		}
		rows = append(rows, cells)
	}
	return rows
}

//ci:long
func TestNoCellIsAFormulaInLibreOffice(t *testing.T) {
	soffice := testkit.Program(t, "soffice", "libreoffice-calc-nogui")
	all := slices.Concat(formulas, cells)
	// it drops or changes the others
	known := strings.NewReplacer("\x00", "", "\x01", "", "\r\n", "\n", "\r", "\n")
	for comma, own := range map[byte]string{',': "44", '\t': "9"} {
		want, text := tableOf(comma, true, all)
		got := spreadsheet(t, soffice, text, own)
		require.Len(t, got, len(want))
		for i, row := range want {
			for j, was := range row {
				if slices.Contains(formulas, was) {
					was = "'" + was
				}
				require.Equal(t, known.Replace(was), got[i][j])
			}
		}
		spreadsheet(t, soffice, text, "9/44/59") // the default of LibreOffice
	}
}
