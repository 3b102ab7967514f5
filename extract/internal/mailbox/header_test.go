package mailbox

import (
	"strings"
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

func TestAFewLinesMayPrecedeAHeader(t *testing.T) {
	const header = "From: joe\nTo: ann\n folded\nX: y\nDate: x\n"
	for text, want := range map[string]int{
		"queue id\nsender joe\n" + header + "\nbody\n": 20, header + "\nbody\n": 0, "\n\nqueue id\n" + header: 11,
		"queue id\r\n" + strings.ReplaceAll(header, "\n", "\r\n") + "\r\n": 10,
		"queue id\r" + strings.ReplaceAll(header, "\n", "\r") + "\rbody":   9,
		"Date: x\nno field\n" + header:                                     17, "queue id\nX: y\n" + header: 14,
		"queue id\n" + header[:len(header)-1]:                                      9,
		"queue id\nTo: ann\nSubject: y\nContent-Transfer-Encoding: base64\n\n":     9,
		strings.Repeat("a line of text\n", 270) + header:                           270 * 15,
		"queue id\n" + strings.Repeat("Received: by host.example\n", 900) + header: 9,

		"queue id\n\n" + header: -1, "queue id\n \n" + header: -1, "queue id\n" + header + "no field\n\n": -1,
		"queue id\n" + header + "no field":           -1,
		"queue id\nTo: ann\nDate: x\nSubject: y\n\n": -1, "queue id\nFrom: joe\nDate: x\n\n": -1,
		"HTTP/1.1 200 OK\nDate: x\nContent-Type: y\nContent-Length: 5\n\nbody\n": -1,
		"From joe Wed May  1 10:00:00 1996\n" + header:                           -1, "From \n" + header: -1,
		strings.Repeat("a line of text\n", 280) + header: -1, "": -1, "queue id": -1,
	} {
		at, found := Preface(decode.Whole([]byte(text)))
		require.Equal(t, want >= 0, found, "%q", text)
		if found {
			require.Equal(t, want, at, "%q", text)
		}
	}
}
