package mail

import "bytes"

// cutters has, of the formats that can be read in parts, what finds where.
var cutters = map[Format]func(text []byte) int{Mbox: SafeCut}

// Cutter returns what returns the last index at which text, a part of a stream of the format that begins with a line, can be cut
// in two, so that both parts, read apart as streams of that format, have the texts of the whole. That one returns 0 if there is
// none. Cutter returns nil if streams of the format are not to be cut.
func (f Format) Cutter() func(text []byte) int { return cutters[f] }

// SafeCut gives the last index at which text, a part of an mbox, can be cut in two so that both parts, read apart, give the
// messages of the whole: before a "From " line with a header behind it, if the message before it begins in text too, and no
// message there tells its length, which may have such lines in it. It is 0 if there is none.
func SafeCut(text []byte) int {
	text = untold(text)
	cut := lastFrom(text)
	if lastFrom(text[:cut]) == 0 {
		return 0
	}
	return cut
}

// untold gives what stands before the first line of text that tells the length of a message.
func untold(text []byte) []byte {
	const name = "Content-Length:"
	for at := 0; ; {
		line := bytes.IndexByte(text[at:], '\n')
		if line < 0 {
			return text
		}
		at += line + 1
		if len(text)-at >= len(name) && bytes.EqualFold(text[at:at+len(name)], []byte(name)) {
			return text[:at]
		}
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
