package texts

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/mail"
)

func TestLinesThatMayEndATextAreSuspect(t *testing.T) {
	for line, want := range map[string]bool{
		"-": true, "--x": true, "-x": false, "From ": true, "F": true, "Fro": true, "From": true,
		"Fram": false, "From:": false, "#! ": false, "begin 644": true,
		"b": true, "bx": false, "=ybegin ": true, "=x": false,
		"(This file must be converted with BinHex": true, "(x": false, "x": false,
	} {
		require.Equal(t, want, suspectsOf[mail.Mbox].suspect([]byte(line)), line)
	}
	for line, want := range map[string]bool{"#": true, "#! ": true, "#x": false, "From ": false,
		"--x": true} {
		require.Equal(t, want, suspectsOf[mail.Rnews].suspect([]byte(line)), line)
	}
	for line, want := range map[string]bool{"=": true, "=y": true, "==": true, "=x": false,
		listservLine: true, listservLine[1:] + "x": false} {
		require.Equal(t, want, suspectsOf[mail.Listserv].suspect([]byte(line)), line)
	}
}

// Lines are skipped in blocks of bytes. No line that may be a stop is skipped, wherever
// it begins in a block, and the skipped bytes end with a line.
func TestNoSuspectIsPassedOver(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 100_000 {
		l := lines{format: formats[r.IntN(len(formats))].format}
		l.src.EOL = "\n\r"[r.IntN(2)]
		suspects, pieces := l.suspects(), []string{"\n", "\n", "\r", "\r\n\r\n", " ", "\x8a", "\xad", "\xc6", "\v"}
		for _, begins := range suspects.begins[1:] {
			pieces = append(pieces, "\n"+begins[0], "\r"+begins[0], "\n"+begins[0][:1], begins[0][:1])
		}
		text := bytes.Repeat([]byte("a"), r.IntN(120))
		for i := range text {
			if r.IntN(8) == 0 {
				copy(text[i:], pieces[r.IntN(len(pieces))])
			}
		}
		want, blank := 0, false
		for want < len(text) {
			line := decode.LineOf(text[want:], l.src.EOL)
			if want > 0 && suspects.suspect(text[want:]) || !l.src.EndsLine(line[len(line)-1]) {
				break
			}
			want, blank = want+len(line), len(line) <= 2 && len(bytes.TrimRight(line, "\r\n")) == 0
		}
		n := l.upTo(text)
		require.Equal(t, want, n, "%s, %q", l.format, text)
		require.Equal(t, blank, n > 0 && l.endsBlank(text[:n]), "%s, %q", l.format, text)
	}
}

func TestTheFirstBreaksSayWhatEndsALine(t *testing.T) {
	for text, want := range map[string]byte{"": 0, "a": 0, "a\r": 0, "a\n": '\n', "a\r\n": '\n', "a\rb": 0,
		"a\r\r": 0, "a\r\rb": '\r', "a\rb\n": '\n', "a\r\r\n": '\n'} {
		require.Equal(t, want, lineEnd([]byte(text), false), "%q", text)
	}
	for text, want := range map[string]byte{"": '\n', "a": '\n', "a\r": '\r', "a\r\r": '\r', "a\rb": '\r'} {
		require.Equal(t, want, lineEnd([]byte(text), true), "%q", text)
	}
}

func TestFirstLinesOfBatchesAreRecognized(t *testing.T) {
	for line, want := range map[string]bool{
		"#! rnews 10\n": true, "#! rnews\n": false, "#! rnews x\n": false, "#!rnews 10\n": false,
		"#! cunbatch\n": true, "#! gunbatch -x\n": true, "#! sh\n": false, "#!\n": false, "": false,
		"# rnews 10\n": false, "#! c7unbatch": true,
	} {
		require.Equal(t, want, isBatch([]byte(line)), line)
	}
}
