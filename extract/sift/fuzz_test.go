package sift

import (
	"maps"
	"slices"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/internal/testkit"
)

// Any input has the same URLs and errors from a file and from a pipe that yields single
// bytes, and nothing panics.
//
//ci:long
func FuzzAnInputHasTheSameResultsHoweverItComes(f *testing.F) {
	inputs, every := inputsOf(f), testkit.Times(17, 1)
	for i, name := range slices.Sorted(maps.Keys(inputs)) {
		if text := inputs[name]; len(text) < 10_000 && i%every == every/2 {
			f.Add([]byte(text))
		}
	}
	for name, data := range damageable(f, 20) {
		if name != "zip" { // a zip file is read by its directory
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r := newReader(t, Config{Extract: extract.Config{Lines: true, Rejected: true}})
		want, got := found(t, r, data, nil), found(t, r, data, iotest.OneByteReader)
		if len(data) > 4 && string(data[:2]) == "PK" {
			return
		}
		require.Equal(t, want, got)
	})
}
