package rfc1738

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// seed adds every text of the parse corpus to a fuzz target.
func seed(f *testing.F) {
	for _, name := range []string{"valid", "invalid", "deviations", "open", "equivalent", "means"} {
		for _, c := range cases(f, name) {
			f.Add(c.Text)
		}
	}
}

// prefix parses the longest URL that text begins with, and returns its length.
func prefix(text string) (URL, int, error) {
	c := cursor{text: text, failPos: -1}
	if !c.read(&section5) {
		return URL{}, 0, c.err()
	}
	return c.result(), c.pos, nil
}

// Parse, its prefixes and the offsets of errors agree with an automaton made of the RFC's
// own text.
func FuzzParserIsTheGrammar(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, text string) {
		longest, viable := theOracle().judge(text)

		u, err := Parse(text)
		require.Equal(t, longest == len(text), err == nil, "%q: %v, oracle %d", text, err, longest)
		if err != nil {
			var e *Error
			require.True(t, errors.As(err, &e))
			require.Equal(t, viable, e.Offset, "%q: %v", text, err)
			require.NotEmpty(t, e.Rule)
			require.NotEmpty(t, e.Section)
		} else {
			require.Equal(t, text, u.String())
		}

		prefix, n, err := prefix(text)
		require.Equal(t, longest >= 0, err == nil, "%q: %v", text, err)
		if err == nil {
			require.Equal(t, longest, n, "%q", text)
			again, err := Parse(text[:n])
			require.NoError(t, err)
			require.Equal(t, again, prefix)
		}
	})
}

// The lenient reading of a text without deviations is the strict one, and the first
// deviation is not after the error of the strict one.
func FuzzLenientAgreesWithParse(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, text string) {
		u, err := Parse(text)
		lenient, deviations, lenientErr := ParseLenient(text, nil)
		if err == nil {
			require.NoError(t, lenientErr)
			require.Empty(t, deviations)
			require.Equal(t, u, lenient)
			return
		}
		if lenientErr != nil {
			return
		}
		require.NotEmpty(t, deviations, "%q", text)
		require.True(t, slices.IsSortedFunc(deviations,
			func(a, b Deviation) int { return a.Offset - b.Offset }), "%q: %v", text, deviations)
		require.LessOrEqual(t, deviations[0].Offset, err.(*Error).Offset, "%q: %v", text, deviations)
		for _, d := range deviations {
			require.LessOrEqual(t, d.Offset, len(text))
			require.NotEmpty(t, d.Rule)
		}
		if encoded, ok := lenient.Encoded(deviations); ok {
			strict, err := Parse(encoded)
			require.NoError(t, err, "%q", text)
			if !slices.ContainsFunc(deviations, func(d Deviation) bool { return d.Kind == KindEmptyPort }) {
				require.Equal(t, decode(text), decode(strict.String()), "%q", text)
			}
		}
	})
}

// The canonical form of a strict URL is strict, its own canonical form, and equivalent to
// the URL.
func FuzzCanonicalIsAURL(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, text string) {
		u, deviations, err := ParseLenient(text, nil)
		if err != nil {
			return
		}
		canonical, err := Parse(u.Canonical())
		if len(deviations) > 0 {
			return
		}
		require.NoError(t, err, "%q becomes %q", text, u.Canonical())
		require.Equal(t, u.Canonical(), canonical.Canonical(), "%q", text)
		require.Equal(t, u.Canonical(), canonical.Canonical())
	})
}

// filledForm matches a filled-in form of 3.4.9, decoded: lines other than ".", and a line
// with a dot. Its own "%09", "%0D" and "%0A" are escaped in the URL.
var filledForm = regexp.MustCompile(`^\+\t1\r\n\+-1\r\n(([^.\r\n\x00][^\r\n\x00]*|\.[^\r\n\x00]+)?\r\n)*\.\r\n$`)

// The meaning of a URL never contains a CR, LF or NUL, except in a filled-in form
// (3.4.9).
func FuzzMeansSendsNoLineEnds(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, text string) {
		u, _, err := ParseLenient(text, nil)
		if err != nil {
			return
		}
		for part, raw := range u.Parts() {
			if part == PartGopherPlus && filledForm.MatchString(decode(raw)) &&
				!strings.ContainsAny(raw, "\t\r\n") {
				require.Equal(t, []Step{{Do: "form", Left: ChoiceFilled}},
					u.Means()[len(u.Means())-2:][:1], "%q", text)
				return
			}
		}
		for _, step := range u.Means() {
			require.False(t, strings.ContainsAny(step.String(), "\r\n\x00"), "%q: %q", text, step)
		}
	})
}

// The short cut for plain URLs agrees with the productions.
func FuzzPlainURLsAreReadAsByTheProductions(f *testing.F) {
	seed(f)
	f.Add("gopher://host.example/1b")
	f.Fuzz(func(t *testing.T, text string) {
		if !new(URL).readPlain(text, new([]Deviation)) {
			return
		}
		want, deviates, err := section5.lenient(text, nil)
		require.NoError(t, err, "%q", text)
		u, deviations, err := ParseLenient(text, nil)
		require.NoError(t, err)
		require.Equal(t, want, u)
		require.Equal(t, deviates, deviations)
	})
}
