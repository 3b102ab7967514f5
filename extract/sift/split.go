package sift

import (
	"bytes"

	"github.com/urlsift/urlsift/internal/lazyregexp"
)

// lastSplit returns the last index at which text can be split in two so that both parts
// have the same URLs as the whole. It returns 0 if there is no such index. text must be a
// part of an input that begins at the beginning of a line. An input that is read with
// Config.Extract.Delimiter must not be split.
//
// The index is after a blank line. No URL contains a blank line, except at a page
// break of an RFC and in a quoted field of a table. The index is never near the end of
// text, since the bytes after text are unknown.
func lastSplit(text []byte) int {
	for at := len(text) - longestBreak; at > 0; at = bytes.LastIndexByte(text[:at-1], '\n') + 1 {
		if lead := text[:at]; !bytes.HasSuffix(lead, []byte("\n\n")) &&
			!bytes.HasSuffix(lead, []byte("\n\r\n")) {
			continue
		}
		from := max(0, at-longestBreak)
		match := unsplittable.FindIndex(text[from : at+longestBreak])
		if match == nil {
			return at
		}
		at = max(1, from+match[0]-longestBreak+1) // no index nearer to the match will do
	}
	return 0
}

// longestBreak is the length in bytes of the text that package scan reads between two
// pages of an RFC.
const longestBreak = 1 << 11

// unsplittable matches the page of an RFC, and the beginning of a quoted field of a table
// that is not the first of its row. In a sentence a blank separates a comma and a quote.
var unsplittable = lazyregexp.New(`\f|\[Page |[,;]"[^\s\v,;]`)
