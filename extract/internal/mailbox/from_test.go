package mailbox

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFromLinesAreRecognized(t *testing.T) {
	for _, line := range []string{
		"From a@b.example Mon Jan  2 15:04:05 1995", "From a at b.example  Mon Jan  2 15:04:05 1995",
		"From list 1996-05-01 00:04:44", "From msg-1 Tue, 01 Apr 1997 09:48:02 GMT",
		"From -8421339857331735834",
		"From a Mon Jan  2 15:04 1995", "From a@0x.example Fri Aug 19 01:56:58 2005",
		"From  Mon Jan  2 15:04:05 1995",
		"From a Mon Jan  2 15:04:05 MET DST 1995", "From a@b.example Jan 2 15:04:05 1995",
		"From a Tue Jan 31 23:59:60 1995", "From a Wed May 01 00:00:00 1996",
		"From a wed may  1 00:04:05 1996", "From a@b.example 1995-01-02T15:04:05Z",
		"From a@b.example 1995-01-02T15:04:05+01:00",
	} {
		require.True(t, IsFrom([]byte(line+"\n")), line)
	}
	for _, line := range []string{
		"From", "From ", "From here on it is easy", "From 9:00 to 17:00", "From Mon to Fri 09:00 we are open",
		">From a Mon Jan  2 15:04:05 1995",
		"From a@b.example", "From 1995 on", "From a@b.example 1995-01-02T",
		"From: a@b.example Mon Jan  2 15:04:05 1995",
		"From the http://host.example:80/ 1995",
		"From a Mon Mon  2 15:04:05 1995", "From a Mon Foo  2 15:04:05 1995",
		"From a Mon Jan 32 15:04:05 1995", "From a Mon Jan  0 15:04:05 1995",
		"From a Mon Jan  2 25:04:05 1995", "From a Mon Jan  2 15:60:05 1995",
		"From a Mon Jan  2 15:04:62 1995", "From a Thu Feb 30 15:04:05 1995",
	} {
		require.False(t, IsFrom([]byte(line+"\n")), line)
	}
}

func TestFromLinesMayBeBare(t *testing.T) {
	for line, want := range map[string]bool{
		"From \n": true, "From \r\n": true, "From  \r": true, "From -\n": true, "From - \n": true,
		"From \t\n": true,
		"From\n":    false, "From": false, "From here\n": false, "From: \n": false, ">From \n": false,
		"":   false,
		"\n": false, "From --\n": false,
	} {
		require.Equal(t, want, IsBareFrom([]byte(line)), "%q", line)
	}
}

// The date at the end of a line is taken unchanged, after a blank, regardless of the text
// before it.
func TestADateAtTheEndOfAFromLineIsTakenAsItStands(t *testing.T) {
	for line, want := range map[string]string{
		"joe Wed May  1 00:00:00 1996":          "Wed May  1 00:00:00 1996",
		"joe@[1:2] Wed May  1 00:00:00 1996":    "Wed May  1 00:00:00 1996",
		"joe@host wed may 31 23:59:59 1996":     "wed may 31 23:59:59 1996",
		" Wed May  1 00:00:00 1996":             "Wed May  1 00:00:00 1996",
		"a@b.example 1996-12-28 23:59:59":       "1996-12-28 23:59:59",
		"joe 1996-05-31 00:00:00":               "1996-05-31 00:00:00",
		"joe 1996-02-29 00:00:00":               "1996-02-29 00:00:00",
		"joe 1996-04-31 00:00:00":               "",
		"joe Wed May !1 00:00:00 1996":          "",
		"joe Wed Wed, 01 May 1996 09:48:02 GMT": "Wed, 01 May 1996 09:48:02 GMT",
		"joe Wed, 31 Apr 1996 09:48:02 GMT":     "",
		"joe@Wed May  1 00:00:00 1996":          "May  1 00:00:00 1996",
		"joe@1996-05-01 00:00:00":               "",
		"joe 0000-05-01 00:00:00":               "",
		"joe 1996-13-01 00:00:00":               "",
		"joe 1996-05-01 25:00:00":               "",
		"joe Mon Wed May  1 00:00:00 1996":      "Wed May  1 00:00:00 1996",
		"joe Mon Wed May  1 00:00:00 1996 +000": "Mon Wed May  1 00:00:00 1996 +000",
	} {
		require.Equal(t, want, string(FromDate([]byte("From "+line+"\n"))), line)
	}
}
