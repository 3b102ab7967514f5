package page

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/corpus"
)

// relatives returns the relative links of a page and their bases.
func relatives(t testing.TB, config Config, page io.Reader) (list []string) {
	for text := range textsOf(page, config) {
		data, err := io.ReadAll(&text)
		require.NoError(t, err)
		if text.Whole {
			list = append(list, fmt.Sprintf("%s %s: %s %s", text.Element, text.Attribute, text.Base, data))
		}
	}
	return list
}

func TestLinksAreRelativeToTheBaseWhereverItStands(t *testing.T) {
	far := strings.Repeat("<p>text", 30_000)
	for _, test := range []struct {
		page, base string
		want       []string
	}{
		{`<a href="a">x</a><base href="http://b.example/c/"><a href="d">`, "",
			[]string{"a href: http://b.example/c/ a", "base href:  http://b.example/c/",
				"a href: http://b.example/c/ d"}},
		{`<a href="a">x</a>` + far + `<base href="http://b.example/"><a href="d">`, "",
			[]string{"a href: http://b.example/ a", "base href:  http://b.example/",
				"a href: http://b.example/ d"}},
		{`<a href="a">x</a>` + far + far + `<base href="http://b.example/"><a href="d">`, "",
			[]string{"base href:  http://b.example/", "a href: http://b.example/ d"}},
		{`<a href="a">x</a><!-- <base href="http://b.example/"> --><base target=_top><BASE HREF=' http://c.example/&amp; '>`, "", []string{"a href: http://c.example/& a", "base href:  http://b.example/", "base href:  http://c.example/&"}},
		{"<a href='a'>x</a><base target=_top\n / href='http://b.example/'>", "",
			[]string{"a href: http://b.example/ a", "base href:  http://b.example/"}},
		{`<base href="b/"><base href="c/"><a href="a">`, "http://d.example/e/",
			[]string{"base href: http://d.example/e/ b/", "base href: http://d.example/e/ c/",
				"a href: http://d.example/e/b/ a"}},
		{`<a href="a">`, "http://d.example/", []string{"a href: http://d.example/ a"}},
		{`<a href="a"><a href="#a"><a href="http://b.example/">`, "", []string{"a href:  http://b.example/"}},
		{`<style>` + far + `b: URL( "a.gif" ) c: url(http://d.example/)</style>`, "http://d.example/",
			[]string{"style url: http://d.example/ a.gif"}},
	} {
		config := Config{Relative: true, Base: test.base}
		require.Equal(t, test.want, relatives(t, config, strings.NewReader(test.page)), "%.100s", test.page)
		inPieces := iotest.OneByteReader
		if len(test.page) > len(far) { // each byte would copy the buffer
			inPieces = iotest.HalfReader
		}
		require.Equal(t, test.want, relatives(t, config, inPieces(strings.NewReader(test.page))), "%.100s",
			test.page)
	}
	require.Empty(t, relatives(t, Config{Base: "http://b.example/"}, strings.NewReader(`<a href="a">`)),
		"nobody asks")
}

// The search for the visible text of a link is bounded.
func TestLinksThatAreNeverClosedTakeLinearTime(t *testing.T) {
	page := strings.Repeat(`<a href="x:y">`, 50_000) + strings.Repeat(`<a href="x:y"`, 50_000) +
		strings.Repeat(`<b>`, 50_000)
	n := 0
	for text := range textsOf(strings.NewReader(page), Config{Shown: true}) {
		require.LessOrEqual(t, len(text.Shown), maxShown)
		n++
	}
	require.Greater(t, n, 50_000)
}

func FuzzPagesMayBeCutAnywhere(f *testing.F) {
	cases, err := corpus.Mails()
	require.NoError(f, err)
	for _, c := range cases {
		f.Add(c.Text)
	}
	f.Add(`<a href="a">x</a><style>b: url( "a.gif" )</style><base href="http://b.example/c/"><script type=json>"a\u0026\/"</script>`)
	f.Add(`<script>atob("YQ==")+unescape('%41');fromCharCode(65)</script>`)
	f.Fuzz(func(t *testing.T, page string) {
		config := Config{Relative: true, Shown: true, Base: "http://base.example/"}
		require.Equal(t, relatives(t, config, strings.NewReader(page)),
			relatives(t, config, iotest.OneByteReader(strings.NewReader(page))))
	})
}
