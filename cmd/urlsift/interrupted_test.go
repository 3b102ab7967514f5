//go:build unix

package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/internal/testkit"
)

// An interruptible is a command to be interrupted. Its arguments follow those of its
// input. All its files are in the current directory.
type interruptible struct {
	name string
	args []string
	took time.Duration
	out  string            // its output without interrupts
	made map[string]string // its files
}

// run runs the command in a new directory, and sends it a signal after a time unless that
// is 0. It returns the exit status, or -1 if the signal ended the process at once.
func (c *interruptible) run(t *testing.T, by syscall.Signal, after time.Duration) (status int, out string,
	made map[string]string, stderr string) {
	t.Helper()
	dir := t.TempDir()
	defer os.RemoveAll(dir) // many runs
	command := exec.Command("urlsift", c.args...)
	var stdout, errors bytes.Buffer
	command.Dir, command.Stdout, command.Stderr = dir, &stdout, &errors
	begun := time.Now()
	require.NoError(t, command.Start())
	if after > 0 {
		defer time.AfterFunc(after, func() { command.Process.Signal(by) }).Stop()
	}
	command.Wait()
	if status = command.ProcessState.ExitCode(); status >= 0 && status <= exitTrouble {
		c.took = time.Since(begun) // the machine's current speed
	}
	made = map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		name, _ := filepath.Rel(dir, path)
		if entry.IsDir() {
			made[name+"/"] = ""
			return nil
		}
		if strings.HasSuffix(name, ".db") {
			rows, err := ask(path, "SELECT f.file, f.url, f.start FROM found f ORDER BY 1, 3, 2")
			made[name] = fmt.Sprint(rows, err != nil)
			return nil
		}
		text, err := os.ReadFile(path)
		made[name] = ofOneRun.ReplaceAllString(string(text), "0")
		return err
	}))
	return status, stdout.String(), made, errors.String()
}

// ofOneRun matches the differences between runs: times of the runs and names of
// directories.
var ofOneRun = regexp.MustCompile(`20\d\d-\d\d-\d\d(T[\d:.]+Z| \d\d:\d\d)?|\d+ (January|February|March|April|May|June|July|August|September|October|November|December) 20\d\d|"directory":"[^"]*"|bundle--[-0-9a-f]+`)

// A command interrupted at any moment has done everything if its exit status is 0.
// Otherwise it leaves nothing, except the database that the next run of the index
// completes. URLSIFT_MAIL names a folder to read.
//
//ci:long
//ci:race
func TestAnInterruptedCommandDoesNotEndWithStatus0(t *testing.T) {
	if raceDetector {
		t.Skip("it runs the command many times")
	}
	t.Parallel()
	signals, in := testkit.Times(10, 300), os.Getenv("URLSIFT_MAIL")
	if in == "" {
		in = t.TempDir()
		for i := range 4 {
			require.NoError(t, os.WriteFile(filepath.Join(in, fmt.Sprint(i, ".mbox")),
				[]byte(mailbox(100*i, testkit.Times(40, 100))), 0o666))
		}
	}
	shards := t.TempDir()
	shard := func(name string) string { return filepath.Join(shards, name) }
	for _, args := range [][]string{
		{"--json", "--shard", "1/2", "-o", shard("1"), in},
		{"--json", "--shard", "2/2", "-o", shard("2"), in},
		{"index", "--shard", "1/2", "--db", shard("1.db"), in},
		{"index", "--shard", "2/2", "--db", shard("2.db"), in},
		{"index", "--db", shard("all.db"), in},
	} {
		_, stderr, _ := urlsift(t, "", args...)
		require.NotContains(t, stderr, "stopped")
	}
	commands := []*interruptible{
		{name: "find", args: []string{"-Hnb", in}},
		{name: "find -o", args: []string{"--csv", "-o", "out", in}},
		{name: "find --manifest", args: []string{"-j2", "--manifest", "m", in}},
		{name: "index", args: []string{"index", "--db", "x.db", in}},
		{name: "index --manifest", args: []string{"index", "-j2", "--manifest", "m", "--db", "x.db", in}},
		{name: "report", args: []string{"report", "--db", shard("all.db"), "-o", "page.html"}},
		{name: "report of many pages", args: []string{"report", "--db", shard("all.db"), "-o", "site/"}},
		{name: "export", args: []string{"export", "--db", shard("all.db"), "--format", "jsonl", "-o", "out"}},
		{name: "merge", args: []string{"merge", "-o", "out", shard("1"), shard("2")}},
		{name: "merge of databases", args: []string{"merge", "-o", "x.db", shard("1.db"), shard("2.db")}},
	}
	complete := map[string]int{}
	for _, c := range commands {
		var stderr string
		complete[c.name], c.out, c.made, stderr = c.run(t, 0, 0)
		require.LessOrEqual(t, complete[c.name], exitTrouble, stderr)
	}
	counts := map[int]int{}
	for i := range signals {
		c := commands[i%len(commands)]
		by := []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}[rand.IntN(3)]
		after := time.Millisecond + rand.N(c.took)
		status, out, made, stderr := c.run(t, by, after)
		counts[status]++
		what := fmt.Sprintf("%s, %v after %v: status %d\n%s", c.name, by, after, status, stderr)
		require.NotContains(t, stderr, "goroutine ", what)
		switch status {
		case complete[c.name], -1:
			if status == -1 && len(made) == 0 && out == "" { // not begun yet
				continue
			}
			require.True(t, out == c.out, what)
			require.Equal(t, slices.Sorted(maps.Keys(c.made)), slices.Sorted(maps.Keys(made)), what)
			require.True(t, maps.Equal(c.made, made), what)
		case 128 + int(by):
			require.True(t, strings.HasPrefix(c.out, out), what)
			require.Regexp(t, `(?m)^urlsift: (\S+: )?stopped by SIG[A-Z]+, before all was read(; .*)?$`,
				stderr, what)
			if strings.HasPrefix(c.name, "index") {
				delete(made, "x.db")
			}
			require.Empty(t, made, what)
		default:
			require.Fail(t, "another status", what)
		}
	}
	t.Logf("%d signals; runs by exit status: %v", signals, counts)
}
