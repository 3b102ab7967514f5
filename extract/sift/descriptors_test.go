//go:build unix

package sift

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// Where few files may be open, readers wait for each other and lose none. The test runs itself, so that the limit is that of another
// process.
func TestWhereFewFilesMayBeOpenAllAreRead(t *testing.T) {
	const child = "URLSIFT_TEST_FEW_DESCRIPTORS"
	if root := os.Getenv(child); root != "" {
		few := syscall.Rlimit{Cur: 16, Max: 16}
		require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_NOFILE, &few))
		for _, readers := range []int{0, 1, 8, 32} {
			lines := told(newReader(t, Config{Readers: readers}).Paths(t.Context(), root))
			require.Len(t, lines, 420, "%d readers", readers)
			for _, line := range lines {
				require.NotContains(t, line, "too many open files", "%d readers", readers)
			}
		}
		held := []*os.File{}
		for { // nothing of this reader is open, and nothing will be closed
			f, err := os.Open(os.DevNull)
			if err != nil {
				break
			}
			held = append(held, f)
		}
		for _, readers := range []int{0, 8} {
			lines := told(newReader(t, Config{Readers: readers}).Paths(t.Context(), filepath.Join(root, "0", "large0")))
			require.Len(t, lines, 1)
			require.Contains(t, lines[0], "too many open files")
		}
		for _, f := range held {
			f.Close()
		}
		return
	}
	root := t.TempDir()
	for i := range 20 {
		dir := filepath.Join(root, fmt.Sprint(i))
		require.NoError(t, os.Mkdir(dir, 0o777))
		for k := range 20 {
			text := fmt.Sprintf("http://h%d.example/%d\n", i, k)
			require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprint(k)), []byte(text), 0o666))
		}
		text := strings.Repeat("nothing is here\n", smallSize/8) + fmt.Sprintf("http://large%d.example/\n", i)
		require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("large%d", i)), []byte(text), 0o666))
	}
	command := exec.Command(os.Args[0], "-test.run=^TestWhereFewFilesMayBeOpenAllAreRead$", "-test.timeout=1m")
	command.Env = append(os.Environ(), child+"="+root)
	out, err := command.CombinedOutput()
	require.NoError(t, err, "%s", out)
}
