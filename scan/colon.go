package scan

import (
	"bytes"

	"github.com/urlsift/urlsift/internal/octet"
)

// This file looks for colons that are escaped, as in "https\u003a//host.example" and
// "https&#58;//host.example". No search for ":" finds them. Programs that write them
// escape other characters in the same way, so the Scanner samples the text, and looks for
// such colons only after the first escape of this kind that it sees there or in a URL.
// Text without escapes takes no more time.

// The first stretch of text and the first bytes of each later one are samples.
const (
	stretch = 32 << 10
	sample  = 1 << 8
)

// An escapes holds the range in which the Scanner looks for escaped colons.
type escapes struct {
	seen bool // an escape was seen
	// the beginning of the escape or of its URL, or, if none was seen, the offset up to
	// which samples have been searched
	from int64
}

// sees reports whether there is an escape in the samples of buf[i:end], or was before.
// The offset of buf[0] is base. The byte at i-1 may begin the escape.
func (e *escapes) sees(buf []byte, i, end int, base int64) bool {
	for i = max(i, int(e.from-base)); i < end && !e.seen; i = int(e.from - base) {
		begin := base + int64(i) - (base+int64(i))%stretch
		size := sample
		if begin == 0 { // so a short text is searched as a whole
			size = stretch
		}
		to := min(int(begin-base)+size, end)
		from := max(i-1, 0)
		if at := firstEscape(buf[from:max(i, to)]); at >= 0 {
			e.seen, e.from = true, base+int64(from+at)
		} else if e.from = base + int64(to); to < end || int(begin-base)+size == end {
			e.from = begin + stretch
		}
	}
	return e.seen
}

// firstEscape returns the index of the first "\u", "\x", "&#" or "&c" of text, or -1.
func firstEscape(text []byte) int {
	backslash, reference := indexPair(text, '\\', "ux"), indexPair(text, '&', "#c")
	if backslash < 0 || reference >= 0 && reference < backslash {
		return reference
	}
	return backslash
}

// indexPair returns the index of the first mark in text before one of two bytes, or -1.
func indexPair(text []byte, mark byte, next string) int {
	for at := 0; ; at++ {
		if at += octet.IndexOrEnd(text[at:], mark); at+1 >= len(text) {
			return -1
		}
		if b := text[at+1]; b == next[0] || b == next[1] {
			return at
		}
	}
}

// nextEscaped returns the index of the first byte in text[i:] that may begin an escaped
// colon, or the length of text.
func nextEscaped(text []byte, i int) int {
	for backslash, reference := -1, -1; i < len(text); i++ {
		if backslash < i {
			backslash = i + octet.IndexOrEnd(text[i:], '\\')
		}
		if reference < i {
			reference = i + octet.IndexOrEnd(text[i:], '&')
		}
		if i = min(backslash, reference); len(text)-i <= longestEscape || mayBeColon(text[i:]) {
			break
		}
	}
	return i
}

// mayBeColon reports whether text begins with an escape that may mean a colon. text has
// more than longestEscape bytes.
func mayBeColon(text []byte) bool {
	switch n := backslashSet.Span(text[:longestEscape]); {
	case n > 0:
		return text[n] == 'u' || text[n] == 'x'
	case text[1] == '#':
		return bytes.IndexByte([]byte("xX05"), text[2]) >= 0
	}
	return text[1] == 'c' && text[2] == 'o'
}

// escapedColon finds the candidate of the escaped colon at index i, and reports whether
// there is one.
func (s *Scanner) escapedColon(i int) bool {
	t := &s.text
	colon, size := t.escapeAt(i, 0)
	if colon != ":" || t.is(i+size-1, ':') || !t.slashesAt(i+size-1) ||
		t.buf[i] == '&' && t.before(i) == '\\' {
		return false
	}
	start, known, ok := t.escapedScheme(i, true)
	if ok {
		s.findEscaped(&head{start: start, known: known, escaped: true, style: style{slashes: true}}, start, false)
	}
	return ok
}
