//go:build long

package old

import "bytes"

// SafeCut returns the last index at which text can be cut in two so that Scanners of the two parts find the same candidates as
// one Scanner of the whole. It returns 0 if there is no such index. text must be a part of an input that begins at the beginning
// of a line. An input that is read with Config.Delimiter must not be cut.
//
// The index is after a blank line. No candidate contains a blank line, except at a page break of an RFC and in a quoted field of
// a table. The index is never near the end of text, since what follows text is not known.
func SafeCut(text []byte) int {
	for end := len(text) - longestBreak; end > 0; {
		blank := bytes.LastIndex(text[:end], []byte("\n\n"))
		if crlf := bytes.LastIndex(text[max(blank, 0):end], []byte("\n\r\n")); crlf >= 0 {
			blank = max(blank, 0) + crlf + 1
		}
		if blank < 0 {
			return 0
		}
		cut := blank + len("\n\n")
		around := text[max(0, cut-longestBreak) : cut+longestBreak]
		if bytes.IndexByte(around, '\f') < 0 && !bytes.Contains(around, []byte("[Page ")) && !hasQuotedField(text[max(0, cut-longestRow):cut]) {
			return cut
		}
		end = blank
	}
	return 0
}

// hasQuotedField reports whether a field of a table, other than the first of its row, may open in text that has quotes around it.
// In a sentence a blank separates a comma and a quote.
func hasQuotedField(text []byte) bool {
	for {
		i := bytes.IndexByte(text, '"')
		if i < 0 || i+1 == len(text) {
			return false
		}
		if i > 0 && (text[i-1] == ',' || text[i-1] == ';') && !spaceSet[text[i+1]] && text[i+1] != ',' && text[i+1] != ';' {
			return true
		}
		text = text[i+1:]
	}
}
