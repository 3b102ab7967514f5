package message

import (
	"errors"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/urlsift/urlsift/extract/sift"
)

// Alike counts the errors of each input, so that repeated errors are printed only a few
// times.
type Alike struct {
	input string
	kinds map[string]int // errors of the input by kind
}

const (
	maxAlike = 10  // errors of one kind printed for an input
	maxKinds = 100 // kinds of errors counted for an input
)

// Repeats counts an error, and reports whether there are too many of its kind in its
// input. If the error is the first of another input, Repeats first prints the counts of
// the previous input to w.
func (a *Alike) Repeats(w io.Writer, err error) bool {
	e, ok := errors.AsType[*sift.Error](err)
	if !ok {
		return false
	}
	if e.File != a.input {
		a.Print(w)
		a.input = e.File
	}
	kind := e.Reason()
	const offset = " at offset " // the part that differs between errors of one kind
	for before, after, ok := strings.Cut(kind, offset); ok; before, after, ok = strings.Cut(kind, offset) {
		kind = before + strings.TrimLeft(after, "0123456789")
	}
	if a.kinds == nil {
		a.kinds = map[string]int{}
	}
	if len(a.kinds) >= maxKinds && a.kinds[kind] == 0 {
		kind = "other errors"
	}
	a.kinds[kind]++
	return a.kinds[kind] > maxAlike
}

// Print prints the number of errors of the last input that were not printed.
func (a *Alike) Print(w io.Writer) {
	for _, kind := range slices.Sorted(maps.Keys(a.kinds)) {
		if n := a.kinds[kind] - maxAlike; n > 0 {
			Warn(w, "%s: %d more: %s", a.input, n, kind)
		}
	}
	clear(a.kinds)
}
