package check

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/cmd/internal/printable"
)

// For any text, the output is valid JSON and does not control a terminal.
func FuzzCheckPrintsValidJSONAndNoControlCharacters(f *testing.F) {
	for _, text := range []string{
		"http://a.example/", "<URL:ftp://u:p@a.example/%2Fetc/motd;type=a>", "http://a.example/\x1b[31m",
		"gopher://a.example/%09\u009b", "http://[::1]/\xff",
		"mailto:a@b\r\nhttp://a.example:99999/#a#b\n\n", strings.Repeat("x", 70000),
		"http://xn--a.example/\u202e", "file://C:/\x00",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, c := range []Checker{{}, {JSON: true}, {Redact: true},
			{JSON: true, Redact: true, Defang: true}, {Defang: true}} {
			var out, said bytes.Buffer
			checker := New(&out)
			checker.Stderr, checker.JSON, checker.Redact, checker.Defang = &said, c.JSON, c.Redact, c.Defang
			require.NoError(t, checker.Lines(strings.NewReader(text)))
			require.NoError(t, checker.Flush())
			require.True(t, utf8.Valid(out.Bytes()))
			for _, r := range out.String() {
				require.True(t, r == '\n' || !printable.IsControl(r), "%q", r)
			}
			if !c.JSON {
				continue
			}
			for line := range strings.Lines(out.String()) {
				require.True(t, json.Valid([]byte(line)), line)
			}
		}
	})
}
