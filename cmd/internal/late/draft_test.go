package late

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/extract/sift"
)

// lineOf returns a result on a line, in unpacked content if it is apart.
func lineOf(line int, apart bool) *sift.Result {
	r := &sift.Result{Source: &sift.Source{Apart: apart}}
	r.Line = line
	return r
}

// drafted returns a draft with numbers at its ends, and next to each other.
func drafted() *Draft {
	var d, source Draft
	d.AppendLine(lineOf(1, false))
	d.Text = append(d.Text, " to "...)
	source.AppendMessage(2)
	source.Text = append(source.Text, " is "...)
	d.Append(&source)
	d.AppendLine(lineOf(3, true))
	d.Text = append(d.Text, '!')
	d.AppendMessage(4)
	d.AppendLine(lineOf(5, false))
	return &d
}

func TestNumbersOfADraftCountFromTheBeginningOfTheInput(t *testing.T) {
	d := drafted()
	require.Equal(t, " to  is 3!", string(d.Text))
	before := sift.Position{Offset: 7, Lines: 10, Messages: 100}
	require.Equal(t, "1 to 2 is 3!45", string(d.AppendTo(nil, 0, len(d.Text), sift.Position{})))
	require.Equal(t, "11 to 102 is 3!10415", string(d.AppendTo(nil, 0, len(d.Text), before)))
	require.Equal(t, "xto ", string(d.AppendTo([]byte("x"), 1, 4, before)))
	d.Reset()
	require.False(t, d.Open())
	require.Empty(t, d.AppendTo(nil, 0, 0, before))
}

// A result whose line is unknown has none, in any chunk.
func TestNoLineIsNoneInAnyChunk(t *testing.T) {
	var d Draft
	d.AppendLine(lineOf(0, false))
	require.Equal(t, "0", string(d.AppendTo(nil, 0, len(d.Text), sift.Position{Lines: 10})))
}

func TestADraftIsReadBackAsItWas(t *testing.T) {
	for _, d := range []*Draft{drafted(), {}, {Text: []byte("text")}} {
		b, err := d.AppendBinary([]byte("x"))
		require.NoError(t, err)
		back := drafted()
		require.NoError(t, back.UnmarshalBinary(b[1:]))
		before := sift.Position{Lines: 10, Messages: 100}
		require.Equal(t, d.AppendTo(nil, 0, len(d.Text), before),
			back.AppendTo(nil, 0, len(back.Text), before))
		for i := range len(b) - len(d.Text) - 1 {
			require.Error(t, back.UnmarshalBinary(b[1:1+i]), "cut")
		}
	}
	require.NoError(t, new(Draft).UnmarshalBinary([]byte("\x02\x01\x02\x03\x02text")))
	require.Error(t, new(Draft).UnmarshalBinary([]byte("\x02\x03\x02\x01\x02text")),
		"numbers that are not in order")
	require.Error(t, new(Draft).UnmarshalBinary([]byte{1, 5, 0, 'a'}), "a number behind the text")
}
