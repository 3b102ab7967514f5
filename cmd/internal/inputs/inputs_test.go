package inputs

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/cmd/internal/stop"
	"github.com/urlsift/urlsift/extract/sift"
)

// inputs returns the inputs of paths.
func inputs(t *testing.T, stdin io.Reader, paths ...string) *Inputs {
	reader, err := sift.New(sift.Config{})
	require.NoError(t, err)
	stopper := stop.New()
	t.Cleanup(stopper.End)
	return &Inputs{
		Reader: reader,
		Paths:  paths,
		Stdin:  stdin,
		Stop:   stopper,
		Hint:   func(string) string { return "; a hint" },
		Skip:   func(name string) bool { return filepath.Base(name) == "skipped" },
		Tell:   func(string, error) {}, Forget: func() {},
	}
}

func TestInputsAreMeasuredIfAllAreFiles(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "b", "skipped"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("12345"), 0o666))
	}
	list, err := openList("-", strings.NewReader(""))
	require.NoError(t, err)
	for _, c := range []struct {
		want   int64
		change func(*Inputs)
	}{
		{10, func(*Inputs) {}},
		{0, func(in *Inputs) { in.Shard = 1 }},
		{0, func(in *Inputs) { in.list = list }},
		{0, func(in *Inputs) { in.Paths = append(in.Paths, "-") }},
		{15, func(in *Inputs) {
			in.Paths = append(in.Paths, filepath.Join(dir, "a"), filepath.Join(dir, "none"))
		}},
		{0, func(in *Inputs) { in.Paths = []string{os.DevNull, dir} }},
	} {
		in := inputs(t, nil, dir)
		c.change(in)
		var total atomic.Int64
		in.Measure(&total)
		require.Equal(t, c.want, total.Load())
	}
}

// An unreadable part of a list is an error among the inputs, and so is a path that does
// not exist.
func TestErrorsOfAListAreReportedInItsOrder(t *testing.T) {
	broken := errors.New("broken")
	text := "a\n" + strings.Repeat("x", maxPath+1) + "\nnone\n"
	in := inputs(t, io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)))
	require.NoError(t, in.List("-"))
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("a", nil, 0o666))
	var got []string
	for input, err := range in.All() {
		if err != nil {
			got = append(got, err.Error())
			continue
		}
		got = append(got, input.Name)
	}
	require.Equal(t, []string{
		"a", "-: at offset 2: path longer than 65536 bytes", "none: no such file or directory; a hint",
		"-: at offset 65545: broken",
	}, got)
	for stop := range 4 {
		in := inputs(t, strings.NewReader(text))
		require.NoError(t, in.List("-"))
		n := 0
		for range in.All() {
			if n++; n > stop {
				break
			}
		}
		require.Equal(t, min(stop+1, 3), n)
	}
}

func TestReadingAListStopsWhenNoMoreIsWanted(t *testing.T) {
	long := strings.Repeat("x", maxPath+1) + "\n"
	for _, text := range []string{"a\nb\n", long + "b\n"} {
		l, err := openList("-", strings.NewReader(text))
		require.NoError(t, err)
		require.False(t, l.each(func(string) bool { return false }, func(error) bool { return false }))
	}
}
