package printable

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// AppendCell appends a text as a field between commas, by the rules of encoding/csv. Between tabs it stands as it is:
// neither URLs nor names are printed with control characters.
func AppendCell[T string | []byte](b []byte, text T, comma byte) []byte {
	if comma == '\t' || !needsQuotes([]byte(text)) {
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

func needsQuotes(text []byte) bool {
	if len(text) == 0 {
		return false
	}
	if first, _ := utf8.DecodeRune(text); unicode.IsSpace(first) || string(text) == `\.` {
		return true
	}
	return bytes.IndexByte(text, ',') >= 0 || bytes.IndexByte(text, '"') >= 0
}
