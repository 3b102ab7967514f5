package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

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
