package extract

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/internal/idn"
	"github.com/urlsift/urlsift/internal/urlhost"
	"github.com/urlsift/urlsift/rfc1738"
)

func TestURIsHaveHostsInASCIIAndEscapesElsewhere(t *testing.T) {
	for text, want := range map[string]string{
		"http://bücher.example/ü?é#ß":           "http://xn--bcher-kva.example/%C3%BC?%C3%A9#%C3%9F",
		"https://BÜCHER.example:8080/":          "https://xn--bcher-kva.example:8080/",
		"ftp://jörg:geheim@straße.example/":     "ftp://j%C3%B6rg:geheim@xn--strae-oqa.example/",
		"http://ａ。example/":                     "http://a.example/",
		"http://_x.bücher.example/":             "http://_x.xn--bcher-kva.example/",
		"mailto:jörg@host.example":              "mailto:j%C3%B6rg@host.example",
		"foo://пример.example/путь":             "foo://xn--e1afmkfd.example/%D0%BF%D1%83%D1%82%D1%8C",
		"http://xn--bcher-kva.example/~joe/[é]": "http://xn--bcher-kva.example/~joe/[%C3%A9]",
		"file:///höhe":                          "file:///h%C3%B6he",
		"http://a\u200cb.example/":              "",
	} {
		u, _, err := rfc1738.ParseLenient(text, nil)
		require.NoError(t, err, text)
		got, ok := toURI(u)
		require.Equal(t, want != "", ok, text)
		if ok {
			require.Equal(t, want, got)
		}
	}
}

func TestNoURIHasAControlCharacter(t *testing.T) {
	for text, want := range map[string]string{"http://host.example/é": "http://host.example/%C3%A9",
		"http://host.example/é\x17": "", "0:\x17\u009b": "", "http://m\xfcnchen.example/": "", "http://host.example/\xfc": "http://host.example/%FC"} {
		u, deviations, err := rfc1738.ParseLenient(text, nil)
		require.NoError(t, err)
		got, ok := Encoded(u, deviations)
		require.Equal(t, want != "", ok, text)
		require.Equal(t, want, got)
	}
}

func TestTheHostOfAURLEndsWhereABrowserEndsIt(t *testing.T) {
	for url, want := range map[string]string{
		"http://a.example/": "a.example", "http://u:p@a.example:80?x@y": "a.example",
		"http://[::1]:80/": "[::1]", "gopher://a.example": "a.example",
		`HTTP://a.example\@b.example/`: "a.example", `smb://d\joe@a.example/`: "a.example",
		"http://a:1:2/": "a", "mailto:a@b": "", "a.example/": "", "": "",
	} {
		require.Equal(t, want, urlhost.Of(url), url)
	}
}

func TestTheAuthorityOfAURLEndsWhereItsHostDoesOrAfterAPort(t *testing.T) {
	for url, want := range map[string][4]string{
		"http://u:p@a.example:80?x@y":      {"http://u:p@", "a.example", ":80", "?x@y"},
		"http://[::1]:80/":                 {"http://", "[::1]", ":80", "/"},
		"http://a:8]/":                     {"http://", "a", ":8]", "/"},
		"http://a:1:2#b":                   {"http://", "a", ":1:2", "#b"},
		`HTTP://u@a.example:8\@b.example/`: {"HTTP://u@", "a.example", ":8", `\@b.example/`},
		`smb://d\joe@a.example/`:           {`smb://d\joe@`, "a.example", "", "/"},
		`foo://a.example:8\b`:              {"foo://", "a.example", `:8\b`, ""},
		"file:///a":                        {"file://", "", "", "/a"},
		"mailto:a@b":                       {"mailto:a@b", "", "", ""},
		"":                                 {},
	} {
		start, end, stop := urlhost.Browsed(url)
		require.Equal(t, want, [4]string{url[:start], url[start:end], url[end:stop], url[stop:]})
	}
}

// UTS 46 maps fullwidth characters, and some others, to ASCII.
func TestNoHostIsMappedToTextWithADelimiter(t *testing.T) {
	for host, want := range map[string]string{
		"a＠b.example": "", "a.example／b": "", "a.example？b": "", "a.example＃b": "", "a.example：80": "",
		"a＼b.example": "", "a℀b.example": "",
		"ａ．ｅｘａｍｐｌｅ": "a.example", "[::1]": "[::1]", `a\b@c:d`: `a\b@c:d`,
	} {
		got, ok := idn.ToASCII(host)
		require.Equal(t, want != "", ok, host)
		if ok {
			require.Equal(t, want, got)
		}
	}
}

func TestSpellingsOfAHostHaveOneForm(t *testing.T) {
	for host, want := range map[string]string{
		"bücher.example": "xn--bcher-kva.example", "xn--bcher-kva.example": "xn--bcher-kva.example",
		"XN--BCHER-KVA.Example.": "xn--bcher-kva.example", "BÜCHER.EXAMPLE": "xn--bcher-kva.example",
		"bu\u0308cher.example": "xn--bcher-kva.example", "Host.Example": "host.example",
		"a\u200cb":  "a\u200cb",
		"192.0.2.1": "192.0.2.1", "[2001:DB8::1]": "[2001:db8::1]", "": "",
	} {
		require.Equal(t, want, siteOf(host), host)
	}
}

func TestLabelsOfSeveralScriptsAreRecognized(t *testing.T) {
	for host, want := range map[string]bool{
		"host.example": false, "bücher.example": false, "пример.example": false, "例え.example": false,
		"раура.example": false, "日本語とカタカナ.example": false, "abc日本ひらカタ.example": false, "abc한국.example": false,
		"한국漢字.example":   false,
		"раypal.example": true, "pаypal.example": true, "xn--pypal-4ve.example": true, "αbc.example": true,
		"кирилλ.example": true,
		"ひら한국.example":   true, "abcひらㄅ.example": true, "ａbc.example": false, "a-1-б.example": true,
		"x.б.α.example":  false,
		"हिन्दी.example": false, "עбa.example": true,
	} {
		require.Equal(t, want, mixesScripts(host), host)
	}
}
