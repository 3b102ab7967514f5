package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/internal/testkit"
)

// inShell runs a script with the command, and returns its standard error and exit status.
func inShell(t *testing.T, script string) (stderr string, status int) {
	command := exec.Command("sh", "-c", script)
	var said bytes.Buffer
	command.Stderr = &said
	command.Run()
	return said.String(), command.ProcessState.ExitCode()
}

// A full disk, here a limit on the size of files, is reported, leaves no partial file,
// and damages no database.
//
//ci:long
func TestAFullDiskIsReportedAndLeavesNoHalfFile(t *testing.T) {
	t.Parallel()
	dir, to := collect(t), t.TempDir()
	whole, out, db, page := filepath.Join(to, "whole.db"), filepath.Join(to, "out"), filepath.Join(to, "db"),
		filepath.Join(to, "page.html")
	urlsift(t, "", "index", "-j1", "--db", whole, dir)
	shard := filepath.Join(t.TempDir(), "shard")
	urlsift(t, "", "-j1", "--shard", "1/1", "-o", shard, dir)
	urlsift(t, "", "index", "-j1", "--shard", "1/1", "--db", shard+".db", dir)
	const limit = "trap '' XFSZ; ulimit -f 16; "
	// the expected message: the name, the reason, and the remedy
	for _, c := range []struct{ run, name, why, more string }{
		{"--json -o " + out + " " + dir, out, "file too large", ""},
		{"-c --manifest " + page + " " + dir + " > " + out, "/dev/stdout", "file too large",
			"urlsift: " + page + ": not written: the run failed or was interrupted"},
		{"index --db " + db + " " + dir, db, "disk I/O error.*; free some space or check the disk, then run the same command again",
			""},
		{"report --db " + whole + " -o " + page, page, "file too large", ""},
		{"report --db " + whole + " -o " + page + "/", page + "/.*.html", "file too large", ""},
		{"export --db " + whole + " --format jsonl -o " + page, page, "file too large", ""},
		{"merge -o " + page + " " + shard, page, "file too large", ""},
		{"merge -o " + page + " " + shard + ".db", page, "disk I/O error.*", ""},
	} {
		stderr, status := inShell(t, limit+"urlsift "+c.run)
		require.Equal(t, exitTrouble, status, "%s: %s", c.run, stderr)
		lines := slices.DeleteFunc(strings.Split(strings.TrimSpace(stderr), "\n"), func(line string) bool {
			// the damaged file
			return line == c.more || strings.Contains(line, dir+"/d.gz") ||
				strings.Contains(line, "incomplete, since")
		})
		require.Len(t, lines, 1, stderr)
		require.Regexp(t, "^urlsift: "+c.name+": "+c.why+"$", lines[0])
		require.Contains(t, stderr, c.more)
		require.NoError(t, os.RemoveAll(filepath.Join(to, "out")))
	}
	left, err := os.ReadDir(to)
	require.NoError(t, err)
	for _, entry := range left {
		require.Contains(t, []string{"whole.db", "db", "db-wal", "db-shm"}, entry.Name(), "nothing is left")
	}
	urlsift(t, "", "index", "-j1", "--db", db, dir)
	requireSound(t, db)
	const rows = "SELECT file, url, start FROM found ORDER BY file, start, url"
	want, err := ask(whole, rows)
	require.NoError(t, err)
	got, err := ask(db, rows)
	require.NoError(t, err)
	require.Equal(t, want, got)
}

// resident returns the maximum resident size of a process in KiB, or 0 if it has ended.
// Its rusage would include the process from which it was forked.
func resident(pid int) int {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if !bytes.HasPrefix(status, []byte("Name:\turlsift\n")) {
		return 0 // not the command yet
	}
	for line := range strings.Lines(string(status)) {
		var size int
		if n, _ := fmt.Sscanf(line, "VmHWM: %d kB", &size); n == 1 {
			return size
		}
	}
	return 0
}

// memoryOf runs a command, and returns the most memory in KiB that it was seen to use.
func memoryOf(t *testing.T, stdin string, args []string) (used int) {
	command := exec.Command("urlsift", args...)
	command.Stdin = strings.NewReader(stdin)
	require.NoError(t, command.Start(), args)
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	for {
		select {
		case err := <-ended:
			require.NoError(t, err, args)
			return used
		case <-time.After(2 * time.Millisecond):
			used = max(used, resident(command.Process.Pid))
		}
	}
}

// Commands other than index need less than 64 MiB with one reader, for any input. Several
// readers hold the results ahead of their turn.
//
//ci:long
func TestMemoryOfTheCommandIsSmall(t *testing.T) {
	t.Parallel()
	if raceDetector {
		t.Skip("it reads much")
	}
	const most = 64 << 10 // KiB
	dir := t.TempDir()
	box := strings.Repeat(mailbox(0, 1000), testkit.Times(2, 40))
	name := filepath.Join(dir, "box")
	require.NoError(t, os.WriteFile(name, []byte(box), 0o666))
	packed, err := os.Create(name + ".gz")
	require.NoError(t, err)
	z := gzip.NewWriter(packed)
	_, err = io.WriteString(z, box)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	require.NoError(t, packed.Close())
	tags := filepath.Join(t.TempDir(), "tags") // each is a line by itself, with a place of its own
	require.NoError(t, os.WriteFile(tags,
		[]byte(strings.Repeat("<div>", 1<<20)+"<p>http://a.example/"), 0o666))
	db := filepath.Join(t.TempDir(), "db")
	_, stderr, status := urlsift(t, "", "index", "--db", db, name)
	require.Zero(t, status, stderr)
	for _, args := range [][]string{
		{"-j1", name},
		{"-j1", "--json", dir},
		{"-j2", "--json", dir},
		{"-j1", "-c", dir},
		{"-"},
		{"-j1", "--force", "-o", filepath.Join(t.TempDir(), "out"), dir},
		{"-j1", "--input", "html", "--json", tags},
		{"report", "--db", db, "--force", "-o", filepath.Join(t.TempDir(), "page")},
	} {
		used := 0
		for used == 0 { // it may end before it was looked at, on a busy machine
			used = memoryOf(t, box, args)
		}
		t.Logf("%d MiB: %s", used>>10, strings.Join(args, " "))
		if args[0] == "-j2" {
			require.Less(t, used, 2*most, args)
		} else {
			require.Less(t, used, most, args)
		}
	}
}
