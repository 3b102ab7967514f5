package main

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/corpus"
	"github.com/urlsift/urlsift/internal/testkit"
)

// For any input, the work grows at most linearly. It is measured in steps instead of
// seconds, so that a slow machine does not fail the test: the executions of each block of
// code, counted by Go's coverage.
//
//ci:long
func TestWorstCasesTakeLinearTime(t *testing.T) {
	if !testkit.Long() {
		t.Skip("builds the command anew, and runs it for minutes")
	}
	const module = "github.com/urlsift/urlsift/"
	command := filepath.Join(t.TempDir(), "urlsift")
	out, err := exec.Command("go", "build", "-cover", "-covermode=atomic",
		"-coverpkg="+module+"scan,"+module+"extract,"+module+"rfc1738,"+
			module+"extract/sift,"+module+"cmd/...", "-o", command, ".").CombinedOutput()
	require.NoError(t, err, "%s", out)
	for name := range corpus.WorstCases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const size, times = 64 << 10, 4
			for _, flags := range [][]string{nil, {"--deobfuscate", "--guess=www,host-path,mail,domain"}} {
				// most of the text is beyond this length
				short := append([]string{"--max-url=8192"}, flags...)
				once := steps(t, command, corpus.Worst(name, size), short)
				more := steps(t, command, corpus.Worst(name, times*size), short)
				require.Less(t, float64(more), 1.1*times*float64(once), "%v", short)
				more = steps(t, command, corpus.Worst(name, times*size), flags)
				require.Less(t, float64(more)/(times*size), 150.,
					"steps a byte: something is looked at again and again, %v", flags)
			}
		})
	}
}

// steps returns the number of blocks that a command built with coverage executes when it
// reads text.
func steps(t *testing.T, command string, text []byte, flags []string) (n int) {
	dir := t.TempDir()
	cmd := exec.Command(command, append([]string{"-j1", "--input=text", "--json", "--rejected"}, flags...)...)
	cmd.Env = append(os.Environ(), "GOCOVERDIR="+dir)
	cmd.Stdin = bytes.NewReader(text)
	_ = cmd.Run() // no results are fine
	file := filepath.Join(dir, "counts.txt")
	out, err := exec.Command("go", "tool", "covdata", "textfmt", "-i="+dir, "-o="+file).CombinedOutput()
	require.NoError(t, err, "%s", out)
	counts, err := os.Open(file)
	require.NoError(t, err)
	defer counts.Close()
	for lines := bufio.NewScanner(counts); lines.Scan(); {
		// lines of the form "file:place statements count"
		if _, count, ok := strings.Cut(lines.Text(), " "); ok {
			fields := strings.Fields(count)
			times, err := strconv.Atoi(fields[len(fields)-1])
			if err == nil {
				n += times
			}
		}
	}
	require.NotZero(t, n)
	return n
}
