package heading

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheHostOfAURLIsTheOneABrowserAsksFor(t *testing.T) {
	for text, want := range map[string]string{
		"http://a.example/":              "a.example",
		"http://u:p@a.example:80?x@y":    "a.example",
		"http://a.example.":              "a.example",
		"http://[::1]:80/":               "[::1]",
		"file://c:/x":                    "",
		"file://c|/x":                    "",
		"file://host/x":                  "host",
		"mailto:joe@b.example":           "b.example",
		"mailto:%6aoe%40c.example?x=a@d": "c.example",
		"mailto:%zz@c.example":           "c.example",
		"mailto:a@b,c@d":                 "b",
		"mailto:Joe <joe@b.example> ":    "b.example",
		"mailto:joe":                     "",
		"MAILTO:%61@b.example#x":         "b.example",
		"mailto:%40":                     "",
		"news:a.b":                       "",
		"http:/a":                        "",
		"":                               "",
		"http://bücher.example/":         "xn--bcher-kva.example",
		"http://a%2eexample/x":           "a.example",
		"http://%61.example/":            "a.example",
		"http://b%C3%BCcher.example":     "xn--bcher-kva.example",
		"http://%zz.example/":            "%zz.example",
		"http://a%2fb.example/":          "a%2fb.example",
		"http://%ff.example/":            "%ff.example",
		"http://u@%61.example:80/":       "a.example",
		"http://a。example/":              "a.example",
		"http://3221225985/":             "192.0.2.1",
		"http://é-.example/":             "xn----9fa.example",
		"http://0xC0000201":              "192.0.2.1",
		"http://0300.0.2.1:80/":          "192.0.2.1",
		"http://192.513/":                "192.0.2.1",
		"http://192.0.2.1./":             "192.0.2.1",
		"http://192.0.2.1../":            "192.0.2.1..", // no address, for a browser
		"http://１９２.0.2.1/":              "192.0.2.1",
		"http://192.0.2.999/":            "192.0.2.999",
		"http://1.2.3.4.5/":              "1.2.3.4.5",
		"http://192.0.2.1":               "192.0.2.1",
		"http://a.1b/":                   "a.1b",
		"http://[2001:DB8:0::1]/":        "[2001:db8::1]",
		"http://[0:0:0:0:0:0:0:1]":       "[::1]",
		"http://[::ffff:192.0.2.1]/":     "192.0.2.1",
		"http://[::FFFF:c000:201]/":      "192.0.2.1",
		"http://[x]/":                    "[x]",
		`http://a.example\@b.example/`:   "a.example",
		`smb://d\joe@host.example/`:      "host.example",
		"http://a_b.example/":            "a_b.example",
	} {
		require.Equal(t, want, Host(text), text)
	}
}

func TestPatternsMatchTheHostThatABrowserAsksFor(t *testing.T) {
	for typed, want := range map[string]string{
		"A.example":        "a.example",
		"*.A.example":      "*.a.example",
		"bücher.example":   "xn--bcher-kva.example",
		"BÜCHER.*":         "bücher.*",
		"192.0.2.1":        "192.0.2.1",
		"3221225985":       "192.0.2.1",
		"::1":              `\[::1\]`,
		"[::1]":            `\[::1\]`,
		"[0:0::1]":         `\[::1\]`,
		"::ffff:192.0.2.1": "192.0.2.1",
		"[ab].example":     "[ab].example",
		"":                 "",
		"a/b":              "a/b", "%61": "a",
	} {
		require.Equal(t, want, Pattern(typed), typed)
	}
	for host, want := range map[string]string{"xn--bcher-kva.example": "bücher.example",
		"a.example": "a.example", "xn--a": "xn--a", "[::1]": "[::1]"} {
		require.Equal(t, want, Unicode(host), host)
	}
}

func TestTheDomainOfAHostIsWhatCanBeRegistered(t *testing.T) {
	for host, want := range map[string]string{
		"www.a.co.uk":   "a.co.uk",
		"a.example":     "a.example",
		"x.y.a.example": "a.example",
		"co.uk":         "co.uk",
		"localhost":     "localhost",
		"192.0.2.1":     "192.0.2.1",
		"[::1]":         "[::1]",
		"":              "",
		"1.2.example":   "2.example",
	} {
		require.Equal(t, want, Domain(host), host)
	}
}
