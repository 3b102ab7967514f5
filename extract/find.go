package extract

import (
	"io"
	"strings"
	"sync"
)

// Find returns the URLs in text, by the zero Config, as [Extractor.All] does. It may be called by several goroutines at once,
// and costs about what an Extractor costs that is used again.
func Find(text []byte) []Result {
	return find(view(text), func(r Result) string { return "" })
}

// FindString is [Find] for a string. Most results share it.
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

// find returns the URLs in text. kept returns the text of a view where it need not be copied, or "".
func find(text string, kept func(Result) string) []Result {
	if strings.IndexByte(text, ':') < 0 {
		return nil // no URL is without one
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

// A stringReader reads a string, like strings.Reader, but tells the end with the last bytes, so that nothing is asked twice.
type stringReader struct{ rest string }

func (s *stringReader) Read(p []byte) (int, error) {
	n := copy(p, s.rest)
	if s.rest = s.rest[n:]; s.rest == "" {
		return n, io.EOF
	}
	return n, nil
}
