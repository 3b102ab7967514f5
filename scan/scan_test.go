package scan

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/corpus"
	"github.com/urlsift/urlsift/internal/testkit"
)

func TestMain(m *testing.M) {
	testkit.CollectLess()
	m.Run()
}

// found is a candidate that remains valid after the next one.
type found struct {
	Kind         Kind
	Start, End   int64
	Line, Column int
	Text         string
	Folds        string
	Before       string
	Truncated    bool
	Escaped      bool
}

func keep(c *Candidate) found {
	return found{c.Kind, c.Start, c.End, c.Line, c.Column, string(c.Text), fmt.Sprint(c.Folds),
		string(c.Before), c.Truncated, c.Escaped}
}

// scanAll returns all candidates that a Scanner with the smallest buffer allowed by
// config finds in r, and checks the invariants.
func scanAll(t testing.TB, r io.Reader, config Config) []found {
	s := NewScanner(r, config)
	s.buf = s.buf[:back+s.room+1]
	return rest(t, s)
}

// rest returns the remaining candidates of s.
func rest(t testing.TB, s *Scanner) []found {
	var list []found
	for {
		c, err := s.Next()
		if err == io.EOF {
			return list
		}
		require.NoError(t, err)
		require.LessOrEqual(t, s.floor, s.pos)
		require.LessOrEqual(t, s.pos, s.got)
		require.LessOrEqual(t, s.end, s.got)
		require.LessOrEqual(t, s.got, len(s.buf))
		list = append(list, keep(c))
	}
}

// checkSpans checks the places of the candidates in text.
func checkSpans(t testing.TB, text string, config Config) {
	s := NewScanner(strings.NewReader(text), config)
	last := int64(0)
	var breaks [][]int
	if config.Lines {
		breaks = lineBreak.FindAllStringIndex(text, -1)
	}
	for {
		c, err := s.Next()
		if err == io.EOF {
			return
		}
		require.NoError(t, err)
		require.LessOrEqual(t, last, c.Start)
		require.Less(t, c.Start, c.End)
		require.LessOrEqual(t, c.End, int64(len(text)))
		if c.Kind != Prefixed && !strings.ContainsAny(text[:c.Start], "\x1b\b") {
			require.True(t, strings.HasSuffix(text[:c.Start], string(c.Before)))
		}
		if last = c.End; c.Kind >= Quoted || config.Guess != 0 {
			last = 0 // candidates within it may follow
		}

		var raw strings.Builder // the span without its folds is the text
		at := c.Start
		for _, f := range c.Folds {
			if c.Restored && f.Notation && f.End == f.Start-1 {
				require.False(t, f.Break) // more is meant than is written
			} else {
				require.Less(t, f.Start, f.End)
				require.Equal(t, f.Break, strings.ContainsAny(text[f.Start:f.End], "\n\r"))
			}
			raw.WriteString(text[at:f.Start])
			require.Equal(t, raw.Len(), f.At)
			at = f.End
		}
		raw.WriteString(text[at:c.End])
		require.Equal(t, raw.Len(), len(c.Text))
		if !c.Restored && !c.Escaped {
			require.Equal(t, raw.String(), string(c.Text))
		}
		for i := range c.Text {
			if text[c.Offset(i)] != raw.String()[i] { // calling require.Equal would take most of the time
				t.Fatalf("byte %d of %q stands at %d of %q", i, raw.String(), c.Offset(i), text)
			}
		}
		if config.Lines {
			before, line := text[:c.Start], 1
			for line <= len(breaks) && breaks[line-1][1] <= int(c.Start) {
				line++
			}
			require.Equal(t, line, c.Line)
			require.Equal(t, len(before)-strings.LastIndexAny(before, "\r\n"), c.Column)
		}
	}
}

var lineBreak = regexp.MustCompile(`\r*\n|\r`)

// In the texts of these tests the candidates are between ⟦ and ⟧.
func TestCandidatesStandBetweenTheMarks(t *testing.T) {
	for kind, texts := range map[Kind][]string{
		Bare: {
			"⟦http://a⟧,joe@b", "⟦http://a⟧;⟦mailto:a@b⟧", "⟦http://a⟧(a@b)", "⟦http://a⟧&gt;a@b",
			"⟦ftp://u,v:p@a⟧",
			"X⟦sftp://a/⟧", "-⟦tftp://a/⟧", "post.⟦ldap://a/⟧", "-⟦svn://a/⟧", "⟦xsvn://a/⟧",
			"%s://a/ $p://a/ ${p}://a/",
			"see ⟦http://a.b/⟧ now", "see ⟦http:\\u002f\\u002Fa.b\\u002fc⟧ now", "⟦http://a.b/⟧",
			"(⟦http://a.b/⟧)", "⟦http://a.b/.⟧ Then",
			"⟦foo://x/⟧", "⟦mailto:a@b⟧", "⟦news:a.b⟧", "⟦mid:a@b⟧", "⟦cid:a@b⟧", "⟦mailserver:a@b⟧",
			"⟦HTTP://A/⟧",
			"⟦svn+ssh://a/⟧", "⟦x-y.z1://a/⟧",
			"post.⟦https://a/⟧", "X⟦http://a/⟧", "1⟦ftp://a/⟧", ".⟦http://a/⟧", "...⟦foo://a/⟧",
			"⟦shttp://a/⟧",
			"⟦http://a⟧\"b", "⟦http://a⟧<b", "⟦http://a/⟧\\b", "⟦http://a/⟧`b", "⟦http://a/⟧|b",
			"⟦http://a/⟧^b", "⟦http://a/é⟧", "⟦http://a/⟧中 b", "⟦http://a/中⟧", "⟦http://é.b/⟧",
			"⟦http://a\xe9.b/⟧ c", "⟦http://a/\xe9⟧", "⟦http://a/⟧\xc7\xeb",
			"⟦http://a/{\\textasciitilde}b⟧", "⟦http://a/$\\sim$b⟧", "⟦http://a/⟧&gt; &lt;⟦http://b/⟧&quot;",
			"⟦http://a/?b&amp;c⟧ ", "⟦http://a/⟧\x00b", "⟦http://a/⟧\x7fb",
			"⟦http://a/(b)⟧ c", "⟦http://a/⟧[b] c", "⟦http://a/b⟧{c} d", "⟦http://a/[b]{c}⟧ d",
			"⟦http://a/b_[c]{d}⟧ e", "⟦http://a/?b[c]=d&{e}⟧ f", "⟦http://a/?b⟧[c] d", "⟦http://a/?b⟧[/c]",
			"⟦http://a/⟧)b", "⟦http://a/⟧(b", "⟦http://a/⟧(⟦http://b/⟧[", "⟦http://a/⟧](⟦http://b/⟧)",
			"⟦http://a/⟧,⟦http://b/⟧;⟦mailto:a@b⟧|⟦ftp://c/⟧", "⟦http://a/,b;c⟧", "⟦http://a/,foo://b/⟧",
			"⟦http://web.example/web/1999/http://b/⟧",
			"⟦http://a⟧{end}", "⟦http://a⟧@{b}", "⟦http://a⟧,0,\"1\"", "⟦http://a⟧(b)", "⟦http://a⟧'",
			"⟦http://a⟧;b", "⟦http://a⟧~b",
			"⟦http://a:80/b⟧", "⟦http://a:/b⟧", "⟦http://a.b:80⟧:c", "⟦http://a:80:b⟧", "⟦http://a:b⟧",
			"⟦http://a:port/b⟧", "⟦http://a.b:80x⟧", "⟦http://a:80x⟧",
			"⟦ftp://u:p@a/b⟧", "⟦ftp://u,v:p@a⟧,b", "⟦http://u@a⟧", "⟦http://1.2.3.4:80/⟧",
			"⟦http://[::1]:80/a⟧", "⟦http://⟧[x]",
			"⟦http://a?b⟧", "⟦http://a#b⟧#c", "⟦http://a/#b⟧#c", "⟦http:///a⟧", "⟦file:///a⟧", "⟦http://⟧ a",
			"⟦http://...⟧ a",
			"Base-URL: ⟦http://a/⟧", "xURL: ⟦http://a/⟧", "URL\n: ⟦http://a/⟧",
			"a <b> ⟦http://a/⟧ > c", "if a < b see ⟦http://a/⟧ > c", "< ⟦http://a/⟧ >",
			"<URL:see ⟦http://a/⟧>", "> <URL:\n> see ⟦http://a/⟧ and more", "<⟦http://a/⟧ b c d e>",
			"<⟦http://a/⟧ ⟦http://b/⟧>", "<⟦http://a/⟧\n\n>", "<⟦http://a/⟧\n⟦ftp://b/⟧>", "<⟦http://a/⟧\"b>",
			"<⟦http://a/⟧<b>",
			"<⟦http://a/⟧\n\nX     [Page 22]\n\f\nRFC 9999     A -> B\n\n   c d e f g h",
			"<xsl:x> <mailto> x:y z:",
			"\"⟦http://a/⟧ b\"", "\"⟦http://a/⟧\nb c\"", "\"⟦http://a/⟧\n<\"",
			"\"⟦http://a/⟧\nb\nc\nd\ne\nf\"",
			"'⟦file:///C:/⟧'-b", "http:/x http:x news: it mailto: x", "12:30 a:b C:\\x ::", "://a", "12://a",
			"mailto:a b", "⟦mailto://a/⟧", "<⟦http://a/⟧|b>", "⟦http://a:hxxp__b/c⟧", "⟦http://joe[@]a⟧",
			"⟦http://a⟧ dot b",
			`\⟦http://a/⟧`, `⟦\x68ttp://a/⟧ b`, `\(⟦http://a/⟧`, `⟦foo:\/\/a⟧/`, `<a href=⟦http:\\a/b⟧>`,
			`x=http:\\a/b`, `"⟦http:\/\/a\/b⟧ c"`,
			`'⟦http:\/\/a\/b'c⟧`, `⟦http:\/\/a\⟧.b`,
			`⟦http:\/\/a⟧(b)`, `(⟦http:\/\/a\/b⟧"`, `<a href="⟦http:\\a\b⟧">`,
		},
		Quoted: {
			"\"⟦http://a/⟧\"", "\"⟦http://a/\nb⟧\"", "\"⟦http://a/\n  b\nc⟧\"", "\"⟦http://a/?b|c(d⟧\"",
			"\"⟦http://a/(b\nc)d⟧\"", "\"⟦file:///E|/a⟧\"", "> \"⟦http://a/\n> b⟧\"", "\"⟦http://a/b⟧\n\"",
			`"⟦http:\/\/a\/b⟧"`, `\"⟦http:\/\/a\/b⟧\"`, `"⟦http:\/\/a\/b(c⟧"`, `"te"+"⟦http://a/⟧"`, `"⟦foo://a.b/⟧"`,
		},
		Prefixed: {
			"URL:⟦http://a/⟧", "URL:⟦fOo://a/b⟧", "URL: ⟦http://a/⟧", "url : ⟦http://a/⟧", "(URL:⟦mailto:a@b⟧)", ".URL:⟦http://a/⟧",
			"<URL: ⟦http://a/⟧ is it, and more> ", "<URL:⟦http://a/⟧ and more words here> b", "<URL:⟦http://a/,⟧ b>",
		},
		Angle: {
			"<⟦http://a/⟧>", "<⟦http://a/\nb⟧>", "<⟦http://a/ b⟧>", "<⟦mailto:a@b⟧>", "<⟦foo://a⟧>", "<<⟦http://a/⟧>>", "a<⟦http://a/⟧ >",
			"<⟦ht\ntp://a/⟧>", "> <⟦ht\n> tp://a/⟧>", "<⟦http:\n//a/⟧>", "<⟦http\n://a/⟧>", "<⟦http:/\n/a⟧>",
			"&lt;⟦http://a/⟧&gt;", "&lt;⟦http://a/\nb⟧&gt;", "&LT;⟦http://a/⟧&GT;", "<⟦http://a/&gt;b⟧>",
			"<⟦http://a/.⟧>", "\\<⟦http://a/⟧\\>", "<⟦http://a/\\⟧>", "x<⟦http://a/\\⟧>", "\\<⟦http://a/⟧>",
		},
		Wrapped: {
			"<URL:⟦http://a/⟧>", "<url:⟦x:y⟧>", "<URL: ⟦http://a/⟧ >", "<URL:\n⟦http://a/⟧\n>", "<URL : ⟦x⟧>", "> <URL:\n> ⟦http://a/⟧>",
			"<URL:⟦ht\ntp://a/⟧>", "<URL:⟦http:\n//a/⟧>", "<URL:⟦http://a/\n      b⟧>", "<URL:⟦http://a/ \t\r\n\tb⟧>", "<URL:⟦http://a/\rb⟧>", "<URL:⟦http://a b⟧>",
			"&lt;URL:⟦http://a/⟧&gt;", "&lt;URL:⟦http://a/?b&amp;c\nd⟧&gt;",
			"<URL:⟦gopher://a/a b c d e f g h i⟧>", "<URL:⟦http://a/b C d⟧>", "<URL:⟦http://a/b\\qc⟧>", "<URL:⟦www.example.com/x⟧>",
			"> <URL:⟦http://a/\n> b⟧>", ">> <URL:⟦http://a/\n>>b⟧>", "| <URL:⟦http://a/\n| b⟧>", ": <URL:⟦http://a/\n: b⟧>",
			"JD> <URL:⟦http://a/\nJD> b⟧>", "> > <URL:⟦http://a/\n>> b⟧>", ">: <URL:⟦http://a/\n>: b⟧>",
			"# <URL:⟦http://a/\n# b⟧>", " * <URL:⟦http://a/\n * b⟧>", "/* <URL:⟦http://a/\n * b⟧>", "-- <URL:⟦http://a/\n-- b⟧>",
			"// <URL:⟦http://a/\n// b⟧>", "; <URL:⟦http://a/\n; b⟧>", "+ <URL:⟦http://a/\n+ b⟧>", "- <URL:⟦http://a/\n- b⟧>",
			"! <URL:⟦http://a/\n! b⟧>", "<    <URL:⟦http://a/\n<    b⟧>", "+<URL:⟦http://a/\n+b⟧>", "+a <URL:⟦http://a/\n+b⟧>",
			"<URL:⟦http://a/\n+b⟧>", "<URL:⟦http://a/\n-b⟧>", "# <URL:⟦http://a/\n## b⟧>",
			"<URL:⟦http://a/\n> b⟧>", "> <URL:⟦http://a/⟧\n> b c d e f", "> <URL:⟦x⟧\n> b c d e f", "> <URL:⟦http://a/⟧\n> b\n> c d e f g", "<URL:⟦http://a/⟧\n> b",
			"> <URL:⟦http://a/\nb\n> c⟧>", "&gt; &lt;URL:⟦http://a/\n&gt; b⟧&gt;",
			"<URL:⟦http://a/\n\n\n  Someone      Standards     [Page 22]\n\f\nRFC 9999       Title      May 1996\n\n\n   b⟧>",
		},
	} {
		for _, marked := range texts {
			text, want := unmark(marked)
			var got []string
			kinds := map[Kind]bool{}
			end := int64(0)
			for _, c := range scanAll(t, strings.NewReader(text), Config{}) {
				if c.Start < end {
					continue // those within a quoted one
				}
				end = c.End
				got = append(got, text[c.Start:c.End])
				kinds[c.Kind] = true
			}
			require.Equal(t, want, got, "%q", text)
			if len(want) > 0 {
				require.Equal(t, map[Kind]bool{kind: true}, kinds, "%q", text)
			}
			checkSpans(t, text, Config{Lines: true})
		}
	}
}

// unmark returns a text without its marks, and the parts between them.
func unmark(marked string) (text string, parts []string) {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(marked, "⟦")
		b.WriteString(before)
		if !ok {
			return b.String(), parts
		}
		part, after, _ := strings.Cut(rest, "⟧")
		b.WriteString(part)
		parts = append(parts, part)
		marked = after
	}
}

const appendix = `      Yes, Jim, I found it under <URL:ftp://info.cern.ch/pub/www/doc;
      type=d> but you can probably pick it up from <URL:ftp://ds.in
      ternic.net/rfc>.  Note the warning in <URL:http://ds.internic.
      net/instructions/overview.html#WARNING>.
`

func TestTooLongCandidatesAreTruncatedAndNotLost(t *testing.T) {
	long := "http://a/" + strings.Repeat("b", 300)
	got := scanAll(t, strings.NewReader(long+" http://c/ <URL:"+long+"> <URL:http://d/\ne>"), Config{MaxURL: 100})
	require.Len(t, got, 4)
	require.Equal(t, long[:100], got[0].Text)
	require.True(t, got[0].Truncated)
	require.Equal(t, "http://c/", got[1].Text)
	require.True(t, got[2].Truncated, "too long a wrapper is none")
	require.Equal(t, "http://d/e", got[3].Text)

	// truncated candidates are not shortened at a bracket or at another limit
	for _, text := range []string{"http://a/(" + long + ")", "ftp://" + strings.Repeat("u", 200) + ":p@a/", "http://a/b,c" + long,
		"http://a/b[c" + long + "&d=e", "http://a/(b&c=d" + long, "ftp://joe:" + strings.Repeat("p", 200) + "@a/",
		"curl ftp://joe:1;" + strings.Repeat("p", 200) + "@a/"} {
		got = scanAll(t, strings.NewReader(text+" "), Config{MaxURL: 100})
		require.Len(t, got, 1)
		require.True(t, got[0].Truncated)
	}
	got = scanAll(t, strings.NewReader(long+",http://b/"), Config{MaxURL: 100})
	require.Len(t, got, 2)
	require.Equal(t, "http://b/", got[1].Text)

	// a URL with escapes is read completely even if those before it were read up to a
	// limit
	escaped := `http:\/\/c\/` + strings.Repeat("d", 85)
	got = scanAll(t, strings.NewReader(`http:\/\/a\/`+strings.Repeat("b", 60)+","+escaped+" "), Config{MaxURL: 100})
	require.Len(t, got, 2)
	require.Equal(t, strings.ReplaceAll(escaped, `\`, ""), got[1].Text)

	exact := long[:100]
	got = scanAll(t, strings.NewReader(exact+" <URL:"+exact+">"), Config{MaxURL: 100})
	require.Len(t, got, 2)
	require.False(t, got[0].Truncated || got[1].Truncated)

	// skipped text ends with the input, even within a character of several bytes
	got = scanAll(t, strings.NewReader(long+"а,"), Config{MaxURL: 100})
	require.Len(t, got, 1)

	// the rest of a truncated URL contains neither URLs nor commands that affect the next
	// one
	for _, rest := range []string{"/http://c/", "/wget"} {
		got = scanAll(t, strings.NewReader(long+rest+" http://d/;e"), Config{MaxURL: 100})
		require.Len(t, got, 2)
		require.Equal(t, "http://d/;e", got[1].Text)
	}
}

func TestACandidateSaysWhetherItIsEscaped(t *testing.T) {
	for text, want := range map[string]bool{
		`http://a.example/b`: false, `http://a.example/b\_c`: true, `http:\/\/a.example\/b`: true, "http://a.exam\u00adple/b": true,
		`<http://a.example/b\-c>`: true, `http://a.example/$\sim$b`: true,
		`http://a.example$\sim$b`: false, // the escape is after it
	} {
		got := scanAll(t, strings.NewReader(text), Config{})
		require.Len(t, got, 1, text)
		require.Equal(t, want, got[0].Escaped, text)
	}
}

func TestAddedSchemesNeedNoSlashes(t *testing.T) {
	text := "x-irc:a X-IRC:b <x-irc:\nc> d,x-irc:e"
	require.Empty(t, scanAll(t, strings.NewReader(text), Config{}))
	var got []string
	for _, c := range scanAll(t, strings.NewReader(text), Config{Schemes: []string{"", "X-Irc", "no scheme"}, Opaque: []string{"", "X-Irc"}}) {
		got = append(got, c.Text)
	}
	require.Equal(t, []string{"x-irc:a", "X-IRC:b", "x-irc:c", "x-irc:e"}, got)
}

type stuckReader struct{}

func (stuckReader) Read([]byte) (int, error) { return 0, nil }

func TestAReaderWithoutBytesIsAnError(t *testing.T) {
	_, err := NewScanner(stuckReader{}, Config{}).Next()
	require.Equal(t, io.ErrNoProgress, err)
}

// A URL is returned once the byte after it has been read, so that the reader of a pipe
// does not wait.
func TestCandidatesAreReturnedAsTheyAreRead(t *testing.T) {
	r, w := io.Pipe()
	s := NewScanner(r, Config{})
	for _, text := range []string{"http://a/ ", "<URL:http://b/>", "mailto:a@b\n", "\"http://c/\""} {
		go io.WriteString(w, text)
		c, err := s.Next()
		require.NoError(t, err)
		require.Contains(t, text, string(c.Text))
	}
	w.Close()
	_, err := s.Next()
	require.Equal(t, io.EOF, err)
}

// After a table, or on a line that is clear by itself, no further line is waited for.
func TestFieldsDoNotWaitForMoreRows(t *testing.T) {
	for _, text := range []string{
		"1,http://a/,b\n2,http://b/,c\n3,http://c/,d\n", "a,b,c,d,e,http://a/,b\n", "see http://a/b,c and more\n", "see http://a/b,c, and\n",
	} {
		s := NewScanner(io.MultiReader(strings.NewReader(text), iotest.ErrReader(errors.New("read on"))), Config{})
		for range strings.Count(text, "://") {
			s.err = nil
			_, err := s.Next()
			require.NoError(t, err)
		}
		require.NoError(t, s.err, text)
	}
}

// With Config.Delimiter, a text is read as a table from its first byte to its last,
// regardless of its lines.
func TestDelimitersSeparateFields(t *testing.T) {
	long := strings.Repeat("x,", 40<<10)
	for delimiter, texts := range map[byte][]string{
		',': {
			"⟦http://a/⟧,b", "⟦http://a/0⟧,1413,,00.html", "a,\"⟦http://b/0,1⟧ c\n\nd ⟦http://e/f,g⟧\n\",⟦http://h/中!⟧,i", "\"" + long + "⟦http://a/b,c⟧ \",⟦http://a/⟧,c",
			"a \"\" ⟦http://b/⟧,c", "\"⟦http://a/⟧\nb\"", "a, ⟦http://b/⟧,c",
			"⟦http://a.example/b⟧,c[.]example", "⟦http://a.example/(b)⟧,(c),d[.]example", "x ⟦http://a.example/b⟧{a,c}", "⟦mailto:a@b⟧,c", `"⟦http:\/\/a.example\/b,c⟧"`,
		},
		'\t': {"⟦http://a/b,c⟧\tx", "a\t\"⟦http://b/⟧\tc\"\t⟦http://d/中⟧\te", "a,b,c,d,e,f,⟦http://a/b,c⟧"},
	} {
		for _, marked := range texts {
			text, want := unmark(marked)
			var got []string
			for _, c := range scanAll(t, strings.NewReader(text), Config{Delimiter: delimiter}) {
				got = append(got, text[c.Start:c.End])
			}
			require.Equal(t, want, got, "%.80q", text)
		}
	}
}

func TestGuessesStandBetweenTheMarks(t *testing.T) {
	local := strings.Repeat("a", maxLocal)
	for _, test := range []struct {
		config Config
		texts  []string
	}{
		{Config{Guess: GuessWWW}, []string{
			"see ⟦www.a.example/b⟧ c", "⟦FTP.a.example⟧", "⟦www22.a.example⟧", "www333.a.example", "xwww.a.example", "éwww.a.example", "中⟦www.a.example⟧", "“⟦www.a.example⟧",
			"/www.a.example", "//⟦www.a.example⟧", "(//⟦www.a.example⟧", ".//www.a.example",
			"⟦www.a.example/⟧", "x://www.a.example", "x:⟦www.a.example⟧", "-www.a.example", "www.a.other", "www.a.example\xe9b", "⟦www.a.example⟧.\xe9b", "⟦www.a.example⟧-.", "joe@www.a.example",
			"⟦www.a.example:8080⟧.", "⟦www.a.example:8080⟧: b", "⟦www.a.example⟧ 80 b", "⟦www.a.example⟧:80b", "⟦www.a.example⟧:80.b", "⟦www.a.example⟧:80:b", "⟦www.a.example⟧: b", "www.a.example:80 b", "⟦www.a.example:80/b⟧", "www.a.example%b", "www.a[.]example",
			"⟦www.a.example⟧:/b", "a dot ⟦www.b.example⟧", "a[-]⟦www.b.example⟧", "a[.]b(⟦www.b.example⟧", "-[.]⟦www.b.example⟧", "é[.]www.b.example",
		}},
		{Config{Guess: GuessHostPath}, []string{
			"⟦a.example:/b/c⟧", "a.other:/b", "⟦joe@a.example:/b⟧", "joe@a.example:b/c", "@a.example:/b", "x/a.example:/b", "a.example:/-b", "a.example:/ b", "a.example:/[b", ":/b", "a.example/b",
			"/⟦a.example:/b⟧", "x:/a.example:/b", "⟦a.example:b/c⟧", "a.example:b//c", "a.example:b/ c", "a.example:8/b", "a.example:.b/c", "a.example:-b/c", "a.example:b", "a.example:b.c",
			"⟦a.example:b.tar.Z⟧", "⟦a.example:b.zip.⟧", "⟦a.example:b.zip*⟧", "a.example:.zip", "a.example:", "a.example:/b{c,d}", "⟦a.example:/b⟧,/c", "⟦a.example:/b,c⟧",
			"⟦a-b_c.example:/d⟧", "⟦é.example:/b⟧", "中⟦a.example:/b⟧", "“⟦a.example:/b⟧",
		}},
		{Config{Guess: GuessMail}, []string{
			"see ⟦joe@a.example⟧.", "joe@a.other", "joe@", "@a.example", "joe.@a.example", "/joe@a.example", "⟦éjoe@a.example⟧", "+⟦joe@a.example⟧", "x......⟦joe@a.example⟧", "x--⟦joe@a.example⟧", "⟦x-joe@a.example⟧",
			"⟦" + local + "@a.example⟧", local + "a@a.example", "from=⟦joe@a.example⟧", "x&to=⟦joe@a.example⟧", "⟦x=joe@a.example⟧", "⟦from=@a.example⟧", "joe@a.example\xe9b", "joe@\xe9b", "a[.]joe@b.example",
		}},
		{Config{Guess: GuessDomain}, []string{"see ⟦a.example/b⟧ c", "⟦a.example/⟧ b", "a.example//b", "a.other/b", "/a.example/b", "//⟦a.example/b⟧", "joe@a.example/b", "⟦éa.example/b⟧", "a.example", "a.example:b"}},
		{Config{Guess: GuessWWW | GuessHostPath}, []string{"⟦www.a.example:/b⟧", "⟦www.a.example:8080⟧", "⟦www.a.example/b/c⟧"}},
		{Config{Guess: GuessMail, Deobfuscate: true}, []string{"⟦joe[@]a.example⟧", "⟦joe(at)a[.]example⟧", "⟦a[.]joe@b.example⟧", "joe[:]a.example", "joe[at]a.other"}},
		{Config{Guess: GuessWWW | GuessDomain, Deobfuscate: true}, []string{"⟦a[.]example⟧", "⟦www[.]a.example⟧"}},
		{Config{Guess: GuessDomain, Deobfuscate: true}, []string{
			"see ⟦a[.]example⟧ b", "⟦a[.]b[.]example⟧", "⟦a[.]example/b⟧", "⟦a[.]example:80⟧ b", "a[.]other", "/a[.]example", "a[@]b.example", "a[:]b.example", "a[-]b.example", "a@b[.]example",
		}},
	} {
		test.config.IsTopLevel = isExample
		for _, marked := range test.texts {
			text, want := unmark(marked)
			var got []string
			for _, c := range scanAll(t, strings.NewReader(text), test.config) {
				got = append(got, text[c.Start:c.End])
			}
			require.Equal(t, want, got, "%v in %q", test.config.Guess, text)
		}
	}
}

func TestAURLAfterAGuessIsNoGuess(t *testing.T) {
	for _, text := range []string{"see a@b.example and http://c.example/ there", "a@b.example+mailto:c@b.example"} {
		s := NewScanner(strings.NewReader(text), Config{Guess: GuessMail})
		for _, want := range []Guess{GuessMail, 0} {
			c, err := s.Next()
			require.NoError(t, err)
			require.Equal(t, want, c.Guess, "%s", c.Text)
		}
	}
}

func TestAGuessEndsWithItsField(t *testing.T) {
	for text, want := range map[string]string{
		"a,www.b.example/c,d":  "www.b.example/c",
		"a,joe@b.example(c),d": "joe@b.example", // the field continues
	} {
		got := scanAll(t, strings.NewReader(text), Config{Guess: GuessWWW | GuessMail, Delimiter: ','})
		require.Len(t, got, 1, text)
		require.Equal(t, want, got[0].Text)
	}
}

func TestAnAddressHasNoPathAndIsNoPartOfAPathThroughHosts(t *testing.T) {
	for text, want := range map[string]int{"a@b.example/c": 1, "a@b.example//c": 1, "a@b.example!c": 0, "a@b.example@c": 0, "a@b.example:/c": 0} {
		got := scanAll(t, strings.NewReader(text), Config{Guess: GuessMail})
		require.Len(t, got, want, text)
		for _, c := range got {
			require.Equal(t, "a@b.example", c.Text)
		}
	}
}

func TestAHostThatGoesOnBeforeADisguisedDotIsNoGuess(t *testing.T) {
	got := scanAll(t, strings.NewReader("a[.]www.b.example www.c.example"), Config{Guess: GuessWWW})
	require.Len(t, got, 1)
	require.Equal(t, "www.c.example", string(got[0].Text))
}

// If many guesses could begin within another one, each would be read to its end.
func TestFewGuessesBeginInALongOne(t *testing.T) {
	got := scanAll(t, strings.NewReader("www.a.example/"+strings.Repeat("=www.b.example/", 1000)+" www.c.example"), Config{Guess: GuessWWW})
	require.Greater(t, len(got), 2)
	require.Less(t, len(got), 100)
	require.Equal(t, "www.c.example", got[len(got)-1].Text)
}

// A guess above the length limit hides no candidates in its rest, and no candidates that
// begin in it.
func TestATooLongGuessHidesNothing(t *testing.T) {
	for _, text := range []string{"www.a.example/bbbbbbbb/http://c.example/d", "a@b.example+foo://c.example/dddddddddddd"} {
		config := Config{Guess: GuessWWW | GuessMail}
		want := scanAll(t, strings.NewReader(text), config)
		require.Greater(t, len(want), 1)
		config.MaxURL = 20
		require.Len(t, scanAll(t, strings.NewReader(text), config), len(want), text)
	}
}

func TestTheRestOfATooLongCandidateDecidesNothing(t *testing.T) {
	for text, longest := range map[string]int{
		"a.example/http://a.example/ ,é}":                  7,
		"a.example/http://c.example/http://? http://":      10,
		"a.example/foo://mailto:-:/\n,":                    9,
		"h.example:/foo://.h.example:/\né":                 7,
		"&mailto:é@bbbbbbbbbb(":                            8,
		"mailto:http://\n":                                 6,
		"[.]http://c.example/a.example/h.example:/foo:// ": 25,
	} {
		config := Config{MaxURL: longest, Guess: GuessAll, IsTopLevel: isExample}
		whole := NewScanner(strings.NewReader(text), config)
		bytewise := NewScanner(iotest.OneByteReader(strings.NewReader(text)), config)
		for err := error(nil); err == nil; {
			var want, got *Candidate
			want, err = whole.Next()
			got, _ = bytewise.Next()
			require.Equal(t, want, got, text)
		}
	}
}

func TestNothingContinuesAGuess(t *testing.T) {
	s := NewScanner(strings.NewReader("www.a.example//b\nc/d"), Config{Guess: GuessWWW})
	_, err := s.Next()
	require.NoError(t, err)
	_, ok := s.Continue(Piece{}, 0)
	require.False(t, ok)
}

func TestContinueReturnsTheNextLines(t *testing.T) {
	s := NewScanner(strings.NewReader("> see http://a/b/ \n>  c/d\n> e.html, and\n> f"), Config{})
	c, err := s.Next()
	require.NoError(t, err)
	require.Equal(t, "http://a/b/", string(c.Text))
	for range 2 { // the second answer is the same
		p, ok := s.Continue(Piece{}, 0)
		require.True(t, ok)
		require.Equal(t, "c/d", string(p.Text))
		require.Equal(t, len("> see http://a/b/"), p.Width)
		p, ok = s.Continue(p, 0)
		require.True(t, ok)
		require.Equal(t, "e.html,", string(p.Text))
		_, ok = s.Continue(p, 0)
		require.False(t, ok, "it does not run to the end of its line")
	}
	require.Equal(t, "http://a/b/", string(c.Text), "the candidate stays valid")
}

func TestContinueDoesNotWaitAfterNarrowLines(t *testing.T) {
	s := NewScanner(io.MultiReader(strings.NewReader("see http://a/\n"), iotest.ErrReader(errors.New("read on"))), Config{})
	_, err := s.Next()
	require.NoError(t, err)
	_, ok := s.Continue(Piece{}, len("see http://a/")+1)
	require.False(t, ok)
	require.NoError(t, s.err)
}

func TestContinueStopsWhereAnotherTextBegins(t *testing.T) {
	for _, text := range []string{
		"http://a/ b", "http://a/\n\nb", "http://a/\n> b", "> http://a/\nb", "http://a/\n(b", "http://a/", "\"http://a/\"\nb",
	} {
		s := NewScanner(strings.NewReader(text), Config{})
		_, err := s.Next()
		require.NoError(t, err)
		_, ok := s.Continue(Piece{}, 0)
		require.False(t, ok, "%q", text)
	}
}

// Text in brackets or quotes is one candidate. If it may not be a URL, the candidates
// that it would have without them follow.
func TestCandidatesInsideADoubtfulOneAreFoundToo(t *testing.T) {
	for text, want := range map[string]string{
		"<URL:(http://a/b)>":           "http://a/b",
		"<URL:a/http://b/>":            "http://b/",
		"<URL::http://b/>":             "http://b/",
		"<URL://http://a/\n   b.html>": "http://a/",
		"\"http://a/?b=#c\n#\">":       "http://a/?b=#c",
		"\"http://a/b\nc http://d/\"":  "http://a/b",
	} {
		s := NewScanner(strings.NewReader(text), Config{Lines: true})
		c, err := s.Next()
		require.NoError(t, err)
		if end := c.End; c.Kind >= Quoted {
			c, err = s.Next()
			require.NoError(t, err)
			require.Less(t, c.Start, end)
		}
		require.Contains(t, []Kind{Bare, Prefixed}, c.Kind)
		require.Equal(t, want, string(c.Text))
		require.Equal(t, 1, c.Line)
	}
	for _, text := range []string{"<URL:x>", "<URL:a:http://b/>", "<URL:http://a/\nb>", "<http://a/\nhttp:b>", "\"http://a/\""} {
		require.Len(t, scanAll(t, strings.NewReader(text), Config{}), 1, text)
	}
}

func TestTheEndOfAURLDoesNotDependOnTheURLBefore(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"http://a/[http://b/(y%29z", "http://b/(y%29z"},
		{"http://a/#[http://b/(x#)y", "http://b/(x#)y"},
		{"'http://a/[http://b/(x'y)z", "http://b/(x'y)z"},
		{"{x}http://a/[http://b/(x{y)z", "http://b/"},
		{"@uref{http://a/[http://b/(x,y)z", "http://b/(x,y)z"},
	} {
		list := scanAll(t, strings.NewReader(test.text), Config{})
		require.Len(t, list, 2, test.text)
		require.Equal(t, test.want, list[1].Text, test.text)
	}

	pieces := []string{"http://a/", "http://b/?", "(", ")", "[", "]", "{", "}", "%29", "#", "?", "&x=1", "x", "'", "/", " ", "\n", "@uref{", ","}
	r := rand.New(rand.NewPCG(1, 2))
	s := NewScanner(nil, Config{})
	scanned := func(text string) []found {
		s.Reset(strings.NewReader(text))
		return rest(t, s)
	}
	for range 5000 {
		var b strings.Builder
		for range 3 + r.IntN(14) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		text := b.String()
		for _, c := range scanned(text) {
			before := strings.ReplaceAll(text[:c.Start], ":", "-")
			list := scanned(before + text[c.Start:])
			require.NotEmpty(t, list, text)
			require.Equal(t, c.Start, list[0].Start, text)
			require.Equal(t, c.End, list[0].End, text)
		}
	}
}

// Reset forgets the previous input.
func TestResetForgetsTheLastInput(t *testing.T) {
	for _, test := range []struct {
		config      Config
		first, next string
	}{
		{Config{}, `http:\/\/a\/b`, `http:\/\/c\/d`}, {Config{Delimiter: ','}, `"x http://a/,b`, "http://a/b,c"}, {Config{MaxURL: 10}, "http://a/bcd ", "http://b/"},
		{Config{Guess: GuessWWW}, strings.Repeat("x", longGuess) + " www.a.example/b", "www.b.example"}, {Config{Lines: true}, "\n\nhttp://a/", "http://b/"}, {Config{}, "\x1b[31mhttp://a/", "http://b/\x1b[32mc"},
	} {
		want := scanAll(t, strings.NewReader(test.next), test.config)
		s := NewScanner(strings.NewReader(test.first), test.config)
		_, err := s.Next()
		require.NoError(t, err)
		s.Reset(strings.NewReader(test.next))
		require.Equal(t, want, rest(t, s), test.next)
	}
}

// Results do not depend on how the input is divided into reads, or on its position in the
// buffer.
func FuzzCutsDoNotMatter(f *testing.F) {
	extracts, err := corpus.Extracts()
	require.NoError(f, err)
	for _, e := range extracts {
		f.Add(e.Text, uint16(3), uint16(1000))
		f.Add(e.Text, uint16(1), uint16(960)) // without options
	}
	for name := range corpus.WorstCases() {
		f.Add(string(corpus.Worst(name, 400)), uint16(7), uint16(5000))
	}
	options, err := corpus.Options()
	require.NoError(f, err)
	for _, e := range options {
		f.Add(e.Text, uint16(2), uint16(5))
	}
	f.Add(appendix, uint16(1), uint16(12000))
	f.Add("see http://a.example, b", uint16(1), uint16(0))
	f.Add("http://a.example/c_\b_\bé names://_\b_\bx://)", uint16(1), uint16(1))
	f.Fuzz(func(t *testing.T, text string, cut, pad uint16) {
		if len(text) > 1<<12 {
			return
		}
		config := Config{MaxURL: 80, Lines: true, IRI: pad%2 > 0, Deobfuscate: pad%3 > 0, Guess: Guess(pad % 16), Delimiter: []byte{0, 0, ',', '\t', 0}[pad%5]}
		checkSpans(t, text, config)
		want := scanAll(t, strings.NewReader(text), config)
		got := scanAll(t, iotest.OneByteReader(strings.NewReader(text)), config)
		require.Equal(t, want, got, "%q byte by byte", text)
		if !NewScanner(nil, config).MayFind([]byte(text)) {
			require.Empty(t, want, "%q", text)
		}

		everywhere := func(r io.Reader) []found { // since padding moves the samples
			s := NewScanner(r, config)
			s.buf, s.escapes.seen = s.buf[:back+s.room+1], true
			return rest(t, s)
		}
		before := strings.Repeat(strings.Repeat("x", 63)+"\n", int(pad)/64)
		want, got = everywhere(strings.NewReader(text)), everywhere(&cutReader{before + text, int(cut)%4096 + 1})
		for i := range got {
			got[i].Start -= int64(len(before))
			got[i].End -= int64(len(before))
			got[i].Line -= len(before) / 64
			got[i].Folds, want[i].Folds = "", ""
			if n := len(want[i].Before); n < 4 {
				got[i].Before = got[i].Before[max(0, len(got[i].Before)-n):] // there was less text before it
			}
		}
		require.Equal(t, want, got, "%q after %d bytes, cut at %d", text, len(before), cut)
	})
}

// A cutReader returns n bytes at a time.
type cutReader struct {
	text string
	n    int
}

func (r *cutReader) Read(p []byte) (int, error) {
	if r.text == "" {
		return 0, io.EOF
	}
	n := copy(p[:min(r.n, len(p))], r.text)
	r.text = r.text[n:]
	return n, nil
}

func TestNamesOfKindsAreMarshaledAndReadBack(t *testing.T) {
	for k := range Kind(len(kindNames)) {
		text, err := k.MarshalText()
		require.NoError(t, err)
		require.Equal(t, k.String(), string(text))
		var again Kind
		require.NoError(t, again.UnmarshalText(text))
		require.Equal(t, k, again)
	}
	none, again := Kind(len(kindNames)), Wrapped
	_, err := none.MarshalText()
	require.Error(t, err)
	require.Equal(t, "Kind(6)", none.String())
	require.Error(t, again.UnmarshalText([]byte(none.String())))
	require.Equal(t, Wrapped, again)
}

func TestALineEndsAtACR(t *testing.T) {
	c := scanAll(t, strings.NewReader("a\rhttp://b/"), Config{Lines: true})
	require.Equal(t, 2, c[0].Line)
}

func TestTheTextAroundACandidateIsThatOfItsLine(t *testing.T) {
	long := strings.Repeat("x", 2000)
	for _, c := range []struct{ text, before, after string }{
		{"http://a.example/", "", ""},
		{"a line\nsee http://a.example/ there\r\nand more", "see ", " there"},
		{"\rsee <URL:http://a.example/\n  b> there\n", "see <URL:", "> there"},
		{"http://a.example/ \n", "", " "},
		{long + " http://a.example/ " + long, long[:9] + " ", " " + long[:9]},
		{long + long + long + " http://a.example/ there", long[:9] + " ", " there"},
	} {
		for _, r := range []io.Reader{strings.NewReader(c.text), iotest.OneByteReader(strings.NewReader(c.text))} {
			s := NewScanner(r, Config{})
			found, err := s.Next()
			require.NoError(t, err)
			before, after := s.Around(found.Start, found.End, 0, 0, 10)
			require.Equal(t, c.before, string(before), c.text)
			require.Equal(t, c.after, string(after), c.text)
			before, after = s.Around(found.Start, found.End, 0, 0, 1<<20)
			require.LessOrEqual(t, max(len(before), len(after)), 1<<10, "however much is asked for")
			_, err = s.Next()
			require.Equal(t, io.EOF, err)
		}
	}
}

func TestTheLinesAroundACandidateAreThoseAskedFor(t *testing.T) {
	const text = "zero\none\r\ntwo\rsee http://a.example/ there\r\r\n\nfour\nfive"
	for _, c := range []struct {
		above, below, n int
		before, after   string
	}{
		{0, 0, 99, "see ", " there"},
		{1, 1, 99, "two\rsee ", " there\r\r\n"},
		{2, 2, 99, "one\r\ntwo\rsee ", " there\r\r\n\nfour"},
		{9, 9, 99, "zero\none\r\ntwo\rsee ", " there\r\r\n\nfour\nfive"},
		{9, 9, 7, "wo\rsee ", " there\r"},
	} {
		for _, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text))} {
			s := NewScanner(r, Config{})
			found, err := s.Next()
			require.NoError(t, err)
			before, after := s.Around(found.Start, found.End, c.above, c.below, c.n)
			require.Equal(t, c.before, string(before))
			require.Equal(t, c.after, string(after))
		}
	}
}

func TestTheFirstRowShowsTheDelimiter(t *testing.T) {
	for text, want := range map[string]byte{
		"": ',', "a": ',', "a,b;c": ',', "a;b": ';', "a|b;c|d": '|', "a\tb\n,,,": '\t', "\"a,b,c\";d\n": ';', "\na;b\n": ';', "sep=;\n1,2": ';',
	} {
		for _, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text))} {
			s := NewScanner(r, Config{Delimiter: AnyDelimiter})
			_, err := s.Next()
			require.Equal(t, io.EOF, err)
			require.Equal(t, string(want), string(s.delimiter), "%q", text)
			s.Reset(strings.NewReader("a;b"))
			_, _ = s.Next()
			require.Equal(t, ";", string(s.delimiter), "%q", text)
		}
	}
}
