package texts

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/extract/mail"
)

func TestLinesThatMayEndATextAreSuspect(t *testing.T) {
	for line, want := range map[string]bool{
		"-": true, "--x": true, "-x": false, "From ": true, "F": true, "Fro": true, "From": true, "Fram": false, "From:": false, "#": true, "#! ": true, "#x": false, "begin 644": true,
		"b": true, "bx": false, "=ybegin ": true, "=x": false, "(This file must be converted with BinHex": true, "(x": false, "x": false,
	} {
		require.Equal(t, want, suspect([]byte(line)), line)
	}
}

// The lines of an mbox are passed over in blocks of bytes. No line that may be a stop in it is passed over with them, wherever the line
// begins in a block, and what is passed over ends with a line.
func TestNoSuspectIsPassedOver(t *testing.T) {
	const others = "#\x01\x1f" // separate the messages of other formats
	letters := "\n\n\n\n\n\n\n\na \r\x8a\xad\xc6\v"
	for b, begins := range suspects {
		if begins != "" && strings.IndexByte(others, byte(b)) < 0 {
			letters += string(rune(b))
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 100_000 {
		text := bytes.Repeat([]byte("a"), r.IntN(120))
		for i := range text {
			if r.IntN(8) == 0 {
				text[i] = letters[r.IntN(len(letters))]
			}
		}
		want, wantLast := 0, 0
		for line := range bytes.Lines(text) {
			if want > 0 && suspects[line[0]] != "" || line[len(line)-1] != '\n' {
				break
			}
			want, wantLast = want+len(line), len(line)
		}
		l := lines{format: mail.Mbox}
		l.src.EOL = '\n'
		n, last := l.upTo(text)
		require.Equal(t, [2]int{want, wantLast}, [2]int{n, last}, "%q", text)
	}
}

func TestTheFirstBreaksSayWhatEndsALine(t *testing.T) {
	for text, want := range map[string]byte{"": 0, "a": 0, "a\r": 0, "a\n": '\n', "a\r\n": '\n', "a\rb": 0, "a\r\r": 0, "a\r\rb": '\r', "a\rb\n": '\n', "a\r\r\n": '\n'} {
		require.Equal(t, want, lineEnd([]byte(text), false), "%q", text)
	}
	for text, want := range map[string]byte{"": '\n', "a": '\n', "a\r": '\r', "a\r\r": '\r', "a\rb": '\r'} {
		require.Equal(t, want, lineEnd([]byte(text), true), "%q", text)
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
