package extract

import (
	"io"
	"strings"
	"sync"
)

// Find returns the URLs in text, in their order, with the zero Config. It may be called by several goroutines at once. It costs about
// what an Extractor costs that is used again. The results do not refer to text.
func Find(text []byte) []Result {
	return find(view(text), func(r Result) string { return "" })
}

// FindString is like [Find], but takes a string. Most results share its memory.
func FindString(text string) []Result {
	return find(text, func(r Result) string {
		if own := text[r.Start:r.End]; own == view(r.Text()) {
			return own
		}
		return ""
	})
}

// extractors has those that Find uses again.
var extractors = sync.Pool{New: func() any { return New(Config{}) }}

// find returns the URLs in text. kept returns the text of a view if that need not be copied, or "".
func find(text string, kept func(Result) string) []Result {
	if strings.IndexByte(text, ':') < 0 {
		return nil // every URL has one
	}
	x := extractors.Get().(*Extractor)
	defer extractors.Put(x)
	var results []Result
	for r := range x.Views(&stringReader{text}) {
		results = append(results, r.clone(kept(r)))
	}
	x.scanner.Reset(nil) // hold nothing of the text
	return results
}

// A stringReader reads a string. Unlike a strings.Reader it returns io.EOF with the last bytes, which saves a call.
type stringReader struct{ rest string }

func (s *stringReader) Read(p []byte) (int, error) {
	n := copy(p, s.rest)
	if s.rest = s.rest[n:]; s.rest == "" {
		return n, io.EOF
	}
	return n, nil
}
