package decode

import (
	"bytes"
	"errors"
	"io"

	"github.com/urlsift/urlsift/extract/internal/ascii"
)

// ErrIncomplete is the error of [Reader.Read] at the end of a text after which something is missing.
var ErrIncomplete = errors.New("what follows could not be read")

// A Reader reads the text that a stage decodes, and can look at what comes next.
type Reader struct {
	Stage Stage
	Chunk []byte // what comes next
	ended bool   // and nothing after it
}

// Read reads the text. Its error at the end is io.EOF, or ErrIncomplete if something is missing after it.
func (t *Reader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if !t.Peek() {
		if t.Stage.IsCut() {
			return 0, ErrIncomplete
		}
		return 0, io.EOF
	}
	n := copy(p, t.Chunk)
	t.Chunk = t.Chunk[n:]
	return n, nil
}

// Peek reports whether there is more of the text, and puts it in Chunk.
func (t *Reader) Peek() bool {
	for len(t.Chunk) == 0 && !t.ended {
		t.Chunk = t.Stage.Next()
		t.ended = t.Chunk == nil
	}
	return len(t.Chunk) > 0
}

// AtLeast returns what comes next, n bytes or more if there are as many, however the stream was cut.
func (t *Reader) AtLeast(n int) []byte {
	if !t.Peek() || len(t.Chunk) >= n || t.Stage.IsWhole() {
		return t.Chunk
	}
	t.Chunk = bytes.Clone(t.Chunk)
	for len(t.Chunk) < n && !t.ended {
		next := t.Stage.Next()
		t.Chunk = append(t.Chunk, next...)
		t.ended = next == nil
	}
	return t.Chunk
}

// IsBlank reports whether the text is nothing but a few blanks.
func (t *Reader) IsBlank() bool {
	const few = 16
	begin := t.AtLeast(few + 1)
	return len(begin) <= few && len(bytes.TrimSpace(begin)) == 0
}

// Drain passes over the rest of the text.
func (t *Reader) Drain() {
	for t.Peek() {
		t.Chunk = nil
	}
}

// Rest returns what has not been read of the text as the input of another stage.
func (t *Reader) Rest() Input { return Input{From: t.Stage, Buf: t.Chunk} }

// GoThrough makes the reader that of a stage whose input is the rest of the text.
func (t *Reader) GoThrough(s Stage) { *t = Reader{Stage: s} }

// MayHoldURL reports whether a URL can stand in text: whether it has a colon that is neither that of a time nor, outside of
// brackets, one with a blank after it.
func MayHoldURL(text []byte) bool {
	opened := false // a "<" is before index i
	for i := 0; ; i++ {
		k := bytes.IndexByte(text[i:], ':')
		if k < 0 {
			return false
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
