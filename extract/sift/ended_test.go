package sift

import (
	"context"
	"errors"
	"io"
	"iter"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// errEnough is the cause of the end of contexts.
var errEnough = errors.New("enough")

// listed yields the inputs with the given names, each with a URL, and calls end after the
// last.
func listed(names string, end func()) iter.Seq2[*Input, error] {
	return func(yield func(*Input, error) bool) {
		for name := range strings.SplitSeq(names, "") {
			in := &Input{Name: name, Open: func(context.Context) (io.ReadCloser, error) {
				return io.NopCloser(strings.NewReader("http://" + name + ".example/\n")), nil
			}}
			if !yield(in, nil) {
				return
			}
		}
		end()
	}
}

// A context that ends together with the inputs never makes the run look complete.
//
//ci:race
func TestARunWhoseContextEndsIsNotComplete(t *testing.T) {
	for _, readers := range []int{0, 1, 2} {
		for _, names := range []string{"", "a", "ab", "abcdefghijkl"} {
			for range 30 { // several goroutines go on at once
				ctx, cancel := context.WithCancelCause(t.Context())
				var last error
				for _, err := range newReader(t, Config{Readers: readers}).Results(ctx,
					listed(names, func() { cancel(errEnough) })) {
					last = err
				}
				require.ErrorIs(t, last, errEnough, "%d readers of %q", readers, names)
			}
		}
		ctx, cancel := context.WithCancelCause(t.Context())
		err := newReader(t, Config{Readers: readers}).Run(ctx, listed("a", func() {}),
			listening(func(e Event) error {
				if _, ok := e.(End); ok {
					cancel(errEnough)
				}
				return nil
			}))
		require.ErrorIs(t, err, errEnough)
	}
}

// A reader calls a function for each Read.
type readFunc func(p []byte) (int, error)

func (f readFunc) Read(p []byte) (int, error) { return f(p) }

// When the context ends, the call ends with its error, whether Read blocks, or returns
// io.EOF, another error or more text.
//
//ci:race
func TestAStreamEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // 20 ms pass when all goroutines wait
		never := make(chan struct{})
		defer close(never)
		const text = "http://a.example/ there http://not.read.to.its.e"
		for what, then := range map[string]func() (string, error){
			"blocks": func() (string, error) { <-never; return "", io.EOF },
			"ends":   func() (string, error) { return "", io.EOF },
			"fails":  func() (string, error) { return "", os.ErrClosed },
			"goes on": func() (string, error) {
				return "x", nil
			},
		} {
			for _, readers := range []int{0, 2} {
				ctx, cancel := context.WithTimeoutCause(t.Context(), 20*time.Millisecond, errEnough)
				reads := 0
				r := readFunc(func(p []byte) (int, error) {
					if reads++; reads == 1 {
						return copy(p, text), nil
					}
					if what != "blocks" {
						<-ctx.Done()
					}
					more, err := then()
					return copy(p, more), err
				})
				var found []string
				var last error
				for result, err := range newReader(t, Config{Readers: readers}).Stream(ctx, "-", r) {
					if last = err; err == nil && !result.Incomplete {
						found = append(found, result.String())
					}
				}
				require.ErrorIs(t, last, errEnough, what)
				require.ErrorIs(t, last, context.DeadlineExceeded, what)
				require.EqualError(t, last, "enough", what)
				require.Equal(t, []string{"http://a.example/"}, found, what)
				cancel()
			}
		}
	})
}

// Text that was read before the context ended is found, byte for byte. If the context
// never ends, nothing is copied.
func TestAStreamWithAContextIsReadUnchanged(t *testing.T) {
	text := strings.Repeat("http://a.example/ words and more words\n", 10_000)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	got, err := io.ReadAll(interruptible(ctx, strings.NewReader(text)))
	require.NoError(t, err)
	require.True(t, text == string(got))
	r := strings.NewReader(text)
	require.Same(t, r, interruptible(context.Background(), r))
	file, err := os.Open(os.DevNull)
	require.NoError(t, err)
	require.NoError(t, file.Close())
	_, err = interruptible(ctx, file).Read(make([]byte, 1))
	require.ErrorIs(t, err, os.ErrClosed)
}

// The error of a context that has ended without a cause is its own, also from a share.
//
//ci:race
func TestTheErrorOfAContextIsItsOwn(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	require.NoError(t, ended(ctx))
	cancel()
	require.Equal(t, context.Canceled, ended(ctx))
	late, cancel := context.WithTimeoutCause(t.Context(), 0, errEnough)
	defer cancel()
	for _, err := range newReader(t, Config{}).Shard(late, listed("a", func() {}), 1, 2) {
		require.ErrorIs(t, err, errEnough)
		require.ErrorIs(t, err, context.DeadlineExceeded)
	}
}
