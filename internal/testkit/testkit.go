// Package testkit has what tests of several packages share: their sizes, and the programs
// that they run.
package testkit

import (
	"flag"
	"os"
	"os/exec"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// Long reports whether the environment variable URLSIFT_LONG is set: tests then run at
// their full sizes, for an hour in all. Otherwise they test the same rules at sizes that
// take seconds.
func Long() bool { return os.Getenv("URLSIFT_LONG") != "" }

// Times returns the number of tries of a test, or a size: few, or many if tests are
// [Long].
func Times(few, many int) int {
	if Long() {
		return many
	}
	return few
}

// Part returns which of many independent tries a test makes: every step-th, beginning
// with first, from 0. That is all of them, with a step of 1, unless the environment
// variable URLSIFT_LONG is a part of them, such as 3/10, for which Part returns 2 and 10.
//
// .ci/long runs the tests with the tag "part" with each part of its jobs (.ci/tagged).
func Part() (first, step int) {
	nth, of, _ := strings.Cut(os.Getenv("URLSIFT_LONG"), "/")
	first, _ = strconv.Atoi(nth)
	step, err := strconv.Atoi(of)
	if err != nil || first < 1 || first > step {
		return 0, 1
	}
	return first - 1, step
}

// SideBySide lets six tests that call t.Parallel run side by side on any number of
// processors, unless -parallel is set. TestMain calls it in packages whose tests mostly
// wait: for other programs, or for a lock.
func SideBySide() {
	flag.Parse()
	chosen := false
	flag.Visit(func(f *flag.Flag) { chosen = chosen || f.Name == "test.parallel" })
	if !chosen {
		flag.Set("test.parallel", "6")
	}
}

// CollectLess lets the heap of a test process grow to five times the memory in use, not
// twice, before it is collected. TestMain calls it in packages whose tests spent a fifth
// of their time in collecting a few megabytes. It has no effect on long tests,
// benchmarks, processes that tests start, or if GOGC is set.
func CollectLess() {
	flag.Parse()
	if !Long() && os.Getenv("GOGC") == "" && flag.Lookup("test.bench").Value.String() == "" {
		debug.SetGCPercent(400)
	}
}

var installing sync.Mutex

// Program returns the path of a program that a test runs: the first existing one of
// names, which blanks separate. If none exists, the test is skipped with the name of the
// package to install: a Debian package; a Go command with its version, such as
// tool.example/cmd/x@v1.2.3; or, after "npm:", a package of npm.
//
// If the environment variable URLSIFT_INSTALL is set, it is the command that installs a
// package, and is tried first; .ci/long sets it to .ci/install, and runs the tests with
// the tag "long" (.ci/tagged).
func Program(t testing.TB, names, pkg string) string {
	t.Helper()
	installing.Lock()
	defer installing.Unlock()
	path := first(names)
	if install := os.Getenv("URLSIFT_INSTALL"); path == "" && install != "" {
		out, err := exec.Command(install, pkg).CombinedOutput()
		if path = first(names); path == "" {
			t.Skipf("%s cannot be installed: %v\n%s", pkg, err, out)
		}
	}
	if path == "" {
		t.Skipf("%s is missing; .ci/install %s installs it", names, pkg)
	}
	return path
}

// first returns the path of the first existing program.
func first(names string) string {
	for name := range strings.FieldsSeq(names) {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}
