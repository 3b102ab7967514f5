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
	for cut := len(text) - longestBreak; cut > 0; cut = bytes.LastIndexByte(text[:cut-1], '\n') + 1 {
		if before := text[:cut]; (bytes.HasSuffix(before, []byte("\n\n")) || bytes.HasSuffix(before, []byte("\n\r\n"))) &&
			!uncuttable.Match(text[max(0, cut-longestBreak):cut+longestBreak]) {
			return cut
		}
	}
	return 0
}

// uncuttable matches the page of an RFC, and the beginning of a quoted field of a table that is not the first of its row. In a sentence a
// blank separates a comma and a quote.
var uncuttable = regexp.MustCompile(`\f|\[Page |[,;]"[^\s\v,;]`)
