package mail

import "bytes"

// SafeCut gives the last index at which text, a part of an mbox, can be cut in two so that both parts, read apart, give the
// messages of the whole: before a "From " line with a header behind it, if the message before it begins in text too and
// does not tell its length. It is 0 if there is none.
func SafeCut(text []byte) int {
	end := len(text)
	for {
		cut := lastFrom(text[:end])
		if cut == 0 {
			return 0
		}
		before := lastFrom(text[:cut])
		if before == 0 {
			return 0
		}
		header, _, _ := bytes.Cut(text[before:cut], []byte("\n\n"))
		if !bytes.Contains(bytes.ToLower(header), []byte("\ncontent-length:")) {
			return cut
		}
		end = cut
	}
}

// lastFrom gives the index of the last "From " line in text that stands behind a blank line and before a header, or 0.
func lastFrom(text []byte) int {
	for end := len(text); ; {
		blank := bytes.LastIndex(text[:end], []byte("\n\nFrom "))
		if blank < 0 {
			return 0
		}
		line := lineOf(text[blank+2:], '\n')
		next := lineOf(text[blank+2+len(line):], '\n')
		if isFrom(line) && fieldName(next) > 0 && bytes.HasSuffix(next, []byte("\n")) {
			return blank + 2
		}
		end = blank + 1
	}
}
