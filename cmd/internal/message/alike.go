package message

import (
	"errors"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/urlsift/urlsift/extract/sift"
)

// Alike counts the errors of each input, so that one that repeats itself is printed a few times only.
type Alike struct {
	input string
	kinds map[string]int // how many errors of each kind the input has
}

const (
	maxAlike = 10  // errors of one kind that are printed of an input
	maxKinds = 100 // kinds of errors of an input that are told apart
)

// Repeats counts an error, and reports whether it is one of too many of its kind in its input. The counts of the input before are
// printed to w if the error is that of another input.
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
	const offset = " at offset " // is what is different in errors of one kind
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

// Print prints how many errors of the last input were not printed.
func (a *Alike) Print(w io.Writer) {
	for _, kind := range slices.Sorted(maps.Keys(a.kinds)) {
		if n := a.kinds[kind] - maxAlike; n > 0 {
			Warn(w, "%s: %d more: %s", a.input, n, kind)
		}
	}
	clear(a.kinds)
}
