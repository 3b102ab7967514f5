package extract

import (
	"bytes"
	"io"
	"strings"
)

// Find returns the URLs in text, in order, with the zero Config. See [Extractor.Find].
func Find(text []byte) []Result { return standard.Find(text) }

// FindString is like [Find], but takes a string.
func FindString(text string) []Result { return standard.FindString(text) }

// Find returns the URLs in text, in order. It costs about as much as a [Finder] that is reused. The results do not refer to text.
//
// The URLs may have any scheme, also javascript. A program that makes links of them lists the schemes that it allows.
func (x *Extractor) Find(text []byte) []Result {
	if x.options.needsColon() && bytes.IndexByte(text, ':') < 0 {
		return nil
	}
	return find(x, text)
}

// FindString is like [Extractor.Find], but takes a string.
func (x *Extractor) FindString(text string) []Result {
	if x.options.needsColon() && strings.IndexByte(text, ':') < 0 {
		return nil
	}
	return find(x, text)
}

// needsColon reports whether every URL has a ":".
func (o *options) needsColon() bool { return !o.Deobfuscate && o.Guess == 0 }

// find returns the URLs in text.
func find[T []byte | string](x *Extractor, text T) []Result {
	f := x.finder()
	defer x.release(f)
	var results []Result
	for r := range f.All(&textReader[T]{text}) {
		results = append(results, r.Clone())
	}
	return results
}

// A textReader reads a text. Unlike a strings.Reader it returns io.EOF with the last bytes, which saves a call.
type textReader[T []byte | string] struct{ rest T }

func (t *textReader[T]) Read(p []byte) (int, error) {
	n := copy(p, t.rest)
	if t.rest = t.rest[n:]; len(t.rest) == 0 {
		return n, io.EOF
	}
	return n, nil
}
