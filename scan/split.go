package scan

import "bytes"

// SafeCut returns the last index at which text can be cut in two so that Scanners of both parts find the candidates that one of the
// whole finds. It returns 0 if there is no such index. text is a part of an input, and begins with a line. If the input is read with
// Config.Delimiter, it cannot be cut.
//
// Such an index is after a blank line, since no candidate has one, except at the end of an RFC's page, and in a quoted field of a
// table. None is near the end of text, since what follows text is not known.
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
