package lexicon

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/urlsift/urlsift/internal/octet"
)

// This file contains tables of the disguises and escapes of characters in URLs. A new
// disguise is one more entry.

// A Substitute is a piece of text and its meaning, in lower case.
type Substitute struct{ Written, Meant string }

// GoesBefore reports whether b can follow the substitute in an authority. Usually it must
// be a letter or digit.
func (m Substitute) GoesBefore(b byte) bool {
	return octet.Alnum[b] || b >= 0x80 || m.Meant == "www" || m.Meant == "@" && b == '[' ||
		m.Meant == ":" && b == '/'
}

// Substitutes holds substitutes of two bytes or more. A letter or digit must follow them,
// unless Anywhere is set.
type Substitutes struct {
	list     map[[2]byte][]Substitute // by their first two bytes
	seconds  [256][4]uint64           // the set of their second bytes, by their first byte
	Anywhere bool
}

// BeginWith reports whether any of the substitutes begins with a byte, in lower case.
func (s *Substitutes) BeginWith(first byte) bool { return s.seconds[first] != [4]uint64{} }

// With returns the substitutes that begin with two bytes, in lower case.
func (s *Substitutes) With(first, second byte) []Substitute {
	if s.seconds[first][second/64]>>(second%64)&1 == 0 {
		return nil
	}
	return s.list[[2]byte{first, second}]
}

func newSubstitutes(anywhere bool, list []Substitute) *Substitutes {
	marks := Substitutes{list: map[[2]byte][]Substitute{}, Anywhere: anywhere}
	// Longer ones are found first, but "://" before all: no other begins with it.
	rank := func(s Substitute) int {
		if s.Written == s.Meant {
			return math.MaxInt
		}
		return len(s.Written)
	}
	slices.SortStableFunc(list, func(a, b Substitute) int { return cmp.Compare(rank(b), rank(a)) })
	for _, mark := range list {
		first, second := mark.Written[0], mark.Written[1]
		marks.list[[2]byte{first, second}] = append(marks.list[[2]byte{first, second}], mark)
		marks.seconds[first][second/64] |= 1 << (second % 64)
	}
	return &marks
}

var (
	// InAuthority are the substitutes in an authority, and in an address after
	// "mailto:".
	InAuthority = newSubstitutes(false, slices.Concat(
		bracketed(".", "[.]", "[,]", "[dot]", "[point]", "[period]", "[punkt]", "[punto]", "[ . ]", "[. ]",
			"[ dot ]", " [.] ", " [dot] ", "[[.]]", "[."),
		bracketed("@", "[@]", "[at]", "[arroba]", "[ @ ]", "[ at ]", " [@] ", " [at] "),
		bracketed("/", "[/]"), bracketed(":", "[:]"), bracketed("-", "[-]"), bracketed("www", "[www]"),
		[]Substitute{{".]", "."}, {"[dot", "."}, {"dot]", "."}, {`\.`, "."}, {"^.", "."},
			{" dot ", "."}, {"([.])", "."},
			{"<.>", "."}, {"<dot>", "."}, {"|.|", "."}, {"`.`", "."}, {"\u2024", "."}, {"%2e", "."},
			{"%5b.%5d", "."}},
	))

	// AfterScheme are added after a scheme: before a guess the blank ends another word.
	AfterScheme = newSubstitutes(false, bracketed(".", " [.]"))

	// InSpaced are added if a blank follows "//", since Cisco's filters put a blank
	// before each part.
	InSpaced = newSubstitutes(false, []Substitute{{" .", "."}, {" /", "/"}})

	// InPath are the substitutes after a disguised authority, also of the scheme of a URL in
	// the path.
	InPath = newSubstitutes(true, slices.Concat([]Substitute{{"[dot]", "."}, {"hxxp:", "http:"},
		{"hxxps:", "https:"}, {"hxxp[:]", "http:"}, {"hxxps[:]", "https:"}, {"hxxp%", "http%"},
		{"hxxps%", "https%"}}, bracketed(".", "[.]"),
		bracketed(":", "[:]"), bracketed("/", "[/]"), bracketed("@", "[@]"), bracketed("?", "[?]"),
		bracketed("=", "[=]"), bracketed("-", "[-]")))
)

// brackets are the kinds of brackets around a disguise, also as Markdown escapes them.
var brackets = [][2]string{
	{"[", "]"}, {"(", ")"}, {"{", "}"}, {`\[`, `\]`}, {`\[`, "]"}, {`\(`, `\)`}, {`\(`, ")"},
}

// bracketed returns substitutes for meant, written with each kind of brackets.
func bracketed(meant string, written ...string) []Substitute {
	var list []Substitute
	for _, pair := range brackets {
		for _, w := range written {
			w = strings.ReplaceAll(strings.ReplaceAll(w, "[", pair[0]), "]", pair[1])
			list = append(list, Substitute{w, meant})
		}
	}
	return list
}

// Separators are other forms of the "://" after a scheme, or of the ":" after a scheme
// without "//", and "://" itself.
var Separators = newSubstitutes(true, slices.Concat(
	[]Substitute{{"://", "://"}, {`:\\`, "://"}, {":__", "://"}, {"__", "://"}, {": //", "://"},
		{" ://", "://"}, {" : //", "://"},
		{"%3a%2f%2f", "://"}, {"%3a//", "://"}},
	bracketed("://", "[:]//", "[://]", "[:][//]", "[:][/][/]", ":[//]", ":[/][/]", `[:]\\`, "[:/]/",
		":[/]/", ":/[/]"),
	bracketed(":", "[:]"),
))

// disguisedSchemes are the schemes that may be disguised, each before those with which it
// ends. Brackets may be around some letters of a scheme. insteadOfT holds the
// replacements for a "t", and disguisedEndSet the last bytes of these schemes.
var (
	disguisedSchemes = slices.Concat([]Substitute{
		{"http", "http"}, {"https", "https"}, {"sftp", "sftp"}, {"ftp", "ftp"}, {"ftps", "ftps"},
		{"httx", "http"}, {"httxs", "https"}, {"hzzp", "http"}, {"hzzps", "https"}, {"fxtp", "ftp"},
		{"hxxxp", "http"}, {"hxxxps", "https"},
	}, partBracketed("https", "http", "sftp", "ftps", "ftp"))
	insteadOfT      = octet.SetOf("tTxX*_#+.^-")
	disguisedEndSet = octet.SetOf("pPsSxX])")
)

// partBracketed returns each spelling of schemes with some of the letters in square or
// round brackets, as in "h[tt]p" and "http(s)".
func partBracketed(schemes ...string) (list []Substitute) {
	for _, scheme := range schemes {
		for i := range scheme {
			for end := i + 1; end <= len(scheme); end++ {
				for _, pair := range brackets[:2] {
					written := scheme[:i] + pair[0] + scheme[i:end] + pair[1] + scheme[end:]
					list = append(list, Substitute{written, scheme})
				}
			}
		}
	}
	return list
}

// DisguisedBefore returns the length of the disguised scheme at the end of text, and the
// scheme that is meant. The length is 0 if there is none.
func DisguisedBefore(text []byte) (size int, meant string) {
	n := len(text)
	if n == 0 || !disguisedEndSet[text[n-1]] || UsualBefore(text, n) > 0 {
		return 0, "" // the usual case
	}
	for _, scheme := range disguisedSchemes {
		size = len(scheme.Written)
		if size > n {
			continue
		}
		name, k := text[n-size:], size-1
		for k >= 0 && (octet.Lower(name[k]) == scheme.Written[k] ||
			scheme.Written[k] == 't' && insteadOfT[name[k]]) {
			k--
		}
		if k < 0 && !octet.EqualFold(name, scheme.Meant) {
			return size, scheme.Meant
		}
	}
	return 0, ""
}

// Quotes are the escaped forms of a double quote.
var Quotes = []string{`\u0022`, `\x22`, "&quot;", "&#34;", "&#x22;"}

// Tildes are the ways to write a tilde in the mathematics of TeX.
var Tildes = []string{`$\sim$`, `$^\sim$`, `$\tilde{}$`, `$\tilde{ }$`, `$\tilde{\ }$`}

// NamedEscapes are the names in LaTeX and roff, after a backslash, of characters that
// occur in URLs.
var NamedEscapes = newSubstitutes(true, []Substitute{
	{"(ti", "~"}, {"[ti]", "~"}, {"(hy", "-"}, {"[hy]", "-"}, {"(sh", "#"}, {"[sh]", "#"},
	{"(at", "@"}, {"[at]", "@"}, {"(aq", "'"}, {"[aq]", "'"},
	{"textasciitilde{}", "~"}, {"textasciitilde ", "~"}, {"textasciitilde", "~"},
	{"textunderscore{}", "_"}, {"textunderscore ", "_"}, {"textunderscore", "_"},
	{"allowbreak{}", ""}, {"allowbreak ", ""}, {"allowbreak", ""},
	{"discretionary{}{}{}", ""}, {"penalty0 ", ""},
	{"string~", "~"}, {"~{}", "~"}, {"~{ }", "~"}, {"symbol{126}", "~"}, {"char126 ", "~"},
	{"char126", "~"}, {"char'176 ", "~"}, {"char'176", "~"}, {"char`\\~ ", "~"}, {"char`\\~", "~"},
	{"urltilde{}", "~"}, {"urltilde ", "~"}, {"urltilde", "~"},
})
