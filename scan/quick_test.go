package scan

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/corpus"
	"github.com/urlsift/urlsift/scan/internal/terminal"
)

// byRules is Next without quick and listed.
func (s *Scanner) byRules() (*Candidate, error) {
	s.found.next, s.found.longer, s.found.enclosed, s.found.Guess = 0, 0, 0, 0
	for s.skipping {
		if len(s.buf)-s.pos < ahead {
			s.slide(s.pos)
		}
		size := s.bareAt(s.pos, hostPart, s.iri)
		s.pos, s.skipping = s.pos+size, size > 0
		s.floor = s.pos
	}
	for {
		i, err := s.search()
		if err != nil {
			return nil, err
		}
		if s.inspect(i-inspected, i+inspected/4); s.pos > i && s.candidateAt(i) {
			break
		}
	}
	if s.terminal.folding {
		s.unfold(&s.found.Candidate)
	}
	return &s.found.Candidate, nil
}

// ofNames is a Config with top-level domains.
var ofNames = Config{IsTopLevel: func(name []byte) bool { return string(name) == "example" }}

// sameByRules checks that the candidates of text are those of the rules alone.
func sameByRules(t *testing.T, quick, rules *Scanner, text string) {
	quick.Reset(strings.NewReader(text))
	rules.Reset(strings.NewReader(text))
	for {
		c, err := quick.Next()
		r, ruled := rules.byRules()
		require.Equal(t, ruled, err, "%q", text)
		if err == io.EOF {
			return
		}
		want, got := keep(r), keep(c)
		if c.Plain && terminal.Has([]byte(text)) { // the end of a sequence may be in it
			want.Before, got.Before = want.Before[len(want.Before)-1:], got.Before[len(got.Before)-1:]
		}
		require.Equal(t, want, got, "%q", text)
		require.Equal(t, r.Whole, c.Whole, "%q", text)
		require.Equal(t, r.Flaw, c.Flaw, "%q", text)
	}
}

// texts returns those of the corpus.
func texts(t testing.TB) (texts []string) {
	all, err := corpus.Extracts()
	require.NoError(t, err)
	for _, one := range all {
		texts = append(texts, one.Text)
	}
	return texts
}

// Most candidates are found without the rules, which find the same.
func TestPlainCandidatesAreThoseOfTheRules(t *testing.T) {
	quick, rules := NewScanner(nil, ofNames), NewScanner(nil, ofNames)
	for _, text := range texts(t) {
		sameByRules(t, quick, rules, text)
	}
	left := []string{"", " ", "  ", "\n", "\r\n", "\n\n", "\r\n\r\n", "\t", "\n \t", ": ", "- ",
		"URL: ", "URL :  ", "uri:\n",
		"URL\n ", "url  ",
		"<", "< ", "<\n", "<\r\n  ", "<s\n", "<URL:\n", "&lt;\n  ", "(", " (", "see\n(", "see ", "see, ", "> ", "| ",
		"* ", "\x1b[1m", "\b\b  ", "http://b.example/a-\n   ", "http://b.example/x ", "\"", "'", "[", "{", "}"}
	right := []string{"", "\n", "\r\n", " x", ".\n", ", y", ")", ") x", ">", ">\n", "\"", "\t", " \n  b",
		".\nexample/x", ". \r\n> example/", "-\nx", ":\n80/"}
	for _, before := range []string{"", "text", "text ", "a <", "<", "x <s", "|", "{}"} {
		for _, l := range left {
			for _, url := range []string{"http://a.example/b", "ftp://a.example", "https://a.example/b.", "http://a"} {
				for _, r := range right {
					sameByRules(t, quick, rules, before+l+url+r)
					sameByRules(t, quick, rules, before+l+"s"+l+url+r+l+url)
					sameByRules(t, quick, rules, before+url+l+url+l+url+r)
				}
			}
		}
	}
}

// FuzzPlainCandidatesAreThoseOfTheRules compares the candidates of any text.
func FuzzPlainCandidatesAreThoseOfTheRules(f *testing.F) {
	for _, text := range texts(f) {
		f.Add(text)
	}
	f.Add("0\b0\b00&c0") // folding moves the escape
	f.Add(";\n://")      // no bracket, although a mark that may be one
	f.Add("http://a.example/x\x1b/ //see http://b.example/y ")
	f.Add("200 http://www.host.exa.../x, http://w")
	f.Add("N\bNA\bAM\bME of this text, http://a.example. It is at http://b.example.\n")
	f.Add("x\bxxxxxxx http://.\x9fx\tx")
	for _, before := range []string{"klm ", "klm<", "klm<URL:", "klm(", "klm\f", "klm\v<"} { // in JIS
		f.Add("\x1b$Bbcdefghij" + before + "http://a.example/b> x http://b.example/c")
	}
	quick, rules := NewScanner(nil, ofNames), NewScanner(nil, ofNames)
	f.Fuzz(func(t *testing.T, text string) { sameByRules(t, quick, rules, text) })
}
