package extract

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urlsift/urlsift/internal/flaws"
	"github.com/urlsift/urlsift/rfc1738"
	"github.com/urlsift/urlsift/scan"
)

// A Result is a URL and its place in the input. The URL is strict or tolerated. If
// Config.Rejected is set, a Result may also be a rejected candidate: a text that looks
// like a URL but is not.
//
// A Result is a value that may be kept and used by several goroutines at once, unless
// Config.Reuse is set. Only Readings and Around of a Result of a [Finder] look at the
// input again, also when called by Clone and MarshalJSON. They panic once the next Result
// was requested. A Result of [All], [FindString] or [Extractor.All] has all its readings,
// and no text around it. The methods of the zero Result return zero values.
type Result struct {
	// Start and End are offsets in bytes from the beginning of the input. The bytes
	// [Start,End) are the URL as written, including line breaks inside it, without
	// brackets, quotes and "URL:".
	Start, End int64
	// Line and Column are the position of Start. Both count from 1, and Column counts
	// bytes. They are 0 unless Config.Lines is set.
	Line, Column int
	// URL is the parsed URL. It is the zero URL for a rejected or truncated one.
	URL rfc1738.URL
	// Deviations are the places where the URL violates section 5. They are empty for a
	// strict URL, and unknown, therefore empty, for a rejected or truncated one. They
	// must not be changed.
	Deviations []rfc1738.Deviation
	// Err is the reason why the candidate is rejected, a [*rfc1738.Error]. It is nil for
	// a strict, tolerated or truncated URL.
	Err error
	// Kind is the kind of mark around the URL in the text, such as brackets.
	Kind scan.Kind
	// Flaw is the reason why the candidate is rejected although the lenient parser may
	// accept it, or scan.Flawless.
	Flaw scan.Flaw
	// Broken reports whether there is a line break inside the URL in the input.
	Broken bool
	// Restored reports whether Config.Deobfuscate changed the URL, so String differs from
	// the input.
	Restored bool
	// Escaped reports whether characters of the URL are escaped in the input, as in JSON
	// or LaTeX, or have zero-width characters such as soft hyphens between them, so
	// String differs from the input.
	Escaped bool
	// Guessed is the kind of guess that found the URL, such as scan.GuessMail, or 0 if
	// the URL has a scheme in the input. See [Result.Written].
	Guessed scan.Guess
	// Truncated reports whether the URL is longer than Config.MaxURL. String is then only
	// its beginning, which is not parsed and must not be used as a URL.
	Truncated bool
	// Incomplete reports whether more text may belong to the URL: it extends to the place
	// where reading failed with an error other than io.EOF, or its closing mark was not
	// found before that place. The result may be a strict URL, but does not prove that
	// anybody wrote that URL.
	Incomplete bool

	spelling
	options    *Config
	written    string       // for a link without a scheme
	relative   bool         // whether no "/" follows the ":" of a guessed host and path
	finder     *Finder      // nil if the Result was cloned
	generation uint64       // the generation of the finder
	readings   keptReadings // the readings of a clone
}

// current returns the Finder whose current Result is r, or nil if the Result was cloned.
func (r *Result) current() *Finder {
	if r.finder != nil && r.generation != r.finder.generation {
		panic("extract: Readings or Around of a Result called after the next one was asked for; keep its " +
			"Clone")
	}
	return r.finder
}

// Clone returns a copy of the Result that includes its readings and shares no memory with
// other Results. Like [Result.Readings], it may read further in the input.
func (r Result) Clone() Result {
	if x := r.current(); x != nil {
		r.readings, r.finder = x.keep(&r), nil
	}
	if r.URL == (rfc1738.URL{}) { // rejected or truncated
		r.text = strings.Clone(r.text)
	} else {
		r.URL = r.URL.Clone()
		r.text = r.URL.String()
	}
	r.Deviations = slices.Clone(r.Deviations)
	return r
}

// A spelling contains the properties of a Result that most callers use. Its methods do
// not copy the whole Result.
type spelling struct {
	text   string // the URL without its folds
	strict bool
}

// String returns the URL with its fragment and without line breaks.
func (s spelling) String() string { return s.text }

// Strict reports whether RFC 1738 section 5 accepts the URL. It returns false for
// rejected and truncated URLs.
func (s spelling) Strict() bool { return s.strict }

// Around returns the text before the URL on its line, with up to above lines before it,
// and the text after the URL on the line where the URL ends, with up to below lines after
// it: at most n bytes of each, and at most [scan.MaxAround]. Lines include their line
// breaks, except for the last one. Around may read on in the input, as far as necessary.
// It returns nothing for a clone or an attribute. The slices are valid until the next
// Result is requested.
func (r Result) Around(above, below, n int) (before, after []byte) {
	x := r.current()
	if x == nil || x.candidate == &attributeCandidate {
		return nil, nil
	}
	return x.scanner.Around(r.Start, r.End, above, below, n)
}

// Encoded returns the strict form of a URL that has deviations. See [Encoded].
func (r Result) Encoded() (string, bool) {
	if r.options == nil {
		return "", false // the zero Result
	}
	return encoded(r.options.Grammar, r.URL, r.Deviations)
}

// Written returns the URL as written in the input if it has no scheme there, but without
// a disguise: "host.example:/path" for ftp://host.example/path. For other URLs it returns
// the same as String.
func (r Result) Written() string {
	text := r.String()
	switch r.Guessed {
	case scan.GuessRelative:
		return r.written
	case scan.GuessMail:
		text = strings.TrimPrefix(text, "mailto:")
		if written, err := url.PathUnescape(text); err == nil {
			return written
		}
	case scan.GuessHostPath:
		host, path, _ := strings.Cut(strings.TrimPrefix(text, "ftp://"), "/")
		if r.relative {
			return host + ":" + path
		}
		return host + ":/" + path
	case scan.GuessWWW, scan.GuessDomain:
		_, text, _ = strings.Cut(text, "://")
	}
	return text
}

// maxReadings is the maximum number of readings of a URL that are marshaled.
const maxReadings = 16

// MarshalJSON returns an object with the URL as "url" and its properties, under the keys
// and in the order of the command's --json, except "unwrapped" and the keys of the
// source. Readings after the first 16 are omitted. Octets that are not UTF-8 are
// percent-encoded. Like [Result.Readings], MarshalJSON may read further in the input.
func (r Result) MarshalJSON() ([]byte, error) {
	type reading struct {
		URL string `json:"url"`
		Raw []byte `json:"raw_base64,omitempty"`
		Why Reason `json:"why"`
	}
	type failure struct {
		Offset  int          `json:"offset"`
		Rule    rfc1738.Rule `json:"rule"`
		Section string       `json:"section"`
		Message string       `json:"message"`
		Reason  string       `json:"reason,omitempty"`
	}
	one := struct {
		URL        string              `json:"url"`
		Raw        []byte              `json:"raw_base64,omitempty"`
		Kind       scan.Kind           `json:"kind"`
		Start      int64               `json:"start"`
		End        int64               `json:"end"`
		Line       int                 `json:"line,omitzero"`
		Column     int                 `json:"column,omitzero"`
		Strict     bool                `json:"strict"`
		Deviations []rfc1738.Deviation `json:"deviations,omitempty"`
		Encoded    string              `json:"encoded,omitempty"`
		Fragment   *string             `json:"fragment,omitempty"` // it may be empty
		Escaped    bool                `json:"escaped,omitempty"`
		Restored   bool                `json:"obfuscated,omitempty"`
		Guessed    string              `json:"guessed,omitempty"`
		Written    string              `json:"written,omitempty"`
		Truncated  bool                `json:"truncated,omitempty"`
		Incomplete bool                `json:"incomplete,omitempty"`
		Readings   []reading           `json:"readings,omitempty"`
		Cautions   []rfc1738.Caution   `json:"cautions,omitempty"`
		Parts      parts               `json:"parts"`
		Rejected   bool                `json:"rejected,omitempty"`
		Err        *failure            `json:"error,omitempty"`
	}{
		URL: inUTF8(r.text), Raw: raw(r.text), Kind: r.Kind, Start: r.Start, End: r.End, Line: r.Line,
		Column: r.Column, Strict: r.Strict(), Deviations: r.Deviations, Escaped: r.Escaped,
		Restored: r.Restored, Guessed: r.Guessed.String(), Truncated: r.Truncated, Incomplete: r.Incomplete,
		Cautions: Cautions(r.URL), Parts: parts{r.URL}, Rejected: r.Err != nil || r.Truncated,
	}
	one.Encoded, _ = r.Encoded()
	if fragment, ok := r.URL.Part(rfc1738.PartFragment); ok {
		fragment = inUTF8(fragment)
		one.Fragment = &fragment
	}
	if r.Guessed != 0 {
		one.Written = inUTF8(r.Written())
	}
	for other := range r.Readings() {
		if len(one.Readings) == maxReadings {
			break
		}
		one.Readings = append(one.Readings, reading{inUTF8(other.URL), raw(other.URL), other.Why})
	}
	if e, ok := r.Err.(*rfc1738.Error); ok {
		one.Err = &failure{e.Offset, e.Rule, e.Section, flaws.Message(r.Flaw, e), string(r.Flaw)}
	}
	return json.Marshal(one)
}

// parts marshals the parts of a URL to an object with their names, in the order of the
// URL. The fragment is not included.
type parts struct{ url rfc1738.URL }

func (p parts) MarshalJSON() ([]byte, error) {
	b := []byte("{")
	for part, text := range p.url.Parts() {
		switch part {
		case rfc1738.PartFragment:
			continue
		case rfc1738.PartScheme: // the first
			text = p.url.Scheme()
		default:
			b = append(b, ',')
		}
		quoted, err := json.Marshal(inUTF8(text))
		if err != nil {
			return nil, err
		}
		b = fmt.Appendf(b, "%q:%s", part, quoted)
	}
	return append(b, '}'), nil
}

// raw returns the octets of a URL that is not UTF-8.
func raw(url string) []byte {
	if utf8.ValidString(url) {
		return nil
	}
	return []byte(url)
}

// inUTF8 returns a URL with each octet that is not UTF-8 percent-encoded.
func inUTF8(url string) string {
	if utf8.ValidString(url) {
		return url
	}
	var b strings.Builder
	for i, r := range url {
		if r == utf8.RuneError && !strings.HasPrefix(url[i:], "\ufffd") {
			fmt.Fprintf(&b, "%%%02X", url[i])
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}
