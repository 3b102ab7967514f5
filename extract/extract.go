package extract

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"io"
	"iter"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/urlsift/urlsift/rfc1738"
	"github.com/urlsift/urlsift/scan"
)

// Config configures an Extractor. The zero Config is right for most texts: it finds all
// strict and tolerated URLs.
type Config struct {
	// MaxURL is the maximum length of a URL in bytes, including white space inside it. A
	// longer URL is Truncated. 0 means [scan.DefaultMaxURL].
	MaxURL int
	// Lines enables the Line and Column of each result, and [Finder.LineBreaks].
	Lines bool
	// Join joins bare URLs that are broken over lines: the URL is its longest reading for
	// [ReasonNextLine].
	Join bool
	// IRI lets a bare URL include letters of scripts without blanks between words, and
	// symbols, in UTF-8 (RFC 3987). Letters of other scripts never end a URL.
	IRI bool
	// Deobfuscate also finds URLs that were made unclickable: hxxp://, [.] or [dot] for a
	// dot, [://], http:\\host and the like.
	Deobfuscate bool
	// Delimiter, if not 0, separates the fields of a table that is the whole text, for
	// example ',' or '\t'. If it is 0, lines that look like rows of a table with "," or
	// ";" are read as rows.
	Delimiter byte
	// Guess is the set of kinds of places without a scheme to find, for example
	// scan.GuessWWW|scan.GuessHostPath.
	Guess scan.Guess
	// Rejected includes rejected candidates: texts that look like URLs but are not. Their
	// results have an Err.
	Rejected bool
	// Grammar contains additional schemes to find and to parse. It may be nil. No scheme
	// may be registered with it after the call of [New].
	Grammar *rfc1738.Grammar
}

// An Extractor extracts URLs from inputs. Several goroutines may use it at once, each
// with its own inputs. [New] returns one; the zero Extractor is not usable.
type Extractor struct {
	options *Config   // immutable, with defaults filled in
	finders sync.Pool // Finders not in use
}

// MaxMaxURL is the maximum of Config.MaxURL. A Finder has a buffer of one and a half
// times MaxURL.
const MaxMaxURL = 1 << 30

// New returns an Extractor for config. It returns an error if MaxURL is negative or above
// [MaxMaxURL], if Delimiter is a quote or a line end, or if Guess has an unknown kind.
func New(config Config) (*Extractor, error) {
	switch {
	case config.MaxURL < 0 || config.MaxURL > MaxMaxURL:
		return nil, fmt.Errorf("extract: MaxURL is %d: use 0 to %d", config.MaxURL, MaxMaxURL)
	case strings.IndexByte("\"\r\n", config.Delimiter) >= 0:
		return nil, fmt.Errorf("extract: Delimiter is %q: use a character that does not quote fields or "+
			"end lines", config.Delimiter)
	case config.Guess&^scan.GuessAll != 0:
		return nil, fmt.Errorf("extract: Guess has unknown kinds: %#x", uint(config.Guess&^scan.GuessAll))
	}
	return newExtractor(config), nil
}

func newExtractor(config Config) *Extractor {
	config.MaxURL, config.Grammar = cmp.Or(config.MaxURL, scan.DefaultMaxURL), cmp.Or(config.Grammar,
		new(rfc1738.Grammar))
	x := &Extractor{options: &config}
	x.finders.New = func() any { return x.NewFinder() }
	return x
}

// standard is the Extractor with the zero Config.
var standard = newExtractor(Config{})

// All returns an iterator over the URLs in r, with the zero Config. See [Extractor.All].
func All(r io.Reader) iter.Seq2[Result, error] { return standard.All(r) }

// All returns an iterator over the URLs in input, in order. The iterator can be used
// once, since it reads the input. The results may be kept. An error of the reader is
// yielded unchanged, with the zero Result, and ends the sequence.
//
// All reads only as far as necessary to find the end of a URL and its possible
// continuation on the next line, so results of a pipe arrive as they are found. To stop
// when a context ends, let the reader return the context's error, even in place of
// io.EOF. Stream of package sift does this, and ends even while a Read blocks.
func (x *Extractor) All(input io.Reader) iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		f := x.finders.Get().(*Finder)
		defer func() {
			f.reset()
			x.finders.Put(f)
		}()
		f.Reset(input)
		for {
			var r Result
			err := f.Next(&r)
			if err == io.EOF || !yield(r.Clone(), err) || err != nil {
				return
			}
		}
	}
}

// FindString returns the URLs in text, in order, with the zero Config. They may have any
// scheme, including javascript and unknown ones such as foo. See [Extractor.FindString].
func FindString(text string) []Result { return standard.FindString(text) }

// FindString returns the URLs in text, in order. It costs about as much as a [Finder]
// that is reused.
//
// The URLs may have any scheme, including javascript. A program that turns them into
// links should have a list of allowed schemes.
func (x *Extractor) FindString(text string) (results []Result) {
	if !x.options.Deobfuscate && x.options.Guess == 0 && strings.IndexByte(text, ':') < 0 &&
		strings.IndexByte(text, '\\') < 0 && !strings.Contains(text, "&#") {
		return nil // every URL then has a ":", which may be escaped
	}
	for r := range x.All(strings.NewReader(text)) {
		results = append(results, r)
	}
	return results
}

// withSlashes returns the value of a link with slashes in place of the backslashes before
// its query, as browsers read them in the schemes with hosts that they know. It returns
// nil if there are no backslashes.
func withSlashes(text []byte) []byte {
	if at := bytes.IndexByte(text, '\\'); at < 0 || bytes.ContainsAny(text[:at], "?#") {
		return nil
	}
	path := text
	if i := bytes.IndexAny(text, "?#"); i >= 0 {
		path = text[:i]
	}
	switch strings.ToLower(string(text[:schemeLength(text)])) {
	case "http", "https", "ftp", "file", "ws", "wss":
		return append(bytes.ReplaceAll(path, []byte{'\\'}, []byte{'/'}), text[len(path):]...)
	}
	return nil
}

// hides reports whether a rejected candidate in brackets or quotes may contain a URL: in
// brackets if it has a scheme after its beginning, in quotes if it has a line break,
// which need not belong to the URL.
func hides(c *scan.Candidate) bool {
	switch c.Kind {
	case scan.Bare, scan.Prefixed:
		return false
	case scan.Quoted:
		return slices.ContainsFunc(c.Folds, func(f scan.Fold) bool { return f.Break })
	}
	return schemeLength(c.Text) == 0 && bytes.Contains(c.Text, []byte("://"))
}

// schemeLength returns the length of the scheme at the beginning of text, or 0.
func schemeLength(text []byte) int {
	for i, b := range text {
		switch {
		case b == ':':
			return i
		case !alphanumeric(b) && b != '+' && b != '-' && b != '.':
			return 0
		}
	}
	return 0
}

// endSet holds the bytes at the end of a URL that trim examines.
var endSet = func() (set [256]bool) {
	for _, b := range []byte(".,;:!?'s0*_~+#=-") {
		set[b] = true
	}
	return set
}()

// trim returns a bare URL without the text that belongs to the sentence: punctuation, a
// possessive 's, and emphasis or a line of decoration that also precedes the URL.
func trim(text, before []byte) []byte {
	if n := len(text); n > 0 && !endSet[text[n-1]] {
		return text
	}
	emphasis := emphasis(text, before)
	queryless := false
	for n := len(text); n > 0; n = len(text) {
		switch last := text[n-1]; {
		case last == ';' && endsReference(text):
			return text
		case last == '.', last == ',', last == ';', last == ':', last == '!', last == '?', last == '\'':
			text = text[:n-1]
		case last == 's' && n > 1 && text[n-2] == '\'':
			text = text[:n-2]
		case last == '0' && bytes.HasSuffix(text, []byte("=20")) &&
			(queryless || bytes.IndexByte(text, '?') < 0):
			queryless = true
			text = text[:n-3] // a blank in quoted-printable
		case emphasis.ends(last):
			text = text[:n-1]
		default:
			return text
		}
	}
	return text
}

// endsReference reports whether text ends in a character reference of HTML, such as
// "&eacute;".
func endsReference(text []byte) bool {
	at := bytes.LastIndexByte(text, '&')
	if at < 0 || len(text)-at > len("&#x1F600;") {
		return false
	}
	meant := html.UnescapeString(string(text[at:]))
	_, size := utf8.DecodeRuneInString(meant)
	return size == len(meant)
}

// An emphasisMark is the text right before a URL that may also be trimmed from its end.
// Each of its characters is trimmed as often as it precedes the URL, or as often as it
// occurs if it is a line of decoration.
type emphasisMark struct {
	marks []byte
	used  int  // a bit for each of marks that has been trimmed
	line  bool // marks is one character, of a line of decoration
}

func emphasis(text, before []byte) emphasisMark {
	const line = 3
	n := len(before)
	start := n
	if n == 0 || !endSet[before[n-1]] {
		return emphasisMark{} // the usual case
	}
	for start > 0 && bytes.IndexByte([]byte("*_~+#=-"), before[start-1]) >= 0 {
		start--
	}
	marks := before[start:]
	switch same := n - len(bytes.TrimRight(before, string(before[max(n-1, 0):]))); {
	case same >= line && len(marks) > 0:
		return emphasisMark{marks: marks[len(marks)-1:], line: true}
	// Org's "=text=".
	case string(marks) == "=" && (start == 0 || before[start-1] <= ' ') && bytes.IndexByte(text, '?') < 0:
	case same >= line, start > 0 && alphanumeric(before[start-1]), bytes.ContainsAny(marks, "=-"):
		return emphasisMark{}
	}
	return emphasisMark{marks: marks}
}

// ends reports whether b, at the end of a URL, belongs to the emphasis.
func (e *emphasisMark) ends(b byte) bool {
	for i, mark := range e.marks {
		if mark == b && (e.line || e.used&(1<<i) == 0) {
			e.used |= 1 << i
			return true
		}
	}
	return false
}

func alphanumeric(b byte) bool {
	return '0' <= b && b <= '9' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z'
}

// isMailto reports whether a link is a mailto URL with an escaped "@".
func isMailto(link []byte) bool {
	const scheme, at = "mailto:", "%40"
	if len(link) < len(scheme) || !bytes.EqualFold(link[:len(scheme)], []byte(scheme)) {
		return false
	}
	before, after, _ := bytes.Cut(link[len(scheme):], []byte(at))
	return len(before) > 0 && len(after) > 0
}

// meant reports whether text without "URL:" before it is meant as a URL. Without "//" it
// needs an "@", and news needs a dot, "*" or "@".
func meant(text []byte) bool {
	if len(text) > len("https://") && (string(text[:len("http://")]) == "http://" ||
		string(text[:len("https://")]) == "https://") {
		return true // the usual case
	}
	colon := bytes.IndexByte(text, ':')
	rest := text[colon+1:]
	switch {
	case colon < 0:
		return false
	case len(rest) > 1 && string(rest[:2]) == "//":
		return true
	}
	switch string(bytes.ToLower(text[:colon])) {
	case "mailto", "mid", "cid", "mailserver":
		at := bytes.IndexByte(rest, '@')
		return at > 0 && at < len(rest)-1
	case "news", "snews":
		return bytes.ContainsAny(rest, ".*@")
	}
	return len(rest) > 0
}
