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
)

// cells are what names, subjects and URLs may be, and what readers of tables may take for something else.
var cells = []string{
	"", "a", "a,b", "a\tb", `a"b`, `"`, `""`, `"a`, `"a"`, `"a",b`, "\"a\"\tb", `"=HYPERLINK(1)"`, `"x,y"@a.example`, " a", "\u00a0a", ` "a"`, `\.`, "'a", `'"a"`, "é",
	"http://h/", "a\nb", "a\r\nb", "\r", "\n", "\t", "-", "a-b",
}

// formulas are what some spreadsheet runs.
var formulas = []string{
	"=1", "+1", "-1", "@a", "=", "+", "@", "--", `=HYPERLINK("http://h/")`, "=a,b", "=a\tb", "＝1", "＋1", "－1", "＠a", "＝", "\t=1", "\r=1", "\n=1", "=cmd|' /c calc'!A1", "-x.txt",
}

// tableOf returns rows of a table, each with a cell alone, between others, first and last.
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

// readers read a table: Go's, and those of Python for both kinds of tables if it is there.
var readers = map[string]func(t *testing.T, text []byte, comma byte) [][]string{
	"encoding/csv": func(t *testing.T, text []byte, comma byte) [][]string {
		r := csv.NewReader(bytes.NewReader(text))
		r.Comma, r.LazyQuotes, r.FieldsPerRecord = rune(comma), comma == '\t', 4
		rows, err := r.ReadAll()
		require.NoError(t, err)
		return rows
	},
	"Python": func(t *testing.T, text []byte, comma byte) (rows [][]string) {
		python, err := exec.LookPath("python3")
		if err != nil {
			t.Skip("there is no python3")
		}
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
	},
}

func TestEveryCellIsReadBackAsItWas(t *testing.T) {
	for name, read := range readers {
		t.Run(name, func(t *testing.T) {
			for _, comma := range []byte{',', '\t'} {
				all := slices.Concat(cells, formulas)
				want, text := tableOf(comma, false, all)
				_, inert := tableOf(comma, true, all)
				got := read(t, append(text, inert...), comma)
				require.Len(t, got, 2*len(want))
				for i, row := range got {
					for j, cell := range row {
						was := want[i%len(want)][j]
						if name == "encoding/csv" { // which reads the ends of lines as "\n"
							was = strings.ReplaceAll(was, "\r\n", "\n")
						}
						if i >= len(want) && isFormula(was) {
							was = "'" + was
						}
						require.Equal(t, was, cell)
						require.False(t, i >= len(want) && isFormula(cell), cell)
					}
				}
			}
		})
	}
}

// isFormula reports whether a cell begins with what a formula may begin with.
func isFormula(cell string) bool {
	if cell == "-" {
		return false
	}
	for _, mark := range []string{"=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20", "\t", "\r", "\n"} {
		if strings.HasPrefix(cell, mark) {
			return true
		}
	}
	return false
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

// Who cuts lines at tabs has cells as they are, unless they begin with a quote.
func TestOnlyACellThatBeginsWithAQuoteIsQuotedBetweenTabs(t *testing.T) {
	for _, cell := range cells {
		got := string(AppendCell(nil, cell, '\t', false))
		if strings.HasPrefix(cell, `"`) || strings.ContainsAny(cell, "\t\r\n") {
			require.Equal(t, `"`+strings.ReplaceAll(cell, `"`, `""`)+`"`, got)
		} else {
			require.Equal(t, cell, got)
		}
	}
}
