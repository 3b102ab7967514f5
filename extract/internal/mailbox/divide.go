package mailbox

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

// DivideMbox returns the last index at which text, part of an mbox, can be divided into
// pieces with the same messages as the whole, or 0 if there is none. It is the index of a
// "From " line before a header and after a blank line. The blank line must not end a
// header, since the "From " line might begin an attached message. The message before it
// must also begin in text. No message before it may have a Content-Length or an unclosed
// multipart, since it may then contain "From " lines.
func DivideMbox(text []byte) int {
	text = untold(text)
	cut := lastFrom(text)
	if lastFrom(text[:cut]) == 0 {
		return 0
	}
	return cut
}

// untold returns the lines of text before the first field with the length of a message.
func untold(text []byte) []byte {
	const name = "\nContent-Length:"
	for end := 0; ; {
		colon := bytes.IndexByte(text[end:], ':')
		if colon < 0 {
			return text
		}
		end += colon + 1
		if start := end - len(name); start >= 0 && text[end-2]|0x20 == 'h' &&
			bytes.EqualFold(text[start:end], []byte(name)) {
			return text[:start+1]
		}
	}
}

// lastFrom returns the index of the last "From " line in text that precedes a header and
// follows a blank line that does not end a header, or 0.
func lastFrom(text []byte) int {
	for end := len(text); ; {
		blank := bytes.LastIndex(text[:end], []byte("\n\nFrom "))
		if blank < 0 {
			return 0
		}
		line := decode.LineOf(text[blank+2:], '\n')
		next := decode.LineOf(text[blank+2+len(line):], '\n')
		name := FieldName(next)
		separates := IsFrom(line) && name > 0 || IsBareFrom(line) && IsKnown(next[:name])
		if separates && bytes.HasSuffix(next, []byte("\n")) && !mayEndHeader(text, blank+1) &&
			!mayBeOpen(text[:blank+1]) {
			return blank + 2
		}
		end = blank + 1
	}
}

// mayBeOpen reports whether text contains an unclosed multipart. It looks for a "=",
// which is rare, and then for the name before it.
func mayBeOpen(text []byte) bool {
	for rest := text; ; {
		name, after, found := bytes.Cut(rest, []byte("="))
		if !found {
			return false
		}
		rest = after
		if !bytes.HasSuffix(bytes.TrimRight(name, "*0 \t"), []byte("oundary")) {
			continue
		}
		boundary := bytes.TrimLeft(after, " \t\"")
		if end := bytes.IndexAny(boundary, "\"\r\n; \t"); end > 0 &&
			!bytes.Contains(after, slices.Concat([]byte("--"), boundary[:end], []byte("--"))) {
			return true
		}
	}
}

// mayEndHeader reports whether the line that ends at an index of text may be the last one
// of a header, or a delimiter without a header.
func mayEndHeader(text []byte, end int) bool {
	line := text[bytes.LastIndexByte(text[:end-1], '\n')+1 : end]
	return FieldName(line) > 0 || Continues(line) || bytes.HasPrefix(line, []byte("--")) ||
		bytes.HasPrefix(line, []byte(">From "))
}

// DivideWARC returns the last index at which text, part of a web archive that begins with
// a line, can be divided: at the beginning of a record, right after a record that ends
// there according to its length. It returns 0 if there is none.
func DivideWARC(text []byte) int {
	cut := 0
	for at := nextRecord(text, 0); at >= 0; {
		end := recordEnd(text, at)
		switch {
		case end < 0: // it is truncated, or not a record
			at = nextRecord(text, at+1)
		case IsWARC(text[end:]):
			cut, at = end, end
		default:
			at = nextRecord(text, end)
		}
	}
	return cut
}

// nextRecord returns the index, not before from, of a line that begins a record after a
// blank line, or -1.
func nextRecord(text []byte, from int) int {
	for {
		i := bytes.Index(text[from:], []byte("\nWARC/"))
		if i < 0 {
			return -1
		}
		from += i + 1
		if before := bytes.TrimSuffix(text[:from-1], []byte("\r")); bytes.HasSuffix(before, []byte("\n")) {
			return from
		}
	}
}

// recordEnd returns the index after the record at an index and after the blank lines that
// follow it, or -1 if the record states no length or text ends before.
func recordEnd(text []byte, at int) int {
	at += len(decode.LineOf(text[at:], '\n'))
	length := int64(-1)
	for at < len(text) && !decode.BlankLine(decode.LineOf(text[at:], '\n')) {
		line := decode.LineOf(text[at:], '\n')
		if n := FieldName(line); strings.EqualFold(string(line[:n]), "Content-Length") {
			length = -1
			if n, err := strconv.ParseUint(string(bytes.TrimSpace(line[bytes.IndexByte(line, ':')+1:])), 10,
				62); err == nil {
				length = int64(n)
			}
		}
		at += len(line)
	}
	at += len(decode.LineOf(text[at:], '\n'))
	if length < 0 || length > int64(len(text)-at) {
		return -1
	}
	at += int(length)
	for at < len(text) && decode.BlankLine(decode.LineOf(text[at:], '\n')) {
		at += len(decode.LineOf(text[at:], '\n'))
	}
	return at
}

func IsWARC(line []byte) bool { return bytes.HasPrefix(line, []byte("WARC/")) }
