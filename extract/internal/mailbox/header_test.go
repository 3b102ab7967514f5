package mailbox

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

func TestAHeaderIsKnownByItsFields(t *testing.T) {
	for text, want := range map[string]bool{
		"From: joe\nDate: x\n": true, "From: joe\nDate: x\nno field\n": true,
		"a: b\nFrom: joe\n\nbody\n": true, "a: b\nFrom: joe\n folded\n\nbody\n": true,
		"a: b\nFrom: joe\n":   true,
		"From: joe\n\nbody\n": false, "From: joe\n": false, "a: b\nc: d\n\nbody\n": false,
		"a: b\nFrom: joe\nno field\n": false, "no field\nFrom: joe\nDate: x\n": false,
		"\x00\x02a\nFrom: joe\nDate: x\n": true, "\x02a\n\nFrom: joe\nDate: x\n": false,
		"\x1f\nFrom: joe\nDate: x\n":         false,
		"Content-Type: text/plain\n\nbody\n": true, "mime-version: 1.0\n\nbody\n": true,
		"Content-: x\n\nbody\n": false, "Contents: x\n\nbody\n": false,
	} {
		require.Equal(t, want, IsMessage(decode.Whole([]byte(text)), '\n'), "%q", text)
	}
}

func TestTheHeaderOfITSHasADateAndATime(t *testing.T) {
	for _, line := range []string{
		"JOE@MIT-AI 01/01/32 00:00:00", "JOE@MIT-AI 09/09/39 09:59:59 Re: title",
		"J2@MIT@AI 10/10/40 19:09:10 Re: x y", "JOE@MIT-AI 12/29/99 20:10:09\r\n",
		"JOE@MIT-AI 11/30/79 23:00:00", "JOE@MIT-AI 12/31/80 10:50:50\n",
	} {
		require.True(t, IsITS([]byte(line)), line)
	}
	for _, line := range []string{
		"JOE@MIT-AI 00/01/79 00:00:00", "JOE@MIT-AI 13/01/79 00:00:00", "JOE@MIT-AI 01/00/79 00:00:00",
		"JOE@MIT-AI 01/32/79 00:00:00", "JOE@MIT-AI 01/40/79 00:00:00", "JOE@MIT-AI 01/01/31 00:00:00",
		"JOE@MIT-AI 01/01/19 00:00:00", "JOE@MIT-AI 01/01/79 24:00:00", "JOE@MIT-AI 01/01/79 30:00:00",
		"JOE@MIT-AI 01/01/79 00:60:00", "JOE@MIT-AI 01/01/79 00:00:60", "JOE@MIT-AI 01/01/79 00:00",
		"JOE@MIT-AI 1/1/79 00:00:00",
		"JOE@MIT-AI 01/01/79 00:00:00:00", "JOE@MIT-AI 01/01/79 00:00:00 title",
		"joe@MIT-AI 01/01/79 00:00:00", "JOE 01/01/79 00:00:00", "@MIT-AI 01/01/79 00:00:00",
		"-J@MIT-AI 01/01/79 00:00:00", ">JOE@MIT-AI 01/01/79 00:00:00",
	} {
		require.False(t, IsITS([]byte(line)), line)
	}
}
