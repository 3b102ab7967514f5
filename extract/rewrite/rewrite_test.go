package rewrite

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/corpus"
)

// Each rewriter has a link in the corpus that it reads, and that no other one reads.
func TestEachRewriterReadsItsLinks(t *testing.T) {
	cases, err := corpus.Parse("unwrap")
	require.NoError(t, err)
	tried := map[string]bool{}
	for _, c := range cases {
		original, ok := Original(c.Text)
		require.Equal(t, ok, original != "", c.At)
		if len(c.Fields) > 1 {
			require.True(t, ok, c.At)
			tried[c.Fields[0]] = true
		}
	}
	for _, r := range rewriters() {
		require.True(t, tried[r.name], "corpus/parse/unwrap.txt has no link of %s", r.name)
	}
}

func TestOtherLinksAreNotUnwrapped(t *testing.T) {
	for _, link := range []string{
		"", "://", "http://", "https://host.example/?url=http%3A%2F%2Fother.example%2F",
		"https://bing.com.example/ck/a?u=a1aHR0cDovL2hvc3QuZXhhbXBsZS8", "mailto:joe@google.com",
		"https://l.facebook.com",
		`http://evil.example\@www.google.com/url?q=http://host.example/`,
		`http://www.google.com\@evil.example/url?q=http://host.example/`,
	} {
		original, ok := Original(link)
		require.False(t, ok, "%s: %s", link, original)
		require.Empty(t, original)
	}
}

func FuzzOriginalsAreBounded(f *testing.F) {
	cases, err := corpus.Parse("unwrap")
	require.NoError(f, err)
	for _, c := range cases {
		f.Add(c.Text)
	}
	f.Fuzz(func(t *testing.T, link string) {
		original, ok := Original(link)
		require.Equal(t, ok, original != "")
		require.LessOrEqual(t, len(original), 4*len(link))
	})
}

func BenchmarkOriginal(b *testing.B) {
	for b.Loop() {
		if _, ok := Original("http://www.host.example/a/b/c?d=e"); ok {
			b.Fatal("it is no rewritten link")
		}
	}
}
