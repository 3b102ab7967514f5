package scan

import (
	"bytes"
	"strings"
)

// What is written for what, so that nobody clicks on it. A new way of writing is one more entry. All is in lower case, and
// nothing is longer than what is written for it.
var (
	defangedSchemes = []substitute{
		{"hxxp", "http"}, {"hxxps", "https"}, {"hxtp", "http"}, {"hxtps", "https"}, {"htxp", "http"}, {"htxps", "https"},
		{"h++p", "http"}, {"h++ps", "https"}, {"fxp", "ftp"}, {"fxps", "ftps"}, {"sfxp", "sftp"},
	}

	// Dots are also restored behind an authority that had others.
	defangedDots = []substitute{{"[.]", "."}, {"(.)", "."}, {"{.}", "."}}

	defangedMarks = []substitute{
		{"[dot]", "."}, {"(dot)", "."}, {"{dot}", "."}, {" [.] ", "."}, {"[.", "."}, {".]", "."}, {"\\.", "."},
		{"[@]", "@"}, {"[at]", "@"}, {"(at)", "@"},
		{"[://]", "://"}, {"[:]", ":"}, {"[//]", "//"}, {"[/]", "/"}, {" ", ""}, {"\t", ""},
	}

	// defangedSlashes are other ways to write "://", by what stands before and after the ":". With a blank in it, "www"
	// must follow.
	defangedSlashes = []struct{ before, after string }{
		{"[", "]//"}, {"[", "//]"}, {"[", "][//]"}, {"[", "][/][/]"}, {"", "[//]"}, {"", "[/][/]"},
		{"", "//"}, {"", " //"}, {" ", "//"}, {" ", " //"},
	}
)

type substitute struct{ written, meant string }

// masked gives the index at which a scheme ends, and the one at which the authority begins, if "://" is written in another
// way at the ":" at index i, or a blank stands behind it; or 0, 0.
func (s *Scanner) masked(i int) (end, authority int) {
	for _, slashes := range defangedSlashes {
		end, authority = i-len(slashes.before), i+1+len(slashes.after)
		if end <= s.floor || string(s.buf[end:i]) != slashes.before || !s.textAt(i+1, slashes.after) {
			continue
		}
		blanks := s.skipBlanks(authority, authority+2)
		plain := slashes.before != " " && slashes.after != " //" && blanks == authority
		if !plain && !(s.textAt(blanks, "www") && (s.is(blanks+3, '.') || s.mark(blanks+3, ".") > 0)) {
			continue
		}
		run := s.schemeRun(end)
		if _, known := s.schemes.leftEdge(s.buf[run:end]); known {
			return end, blanks
		}
	}
	return 0, 0
}

// mark gives the length of what is written for meant at index i, or 0. A letter or digit must follow.
func (s *Scanner) mark(i int, meant string) int {
	if !s.has(i) || bytes.IndexByte([]byte(`[({ .\`), s.buf[i]) < 0 {
		return 0
	}
	for _, list := range [][]substitute{defangedDots, defangedMarks} {
		for _, mark := range list {
			end := i + len(mark.written)
			if mark.meant == meant && s.textAt(i, mark.written) && s.has(end) && (alnumSet[s.buf[end]] || s.buf[end] >= 0x80) {
				return len(mark.written)
			}
		}
	}
	return 0
}

// restore takes the disguise off a candidate. What goes is noted as folds.
func (s *Scanner) restore(c *Candidate) {
	text, folds := s.restored[:0], s.restoredFolds[:0]
	old, shift, authority, slashes := c.Folds, int64(0), true, 0
	for i := 0; i < len(c.Text); {
		for ; len(old) > 0 && old[0].At <= i; old = old[1:] {
			f := old[0]
			f.At = len(text)
			folds = append(folds, f)
			shift += f.End - f.Start
		}
		mark := disguise(c.Text, i, authority, c.Restored)
		if n := len(mark.written); n > 0 && (len(old) == 0 || old[0].At >= i+n) {
			c.Restored = true
			if gone := n - len(mark.meant); gone > 0 {
				start := c.Start + int64(i) + shift
				folds = append(folds, Fold{At: len(text), Start: start, End: start + int64(gone), Mark: true})
			}
			text = append(text, mark.meant...)
			if mark.meant == "/" && slashes >= 2 {
				authority = false
			}
			slashes += strings.Count(mark.meant, "/")
			i += n
			continue
		}
		switch c.Text[i] {
		case '/':
			slashes++
			authority = authority && slashes <= 2
		case '?', '#':
			authority = false
		}
		text = append(text, c.Text[i])
		i++
	}
	s.restored, s.restoredFolds = text, folds
	if c.Restored {
		c.Text, c.Folds = text, folds
	}
}

// disguise gives what stands for something else at text[i]: a scheme at its beginning, a mark in its authority, and behind
// that a dot, if the authority was disguised too.
func disguise(text []byte, i int, authority, restored bool) substitute {
	if i == 0 {
		name := text[:max(bytes.IndexAny(text, ":[ "), 0)]
		for _, scheme := range defangedSchemes {
			if foldedEqual(name, scheme.written) {
				return scheme
			}
		}
	}
	var lists [][]substitute
	switch {
	case authority:
		lists = [][]substitute{defangedDots, defangedMarks}
	case restored:
		lists = [][]substitute{defangedDots}
	}
	for _, list := range lists {
		for _, mark := range list {
			if len(text)-i >= len(mark.written) && foldedEqual(text[i:i+len(mark.written)], mark.written) {
				return mark
			}
		}
	}
	return substitute{}
}
