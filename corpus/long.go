package corpus

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

// Long reports whether tests run at their full sizes, for an hour in all: whether the environment variable URLSIFT_LONG is set.
// Without it they state the same rules at sizes that take seconds.
func Long() bool { return os.Getenv("URLSIFT_LONG") != "" }

// Times returns how often a test tries something, or how much: few times, or many if tests are [Long].
func Times(few, many int) int {
	if Long() {
		return many
	}
	return few
}

// Part returns which of its tries a test makes that makes many, each independent of the others: every step-th, from first on, which is 0
// for the first. These are all, with a step of 1, unless the environment variable URLSIFT_LONG is a part of them, such as 3/10, for which
// Part returns 2 and 10.
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

// SideBySide lets six tests that call t.Parallel run side by side, however few processors there are, unless -parallel says how many.
// TestMain calls it in packages whose tests mostly wait: for other programs, or for a lock.
func SideBySide() {
	flag.Parse()
	chosen := false
	flag.Visit(func(f *flag.Flag) { chosen = chosen || f.Name == "test.parallel" })
	if !chosen {
		flag.Set("test.parallel", "6")
	}
}

// CollectLess lets the heap of a test process grow to five times the memory in use, not twice, before it is collected. TestMain calls it in
// packages whose tests spent a fifth of their time in collecting a few megabytes. Long tests, benchmarks and the processes that tests start
// collect as any program does, and so do all if GOGC is set.
func CollectLess() {
	flag.Parse()
	if !Long() && os.Getenv("GOGC") == "" && flag.Lookup("test.bench").Value.String() == "" {
		debug.SetGCPercent(400)
	}
}

var installing sync.Mutex

// Program returns the path of a program that a test runs: of the first of names, with blanks between, that there is. If there is none,
// the test is skipped, with a message that names the package that has it: a Debian package; a Go command with its version, such as
// tool.example/cmd/x@v1.2.3; or, after "npm:", a package of npm.
//
// If the environment variable URLSIFT_INSTALL is set, it is the command that installs a package, and is tried first; .ci/long sets
// it to .ci/install, and runs the tests with the tag "long" (.ci/tagged).
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

// first returns the path of the first program that there is.
func first(names string) string {
	for name := range strings.FieldsSeq(names) {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}
