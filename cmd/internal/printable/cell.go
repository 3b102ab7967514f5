package printable

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// AppendCell appends text as a cell of a table with commas or tabs between its cells, in
// a form that readers restore unchanged: readers of RFC 4180, and of its dialect with
// tabs that spreadsheets read, which Python calls excel-tab. With commas it is quoted by
// the rules of encoding/csv. With tabs it is quoted only if it begins with a quote,
// before which LibreOffice drops blanks, or contains a tab or a line break, so that
// programs that split lines at tabs get nearly all cells unchanged.
//
// With inert, an apostrophe precedes a cell that a spreadsheet would take for a formula:
// one that begins with one of "=+-@", also in full width, after blanks and invisible
// characters, which some readers drop; or with a tab or a line break. A lone "-" is not a
// formula. A cell is quoted if a part of it after a comma, a semicolon or a tab would be
// a formula, since a spreadsheet may split cells at all of these.
func AppendCell(b []byte, text string, comma byte, inert bool) []byte {
	first, _ := utf8.DecodeRuneInString(text)
	apostrophe := inert && isFormula(text) && text != "-"
	quoted := needsQuotes(text, first, comma, apostrophe) || inert && hidesFormula(text)
	if quoted {
		b = append(b, '"')
	}
	if apostrophe {
		b = append(b, '\'')
	}
	if !quoted {
		return append(b, text...)
	}
	for i := range len(text) {
		if text[i] == '"' {
			b = append(b, '"')
		}
		b = append(b, text[i])
	}
	return append(b, '"')
}

// isFormula reports whether a spreadsheet may take a cell for a formula.
func isFormula(text string) bool {
	if len(text) > 0 && strings.IndexByte("\t\r\n", text[0]) >= 0 {
		return true
	}
	first, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(text,
		func(r rune) bool { return !unicode.IsGraphic(r) || unicode.IsSpace(r) }))
	return strings.ContainsRune("=+-@＝＋－＠", first)
}

// hidesFormula reports whether the text after a separator in a cell is a formula.
func hidesFormula(text string) bool {
	for {
		i := strings.IndexAny(text, ",;\t")
		if i < 0 {
			return false
		}
		if text = text[i+1:]; isFormula(text) {
			return true
		}
	}
}

// needsQuotes reports whether a cell is quoted. first is its first character, and
// apostrophe reports whether an apostrophe precedes it.
func needsQuotes(text string, first rune, comma byte, apostrophe bool) bool {
	switch {
	case len(text) == 0:
		return false
	case has(text, comma), has(text, '\n'), has(text, '\r'):
		return true
	case comma == '\t':
		return first == '"' || unicode.IsSpace(first) &&
			strings.HasPrefix(strings.TrimLeftFunc(text, unicode.IsSpace), `"`)
	}
	return unicode.IsSpace(first) && !apostrophe || has(text, '"') || text == `\.`
}

func has(text string, b byte) bool { return strings.IndexByte(text, b) >= 0 }
