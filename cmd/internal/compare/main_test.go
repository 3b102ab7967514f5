package main

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The test binary is also the program that compare runs itself for.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "-colons" {
		if err := countColons(os.Stdout, os.Args[2]); err != nil {
			os.Exit(2)
		}
		return
	}
	os.Exit(m.Run())
}

// How fast anything is depends on the machine; that the counts are right does not.
func TestTheTableHasTheCountsOfTheGeneratedTexts(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds and runs the command")
	}
	file := t.TempDir() + "/mail"
	require.NoError(t, os.WriteFile(file, []byte("From joe@host.example Wed May  1 10:00:00 1996\nSubject: x\n\nsee http://host.example/ and <URL:ftp://host.example/x>\n\n"), 0o666))
	var out strings.Builder
	require.NoError(t, compare(&out, 1<<16, 1, []string{file}))
	for _, text := range []string{"prose", "mixed", "dense", "mail"} {
		require.Regexp(t, `\| `+text+` \| urlsift \| [\d.]+ \| [1-9]\d* \| \|`, out.String())
		require.Regexp(t, `\| `+text+` \| colon loop \| [\d.]+ \| - \| \d+\.\d+ times as fast \|`, out.String())
		require.Regexp(t, `\| `+text+` \| --json \| [\d.]+ \| \d+\.\d+ \|`, out.String())
	}
	require.Regexp(t, `\| mail \| --input text \| [\d.]+ \| \d+\.\d+ \|`, out.String())
	require.Regexp(t, `(?m)^\| urlsift --version \| \d+\.\d \|$`, out.String())
	require.Regexp(t, `(?m)^\| urlsift, two cores \| [1-9]\d* \|$`, out.String())
}
