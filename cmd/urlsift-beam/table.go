package main

import (
	"bufio"
	"cmp"
	"container/heap"
	"context"
	"encoding/binary"
	"encoding/csv"
	"hash/fnv"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/heading"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/cmd/internal/urljson"
	"github.com/urlsift/urlsift/extract/sift"
)

// The tables. There are many keys, and summing by key in the engine would cost more than
// everything else. So each bundle sums its own keys and writes sorted runs to
// intermediate files, which are merged later.
const (
	urlTable      = "url"
	hostTable     = "host"
	schemeTable   = "scheme"
	yearTable     = "year"
	readingsTable = "readings"
)

var countTables = []string{urlTable, hostTable, schemeTable, yearTable}

// A Run is a sorted run of the rows of a table, or of a bucket of one, in an intermediate
// file. A run without a file has no rows.
type Run struct {
	Table      string
	Bucket     int
	Temp       string
	Start, End int64
}

// A row is a key with the number of its occurrences. In the table of readings it also has
// the claims on its URL.
type row struct {
	key    string
	count  int
	claims []string // JSON objects, without the closing brace
}

// tables holds the rows of a bundle, by table and key.
type tables struct {
	options *Options
	counts  map[string]map[string]*row
	size    int
}

func newTables(o *Options) *tables {
	t := &tables{options: o, counts: map[string]map[string]*row{}}
	for _, name := range o.tables() {
		t.counts[name] = map[string]*row{}
	}
	return t
}

// maxTables is the approximate size in bytes at which tables are written.
const maxTables = 16 << 20

// full reports whether the tables must be written.
func (t *tables) full() bool { return t.size > maxTables }

// add counts a URL.
func (t *tables) add(r *sift.Result) {
	if len(t.counts) == 0 {
		return
	}
	url := r.String()
	if t.options.Redact {
		url = printable.RedactURL(url)
	}
	if t.options.Counts {
		scheme, _, _ := strings.Cut(r.String(), ":")
		t.count(urlTable, []byte(printable.URL(url)))
		t.count(hostTable, []byte(heading.Host(r.String())))
		t.count(schemeTable, []byte(strings.ToLower(scheme)))
		t.count(yearTable, yearOf(r))
	}
	if t.options.Readings {
		t.evidence(r, url)
	}
}

// yearOf returns the year of a result's message, or nil.
func yearOf(r *sift.Result) []byte {
	if r.Message == nil || r.Message.Date().IsZero() {
		return nil
	}
	return strconv.AppendInt(nil, int64(r.Message.Date().Year()), 10)
}

// count counts a key of a table. An empty key is counted as "-".
func (t *tables) count(table string, key []byte) {
	if len(key) == 0 {
		key = []byte("-")
	}
	t.row(table, key).count++
}

// row returns the row of a key.
func (t *tables) row(table string, key []byte) *row {
	rows := t.counts[table]
	one := rows[string(key)]
	if one == nil {
		one = &row{key: string(key)}
		rows[one.key] = one
		const overhead = 100 // approximate, for a row in a map
		t.size += len(key) + overhead
	}
	return one
}

// evidence adds a URL to the table of readings. A URL that is not broken and has no
// readings attests itself. Any other URL is a claim on itself and on its readings.
func (t *tables) evidence(r *sift.Result, url string) {
	claim := func(of []byte, why string) {
		b := urljson.AppendURL([]byte{'{'}, "found", url)
		b = urljson.AppendString(append(b, `,"why":`...), why)
		b = urljson.AppendString(append(b, `,"file":`...), printable.Name(r.File))
		if r.Member != "" {
			b = urljson.AppendString(append(b, `,"member":`...), printable.Name(r.Member))
		}
		b = strconv.AppendInt(append(b, `,"start":`...), r.Start, 10)
		one := t.row(readingsTable, of)
		one.claims = append(one.claims, string(b))
		t.size += len(b)
	}
	n := 0
	for reading := range r.Readings() {
		if n++; n > urljson.MaxReadings {
			break
		}
		of := reading.URL
		if t.options.Redact {
			of = printable.RedactURL(of)
		}
		claim([]byte(printable.URL(of)), string(reading.Why))
	}
	key := []byte(printable.URL(url))
	if n > 0 || r.Broken {
		claim(key, "as found")
	} else {
		t.row(readingsTable, key).count++
	}
}

// flush writes the tables as sorted runs, and empties them.
func (t *tables) flush(ctx context.Context, open func(context.Context) (*temp, error), emit func(Run)) error {
	t.size = 0
	for table, rows := range t.counts {
		if len(rows) == 0 {
			continue
		}
		out, err := open(ctx)
		if err != nil {
			return err
		}
		buckets := make([][]*row, t.options.buckets(table))
		for key, one := range rows {
			n := bucketOf(key, len(buckets))
			buckets[n] = append(buckets[n], one)
		}
		for n, some := range buckets {
			slices.SortFunc(some, func(a, b *row) int { return cmp.Compare(a.key, b.key) })
			run := Run{Table: table, Bucket: n, Temp: out.name, Start: out.size}
			for _, one := range some {
				if err := out.write(one.append(nil)); err != nil {
					return err
				}
			}
			if run.End = out.size; run.End > run.Start {
				emit(run)
			}
		}
		clear(rows)
	}
	return nil
}

// bucketOf returns the bucket of a key. of is the number of buckets.
func bucketOf(key string, of int) int {
	if of == 1 {
		return 0
	}
	h := fnv.New32a()
	io.WriteString(h, key)
	return int(h.Sum32() % uint32(of))
}

// append appends a row in the form for an intermediate file.
func (r *row) append(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(r.count))
	b = binary.AppendUvarint(b, uint64(len(r.claims)))
	for _, text := range append([]string{r.key}, r.claims...) {
		b = append(binary.AppendUvarint(b, uint64(len(text))), text...)
	}
	return b
}

// readRow reads a row, or returns io.EOF.
func readRow(in *bufio.Reader) (*row, error) {
	count, err := binary.ReadUvarint(in)
	if err != nil {
		return nil, err
	}
	claims, err := binary.ReadUvarint(in)
	if err != nil {
		return nil, notWhole(err)
	}
	r := &row{count: int(count)}
	for range claims + 1 {
		size, err := binary.ReadUvarint(in)
		if err != nil {
			return nil, notWhole(err)
		}
		text := make([]byte, size)
		if _, err := io.ReadFull(in, text); err != nil {
			return nil, notWhole(err)
		}
		r.claims = append(r.claims, string(text))
	}
	r.key, r.claims = r.claims[0], r.claims[1:]
	return r, nil
}

// A source is a run being merged.
type source struct {
	in   *bufio.Reader
	file io.Closer
	row  *row
}

// next reads the next row. It reports whether there is one.
func (s *source) next() (more bool, err error) {
	s.row, err = readRow(s.in)
	if err == io.EOF {
		return false, s.file.Close()
	}
	return err == nil, err
}

// sources is a heap of runs, by the key of the next row.
type sources []*source

func (s sources) Len() int           { return len(s) }
func (s sources) Less(i, j int) bool { return s[i].row.key < s[j].row.key }
func (s sources) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }
func (s *sources) Push(x any)        { *s = append(*s, x.(*source)) }
func (s *sources) Pop() any {
	last := (*s)[len(*s)-1]
	*s = (*s)[:len(*s)-1]
	return last
}

// maxMerged is the maximum number of runs that are merged, and so open, at a time.
const maxMerged = 128

// merge calls give with the rows of runs in the order of their keys, each key once. If
// there are many runs, some are first merged into files that fresh makes.
func merge(ctx context.Context, runs []Run, fresh func(context.Context) (*temp, error),
	give func(*row) error) error {
	for len(runs) > maxMerged {
		out, err := fresh(ctx)
		if err != nil {
			return err
		}
		run := Run{Temp: out.name}
		if err := mergeFew(ctx, runs[:maxMerged],
			func(r *row) error { return out.write(r.append(nil)) }); err != nil {
			out.abort()
			return err
		}
		run.End = out.size
		if err := out.close(); err != nil {
			return err
		}
		runs = append(runs[maxMerged:], run)
	}
	return mergeFew(ctx, runs, give)
}

func mergeFew(ctx context.Context, runs []Run, give func(*row) error) (err error) {
	var all sources
	defer func() {
		for _, s := range all {
			s.file.Close()
		}
	}()
	for _, run := range runs {
		file, err := openRange(ctx, run.Temp, run.Start, run.End)
		if err != nil {
			return err
		}
		s := &source{in: bufio.NewReaderSize(file, 64<<10), file: file}
		if more, err := s.next(); err != nil {
			return err
		} else if more {
			all = append(all, s)
		}
	}
	heap.Init(&all)
	for len(all) > 0 {
		merged := *all[0].row
		for first := true; len(all) > 0 && all[0].row.key == merged.key; first = false {
			s := all[0]
			if !first {
				merged.count += s.row.count
				merged.claims = append(merged.claims, s.row.claims...)
			}
			more, err := s.next()
			if err != nil {
				return err
			}
			if more {
				heap.Fix(&all, 0)
			} else {
				heap.Pop(&all)
			}
		}
		if err := give(&merged); err != nil {
			return err
		}
	}
	return nil
}

// writeTable writes the rows of a table as CSV, or as JSON Lines if it is that of
// readings.
func writeTable(ctx context.Context, table string, runs []Run, fresh func(context.Context) (*temp, error),
	w *bufio.Writer) error {
	if table == readingsTable {
		return merge(ctx, runs, fresh, func(r *row) error { return writeClaims(r, w) })
	}
	rows := csv.NewWriter(w)
	rows.Write([]string{"count", table})
	err := merge(ctx, runs, fresh, func(r *row) error {
		return rows.Write([]string{strconv.Itoa(r.count), r.key})
	})
	rows.Flush()
	return cmp.Or(err, rows.Error())
}

// writeClaims writes the claims on a URL, if any, if it is attested.
func writeClaims(r *row, w *bufio.Writer) error {
	if r.count == 0 {
		return nil
	}
	slices.Sort(r.claims) // makes the result independent of the order of merging
	for _, claim := range r.claims {
		line := urljson.AppendURL([]byte{'{'}, "attested", r.key)
		line = strconv.AppendInt(append(line, `,"count":`...), int64(r.count), 10)
		line = append(append(line, ','), claim[1:]...)
		if _, err := w.Write(append(line, "}\n"...)); err != nil {
			return err
		}
	}
	return nil
}
