package rfc1738

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHostSpanFindsTheHostAfterALogin(t *testing.T) {
	for marked, ok := range map[string]bool{
		"http://⟦h.example⟧:80/a":   true,
		"ftp://u:p@⟦h.example⟧/":    true,
		"http://u@⟦h.example⟧/@b":   true,
		"http://⟦[::1]⟧:80/":        true,
		"file://⟦⟧/a":               true,
		"x-y://⟦a_b.example⟧":       true,
		"x-y://⟦a_b.example⟧:80/c":  true,
		"x-y://u@v@⟦a_b⟧?c@d":       true,
		"x-y://u:p@⟦a_b⟧:80:81#c":   true,
		"x-y://⟦⟧:x/":               true,
		"x-y://⟦⟧/a":                true,
		"x-y://⟦h.example⟧/a":       true,
		"x-y://u@⟦[::1]⟧:80/~":      true,
		"x-y://⟦[::x]⟧:80/":         true,
		"x-y:a⟦⟧":                   false,
		"x-y:/a⟦⟧":                  false,
		"mailto:a@h.example⟦⟧":      false,
		"news:comp.example⟦⟧":       false,
		"news://⟦h.example⟧/comp.x": true,
	} {
		text, want := unmarked(marked)
		u, _, err := ParseLenient(text, nil)
		require.NoError(t, err, text)
		start, end, found := u.HostSpan()
		require.Equal(t, ok, found, text)
		if ok {
			require.Equal(t, want, [2]int{start, end}, text)
		}
	}
}

func TestURLsWithoutARealHostHaveAnError(t *testing.T) {
	for marked, nameless := range map[string]bool{
		"x-y://":              true,
		"x-y:///":             true,
		"x-y://@/":            true,
		"x-y://u@:80/a":       true,
		"x-y://_/a":           true,
		"x-y://.../a":         true,
		"x-y://%25s/":         true,
		"x-y://a%25s/":        true,
		"x-y://$(host)/":      true,
		"x-y://a.example:$p/": true,
		"x-y://a_b/%25s":      false,
		"x-y://a_b?$x":        false,
		"x-y:///a":            false,
		"x-y://1_/":           false,
		"x-y://a_b/":          false,
		"x-y://u@a_b/":        false,
		"x-y:a":               false,
		"x-y:":                false,
		"x-y:/":               false,
		"http://h/":           false,
		"x-y://h/":            false,
		"file:///":            false,
	} {
		u, err := Parse(marked)
		require.NoError(t, err, marked)
		e, ok := u.CheckHost().(*Error)
		require.Equal(t, nameless, ok, marked)
		if ok {
			require.Equal(t, "hostport", e.Rule.String())
		}
	}
	for text, offset := range map[string]int{"x-y://": 6, "x-y://u@:80/a": 8, "x-y://a%25s/": 7,
		"x-y://u@a.b:$p/": 12, "x-y:///": 6} {
		u, err := Parse(text)
		require.NoError(t, err)
		require.Equal(t, offset, u.CheckHost().(*Error).Offset, text)
	}
	u, _, err := ParseLenient("x-y://${host}/", nil)
	require.NoError(t, err)
	require.Equal(t, 6, u.CheckHost().(*Error).Offset)
	u, _, err = ParseLenient(`x-y://a\b/`, nil)
	require.NoError(t, err)
	require.Equal(t, 7, u.CheckHost().(*Error).Offset)
}

func TestHostSpanIsThatOfTheHost(t *testing.T) {
	for _, c := range cases(t, "valid") {
		u, err := Parse(c.Text)
		require.NoError(t, err)
		if start, end, ok := u.span(PartHost); ok {
			from, to, found := u.HostSpan()
			require.True(t, found)
			require.Equal(t, [2]int{start, end}, [2]int{from, to}, c.At)
		}
	}
}
