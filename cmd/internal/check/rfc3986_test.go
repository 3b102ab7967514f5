package check

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Normal forms are those of RFC 3986 section 6.2; a "^" marks the place of an error.
func TestURIsAreReadByRFC3986(t *testing.T) {
	for text, want := range map[string]string{
		"http://h.example/":                    "http://h.example/",
		"HTTP://H.Example:080":                 "http://h.example/",
		"http://h/%7eu/%2f%c3%a9/../x?%41#%7E": "http://h/~u/x?A#~",
		"eXAMPLE://a/./b/../b/%63/%7bfoo%7d":   "example://a/b/c/%7Bfoo%7D", // from 6.2.2
		"http://u:p@h:8080/..":                 "http://u:p@h:8080/",
		"http://h/a/..//b/.":                   "http://h//b/",
		"https://h:443?q=/?":                   "https://h/?q=/?",
		"http://[2001:DB8::1]/":                "http://[2001:db8::1]/",
		"http://[v1.a:b]/":                     "http://[v1.a:b]/",
		"http://%e9%41.example/":               "http://%E9a.example/",
		"mailto:joe@h.example":                 "mailto:joe@h.example",
		"news:comp.mail.*":                     "news:comp.mail.*",
		"a:/.//b":                              "a:/.//b",
		"file:///etc/motd":                     "file:///etc/motd",
		"urn:x":                                "urn:x",
		"ftp://h.example:21/a;type=a":          "ftp://h.example/a;type=a",
		"gopher://h.example:70/00/a%09b":       "gopher://h.example/00/a%09b",
		"x:":                                   "x:",
		"http://b\xc3\xbccher.example/":        `byte 0xc3 at offset 8: not in reg-name (RFC 3986 section 3.2.2)`,
		"http://h/a\x7fb":                      `byte 0x7f at offset 10: not in path (RFC 3986 section 3.3)`,
		"http://h/a|b":                         `"|" at offset 10: not in path (RFC 3986 section 3.3)`,
		"http://h/a#b#c":                       `"#" at offset 12: not in fragment (RFC 3986 section 3.5)`,
		"http://h/a?b%4":                       `"%" at offset 12: not in query (RFC 3986 section 3.4)`,
		"http://h:x/":                          `"x" at offset 9: not in port (RFC 3986 section 3.2.3)`,
		"http://a@b@h/":                        `"@" at offset 10: not in reg-name (RFC 3986 section 3.2.2)`,
		"http://u|@h/":                         `"|" at offset 8: not in userinfo (RFC 3986 section 3.2.1)`,
		"http://[::1%25x]/":                    `"[" at offset 7: not in IP-literal (RFC 3986 section 3.2.2)`,
		"http://[::1":                          `"[" at offset 7: not in IP-literal (RFC 3986 section 3.2.2)`,
		"1x:y":                                 `"1" at offset 0: not in scheme (RFC 3986 section 3.1)`,
		"www.h.example":                        `end of text at offset 13: not in scheme (RFC 3986 section 3.1)`,
		"":                                     `end of text at offset 0: not in scheme (RFC 3986 section 3.1)`,
		"a b:c":                                `byte 0x20 at offset 1: not in scheme (RFC 3986 section 3.1)`,
	} {
		u := parse3986(text)
		if u.err != nil {
			require.Equal(t, want, u.err.Error(), text)
		} else {
			require.Equal(t, want, u.normal(), text)
		}
	}
}

func TestARedactedURIShowsNoPassword(t *testing.T) {
	for _, text := range []string{"ftp://joe:secret@h/", "ftp://joe:se|cret@h/|"} {
		u := parse3986(text).redacted(text)
		for _, c := range u.components {
			require.NotContains(t, c.text, "cret")
		}
		if u.err != nil {
			require.Contains(t, u.err.Error(), `"*" at offset 10`)
		}
	}
}

func FuzzNormalizingTwiceChangesNothing(f *testing.F) {
	f.Add("http://a/../%7e?%4g#[::1]")
	f.Fuzz(func(t *testing.T, text string) {
		u := parse3986(text)
		if u.err != nil {
			return
		}
		again := parse3986(u.normal())
		require.Nil(t, again.err, text)
		require.Equal(t, u.normal(), again.normal(), text)
	})
}
