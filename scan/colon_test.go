package scan

import (
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

func TestEscapedColonsAreFoundAfterAnEscape(t *testing.T) {
	const url = ` https\u003a//a.example/x `
	pad := func(n int) string { return strings.Repeat("x ", n/2) }
	for _, test := range []struct {
		text  string
		found int
	}{
		{url, 1},
		{pad(sample) + url, 1},
		{pad(stretch-len(url)) + url, 1},
		{pad(stretch+sample-len(url)) + url, 1},
		{pad(stretch+sample) + url, 0},
		{pad(stretch+sample-2) + "&#" + url, 1},
		{pad(stretch+sample-2) + " &" + url, 0},
		{pad(stretch+sample-2) + " &" + pad(stretch-sample-2) + ` &#` + url + url, 2},
		{pad(stretch-2) + " &#" + pad(stretch) + url, 1},
		{pad(stretch+sample) + `http:\/\/b.example\/ ` + url, 2},
		{`\ ` + pad(3*stretch) + url, 1},
	} {
		require.Len(t, scanAll(t, strings.NewReader(test.text), Config{}), test.found, "%.40q", test.text)
		require.Len(t, scanAll(t, iotest.OneByteReader(strings.NewReader(test.text)), Config{}), test.found,
			"%.40q byte by byte", test.text)
	}
}
