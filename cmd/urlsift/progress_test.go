package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/corpus"
)

// onTerminal runs a command of the shell on a terminal by the program script, and returns what it prints.
func onTerminal(t *testing.T, program, command string) string {
	t.Helper()
	script := exec.Command(program, "-qec", "stty cols 100 rows 24; "+command, os.DevNull)
	script.Env = append(os.Environ(), "TERM=xterm", "NO_COLOR=")
	out, err := script.CombinedOutput()
	require.NoError(t, err, string(out))
	return string(out)
}

func TestProgressIsShownOnATerminalAndTakenAway(t *testing.T) {
	t.Parallel()
	script := corpus.Program(t, "script", "bsdutils")
	const slow = "(echo http://a.example/; sleep 2.5; echo http://b.example/) | urlsift "
	t.Run("shown", func(t *testing.T) {
		t.Parallel()
		name := filepath.Join(t.TempDir(), "out")
		out := onTerminal(t, script, slow+"-c > "+name)
		require.Contains(t, out, "B/s")
		require.True(t, strings.HasSuffix(out, "\x1b[J"), "%q", out)
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
		require.Empty(t, onTerminal(t, script, "echo http://a.example/ | urlsift -o "+filepath.Join(t.TempDir(), "out")))
	})
}

func TestColorsAreForTerminals(t *testing.T) {
	script := corpus.Program(t, "script", "bsdutils")
	const echo = "echo http://a.example/~x | urlsift"
	require.Contains(t, onTerminal(t, script, echo), "\x1b[33m")
	require.NotContains(t, onTerminal(t, script, echo+" --color never"), "\x1b")
	require.NotContains(t, onTerminal(t, script, echo+" | cat"), "\x1b")
	require.NotContains(t, onTerminal(t, script, "NO_COLOR=1; export NO_COLOR; "+echo), "\x1b")
}
