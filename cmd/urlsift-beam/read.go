package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/rtrackers/offsetrange"
	"github.com/google/uuid"

	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/cmd/internal/urljson"
	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/extract/sift"
)

// A File is an input.
type File struct {
	Index   int64 // its index among all files
	Name    string
	Size    int64
	Format  int    // a mail.Format, if the file is read in ranges
	Splits  bool   // it is read in ranges
	Problem string // the reason why it cannot be read, or empty
}

// extent returns the end of the restriction for the whole file. A file that is not read
// in ranges is one position.
func (f *File) extent() int64 {
	if f.Splits {
		return f.Size
	}
	return 1
}

// A Segment describes the records of a range of a file, or of all of it, in an
// intermediate file.
type Segment struct {
	File       int64 // index
	Name       string
	Chunk      int64 // offset of the segment's chunk in the file
	ChunkEnd   int64 // end of the chunk
	From, To   int64 // the positions of the segment
	Extent     int64 // of the file
	Temp       string
	Start, End int64 // the offsets of the records in Temp
	Text       int64 // approximate number of bytes of output
	Lines      int64 // of the whole chunk, if To is ChunkEnd
	Messages   int64
}

// readFn is the splittable DoFn that reads files. Its restrictions are ranges of
// positions. The position of a result is the greatest offset at which it, or an earlier
// result in its chunk, begins. A result belongs to the range that contains its position,
// which is claimed before the result is kept. A dead letter has the position of the
// result before it.
//
// A chunk begins and ends where the file can be divided, at about the same distances for
// any restriction. For a restriction that begins inside a chunk, the chunk is read from
// its beginning, and results of other restrictions are dropped.
//
// The records of a bundle are written to one intermediate file. A bundle that fails
// leaves a file that no segment refers to.
type readFn struct {
	Options Options

	reader  *sift.Reader
	encoder urljson.Encoder
	out     *temp
	tables  *tables

	bytes, messages, urls, rejected, dead beam.Counter
}

func (fn *readFn) Setup() (err error) {
	fn.reader, err = fn.Options.reader()
	fn.encoder = urljson.Encoder{Veil: printable.Veil{Redact: fn.Options.Redact}, Unwrap: fn.Options.Unwrap}
	fn.bytes, fn.messages = beam.NewCounter("urlsift", "bytes"), beam.NewCounter("urlsift", "messages")
	fn.urls, fn.rejected = beam.NewCounter("urlsift", "urls"), beam.NewCounter("urlsift", "rejected")
	fn.dead = beam.NewCounter("urlsift", "dead")
	return err
}

func (fn *readFn) CreateInitialRestriction(f File) offsetrange.Restriction {
	return offsetrange.Restriction{Start: 0, End: f.extent()}
}

// SplitRestriction splits a restriction at the beginnings of chunks.
func (fn *readFn) SplitRestriction(f File, rest offsetrange.Restriction) (splits []offsetrange.Restriction) {
	for at := rest.Start; at < rest.End; {
		end := rest.End
		if f.Splits {
			if chunk, err := fn.chunk(context.Background(), f, at); err == nil {
				end = min(end, chunk.end)
			} // otherwise reading the file fails, too
		}
		splits = append(splits, offsetrange.Restriction{Start: at, End: end})
		at = end
	}
	return splits
}

func (fn *readFn) RestrictionSize(f File, rest offsetrange.Restriction) float64 {
	if f.Splits {
		return rest.Size()
	}
	return float64(f.Size)
}

func (fn *readFn) CreateTracker(rest offsetrange.Restriction) *sdf.LockRTracker {
	return sdf.NewLockRTracker(newTracker(rest))
}

// newTracker returns the tracker that claims positions. Tests replace it by one that
// splits or fails.
var newTracker = func(rest offsetrange.Restriction) sdf.RTracker { return offsetrange.NewTracker(rest) }

func (fn *readFn) StartBundle(context.Context, func(Segment), func(Run)) {
	if fn.out != nil { // left by a bundle that failed
		fn.out.abort()
	}
	fn.out, fn.tables = nil, newTables(&fn.Options)
}

func (fn *readFn) FinishBundle(ctx context.Context, _ func(Segment), emitRun func(Run)) error {
	if err := fn.tables.flush(ctx, fn.temp, emitRun); err != nil {
		return err
	}
	if fn.out == nil {
		return nil
	}
	out := fn.out
	fn.out = nil
	return out.close()
}

// temp returns the intermediate file of this bundle.
func (fn *readFn) temp(ctx context.Context) (out *temp, err error) {
	if fn.out == nil {
		fn.out, err = newTemp(ctx, fn.Options.Temp)
	}
	return fn.out, err
}

// A chunk is a range of a file read in one pass.
type chunk struct{ start, end int64 }

// chunk returns the chunk around a position of a file that is read in ranges.
func (fn *readFn) chunk(ctx context.Context, f File, position int64) (chunk, error) {
	file := at{ctx, f.Name, f.Size}
	for n := position / fn.Options.RangeSize; ; n-- {
		start, err := sift.Divide(file, f.Size, mail.Format(f.Format), n*fn.Options.RangeSize)
		if err != nil {
			return chunk{}, err
		}
		if start <= position {
			end, err := sift.Divide(file, f.Size, mail.Format(f.Format), (n+1)*fn.Options.RangeSize)
			if err == nil && end <= start {
				err = fmt.Errorf("%s has changed", f.Name)
			}
			return chunk{start, end}, err
		}
	}
}

func (fn *readFn) ProcessElement(ctx context.Context, rt *sdf.LockRTracker, f File, emit func(Segment),
	emitRun func(Run)) error {
	rest := rt.GetRestriction().(offsetrange.Restriction)
	if rest.Start >= rest.End || !rt.TryClaim(rest.Start) {
		return rt.GetError()
	}
	var segments []Segment
	for position := rest.Start; ; {
		s, whole, err := fn.segment(ctx, rt, f, position)
		if err != nil {
			return err
		}
		segments = append(segments, s)
		if !whole {
			break
		}
		if position = s.ChunkEnd; !rt.TryClaim(position) {
			break
		}
	}
	end := rt.GetRestriction().(offsetrange.Restriction).End // no more splits
	for _, s := range segments {
		if s.To = min(s.ChunkEnd, end); s.To < s.ChunkEnd {
			s.Lines, s.Messages = 0, 0
		} else if f.Splits {
			fn.bytes.Inc(ctx, s.ChunkEnd-s.Chunk)
			fn.messages.Inc(ctx, s.Messages)
		}
		emit(s)
	}
	if fn.tables.full() {
		return fn.tables.flush(ctx, fn.temp, emitRun)
	}
	return rt.GetError()
}

// segment reads the chunk around a position of a file. whole reports whether it was read
// to its end.
func (fn *readFn) segment(ctx context.Context, rt *sdf.LockRTracker, f File, position int64) (s Segment,
	whole bool, err error) {
	h := &finder{fn: fn, ctx: ctx, f: &f, from: position, claimed: position}
	p := chunk{0, 1}
	if f.Splits {
		h.rt = rt
		if p, err = fn.chunk(ctx, f, position); err != nil {
			p = chunk{position, f.extent()} // the rest of it is a dead letter
			f.Problem = err.Error()
		}
	}
	h.position = p.start
	s = Segment{File: f.Index, Name: f.Name, Chunk: p.start, ChunkEnd: p.end, From: position,
		Extent: f.extent()}
	if fn.out != nil {
		s.Start = fn.out.size
	}
	if f.Problem != "" {
		err = h.letter(&sift.Error{File: f.Name, Offset: -1, Err: errors.New(f.Problem)})
	} else {
		err = fn.reader.Run(ctx, func(yield func(*sift.Input, error) bool) { yield(input(f, p), nil) },
			func(sift.Hand) sift.Consumer { return h })
	}
	if whole = !errors.Is(err, errNotMine); !whole {
		err = nil
	}
	if fn.out != nil {
		s.Temp, s.End = fn.out.name, fn.out.size
	}
	s.Text, s.Lines, s.Messages = h.text, int64(h.lines), int64(h.messages)
	fn.urls.Inc(ctx, h.urls)
	fn.rejected.Inc(ctx, h.rejected)
	fn.dead.Inc(ctx, h.dead)
	if !f.Splits {
		fn.bytes.Inc(ctx, h.bytes)
		fn.messages.Inc(ctx, s.Messages)
	}
	return s, whole, err
}

// input returns a chunk of a file as an input.
func input(f File, p chunk) *sift.Input {
	if !f.Splits {
		return &sift.Input{Name: f.Name,
			Open: func(ctx context.Context) (io.ReadCloser, error) { return openWhole(ctx, f.Name) }}
	}
	in := &sift.Input{Name: f.Name, Format: mail.Format(f.Format),
		From: sift.Position{Offset: p.start}, Size: p.end}
	in.Open = func(ctx context.Context) (io.ReadCloser, error) {
		return openRange(ctx, f.Name, p.start, p.end)
	}
	return in
}

// errNotMine is the error of a finder when the next result belongs to another range.
var errNotMine = errors.New("belongs to another range")

// A finder is the consumer that keeps the records of a chunk.
type finder struct {
	fn       *readFn
	ctx      context.Context
	f        *File
	rt       *sdf.LockRTracker // nil for a file that is not read in ranges
	from     int64             // the first position to keep
	position int64             // of the last result
	claimed  int64             // the last claimed position

	record                      record
	scratch                     []byte
	text                        int64
	lines, messages             int
	bytes, urls, rejected, dead int64
}

// Event handles an event of the reader.
func (h *finder) Event(e sift.Event) error {
	switch e := e.(type) {
	case *sift.Result:
		return h.result(e)
	case sift.Failure:
		return h.failed(e.Err)
	case sift.End:
		h.bytes, h.lines, h.messages = e.Bytes, e.Lines, e.Messages
	}
	return nil
}

// InOrder is not called: the records are sorted after all ranges have been read.
func (h *finder) InOrder(any, sift.Position) error { return nil }

func (h *finder) result(r *sift.Result) error {
	if h.rt != nil {
		h.position = max(h.position, r.Start)
		if h.position < h.from {
			return nil
		}
		if h.position > h.claimed {
			if !h.rt.TryClaim(h.position) {
				return errNotMine
			}
			h.claimed = h.position
		}
	}
	if r.Truncated {
		if err := h.letter(&sift.Error{File: r.File, Member: r.Member, Offset: r.Start,
			Err: errTooLong}); err != nil {
			return err
		}
	}
	switch {
	case r.Err != nil:
		if h.rejected++; !h.fn.Options.Rejected {
			return nil
		}
	case !r.Truncated:
		h.urls++
		h.fn.tables.add(r)
	}
	h.record.what = resultRecord
	h.record.line.Reset()
	h.fn.encoder.Append(&h.record.line, r)
	h.record.line.Text = append(h.record.line.Text, '\n')
	return h.keep()
}

// errTooLong is the reason of a dead letter for a URL that was truncated.
var errTooLong = errors.New("longer than --max-url, truncated")

// failed keeps an error of reading as a dead letter.
func (h *finder) failed(err error) error {
	if h.rt != nil && h.position < h.from {
		return nil
	}
	var failed *sift.Error
	if !errors.As(err, &failed) {
		failed = &sift.Error{File: h.f.Name, Offset: -1, Err: err}
	}
	return h.letter(failed)
}

func (h *finder) letter(failed *sift.Error) error {
	h.dead++
	h.record.what = deadRecord
	h.record.line.Reset()
	appendLetter(&h.record.line, failed)
	return h.keep()
}

// keep writes the record.
func (h *finder) keep() error {
	out, err := h.fn.temp(h.ctx)
	if err != nil {
		return err
	}
	h.text += int64(len(h.record.line.Text))
	h.scratch = h.record.append(h.scratch[:0])
	return out.write(h.scratch)
}

// A temp is an intermediate file that is being written.
type temp struct {
	*newFile
	name string
	w    *bufio.Writer
	size int64
}

func newTemp(ctx context.Context, folder string) (*temp, error) {
	name := folder + "/" + uuid.NewString()
	file, err := create(context.WithoutCancel(ctx), name)
	if err != nil {
		return nil, err
	}
	return &temp{newFile: file, name: name, w: bufio.NewWriterSize(file, 256<<10)}, nil
}

func (t *temp) write(b []byte) error {
	t.size += int64(len(b))
	_, err := t.w.Write(b)
	return err
}

func (t *temp) close() error {
	if err := t.w.Flush(); err != nil {
		t.abort()
		return err
	}
	return t.commit()
}
