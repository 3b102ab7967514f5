package decode

import (
	"bytes"
	"errors"
	"io"

	"github.com/urlsift/urlsift/extract/internal/ascii"
)

// ErrIncomplete is the error of [Reader.Read] at the end of a text after which something is missing.
var ErrIncomplete = errors.New("what follows could not be read")

// A Reader reads the text that a stage decodes, and can look at what comes next, which is in Buf.
type Reader struct{ Input }

// ReaderOf returns a reader of what a stage decodes.
func ReaderOf(s Stage) Reader { return Reader{Input{From: s}} }

// Read reads the text. Its error at the end is io.EOF, or ErrIncomplete if something is missing after it.
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

// AtLeast returns what comes next, n bytes or more if there are as many, however the stream was cut.
func (t *Reader) AtLeast(n int) []byte {
	if t.Has(1) && !t.From.IsWhole() {
		t.Has(n)
	}
	return t.Buf
}

// IsBlank reports whether the text is nothing but a few blanks.
func (t *Reader) IsBlank() bool {
	const few = 16
	begin := t.AtLeast(few + 1)
	return len(begin) <= few && len(bytes.TrimSpace(begin)) == 0
}

// Drain passes over the rest of the text.
func (t *Reader) Drain() {
	for t.Has(1) {
		t.Skip(len(t.Buf))
	}
}

// GoThrough makes the reader that of a stage whose input is the rest of the text.
func (t *Reader) GoThrough(s Stage) { *t = ReaderOf(s) }

// MayHoldURL reports whether a URL can stand in text: whether it has a colon that is neither that of a time nor, outside of
// brackets, one with a blank after it, or one that may be escaped.
func MayHoldURL(text []byte) bool {
	opened := false // a "<" is before index i
	for i := 0; ; i++ {
		k := bytes.IndexByte(text[i:], ':')
		if k < 0 {
			return bytes.Contains(text, []byte("3a")) && bytes.IndexByte(text, '\\') >= 0
		}
		opened = opened || bytes.IndexByte(text[i:i+k], '<') >= 0
		i += k
		switch {
		case i+1 == len(text), text[i+1] <= ' ' && !opened:
		case i > 0 && ascii.Digit(text[i-1]) && ascii.Digit(text[i+1]):
		default:
			return true
		}
	}
}
