package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"reflect"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/urlsift/urlsift/extract/sift"
)

func init() {
	register.DoFn3x1[context.Context, []byte, func(File), error](&matchFn{})
	register.DoFn3x0[context.Context, File, func(File)](&inspectFn{})
	register.DoFn5x1[context.Context, *sdf.LockRTracker, File, func(Segment), func(Run), error](&readFn{})
	register.DoFn4x1[context.Context, int, func(*Segment) bool, func(Shard), error](&planFn{})
	register.DoFn3x1[context.Context, Shard, func(int), error](&writeFn{})
	register.DoFn4x1[context.Context, string, func(*Run) bool, func(int), error](&tableFn{})
	register.DoFn3x1[context.Context, int, func(*int) bool, error](&removeFn{})
	register.Function1x2(byTable)
	register.Emitter1[File]()
	register.Emitter1[Segment]()
	register.Emitter1[Run]()
	register.Emitter1[Shard]()
	register.Emitter1[int]()
	register.Iter1[Segment]()
	register.Iter1[Run]()
	register.Iter1[int]()
	for _, t := range []any{File{}, Segment{}, Run{}, Shard{}, Piece{}} {
		beam.RegisterType(reflect.TypeOf(t))
	}
}

// build adds the steps to a pipeline:
//
//	match -> inspect -> read -> segments -> plan -> write -> remove
//	                         -> runs ------------> tables
//
// The engine passes files, ranges of files, and places in intermediate files. It does not
// pass results.
func build(s beam.Scope, o Options) {
	files := beam.ParDo(s.Scope("match"), &matchFn{o}, beam.Impulse(s))
	files = beam.ParDo(s.Scope("inspect"), &inspectFn{Options: o}, beam.Reshuffle(s, files))
	segments, runs := beam.ParDo2(s.Scope("read"), &readFn{Options: o}, files)

	shards := beam.ParDo(s.Scope("plan"), &planFn{o}, beam.GroupByKey(s, beam.AddFixedKey(s, segments)))
	done := beam.ParDo(s.Scope("write"), &writeFn{Options: o}, beam.Reshuffle(s, shards))
	if empty := emptyRuns(&o); len(empty) > 0 {
		runs = beam.Flatten(s, runs, beam.CreateList(s, empty))
		written := beam.ParDo(s.Scope("tables"), &tableFn{Options: o},
			beam.GroupByKey(s, beam.ParDo(s, byTable, runs)))
		done = beam.Flatten(s, done, written)
	}
	beam.ParDo0(s.Scope("remove"), &removeFn{o}, beam.GroupByKey(s, beam.AddFixedKey(s, done)))
}

// matchFn finds the files, in order.
type matchFn struct{ Options Options }

func (fn *matchFn) ProcessElement(ctx context.Context, _ []byte, emit func(File)) error {
	r, err := fn.Options.reader()
	if err != nil {
		return err
	}
	n := int64(0)
	for _, pattern := range fn.Options.Inputs {
		fn.Options.match(ctx, r, pattern, func(name string, err error) {
			f := File{Index: n, Name: name}
			if err != nil {
				f.Problem = problem(name, err)
			}
			emit(f)
			n++
		})
	}
	return nil
}

// problem returns the reason why a file cannot be read.
func problem(name string, err error) string {
	return (&sift.Error{File: name, Offset: -1, Err: err}).Reason()
}

// inspectFn finds the files to be read in ranges.
type inspectFn struct {
	Options Options
	reader  *sift.Reader
}

func (fn *inspectFn) Setup() (err error) {
	fn.reader, err = fn.Options.reader()
	return err
}

func (fn *inspectFn) ProcessElement(ctx context.Context, f File, emit func(File)) {
	if f.Problem == "" {
		var err error
		if f.Size, err = sizeOf(ctx, f.Name); err != nil {
			f.Problem = problem(f.Name, err)
		} else if f.Size > 0 {
			format, chunks := fn.reader.Detect(at{ctx, f.Name, f.Size})
			if chunks {
				f.Format, f.Splits = int(format), true
			}
		}
	}
	emit(f)
}

// A Shard is a file of results to be written.
type Shard struct {
	Number, Of int
	Pieces     []Piece
}

// A Piece is a segment in a shard, with the numbers of lines and messages before its
// chunk in the file.
type Piece struct {
	Temp            string
	Start, End      int64
	Lines, Messages int64
}

// planFn puts the segments in order, and divides them among shards.
type planFn struct{ Options Options }

func (fn *planFn) ProcessElement(_ context.Context, _ int, next func(*Segment) bool, emit func(Shard)) error {
	var all []Segment
	for s := (Segment{}); next(&s); {
		all = append(all, s)
	}
	pieces, sizes, err := inOrder(all)
	if err != nil {
		return err
	}
	for _, shard := range divide(pieces, sizes, fn.Options.Shards) {
		emit(shard)
	}
	return nil
}

// inOrder sorts segments, and counts the lines and messages before each. It returns an
// error unless each position of each file is in exactly one segment.
func inOrder(all []Segment) (pieces []Piece, sizes []int64, err error) {
	slices.SortFunc(all, func(a, b Segment) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.From, b.From))
	})
	lines, messages := int64(0), int64(0)
	for i, s := range all {
		before := int64(0)
		if i > 0 && all[i-1].File == s.File {
			before = all[i-1].To
		} else {
			lines, messages = 0, 0
		}
		last := i+1 == len(all) || all[i+1].File != s.File
		if s.From != before || s.To <= s.From || last && s.To != s.Extent {
			return nil, nil, fmt.Errorf("%s: of its positions up to %d, those from %d to %d were read "+
				"after %d", s.Name, s.Extent, s.From, s.To, before)
		}
		pieces = append(pieces, Piece{s.Temp, s.Start, s.End, lines, messages})
		sizes = append(sizes, s.Text)
		if s.To == s.ChunkEnd {
			lines += s.Lines
			messages += s.Messages
		}
	}
	return pieces, sizes, nil
}

// bytesPerShard is the approximate size of a file of results, unless --shards sets their
// number.
const bytesPerShard = 256 << 20

// divide divides pieces of the given sizes among shards. of is the number of shards, or 0
// to choose one.
func divide(pieces []Piece, sizes []int64, of int) []Shard {
	total := int64(0)
	for _, size := range sizes {
		total += size
	}
	if of == 0 {
		of = int(min(total/bytesPerShard+1, maxShards))
	}
	shards := make([]Shard, of)
	for i := range shards {
		shards[i] = Shard{Number: i, Of: of}
	}
	before := int64(0)
	for i, p := range pieces {
		n := min(int(float64(before)/float64(max(total, 1))*float64(of)), of-1)
		if before += sizes[i]; p.End > p.Start {
			shards[n].Pieces = append(shards[n].Pieces, p)
		}
	}
	return shards
}

// writeFn writes shards: their results, and the dead letters among them.
type writeFn struct{ Options Options }

func (fn *writeFn) ProcessElement(ctx context.Context, s Shard, emit func(int)) error {
	names := [...]string{
		resultRecord: fn.Options.name("", s.Number, s.Of, "jsonl"),
		deadRecord:   fn.Options.name(".dead", s.Number, s.Of, "jsonl"),
	}
	var files [len(names)]*newFile
	var writers [len(names)]*bufio.Writer
	for i, name := range names {
		file, err := create(ctx, name)
		if err != nil {
			return err
		}
		files[i], writers[i] = file, bufio.NewWriterSize(file, 256<<10)
		defer func() {
			if files[i] != nil {
				file.abort()
			}
		}()
	}
	for _, p := range s.Pieces {
		if err := p.write(ctx, writers[:]); err != nil {
			return err
		}
	}
	for i := range files {
		if err := writers[i].Flush(); err != nil {
			return err
		}
		file := files[i]
		files[i] = nil
		if err := file.commit(); err != nil {
			return err
		}
	}
	emit(s.Number)
	return nil
}

// write writes a piece with its open numbers filled in.
func (p *Piece) write(ctx context.Context, writers []*bufio.Writer) error {
	file, err := openRange(ctx, p.Temp, p.Start, p.End)
	if err != nil {
		return err
	}
	defer file.Close()
	in := bufio.NewReaderSize(file, 256<<10)
	before := sift.Position{Lines: int(p.Lines), Messages: int(p.Messages)}
	for r := (record{}); ; {
		if err := r.read(in); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		w := writers[r.what]
		if _, err := w.Write(r.line.AppendTo(w.AvailableBuffer(), 0, len(r.line.Text), before)); err != nil {
			return err
		}
	}
}

// emptyRuns returns a run without rows for each bucket of each table, so that all tables
// are written.
func emptyRuns(o *Options) (runs []Run) {
	for _, table := range o.tables() {
		for n := range o.buckets(table) {
			runs = append(runs, Run{Table: table, Bucket: n})
		}
	}
	return runs
}

// byTable returns a run with the name of its file as the key.
func byTable(r Run) (string, Run) { return fmt.Sprintf("%s-%05d", r.Table, r.Bucket), r }

// tableFn merges the runs of a bucket of a table.
type tableFn struct{ Options Options }

func (fn *tableFn) ProcessElement(ctx context.Context, _ string, next func(*Run) bool, emit func(int)) error {
	var table string
	var bucket int
	var runs []Run
	for r := (Run{}); next(&r); {
		table, bucket = r.Table, r.Bucket
		if r.End > r.Start {
			runs = append(runs, r)
		}
	}
	ext := "csv"
	if table == readingsTable {
		ext = "jsonl"
	}
	file, err := create(ctx, fn.Options.name("."+table, bucket, fn.Options.buckets(table), ext))
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(file, 256<<10)
	fresh := func(ctx context.Context) (*temp, error) { return newTemp(ctx, fn.Options.Temp) }
	if err := cmp.Or(writeTable(ctx, table, runs, fresh, w), w.Flush()); err != nil {
		file.abort()
		return err
	}
	emit(bucket)
	return file.commit()
}

// removeFn removes the intermediate files, after all other files are written.
type removeFn struct{ Options Options }

func (fn *removeFn) ProcessElement(ctx context.Context, _ int, next func(*int) bool) error {
	for n := 0; next(&n); {
	}
	return removeAll(ctx, fn.Options.Temp)
}
