package terminal

import (
	"bytes"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestProgressShowsOnlyWhatIsKnown(t *testing.T) {
	for _, c := range []struct {
		read, total, files int64
		want               string
	}{
		{0, 0, 0, "0 B, 0 B/s"}, {0, 100, 1, "0 B of 100 B, 0 B/s"}, {999, 0, 1, "999 B, 500 B/s"}, {1000, 0, 2, "1.0 kB, 2 files, 500 B/s"},
		{5_000_000, 10_000_000, 3, "5.0 MB of 10.0 MB, 3 files, 2.5 MB/s, 2s left"}, {10, 10, 1, "10 B of 10 B, 5 B/s"}, {20, 10, 1, "20 B of 10 B, 10 B/s"},
		{3e15, 0, 1, "3000.0 TB, 1500.0 TB/s"},
	} {
		var read, files atomic.Int64
		read.Store(c.read)
		files.Store(c.files)
		p := &Progress{terminal: new(bytes.Buffer), Read: &read, Files: &files}
		p.Total.Store(c.total)
		require.Equal(t, c.want, p.text(2*time.Second))
	}
}
