package scan

import (
	"fmt"
	"slices"
	"strings"
)

// A Kind is the kind of mark around a candidate in its text, such as brackets or quotes.
type Kind uint8

// The kinds of candidates, from the weakest mark to the strongest: the stronger the mark,
// the surer that a URL is meant.
const (
	Bare     Kind = iota // in a sentence
	Quoted               // between double quotes
	Prefixed             // after URL:
	Angle                // between < and >
	Wrapped              // between <URL: and >

	// Attribute is a link that readers do not see. A Scanner finds the targets of
	// hyperlinks in text for a terminal. Packages that read HTML use it for its
	// attributes.
	Attribute
)

var kindNames = [...]string{"bare", "quoted", "prefixed", "angle", "wrapped", "attribute"}

// String returns the kind's name, such as "wrapped".
func (k Kind) String() string {
	if int(k) >= len(kindNames) {
		return fmt.Sprintf("Kind(%d)", uint8(k))
	}
	return kindNames[k]
}

// MarshalText returns the kind's name. It returns an error if k is not one of the
// constants.
func (k Kind) MarshalText() ([]byte, error) {
	if int(k) >= len(kindNames) {
		return nil, fmt.Errorf("scan: no kind has number %d", uint8(k))
	}
	return []byte(kindNames[k]), nil
}

// UnmarshalText sets k to the kind with the given name. If there is none, it returns an
// error and leaves k unchanged.
func (k *Kind) UnmarshalText(name []byte) error {
	i := slices.Index(kindNames[:], string(name))
	if i < 0 {
		return fmt.Errorf("scan: no kind is called %q", name)
	}
	*k = Kind(i)
	return nil
}

// A Flaw is the reason why a candidate is not a URL, although it looks like one: the text
// means another URL, which could only be guessed.
type Flaw string

// The flaws of bare candidates. The text of a candidate with a flaw may be only a part of
// the URL that is meant.
const (
	Flawless Flaw = ""
	// the host has invalid UTF-8, or may go on after a character that usually ends it
	ForeignHost Flaw = "charset"
	// the host was made unclickable, and Config.Deobfuscate is not set
	Obfuscated Flaw = "obfuscated"
	// the scheme is unknown, and there is no other evidence of a URL
	UnknownScheme Flaw = "scheme"
	// the text at its end, or before its unknown scheme, is overwritten, as on a terminal, or
	// in another charset between brackets or quotes
	Overwritten Flaw = "overwritten"
	// its authority has a placeholder, such as "<host>", or is a pattern, or it ends inside one
	Placeholder Flaw = "placeholder"
	// its line ends inside it: in its host, at a soft hyphen, or right after a scheme in
	// it
	Broken Flaw = "broken"
	// an undecoded "=" of quoted-printable ends its line inside the authority
	SoftBroken Flaw = "soft-break"
)

// Config configures a Scanner. The zero Config is right for most texts.
type Config struct {
	// Schemes are additional known schemes, ignoring case. A known scheme begins a URL
	// even right after other text, as in "post.https://".
	Schemes []string
	// Opaque are the names of additional schemes, ignoring case, that begin a URL in bare
	// text without "//" too, as "mailto" does.
	Opaque []string
	// IRI lets a bare URL include letters of scripts without blanks between words, and
	// symbols, in UTF-8 (RFC 3987). Letters of other scripts never end a URL, and
	// punctuation always does.
	IRI bool
	// Deobfuscate asks for URLs that were made unclickable too, and restores them:
	// hxxp://, [.] or [dot] for a dot, http__ or http:\\ for http://, and similar
	// disguises.
	Deobfuscate bool
	// Delimiter, if not 0, means that the input is a table with this character between
	// its fields, such as ',' or '\t', by the rules of encoding/csv. If it is 0, lines
	// that look like rows of a table are read as rows. If it is AnyDelimiter, the
	// Scanner finds the delimiter.
	Delimiter byte
	// Guess has the kinds of places without a scheme to look for, such as
	// GuessWWW|GuessMail. Guesses may overlap the candidates that follow them. A caller
	// that accepts a candidate must skip later candidates with Start < its End.
	Guess Guess
	// IsTopLevel reports whether name, in lower case, is a top-level domain. A name that
	// does not end in one, and is no IP address, is no host: it is no guess, and a host
	// may go on after it, as in "http://a✶b.example". If it is nil, every name with a dot
	// may be a host.
	IsTopLevel func(name []byte) bool
	// MaxURL is the maximum length of a candidate in bytes, including white space inside
	// it. A longer candidate is truncated. 0 or less means DefaultMaxURL, and more than 1
	// GiB means 1 GiB. The size of the Scanner's buffer is one and a half times MaxURL,
	// and about 140 KiB more.
	MaxURL int
	// Lines asks for the Line and Column of each candidate, and for [Scanner.LineBreaks].
	Lines bool
}

// AnyDelimiter as Config.Delimiter means the most frequent of ",", ";", "|" and tab in
// the first row.
const AnyDelimiter byte = 0xFF

// DefaultMaxURL is the maximum length of a candidate in bytes, unless Config sets
// another.
const DefaultMaxURL = 64 << 10

// MaxAround is the maximum number of bytes that [Scanner.Around] returns of each side.
const MaxAround = 1 << 10

// A Candidate is a place in the input where a URL may be. Its slices and methods are
// valid until the next call of [Scanner.Next].
type Candidate struct {
	Kind Kind
	// Start and End are the offsets of the candidate in the input, in bytes. The bytes
	// [Start,End) include line breaks inside the candidate, but not the brackets, quotes
	// or "URL:" around it.
	Start, End int64
	// Line and Column are the position of Start. Both count from 1, and Column counts
	// bytes. They are 0 unless Config.Lines is set.
	Line, Column int
	// Text is the candidate without its Folds.
	Text []byte
	// Folds describe the text that was taken out of the candidate, in order.
	Folds []Fold
	// Plain reports whether no byte of Text but the last can end the URL or mean another:
	// the scheme is usual, and there are no Folds and no Flaw. Most candidates are plain.
	Plain bool
	// Before is the text before the candidate, or before the "URL:" of a Prefixed one, at
	// most four bytes, without folded text. Before a Plain candidate it may have the end of
	// a terminal sequence that is not next to the candidate.
	Before []byte
	// Truncated reports whether the candidate is longer than Config.MaxURL. Text is then
	// only its beginning.
	Truncated bool
	// Whole reports whether the marks around a bare candidate delimit it, so that its
	// trailing punctuation belongs to it.
	Whole bool
	// Flaw is the reason why the candidate is no URL, or Flawless.
	Flaw Flaw
	// Escaped reports whether characters of the candidate are escaped, or have marks
	// without width between them. Both are among its Folds.
	Escaped bool
	// Restored reports whether Text is a disguised candidate without its disguise: with
	// Config.Deobfuscate, and also for a link of HTML with backslashes in place of
	// slashes. The disguise is among its Folds.
	Restored bool
	// Guess is the kind of guess that found the candidate, or 0 if the candidate has a
	// scheme.
	Guess Guess
	// Incomplete reports whether more text may belong to the candidate: it extends to the
	// place where reading failed with an error other than io.EOF, or its closing mark was
	// not found before that place.
	Incomplete bool
}

// A Fold is text taken out of a candidate at one place: white space with the leader of
// the next line, or a part of the notation of a character.
type Fold struct {
	// At is the index in Text of the byte after the fold.
	At int
	// Start and End are the offsets of the fold in the input, in bytes.
	Start, End int64
	// Break reports whether the fold has a line break. Blanks inside a line have none.
	Break bool
	// Notation reports whether the fold is not white space but a part of an escape, such as
	// the backslash of "\\-", a character without width, an escape sequence, a character that
	// is struck over, or a part of a disguise. If a disguise is shorter than the text it
	// replaces, as in "http__host", End is less than Start.
	Notation bool
}

// Offset returns the offset of Text[i] in the input, in bytes.
func (c *Candidate) Offset(i int) int64 {
	offset := c.Start + int64(i)
	for _, f := range c.Folds {
		if f.At <= i {
			offset += f.End - f.Start
		}
	}
	return offset
}

// A Guess is a kind of place that is meant as a URL but has no scheme, or a set of such
// kinds.
type Guess uint8

// The kinds of guesses.
const (
	GuessWWW      Guess = 1 << iota // www.host.example/path, and ftp.host.example
	GuessHostPath                   // host.example:/path, and joe@host.example:/path
	GuessMail                       // joe@host.example
	GuessDomain                     // host.example/path
	GuessRelative                   // //host.example/path, in a link: no Scanner looks for it

	GuessAll = GuessWWW | GuessHostPath | GuessMail | GuessDomain
)

var guessNames = []string{"www", "host-path", "mail", "domain", "scheme-relative"}

// String returns the name of a kind, such as "host-path". For a set it returns the names
// of its kinds, separated by commas.
func (g Guess) String() string {
	var names []string
	for i, name := range guessNames {
		if g&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, ",")
}

// MarshalText returns what String returns.
func (g Guess) MarshalText() ([]byte, error) { return []byte(g.String()), nil }

// UnmarshalText sets g to the kinds with the given names, separated by commas. If there
// is no such kind, it returns an error and leaves g unchanged.
func (g *Guess) UnmarshalText(names []byte) error {
	var all Guess
	for name := range strings.FieldsFuncSeq(string(names), func(r rune) bool { return r == ',' }) {
		i := slices.Index(guessNames, name)
		if i < 0 {
			return fmt.Errorf("scan: no guess is called %q", name)
		}
		all |= 1 << i
	}
	*g = all
	return nil
}
