package page

import (
	"io"
	"iter"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

// textsOf yields the texts of a page that are not blank.
func textsOf(page io.Reader, config Config) iter.Seq[Text] {
	return func(yield func(Text) bool) {
		var src decode.Source
		src.Reset(page, nil)
		var m Reader
		config.Keep = 256 << 10
		m.Reset(decode.Input{From: src.All()}, config)
		m.Texts(func(t Text) bool { return t.IsBlank() || yield(t) })
	}
}

func TestWhatIsNoMarkupIsText(t *testing.T) {
	for page, want := range map[string]string{
		"a < b c:d": "a < b c:d", "<http://a.example/> e": "<http://a.example/> e",
		"<joe@a.example> c:d": "<joe@a.example> c:d", "a:b <1> c": "a:b <1> c",
		"<![CDATA[a:b <p> ]] c]d]]>": "a:b <p> ]] c]d", "a:b<p>c": "a:b c", "a:b<b>c": "a:bc",
	} {
		require.Equal(t, []divided{{text: want}}, dividedTexts(t, strings.NewReader(page)), page)
	}
}

func TestLinksWithASchemeAreRecognized(t *testing.T) {
	for link, want := range map[string]bool{
		"": false, "a": false, ":": false, "1:x": false, "a:": true, "http://a": true, "a/b:c": false,
		"a b:c": false, "a+b-c.d1:": true, "?a:b": false, "a_b:": false,
	} {
		require.Equal(t, want, hasScheme([]byte(link)), link)
	}
}
