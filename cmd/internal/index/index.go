// Package index adds to a database the URLs of sources that are new or have changed, and
// resumes runs that were stopped.
//
// Reading order: row.go makes rows of results, consumer.go hands them over, index.go
// writes them to the database, source.go finds files that are new or have changed, and
// hash.go computes the SHA-256 of all sources. Package database is the database.
package index

import (
	"cmp"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/urlsift/urlsift/cmd/internal/database"
	"github.com/urlsift/urlsift/cmd/internal/heading"
	"github.com/urlsift/urlsift/cmd/internal/late"
	"github.com/urlsift/urlsift/cmd/internal/message"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/cmd/internal/urljson"
	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/extract/sift"
	"github.com/urlsift/urlsift/rfc1738"
)

// Rows are committed after RowsPerCommit rows, or after TimePerCommit. Tests make them
// smaller.
var (
	RowsPerCommit = 250_000
	TimePerCommit = time.Second
)

// Committed is called after each commit, where tests stop the run.
var Committed = func() {}

// An Indexer writes rows to a database.
type Indexer struct {
	// Stderr is the destination of messages.
	Stderr io.Writer
	// Trouble reports whether something could not be read.
	Trouble bool
	// Root is the directory that contains all sources and to which their paths are
	// relative. If it is empty, paths are absolute.
	Root string
	// Stdin is the path of standard input. If it is empty, the path is "-".
	Stdin string
	// Limits are the flags that set limits in this run. A source is read again if one of
	// these limits kept an earlier run from reading all of it.
	Limits []string
	// Shard is the text of the shard to read, or empty for all input.
	Shard string
	// Unchanged, unless it is nil, is called with the name of each input that need not be
	// read.
	Unchanged func(name string)

	db        *database.DB
	opened    time.Time
	committed time.Time
	had       int64 // URLs at the beginning

	source   reading
	at       place // in the source
	covered  late.Marks[mark]
	unproven int           // rows of the chunk left out because a checksum failed
	alike    message.Alike // errors

	run       database.Run // counts of this run
	continued int          // sources that were resumed
	skipped   int          // sources, counted while walking
}

// A reading is the source that is being read.
type reading struct {
	database.Source
	repeated bool   // this run has already read it, by another argument
	hash     uint32 // of the bytes read
	changed  bool   // the source changed while it was read
	failed   bool   // a part could not be read, or another file has its name
}

// A place is a place among the documents of a source.
type place struct {
	document database.Document  // the current one
	within   bool               // a document has been begun
	last     *database.Document // the document of the last row
}

// A mark is the state of the database.
type mark struct {
	in  database.Mark
	at  place
	run database.Run
}

// New returns an Indexer for a database.
func New(db *database.DB, stderr io.Writer) *Indexer {
	now := time.Now()
	return &Indexer{Stderr: stderr, db: db, opened: now, committed: now, had: db.URLs()}
}

// Begin records the beginning of a run, with the version of urlsift and the flags that
// all runs on the database share.
func (x *Indexer) Begin(version, flags string) error {
	return x.db.BeginRun(version, flags, x.Shard, x.opened)
}

// Finish completes the database, and records the counts of the run.
func (x *Indexer) Finish() error {
	x.alike.Print(x.Stderr)
	if err := x.db.Finish(); err != nil {
		return err
	}
	run := x.run
	run.SourcesSkipped += x.skipped
	run.NewURLs = x.db.URLs() - x.had
	return x.db.EndRun(run, time.Now())
}

// begin begins a chunk, and its source if the chunk is the first.
func (x *Indexer) begin(p *sift.Chunk) error {
	x.covered, x.unproven = late.Marks[mark]{}, 0
	if p.InTurn { // reading may block, and an interrupt must not lose the earlier rows
		if err := x.commit(); err != nil {
			return err
		}
	}
	if !p.First() {
		return nil
	}
	o := p.Input.Data.(*origin)
	known, err := x.db.Source(o.path)
	if err != nil {
		return err
	}
	s := database.Source{ID: known.ID, Path: o.path}
	if o.file != nil {
		if x.source.repeated = known != o.known; x.source.repeated {
			x.run.SourcesSkipped++
			return nil
		}
		if p.Start > 0 {
			s = known
			s.Lines = p.Input.From.Lines
			s.Trouble = withoutChange(s.Trouble)
			x.continued++
		}
		s.Size, s.MTime = o.size(), o.mtime()
	}
	x.run.SourcesRead++
	x.at.within, x.source = false, reading{Source: s}
	if s.Fingerprint != "" {
		fmt.Sscanf(s.Fingerprint, "%x", &x.source.hash)
		x.source.hash = crc32.Update(x.source.hash, castagnoli, o.between)
	}
	if err := x.db.Begin(&x.source.Source); err != nil {
		return err
	}
	if p.Start > 0 && p.Input.Format == mail.Plain {
		x.at.within, err = x.db.Resume()
		x.at.document = database.Document{}
	}
	return err
}

// withoutChange returns the trouble of a source without the note that the source changed.
// The earlier bytes are known to be unchanged.
func withoutChange(trouble string) string {
	lines := strings.Split(trouble, "\n")
	lines = slices.DeleteFunc(lines, func(line string) bool {
		return strings.HasSuffix(line, sift.ErrChanged.Error())
	})
	return strings.Join(lines, "\n")
}

// end ends a chunk, and its source if the chunk is the last. fingerprint is that of the
// chunk, and months holds the number of its messages by month.
func (x *Indexer) end(p *sift.Chunk, fingerprint uint32, months map[int]int) error {
	x.run.Bytes += p.Bytes
	if x.source.repeated {
		return nil
	}
	x.run.Messages += p.Messages
	if x.unproven > 0 {
		// recorded even after much other trouble
		x.note(message.Unproven(p.Input.Name, x.unproven, true), 2*maxTrouble)
	}
	if err := x.db.Count(months); err != nil {
		return err
	}
	s := &x.source.Source
	s.Messages += p.Messages
	s.Lines += p.Lines
	if s.Format = p.Format.String(); p.Archive {
		s.Format = "archive"
	}
	x.source.failed = x.source.failed || p.Failed
	o, last := p.Input.Data.(*origin), true
	if o.file == nil {
		s.Size, s.Read = p.Read, p.Bytes
	} else {
		end := cmp.Or(p.End, o.size())
		x.source.hash = joined(x.source.hash, fingerprint, p.Read)
		s.Read, s.Fingerprint = end, hexadecimal(x.source.hash)
		if last = end >= o.size(); p.Start+p.Read != end && !x.source.changed && !x.source.failed {
			x.warn(fmt.Errorf("%s: %w", p.Input.Name, sift.ErrChanged))
		}
		x.source.failed = x.source.failed || p.Start+p.Read != end
		if last {
			x.warnIfChanged(o, p.Input.Name)
		}
	}
	if x.source.failed { // reading cannot be resumed
		s.Read, s.Fingerprint = 0, ""
	}
	if last {
		switch {
		case x.source.failed || x.source.changed:
			s.State = database.Failed
			x.run.SourcesFailed++
		case s.Trouble != "":
			s.State = database.Trouble
		default:
			s.State = database.Read
		}
	}
	if err := x.db.Save(*s); err != nil {
		return err
	}
	if x.db.Pending() < RowsPerCommit && time.Since(x.committed) < TimePerCommit {
		return nil
	}
	return x.commit()
}

// warnIfChanged warns if the file that was read has changed, or if another file has its
// name now.
func (x *Indexer) warnIfChanged(o *origin, name string) {
	now, err := os.Stat(name)
	if err != nil || !os.SameFile(now, o.info) {
		x.source.failed = true
		x.warn(fmt.Errorf("%s: replaced while it was read", name))
		return
	}
	if !x.source.changed && (now.Size() != o.size() || !now.ModTime().Equal(o.info.ModTime())) {
		x.warn(fmt.Errorf("%s: %w", name, sift.ErrChanged))
	}
}

func (x *Indexer) commit() error {
	err := x.db.Commit()
	x.committed = time.Now()
	Committed()
	return err
}

// add writes a row of a chunk to the database. before is the position of the chunk.
func (x *Indexer) add(r *row, before sift.Position) error {
	if x.source.repeated {
		return nil
	}
	if err := x.inDocument(r.document, before.Messages); err != nil {
		return err
	}
	if p := r.place(); p.Line > 0 && !r.apart {
		p.Line += before.Lines
	}
	if r.rejected != nil {
		x.run.Rejected++
		return x.kept(x.db.Reject(*r.rejected))
	}
	x.run.Occurrences++
	return x.kept(x.db.Add(r.occurrence, describe))
}

// cover records which checksums cover the next rows.
func (x *Indexer) cover(checks []int) {
	if !x.source.repeated {
		x.covered.Cover(checks, func() mark { return mark{x.db.Mark(), x.at, x.run} })
	}
}

// skip records a skipped part of a message.
func (x *Indexer) skip(s *sift.Skipped) error {
	if x.source.repeated {
		return nil
	}
	return x.kept(x.db.Skip(skippedOf(s)))
}

// fail records an error of reading. If a checksum failed, the rows that it covers are
// removed, since they are no evidence.
func (x *Indexer) fail(trouble error) error {
	if x.source.repeated {
		return nil
	}
	x.warn(trouble)
	e, ok := errors.AsType[*sift.Error](trouble)
	if !ok || e.Check == 0 {
		return nil
	}
	m, ok := x.covered.Failed(e.Check)
	if !ok {
		return nil
	}
	x.unproven += x.run.Occurrences + x.run.Rejected - m.run.Occurrences - m.run.Rejected
	x.at, x.run = m.at, m.run
	return x.db.TakeBack(m.in)
}

// kept commits if there are many uncommitted rows, except for a source that can be
// resumed: it is committed only at the end of a chunk.
func (x *Indexer) kept(err error) error {
	if err != nil || x.db.Pending() < RowsPerCommit || x.source.Read > 0 {
		return err
	}
	return x.commit()
}

// inDocument begins a document, unless it is the current one. before is added to its
// number.
func (x *Indexer) inDocument(of *database.Document, before int) error {
	if x.at.within && of == x.at.last {
		return nil
	}
	x.at.last = of
	d := *of
	if d.Number > 0 {
		d.Number += before
	}
	if x.at.within && x.at.document == d {
		return nil
	}
	x.at.within, x.at.document = true, d
	x.run.Documents++
	return x.db.Document(d)
}

// maxTrouble is the maximum length in bytes of the trouble of a source.
const maxTrouble = 4 << 10

// warn reports trouble, and records it with the current source.
func (x *Indexer) warn(trouble error) {
	x.Trouble = true
	x.source.changed = x.source.changed || errors.Is(trouble, sift.ErrChanged)
	if !x.alike.Repeats(x.Stderr, trouble) {
		x.note(trouble, maxTrouble)
	}
}

// note prints trouble, and records it with the current source unless that has nearly most
// bytes of trouble.
func (x *Indexer) note(trouble error, most int) {
	text := message.Of(trouble)
	message.Warn(x.Stderr, "%s", text)
	if t := &x.source.Trouble; len(*t) < most {
		if *t != "" {
			*t += "\n"
		}
		*t += printable.Text(text)
	}
}

// ReadAll reports whether the run has read every source completely, so that no rows are
// from an earlier run.
func (x *Indexer) ReadAll() bool { return x.skipped+x.run.SourcesSkipped+x.continued == 0 }

// Summary prints a summary of the run.
func (x *Indexer) Summary() {
	took, read := time.Since(x.opened).Seconds(), "read "+message.Count(x.run.SourcesRead, "source")
	if x.continued > 0 {
		read += fmt.Sprintf(" (%d continued)", x.continued)
	}
	message.Warn(x.Stderr, "%s, %d unchanged; %s with %s, %d of them new; %d rejected; %.2f s, %.0f MB/s",
		read, x.skipped+x.run.SourcesSkipped,
		message.Count(x.run.Documents, "document"), message.Count(x.run.Occurrences, "URL"),
		x.db.URLs()-x.had, x.run.Rejected, took, float64(x.run.Bytes)/1e6/took)
}

// describe returns the description of a URL.
func describe(text string) database.URL {
	u, deviations, _ := rfc1738.ParseLenient(text, nil)
	part := func(p rfc1738.Part) string { t, _ := u.Part(p); return t }
	d := database.URL{
		Scheme: u.Scheme(), Host: heading.Host(text), Port: part(rfc1738.PartPort),
		Path: part(rfc1738.PartPath), Fragment: part(rfc1738.PartFragment), Strict: len(deviations) == 0,
	}
	if original, ok := extract.Unwrap(text); ok {
		d.Original, d.OriginalHost = original, heading.Host(original)
	}
	d.Canonical = database.Canonical(text, d.Host)
	d.Parts = value(urljson.AppendParts(nil, &u, printable.Veil{}))
	return d
}
