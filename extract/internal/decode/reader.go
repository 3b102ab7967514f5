package decode

import (
	"bytes"
	"errors"
	"io"

	"github.com/urlsift/urlsift/internal/octet"
)

// ErrIncomplete is returned by [Reader.Read] at the end of a text if the following text
// is missing.
var ErrIncomplete = errors.New("the following text could not be read")

// A Reader reads the text that a stage decodes. The next bytes can be examined in Buf.
type Reader struct{ Input }

// ReaderOf returns a reader of the output of a stage.
func ReaderOf(s Stage) Reader { return Reader{Input{From: s}} }

// Read reads the text. At the end it returns io.EOF, or ErrIncomplete if text is missing
// after it.
func (t *Reader) Read(p []byte) (int, error) {
	switch {
	case len(p) == 0 || t.Has(1):
	case t.IsCut():
		return 0, ErrIncomplete
	default:
		return 0, io.EOF
	}
	n := copy(p, t.Buf)
	t.Skip(n)
	return n, nil
}

// AtLeast returns the next bytes, n or more if there are as many, regardless of how the
// stream is divided into reads.
func (t *Reader) AtLeast(n int) []byte {
	if t.Has(1) && !t.From.IsWhole() {
		t.Has(n)
	}
	return t.Buf
}

// IsBlank reports whether the text consists of a few blanks.
func (t *Reader) IsBlank() bool {
	const few = 16
	begin := t.AtLeast(few + 1)
	return len(begin) <= few && len(bytes.TrimSpace(begin)) == 0
}

// Drain skips the rest of the text.
func (t *Reader) Drain() {
	for t.Has(1) {
		t.Skip(len(t.Buf))
	}
}

// GoThrough replaces the reader by one of a stage whose input is the rest of the text.
func (t *Reader) GoThrough(s Stage) { *t = ReaderOf(s) }

// MayHoldURL reports whether text can contain a URL: whether it HasURLColon, or an
// escaped colon.
func MayHoldURL(text []byte) bool {
	return HasURLColon(text) || bytes.IndexByte(text, '\\') >= 0 && bytes.Contains(text, []byte("3a"))
}

// HasURLColon reports whether text has a colon that is not within a time and, outside of
// brackets, not followed by a blank.
func HasURLColon(text []byte) bool {
	opened, searched := false, 0 // whether a "<" is in text[:searched]
	for i := 0; ; i++ {
		k := bytes.IndexByte(text[i:], ':')
		if i += k; k < 0 || i+1 == len(text) {
			return false
		}
		if text[i+1] <= ' ' {
			opened, searched = opened || bytes.IndexByte(text[searched:i], '<') >= 0, i
		}
		switch {
		case text[i+1] <= ' ' && !opened:
		case i > 0 && octet.Digit[text[i-1]] && octet.Digit[text[i+1]]:
		default:
			return true
		}
	}
}
