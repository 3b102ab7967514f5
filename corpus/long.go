package corpus

import "os"

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
