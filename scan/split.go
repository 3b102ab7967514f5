package scan

import (
	"bytes"
	"regexp"
)

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
		if !uncuttable.Match(text[max(0, cut-longestBreak) : cut+longestBreak]) {
			return cut
		}
		end = blank
	}
	return 0
}

// uncuttable matches the page of an RFC, and the beginning of a quoted field of a table that is not the first of its row. In a sentence a
// blank separates a comma and a quote.
var uncuttable = regexp.MustCompile(`\f|\[Page |[,;]"[^\s\v,;]`)
