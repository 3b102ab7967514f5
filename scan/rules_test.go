package scan

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/internal/octet"
)

// The tables in this file are the rules. A rule that looks to the right begins at "⟦" and
// ends at "⟧". One that looks to the left begins at "⟧" and ends at "⟦". If the marks are
// adjacent, the rule does not match.

// memory returns a text that is completely in memory.
func memory(s string, config Config) *text {
	t := &NewScanner(nil, config).text
	return &text{settings: t.settings, buf: []byte(s), end: len(s)}
}

// span returns a text without its marks, and the offsets of the marks.
func span(t *testing.T, marked string) (text string, from, to int) {
	from, to = strings.Index(marked, "⟦"), strings.Index(marked, "⟧")-len("⟦")
	require.True(t, from >= 0 && to >= from, marked)
	return marked[:from] + marked[from+len("⟦"):to+len("⟦")] + marked[to+len("⟦⟧"):], from, to
}

const far = 1 << 10 // larger than any limit that matters in a table

func hostEnd(t *text, i int) int {
	return t.host(i, far)
}

// orElse returns what a rule has found, or i if there is nothing.
func orElse(i int) func(at int, ok bool) int {
	return func(at int, ok bool) int {
		if ok {
			return at
		}
		return i
	}
}

func TestRulesToTheRightEndAtTheMark(t *testing.T) {
	for name, rule := range map[string]struct {
		end   func(t *text, i int) int
		texts []string
	}{
		"newline": {func(t *text, i int) int { return i + t.newline(i) }, []string{
			"⟦\n⟧a", "⟦\r\n⟧", "⟦\r\r\n⟧", "⟦\r⟧a", "⟦\r⟧\ra", "⟦⟧a", "⟦⟧", "⟦⟧\v",
		}},
		"host": {hostEnd, []string{
			"⟦a.b-c_d⟧/", "⟦a%41⟧", "⟦a⟧%4", "⟦⟧/", "⟦é.example⟧/", "⟦中.example⟧/", "⟦c✶.example⟧/",
			"⟦a.example⟧→b", "⟦a⟧€、b.example/", "⟦a⟧(b)", "⟦a⟧@b", "⟦⟧ a",
			"⟦a⟧−b.example/", "⟦a" + strings.Repeat("€", 83) + ".b⟧/",
			"⟦a⟧" + strings.Repeat("€", 84) + ".b/",
		}},
		"literal": {(*text).literal, []string{"⟦[::1]⟧/", "⟦[ffff::1.2.3.4]⟧", "⟦⟧[::x]", "⟦⟧[::1", "⟦[]⟧"}},
		"user": {func(t *text, i int) int {
			at, ok, _ := t.userEnd(i, far)
			return orElse(i)(at, ok)
		}, []string{
			"⟦joe⟧@a", "⟦joe:pw⟧@a", "⟦a:b@c⟧@d", "⟦⟧a.example,joe@b", "⟦u,v:p⟧@a", "⟦joe⟧@/", "⟦joe⟧@[::1]",
			"⟦⟧a,http://b@c", "⟦⟧a b@c",
		}},
		"port": {func(t *text, i int) int { return t.port(0, 0, i, far) }, []string{
			"a⟦:80⟧/", "a⟦:80⟧ ", "a⟦:⟧/", "a.b⟦:80⟧:b", "a.b⟦:80x⟧", "a⟦:80:b⟧", "a⟦:80:b⟧ ", "a⟦:port⟧/",
			"a⟦:port⟧ x", "a.b⟦:port⟧ x",
			"a.b⟦:xx⟧ ", "a.b⟦⟧:see x", "a⟦:see⟧ x", "a⟦⟧:http://b/", "a⟦⟧/",
		}},
		"placeholder": {(*text).template, []string{
			"a.⟦%⟧s", "a⟦:$⟧{port}", "a⟦:<⟧port>", "a⟦⟧:<b>", "a⟦:{⟧{p}}", "a⟦[⟧:port]", "a⟦⟧[:a]",
			"a⟦@$⟧host", "a.⟦*⟧.b", "a⟦⟧*b", "a⟦⟧ ",
		}},
		"pattern": {(*text).template, []string{"a.⟦*⟧.b", "a.⟦*⟧/", "a⟦⟧*.b", "a⟦\\⟧.b", "a⟦\\⟧d+", "a⟦⟧\\d",
			"a⟦(⟧?:b)", "a⟦(⟧.*)", "a⟦⟧(b)", "a⟦[⟧a-z]", "a⟦[⟧^b]", "a⟦⟧[1]"}},
		"separator": {func(t *text, i int) int {
			if t.splits(i) {
				return i + 1
			}
			return i
		}, []string{
			"a⟦,⟧http://b", "a⟦;⟧mailto:b", "a⟦⟧,foo://b", "a⟦⟧,b", "a⟦,⟧C:\\b", "a⟦;⟧%TEMP%\\b", "a⟦&⟧gt;",
			"a⟦&⟧amp;lt;", "a⟦&⟧#x22;", "a⟦⟧&amp;b", "a⟦&⟧amp;amp;lt;", "a⟦⟧&amp;amp;amp;b",
			"a⟦⟧&amp;amp;amp;lt;", "a⟦⟧,mailto b",
			"a⟦⟧;%TEMP1\\b", "a⟦⟧;%%\\b", "a⟦⟧;%TEMP%b", "a⟦⟧,1:\\b", "a⟦⟧&b=c",
		}},
		"entity without width": {func(t *text, i int) int {
			if t.isForeign(0, i, far) {
				return i + 1
			}
			return i
		}, []string{"a⟦&⟧shy;b", "a⟦&⟧#8203;b", "a⟦⟧&amp;b", "a⟦⟧&shy; b"}},
		"marks without width": {func(t *text, i int) int { return i + t.invisible(i) },
			[]string{"a⟦\u00ad⟧b", "a⟦\u200b\u2060⟧b", "a⟦⟧\u00ad b", "a⟦⟧\u200bhttp://b",
				"a⟦" + strings.Repeat("\u200b", 16) + "⟧b", "a⟦⟧" + strings.Repeat("\u200b", 17) + "b"}},
		"word of a host": {func(t *text, i int) int { return i + t.charAt(i, hostPart, t.iri) }, []string{
			"a⟦é⟧", "a⟦я⟧", "a⟦⟧中", "a⟦·⟧b", "a⟦⟧·", "a⟦⟧’b", "a⟦⟧\xe9b",
		}},
		"word of a path": {func(t *text, i int) int { return i + t.charAt(i, pathPart, t.iri) }, []string{
			"/l⟦’⟧été", "/joe⟦⟧’s", "/a⟦–⟧b", "/a⟦⟧– b", "/caf⟦\xe9⟧", "/caf⟦\xe9\xe8⟧", "/a⟦⟧\xc7\xeb",
			"/a⟦⟧“b", "/a⟦⟧中", "/a⟦⟧–http://b/", "/中⟦⟧·文",
		}},
		"character of an IRI": {func(t *text, i int) int { return i + t.charAt(i, queryPart, true) },
			[]string{"?⟦中⟧", "?中⟦·⟧文", "?中⟦⟧·“", "?⟦€⟧", "?⟦\ue000⟧", "?⟦⟧“"}},
		"octets": {func(t *text, i int) int { return i + t.octetsAt(i) },
			[]string{"/caf⟦\xe9⟧ ", "/a⟦\x92⟧t ", "/joe⟦⟧\x92s ", "/a⟦\x83⟧Ab", "\x82\xb1 /a⟦⟧\x83Ab", "/a⟦⟧\xa0b", "/a⟦⟧\xd7b", "/a⟦⟧\xa4\xa4",
				"/a⟦" + strings.Repeat("\xff", 63) + "⟧", "/a⟦⟧" + strings.Repeat("\xff", 64)}},
		"octet of a host": {func(t *text, i int) int {
			if t.isForeign(0, i, far) {
				return i + 1
			}
			return i
		}, []string{"a⟦\xe9⟧b", "a⟦\x8a⟧\xe9", "a⟦⟧\xa0b", "a⟦\xa0⟧\xe9", "a⟦\xa1⟧b", "a⟦⟧\xa1\xc0",
			"a⟦⟧\x92 ", "a⟦\x92⟧s", "a⟦\x92⟧.b", "a⟦⟧\x92."}},
		"label of a script": {hostEnd, []string{"⟦a.中国⟧/", "⟦a.中.b⟧", "⟦a.中⟧ b", "⟦a.b.⟧中 b", "⟦中⟧ b",
			"⟦中.文⟧ b", "⟦a.⟧中http://b/"}},
		"escape": {func(t *text, i int) int { _, n := t.escapeAt(i, 0); return i + n }, []string{
			"a⟦\\u0026⟧b", "a⟦\\x26⟧b", "a⟦\\ud83d\\ude00⟧b", "a⟦\\xc3\\xa9⟧", "a⟦\\_⟧b", "a⟦\\~{}⟧b",
			"a⟦{\\textasciitilde}⟧b", "a⟦\\-⟧b", "a⟦\\:⟧/", "a⟦\\(ti⟧b", "a⟦$\\sim$⟧b",
			"a⟦\\u200c⟧b", "a⟦⟧\\u00a0b", "a⟦⟧\\u0020", "a⟦⟧\\n", "a⟦⟧\\_ ", "a⟦⟧\\.b", "a⟦⟧\\",
			"a⟦\\%⟧41", "a⟦⟧\\%b", "a⟦\\#⟧b", "a⟦⟧\\# ", "a⟦\\&⟧b", "a⟦⟧\\& ", "a⟦\\~⟧b", "a⟦⟧\\~ ",
			"a⟦\\$⟧b", "a⟦⟧\\$ ", "a⟦\\&⟧.b", "a⟦⟧\\- ", "a⟦⟧\\: ",
			"a⟦\\\\u0026⟧b", "a⟦⟧\\\\x26b", "a⟦⟧\\u002", "a⟦⟧\\ud83d ", "a⟦⟧{\\b}", "a⟦⟧$\\phi$b",
			"a⟦\\xe9⟧b", "a⟦\\xad⟧b",
		}},
		"escaped dot of a URL from 1 on": {func(t *text, i int) int { _, n := t.named(i, 1, 1); return i + n },
			[]string{" a.b/c⟦\\.⟧d", " a⟦⟧\\.b/", " a/b⟦⟧\\. "}},
		"escaped slash": {func(t *text, i int) int {
			_,
				n := t.escapeAt(i, 0)
			return i + n
		}, []string{"a⟦\\/⟧b", "a⟦\\\\/⟧b", "a⟦⟧\\n"}},
		"destination": {func(t *text, i int) int { return orElse(i)(t.destination(i)) }, []string{
			"](⟦http://a/(b)c⟧)", "](⟦http://a/⟧ \"title\")", "](⟦⟧http://a/ b)", "](⟦⟧http://a/<b)",
			"](⟦⟧http://a/](b))", "](⟦http://a/]b⟧)",
			"](⟦http://a/⟧ 'title')", "](⟦http://a/b'c⟧)", "](⟦⟧http://a/>b)", "](⟦⟧http://a/\"b)",
			"](⟦⟧http://a/\x7f)", "(⟦⟧http://a/)", "](⟦⟧http://a/",
		}},
		"drive": {func(t *text, i int) int {
			e := t.authority(i, i+len("file://"))
			if !e.drive {
				return i
			}
			return t.styledTailEnd(i, hint{}, style{}, e).end
		}, []string{"⟦file:///C:/a⟧ ", "⟦file://C|/a⟧ ", "⟦file:///C:\\a\\b⟧ ", "⟦file://localhost/C:/a⟧ ",
			"⟦⟧file:///C/a", "⟦⟧file:///CD:/a", "⟦⟧http:///C:/a"}},
		"token": {func(t *text, i int) int { return t.token(i, far, ">") },
			[]string{"⟦a&b⟧ c", "⟦a⟧<", "⟦a⟧\"", "⟦a⟧&lt;", "⟦a&gt;b⟧>", "⟦⟧ "}},
		"token of entities": {func(t *text, i int) int { return t.token(i, far, "&gt;") },
			[]string{"⟦a&b⟧&gt;", "⟦a⟧&lt;"}},
		"line in quotes": {func(t *text, i int) int { return t.quotedLine(i, far, nil) },
			[]string{"⟦a&b⟧\"", "⟦a⟧ b", "⟦a⟧\\b", "⟦a⟧<", "⟦a⟧,http://b", "⟦a,b⟧\"", "⟦a/http://b⟧\"",
				"⟦a'b⟧\n"}},
		"page": {func(t *text, i int) int {
			if end, ok := t.pageBreak(i); ok {
				return end
			}
			return i
		}, []string{"⟦\nX [Page 2]\n\f\nRFC 1\n\n⟧   b", "⟦⟧\nX [Page 2]\n\fRFC 1\nb",
			"⟦⟧\nX [Page 2\n\f\nRFC 1\n\n b", "⟦⟧\nX [Sheet 2]\n\f\nRFC 1\n\n   b",
			"⟦⟧\nX [Page 2]\n\f\nRFC 1\n\n", "⟦⟧\nb"}},
		"soft hyphen": {func(t *text, i int) int { return i + t.softHyphen(i) }, []string{
			"a⟦\u00ad⟧\nb", "a⟦\u2010⟧ \r\nb", "a⟦\xad⟧\nb", "a⟦⟧\u00adb", "a⟦⟧\u2010 b", "a⟦⟧-\nb",
			"a⟦⟧\u2011\nb", "a⟦⟧\u00ad",
		}},
		"soft break": {func(t *text, i int) int {
			if t.isSoftBreak(i-1, i) {
				return i + 1
			}
			return i
		}, []string{"a⟦=⟧\nb", "a⟦=⟧\r\nb", "a⟦=⟧\r\r\n/b", "a⟦=⟧ \n:8", "> a⟦=⟧\n> b", "a⟦⟧=b", "a⟦⟧=\n",
			"a⟦⟧=\n b", "a⟦⟧=\n=", "a⟦⟧=\nhttp://b", "a⟦⟧=\nwww.b", "a⟦⟧=\n> b"}},
		"host after a NUL": {func(t *text, i int) int {
			if t.goesOnAfterNUL(2, 2, i) {
				return i + 1
			}
			return i
		}, []string{
			"  a⟦\x00⟧b.c/", "  a⟦\x00⟧\x00b/", "  a.b⟦\x00⟧c.d/", "  a⟦\x00⟧.b",
			"  a.b⟦\x00⟧/c", "  a.b⟦\x00⟧?c", "  a.b⟦\x00⟧:80", "  a⟦\x00⟧@b", "  a⟦\x00⟧b.c\x00d",
			"  a.b⟦⟧\x00c d", "  a.b⟦⟧\x00/c\x00", "  a⟦⟧\x00",
			"  a⟦⟧\x00 b.c", "\x00\x00a⟦⟧\x00b.c", "  a⟦⟧\x00ftp://b.c",
		}},
		"host that its line cuts": {func(t *text, i int) int { return orElse(i)(t.cutHost(0, i)) }, []string{
			"a-⟦⟧\nb", "a-b⟦⟧\nb", "a⟦:⟧\n8080/", "a⟦⟧:\nport/", "a⟦⟧:80", "a.⟦⟧\nb", "a⟦⟧\xad\nb",
		}},
		"beginning of a host": {func(t *text, i int) int {
			if t.beginsHost(i) {
				return hostEnd(t, i)
			}
			return i
		}, []string{"⟦a.example⟧/", "⟦localhost⟧ ", "⟦192.0.2.1⟧", "⟦⟧and so", "⟦⟧.a", "⟦a.example.⟧ "}},
		"end of Chinese in HZ": {func(t *text, i int) int {
			if t.endsHZ(i) {
				return i + 1
			}
			return i
		}, []string{"~⟦{⟧VPND~}", "~⟦⟧{VPN~}", "~⟦⟧{user}", "~{VP~⟦}⟧", "~⟦⟧}", "~{VP~} ~⟦⟧}", "a⟦⟧{VP~}"}},
		"further prefixes": {(*text).skipPrefixes,
			[]string{"<URL:⟦URL:⟧http://a", "<URL:⟦ uri:URL:⟧a", "<URL:⟦⟧ http://a", "<URL:⟦⟧URLs:"}},
		"lost quote": {func(t *text, i int) int { return orElse(i)(t.lostQuote(i, 1)) },
			[]string{"⟦>⟧ b>", "⟦>⟧b>", "⟦⟧> b c>", "⟦⟧> b", "⟦⟧b"}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, marked := range rule.texts {
				text, from, to := span(t, marked)
				require.Equal(t, to, rule.end(memory(text, Config{}), from), marked)
			}
		})
	}
}

func TestRulesToTheLeftBeginAtTheMark(t *testing.T) {
	for name, rule := range map[string]struct {
		start func(t *text, i int) int
		texts []string
	}{
		"scheme": {func(t *text, i int) int {
			if start, _, ok := t.schemeStart(t.nameStart(i), i, true); ok {
				return start
			}
			return i
		}, []string{
			"see ⟦http⟧://", "post.⟦https⟧://", "X⟦http⟧://", "1⟦ftp⟧://", "⟦svn+ssh⟧://", "wget+⟦http⟧://",
			"files⟦ftp⟧://", "ignorethis⟦http⟧://", "-⟦foo⟧://",
			"⟦shttp⟧://", "\\n⟦http⟧://", "%foo⟦⟧://", "${p}foo⟦⟧://", "%s⟦⟧://", "12⟦⟧://", "C⟦⟧://",
			"⟦⟧://",
			"⟦" + strings.Repeat("a", maxScheme) + "⟧://", " ⟦" + strings.Repeat("a", maxScheme) + "⟧://",
			strings.Repeat("a", maxScheme+1) + "⟦⟧://",
			`\n⟦foo⟧://`, `\⟦nx⟧://`, `\⟦afoo⟧://`, `\⟦aBfoo⟧://`, "⟦nfoo⟧://", "(⟦nfoo⟧://", `\fB⟦foo⟧://`,
			`\⟦fxoo⟧://`, `\f(CW⟦foo⟧://`, `\*(lq⟦foo⟧://`, `\(bu⟦foo⟧://`,
			`\(⟦http⟧://`, `\⟦news⟧://`,
		}},
		"scheme that is known": {func(t *text, i int) int {
			if start, known, _ := t.schemeStart(t.nameStart(i), i, true); known {
				return start
			}
			return i
		}, []string{"⟦http⟧://", "⟦s3⟧://", "files⟦ftp⟧://", "1⟦sftp⟧://", "foo⟦⟧://", "files3⟦⟧://"}},
		"scheme without slashes": {func(t *text, i int) int {
			if start, _, ok := t.schemeStart(t.nameStart(i), i, false); ok {
				return start
			}
			return i
		}, []string{"see ⟦mailto⟧:a", "-⟦news⟧:a", "⟦⟧http:a", "x⟦⟧mailto:a", "⟦⟧mailto: a"}},
		"scheme with escapes": {func(t *text, i int) int {
			if start, _, ok := t.escapedScheme(i, orElse(0)(t.escapedSlashes(i)) > 0); ok {
				return start
			}
			return i
		}, []string{`⟦\x68ttp⟧://`, `⟦h\u0074tp⟧://`, `⟦http⟧:\/\/`, `h\u00adttp⟦⟧://`, `\x2dhttp⟦⟧://`,
			"http⟦⟧://", `⟦foo⟧:\/\/`, `FoO⟦⟧:\/\/`}},
		"prefix": {func(t *text, i int) int { _, before := t.bareKind(i); return before }, []string{
			"⟦URL:⟧http", "⟦url : ⟧http", "(⟦URL:⟧http", "Base-URL:⟦⟧http", "xURL:⟦⟧http", "URL⟦⟧http",
			"URL,⟦⟧http", "⟦⟧http",
			"⟦URL:" + strings.Repeat(" ", 32) + "⟧http", "URL:" + strings.Repeat(" ", 33) + "⟦⟧http",
		}},
		"wrapper": {func(t *text, i int) int {
			if open, ok := t.openURL(i); ok {
				return open
			}
			return i
		}, []string{"⟦<URL⟧:", "⟦<url ⟧:", "⟦&lt;URL⟧:", "URL⟦⟧:", "<XURL⟦⟧:", "<-URL⟦⟧:"}},
		"angle": {func(t *text, i int) int {
			if open, ok := t.openAngle(t.spanBack(i, i-maxScheme, schemeSet), i, true); ok {
				return open
			}
			return i
		}, []string{"⟦<http⟧://", "⟦&lt;foo⟧://", "⟦<ht\ntp⟧://", "> ⟦<ht\n> tp⟧://", "<ht\nb tp⟦⟧://",
			"<\nhttp⟦⟧://", "http⟦⟧://", "< http⟦⟧://", "<ht\n# tp⟦⟧://", "<⟦⟧://"}},
		"angle without slashes": {func(t *text, i int) int {
			if open, ok := t.openAngle(t.spanBack(i, i-maxScheme, schemeSet), i, false); ok {
				return open
			}
			return i
		}, []string{"⟦<mailto⟧:", "<foo⟦⟧:", "<mail\nto⟦⟧:"}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, marked := range rule.texts {
				text, from, to := span(t, marked)
				require.Equal(t, from, rule.start(memory(text, Config{}), to), marked)
			}
		})
	}
}

// A bare URL may contain all graphic ASCII characters except the delimiters. A few of
// these end it where markup or another URL begins.
func TestABareURLEndsAtWhiteSpaceControlsAndDelimiters(t *testing.T) {
	const delimiters = "<>\"\\`|^"
	for b := range byte(0x80) {
		want := 1
		if b <= ' ' || b == 0x7f || strings.IndexByte(delimiters, b) >= 0 {
			want = 0
		}
		require.Equal(t, want, memory("a"+string(b)+"b", Config{}).bareAt(1, pathPart, false), "%q", b)
	}
	for marked, goesOn := range map[string]bool{
		"a⟦@b": true, "a⟦@{b}": false, "a⟦@{b": true, "a⟦@{name}": true, "a⟦,b": true, "a⟦,http://b": false,
		"a⟦/http://b": true, "a⟦;ftp://b": false, "a⟦=ftp://b": true, "a⟦&b": true, "a⟦&lt;": false,
		"a⟦&gt;": false, "a⟦&quot;": false, "a⟦&#62;": false, "a⟦&apos;": false, "a⟦&nbsp;": false,
		"a⟦&eacute;": true, "a⟦&nothing;": true, "a⟦&amp;b": true, "a⟦&amp; ": false,
		"a⟦é": true, "a⟦я": true, "a⟦ع": true, "a⟦中": false, "a⟦か": false, "a⟦ไ": false, "a⟦한": false,
		"a⟦。": false, "a⟦»": false, "a⟦…": false, "a⟦\u00a0": false,
	} {
		text, from, _ := span(t, marked+"⟧")
		require.Equal(t, goesOn, memory(text, Config{}).bareAt(from, pathPart, false) > 0, marked)
	}
}

// The text between the marks is a path, and the text before it a URL up to its path.
func TestPathsEndAtTheMark(t *testing.T) {
	for _, marked := range []string{
		"http://a⟦/b⟧ c", "http://a⟦/b'c⟧<", "http://a⟦/é⟧", "http://a⟦/b⟧中", "http://a⟦/b⟧&gt;c",
		"http://a⟦/b&amp;c⟧\"", "http://a⟦/b⟧,http://c", "http://a⟦/b,c⟧ ", "http://a⟦/b⟧@{b}c",
		"http://a⟦/(b)⟧)", "http://a⟦/⟧(b", "http://a⟦/b⟧]", "http://a⟦/((b)c)⟧", "http://a⟦/⟧((b)c",
		"http://a⟦/⟧(b]c)", "http://a⟦/(b%29c⟧", "http://a⟦/?b=(c&d=e⟧", "http://a⟦/?b=⟧(c&d",
		"http://a⟦/b⟧[c]", "http://a⟦/b[c]=d⟧", "http://a⟦/⟧[b]", "http://a⟦/_[b]⟧", "http://a⟦/?b[c]d⟧",
		"http://a⟦/?b⟧[c]", "http://a⟦/b⟧[/c]", "http://a⟦/_⟧[/b]", "http://a⟦/{b}/c⟧", "http://a⟦/b⟧{c}",
		"http://a⟦/(b[c])⟧", "http://a⟦/#b⟧#c", "http://a⟦/#/b#c⟧", "http://a⟦/#!b#c⟧", "http://a⟦/⟧(#b#)",
		"http://a⟦/(http://b⟧/)c)",
		"{b}http://a⟦/⟧{/b}", "@uref{http://a⟦/⟧,b}", "@uref{http://a⟦/b⟧}", "'http://a⟦/b⟧'",
		"'http://a⟦/b's⟧ ", "'http://a⟦/b's⟧'", "'http://a⟦/?b|c⟧'",
		"@url{http://a⟦/⟧,b}", "@href{http://a⟦/⟧,b}", "{http://a⟦/b,c⟧}", "(http://a⟦/?b⟧|c)",
		"url(http://a⟦/b⟧}c)", "'http://a⟦/?b⟧|c ", "'http://a⟦/b⟧(c'",
		"http://a⟦/?b{c}⟧", "http://a⟦/_{b}⟧", "http://a⟦/{b}⟧", "http://a⟦/(b)⟧[c]", "http://a⟦/(b){c}⟧",
		"http://a⟦/b{c}.d⟧", "http://a⟦/b⟧{c}.", "http://a⟦/é⟧{b}",
		"http://a⟦/b[.]c⟧(d ", "http://a⟦/(b[.]c)⟧ ", "http://a⟦/(b⟧[c%29d",
		"http://a⟦/⟧(b#c#" + strings.Repeat("d", DefaultMaxURL), "](http://a⟦/!⟧)", "url(http://a⟦/?b|c⟧)",
		"url(http://a⟦/b⟧|c)", "url(http://a⟦/?b⟧|c(d)", "http://a⟦/b[.]c⟧ ",
	} {
		if strings.Contains(marked, "(http://b") {
			marked = "http://z/(http://b⟦/⟧)c" // its run begins with the URL before
		}
		text, from, to := span(t, marked)
		m := memory(text, Config{})
		start := strings.LastIndex(text[:from], "http:")
		if k := strings.Index(text, "://z/"); k >= 0 {
			m.runAt(k+len("://z"), far)
		}
		require.Equal(t, to, m.tailEnd(start, m.hintBefore(start, false), ending{end: from}).end, marked)
	}
}

// A rule is a function of a text and indexes. It needs neither a Scanner nor its window.
func TestTheRulesReadATextWithoutAWindow(t *testing.T) {
	for _, config := range []Config{{}, {Delimiter: ','}, {IRI: true}, {Deobfuscate: true, Guess: GuessAll}} {
		for _, marked := range []string{
			"a,b,c,d,e,⟦http://a.example/b⟧,c\n", "see ⟦http://joe:x@a.example:80/b⟧ and", "('⟦http://a.example/?b|c⟧')\n",
			"> ⟦http://a.example/b-⟧\n> c", "\x1b⟦http://a.example/é⟧\a", "[x](⟦http://a.example/b⟧)",
			"**see ⟦http://a.example/b⟧**",
		} {
			text, start, to := span(t, marked)
			m, a := memory(text, config), start+len("http://")
			var copied edit
			e := copied.authorityOf(m, start, a, style{slashes: true})
			require.True(t, e.tail && m.hasEvidence(start, a, e.end, e.tail), text)
			left := m.hintBefore(start, m.before(start) == esc)
			e = m.cutAddress(start, a, m.styledTailEnd(start, left, style{slashes: true}, e))
			require.LessOrEqual(t, e.end, m.laterEscape(start, e), text)
			end, _ := m.fieldEnd(start, m.closedEnd(start, a, m.commandEnd(start, e.end)), left, unbounded)
			require.Equal(t, to, end, text)
		}
	}
}

// A rule with the answers yes and no begins at "⟦".
func TestRulesHoldForTheTextsOfYesOnly(t *testing.T) {
	reading := func(t *text, i int) bool { return (&enclosure{bracket: i - 1}).readQuoted(t, i) }
	for name, rule := range map[string]struct {
		holds   func(t *text, i int) bool
		yes, no []string
	}{
		"quoted": {reading, []string{
			"\"⟦http://a/\"", "\"⟦http://a/\nb\"", "> \"⟦http://a/\n> b\"", "\"⟦http://a/\nb\nc\nd\ne\"",
			"\"⟦http://a\"", "\"⟦http://\"+\"b\"",
		}, []string{
			"\"⟦http://a/", "\"⟦http://a/ b\"", "\"⟦http://a/\\b\"", "\"⟦http://a/<\"", "\"⟦http://a/>\"",
			"\"⟦http://a/\nb c\"", "\"⟦http://a/\nb\nc\nd\ne\nf\"", "\"⟦http://a/\n\nb\"",
			"\"⟦http://a/\nhttp://b/\"", "\"\"⟦http://a/\"", "\"⟦http://a/|b\"",
			"='⟦http://a/'", "='⟦http://a/\nb'", "⟦http://a/\"",
		}},
		"plain before": {(*text).isPlainBefore,
			[]string{"a ⟦http", "a, ⟦http", "a (⟦http", "a <⟦http", "a\n⟦http", "\n⟦http", "\r\n⟦http",
				"\t⟦http", "a: ⟦http", "a -- ⟦http", "a  \t⟦http", "a\r\n\r\n  ⟦http"}, []string{
				"⟦http", "(⟦http", "&lt;s\n⟦http", "a⟦http", "](⟦http", "\"⟦http", "<s\n⟦http",
				"> <s\n⟦http", "<\r\n  ⟦http", "URL : ⟦http", "URL  ⟦http",
				"\n" + strings.Repeat(" ", 32) + "⟦http",
			}},
		"known scheme": {(*text).schemeAt, []string{"⟦http://a", "⟦FTP://a", "⟦mailto:a"},
			[]string{"⟦http:a", "⟦foo://a", "⟦xhttp://a", "⟦hxxp://a", "⟦http"}},
		"address": {func(t *text, i int) bool { return t.hasAddress(0, i) },
			[]string{"mailto⟦:a@b", "cid⟦:a;b@c", "news⟦:a"}, []string{
				"mailto⟦:a", "mid⟦:a b@c", "mailserver⟦:a<b@c", "cid⟦:a;mailto:b@c",
			}},
		"entity": {(*text).endsEntity, []string{"&amp⟦;", "&#62⟦;", "&#x3e⟦;"},
			[]string{"a⟦;", "&⟦;", "&a b⟦;", "&longer⟦;"}},
		"argument": {(*text).isArgument, []string{"wget ⟦http", "$ curl -o x ⟦http", "wget -O mywget ⟦http",
			"?c=wget+⟦http"}, []string{
			"⟦http", "see ⟦http", "xwget ⟦http", "wget; ⟦http", "wget\n⟦http", "widget ⟦http",
		}},
		"disguised mark": {(*text).isDisguised, []string{"a⟦[.]b", "a⟦(dot)b", "a⟦{:}80", "a⟦[/]b", "a⟦[-]b",
			"a⟦[@]b", "a⟦<.>b", "a⟦ [.] b"},
			[]string{"a⟦[.] ", "a⟦.b", "a⟦ dot b", "a⟦[x]b"}},
		"link": {(*text).isLink, []string{"<a href=⟦", "<a href=\"⟦", "<img SRC = '⟦"},
			[]string{"<a name=⟦", "<a xhref=⟦", "href ⟦", "=⟦", "href:⟦", "href=x⟦"}},
		"whole host": {func(t *text, i int) bool { return t.isWhole(i, t.end) },
			[]string{"⟦a.example", "⟦1.2.3.4"}, []string{
				"⟦a", "⟦.a", "⟦a.", "⟦a." + strings.Repeat("b", maxHost-1),
			}},
		"struck over": {(*text).isOverwritten, []string{"a⟦\bb", "a⟦\b b", "a⟦\b\x1b", "a⟦\b\a"},
			[]string{"a⟦b", "a⟦\b", "a⟦\b\n", "a⟦\b\r", "a⟦\b\vb", "a⟦\b\f", "a⟦\b\x00"}},
	} {
		t.Run(name, func(t *testing.T) {
			for want, texts := range map[bool][]string{true: rule.yes, false: rule.no} {
				for _, marked := range texts {
					before, after, ok := strings.Cut(marked, "⟦")
					require.True(t, ok, marked)
					require.Equal(t, want, rule.holds(memory(before+after, Config{}), len(before)), marked)
				}
			}
		})
	}
}

// A "|" in a URL between brackets or quotes may begin the label of a link.
func TestABarMayBeginTheLabelOfALink(t *testing.T) {
	for _, test := range []struct {
		url             string
		inPath, inQuery bool
	}{
		{"http://a/|b", true, true}, {"http://a/?b|c", false, true}, {"http://a/?b|c=d", false, false},
		{"http://a/b", false, false}, {"a|b", true, true},
		{"file:///C|/a", false, false}, {"file:///C|\\a", false, false}, {"file:///C|", false, false},
		{"http://a/bc|/d", true, true}, {"http://a/1|/d", true, true}, {"file:///C|/a|b", true, true},
	} {
		require.Equal(t, test.inPath, hasLabel([]byte(test.url), false), test.url)
		require.Equal(t, test.inQuery, hasLabel([]byte(test.url), true), test.url)
	}
}

// "[.]" is a disguised dot in a path, and may belong to an array in a query.
func TestADisguisedDotInAPathIsAFlaw(t *testing.T) {
	for text, want := range map[string]Flaw{"http://a/b[.]c": Obfuscated, "http://a/?b[.]c": Flawless,
		"http://a/b[c]": Flawless} {
		for defang, want := range map[bool]Flaw{false: want, true: Flawless} {
			c, err := NewScanner(strings.NewReader(text), Config{Deobfuscate: defang}).Next()
			require.NoError(t, err)
			require.Equal(t, want, c.Flaw, text)
		}
	}
}

// If the URL is the argument of a command, another command follows ";" or "&&". It also
// follows "&&" in the path of any URL.
func TestAnotherCommandEndsAURL(t *testing.T) {
	for _, marked := range []string{
		"wget ⟦http://a/b⟧;sh b", "wget ⟦http://a/b⟧&&sh b", "wget ⟦http://a/?b&amp;c⟧;d",
		"wget ⟦http://a/?b&c;⟧", "wget ⟦http://a/b;⟧", "see ⟦http://a/b;c⟧",
		"see ⟦http://a/b⟧&&c", "see ⟦http://a/b⟧&&", "see ⟦http://a/?b&&c⟧", "see ⟦http://a/#b&&c⟧", "see ⟦http://a/b&c⟧",
	} {
		text, from, to := span(t, marked)
		end := from + len(strings.Fields(text[from:])[0])
		require.Equal(t, to, memory(text, Config{}).commandEnd(from, end), marked)
	}
}

// Parts of a URL in a line that distinguish a field from a sentence.
func TestPartsThatTellAFieldFromASentenceAreRecognized(t *testing.T) {
	for name, rule := range map[string]struct {
		holds   func(url []byte) bool
		yes, no []string
	}{
		"complete": {complete.Match, []string{"http://a", "http://a/", "http://a/b.html", "http://a/b/"},
			[]string{"http://a/b", "http://a/.b", "http://a/b.1", "http://a/?b.html", "http://a/b.longer"}},
		"header": {func(row []byte) bool { return isHeader(row, ',') },
			[]string{"name,url", "a,b,c", "\"Home page\",\"link\"", "Web"}, []string{
				"a,b", "1,url,c", "a,,url", "a,http://b", "see, url:",
			}},
	} {
		t.Run(name, func(t *testing.T) {
			for want, texts := range map[bool][]string{true: rule.yes, false: rule.no} {
				for _, text := range texts {
					require.Equal(t, want, rule.holds([]byte(text)), text)
				}
			}
		})
	}
}

// The name of a host ends in a top-level domain, or the host is an IP address.
func TestNamesOfHostsEndInATopLevelDomainOrAreAddresses(t *testing.T) {
	for name, want := range map[string]bool{
		"a.example": true, "A.EXAMPLE": true, "a.example.": true, "1.2.3.4": true, "a-b.example": true,
		strings.Repeat("a", 63) + ".example": true,
		"a":                                  false, "example": false, "": false, "a..example": false,
		"-a.example": false,
		"a-.example": false, "1.2.3": false, "a.1": false, "1.2.3.4a": false,
		"a.other": false, strings.Repeat("a", 64) + ".example": false,
	} {
		require.Equal(t, want, memory("", Config{IsTopLevel: isExample}).isHostName([]byte(name)), name)
	}
}

func TestALeaderIsThatOfTheLineWithTheBracket(t *testing.T) {
	for _, test := range []struct{ opening, line string }{
		{"> ", "⟦>⟧ b"}, {"> ", "⟦>⟧  > b>"}, {">> ", "⟦>>⟧b"}, {"> > ", "⟦>>⟧b"}, {"JD> ", "⟦JD>⟧ b"},
		{"JD> ", "⟦⟧MK> b"}, {"| ", "⟦|⟧ b"}, {": ", "⟦:⟧ b"}, {"&gt; ", "⟦&gt;⟧ b"}, {"> ", "⟦⟧b"},
		{">|", "⟦>|⟧b"}, {">|> ", "⟦>|>⟧ b"}, {">|| ", "⟦>||⟧ b"}, {">|a ", "⟦>|⟧b"},
		{"# ", "⟦#⟧ b"}, {" * ", "⟦ *⟧ b"}, {"/* ", "⟦ *⟧ b"}, {"-- ", "⟦--⟧ b"}, {"# ", "⟦⟧## b"},
		{"+ ", "⟦+⟧ b"}, {"+", "⟦+⟧b"}, {"+", "⟦⟧+ b"}, {"+a ", "⟦+⟧b"}, {"+", "⟦⟧ b"}, {"<", "⟦⟧<b"},
		{"a: ", "⟦⟧a b"}, {": ", "⟦:⟧b"}, {"JD> ", "⟦>⟧ b>"}, {">> ", "⟦> >⟧ b>"}, {"> > > ", "⟦> >⟧  b>"}, {">> ", "⟦>⟧a?b&c>"},
		{">> ", "⟦⟧> b"}, {"a # ", "⟦⟧  # b"}, {"# ", "⟦⟧#b"}, {"#a", "⟦⟧# b"}, {"+", "⟦⟧*b"},
		{"", "⟦>⟧ b>"}, {"", "⟦⟧> b"}, {"a ", "⟦⟧# b"},
	} {
		line, _, to := span(t, test.line)
		text := memory(test.opening+"<http://a\n"+line, Config{})
		o := text.openingAt(len(test.opening), false)
		begin := len(test.opening) + len("<http://a\n")
		require.Equal(t, to, o.leader(text, begin)-begin, "%q after %q", line, test.opening)
	}
}

// The stretch that is remembered changes no result, whatever is asked before.
func TestTheBeginningOfALineIsAfterTheLastLineEnd(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		text := memory("", Config{})
		for range random.IntN(100) {
			text.buf = append(text.buf, "a\n\raaaa\f\x8d\x8a"[random.IntN(10)])
		}
		text.end = len(text.buf)
		for range 50 {
			i := random.IntN(text.end + 1)
			least := random.IntN(i + 1)
			want := max(least, bytes.LastIndexAny(text.buf[:i], "\n\r")+1)
			require.Equal(t, want, text.lineStart(i, least), "%q, %d, %d", text.buf, i, least)
			require.Equal(t, want, text.lastLine(i, least), "%q, %d, %d", text.buf, i, least)
		}
	}
}

func TestProseIsNoURL(t *testing.T) {
	for text, want := range map[string]bool{
		"<URL:http://a/ b>": true, "<URL:http://a/\nB c>": true, "<URL:http://a/ b c>": false,
		"<URL:http://a/ az c>": false, "<URL:http://a/, B>": false, "<URL:http://a/ B C D>": true,
		"<URL:http://a/ B C D E>":           false,
		"<URL:gopher://a/ b c d e f g h i>": true, "<URL:gopher://a/ b c d e f g h i j>": false,
		"<URL:gopher://a/ b c d e f g h i\nj>": true, "<URL:http://a/ http://b/>": false,
		"<URL:mailto:a@b c@d>": false, "<URL:mailto:a @b c@d>": false, "<URL:http://a/\n\nb>": false,
		"<URL:http://a/\"b>": false, "<URL:http://a/<b>": false, "<URL:http://a/": false, "<URL:>": false,
		"<URL:x>":                      true,
		"<URL:http://a/\nB\nC\nD E F>": true, "<URL:http://a/,\nB>": true, "<URL:mailto:a@b\nc@d>": true,
		"<URL:mailto:a@b c>": true, "<URL:mailto:a @b>": true,
		"<URL:ftp://a@b c@d>": true, "<URL:http://a/ B C D\nE>": true,
		"<URL:http://a/\nb C>": false, "<URL:http://a/ b\nC>": false, "<URL:http://a/\nb\nC>": true,
		"<URL:http://a/\nX [Page 2]\nRFC 1\n\n   b>": false,
	} {
		var r enclosure
		require.Equal(t, want, r.readWrapper(memory(text, Config{}), 0, len("<URL:")), text)
	}
}

func TestEscapesAndMarksWithoutWidthAreTakenOutOfAToken(t *testing.T) {
	for text, want := range map[string]string{
		"<URL:http://a/b\\_c>": "http://a/b_c", "<URL:http://a/b\u00adc>": "http://a/bc",
		"<URL:http://a/\n\\_c>": "http://a/\\_c", "<URL:http://a/b\\(ti>": "http://a/b~",
		"<URL:http://a/\\_\\_b\\_\\_>": "http://a/__b__", "<URL:http://a/b\\u0026c>": "http://a/b&c",
		"<URL:file://C:\\a\\_b>": "file://C:\\a\\_b", "<URL:http://a/\n\u00adc>": "http://a/\u00adc",
	} {
		c, err := scanFrom(text, len("<URL:"))
		require.NoError(t, err)
		require.Equal(t, want, string(c.Text))
	}
}

func TestPartsOfSomethingElseAreNoGuess(t *testing.T) {
	for text, want := range map[string]int{"a.b ": 3, "a.b@c": 0, "a.b%c": 0, "a.b://": 0, "a.b:/c": 0,
		"a.b[.]c": 0, "a.b:80 ": 0, "a.b:443": 0, "a.b:80/": 6, "a.b:8000": 8, "a.b: c": 3} {
		m := memory(text, Config{Guess: GuessAll})
		require.Equal(t, want, orElse(0)(m.guessedPort(0, len("a.b"), false)), text)
	}
}

func TestAnUnknownSchemeNeedsEvidence(t *testing.T) {
	for text, want := range map[string]bool{
		"foo://a.b": true, "foo://a/": true, "foo://u@a": true, "foo://a:1": true, "foo://localhost": true,
		"FOO://a.b": true, "Foo://a.b": true, strings.Repeat("A", 80) + " FOO://A.B": true,
		"foo://a": false, "fOo://a.b": false, "FoO://a.b": false, "_foo://a.b": false, "1foo://a.b": false,
		"ttp://a.b": false, "\\x67://a.b": false,
		"\\67 foo://a.b": false, "\\u{67}foo://a.b": false, "&#103;foo://a.b": false,
		"&#x67;foo://a.b": false, "67 foo://a.b": true, "&amp;foo://a.b": true,
		"tp://a.b": false, "xttp://a.b": true, "éfoo://a.b": false,
	} {
		m := memory(text, Config{})
		a := strings.Index(text, "://") + len("://")
		start := m.spanBack(a-len("://"), 0, octet.Alnum)
		e := m.authority(start, a)
		require.Equal(t, want, m.hasEvidence(start, a, e.end, e.tail), text)
	}
}

func TestAHostGoesOnInTheNextStringThatAProgramJoins(t *testing.T) {
	for text, want := range map[string]bool{
		`a"+"b`: true, `a" . "b`: true, `a' || 'b`: true, `a" + "@b`: true, "a\"\n + \"b": true,
		`a') + '.b`: true, `a') + 'b`: false, `a' : 'c') + '.b`: true, `a') + '/b`: false,
		`a' : 'c')`: false, `a', 'c') + b`: false,
		`a". "b`: false, `a" + b("c")`: false, `a"+"http://b`: false, `a"+" b`: false, `a"+b`: false, `a" "b`: false, `a,b`: false,
	} {
		require.Equal(t, want, memory(text, Config{}).hostGoesOn(1), text)
	}
}

// A URL in a row of a table ends where its field does, and a URL in a sentence does not
// end at a comma.
func TestAURLEndsWithItsFieldInARowButNotInASentence(t *testing.T) {
	for _, marked := range []string{
		"1,⟦http://a/⟧,b\n2,http://b/,c\n3,http://c/,d\n", "a,b,c,d,e,⟦http://a/⟧,b\n",
		"a,b,c,d,e,⟦http://a/?b|c⟧,d\n", "see ⟦http://a/b,c⟧ and, more\n", "url,name\n⟦http://a/⟧,b\n",
		"a;b;c;d;e;⟦http://a/⟧;b\n", "a,\"x,y\",c,d,e,f,⟦http://a/⟧,b\n",
		"a,b,c,d,e,f,\"x,⟦http://a/b,c⟧\"\n", "a;b;c;d;e;⟦http://a/b,c⟧;d\n",
		"1,http://b/,c\r\n2,⟦http://a/⟧,c\r\n", "url,name\r⟦http://a/⟧,b\r", "url,name\n⟦http://a/⟧,b",
		"a;b;c;d;e;f&amp;⟦http://a/b;c;d⟧\n",
		"1,2,3,4\n1,2,3,4\n1,2,'⟦http://a/b,c⟧'\n",
		"Rome, Paris, and\n⟦http://a/b.html,c,d⟧\nBerlin, Bonn, or\n",
	} {
		text, from, to := span(t, marked)
		c, err := scanFrom(text, from)
		require.NoError(t, err)
		require.Equal(t, int64(to), c.End, marked)
	}
}

// The marks around a bare URL may determine its end.
func TestAFieldAndQuotesSayWhereAURLEnds(t *testing.T) {
	for marked, want := range map[string]bool{
		"a,b,c,d,e,⟦http://a/b.⟧,c\n": true, "a,b,c,d,e,⟦http://a/b.⟧,\n": true,
		"a,b,c,d,e,⟦http://a/b.中⟧\n": true, "a,b,c,d,e,⟦http://a/b.中⟧": true,
		"a,b,c,d,e,⟦http://a/b.⟧\n": false, "a,b,c,d,e,⟦http://a/b.⟧ c,d\n": false,
		"a,b,c,d,e,⟦http://a/b.⟧中 c,d\n": false,
		"'⟦http://a/b.⟧'":                true, "'⟦mailto:a@b.⟧'": false, "⟦http://a/b.⟧": false,
	} {
		text, from, to := span(t, marked)
		c, err := scanFrom(text, from)
		require.NoError(t, err)
		require.Equal(t, int64(to), c.End, marked)
		require.Equal(t, want, c.Whole, marked)
	}
}

// A script without blanks continues a path up to the partner of the mark before the URL.
func TestAPathGoesOnInAnotherScriptUpToThePartnerOfTheMarkBeforeIt(t *testing.T) {
	for _, marked := range []string{
		"「⟦http://a/x中⟧」", "(⟦http://a/中⟧)", "(⟦http://a/x⟧中)", "(⟦http://a/é⟧中)", "\t⟦http://a/x中⟧\t",
		"x\n⟦http://a/中⟧\r", "\r⟦http://a/中⟧\t",
		"[⟦http://a/中⟧ b]", " ⟦http://a/⟧中 b", "[⟦http://a/⟧中<",
		"「⟦http://a/⟧中(b」", "「⟦http://a/中?\ue000⟧」", "「⟦http://a/⟧中\ue000」", "「⟦http://a/中:b⟧」",
		" ⟦http://a/⟧中\x00", "<http://b/>⟦http://a/⟧中<", "「⟦http://a/⟧中。", "「⟦http://a.b⟧中」",
		"「⟦http://a/中–文⟧」",
	} {
		text, from, to := span(t, marked)
		c, err := scanFrom(text, from)
		require.NoError(t, err)
		require.Equal(t, int64(to), c.End, marked)
	}
}

// The rows around a URL decide whether it is a field.
func TestALessCertainFieldNeedsMoreRows(t *testing.T) {
	const around, never = 2 * rowsAround, 2*rowsAround + 1
	long := strings.Repeat("1", longestRow)
	for marked, want := range map[string]int{
		"⟦http://a/b⟧,1,1,1,1,1":        0,     // many delimiters
		"\n⟦http://a/b⟧,1,1,1,1,1":      0,     // on the second line
		"⟦http://a/b⟧,1,1,1,1,1" + long: 0,     // in a row that goes on
		"⟦http://a/b⟧,1,1,1,1" + long:   never, // too few delimiters
		"⟦http://a/b⟧, 1,1,1,1,1,1,1":   never, // with blanks after some
		"x ⟦http://a/b⟧,1,1,1,1,1":      2,     // a URL with text before it
		"url,name\n⟦http://a/b,1⟧":      0,     // after names of columns
		"url,name\nx ⟦http://a/b,1⟧":    never, // with text before it
		"⟦http://a/⟧,1":                 never, // two fields
		"⟦http://a/b⟧,1,1":              1,     // three
		"x ⟦http://a/b⟧,1,1":            never, // with text before it
		"x ⟦http://a/b⟧,1,1,1":          2,
		"⟦http://a/1,1⟧,1,1,1":          1,
		"⟦http://a/,1,1⟧":               2, // all delimiters are in the URL
		"⟦http://a/b,1,1⟧":              never,
		"x ⟦http://a/,1,1,1⟧":           never,
	} {
		text, from, to := span(t, marked)
		like := "1" + strings.Repeat(",1", strings.Count(text[strings.IndexByte(text, '\n')+1:], ",")) + "\n"
		for n := range around + 1 {
			above := strings.Repeat(like, min(n, rowsAround))
			m := memory(above+text+"\n"+strings.Repeat(like, max(n-rowsAround, 0)), Config{})
			require.Equal(t, n >= want, m.isField(len(above)+from, len(above)+to, len(above)+from, ',', new(row)),
				"%s, %d rows like it", marked, n)
		}
	}
}

// The line at the mark is in the row between the brackets.
func TestAQuotedFieldMayTakeItsRowOverLines(t *testing.T) {
	for _, test := range []struct {
		marked string
		fields int
	}{
		{"x\n⟦|1,b,c⟧\nd\n", 3}, {"⟦|1,\"b\n\",c⟧\n", 3}, {"⟦1,\"b\n|\",c⟧\n", 3},
		{"⟦1,\"b,\nc\n|d\",e⟧\nx", 3}, {"⟦1,\"b \"\"c\"\"\n|d\",e⟧\n", 3},
		{"⟦1,\"b\nc\",\"d\n|e\",f⟧\n", 4}, {"⟦1,\"b\nc\",\"d\n|e\",\"f\n\",g⟧\n", 5}, {"1\n⟦|b\",c⟧\n", 2},
		{"1,b\n⟦|\",c\n⟧", 1},
		{"\"1\n\nb\n⟦|c\",d⟧\n", 2}, {"1,\"b\" c\n⟦|d\",e⟧\n", 2},
	} {
		marked, line := strings.Replace(test.marked, "|", "",
			1), strings.Index(strings.NewReplacer("⟦", "", "⟧", "").Replace(test.marked), "|")
		text, from, to := span(t, marked)
		r := memory(text, Config{}).rowAt(line, 0, ',')
		if strings.HasSuffix(test.marked, "⟧") {
			to = 0 // a quoted field extends to the end
		}
		require.Equal(t, []int{from, to, test.fields}, []int{int(r.start), int(r.end), r.fields}, "%q",
			test.marked)
	}
	for lines, closed := range map[int]bool{linesOfRow: true, linesOfRow + 1: false} {
		text := "1," + strings.Repeat("\"b\nc\",", lines) + "d\n"
		require.Equal(t, closed, memory(text, Config{}).row(0, ',').end > 0, "quoted fields end on %d lines",
			lines)
	}
}

// scanFrom returns the candidate that begins at offset from.
func scanFrom(text string, from int) (*Candidate, error) {
	s := NewScanner(strings.NewReader(text), Config{})
	for {
		if c, err := s.Next(); err != nil || c.Start == int64(from) {
			return c, err
		}
	}
}

// The steps of the example in the package documentation.
func TestTheStepsOfTheDocumentedExampleFindItsURL(t *testing.T) {
	const text = "see (ftp://a.example/b,c) now"
	m := memory(text, Config{})
	i := strings.IndexByte(text, ':')
	start, known, ok := m.schemeStart(m.nameStart(i), i, true)
	require.True(t, known && ok)
	require.Equal(t, "ftp", text[start:i])
	mark := m.hintBefore(start, false)
	require.Equal(t, hint{}, mark)
	e := m.authority(start, i+3)
	require.Equal(t, "a.example", text[i+3:e.end])
	require.True(t, e.tail)
	e = m.tailEnd(start, mark, e)
	require.Equal(t, "/b,c", text[strings.Index(text, "/b"):e.end])
	require.Empty(t, m.last.brackets)
	end, inRow := m.fieldEnd(start, e.end, mark, unbounded)
	require.False(t, inRow)
	require.Equal(t, e.end, end)
	c, err := scanFrom(text, start)
	require.NoError(t, err)
	require.Equal(t, "ftp://a.example/b,c", string(c.Text))
}

// isExample recognizes the top-level domain of the tests.
func isExample(name []byte) bool { return string(name) == "example" }
