package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/internal/testkit"
)

// helps returns the help of each command, by the arguments for it.
func helps(t *testing.T) map[string]string {
	all := map[string]string{}
	args := [][]string{{"--help"}, {"-h"}}
	for _, command := range newSession(nil, nil, nil).app.Commands {
		args = append(args, []string{command.Name, "--help"}, []string{command.Name, "-h"})
	}
	for _, typed := range args {
		out, _, status := urlsift(t, "", typed...)
		require.Zero(t, status)
		all[strings.Join(typed, " ")] = out
	}
	return all
}

func TestHelpFitsOnATerminal(t *testing.T) {
	for typed, help := range helps(t) {
		for line := range strings.Lines(help) {
			require.LessOrEqual(t, len([]rune(line)), helpWidth+len("\n"), "%s: %s", typed, line)
			require.NotContains(t, line, "`")
			require.NotContains(t, line, "\t")
		}
		if strings.HasSuffix(typed, "-h") {
			require.LessOrEqual(t, strings.Count(help, "\n"), 25, "%s: lines of a terminal", typed)
		}
	}
}

// Help, manual and completion have all flags of all commands.
func TestHelpManualAndCompletionHaveAllFlags(t *testing.T) {
	s := newSession(nil, nil, nil)
	help := helps(t)
	manual, _, _ := urlsift(t, "", "man")
	scripts := map[string]string{}
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		scripts[shell], _, _ = urlsift(t, "", "completion", shell)
	}
	all := map[string]flagTable{"--help": s.flags.of("")}
	for _, command := range s.app.Commands {
		all[command.Name+" --help"] = s.flags.of(command.Name)
		require.Contains(t, manual, "\n.SS urlsift "+command.Name)
		for shell, script := range scripts {
			require.Contains(t, script, command.Name, shell)
		}
	}
	for typed, flags := range all {
		for _, f := range flags.shown() {
			require.Contains(t, help[typed], "--"+f.Name)
			require.Contains(t, manual, `\fB`+roff("--"+f.Name)+`\fR`)
			for shell, script := range scripts {
				name := "--" + f.Name
				if shell == "fish" {
					name = "-l " + f.Name
				}
				require.Contains(t, script, name, shell)
			}
		}
	}
}

//ci:long
func TestTheManualIsOfSection1(t *testing.T) {
	roff, _, status := urlsift(t, "", "man")
	require.Zero(t, status)
	require.Contains(t, roff, ".TH URLSIFT 1 ")
	program := testkit.Program(t, "man", "man-db")
	name := filepath.Join(t.TempDir(), "urlsift.1")
	require.NoError(t, os.WriteFile(name, []byte(roff), 0o666))
	man := exec.Command(program, "--warnings", "-l", name)
	man.Env = append(os.Environ(), "MANWIDTH=200", "LC_ALL=C")
	out, err := man.CombinedOutput()
	require.NoError(t, err, string(out))
	require.NotContains(t, string(out), "warning")
	for _, text := range []string{"--add-scheme a,b", "--input TYPE", "BYTES as truncated (default 65536)",
		"EXIT STATUS", "ENVIRONMENT", "CLICOLOR_FORCE"} {
		require.Contains(t, string(out), text)
	}
	for line := range strings.Lines(description("examples")) {
		if example, ok := strings.CutPrefix(line, "    "); ok {
			require.Contains(t, string(out), example)
		}
	}
}
