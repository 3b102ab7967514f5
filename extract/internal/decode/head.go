package decode

import "bytes"

// A Head is the beginning of a stream, by which its format is detected. An answer of a method holds for all of the stream, unless the Head
// is short.
type Head struct {
	Text  []byte
	Ended bool  // nothing that follows Text counts
	short *bool // more of the stream may change an answer
}

// NewHead returns the head of a stream that begins with text. all reports whether text is all of it.
func NewHead(text []byte, all bool) Head { return Head{Text: text, Ended: all, short: new(bool)} }

// Whole returns the head of a stream of which nothing but text counts.
func Whole(text []byte) Head { return Head{Text: text, Ended: true} }

// IsShort reports whether more of the stream may change an answer that was given.
func (h Head) IsShort() bool { return h.short != nil && *h.short }

// NeedMore makes the head short, unless nothing follows it.
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

// First returns a head of which no more than n bytes count.
func (h Head) First(n int) Head {
	if len(h.Text) >= n {
		h.Text, h.Ended = h.Text[:n], true
	}
	return h
}

// Starts reports whether the stream begins with prefix.
func (h Head) Starts(prefix string) bool { return Starts(h.Text, prefix) && h.Has(len(prefix)) }

// Contains reports whether part stands somewhere in the head.
func (h Head) Contains(part string) bool {
	if bytes.Contains(h.Text, []byte(part)) {
		return true
	}
	h.NeedMore()
	return false
}

// blanks are those before a format. To find the first other byte in a table takes less than bytes.TrimLeft, which makes a set for it.
var blanks = [256]bool{' ': true, '\t': true, '\r': true, '\n': true}

// AfterBlanks returns the head without a byte order mark of UTF-8 and blanks at its beginning.
func (h Head) AfterBlanks() Head {
	h.Text = bytes.TrimPrefix(h.Text, []byte("\xef\xbb\xbf"))
	for len(h.Text) > 0 && blanks[h.Text[0]] {
		h.Text = h.Text[1:]
	}
	return h
}

// Lower returns the head with its letters in lower case.
func (h Head) Lower() Head {
	h.Text = bytes.ToLower(h.Text)
	return h
}
