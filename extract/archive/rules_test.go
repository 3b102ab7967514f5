package archive

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/extract/mail"
)

func TestShiftAddsWhatStandsBeforeAPart(t *testing.T) {
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

func TestAPartReadAheadOfItsTurnIsRelative(t *testing.T) {
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
func TestChooseSeesTextBeforeMessagesAsText(t *testing.T) {
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
