package sift

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/extract"
)

// A consumer is made of functions.
type consumer struct {
	event   func(Event) error
	inOrder func(any, Position) error
}

func (c consumer) Event(e Event) error                  { return c.event(e) }
func (c consumer) InOrder(record any, p Position) error { return c.inOrder(record, p) }

// listening returns a function for Run whose consumers call event, and hand over no
// records.
func listening(event func(Event) error) func(Hand) Consumer {
	return func(Hand) Consumer { return consumer{event: event} }
}

// noting returns a function for Run whose consumers note their events, in order.
func noting(notes *[]string) func(Hand) Consumer {
	return func(hand Hand) Consumer {
		note := func(what string, of ...any) error { return hand(what+" "+fmt.Sprint(of...), 100) }
		return consumer{event: func(e Event) error {
			switch e := e.(type) {
			case Begin:
				return note("begin", e.Input.Name)
			case Content:
				return note("content", e.Format)
			case *Member:
				return note("member", e.Member, e.Excluded)
			case *Message:
				return note("message", e.Subject())
			case *Text:
				return note("text", e.Source.Header)
			case EndText:
				return note("end of text", e.Source.Header)
			case *Result:
				return note("result", e.Start, e)
			case *Skipped:
				return note("skipped", e.Type)
			case Failure:
				return note("failure", e.Err)
			case End:
				return note("end", e.Messages)
			}
			return fmt.Errorf("there is no event %T", e)
		}, inOrder: func(record any, _ Position) error {
			*notes = append(*notes, record.(string))
			return nil
		}}
	}
}

// Two consumers receive the same events, and each as many as it would by itself.
//
//ci:race
func TestConsumersListenSideBySide(t *testing.T) {
	const mails = "From joe@a.example Wed May  1 10:00:00 1996\nSubject: one\n\nhttp://a.example/\n\n" +
		"From joe@a.example Wed May  1 10:00:00 1996\nContent-Type: image/png\n\n\x89PNG\r\n\x1a\n\n"
	tar := packed(t, [2]string{"box", mails}, [2]string{"omitted", "http://b.example/"},
		[2]string{"cut", strings.Repeat("http://c.example/ ", 99)})
	fsys := fstest.MapFS{"a.tgz": {Data: tar[:len(tar)-9]}, "b": {Data: []byte(mails)}} // cut: a failure
	want := []string{"begin", "content", "member", "message", "text", "end of text", "result", "skipped",
		"failure", "end"}
	var alone []string
	for readers := range 4 {
		r := newReader(t, Config{Readers: readers, Exclude: []string{"omitted"}, Texts: true, Messages: true})
		var one, first, second []string
		require.NoError(t, r.Run(t.Context(), r.FilesIn(fsys), noting(&one)))
		require.NoError(t, r.Run(t.Context(), r.FilesIn(fsys), noting(&first), noting(&second)))
		require.Equal(t, one, first)
		require.Equal(t, one, second)
		if alone == nil {
			alone = one
		}
		require.Equal(t, alone, one)
	}
	for _, what := range want {
		require.Contains(t, strings.Join(alone, "\n"), what+" ")
	}
	r := newReader(t, Config{})
	var notes []string
	require.NoError(t, r.Run(t.Context(), r.FilesIn(fsys), noting(&notes)))
	require.NotContains(t, strings.Join(notes, "\n"), "\ntext ")
	require.NotContains(t, strings.Join(notes, "\n"), "\nmessage ")
}

// Each of two consumers replaces the reader of a Text, and it is read through both.
func TestATextIsReadThroughAllConsumers(t *testing.T) {
	r := newReader(t, Config{Texts: true})
	var order []string
	through := func(name string, from, to string) func(Hand) Consumer {
		return listening(func(e Event) error {
			switch e := e.(type) {
			case *Text:
				read := e.Reader
				e.Reader = readFunc(func(p []byte) (int, error) {
					n, err := read.Read(p)
					copy(p, bytes.ReplaceAll(p[:n], []byte(from), []byte(to)))
					return n, err
				})
			case *Result:
				order = append(order, name+e.String())
			}
			return nil
		})
	}
	in := fstest.MapFS{"a": {Data: []byte("http://a.example/\n")}}
	require.NoError(t, r.Run(t.Context(), r.FilesIn(in), through("1 ", "a.", "b."),
		through("2 ", "b.", "c.")))
	require.Equal(t, []string{"1 http://c.example/", "2 http://c.example/"}, order)
}

// A panic in a consumer or in the iterator over the inputs is passed on to the caller of
// Run. No goroutine is left.
//
//ci:race
func TestAPanicReachesTheCaller(t *testing.T) {
	dir, before := large(t), runtime.NumGoroutine()
	for _, readers := range []int{0, 1, 4} {
		for _, where := range []string{"Event", "InOrder", "inputs"} {
			r := newReader(t, Config{Readers: readers, ChunkSize: 20 << 10})
			fails := func(in string, n int) {
				if in == where && n > 50 {
					panic(errEnough)
				}
			}
			inputs := func(yield func(*Input, error) bool) {
				for in, err := range r.Files(nil, dir) {
					_ = yield(in, err)
				}
				fails("inputs", 100)
			}
			run := func() (caught any) {
				defer func() { caught = recover() }()
				return r.Run(t.Context(), inputs, func(hand Hand) Consumer {
					n := 0
					return consumer{event: func(e Event) error {
						if _, ok := e.(*Result); ok {
							n++
							fails("Event", n)
							return hand(n, 1<<20)
						}
						return nil
					}, inOrder: func(record any, _ Position) error {
						fails("InOrder", record.(int))
						return nil
					}}
				})
			}
			caught := run()
			err, ok := caught.(error)
			require.True(t, ok, "%s, %d readers: %v", where, readers, caught)
			require.ErrorIs(t, err, errEnough, "%s, %d readers", where, readers)
			if err != errEnough { // another goroutine's error
				require.Contains(t, err.Error(), "TestAPanicReachesTheCaller",
					"the stack is that of the panic")
			}
			leftOver(t, before)
		}
	}
}

// A consumer that ends its goroutine, as a failing test does, ends the run.
//
//ci:race
func TestAConsumerThatEndsItsGoroutineEndsTheRun(t *testing.T) {
	dir, before := large(t), runtime.NumGoroutine()
	for _, readers := range []int{1, 2} {
		r := newReader(t, Config{Readers: readers, ChunkSize: 2 << 10})
		err := r.Run(t.Context(), r.Files(nil, dir), listening(func(e Event) error {
			if _, ok := e.(*Result); ok {
				runtime.Goexit()
			}
			return nil
		}))
		require.Error(t, err, "%d readers", readers)
		leftOver(t, before)
	}
}

// All bytes of a chunk are copied in order, also those of a file that is read by offsets
// or only begun, and of two copies side by side.
//
//ci:race
func TestAllBytesOfAPartAreCopiedInOrder(t *testing.T) {
	dir := large(t)
	var z bytes.Buffer
	list := zip.NewWriter(&z)
	for _, name := range []string{"a", "b"} {
		w, err := list.Create(name)
		require.NoError(t, err)
		_, err = io.WriteString(w, strings.Repeat("http://"+name+".example/\n", 1000))
		require.NoError(t, err)
	}
	require.NoError(t, list.Close())
	require.NoError(t, os.WriteFile(filepath.Join(dir, "e.zip"), z.Bytes(), 0o666))
	var want bytes.Buffer
	for _, name := range []string{"a.txt", "b.mbox", "c", "d.tgz", "e.zip"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		want.Write(data)
	}
	for _, readers := range []int{0, 1, 3} {
		for _, skips := range []bool{false, true} {
			r := newReader(t, Config{Readers: readers, ChunkSize: 20 << 10})
			var got, again bytes.Buffer
			copying := func(to *bytes.Buffer) func(Hand) Consumer {
				return func(hand Hand) Consumer {
					var chunk *bytes.Buffer
					return consumer{event: func(e Event) error {
						switch e := e.(type) {
						case Begin:
							chunk = new(bytes.Buffer)
							e.Copy(chunk)
						case *Result:
							if skips {
								return ErrSkipInput
							}
						case End:
							if e.Read != int64(chunk.Len()) || e.Failed {
								return errors.New("the chunk is not whole")
							}
							return hand(chunk, chunk.Len())
						}
						return nil
					}, inOrder: func(record any, _ Position) error {
						_, err := to.ReadFrom(record.(*bytes.Buffer))
						return err
					}}
				}
			}
			require.NoError(t, r.Run(t.Context(), r.Files(nil, dir), copying(&got), copying(&again)))
			require.True(t, bytes.Equal(want.Bytes(), got.Bytes()))
			require.True(t, bytes.Equal(want.Bytes(), again.Bytes()))
		}
	}
}

// A read error is reported once, whoever needed the bytes.
//
//ci:race
func TestBytesThatCannotBeCopiedAreAFailure(t *testing.T) {
	broken := errors.New("broken")
	for what, text := range map[string]string{"text": "http://a.example/\n", "rest": "GIF89a\x01\x00"} {
		for readers := range 2 {
			var failures []error
			failed := false
			inputs := func(yield func(*Input, error) bool) {
				r := io.MultiReader(strings.NewReader(text+strings.Repeat(" ", 1<<20)),
					iotest.ErrReader(broken))
				open := func(context.Context) (io.ReadCloser, error) { return io.NopCloser(r), nil }
				yield(&Input{Name: "a", Open: open}, nil)
			}
			r := newReader(t, Config{Readers: readers, Extract: extract.Config{}})
			require.NoError(t, r.Run(t.Context(), inputs, listening(func(e Event) error {
				switch e := e.(type) {
				case Begin:
					e.Copy(io.Discard)
				case Failure:
					failures = append(failures, e.Err)
				case End:
					failed = e.Failed
				}
				return nil
			})))
			require.True(t, failed, what)
			require.Len(t, failures, 1, what)
			require.EqualError(t, failures[0], fmt.Sprintf("a: at offset %d: broken", len(text)+1<<20), what)
		}
	}
}

//ci:race
func TestARunWithoutAConsumerIsAnError(t *testing.T) {
	for readers := range 2 {
		none := func(func(*Input, error) bool) { require.Fail(t, "nothing is read") }
		require.EqualError(t, newReader(t, Config{Readers: readers}).Run(t.Context(), none),
			"sift: Run needs a consumer")
	}
}

// Small files are read several at a time, in order. None waits for the name of another.
//
//ci:race
func TestSmallFilesAreReadTogether(t *testing.T) {
	dir, before := t.TempDir(), runtime.NumGoroutine()
	const files = 5 * smallFiles
	for i := range files {
		text := fmt.Sprintf("http://a.example/%d\n", i)
		require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("%03d", i)), []byte(text), 0o600))
	}
	for _, readers := range []int{1, 2, 8} {
		r := newReader(t, Config{Readers: readers})
		first := make(chan bool)
		awaited := func(yield func(*Input, error) bool) {
			n := 0
			for in, err := range r.Files(nil, dir) {
				if n++; n == 2 {
					<-first
				}
				if !yield(in, err) {
					return
				}
			}
		}
		var found []string
		require.NoError(t, r.Run(t.Context(), awaited, func(hand Hand) Consumer {
			return consumer{event: func(e Event) error {
				if e, ok := e.(*Result); ok {
					return hand(e.String(), 1)
				}
				return nil
			}, inOrder: func(record any, _ Position) error {
				if found = append(found, record.(string)); len(found) == 1 {
					close(first)
				}
				return nil
			}}
		}))
		require.Len(t, found, files)
		for i, url := range found {
			require.Equal(t, fmt.Sprintf("http://a.example/%d", i), url, "%d readers", readers)
		}
		require.Error(t, r.Run(t.Context(), r.Files(nil, dir), listening(func(e Event) error {
			if _, ok := e.(*Result); ok {
				runtime.Goexit()
			}
			return nil
		})), "%d readers", readers)
		leftOver(t, before)
	}
}
