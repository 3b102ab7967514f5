//go:build long

package old

import (
	"bytes"
	"encoding/binary"
	"unicode/utf8"
)

// quickest is how many bytes must be in the buffer before a ":" and after a candidate for quick.
const quickest = 16

// The classes of bytes that quick tells apart. They are in one table, so that it stays in the processor's cache.
const (
	inHost   = 1 << iota // hostSet
	inPath               // can stand in a bare URL, whatever is around it
	inAngle              // tokenSet, except a backslash
	inQuotes             // the same, except "," and ";"
	isEdge               // edgeSet
	isBlank
	isPlain      // before a bare URL it means nothing
	isName       // schemeSet
	isLabel      // may end a label or begin a mark without width: "|", and what is not in plainTokenSet
	isSeparator  // may end a field of a table: "," ";"
	isCommandEnd // may end a command: ";" "&"
)

var quickClass = func() (class [256]uint16) {
	for i := range class {
		b := byte(i)
		for _, is := range []struct {
			so  bool
			bit uint16
		}{
			{hostSet[b], inHost},
			{plainSet[b] || b == '\'', inPath},
			{tokenSet[b] && b != '\\' && b != esc && b != '\b', inAngle},
			{tokenSet[b] && b != '\\' && b != ',' && b != ';' && b != esc && b != '\b', inQuotes},
			{edgeSet[b], isEdge},
			{blank(b), isBlank},
			{blank(b) || b >= 0x80 || bytes.IndexByte([]byte("\n([,*=>:|)]{}/!?_~@$%^`'"), b) >= 0, isPlain},
			{schemeSet[b], isName},
			{!plainTokenSet[b] || b == '|', isLabel},
			{b == ',' || b == ';', isSeparator},
			{b == ';' || b == '&', isCommandEnd},
		} {
			if is.so {
				class[i] |= is.bit
			}
		}
	}
	return class
}()

// quick finds the candidate to which the ":" at index i belongs if it is plain: its scheme is a common one or follows "<URL:",
// nothing to its left could belong to it, all of it is already in the buffer, and it has no brackets, line breaks or the like.
// quick finds exactly what candidate would find. It returns false if it cannot tell.
func (s *Scanner) quick(i int) bool {
	text := s.buf[:s.searchable()]
	if i < quickest || i+quickest > len(text) || s.failed() {
		return false
	}
	if text[i+1] != '/' || text[i+2] != '/' {
		return text[i-1]|0x20 == 'l' && s.quickWrapped(text, i)
	}
	start := commonScheme(text, i)
	if start <= s.floor {
		return start == s.floor && start > 0 && s.quickBare(text, start, i+3)
	}
	if i >= s.end && hasOdd(binary.LittleEndian.Uint64(text[start-8:])) {
		return false
	}
	switch left := text[start-1]; {
	case left == '<':
		return s.quickEnclosed(Angle, text, start-1, start, i+3)
	case left == '"':
		return s.isQuote(start-1) && s.quickEnclosed(Quoted, text, start-1, start, i+3)
	case left == '{' && s.opensReference(start):
		return false
	case quickClass[left]&isPlain != 0:
		if s.plainLeft(text, start) {
			return s.quickBare(text, start, i+3)
		}
		return (left == ':' || left == ' ') && s.quickPrefixed(text, start, i+3)
	}
	return false
}

// quickPrefixed finds the candidate after "URL:" that begins at index start, and its host at index i. No scheme goes on there that
// begins on the line before, since "URL" is no leader.
func (s *Scanner) quickPrefixed(text []byte, start, i int) bool {
	kind, before := s.bareKind(start)
	if kind != Prefixed || !s.quickBare(text, start, i) {
		return false
	}
	s.found.Kind, s.found.Before = kind, text[max(before-4, 0):before]
	return true
}

// commonScheme returns the index at which the scheme before the ":" at index i begins, if it is a common one in lower case, or 0.
func commonScheme(text []byte, i int) int {
	switch text[i-1] {
	case 'p':
		switch {
		case string(text[i-4:i]) == "http":
			return i - 4
		case string(text[i-3:i]) == "ftp":
			return i - 3
		}
	case 's':
		if string(text[i-5:i]) == "https" {
			return i - 5
		}
	case 'r':
		if string(text[i-6:i]) == "gopher" {
			return i - 6
		}
	}
	return 0
}

// commonPrefix returns the length of the common scheme and its "://" that text begins with, or 0. text has at least quickest bytes.
func commonPrefix(text []byte) int {
	switch {
	case string(text[:7]) == "http://":
		return 7
	case string(text[:6]) == "ftp://":
		return 6
	case string(text[:8]) == "https://":
		return 8
	case string(text[:9]) == "gopher://":
		return 9
	}
	return 0
}

// quickWrapped finds the candidate after the "<URL:" whose ":" is at index i, if nothing is to be folded out of it.
func (s *Scanner) quickWrapped(text []byte, i int) bool {
	open := i - len("<URL")
	if start := i + 1; open >= s.floor && foldedEqual(text[open:i], "<url") && quickClass[text[start]]&inAngle != 0 {
		return s.quickEnclosed(Wrapped, text, open, start, start+commonPrefix(text[start:]))
	}
	return false
}

// quickEnclosed finds the candidate that begins at index start after an opening mark, if nothing from index i on must be looked at
// before the closing one.
func (s *Scanner) quickEnclosed(kind Kind, text []byte, open, start, i int) bool {
	class, closing, size := uint16(inAngle), byte('>'), 1
	if kind == Quoted {
		class, closing, size = inQuotes, '"', 0
	}
	host, seen := i, uint16(0)
	for ; i < len(text) && quickClass[text[i]]&class != 0; i++ {
		seen |= quickClass[text[i]]
	}
	if i+quickest > len(text) || text[i] != closing || i-start > s.max || s.offset(open) == s.refused {
		return false
	}
	if seen&isLabel != 0 && (kind != Wrapped && bytes.IndexByte(text[start:i], '|') >= 0 || s.run(start, i, plainTokenSet) < i) {
		return false // a label, or a mark without width, perhaps
	}
	if kind == Quoted && mayJoin(text[i:]) && quickHost(text, host) == i {
		return false
	}
	s.emitPlain(kind, start, i, i+size)
	return true
}

// mayJoin reports whether an operator may follow the quote that text begins with. See hostGoesOn.
func mayJoin(text []byte) bool {
	b := text[1]
	return blank(b) || b == '+' || b == '|' || b == '.' || b == '&' || b == '~'
}

// quickHost returns the index after the host at index i.
func quickHost(text []byte, i int) int {
	for i < len(text) && quickClass[text[i]]&inHost != 0 {
		i++
	}
	return i
}

// quickBare finds the bare candidate that begins at index start, and its host at index i.
func (s *Scanner) quickBare(text []byte, start, i int) bool {
	host := i
	if i = quickHost(text, i); i+quickest > len(text) || i == host {
		return false
	}
	if text[i] == ':' {
		port := i + 1
		for i = port; i < len(text) && digitSet[text[i]]; i++ {
		}
		if i == port || i == len(text) || text[i] != '/' {
			return false
		}
	}
	switch b := text[i]; {
	case b == '/', b == '?', b == '#':
		if i = s.quickPath(text, i, start > s.floor && text[start-1] == '}'); i == 0 {
			return false
		}
	case (b == ',' || b == ';') && commonPrefix(text[i+1:]) > 0:
	case (b == '"' || b == '\'') && mayJoin(text[i:]):
		return false
	case userSet[b], b == '[', b == '(', b == '{', b == '\\', b >= 0x80:
		return false // a password, an address, a disguise, a template, or a host that is not ASCII
	}
	if text[i] == esc || text[i] == '\b' {
		return false // the URL may go on
	}
	whole := false
	switch left, next := text[start-1], text[i]; left {
	case ',', ';':
		if bareSet[next] && next != left || next == '|' || next >= 0x80 || text[i-1] == left {
			return false // a field of a table, perhaps
		}
	case '(':
		whole = start > s.floor+1 && text[start-2] == ']'
		if next != ')' && (whole || next == '|' || (bareSet[next] || next >= 0x80) && s.opensStyle(start)) {
			return false // a destination, or a style, perhaps
		}
	case '\'':
		ends := next == '\'' || spaceSet[next] || next == '<' || next == '>' || next == '"'
		if start > s.floor && (!ends || text[start-2] == 'D' || text[i-1] == '=' || bytes.IndexByte(text[start:i], '\'') >= 0) {
			return false // quoted-printable, or an apostrophe before the end, perhaps
		}
		whole = start > s.floor && next == '\'' && !alnumSet[text[i+1]]
	}
	if i-start > s.max {
		return false
	}
	end := i
	if text[i] >= 0x80 {
		if s.isOdd(i) {
			return false
		}
		if end = s.enclosed(start, i); end-start > s.max || s.failed() {
			return false
		}
		s.longer = end
	}
	s.emitPlain(Bare, start, end, end)
	s.found.Whole = whole
	s.next = end
	return true
}

// quickPath returns the index at which the candidate ends whose host ends at index i, or 0 if it cannot tell. tag reports whether a "{" ends the candidate.
func (s *Scanner) quickPath(text []byte, i int, tag bool) int {
	path, fragment := i, false
	for ; ; i++ {
		for i < len(text) && quickClass[text[i]]&inPath != 0 {
			i++
		}
		if i+quickest > len(text) {
			return 0
		}
		next := text[i+1]
		switch text[i] {
		case ',', ';':
			if quickClass[next]&isName != 0 {
				if commonPrefix(text[i+1:]) > 0 {
					return i
				}
				return 0 // another URL, a path, or a field of a table, perhaps
			}
			if next != ',' && next != ';' && bareSet[next] {
				return 0
			}
		case '&':
			if bytes.IndexByte([]byte("gGlLqQ#&"), next) >= 0 || next|0x20 == 'a' && foldedEqual(text[i+1:i+5], "amp;") {
				return 0 // an entity, or the end of a command, perhaps
			}
		case '#':
			if fragment {
				return 0
			}
			fragment = true
		case '@':
			if next == '{' {
				return i
			}
		case '(':
			if len(s.unmatched) == 0 || s.bound.label || !s.isUnmatched(path, i, false) || bytes.IndexByte(text[path:i], '?') >= 0 {
				return 0
			}
			return i
		case '{':
			if !tag || next == '\\' {
				return 0
			}
			return i
		case '[', '\\':
			return 0
		default:
			if text[i] >= 0x80 {
				if r, _ := utf8.DecodeRune(text[i:]); r == utf8.RuneError || isInvisible(r) || isJoiner(r) || inSpacedWord(r) {
					return 0
				}
			}
			return i
		}
	}
}

// plainLeft reports whether nothing to the left of index start belongs to the bare URL there: no "URL:", and no beginning of its
// scheme on the line before. It returns false if it cannot tell.
func (s *Scanner) plainLeft(text []byte, start int) bool {
	const far = 8
	i, least := start-1, max(s.floor, start-far)
	for i > least && quickClass[text[i]]&isBlank != 0 {
		i--
	}
	switch b := text[i]; {
	case i == least:
		return i == s.floor
	case b == '\n':
		return s.endsNoScheme(text, i)
	case quickClass[b]&isEdge == 0:
		return true
	case alnumSet[text[i-1]] && b != '>':
		return b != ':' || text[i-1]|0x20 != 'l'
	case b == ':':
		return false
	}
	for i > least && text[i] != '\n' {
		i--
	}
	return i == s.floor || text[i] == '\n' && s.endsNoScheme(text, i)
}

// endsNoScheme reports whether the line that ends at index i cannot end with a bracket and the beginning of a scheme that is broken
// over two lines. It returns false if it cannot tell.
func (s *Scanner) endsNoScheme(text []byte, i int) bool {
	least := max(s.floor, i-maxScheme)
	for i > least && spaceSet[text[i-1]] {
		i--
	}
	if i == s.floor || !s.schemes.heads[text[i-1]] {
		return true
	}
	for i > least && quickClass[text[i-1]]&isName != 0 {
		i--
	}
	return i > least && text[i-1] != '<' && text[i-1] != ';'
}
