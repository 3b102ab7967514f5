//go:build linux

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/urlsift/urlsift/cmd/internal/index"
)

// An error while the database is closed is reported with its name, and without a summary
// that looks like success.
func TestADatabaseThatCannotBeClosedIsTrouble(t *testing.T) {
	dir := t.TempDir()
	name, db := filepath.Join(dir, "text"), filepath.Join(dir, "links.db")
	require.NoError(t, os.WriteFile(name, []byte("http://a.example/\n"), 0o666))
	null, err := os.Open(os.DevNull)
	require.NoError(t, err)
	defer null.Close()
	broken := 0
	before := index.TimePerCommit
	index.TimePerCommit = 0 // commits at once; the file itself is written when it is closed
	index.Committed = func() {
		files, err := os.ReadDir("/proc/self/fd")
		require.NoError(t, err)
		for _, f := range files {
			if to, _ := os.Readlink("/proc/self/fd/" + f.Name()); to == db {
				fd := 0
				for _, digit := range f.Name() {
					fd = 10*fd + int(digit-'0')
				}
				require.NoError(t, unix.Dup3(int(null.Fd()), fd, 0))
				broken++
			}
		}
	}
	defer func() { index.Committed, index.TimePerCommit = func() {}, before }()
	_, stderr, status := urlsift(t, "", "index", "--db", db, name)
	require.Equal(t, 1, broken)
	require.Equal(t, exitTrouble, status)
	require.True(t, strings.HasPrefix(stderr, "urlsift: "+db+": "), stderr)
	require.NotContains(t, stderr, "read 1 source")
}
