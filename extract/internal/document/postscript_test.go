package document

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

func newPostScript() Decoder { return new(PostScript) }

func TestPostScriptGivesTheTextThatItShows(t *testing.T) {
	const tex, roff = "%!PS-Adobe-2.0\n%%Creator: dvips\n", "%!PS-Adobe-3.0\n%%Creator: groff\n"
	for name, test := range map[string][2]string{
		"a kern and a blank of dvips": {tex + "0 100 a(see)20 b(http://www.a.e)n(xample/b)g(c)-2 b(d)p",
			"\nsee http://www.a.example/b cd"},
		"the resolution": {tex + "39158280 55380996 1000 600 600 (x.dvi)\n@start 0 100 a(a)10 b(b)14 b(c)p",
			"\nx.dvi\nab c"},
		"a move as wide as the last": {tex + "0 100 a(a)20 b(b)g(c)k(d)2 b(e)h(f)",
			"\na b c def"},
		"lines of dvips": {tex + "0 100 a(a)0 150 y(b)50 150 a(c)p eop 0 150 a(d)p",
			"\na\nb\ufffdc\nd"},
		"a rule": {tex + "0 100 a(a)p 10 100 26 4 v(b)p", "\na\ufffdb"},
		"ligatures, escapes": {tex + "0 100 a(\\014le\\(1\\)a\\\nb\\\\)p",
			"\nfile(1)ab\\"},
		"symbols of TeX": {tex + "%DVIPSBitmapFont: Fa cmsy10 10 2\n/Fb 134[44]50 /CMMI10 rf 0 100 a " +
			"Fa(h)p Fc(x)p Fb(<a)p",
			"DVIPSBitmapFont: Fa cmsy10 10 2\n<x<\ufffd"},
		"moves of groff": {roff + "F0(http://a.)72 100 Q(example)-.2 E 2.5(next)2.5 G" +
			"(line)72 112 Q(same)90 112 Q(raised)-5 I",
			"\nhttp://a.example n e x t\nline\ufffdsame\ufffdraised"},
		"letters apart": {roff + "2.9(sc)72 100 S(hoice)-2.9 E", "\ns choice"},
		"brackets and hyphens": {roff + "<e1>72 100 Q(a\\255b)A<f1>A(\\214n)A",
			"\n<a-b>fin"},
		"operators of PDF": {"%!PS\nBT 12 0 0 12 72 700 Tm[(http://a.e)3(xample)-300(b)]TJ " +
			"0 -1.2 Td(c)Tj 3 0 Td(d)Tj ET",
			"\nhttp://a.example b\nc\ufffdd"},
		"names of operators": {"%!PS\n/M/moveto load def /S {show} bind def 10 10 M(a)S 10 30 M(b)S",
			"\na\nb"},
		"an unknown procedure": {"%!PS\n10 10 moveto(a)Q(b)Q (, c)Q", "\na\ufffdb, c"},
		"a link": {"%!PS\n(a)show [/URI (http://a.example/) /ANN pdfmark(b)show",
			"\na\nhttp://a.example/\nb"},
		"a font": {"%!PS\n%%BeginFont: F\n%Copyright x\n/N (http://a.example/) def\n%%EndFont\n(a)show",
			"EndFont\na"},
		"a document in another": {tex + "0 9 a(a)p\n%%BeginDocument: f\n0 50 moveto(b)show(c)show\n" +
			"%%EndDocument\n0 99 a(d)n(e)p",
			"\na\n%%BeginDocument: f\nbc\n%%EndDocument\nde"},
		"data": {"%!PS\n(a)show\n!\"#$&'*+(,;=?@^_`|~%http://b.example\n(b)show",
			"\nab"},
		"no end of a string": {"%!PS\n((a\n(b)show", "\nb"},
	} {
		want := test[1]
		got := decoded(newPostScript(), test[0], len(test[0]))
		require.True(t, strings.HasSuffix(got, want), "%s: %q, want %q", name, got, want)
		requireDecoded(t, newPostScript, test[0], got)
	}
}

func TestPostScriptIsKnownByItsFirstBytes(t *testing.T) {
	for text, want := range map[string]bool{"%!PS-Adobe-3.0\n": true, "\x04%!PS\n": true,
		"%!TEX root = a": false} {
		require.Equal(t, want, IsPostScript(decode.Whole([]byte(text))), text)
	}
}

func FuzzPostScriptDoesNotDependOnHowItArrives(f *testing.F) {
	f.Add("%!PS\n%%Creator: dvips\n(a)20 b<41>[(b)3(c\\)]TJ /F{show} def\n%%BeginFont")
	f.Fuzz(func(t *testing.T, text string) {
		want := decoded(newPostScript(), text, len(text)+1)
		for _, step := range []int{1, 7} {
			require.Equal(t, want, decoded(newPostScript(), text, step))
		}
	})
}

// The first pattern is common text, the others repeat what is read ahead.
func BenchmarkPostScript(b *testing.B) {
	for _, pattern := range []string{"(http://www.a.e)n(xample/b)20 b", "(", "(a)1 ", "(a)[1 ", "<a", "/a{b}",
		"\n%%Begin", "/FC (\\"} {
		b.Run(pattern, func(b *testing.B) {
			text := "%!PS\n%%Creator: dvips\n" + strings.Repeat(pattern, 1<<20/len(pattern))
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				require.NotEmpty(b, decoded(newPostScript(), text, 32<<10))
			}
		})
	}
}
