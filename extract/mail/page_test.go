package mail

import (
	"io"
	"iter"
	"testing"

	"github.com/stretchr/testify/require"
)

// textsOf yields the texts of a page that are not blank.
func textsOf(page io.Reader, config pageConfig) iter.Seq[pageText] {
	return func(yield func(pageText) bool) {
		var src source
		src.reset(page, nil)
		var m markup
		config.Keep = 256 << 10
		m.reset(input{from: src.all()}, config)
		m.texts(func(t pageText) bool { return t.isBlank() || yield(t) })
	}
}

func TestLinksWithASchemeAreRecognized(t *testing.T) {
	for link, want := range map[string]bool{
		"": false, "a": false, ":": false, "1:x": false, "a:": true, "http://a": true, "a/b:c": false, "a b:c": false, "a+b-c.d1:": true, "?a:b": false, "a_b:": false,
	} {
		require.Equal(t, want, hasScheme([]byte(link)), link)
	}
}
