package defang

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/corpus"
	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/scan"
)

func TestURLsAreWrittenSoThatNobodyClicksOnThem(t *testing.T) {
	for url, want := range map[string]string{
		"https://host.example":                     "hxxps://host[.]example",
		"ftp://joe:p.w@host.example:21/a.b":        "fxp://joe:p.w[@]host[.]example:21/a.b",
		"HTTP://HOST.EXAMPLE/":                     "HTTP[:]//HOST[.]EXAMPLE/",
		"gopher://host.example:70/1/x":             "gopher[:]//host[.]example:70/1/x",
		"http://192.0.2.1/":                        "hxxp://192[.]0[.]2[.]1/",
		"http://[2001:db8::1]/x":                   "hxxp://[2001:db8::1]/x",
		"http://www.bank.example@host.example/":    "hxxp://www[.]bank[.]example[@]host[.]example/",
		"http://host.example/?to=joe@host.example": "hxxp://host[.]example/?to=joe[@]host[.]example",
		"http://host.example/www.other.example/a":  "hxxp://host[.]example/www[.]other[.]example/a",
		"http://host.example/a[.]b(.)c":            "hxxp://host[.]example/a[[.]]b([.])c",
		"http://host.example/?a{=}b[?]c":           "hxxp://host[.]example/?a{[=]}b[[?]]c",
		"news:comp.test":                           "news[:]comp[.]test",
		"http://a..b./":                            "hxxp://a.[.]b./",
		"no url":                                   "no url",
	} {
		require.Equal(t, want, URL(url))
	}
	require.Equal(t, "host[.]example", Host("host.example"))
}

func TestLinksInTextAreDisguised(t *testing.T) {
	for text, want := range map[string]string{
		"see http://host.example/a.b, or so.":        "see hxxp://host[.]example/a[.]b, or so.",
		"(https://192.0.2.1:80/)":                    "(hxxps://192[.]0[.]2[.]1:80/)",
		"http://joe.doe:pw@host.example/":            "hxxp://joe[.]doe:pw[@]host[.]example/",
		"http://joe@host.example/":                   "hxxp://joe[@]host[.]example/",
		"Gopher://host.example":                      "Gopher[:]//host[.]example",
		"mailto:joe@host.example":                    "mailto[:]joe[@]host[.]example",
		"Re: joe@host.example.":                      "Re: joe[@]host[.]example.",
		"www.host.example or host.example/x":         "www[.]host[.]example or host[.]example/x",
		"hxxp://evil[.]example, hxxps://a(.)b":       "hxxp://evil[.]example, hxxps://a(.)b",
		"version 1.2.3 ... costs 1.5, e.g. at 12:30": "version 1.2.3 ... costs 1.5, e[.]g. at 12:30",
		"news: none; @joe; a@ b":                     "news: none; @joe; a@ b",
		"http://":                                    "hxxp://",
		"":                                           "",
	} {
		require.Equal(t, want, Text(text))
		require.Equal(t, want, Text(want), "once is enough")
	}
}

// links returns the URLs in the corpus that are not disguised themselves.
func links(t testing.TB, yield func(url string)) {
	extracts, err := corpus.Extracts()
	require.NoError(t, err)
	options, err := corpus.Options()
	require.NoError(t, err)
	x, err := extract.New(extract.Config{Deobfuscate: true})
	require.NoError(t, err)
	for _, e := range append(extracts, options...) {
		for r, err := range x.All(strings.NewReader(e.Text)) {
			require.NoError(t, err)
			if _, disguised := scan.Restore([]byte(r.String())); r.Err == nil && !r.Truncated && !disguised {
				yield(r.String())
			}
		}
	}
	for _, name := range []string{"valid", "deviations", "unwrap", "means"} {
		cases, err := corpus.Parse(name)
		require.NoError(t, err)
		for _, c := range cases {
			if _, disguised := scan.Restore([]byte(c.Text)); !disguised {
				yield(c.Text)
			}
		}
	}
}

// newFinder returns a Finder, which is used for many texts.
func newFinder(t testing.TB, config extract.Config) *extract.Finder {
	x, err := extract.New(config)
	require.NoError(t, err)
	return x.NewFinder()
}

// found returns the only URL in text, or "" if there is none or more than one.
func found(t testing.TB, f *extract.Finder, text string) string {
	var urls []string
	f.Reset(strings.NewReader(text))
	for r := (extract.Result{}); f.Next(&r) == nil; {
		urls = append(urls, r.String())
	}
	if len(urls) != 1 {
		return ""
	}
	return urls[0]
}

// Defanged URLs are restored by --deobfuscate, and in text if the original is found
// there.
func TestDefangedURLsOfTheCorpusAreRestored(t *testing.T) {
	n, finder := 0, newFinder(t, extract.Config{Deobfuscate: true})
	links(t, func(url string) {
		if mayDisguise(url) {
			return
		}
		unclickable := URL(url)
		require.Equal(t, unclickable, URL(url))
		require.NotContains(t, strings.ToLower(unclickable), "http://")
		restored, _ := scan.Restore([]byte(unclickable))
		require.Equal(t, url, string(restored), unclickable)
		for _, around := range []string{"%s\n", "<%s>", "see %s."} {
			plain := fmt.Sprintf(around, url)
			if found(t, finder, plain) == url {
				n++
				require.Equal(t, url, found(t, finder, fmt.Sprintf(around, unclickable)), unclickable)
			}
		}
	})
	require.Greater(t, n, 1000)
}

// mayDisguise reports whether a URL contains something that is restored, too: a dot may
// be escaped to disguise it, and the URL may contain a disguised one.
func mayDisguise(url string) bool {
	url = strings.ToLower(url)
	return strings.Contains(url, "%2e") || strings.Contains(url, "hxxp")
}

func FuzzADefangedURLIsRestored(f *testing.F) {
	links(f, func(url string) { f.Add(url) })
	finder := newFinder(f, extract.Config{})
	f.Fuzz(func(t *testing.T, url string) {
		u := found(t, finder, url)
		if _, disguised := scan.Restore([]byte(u)); u == "" || disguised || mayDisguise(u) {
			return
		}
		restored, _ := scan.Restore([]byte(URL(u)))
		require.Equal(t, u, string(restored), URL(u))
	})
}
