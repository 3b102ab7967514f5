package sift

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"
	"github.com/urlsift/urlsift/corpus"
)

// zstdAsking returns a zstd with a window of size bytes.
func zstdAsking(t testing.TB, text string, size int) []byte {
	var b bytes.Buffer
	z, err := zstd.NewWriter(&b, zstd.WithWindowSize(size), zstd.WithSingleSegment(false), zstd.WithEncoderConcurrency(1))
	require.NoError(t, err)
	_, err = z.Write([]byte(text[:1]))
	require.NoError(t, err)
	require.NoError(t, z.Flush()) // or the size would be known, and be the window
	_, err = z.Write([]byte(text[1:]))
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return b.Bytes()
}

// Streams that are read at once share a budget: they wait for each other, and none waits for ever, though those that come first may
// be the last to get any.
func TestDecompressorsShareTheMemory(t *testing.T) {
	fsys := fstest.MapFS{}
	var want []string
	for i := range corpus.Times(12, 24) {
		text := strings.Repeat(fmt.Sprintf("see http://h%d.example/ there\n", i), 2000)
		data := zstdAsking(t, text, 16<<20)
		if i%3 == 0 {
			data = zstdAsking(t, string(data)+"\n", 8<<20) // one in another
		}
		name := fmt.Sprintf("%02d.zst", i)
		fsys[name] = &fstest.MapFile{Data: data}
	}
	want = told(inFS(newReader(t, Config{}), t.Context(), fsys))
	for _, memory := range []int64{32 << 20, 1 << 30, 64 << 20}[:corpus.Times(2, 3)] {
		r := newReader(t, Config{Readers: 8, Memory: memory})
		done := make(chan []string, 1)
		go func() { done <- told(inFS(r, context.Background(), fsys)) }()
		select {
		case got := <-done:
			require.True(t, slices.Equal(want, got))
		case <-time.After(time.Minute):
			buf := make([]byte, 1<<20)
			t.Fatalf("nothing goes on:\n%s", buf[:runtime.Stack(buf, true)])
		}
		require.Zero(t, r.memory.used)
	}
	got := told(inFS(newReader(t, Config{Readers: 8, Memory: 8 << 20}), t.Context(), fsys))
	require.True(t, strings.Contains(strings.Join(got, "\n"), "needs a window of 16 MiB, of 8 MiB that are allowed"))
}

func TestReservationsDoNotExceedTheMemory(t *testing.T) {
	b := newBudget(100)
	var mu sync.Mutex
	now, most := int64(0), int64(0)
	var readers sync.WaitGroup
	first := b.reserve(t.Context(), make(chan struct{}), 60)
	for i := range 20 {
		readers.Go(func() {
			release := b.reserve(context.Background(), make(chan struct{}), int64(10+i))
			mu.Lock()
			now += int64(10 + i)
			most = max(most, now)
			mu.Unlock()
			time.Sleep(time.Millisecond)
			mu.Lock()
			now -= int64(10 + i)
			mu.Unlock()
			release()
		})
	}
	time.Sleep(10 * time.Millisecond)
	first()
	readers.Wait()
	require.LessOrEqual(t, most, int64(100))
	require.Zero(t, b.used)

	// Whose turn it is does not wait, nor does one who is asked to stop.
	all := b.reserve(t.Context(), nil, 100)
	turn := make(chan struct{})
	got := make(chan struct{})
	go func() { b.reserve(context.Background(), turn, 50)(); close(got) }()
	select {
	case <-got:
		t.Fatal("it did not wait")
	case <-time.After(10 * time.Millisecond):
	}
	close(turn)
	<-got
	ended, end := context.WithCancel(context.Background())
	end()
	b.reserve(ended, make(chan struct{}), 50)()
	b.reserve(t.Context(), nil, 50)()
	all()
	require.Zero(t, b.used)
}
