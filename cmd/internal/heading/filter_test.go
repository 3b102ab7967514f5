package heading

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/extract"
)

// A filter records which of its schemes and hosts have matched.
func TestAFilterNotesWhichSchemesAndHostsMatched(t *testing.T) {
	f := Filter{Schemes: []string{"http", "ftp"}, Hosts: []string{"*.a.example", "b.example", "none"},
		Seen: new(Seen)}
	for text, want := range map[string]bool{
		"http://x.a.example/":  true,
		"FTP://B.example/":     true,
		"http://a.example/":    false,
		"gopher://b.example/":  false,
		"mailto:joe@b.example": false,
		"http:///x":            false,
	} {
		results := extract.FindString("<" + text + ">")
		for i := range results {
			require.Equal(t, want, f.Shows(&results[i]), text)
		}
	}
	require.True(t, f.Seen.Has("scheme", "http") && f.Seen.Has("scheme", "ftp"))
	require.True(t, f.Seen.Has("host", "*.a.example") && f.Seen.Has("host", "b.example"))
	require.False(t, f.Seen.Has("host", "none"))
	for host, want := range map[string]bool{"http://a.example/": true, "http://x.a.example/": true,
		"http://xa.example/": false, "http://A.EXAMPLE./": true, "mailto:x@a.example": true,
		"news:a": false} {
		require.Equal(t, want, (&Filter{Domains: []string{"a.example"}}).leadsTo(host), host)
	}
}
