package texts

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/corpus"
	"github.com/urlsift/urlsift/extract/mail"
)

// Lines that may be stops are found wherever they stand, as a look at each line finds them.
func TestSuspectLinesAreFoundWhereverTheyStand(t *testing.T) {
	slow := func(s *suspects, text []byte, eol byte) int {
		last := 0
		for i := 1; i <= len(text); i++ {
			if text[i-1] == eol {
				if last = i; i < len(text) && s.has[text[i]] {
					break
				}
			}
		}
		return last
	}
	for _, format := range []mail.Format{mail.Plain, mail.Mbox, mail.MMDF, mail.Rnews} {
		s := suspectSets[format]
		for _, eol := range []byte("\n\r") {
			for _, filler := range []string{"x", "\v", "\f", "\n", "\r", "F", "\x8a", "\x00", "\xc6"} {
				for n := 0; n < 75; n += corpus.Times(5, 1) {
					for at := range n + 1 {
						for _, end := range []string{"", "%", "%F", "%%x", "%\xc6", "%f", "%-", "%b", "%%#", "%\x01"} {
							end = strings.ReplaceAll(end, "%", string(eol))
							text := []byte(strings.Repeat(filler, at) + end + strings.Repeat(filler, n-at))
							if want, found := slow(s, text, eol), s.next(text, eol); want != found {
								require.Equal(t, want, found, "%v %q", format, text)
							}
						}
					}
				}
			}
		}
	}
}

func TestBlankLinesAreRecognized(t *testing.T) {
	for _, c := range []struct {
		lines   string
		eol     byte
		midLine bool
		want    bool
	}{
		{"\n", '\n', false, true}, {"\n", '\n', true, false}, {"\r\n", '\n', false, true}, {"\r\n", '\n', true, false},
		{"\n\n", '\n', true, true}, {"a\n\n", '\n', true, true}, {"a\r\n\r\n", '\n', true, true}, {"a\n", '\n', false, false}, {"a\r\n", '\n', false, false},
		{"\r\r\n", '\n', false, false}, {"a\r\r", '\r', false, true}, {"a\r", '\r', false, false}, {"\r", '\r', false, true},
	} {
		require.Equal(t, c.want, endsBlank([]byte(c.lines), c.eol, c.midLine), "%q", c.lines)
	}
}

func TestLinesThatMayEndATextAreSuspect(t *testing.T) {
	var l lines
	for line, want := range map[string]bool{
		"-": true, "--x": true, "-x": false, "From ": true, "F": true, "Fro": true, "From": true, "Fram": false, "From:": false, "#": true, "#! ": true, "#x": false, "begin 644": true,
		"b": true, "bx": false, "=ybegin ": true, "=x": false, "(This file must be converted with BinHex": true, "(x": false, "x": true,
	} {
		require.Equal(t, want, l.suspect([]byte(line)), line)
	}
}

func TestFirstLinesOfBatchesAreRecognized(t *testing.T) {
	for line, want := range map[string]bool{
		"#! rnews 10\n": true, "#! rnews\n": false, "#! rnews x\n": false, "#!rnews 10\n": false, "#! cunbatch\n": true, "#! gunbatch -x\n": true, "#! sh\n": false, "#!\n": false, "": false,
		"# rnews 10\n": false, "#! c7unbatch": true,
	} {
		require.Equal(t, want, isBatch([]byte(line)), line)
	}
}
