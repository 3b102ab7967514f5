package rfc1738

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// What Skim does not know costs the parser's time, which is about three times its own.
func TestSkimKnowsMostURLs(t *testing.T) {
	for text, want := range map[string][2]bool{ // strict, known
		"http://h":                          {true, true},
		"https://www.host.example:8443/a/b": {true, true},
		"ftp://ftp.host.example/a%20b":      {true, true},
		"gopher://host.example:70/11/dir":   {true, true},
		"http://h/a?b=c&d#e":                {true, true},
		"http://h#e?f/g":                    {true, true},
		"http://h/a#b?c":                    {true, true},
		"gopher://h/1a?b":                   {true, true},
		"gopher://h/1a#b?c":                 {true, true},
		"http://a-b.example/":               {true, true},
		"http://h/~a":                       {false, true},
		"http://h/a?~#~":                    {false, true},
		"gopher://h/~":                      {false, true},

		"http://":            {}, // nothing that it could know
		"ftp://":             {},
		"https://":           {},
		"gopher://":          {},
		"HTTP://h":           {},
		"telnet://h":         {},
		"http://1.2.3.4/":    {},
		"http://a-1.example": {},
		"http://a--b":        {},
		"http://a.":          {},
		"http://a-/":         {},
		"http://.a":          {},
		"http://h:":          {},
		"http://h:x":         {},
		"http://h?a":         {},
		"http://h/a?b/c":     {},
		"http://h/a?b?c":     {},
		"ftp://h/a?b":        {},
		"ftp://h/a;type=a":   {},
		"http://h/a;b":       {},
		"http://h/#a#b":      {},
		"http://h/%4":        {},
		"http://h/%":         {},
		"http://h/%zz":       {},
		"gopher://h/1%09a":   {},
		"http://u@h/":        {},
		"http://h/a b":       {},
	} {
		strict, known := Skim(text)
		require.Equal(t, want, [2]bool{strict, known}, text)
	}
}
