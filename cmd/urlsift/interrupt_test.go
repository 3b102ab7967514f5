//go:build unix

package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/cmd/internal/database"
	"github.com/urlsift/urlsift/cmd/internal/sqlite"
)

// interrupt runs the command, writes a text to its open standard input, and sends it a
// signal.
func interrupt(t *testing.T, by syscall.Signal, text string, args ...string) (stdout,
	stderr string, status int) {
	t.Helper()
	var out, err bytes.Buffer
	command := exec.Command("urlsift", args...)
	command.Stdout, command.Stderr = &out, &err
	stdin, failed := command.StdinPipe()
	require.NoError(t, failed)
	require.NoError(t, command.Start())
	// more than a pipe holds, so the command is reading it
	_, failed = io.WriteString(stdin, strings.Repeat("\n", 256<<10)+text)
	require.NoError(t, failed)
	time.Sleep(time.Second) // no event to wait for: counts come at the end
	require.NoError(t, command.Process.Signal(by))
	command.Wait()
	return out.String(), err.String(), command.ProcessState.ExitCode()
}

// A run that is interrupted while it waits prints its results, except those not read to
// their end.
//
//ci:race
func TestAnInterruptedFindPrintsWhatWasFound(t *testing.T) {
	t.Parallel()
	text := "http://a.example/ http://b.example/ http://a.example/\nhttp://not.read.to.its.e"
	for _, c := range []struct {
		by     syscall.Signal
		args   string
		want   string
		status int
	}{
		{syscall.SIGINT, "", "http://a.example/\nhttp://b.example/\nhttp://a.example/\n", 130},
		{syscall.SIGTERM, "-c", "2 http://a.example/\n1 http://b.example/\n", 143},
		{syscall.SIGHUP, "-u", "http://a.example/\nhttp://b.example/\n", 129},
		{syscall.SIGINT, "-c -j1", "2 http://a.example/\n1 http://b.example/\n", 130},
		{syscall.SIGINT, "-f -", "", 130},
		{syscall.SIGINT, "-f - -j1", "", 130},
		// the shard is not named, which would mark it as complete
		{syscall.SIGINT, "--shard 1/1 -o /dev/stdout -f -", "", 130},
	} {
		t.Run(c.args, func(t *testing.T) {
			t.Parallel()
			out, warnings, status := interrupt(t, c.by, text, strings.Fields(c.args)...)
			require.Equal(t, c.status, status)
			require.Equal(t, c.want, out)
			require.Regexp(t, `(?m)^urlsift: stopped by SIG[A-Z]+, before all was read$`, warnings)
		})
	}
	t.Run("check", func(t *testing.T) {
		t.Parallel()
		out, _, status := interrupt(t, syscall.SIGINT, "http://a.example/\n", "check")
		require.Equal(t, 130, status)
		require.Contains(t, out, "a URL by RFC 1738")
	})
}

//ci:race
func TestAnInterruptedFindLeavesTheOldFile(t *testing.T) {
	t.Parallel()
	for by, name := range map[syscall.Signal]string{syscall.SIGINT: "SIGINT", syscall.SIGHUP: "SIGHUP"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			kept := filepath.Join(dir, "out")
			require.NoError(t, os.WriteFile(kept, []byte("old\n"), 0o666))
			_, said, status := interrupt(t, by, "http://a.example/\n", "--force", "-o", kept)
			require.Equal(t, 128+int(by), status)
			require.Equal(t, "urlsift: stopped by "+name+", before all was read; "+kept+" left unchanged\n",
				said)
			text, err := os.ReadFile(kept)
			require.NoError(t, err)
			require.Equal(t, "old\n", string(text))
			files, err := os.ReadDir(dir)
			require.NoError(t, err)
			require.Len(t, files, 1, "nothing is left beside it")
		})
	}
}

// An interrupted run writes no manifest, and keeps an old one.
//
//ci:race
func TestAnInterruptedRunWritesNoManifest(t *testing.T) {
	for _, by := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		t.Run(by.String(), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			kept := filepath.Join(dir, "m")
			require.NoError(t, os.WriteFile(kept, []byte("old\n"), 0o666))
			out, said, status := interrupt(t, by, "http://a.example/\n", "--force", "--manifest", kept)
			require.Equal(t, 128+int(by), status)
			require.Equal(t, "http://a.example/\n", out)
			require.Contains(t, said, "urlsift: "+kept+": not written: the run failed or was "+
				"interrupted\n")
			text, err := os.ReadFile(kept)
			require.NoError(t, err)
			require.Equal(t, "old\n", string(text))
			files, err := os.ReadDir(dir)
			require.NoError(t, err)
			require.Len(t, files, 1, "nothing is left beside it")
		})
	}
}

// An interrupted report leaves no file, and keeps the old page.
//
//ci:race
func TestAnInterruptedReportLeavesTheOldPage(t *testing.T) {
	for _, by := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(by.String(), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			file, page := filepath.Join(dir, "links.db"), filepath.Join(dir, "page.html")
			db, err := sqlite.Open(file, "")
			require.NoError(t, err)
			err = db.Script(database.Schema + `; DROP TABLE sources; CREATE VIEW sources AS
				WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n) SELECT n AS id, 'a' AS path, 0 AS size, '' AS mtime, '' AS fingerprint,
				'read' AS state, NULL AS trouble, 'plain text' AS format, 0 AS read, 0 AS messages, 0 AS lines, NULL AS run FROM n`)
			require.NoError(t, err) // the sources have no end
			require.NoError(t, db.Close())
			require.NoError(t, os.WriteFile(page, []byte("old\n"), 0o666))
			command := exec.Command("urlsift", "report", "--db", file, "--force", "-o", page)
			var said bytes.Buffer
			command.Stderr = &said
			require.NoError(t, command.Start())
			require.Eventually(t, func() bool {
				list, err := os.ReadDir(dir)
				return err == nil && len(list) > 2
			}, 10*time.Second, 5*time.Millisecond)
			time.Sleep(200 * time.Millisecond) // it handles signals soon after it has made the file
			require.NoError(t, command.Process.Signal(by))
			command.Wait()
			require.Equal(t, 128+int(by), command.ProcessState.ExitCode())
			require.Regexp(t, `^urlsift: stopped by SIG[A-Z]+, before all was read\n$`, said.String())
			text, err := os.ReadFile(page)
			require.NoError(t, err)
			require.Equal(t, "old\n", string(text))
			require.NoFileExists(t, file+"-wal")
			list, err := os.ReadDir(dir)
			require.NoError(t, err)
			require.Len(t, list, 2, "nothing is left")
		})
	}
}

// While files are read, too, it ends soon, and prints a prefix of the whole output.
//
//ci:race
func TestAnInterruptStopsReadingFiles(t *testing.T) {
	dir := t.TempDir()
	for i := range 150 {
		text := strings.Repeat(fmt.Sprintf("see http://host%d.example/ there\n", i), 10_000)
		require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("%03d", i)), []byte(text), 0o666))
	}
	for _, jobs := range []string{"-j1", "-j2"} {
		command := exec.Command("urlsift", jobs, dir)
		stdout, err := command.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, command.Start())
		first := make([]byte, 1<<16)
		_, err = io.ReadFull(stdout, first)
		require.NoError(t, err)
		require.NoError(t, command.Process.Signal(syscall.SIGINT))
		rest, err := io.ReadAll(stdout)
		require.NoError(t, err)
		command.Wait()
		require.Equal(t, 130, command.ProcessState.ExitCode())
		out := string(first) + string(rest)
		require.True(t, strings.HasSuffix(out, ".example/\n"))
		require.Less(t, strings.Count(out, "\n"), 1_500_000)
		last, whole := strings.Count(out, "\n")/10_000, ""
		for i := range last + 1 {
			whole += strings.Repeat(fmt.Sprintf("http://host%d.example/\n", i), 10_000)
		}
		require.True(t, strings.HasPrefix(whole, out))
	}
}

// A pipe without a reader ends the command silently.
func TestAClosedPipeEndsTheCommandSilently(t *testing.T) {
	name := filepath.Join(t.TempDir(), "text")
	require.NoError(t, os.WriteFile(name, []byte(strings.Repeat("http://a.example/\n", 200_000)), 0o666))
	out, err := exec.Command("sh", "-c", "{ urlsift "+name+"; echo $? >&2; } | head -n 1").CombinedOutput()
	require.NoError(t, err)
	require.ElementsMatch(t, []string{"http://a.example/", "0"}, strings.Fields(string(out)))
}
