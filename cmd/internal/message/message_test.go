package message

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"github.com/stretchr/testify/require"
)

// Each error is printed once, on a line of its own, however it is wrapped, and without
// the system call.
func TestEachErrorIsPrintedOnce(t *testing.T) {
	full := &fs.PathError{Op: "write", Path: "out", Err: errors.New("disk full")}
	other := errors.New("other")
	for _, c := range []struct {
		err  error
		want []string
	}{
		{full, []string{"out: disk full"}},
		{errors.Join(full, full), []string{"out: disk full"}},
		{errors.Join(fmt.Errorf("x.db: %w", full), full), []string{"x.db: out: disk full"}},
		{fmt.Errorf("x.db: %w", errors.Join(full, other)), []string{"x.db: out: disk full", "x.db: other"}},
		{errors.Join(fmt.Errorf("a\nb: %w", other), errors.Join(full, other)),
			[]string{"a\nb: other", "out: disk full"}},
		{fmt.Errorf("%w, so there", errors.Join(other, other)), []string{"other\nother, so there"}},
	} {
		require.Equal(t, c.want, All(c.err))
	}
	require.Equal(t, "out: disk full; other", Of(errors.Join(full, other)))
	require.Equal(t, full, InFile("x.db", full))
	require.EqualError(t, InFile("x.db", other), "x.db: other")
}
