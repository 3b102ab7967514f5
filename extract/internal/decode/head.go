package decode

import (
	"bytes"

	"github.com/urlsift/urlsift/internal/octet"
)

// A Head is the beginning of a stream, for detecting its format. Results of its methods
// are valid for the whole stream unless the Head is short.
type Head struct {
	Text  []byte
	Ended bool  // bytes after Text are ignored
	short *bool // more of the stream may change a result
}

// NewHead returns the head of a stream that begins with text. all reports whether text is
// the whole stream.
func NewHead(text []byte, all bool) Head { return Head{Text: text, Ended: all, short: new(bool)} }

// Whole returns a head that consists of text alone.
func Whole(text []byte) Head { return Head{Text: text, Ended: true} }

// IsShort reports whether more of the stream may change a result.
func (h Head) IsShort() bool { return h.short != nil && *h.short }

// NeedMore makes the head short unless it is complete.
func (h Head) NeedMore() {
	if !h.Ended {
		*h.short = true
	}
}

// Has reports whether there are n bytes.
func (h Head) Has(n int) bool {
	if len(h.Text) < n {
		h.NeedMore()
	}
	return len(h.Text) >= n
}

// First returns the head limited to n bytes.
func (h Head) First(n int) Head {
	if len(h.Text) >= n {
		h.Text, h.Ended = h.Text[:n], true
	}
	return h
}

// Starts reports whether the stream begins with prefix.
func (h Head) Starts(prefix string) bool { return Starts(h.Text, prefix) && h.Has(len(prefix)) }

// StartsFold is like Starts, but ignores case. prefix is in lower case.
func (h Head) StartsFold(prefix string) bool {
	n := min(len(h.Text), len(prefix))
	return octet.EqualFold(h.Text[:n], prefix[:n]) && h.Has(len(prefix))
}

// Contains reports whether part occurs in the head.
func (h Head) Contains(part string) bool {
	if bytes.Contains(h.Text, []byte(part)) {
		return true
	}
	h.NeedMore()
	return false
}

// blanks may precede a format. Searching this table is faster than bytes.TrimLeft, which
// builds a set for each call.
var blanks = octet.SetOf(" \t\r\n")

// AfterBlanks returns the head without a UTF-8 byte order mark and blanks at its
// beginning.
func (h Head) AfterBlanks() Head {
	h.Text = AfterBlanks(h.Text)
	return h
}

// AfterBlanks is like [Head.AfterBlanks]. Copying a Head takes longer than the rest.
func AfterBlanks(text []byte) []byte {
	if len(text) > 2 && string(text[:3]) == "\xef\xbb\xbf" { // faster than bytes.TrimPrefix
		text = text[3:]
	}
	return text[blanks.Span(text):]
}

// Lower returns the head with its letters in lower case.
func (h Head) Lower() Head {
	h.Text = bytes.ToLower(h.Text)
	return h
}
