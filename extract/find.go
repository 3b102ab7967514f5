package extract

import (
	"io"
	"strings"
	"sync"
)

// Find returns the URLs in text, in order, with the zero Config. Several goroutines may call it at once. It costs about as much
// as an Extractor that is reused. The results do not refer to text.
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

// extractors has the Extractors that Find reuses.
var extractors = sync.Pool{New: func() any { return New(Config{}) }}

// find returns the URLs in text. kept returns the text of a view if that need not be copied, or "".
func find(text string, kept func(Result) string) []Result {
	if strings.IndexByte(text, ':') < 0 {
		return nil // every URL has a ":"
	}
	x := extractors.Get().(*Extractor)
	defer extractors.Put(x)
	var results []Result
	for r := range x.Views(&stringReader{text}) {
		results = append(results, r.clone(kept(r)))
	}
	x.scanner.Reset(nil) // keep nothing of the text in memory
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
