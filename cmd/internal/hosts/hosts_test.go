package hosts

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHostsOfURLs(t *testing.T) {
	for text, want := range map[string]string{
		"http://a.example/": "a.example", "http://u:p@a.example:80?x@y": "a.example", "http://a.example.": "a.example", "http://[::1]:80/": "[::1]", "file://c:/x": "", "file://c|/x": "",
		"file://host/x": "host", "mailto:joe@b.example": "b.example", "mailto:%6aoe%40c.example?x=a@d": "c.example", "mailto:%zz@c.example": "c.example", "mailto:a@b,c@d": "b",
		"mailto:Joe <joe@b.example> ": "b.example", "mailto:joe": "", "MAILTO:%61@b.example#x": "b.example", "mailto:%40": "", "news:a.b": "", "http:/a": "", "": "", "http://bücher.example/": "xn--bcher-kva.example",
	} {
		require.Equal(t, want, string(Of([]byte(text))), text)
	}
}

func TestDomainsOfHosts(t *testing.T) {
	for host, want := range map[string]string{
		"www.a.co.uk": "a.co.uk", "a.example": "a.example", "x.y.a.example": "a.example", "co.uk": "co.uk", "localhost": "localhost", "192.0.2.1": "192.0.2.1", "[::1]": "[::1]", "": "", "1.2.example": "2.example",
	} {
		require.Equal(t, want, string(Domain([]byte(host))), host)
	}
	require.Equal(t, "xabcé", string(AppendLower([]byte("x"), []byte("ABCÉ"))))
	require.Equal(t, "xa@[z{", string(AppendLower([]byte("x"), []byte("A@[Z{"))))
}
