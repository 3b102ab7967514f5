package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/internal/testkit"
)

// onTerminal runs a shell command on a terminal by the program script, and returns its
// output.
func onTerminal(t *testing.T, program, command string) string {
	t.Helper()
	for tries := 1; ; tries++ { // script may wait forever for a shell that has ended (util-linux 2.38)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		script := exec.CommandContext(ctx, program, "-qec", "stty cols 100 rows 24; "+command, os.DevNull)
		script.Env = append(os.Environ(), "TERM=xterm", "NO_COLOR=")
		out, err := script.CombinedOutput()
		if ctx.Err() == nil || tries == 3 {
			require.NoError(t, err, string(out))
			return string(out)
		}
	}
}

//ci:long
//ci:race
func TestProgressIsShownOnATerminalAndTakenAway(t *testing.T) {
	t.Parallel()
	script := testkit.Program(t, "script", "bsdutils")
	const slow = "(echo http://a.example/; sleep 2.5; echo http://b.example/) | urlsift "
	t.Run("shown", func(t *testing.T) {
		t.Parallel()
		name := filepath.Join(t.TempDir(), "out")
		out := onTerminal(t, script, slow+"-c > "+name)
		require.Contains(t, out, "B/s")
		require.True(t, strings.HasSuffix(out, "\x1b[J"), "%q", out)
		lines := strings.Split(out, "\r")
		require.Equal(t, slices.Compact(slices.Clone(lines)), lines,
			"what has not changed is not written again")
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Equal(t, "1 http://a.example/\n1 http://b.example/\n", string(text))
	})
	t.Run("never", func(t *testing.T) {
		t.Parallel()
		require.Empty(t, onTerminal(t, script, slow+"--progress never -o "+filepath.Join(t.TempDir(), "out")))
	})
	t.Run("results are in the way", func(t *testing.T) {
		t.Parallel()
		require.NotContains(t, onTerminal(t, script, slow), "B/s")
	})
	t.Run("it takes no time", func(t *testing.T) {
		t.Parallel()
		require.Empty(t, onTerminal(t, script,
			"echo http://a.example/ | urlsift -o "+filepath.Join(t.TempDir(), "out")))
	})
}

//ci:long
func TestColorsAreForTerminals(t *testing.T) {
	script := testkit.Program(t, "script", "bsdutils")
	const echo = "echo http://a.example/~x | urlsift"
	require.Contains(t, onTerminal(t, script, echo), "\x1b[33m")
	require.NotContains(t, onTerminal(t, script, echo+" --color never"), "\x1b")
	require.NotContains(t, onTerminal(t, script, echo+" | cat"), "\x1b")
	require.NotContains(t, onTerminal(t, script, "NO_COLOR=1; export NO_COLOR; "+echo), "\x1b")
	const link = "\x1b]8;;http://a.example/~x\x1b\\"
	const kitty = "export TERM=xterm-kitty NO_COLOR=1; "
	require.NotContains(t, onTerminal(t, script, echo), "\x1b]8", "nothing says which terminal it is")
	require.Contains(t, onTerminal(t, script, kitty+echo), link+"http://a.example/~x")
	require.NotContains(t, onTerminal(t, script, kitty+echo+" | cat"), "\x1b")
	require.NotContains(t, onTerminal(t, script, kitty+echo+" --hyperlink=never"), "\x1b")
	require.Contains(t, onTerminal(t, script, "export TERM=linux; "+echo+" --hyperlink | cat"), link)
}

//ci:race
func TestProgressShowsOnlyWhatIsKnown(t *testing.T) {
	for _, c := range []struct {
		read, total, files int64
		want               string
	}{
		{0, 0, 0, "0 B, 0 B/s"},
		{0, 100, 1, "0 B of 100 B, 0 B/s"},
		{999, 0, 1, "999 B, 500 B/s"},
		{1000, 0, 2, "1.0 kB, 2 files, 500 B/s"},
		{5_000_000, 10_000_000, 3, "5.0 MB of 10.0 MB, 3 files, 2.5 MB/s, 2s left"},
		{10, 10, 1, "10 B of 10 B, 5 B/s"},
		{20, 10, 1, "20 B of 10 B, 10 B/s"},
		{3e15, 0, 1, "3000.0 TB, 1500.0 TB/s"},
	} {
		var read, files atomic.Int64
		read.Store(c.read)
		files.Store(c.files)
		p := &progress{terminal: new(bytes.Buffer), Read: &read, Files: &files}
		p.Total.Store(c.total)
		require.Equal(t, c.want, p.text(2*time.Second))
	}
}
