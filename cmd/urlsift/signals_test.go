//go:build unix

package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/internal/testkit"
)

// signalled runs the command and sends it a signal after a time. It returns the exit
// status, or -1 if the signal ended the command at once.
func signalled(t *testing.T, by syscall.Signal, after time.Duration, args ...string) int {
	command := exec.Command("urlsift", args...)
	var stderr bytes.Buffer
	command.Stderr = &stderr
	require.NoError(t, command.Start())
	timer := time.AfterFunc(after, func() { command.Process.Signal(by) })
	defer timer.Stop()
	command.Wait()
	status := command.ProcessState.ExitCode()
	require.Contains(t, []int{exitFound, -1, 128 + int(by)}, status, "%s", &stderr)
	require.NotContains(t, stderr.String(), "goroutine ")
	return status
}

// After a signal at any moment, the output is unchanged or complete. The next run
// completes it and leaves no other files. The index resumes where it stopped.
//
//ci:part
func TestASignalAtAnyMomentLeavesWholeFiles(t *testing.T) {
	if raceDetector {
		t.Skip("it runs the command many times")
	}
	t.Parallel()
	signals := testkit.Times(3, 200)
	first, step := testkit.Part()
	in, to := t.TempDir(), t.TempDir()
	for i := range 10 {
		require.NoError(t, os.WriteFile(filepath.Join(in, fmt.Sprint(i)), []byte(mailbox(100*i, 100)), 0o666))
	}
	name := func(name string) string { return filepath.Join(to, name) }
	begun := time.Now()
	want, stderr, status := urlsift(t, "", "--json", in)
	require.Zero(t, status, stderr)
	took := time.Since(begun)
	_, stderr, status = urlsift(t, "", "index", "--db", name("whole.db"), in)
	require.Zero(t, status, stderr)
	indexed := time.Since(begun) - took
	urls := func(db string) []string {
		requireSound(t, db)
		rows, err := ask(db, "SELECT file, url, start FROM found ORDER BY file, start, url")
		require.NoError(t, err)
		return rows
	}
	rows := urls(name("whole.db"))
	counts := map[int]int{}
	for i := first; i < signals; i += step {
		by := []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGKILL}[i%3]
		dir := t.TempDir()
		out, old := filepath.Join(dir, "out"), i%2 == 0
		if old {
			require.NoError(t, os.WriteFile(out, []byte("old\n"), 0o666))
		}
		status := signalled(t, by, rand.N(took), "--json", "--force", "-o", out, in)
		counts[status]++
		text, err := os.ReadFile(out)
		switch {
		case status == exitFound:
			require.Equal(t, want, string(text))
		case err == nil && old:
			require.Contains(t, []string{"old\n", want}, string(text))
		case err == nil:
			require.Equal(t, want, string(text))
		default:
			require.False(t, old, "the old file is gone")
		}
		files, err := os.ReadDir(dir)
		require.NoError(t, err)
		if status > 0 {
			require.LessOrEqual(t, len(files), 1, "a file is left")
		}
		for _, file := range files { // files of a killed run are removed after a minute
			old := time.Now().Add(-time.Hour)
			require.NoError(t, os.Chtimes(filepath.Join(dir, file.Name()), old, old))
		}
		_, stderr, status = urlsift(t, "", "--json", "--force", "-o", out, in)
		require.Zero(t, status, stderr)
		text, err = os.ReadFile(out)
		require.NoError(t, err)
		require.Equal(t, want, string(text))
		files, err = os.ReadDir(dir)
		require.NoError(t, err)
		require.Len(t, files, 1, "a file is left")

		db := filepath.Join(t.TempDir(), "db")
		status = signalled(t, by, rand.N(indexed), "index", "--db", db, in)
		counts[status]++
		_, stderr, status = urlsift(t, "", "index", "--db", db, in)
		require.Zero(t, status, stderr)
		require.Equal(t, rows, urls(db))
	}
	t.Logf("runs by exit status: %v", counts)
}
