package sift

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// errStopped is the error of a Hand when no more results are wanted.
var errStopped = errors.New("nothing is wanted any more")

// Run reads inputs and tells consumers everything it finds, side by side. It calls each of the functions once for each reader, and once
// more for the inputs that are read in their turn. These calls do not overlap. An event is passed to all consumers of its reader, in the
// order of the functions, before their errors are looked at.
//
// Run returns the first error of a consumer, or the error of the context if that has ended, which is both its Err and its cause for
// [errors.Is]. It returns nil only if it has read all inputs to their ends before the context ended. All its goroutines have ended
// when it returns. If a consumer panics, or what yields the inputs, Run panics after they have ended: in the goroutine of the caller.
func (r *Reader) Run(ctx context.Context, inputs iter.Seq2[*Input, error], consumers ...func(Hand) Consumer) error {
	own := r.newWorker(ctx, consumers)
	if r.config.Readers <= 0 {
		return cmp.Or(own.oneByOne(inputs), ended(ctx))
	}
	within, stop := context.WithCancel(ctx)
	q := &queue{
		r: r, ctx: within, stop: stop, own: own, consumers: consumers, work: make(chan *job), order: make(chan *job, 2*r.config.Readers+2),
	}
	q.readers.Go(func() { q.try(func() { q.fill(inputs) }) })
	err := q.run()
	if p := q.panicked.Load(); p != nil {
		panic(p)
	}
	if err == nil || errors.Is(err, errStopped) {
		return cmp.Or(ended(ctx), err) // the reason for which no more results are wanted
	}
	return err
}

// run takes all jobs in order, and waits until all goroutines have ended.
func (q *queue) run() error {
	defer q.readers.Wait()
	defer func() {
		q.stop()
		for j := range q.order { // jobs that have been handed out
			q.drop(j)
		}
	}()
	return q.inOrder()
}

// try calls f, and keeps its panic for the goroutine that has called Run.
func (q *queue) try(f func()) {
	whole := false
	defer func() {
		if whole {
			return
		}
		if value := recover(); value != nil {
			q.panicked.CompareAndSwap(nil, &panicked{value, debug.Stack()})
		}
		q.stop()
	}()
	f()
	whole = true
}

// panicked is the value of a panic in another goroutine, and the stack there.
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

// ended returns the error of a context that has ended, and nil for any other.
func ended(ctx context.Context) error {
	err := ctx.Err()
	if err == nil {
		return nil
	}
	if cause := context.Cause(ctx); !errors.Is(cause, err) {
		return &endError{cause, err}
	}
	return context.Cause(ctx)
}

// An endError is the error of a context that has ended for a cause of its own.
type endError struct{ cause, err error }

func (e *endError) Error() string   { return e.cause.Error() }
func (e *endError) Unwrap() []error { return []error{e.cause, e.err} }

// oneByOne reads inputs in the goroutine of the caller.
func (w *worker) oneByOne(inputs iter.Seq2[*Input, error]) error {
	for in, err := range inputs {
		if err := w.input(in, err, true); err != nil {
			return err
		}
	}
	return nil
}

// input reads a whole input, or tells of err in its place.
func (w *worker) input(in *Input, err error, inTurn bool) error {
	if err := ended(w.ctx); err != nil {
		return err
	}
	var file io.ReadCloser
	if err == nil {
		file, err = open(w.ctx, in)
	}
	if err != nil {
		return w.warnOf(err)
	}
	defer file.Close()
	return w.readPart(&Part{Input: in, Start: in.From.Offset, End: in.Size, InTurn: inTurn, file: watch(file)}, section(in, file))
}

// open opens an input.
func open(ctx context.Context, in *Input) (io.ReadCloser, error) {
	file, err := in.Open(ctx)
	if err != nil {
		return nil, notOpened(in.Name, err)
	}
	return file, nil
}

// section returns a reader of the bytes of an input that must be read.
func section(in *Input, file io.Reader) io.Reader {
	if in.From.Offset == 0 && in.Size == 0 {
		return file
	}
	if at, ok := file.(io.ReaderAt); ok {
		return sectionOf(at, in.From.Offset, in.Size)
	}
	return file
}

// sectionOf returns a reader of a file from start to end, or to the end of the file if end is 0.
func sectionOf(file io.ReaderAt, start, end int64) io.Reader {
	if end == 0 {
		end = 1<<63 - 1
	}
	return io.NewSectionReader(file, start, end-start)
}

// A queue passes parts from the goroutine that opens inputs to the readers, and in order to the goroutine that calls what they
// hand over.
type queue struct {
	r         *Reader
	ctx       context.Context // ends also when no more results are wanted
	stop      func()          // ends ctx
	consumers []func(Hand) Consumer
	work      chan *job
	order     chan *job
	own       *worker // reads in the goroutine that calls
	readers   sync.WaitGroup
	panicked  atomic.Pointer[panicked] // the first one of another goroutine
	started   int
	filled    bool // all inputs were handed out, known once order is closed
}

// A job is what one reader reads in one go: whole inputs, a part of a file that is open, or an error in its place.
type job struct {
	inputs  []*Input // which it opens
	size    int64    // of these, in bytes
	part    *Part
	r       io.Reader
	close   func() error // the file of the part, once that has been read
	warning error
	inTurn  bool
	turn    *turn // its records are closed after the reading
	err     error // of the reading, once they are closed
}

// An input that is a whole file is handed out together with the next ones, since it takes longer to hand out each by itself, until
// there are manyFiles or they have manyBytes.
const (
	manyFiles = 32
	manyBytes = 64 << 10
)

// fill hands out inputs and their parts. Of files, it has at most one open.
func (q *queue) fill(inputs iter.Seq2[*Input, error]) {
	defer close(q.work)
	defer close(q.order)
	whole := new(job)
	for in, err := range inputs {
		info := in.known(err)
		isWhole := info != nil && info.Mode().IsRegular() && !q.divides(info.Size())
		if isWhole {
			whole.inputs = append(whole.inputs, in)
			if whole.size += info.Size(); whole.size < manyBytes && len(whole.inputs) < manyFiles {
				continue
			}
		}
		if len(whole.inputs) > 0 {
			if !q.put(whole) {
				return
			}
			whole = new(job)
		}
		if !isWhole && !q.input(in, info, err) {
			return
		}
	}
	q.filled = len(whole.inputs) == 0 || q.put(whole)
}

// divides reports whether a file is so large that it is read in parts if that can be done.
func (q *queue) divides(size int64) bool {
	return q.r.config.PartSize > 0 && size >= 2*q.r.config.PartSize
}

// input hands out an input by itself, or err in its place. It reports whether more are wanted.
func (q *queue) input(in *Input, info fs.FileInfo, err error) bool {
	if info != nil && !info.Mode().IsRegular() { // opening it may block
		return q.put(&job{inputs: []*Input{in}, inTurn: true})
	}
	var file io.ReadCloser
	if err == nil {
		file, err = open(q.ctx, in)
	}
	if err != nil {
		return q.put(&job{warning: err, inTurn: true})
	}
	p := &Part{Input: in, Start: in.From.Offset, End: in.Size, file: watch(file)}
	whole := &job{part: p, r: section(in, file), close: file.Close}
	if whole.inTurn = p.file == nil || in.Stream && !atStart(file); whole.inTurn {
		return q.put(whole)
	}
	size := in.Size
	if size == 0 {
		size = p.file.before.Size()
	}
	at, ok := file.(io.ReaderAt)
	if ok && (q.divides(size) || q.r.config.PartSize > 0 && in.From.Offset > 0) {
		if format, parts := q.r.dividable(in, at); parts {
			known := *in
			known.Format = format
			if in.Stream {
				file.(io.Seeker).Seek(0, io.SeekEnd) // as if it had been read
			}
			return q.parts(&known, at, size, &shared{file: file}, p.file)
		}
	}
	whole.inTurn = in.Stream
	return q.put(whole)
}

// atStart reports whether nothing of a file has been read.
func atStart(file io.Reader) bool {
	s, ok := file.(io.Seeker)
	if !ok {
		return false
	}
	offset, err := s.Seek(0, io.SeekCurrent)
	return err == nil && offset == 0
}

// A shared file is closed when all who have it have closed it.
type shared struct {
	file io.Closer
	uses atomic.Int32
}

func (s *shared) use() func() error {
	s.uses.Add(1)
	return s.close
}

func (s *shared) close() error {
	if s.uses.Add(-1) > 0 {
		return nil
	}
	return s.file.Close()
}

// parts hands out a file in parts.
func (q *queue) parts(in *Input, file io.ReaderAt, size int64, open *shared, watched *watched) bool {
	defer open.use()()
	d := newDivision(file, size, in.Format, window)
	for start := in.From.Offset; ; {
		end := d.end(start, q.r.config.PartSize)
		p := &Part{Input: in, Start: start, End: end, file: watched}
		watched.unread.Add(1)
		if end >= size {
			p.End = in.Size // or it may have grown
			watched.unread.Add(-1)
		}
		if !q.put(&job{part: p, r: sectionOf(file, start, p.End), close: open.use()}) {
			return false
		}
		if start = end; end >= size {
			return true
		}
	}
}

// put hands out a job. It reports whether more jobs are wanted.
func (q *queue) put(j *job) bool {
	j.turn = &turn{records: make(chan []handed, 1), stop: q.ctx.Done()}
	select {
	case q.order <- j:
	case <-q.ctx.Done():
		j.end()
		return false
	}
	if j.inTurn {
		return true
	}
	select {
	case q.work <- j:
		return true
	default:
	}
	if q.started < q.r.config.Readers { // none is idle
		q.started++
		w := q.r.newWorker(q.ctx, q.consumers)
		q.readers.Go(func() {
			for j := range q.work {
				w.ahead(q, j)
			}
		})
	}
	q.work <- j
	return true
}

// ahead reads a job ahead of its turn.
func (w *worker) ahead(q *queue, j *job) {
	defer close(j.turn.records)
	j.err = errStopped // if it panics
	q.try(func() {
		w.turn = j.turn
		j.err = cmp.Or(w.do(j), j.turn.send())
	})
}

// do reads a job.
func (w *worker) do(j *job) error {
	defer j.end()
	switch {
	case j.warning != nil:
		return w.warnOf(j.warning)
	case j.part != nil:
		j.part.InTurn = j.inTurn
		return w.readPart(j.part, j.r)
	}
	for _, in := range j.inputs {
		if err := w.input(in, nil, j.inTurn); err != nil {
			return err
		}
	}
	return nil
}

// end closes what is open.
func (j *job) end() {
	if j.close != nil {
		j.close()
		j.close = nil
	}
}

// drop waits until a job has been read. What it hands over is not wanted.
func (q *queue) drop(j *job) {
	if j.inTurn {
		j.end()
		return
	}
	for range j.turn.records {
	}
}

// inOrder takes what the jobs hand over, job by job.
func (q *queue) inOrder() error {
	var before Position
	for {
		var j *job
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
		case j.part == nil:
			before = Position{}
		case j.part.First():
			before = j.part.Input.From
		}
		if err := q.take(j, before); err != nil {
			return err
		}
		if j.part != nil {
			before.Offset = j.part.End
			before.Lines += j.part.Lines
			before.Messages += j.part.Messages
		}
	}
}

// take takes what one job hands over. The worker q.own reads those that are read in their turn.
func (q *queue) take(j *job, before Position) error {
	whole := false
	defer func() {
		if !whole {
			q.stop()
			q.drop(j)
		}
	}()
	var err error
	if j.inTurn {
		err = q.own.do(j)
	} else if err = j.turn.take(before); err == nil {
		err = j.err // which is set once all records have come
	}
	whole = err == nil
	return err
}
