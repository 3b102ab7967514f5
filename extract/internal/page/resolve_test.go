package page

import (
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func resolve(base, link string) string { return string(Resolve(nil, base, []byte(link))) }

// The examples of RFC 3986, section 5.4.
func TestLinksAreResolvedAsTheRFCSays(t *testing.T) {
	for link, want := range map[string]string{
		"g:h": "g:h", "g": "http://a/b/c/g", "./g": "http://a/b/c/g", "g/": "http://a/b/c/g/",
		"/g": "http://a/g", "//g": "http://g", "?y": "http://a/b/c/d;p?y",
		"g?y": "http://a/b/c/g?y", "#s": "http://a/b/c/d;p?q#s", "g#s": "http://a/b/c/g#s",
		"g?y#s": "http://a/b/c/g?y#s", ";x": "http://a/b/c/;x", "g;x": "http://a/b/c/g;x",
		"g;x?y#s": "http://a/b/c/g;x?y#s", "": "http://a/b/c/d;p?q", ".": "http://a/b/c/",
		"./": "http://a/b/c/", "..": "http://a/b/", "../": "http://a/b/", "../g": "http://a/b/g",
		"../..": "http://a/", "../../": "http://a/", "../../g": "http://a/g", "../../../g": "http://a/g",
		"../../../../g": "http://a/g", "/./g": "http://a/g", "/../g": "http://a/g",
		"g.": "http://a/b/c/g.", ".g": "http://a/b/c/.g", "g..": "http://a/b/c/g..",
		"..g": "http://a/b/c/..g", "./../g": "http://a/b/g", "./g/.": "http://a/b/c/g/",
		"g/./h": "http://a/b/c/g/h", "g/../h": "http://a/b/c/h", "g;x=1/./y": "http://a/b/c/g;x=1/y",
		"g;x=1/../y": "http://a/b/c/y", "g?y/./x": "http://a/b/c/g?y/./x",
		"g?y/../x": "http://a/b/c/g?y/../x", "g#s/./x": "http://a/b/c/g#s/./x",
		"g#s/../x": "http://a/b/c/g#s/../x", "http:g": "http:g",
	} {
		require.Equal(t, want, resolve("http://a/b/c/d;p?q", link), link)
	}
}

func TestLinksAreEscapedWhereTheyAreResolved(t *testing.T) {
	require.Equal(t, "http://a/b%20%3C%C3%A9%zz?c <#d%23%20", resolve("http://a", "b <é%zz?c <#d# "))
	require.Equal(t, "http://a b", resolve("http://c/", "http://a b"), "it is absolute")
	require.Equal(t, "http://a/b%20/c", resolve("http://a/b /", "c"))
	for _, base := range []string{"", "d/c", "//a.example/d/c", "about:blank", "mailto:a@b.example",
		"?a://b/"} {
		require.Equal(t, "b c", resolve(base, "b c"), "nothing to be relative to in %s", base)
	}
}

// The other implementation decodes the escapes of a path that needs more escapes,
// including those of dots and slashes, and reduces two slashes at the beginning of a path
// to one.
func FuzzLinksAreResolvedAsByAnother(f *testing.F) {
	for _, base := range []string{"http://a.example", "http://a.example/d/c?q#f",
		"http://u:p@a.example:80/d/../e/./f/", "http://a.example/%41 é/b", "file:///x/y"} {
		for _, link := range []string{"b", "../b.html", "b/../../c/..", "//b.example/./c", "//b.example",
			"?q", "?", "b c/é?é#é?#", "a:b", "/a//../b", "%41/.", ":", "b'()*", "//a:::",
			"a:/../b"} {
			f.Add(base, link)
		}
	}
	f.Fuzz(func(t *testing.T, base, link string) {
		from, errFrom := url.Parse(base)
		to, errTo := url.Parse(link)
		if errFrom != nil || errTo != nil || strings.Trim(link, "#") == "" || from.Scheme == "" ||
			!strings.HasPrefix(base[len(from.Scheme):], "://") ||
			strings.HasPrefix(link, "//") && to.Host == "" {
			return
		}
		if to.Scheme != "" { // the other one removes dots from its path
			require.Equal(t, link, resolve(base, link))
			return
		}
		if strings.Contains(from.Path+" "+to.Path, "//") || strings.Contains(base+link, "%2") {
			return
		}
		want := from.ResolveReference(to)
		if _, err := url.Parse(want.String()); err != nil { // a port that only links may have
			return
		}
		got, err := url.Parse(resolve(base, link))
		require.NoError(t, err)
		for _, u := range []*url.URL{want, got} {
			u.RawPath, u.RawFragment, u.ForceQuery = "", "", false
		}
		require.Equal(t, want, got)
	})
}
