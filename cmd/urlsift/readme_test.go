package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
)

// The transcript in README.md is what the command prints.
func TestTheREADMEsTranscriptIsTrue(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	_, transcript, _ := strings.Cut(string(readme), "## A transcript\n\n")
	transcript, _, _ = strings.Cut(transcript, "\n`urlsift --help`")
	transcript = strings.TrimSpace(regexp.MustCompile(`(?m)^    `).ReplaceAllString(transcript, ""))

	t.Chdir(t.TempDir())
	sessions := strings.Split(transcript, "\n$ ")
	require.Greater(t, len(sessions), 5)
	for _, session := range sessions {
		command, want, _ := strings.Cut(strings.TrimPrefix(session, "$ "), "\n")
		want = strings.TrimRight(want, "\n") + "\n"
		if name, ok := strings.CutPrefix(command, "cat "); ok {
			require.NoError(t, os.WriteFile(name, []byte(want), 0o644))
			continue
		}
		pipe := strings.Split(command, " | ")
		out, _, _ := sift(t, "", strings.Fields(strings.ReplaceAll(pipe[0], "'", ""))[1:]...)
		for _, filter := range pipe[1:] {
			out = pick(t, filter, out)
		}
		require.Equal(t, want, out, command)
	}
}

// The recipes in README.md do what they say, where the tools are there. Those behind a blank line are not run: they fetch,
// wait, or read what is not here.
func TestTheREADMEsRecipesRun(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the same tools print differently elsewhere")
	}
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	_, recipes, _ := strings.Cut(string(readme), "## Recipes\n\n")
	recipes, _, _ = strings.Cut(recipes, "\n\n")
	archive, err := txtar.ParseFile("testdata/recipes.txtar")
	require.NoError(t, err)
	wanted := map[string]string{}
	dir := t.TempDir()
	for _, file := range archive.Files {
		if command, ok := strings.CutPrefix(file.Name, "$ "); ok {
			wanted[command] = string(file.Data)
			continue
		}
		name := filepath.Join(dir, file.Name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(t, os.WriteFile(name, file.Data, 0o666))
	}
	tools := regexp.MustCompile(`(?:^|\| )([a-z0-9]+)`)
	for line := range strings.Lines(recipes + "\n") {
		command, _, _ := strings.Cut(line, "  #")
		command = strings.TrimSpace(command)
		want, ok := wanted[command]
		require.True(t, ok, command)
		delete(wanted, command)
		t.Run(command, func(t *testing.T) {
			for _, tool := range tools.FindAllStringSubmatch(command, -1) {
				if _, err := exec.LookPath(tool[1]); err != nil {
					t.Skip(tool[1] + " is not there")
				}
			}
			shell := exec.Command("sh", "-c", command)
			shell.Dir, shell.Env = dir, append(os.Environ(), "LC_ALL=C")
			out, err := shell.Output()
			require.NoError(t, err)
			require.Equal(t, want, string(out))
		})
	}
	require.Empty(t, wanted)
}

// pick gives the lines that a filter of the transcript lets pass.
func pick(t *testing.T, filter, text string) string {
	lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
	lines[len(lines)-1] += "\n"
	var n int
	for _, form := range []struct {
		format string
		pick   func() []string
	}{
		{"head -%d", func() []string { return lines[:n] }},
		{"tail -%d", func() []string { return lines[len(lines)-n:] }},
		{"sed -n %dp", func() []string { return lines[n-1 : n] }},
	} {
		if _, err := fmt.Sscanf(filter, form.format, &n); err == nil {
			return strings.Join(form.pick(), "")
		}
	}
	t.Fatalf("no filter %q", filter)
	return ""
}
