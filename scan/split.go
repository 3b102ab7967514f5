package scan

import "bytes"

// SafeCut gives the last index at which text, a part of an input that begins with a line, can be cut in two, so that both
// parts, read apart, give the candidates of the whole. It is 0 if there is none. No candidate goes over a blank line, but
// where an RFC's page ends, but a quoted field of a table may; what is after the end of text is not known, and so no cut is near
// it. A text that is read with Config.Delimiter cannot be cut.
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

// hasQuotedField reports whether a field of a table may open in text that has quotes around it, other than the first of its row. A
// sentence has a blank after a comma and a quote.
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
