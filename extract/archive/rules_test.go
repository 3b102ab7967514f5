package archive

import (
	"errors"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/extract/mail"
)

func TestResultsAndErrorsAreShifted(t *testing.T) {
	before := Position{Offset: 10, Lines: 5, Messages: 3}
	outside := Result{Source: &Source{}}
	outside.Line = 2
	outside.Shift(before)
	require.Equal(t, 7, outside.Line)
	require.Nil(t, outside.Message)
	m := &mail.Message{Number: 1}
	within := Result{Source: &Source{Message: m}}
	within.Shift(before)
	require.Equal(t, 4, within.Message.Number)
	require.Zero(t, within.Line, "lines are not wanted")
	require.Equal(t, 1, m.Number, "others have it, too")
	apart := Result{Source: &Source{Apart: true}}
	apart.Line = 2
	apart.Shift(before)
	require.Equal(t, 2, apart.Line)
	e := &Error{Message: 1}
	e.Shift(before)
	require.Equal(t, 4, e.Message)
	e = &Error{}
	e.Shift(before)
	require.Zero(t, e.Message)
	require.EqualValues(t, -1, notOpened("a", errors.New("no")).Offset)
}

func TestWhichPartsAreRelative(t *testing.T) {
	in := &Input{From: Position{Offset: 5}}
	for _, c := range []struct {
		part            Part
		relative, first bool
	}{
		{Part{Input: in, Start: 5}, true, true}, {Part{Input: in, Start: 5, InTurn: true}, false, true}, {Part{Input: in, Start: 9}, true, false},
		{Part{Input: new(Input)}, false, true}, {Part{Input: new(Input), InTurn: true}, false, true},
	} {
		require.Equal(t, c.relative, c.part.Relative())
		require.Equal(t, c.first, c.part.First())
	}
}

// A Choose sees text before messages as text.
func TestTextBeforeMessagesIsChosenAsText(t *testing.T) {
	var formats []mail.Format
	config := Config{Choose: func(s *Source) bool {
		if s.Header == "" {
			formats = append(formats, s.Format)
		}
		return s.Format != mail.Plain
	}}
	lines := told(newReader(t, config).Stream(t.Context(), "in", strings.NewReader("http://text.example/\n\n"+box)))
	require.Equal(t, mail.Plain, formats[0])
	require.Equal(t, mail.Mbox, formats[1])
	require.NotContains(t, strings.Join(lines, "\n"), "text.example")
	require.NotEmpty(t, lines)
}

// A link that is no URL, not even a relative one, stays as it is.
func TestLinksAreResolved(t *testing.T) {
	for link, want := range map[string]string{
		"b": "http://a.example/d/b", "../b": "http://a.example/b", "b%zz": "b%zz", "http://[::1": "http://[::1", "http://b.example/x": "http://b.example/x", "mailto:a@b": "mailto:a@b",
		"//b.example/": "http://b.example/", "?q": "http://a.example/d/c?q",
	} {
		require.Equal(t, want, string(new(base).resolve("http://a.example/d/c", []byte(link))), link)
	}
	require.Equal(t, "b", string(new(base).resolve("http://[", []byte("b"))))
	for _, from := range []string{"http://a.example", "http://a.example/", "http://a.example/d/c?q#f", "http://a.example/d/", "http://u:p@a.example:80/d/../e/./f", "http://a.example/%41/b", "file:///x/y", "about:blank", "d/c", "//a.example/d/c"} {
		for _, link := range []string{"b", "b.html", "b..c", "-", "A_1", ".b", "..", "b/c", "b:c", "1"} {
			whole, err := url.Parse(from)
			require.NoError(t, err)
			want := link
			if to, err := url.Parse(link); err == nil && !to.IsAbs() {
				want = whole.ResolveReference(to).String()
			}
			require.Equal(t, want, string(new(base).resolve(from, []byte(link))), "%s from %s", link, from)
		}
	}
}
