package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/csv"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/rtrackers/offsetrange"
	beamlog "github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/internal/testkit"
)

func TestMain(m *testing.M) {
	flag.Parse()
	beamlog.SetupLogging("error", "text")
	beam.Init()
	os.Exit(m.Run())
}

// command returns the name of the command urlsift, which is built once.
var command = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "urlsift")
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "urlsift")
	build := exec.Command("go", "build", "-o", name, "./cmd/urlsift")
	build.Dir = filepath.Join("..", "..")
	out, err := build.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, out)
	}
	return name, err
})

// byCommand returns the output of the command.
func byCommand(t *testing.T, args ...string) string {
	t.Helper()
	name, err := command()
	require.NoError(t, err)
	var out, stderr bytes.Buffer
	c := exec.Command(name, args...)
	c.Stdout, c.Stderr = &out, &stderr
	if err := c.Run(); err != nil {
		require.Equal(t, exitTrouble, c.ProcessState.ExitCode(), stderr.String())
	}
	return out.String()
}

// message returns a message of an mbox.
func message(n int) string {
	body := fmt.Sprintf("See http://host.example/%d, <URL:http://long.example/a-\n"+
		"b%d/> and http://www.example/same.\n%s\n", n, n, strings.Repeat("words ", n%80))
	head := "From ann@a.example Wed May  1 10:00:00 1996\nDate: Wed, 1 May " + fmt.Sprint(1990+n%7) +
		" 10:00:00 +0000\n"
	switch n % 5 {
	case 0:
		return head + "Content-Transfer-Encoding: base64\n\n" +
			"U2VlIGh0dHA6Ly9vbmUuZXhhbXBsZS8gYW5kIGh0dHA6Ly90d28uZXhhbXBsZS8gaGVyZQo=\n\n"
	case 1:
		return head + "Subject: http://subject.example/\nContent-Type: text/html\n\n" +
			"<a href=\"http://link.example/\" title=x><img src='ftp://ann:secret@image.example/'></a> " +
			"http:///rejected\n\n"
	case 2:
		return head + "Content-Type: text/plain; charset=no-such\n\nh\xe9 http://bad.example/\n\n"
	}
	return head + "Subject: message\n\n" + body + "\n"
}

func mbox(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(message(i))
	}
	return b.String()
}

func packed(t testing.TB, text string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := io.WriteString(z, text)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return b.Bytes()
}

// archives makes a folder with files of all kinds.
func archives(t testing.TB) string {
	dir := t.TempDir()
	var warc strings.Builder
	for i := range 1500 {
		page := fmt.Sprintf("see http://page.example/%d\n%s", i, strings.Repeat("words and words\n", i%90))
		fmt.Fprintf(&warc, "WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/plain\r\n"+
			"Content-Length: %d\r\n\r\n%s\r\n\r\n", len(page), page)
	}
	var files bytes.Buffer
	a := tar.NewWriter(&files)
	small := mbox(20)
	for _, name := range []string{"x/box", "x/y"} {
		require.NoError(t, a.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(small))}))
		_, err := io.WriteString(a, small)
		require.NoError(t, err)
	}
	require.NoError(t, a.Close())
	cut := packed(t, mbox(300))
	for name, data := range map[string][]byte{
		"a.mbox":    []byte(mbox(9000)),
		"b.mbox.gz": packed(t, mbox(500)),
		"c/d.warc":  []byte(warc.String()),
		"c/e.tar":   files.Bytes(),
		"c/empty":   nil,
		"f.txt": []byte(strings.Repeat("A line, and then http://text.example/a_b here.\n\n"+
			"Another paragraph.\n\n", 20000)),
		"g-cut.mbox.gz": cut[:len(cut)*2/3],
		"h.html":        []byte("<html><base href=http://base.example/><a href='http://page.example/'>x</a>"),
		"i.mbox":        []byte(mbox(7)),
	} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o666))
	}
	return dir
}

// piped runs the pipeline on Prism, and returns the contents of its shards, and all files
// of its output.
func piped(t *testing.T, o Options) (results string, files map[string]string) {
	t.Helper()
	dir := t.TempDir()
	o.Output, o.Input, o.MaxURL, o.Buckets = filepath.Join(dir, "urls"), "auto", 64<<10, max(o.Buckets, 1)
	var told bytes.Buffer
	_, err := run(t.Context(), o, nil, false, &told)
	require.NoError(t, err)
	t.Log(strings.TrimSpace(told.String()))
	return output(t, dir)
}

// output returns the shards and files in a folder.
func output(t *testing.T, dir string) (results string, files map[string]string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	files = map[string]string{}
	for _, entry := range entries { // in order
		data, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		require.NoError(t, err, "nothing is left over")
		files[entry.Name()] = string(data)
		if strings.HasPrefix(entry.Name(), "urls-") {
			results += string(data)
		}
	}
	return results, files
}

// same requires equal lines, and shows only the first difference.
func same(t *testing.T, want, got string, about ...any) {
	t.Helper()
	if want == got {
		return
	}
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(a), len(b)) {
		require.Equal(t, a[i], b[i], about...)
	}
	require.Equal(t, len(a), len(b), about...)
}

// The shards, one after the other, are the output of the command, even in order.
func TestResultsAreThoseOfTheCommand(t *testing.T) {
	dir := archives(t)
	want := byCommand(t, "--json", dir)
	require.Greater(t, strings.Count(want, "\n"), 30_000)
	for _, o := range []Options{{RangeSize: 64 << 20}, {RangeSize: 256 << 10, Shards: 5},
		{RangeSize: 700_000, Shards: 1}} {
		o.Inputs = []string{dir}
		got, files := piped(t, o)
		same(t, want, got, "%+v", o)
		require.Len(t, files, 2*max(o.Shards, 1))
		t.Logf("ranges of %d: %d results are equal", o.RangeSize, strings.Count(got, "\n"))
	}
	got, _ := piped(t, Options{RangeSize: 256 << 10, Inputs: []string{dir}, Rejected: true, Redact: true})
	same(t, byCommand(t, "--json", "--rejected", "--redact", dir), got)
	require.Contains(t, got, "ann:***@")
	got, _ = piped(t, Options{RangeSize: 256 << 10, Inputs: []string{dir + "/**/*.warc", dir + "/*.txt"}})
	same(t, byCommand(t, "--json", dir+"/c/d.warc", dir+"/f.txt"), got)
}

func TestResultsInRealArchivesAreThoseOfTheCommand(t *testing.T) {
	const real = "../../../shared/data"
	if _, err := os.Stat(real); err != nil {
		t.Skip("there is no " + real)
	}
	dir, err := filepath.Abs(real)
	require.NoError(t, err)
	got, _ := piped(t, Options{RangeSize: 64 << 20, Inputs: []string{dir}, Shards: 3})
	same(t, byCommand(t, "--json", dir), got)
	t.Logf("%d results are equal", strings.Count(got, "\n"))
}

// A harness runs readFn like a runner, bundle by bundle, and counts its output.
type harness struct {
	t        *testing.T
	o        Options
	f        File
	segments []Segment
	runs     []Run
}

func newHarness(t *testing.T, text string) *harness {
	dir := t.TempDir()
	name := filepath.Join(dir, "box")
	require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
	o := Options{Inputs: []string{name}, Output: dir + "/urls", Temp: dir + "/temp", RangeSize: 64 << 20,
		Input: "auto", MaxURL: 64 << 10, Counts: true, Readings: true, Buckets: 1}
	f := File{Name: name}
	inspect := &inspectFn{Options: o}
	require.NoError(t, inspect.Setup())
	inspect.ProcessElement(t.Context(), f, func(one File) { f = one })
	require.True(t, f.Splits)
	return &harness{t: t, o: o, f: f}
}

// bundle processes restrictions. It returns the remaining restrictions of the trackers,
// and false if it fails.
func (h *harness) bundle(rests []offsetrange.Restriction,
	track func(offsetrange.Restriction) sdf.RTracker) (ok bool) {
	var segments []Segment
	var runs []Run
	defer func() {
		if recover() == nil {
			h.segments, h.runs = append(h.segments, segments...), append(h.runs, runs...)
			ok = true
		}
	}()
	fn := &readFn{Options: h.o}
	emit, emitRun := func(s Segment) { segments = append(segments, s) },
		func(r Run) { runs = append(runs, r) }
	require.NoError(h.t, fn.Setup())
	ctx := context.Background()
	fn.StartBundle(ctx, emit, emitRun)
	for _, rest := range rests {
		rt := sdf.NewLockRTracker(track(rest))
		require.NoError(h.t, fn.ProcessElement(ctx, rt, h.f, emit, emitRun))
		require.NoError(h.t, rt.GetError())
		require.True(h.t, rt.IsDone(), "%v", rest)
	}
	require.NoError(h.t, fn.FinishBundle(ctx, emit, emitRun))
	return ok
}

func plain(rest offsetrange.Restriction) sdf.RTracker { return offsetrange.NewTracker(rest) }

// written returns the results of the bundles in the output format.
func (h *harness) written(about ...any) string {
	h.t.Helper()
	pieces, sizes, err := inOrder(h.segments)
	require.NoError(h.t, err, about...)
	var text strings.Builder
	for _, s := range divide(pieces, sizes, 1) {
		require.NoError(h.t, (&writeFn{h.o}).ProcessElement(context.Background(), s, func(int) {}))
	}
	for _, table := range h.o.tables() {
		fn := &tableFn{h.o}
		runs := append(slices.Clone(h.runs), Run{Table: table})
		runs = slices.DeleteFunc(runs, func(r Run) bool { return r.Table != table })
		next := func(r *Run) bool {
			if len(runs) == 0 {
				return false
			}
			*r, runs = runs[0], runs[1:]
			return true
		}
		require.NoError(h.t, fn.ProcessElement(context.Background(), "", next, func(int) {}))
	}
	files, err := filepath.Glob(h.o.Output + "*")
	require.NoError(h.t, err)
	require.Len(h.t, files, 2+len(h.o.tables()))
	for _, name := range files {
		data, err := os.ReadFile(name)
		require.NoError(h.t, err)
		fmt.Fprintf(&text, "== %s\n%s", filepath.Base(name), data)
	}
	h.segments, h.runs = nil, nil
	require.NoError(h.t, os.RemoveAll(h.o.Temp))
	return text.String()
}

// clean removes the output.
func (h *harness) clean() {
	files, err := filepath.Glob(h.o.Output + "*")
	require.NoError(h.t, err)
	for _, name := range files {
		require.NoError(h.t, os.Remove(name))
	}
}

// whole returns the output of one bundle with the whole file.
func (h *harness) whole() string {
	h.t.Helper()
	require.True(h.t, h.bundle([]offsetrange.Restriction{{Start: 0, End: h.f.Size}}, plain))
	want := h.written()
	got := want[strings.Index(want, "== urls-"):]
	got = got[strings.IndexByte(got, '\n')+1:]
	got, _, _ = strings.Cut(got, "== ")
	same(h.t, byCommand(h.t, "--json", h.f.Name), got)
	return want
}

// The output is the same for any splits of a mailbox, and any bundles of the ranges:
// results, dead letters, and tables.
//
//ci:long
func TestSplitsAtEveryOffsetDoNotMatter(t *testing.T) {
	t.Parallel()
	h := newHarness(t, mbox(5))
	want, whole := h.whole(), h.o
	h.o.Counts, h.o.Readings = false, false
	h.clean()
	wantLines := h.whole()
	splits, every := 0, int64(testkit.Times(7, 1))
	for x := every; x < h.f.Size; x += every {
		splits++
		require.True(t, h.bundle([]offsetrange.Restriction{{Start: x, End: h.f.Size}}, plain))
		require.True(t, h.bundle([]offsetrange.Restriction{{Start: 0, End: x}}, plain))
		same(t, wantLines, h.written(), "split at %d", x)
	}
	h.o = whole
	var all []offsetrange.Restriction
	for x := int64(0); x < h.f.Size; x += every {
		all = append(all, offsetrange.Restriction{Start: x, End: min(x+every, h.f.Size)})
	}
	for _, size := range []int{1, 7, 100, len(all)} {
		for some := range slices.Chunk(all, size) {
			require.True(t, h.bundle(some, plain))
		}
		same(t, want, h.written(), "bundles of %d", size)
	}
	t.Logf("%d splits, %d lines each", splits, strings.Count(want, "\n"))
}

// A splitter is a tracker that is split during work: right after its n-th claim.
type splitter struct {
	*offsetrange.Tracker
	n        int
	fraction float64
	residual any
}

func (s *splitter) TryClaim(position any) bool {
	ok := s.Tracker.TryClaim(position)
	if s.n--; s.n == 0 && ok {
		_, s.residual, _ = s.Tracker.TrySplit(s.fraction)
	}
	return ok
}

func TestSplitsWhileReadingDoNotMatter(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text   string
		claims []int // the claims after which a range is split, and then its rest
	}{
		{mbox(5), []int{1, 2, 3, 5, 8}},
		{mbox(9000), []int{4000, 10_001}}, // several chunks
	} {
		h := newHarness(t, c.text)
		h.o.RangeSize, h.o.Counts, h.o.Readings = 256<<10, false, false
		want := h.whole()
		splits := 0
		for _, n := range c.claims {
			for _, fraction := range []float64{0, 0.3, 0.99} {
				left := []offsetrange.Restriction{{Start: 0, End: h.f.Size}}
				for len(left) > 0 {
					s := &splitter{Tracker: offsetrange.NewTracker(left[0]), n: n, fraction: fraction}
					require.True(t, h.bundle(left[:1],
						func(offsetrange.Restriction) sdf.RTracker { return s }))
					if left = left[1:]; s.residual != nil {
						left = append(left, s.residual.(offsetrange.Restriction))
						splits++
					}
				}
				same(t, want, h.written(), "split by %v after %d claims", fraction, n)
			}
		}
		t.Logf("%d splits", splits)
		require.Greater(t, splits, 10)
	}
}

// A bundle that fails leaves no output, and is repeated.
func TestABundleThatFailsIsDoneAgain(t *testing.T) {
	h := newHarness(t, mbox(40))
	want := h.whole()
	half := h.f.Size / 2
	for n := 1; n < 60; n += 9 {
		require.True(t, h.bundle([]offsetrange.Restriction{{Start: half, End: h.f.Size}}, plain))
		fails := func(rest offsetrange.Restriction) sdf.RTracker {
			return &failing{Tracker: offsetrange.NewTracker(rest), n: int64(n), left: new(atomic.Int64)}
		}
		require.False(t, h.bundle([]offsetrange.Restriction{{Start: 0, End: half}}, fails))
		require.True(t, h.bundle([]offsetrange.Restriction{{Start: 0, End: half}}, plain))
		same(t, want, h.written(), "panic after %d claims", n)
	}
	h.bundle([]offsetrange.Restriction{{Start: 0, End: half}}, plain)
	_, _, err := inOrder(h.segments)
	require.ErrorContains(t, err, "were read after 0", "what is lost is noticed")
	h.bundle([]offsetrange.Restriction{{Start: half - 1, End: h.f.Size}}, plain)
	_, _, err = inOrder(h.segments)
	require.Error(t, err, "and what is there twice")
}

// A failing tracker panics at its n-th claim, once.
type failing struct {
	*offsetrange.Tracker
	n    int64
	left *atomic.Int64
}

func (f *failing) TryClaim(position any) bool {
	if f.left.Add(1) == f.n {
		panic("a worker fails")
	}
	return f.Tracker.TryClaim(position)
}

// Prism does not repeat a bundle: the pipeline fails, writes nothing, and may be run
// again.
func TestAPipelineThatFailsWritesNothing(t *testing.T) {
	dir, out := archives(t), t.TempDir()
	o := Options{Inputs: []string{dir}, Output: out + "/urls", RangeSize: 256 << 10, Shards: 2, Input: "auto",
		MaxURL: 64 << 10, Buckets: 1}
	before, claims := newTracker, new(atomic.Int64)
	newTracker = func(rest offsetrange.Restriction) sdf.RTracker {
		return &failing{Tracker: offsetrange.NewTracker(rest), n: 5000, left: claims}
	}
	defer func() { newTracker = before }()
	_, err := run(t.Context(), o, nil, false, io.Discard)
	require.ErrorContains(t, err, "a worker fails")
	_, files := output(t, out)
	require.Empty(t, files)
	_, err = run(t.Context(), o, nil, false, io.Discard)
	require.NoError(t, err)
	got, _ := output(t, out)
	same(t, byCommand(t, "--json", dir), got)
	_, err = run(t.Context(), o, nil, false, io.Discard)
	require.ErrorContains(t, err, "already exists")
	_, err = run(t.Context(), o, nil, true, io.Discard)
	require.NoError(t, err)
}

// An unreadable part is a dead letter, and the rest is found.
func TestDeadLettersSayWhatAndWhereAndWhy(t *testing.T) {
	dir := archives(t)
	got, files := piped(t, Options{RangeSize: 256 << 10,
		Inputs: []string{dir, dir + "/none", dir + "/*.none"}})
	same(t, byCommand(t, "--json", dir), got)
	var letters []map[string]any
	for line := range strings.Lines(files["urls.dead-00000-of-00001.jsonl"]) {
		var letter map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &letter), line)
		letters = append(letters, letter)
	}
	require.Len(t, letters, 9000/5+500/5+1+8+len(regularDead(letters, "g-cut.mbox.gz"))+2)
	require.Equal(t, map[string]any{"file": dir + "/a.mbox", "message": 3.0, "part": "1",
		"offset": letters[0]["offset"], "reason": `unknown charset "no-such"`}, letters[0])
	numbers := regularDead(letters, "a.mbox")
	require.Equal(t, 8998.0, numbers[len(numbers)-1]["message"],
		"in a later range, the number is that in the file")
	cut := regularDead(letters, "g-cut.mbox.gz")
	require.Contains(t, cut[len(cut)-1]["reason"], "unexpected EOF")
	require.Equal(t, map[string]any{"file": dir + "/none", "reason": "file does not exist"},
		letters[len(letters)-2])
	require.Equal(t, map[string]any{"file": dir + "/*.none", "reason": "file does not exist"},
		letters[len(letters)-1])
}

// regularDead returns the dead letters of a file.
func regularDead(letters []map[string]any, name string) (of []map[string]any) {
	for _, letter := range letters {
		if strings.HasSuffix(letter["file"].(string), name) {
			of = append(of, letter)
		}
	}
	return of
}

// The tables have the sums of the command's output, and the readings those that the
// corpus expects for broken URLs.
func TestTablesHaveTheSumsOfTheCommand(t *testing.T) {
	dir := archives(t)
	got, files := piped(t, Options{RangeSize: 256 << 10, Inputs: []string{dir}, Counts: true,
		Readings: true, Buckets: 3})
	sums := map[string]map[string]int{"url": {}, "host": {}, "scheme": {}, "year": {}}
	for line := range strings.Lines(got) {
		var one struct {
			URL    string
			Parts  struct{ Scheme, Host string }
			Source struct{ Date string }
		}
		require.NoError(t, json.Unmarshal([]byte(line), &one))
		sums["url"][one.URL]++
		sums["host"][one.Parts.Host]++
		sums["scheme"][one.Parts.Scheme]++
		year := "-"
		if one.Source.Date != "" {
			year = one.Source.Date[:4]
		}
		sums["year"][year]++
	}
	for table, want := range sums {
		of := map[string]int{"url": 3, "host": 3}[table]
		read := map[string]int{}
		for n := range max(of, 1) {
			rows, err := csv.NewReader(strings.NewReader(files[fmt.Sprintf("urls.%s-%05d-of-%05d.csv", table,
				n, max(of, 1))])).ReadAll()
			require.NoError(t, err)
			require.Equal(t, []string{"count", table}, rows[0])
			require.True(t, slices.IsSortedFunc(rows[1:],
				func(a, b []string) int { return strings.Compare(a[1], b[1]) }))
			for _, row := range rows[1:] {
				count := 0
				fmt.Sscan(row[0], &count)
				read[row[1]] += count
			}
		}
		require.Equal(t, want, read, table)
	}

	name := filepath.Join(t.TempDir(), "text")
	text := "One <URL:http://a.example/x-\ny> there.\n\nOne <URL:http://b.example/x-\ny> there.\n\n" +
		"See http://a.example/x-y there,\nhttp://b.example/xy here, http://a.example/x-y too.\n"
	require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
	_, files = piped(t, Options{RangeSize: 64 << 20, Inputs: []string{name}, Readings: true})
	same(t, fmt.Sprintf(`{"attested":"http://a.example/x-y","count":2,"found":"http://a.example/x-y","why":"as found","file":%q,"start":9}
{"attested":"http://b.example/xy","count":1,"found":"http://b.example/x-y","why":"hyphen","file":%[1]q,"start":49}
`, name), files["urls.readings-00000-of-00001.jsonl"])
}

// More runs than may be open at a time are merged as well.
func TestMoreRunsThanCanBeOpenAtOnceAreMerged(t *testing.T) {
	h := newHarness(t, mbox(150))
	want := h.whole()
	size := h.f.Size/140 + 1
	for at := int64(0); at < h.f.Size; at += size {
		require.True(t, h.bundle([]offsetrange.Restriction{{Start: at, End: min(at+size, h.f.Size)}}, plain))
	}
	require.Greater(t, len(h.runs), 4*maxMerged, "in all tables")
	same(t, want, h.written())
}

func TestOptionsAreChecked(t *testing.T) {
	for _, o := range []Options{{}, {Inputs: []string{"x"}},
		{Inputs: []string{"x"}, Output: "y", Input: "pdf"},
		{Inputs: []string{"x"}, Output: "y", Input: "auto", MaxURL: 9}} {
		status, err := run(t.Context(), o, nil, false, io.Discard)
		require.Error(t, err)
		require.Equal(t, exitTrouble, status)
	}
}
