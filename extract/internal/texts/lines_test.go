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

func TestFirstLinesOfBatchesAreRecognized(t *testing.T) {
	for line, want := range map[string]bool{
		"#! rnews 10\n": true, "#! rnews\n": false, "#! rnews x\n": false, "#!rnews 10\n": false, "#! cunbatch\n": true, "#! gunbatch -x\n": true, "#! sh\n": false, "#!\n": false, "": false,
		"# rnews 10\n": false, "#! c7unbatch": true,
	} {
		require.Equal(t, want, isBatch([]byte(line)), line)
	}
}
