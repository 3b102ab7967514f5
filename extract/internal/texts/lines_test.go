package texts

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLinesThatMayEndATextAreSuspect(t *testing.T) {
	for line, want := range map[string]bool{
		"-": true, "--x": true, "-x": false, "From ": true, "F": true, "Fro": true, "From": true, "Fram": false, "From:": false, "#": true, "#! ": true, "#x": false, "begin 644": true,
		"b": true, "bx": false, "=ybegin ": true, "=x": false, "(This file must be converted with BinHex": true, "(x": false, "x": false,
	} {
		require.Equal(t, want, suspect([]byte(line)), line)
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
