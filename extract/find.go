package extract

import (
	"io"
	"strings"
)

// FindString returns the URLs in text, in order, with the zero Config. See [Extractor.FindString].
func FindString(text string) []Result { return standard.FindString(text) }

// FindString returns the URLs in text, in order. It costs about as much as a [Finder] that is reused.
//
// The URLs may have any scheme, also javascript. A program that makes links of them lists the schemes that it allows.
func (x *Extractor) FindString(text string) []Result {
	if x.options.needsColon() && strings.IndexByte(text, ':') < 0 {
		return nil
	}
	f := x.finder()
	defer x.release(f)
	var results []Result
	f.Reset(&textReader{text})
	var r Result
	for f.Next(&r) == nil {
		results = append(results, r.Clone())
	}
	return results
}

// needsColon reports whether every URL has a ":".
func (o *options) needsColon() bool { return !o.Deobfuscate && o.Guess == 0 }

// A textReader reads a text. Unlike a strings.Reader it returns io.EOF with the last bytes, which saves a call.
type textReader struct{ rest string }

func (t *textReader) Read(p []byte) (int, error) {
	n := copy(p, t.rest)
	if t.rest = t.rest[n:]; len(t.rest) == 0 {
		return n, io.EOF
	}
	return n, nil
}
