package extract

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestALinkWhoseTextNamesAnotherSiteIsAMismatch(t *testing.T) {
	x := newExtractor(Config{})
	for _, test := range []struct {
		link, shown string
		want        bool
	}{
		{"http://evil.example/bank", "https://bank.example/", true},
		{"http://evil.example/bank", "www.bank.example", true},
		{"http://evil.example/bank", "bank.example/login", true},
		{"http://evil.example/", " (http://bank.example/login.) ", true},
		{"http://10.0.0.1/", "http://bank.example/", true},
		{"http://bank.example.evil.example/", "http://bank.example/", true},
		{"http://bank.example@evil.example/", "http://bank.example/", true},
		{"http://evil.example/", "http://bücher.example/", true},
		{"http://a.co.uk/", "http://b.co.uk/", true},
		{"http://www.bank.example/", "bank.example", false},
		{"https://login.bank.example/x", "http://www.bank.example/", false},
		{"http://BANK.example./", "http://bank.example:80/", false},
		{"http://xn--bcher-kva.example/", "http://bücher.example/", false},
		{"http://10.0.0.1/", "http://10.0.0.1/", false},
		{"http://10.0.0.1/", "http://10.0.0.2/", true},
		{"http://evil.example/", "click here", false},
		{"http://evil.example/", "see http://bank.example/ here", false},
		{"http://evil.example/", "bank", false},
		{"http://evil.example/", "", false},
		{"http://evil.example/", "ann@bank.example", false},
		{"http://host.example/readme.md", "readme.md", false},
		{"http://host.example/readme.md", "readme.md/x", true},
		{"http://host.example/", "report.pdf", false},
		{"http://host.example/", "version 1.2.3", false},
		{"http://host.example/", "1.2.3", false},
		{"http://evil.example/", "bank.example:80/x", true},
		{"http://bank.example/", "bank.example:80", false},
		{"http://evil.example/", "bank.example:x", false},
		{"http://evil.example/", "bank.example?q", true},
		{"http://evil.example/", "bank.example#q", true},
		{"http://evil.example/", "joe@bank.example/x", false},
		{"http://evil.example/", "www.md", true},
		{"http://evil.example/", "://bank.example", false},
		{"http://evil.example/", "http://joe@bank.example:80?x", true},
		{"http://evil.example/", "http://bank.example\\x", true},
		{"http://bank.example/", "http://bank.example#x", false},
		{"http://[::1]/", "http://[::1]:80/", false},
		{"http://[::1]/", "http://[::2]/", true},
		{"http://evil.example/", "\u201cbank.example\u201d", true},
		{"http://evil.example/", "bank.example\u00a0now", false},
		{"http://evil.example/", "b\u00fccher.example", true},
		{"file:///etc", "bank.example", false},
		{"mailto:ann@evil.example", "ann@bank.example", false},
		{"mailto:ann@evil.example", "http://bank.example/", false},
		{"https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fbank.example%2Fx&data=05",
			"https://bank.example/x", false},
		{"https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fevil.example%2Fx&data=05",
			"https://bank.example/x", true},
	} {
		r, ok := x.NewFinder().Attribute([]byte(test.link))
		require.True(t, ok, test.link)
		require.Equal(t, test.want, r.Mismatch(test.shown), "%s shown as %q", test.link, test.shown)
	}
	require.False(t, Result{}.Mismatch("http://bank.example/"))
}

func TestNamesOfFilesAreNoHosts(t *testing.T) {
	for _, extension := range strings.Fields("ai app bz cc doc gz java md mm mov pl pm ps pub py rs sc sh so st tf zip") {
		require.True(t, isFileName("name."+extension, "name."+extension), extension)
		require.True(t, isFileName("Name."+strings.ToUpper(extension), "Name."+strings.ToUpper(extension)),
			extension)
		require.False(t, isFileName("name."+extension+"/x", "name."+extension), extension)
		require.False(t, isFileName("www."+extension, "www."+extension), extension)
	}
	require.False(t, isFileName("name.example", "name.example"))
	require.False(t, isFileName("a.name.md", "a.name.md"))
}
