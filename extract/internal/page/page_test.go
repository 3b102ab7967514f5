package page

import (
	"io"
	"iter"
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

func TestLinksWithASchemeAreRecognized(t *testing.T) {
	for link, want := range map[string]bool{
		"": false, "a": false, ":": false, "1:x": false, "a:": true, "http://a": true, "a/b:c": false, "a b:c": false, "a+b-c.d1:": true, "?a:b": false, "a_b:": false,
	} {
		require.Equal(t, want, hasScheme([]byte(link)), link)
	}
}
