package sift

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/extract/mail"
)

// A record that was handed over as an event then has its place in the input, and others
// do not see the change.
func TestNumbersCountFromTheBeginningOfTheInputInOrder(t *testing.T) {
	before := Position{Offset: 10, Lines: 5, Messages: 3}
	outside := &Result{Source: &Source{}}
	outside.Line = 2
	before.resolve(outside)
	require.Equal(t, 7, outside.Line)
	require.Nil(t, outside.Message)
	m := &mail.Message{Number: 1}
	within := &Result{Source: &Source{Message: m}}
	before.resolve(within)
	require.Equal(t, 4, within.Message.Number)
	require.Zero(t, within.Line, "lines are not wanted")
	require.Equal(t, 1, m.Number, "others have it, too")
	apart := &Result{Source: &Source{Apart: true}}
	apart.Line = 2
	before.resolve(apart)
	require.Equal(t, 2, apart.Line)
	e := &Error{Message: 1}
	require.Equal(t, 4, before.resolve(e).(*Error).Message)
	require.Equal(t, 1, e.Message, "others have it, too")
	require.Zero(t, before.resolve(&Error{}).(*Error).Message)
	require.Equal(t, 4, before.resolve(&Skipped{Message: 1}).(*Skipped).Message)
	require.EqualValues(t, -1, notOpened("a", errors.New("no")).Offset)
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
	lines := told(newReader(t, config).Stream(t.Context(), "in",
		strings.NewReader("http://text.example/\n\n"+box)))
	require.Equal(t, mail.Plain, formats[0])
	require.Equal(t, mail.Mbox, formats[1])
	require.NotContains(t, strings.Join(lines, "\n"), "text.example")
	require.NotEmpty(t, lines)
}
