package sift

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Run reads inputs and passes all events to consumers, side by side. It calls each of the
// functions once for each reader, and once more for the inputs that are read in their
// turn. These calls do not overlap. An event is passed to all consumers of its reader, in
// the order of the functions, before their errors are examined. Without a function, Run
// reads nothing and returns an error.
//
// Run returns the first error of a consumer, or the error of the context if that has
// ended, which is both its Err and its cause for [errors.Is]. It returns nil only if it
// has read all inputs to their ends before the context ended. All its goroutines have
// ended when it returns. If a consumer or the iterator over the inputs panics, Run panics
// in the goroutine of its caller, after its goroutines have ended. Any other panic while
// an input is read is a [Failure] of that input. A consumer can make one of a panic in a
// method of a Result: see [Result.Panicked].
func (r *Reader) Run(ctx context.Context, inputs iter.Seq2[*Input, error],
	consumers ...func(Hand) Consumer) error {
	if len(consumers) == 0 {
		return errors.New("sift: Run needs a consumer")
	}
	own := r.newWorker(ctx, consumers)
	if r.config.Readers <= 0 {
		for in, err := range inputs {
			if err := own.input(in, err, true); err != nil {
				return err
			}
		}
		return ended(ctx)
	}
	within, stop := context.WithCancel(ctx)
	q := &queue{
		r:         r,
		ctx:       within,
		stop:      stop,
		own:       own,
		consumers: consumers,
		work:      make(chan *job, 1),
		order:     make(chan *job, 2*r.config.Readers+2),
	}
	q.readers.Go(func() { q.try(func() { q.fill(inputs) }) })
	err := q.inOrder()
	if p := q.panicked.Load(); p != nil {
		panic(p)
	}
	if err == nil || errors.Is(err, errStopped) {
		return cmp.Or(ended(ctx), err) // the reason to stop
	}
	return err
}

// try calls f, and keeps its panic for the goroutine that called Run. A panic stops the
// run, and so does an f that ends its goroutine, as a failing test does.
func (q *queue) try(f func()) {
	whole := false
	defer func() {
		if value := recover(); value != nil {
			q.panicked.CompareAndSwap(nil, &panicked{value, debug.Stack()})
		}
		if !whole {
			q.stop()
		}
	}()
	f()
	whole = true
}

// A panicked holds the value of a panic in another goroutine, and its stack.
type panicked struct {
	value any
	stack []byte
}

func (p *panicked) Error() string { return fmt.Sprintf("%v\n\n%s", p.value, p.stack) }

// Unwrap returns the value if it is an error.
func (p *panicked) Unwrap() error {
	err, _ := p.value.(error)
	return err
}

// input reads a whole input, or reports err in its place.
func (w *worker) input(in *Input, err error, inTurn bool) error {
	if err := ended(w.ctx); err != nil {
		return err
	}
	p, err := in.open(w.ctx, err)
	if err != nil {
		return w.warnOf(err)
	}
	p.InTurn = inTurn
	return w.readChunk(p)
}

// A queue passes inputs and chunks from the goroutine that hands them out to the readers,
// and their records in order to the goroutine that called Run.
type queue struct {
	r         *Reader
	ctx       context.Context // also ends when no more results are wanted
	stop      func()          // ends ctx
	consumers []func(Hand) Consumer
	work      chan *job // the last job that was handed out, until a reader takes it
	order     chan *job
	own       *worker // reads in the goroutine that called Run
	readers   sync.WaitGroup
	panicked  atomic.Pointer[panicked] // the first panic of another goroutine
	started   int
	idle      atomic.Int32 // the number of readers that wait for work
	last      *job         // the job in work, if it may take small files, or nil
	filled    bool         // all inputs were handed out; valid once order is closed
}

// A job is several inputs, a chunk or an error that one reader handles.
type job struct {
	inputs  []*Input // to be opened
	chunk   *Chunk   // open, or nil
	warning error    // the error, if there are neither
	inTurn  bool
	relay   *relay // of its records; closed after the reading
	err     error  // of the reading; valid once relay is closed

	mu    sync.Mutex // of inputs and size, until the job is taken
	size  int64      // of the inputs in bytes
	taken bool       // a reader has begun
}

// A job with small files takes others while no reader is free for it, since a job takes
// longer to hand out than a small file to read.
const (
	smallFiles = 32       // in one job
	smallSize  = 64 << 10 // of all files of a job, in bytes
)

// join adds a small file to the job. It reports whether the job can take it.
func (j *job) join(in *Input, size int64) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.taken || len(j.inputs) == smallFiles || j.size+size > smallSize {
		return false
	}
	j.inputs, j.size = append(j.inputs, in), j.size+size
	return true
}

// take returns the inputs of a job, which takes no more of them.
func (j *job) take() []*Input {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.taken = true
	return j.inputs
}

// fill hands out inputs and their chunks. It has at most one file open.
func (q *queue) fill(inputs iter.Seq2[*Input, error]) {
	defer close(q.work)
	defer close(q.order)
	for in, err := range inputs {
		if !q.input(in, err) {
			return
		}
	}
	q.filled = true
}

// divides reports whether a file is large enough to be read in chunks.
func (q *queue) divides(size int64) bool {
	return q.r.config.ChunkSize > 0 && size >= 2*q.r.config.ChunkSize
}

// input hands out an input, or err in its place. It reports whether more are wanted.
func (q *queue) input(in *Input, err error) bool {
	// opening it here may block
	last := q.last
	q.last = nil
	if info := in.known(err); info != nil && !info.Mode().IsRegular() {
		return q.put(&job{inputs: []*Input{in}, inTurn: true})
	} else if info != nil && !q.divides(info.Size()) {
		if last == nil || !last.join(in, info.Size()) {
			last = &job{inputs: []*Input{in}, size: info.Size()}
			if !q.put(last) {
				return false
			}
		}
		q.last = last
		return true
	}
	p, err := in.open(q.ctx, err)
	if err != nil {
		return q.put(&job{warning: err, inTurn: true})
	}
	if p.undivided {
		return q.put(&job{chunk: p, inTurn: true})
	}
	size := cmp.Or(in.Size, p.file.before.Size())
	if q.divides(size) || q.r.config.ChunkSize > 0 && in.From.Offset > 0 {
		if at, format := q.r.dividable(in, p.file.file); at != nil {
			known := *in
			p.Input, known.Format = &known, format
			if in.Stream {
				p.file.file.(io.Seeker).Seek(0, io.SeekEnd) // as if it had been read
			}
			return q.chunks(p, at, size)
		}
	}
	return q.put(&job{chunk: p, inTurn: in.Stream})
}

// chunks hands out a whole file in chunks. The last chunk closes the file.
func (q *queue) chunks(whole *Chunk, file io.ReaderAt, size int64) bool {
	var open atomic.Int32
	closes := func() error {
		if open.Add(-1) > 0 {
			return nil
		}
		return whole.closes()
	}
	open.Add(1)
	defer closes()
	d := newDivision(file, size, whole.Input.Format, window)
	for start := whole.Start; ; {
		end := d.end(start, q.r.config.ChunkSize)
		p := &Chunk{Input: whole.Input, Start: start, End: end, file: whole.file, closes: closes}
		open.Add(1)
		whole.file.unread.Add(1)
		if end >= size {
			p.End = whole.End // the file may have grown
			whole.file.unread.Add(-1)
		}
		p.r = section(file, start, p.End)
		if !q.put(&job{chunk: p}) {
			return false
		}
		if start = end; end >= size {
			return true
		}
	}
}

// put hands out a job. It reports whether more jobs are wanted.
func (q *queue) put(j *job) bool {
	j.relay = &relay{records: make(chan []handed, 1), stop: q.ctx.Done()}
	select {
	case q.order <- j:
	case <-q.ctx.Done():
		j.chunk.close()
		return false
	}
	if j.inTurn {
		return true
	}
	if q.idle.Load() == 0 && q.started < q.r.config.Readers {
		q.started++
		w := q.r.newWorker(q.ctx, q.consumers)
		q.readers.Go(func() { q.read(w) })
	}
	select {
	case q.work <- j:
		return true
	case <-q.ctx.Done(): // there may be no reader left
		j.abandon()
		return false
	}
}

// read reads jobs until there are no more.
func (q *queue) read(w *worker) {
	defer func() { // if a consumer has ended the goroutine
		for j := range q.work {
			j.abandon()
		}
	}()
	q.idle.Add(1)
	for j := range q.work {
		q.idle.Add(-1)
		w.ahead(q, j)
		q.idle.Add(1)
	}
}

// abandon ends a job that no reader takes.
func (j *job) abandon() {
	j.err = errStopped
	close(j.relay.records)
	j.chunk.close()
}

// ahead reads a job ahead of its turn.
func (w *worker) ahead(q *queue, j *job) {
	defer close(j.relay.records)
	j.err = errStopped // if it panics
	q.try(func() {
		w.relay = j.relay
		j.err = cmp.Or(w.do(j), j.relay.send())
	})
}

// do reads a job.
func (w *worker) do(j *job) error {
	switch {
	case j.warning != nil:
		return w.input(nil, j.warning, j.inTurn)
	case j.chunk != nil:
		j.chunk.InTurn = j.inTurn
		return w.readChunk(j.chunk)
	}
	for _, in := range j.take() {
		if err := w.input(in, nil, j.inTurn); err != nil {
			return err
		}
	}
	return nil
}

// drop waits until a job has been read, if it was handed out, and drops its records.
func (q *queue) drop(j *job) {
	if j.inTurn {
		j.chunk.close()
		return
	}
	for range j.relay.records {
	}
}

// inOrder takes the records of the jobs, job by job. The worker q.own reads the jobs that
// are read in their turn. inOrder returns when all goroutines have ended.
func (q *queue) inOrder() error {
	var j *job
	defer q.readers.Wait()
	defer func() {
		q.stop()
		if j != nil {
			q.drop(j)
		}
		for j := range q.order {
			q.drop(j)
		}
	}()
	var before Position
	for {
		var more bool
		select {
		case j, more = <-q.order:
		case <-q.ctx.Done():
			return errStopped
		}
		switch {
		case !more && !q.filled:
			return errStopped
		case !more:
			return nil
		case j.chunk == nil:
			before = Position{}
		case j.chunk.First():
			before = j.chunk.Input.From
		}
		var err error
		if j.inTurn {
			err = q.own.do(j)
		} else if err = j.relay.take(before); err == nil {
			err = j.err // set once all records have come
		}
		if err != nil {
			return err
		}
		if j.chunk != nil {
			before.Offset = j.chunk.End
			before.Lines += j.chunk.Lines
			before.Messages += j.chunk.Messages
		}
	}
}

// Paths returns an iterator over the URLs in files, and in the files of directories,
// found as by [Reader.Files]. The results may be kept. Errors are as in [Reader.Results].
func (r *Reader) Paths(ctx context.Context, paths ...string) iter.Seq2[Result, error] {
	return r.Results(ctx, r.Files(nil, paths...))
}

// Stream returns an iterator over the URLs in stream. It is for one loop, which consumes
// the stream. Sources and errors have name as their file. Stream reads no more than it
// needs to find the end of a URL, and yields each URL as soon as it is found. The results
// may be kept. Errors are as in [Reader.Results]. If ctx ends while a Read of stream
// blocks, the iteration ends at once, and the Read goes on in a goroutine until it
// returns; its bytes are lost.
func (r *Reader) Stream(ctx context.Context, name string, stream io.Reader) iter.Seq2[Result, error] {
	in := &Input{Name: name, Stream: true, Named: true,
		Open: func(ctx context.Context) (io.ReadCloser, error) {
			return io.NopCloser(interruptible(ctx, stream)), nil
		}}
	return r.Results(ctx, func(yield func(*Input, error) bool) { yield(in, nil) })
}

// Results returns an iterator over the URLs in inputs, which are read again in each loop.
// The results may be kept. An input or a part of one that cannot be read yields an
// [*Error] at its place, and the readable rest follows. If ctx ends before all inputs are
// read to their ends, the last error is the error of ctx, as in [Reader.Run].
func (r *Reader) Results(ctx context.Context, inputs iter.Seq2[*Input, error]) iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		wanted := true
		give := func(r Result, err error) error {
			if wanted = wanted && yield(r, err); !wanted {
				return errStopped
			}
			return nil
		}
		if err := r.Run(ctx, inputs, func(hand Hand) Consumer { return &collector{hand, give} }); wanted &&
			err != nil {
			yield(Result{Source: new(Source)}, err)
		}
	}
}

// A collector is the consumer that yields results and errors in order.
type collector struct {
	hand Hand
	give func(Result, error) error
}

func (c *collector) Event(e Event) error {
	switch e := e.(type) {
	case *Result:
		kept := *e
		kept.Result = e.Clone()
		return c.hand(&kept, resultSize)
	case Failure:
		return c.hand(e.Err, resultSize)
	}
	return nil
}

// resultSize is the approximate size of a result in bytes.
const resultSize = 1 << 10

func (c *collector) InOrder(record any, _ Position) error {
	switch one := record.(type) {
	case *Result:
		return c.give(*one, nil)
	default:
		return c.give(Result{Source: new(Source)}, record.(error))
	}
}
