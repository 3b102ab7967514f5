package mail

import (
	"bytes"
	"errors"
	"io"
)

// ErrIncomplete is the error of [textReader.Read] at the end of a text after which something is missing.
var ErrIncomplete = errors.New("what follows could not be read")

// A textReader reads the text that a stage decodes, and can look at what comes next.
type textReader struct {
	stage stage
	chunk []byte // what comes next
	ended bool   // and nothing after it
}

// Read reads the text. Its error at the end is io.EOF, or ErrIncomplete if something is missing after it.
func (t *textReader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if !t.peek() {
		if t.stage.isCut() {
			return 0, ErrIncomplete
		}
		return 0, io.EOF
	}
	n := copy(p, t.chunk)
	t.chunk = t.chunk[n:]
	return n, nil
}

// peek reports whether there is more of the text, and puts it in chunk.
func (t *textReader) peek() bool {
	for len(t.chunk) == 0 && !t.ended {
		t.chunk = t.stage.next()
		t.ended = t.chunk == nil
	}
	return len(t.chunk) > 0
}

// atLeast returns what comes next, n bytes or more if there are as many, however the stream was cut.
func (t *textReader) atLeast(n int) []byte {
	if !t.peek() || len(t.chunk) >= n || t.stage.isWhole() {
		return t.chunk
	}
	t.chunk = bytes.Clone(t.chunk)
	for len(t.chunk) < n && !t.ended {
		next := t.stage.next()
		t.chunk = append(t.chunk, next...)
		t.ended = next == nil
	}
	return t.chunk
}

// isBlank reports whether the text is nothing but a few blanks.
func (t *textReader) isBlank() bool {
	const few = 16
	begin := t.atLeast(few + 1)
	return len(begin) <= few && len(bytes.TrimSpace(begin)) == 0
}

// drain passes over the rest of the text.
func (t *textReader) drain() {
	for t.peek() {
		t.chunk = nil
	}
}

// rest returns what has not been read of the text as the input of another stage.
func (t *textReader) rest() input { return input{from: t.stage, buf: t.chunk} }

// goThrough has the text be what a stage makes of it, whose input is the rest.
func (t *textReader) goThrough(s stage) { *t = textReader{stage: s} }

// mayHoldURL reports whether a URL can stand in text: whether it has a colon that is neither that of a time nor, outside of
// brackets, one with a blank after it.
func mayHoldURL(text []byte) bool {
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
		case i > 0 && digit(text[i-1]) && digit(text[i+1]):
		default:
			return true
		}
	}
}
