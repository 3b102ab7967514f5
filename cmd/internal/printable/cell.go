package printable

import (
	"unicode"
	"unicode/utf8"
)

// AppendCell appends a text as a field between commas, by the rules of encoding/csv. Between tabs it stands as it is:
// neither URLs nor names are printed with control characters.
func AppendCell[T string | []byte](b []byte, text T, comma byte) []byte {
	if comma == '\t' || !needsQuotes(text) {
		return append(b, text...)
	}
	b = append(b, '"')
	for i := range len(text) {
		if text[i] == '"' {
			b = append(b, '"')
		}
		b = append(b, text[i])
	}
	return append(b, '"')
}

func needsQuotes[T string | []byte](text T) bool {
	for i := range len(text) {
		if text[i] == ',' || text[i] == '"' {
			return true
		}
	}
	first, _ := utf8.DecodeRuneInString(string(text[:min(len(text), utf8.UTFMax)]))
	return unicode.IsSpace(first) || string(text) == `\.`
}
