package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/urlsift/urlsift/cmd/internal/links"
	"github.com/urlsift/urlsift/extract/archive"
	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/rfc1738"
)

// findsWith are the flags of find that tell what is found in a file, and so must be the same in all runs on a database. Patterns
// tell which members of an archive are read.
var findsWith = []string{
	"add-scheme", "iri", "deobfuscate", "max-url", "include", "exclude", "input", "base", "headers", "no-headers", "parts", "since", "until",
	"newsgroup",
}

// readsWith are those that tell which files are read, and how.
var readsWith = []string{"files-from", "hidden", "jobs", "progress", "stats"}

func indexFlags() []cli.Flag {
	flags := []cli.Flag{&cli.StringFlag{Name: "db", Usage: "the database: `FILE`, which is made if there is none"}}
	for _, flag := range findFlags() {
		if name := flag.Names()[0]; slices.Contains(findsWith, name) || slices.Contains(readsWith, name) {
			flags = append(flags, flag)
		}
	}
	return flags
}

// index is the subcommand index.
func index(c *cli.Context, status *int) (err error) {
	file := c.String("db")
	switch {
	case file == "":
		return usage("index needs a database: --db FILE")
	case c.NArg() == 0 && c.String("files-from") == "":
		return usage("index needs a path; - is standard input")
	case len(slices.DeleteFunc(c.Args().Slice(), func(path string) bool { return path != "-" })) > 1:
		return usage("- is there twice, and standard input but once")
	}
	e, err := newEngine(c, form{records: true})
	if err != nil {
		return err
	}
	db, err := links.Open(file, canonical(c))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	stop := newStopper()
	defer stop.end()
	begun := time.Now()
	x := &indexer{db: db, stderr: c.App.ErrWriter, status: status, committed: begun, before: db.URLs()}
	in, err := newInputs(c, e.reader, nil, stop)
	if err != nil {
		return err
	}
	in.passes = isDatabase(file)
	shown := func() {}
	if showsProgress(c, e.form) {
		p := newProgress(c.App.ErrWriter, in.read, in.files)
		go in.measure(&p.total)
		x.stderr, shown = p, p.stop
	}
	err = stop.run(func() error { return e.reader.Run(stop.ctx, x.fresh(in), e.handlers(x, false)) })
	shown()
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	x.urls = db.URLs() - x.before
	if err := db.Finish(); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if c.Bool("stats") {
		printStats(c.App.ErrWriter, e.made, time.Since(begun))
	}
	x.summary(time.Since(begun))
	return nil
}

// canonical gives the flags that all runs on a database must have in common, in one order, without those that say nothing.
func canonical(c *cli.Context) string {
	var flags []string
	for _, name := range findsWith {
		text := fmt.Sprint(c.Value(name))
		if list, ok := c.Value(name).(cli.StringSlice); ok {
			text = strings.Join(list.Value(), ",")
		}
		switch {
		case name == "headers", name == "no-headers" && c.Bool("headers") && text == "false":
		case name == "no-headers":
			flags = append(flags, "--no-headers")
		case text == "true":
			flags = append(flags, "--"+name)
		case c.IsSet(name) && text != "false" && text != "auto":
			flags = append(flags, "--"+name+"="+text)
		}
	}
	return strings.Join(flags, " ")
}

// isDatabase tells of a file whether it is the database, or one that SQLite has beside it: these are not to be read, nor even
// to be opened, since closing them would give up SQLite's lock.
func isDatabase(file string) func(name string) bool {
	return func(name string) bool {
		info, err := os.Stat(name)
		if err != nil {
			return false
		}
		for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
			if own, err := os.Stat(file + suffix); err == nil && os.SameFile(info, own) {
				return true
			}
		}
		return false
	}
}

// rowsPerCommit is after how many rows they are made sure of, and timePerCommit after which time. Tests make them smaller.
var (
	rowsPerCommit = 250_000
	timePerCommit = time.Second
)

// committed is called after each commit. Tests stop there.
var committed = func() {}

// An indexer is the sink that keeps what it is given in a database.
type indexer struct {
	db     *links.DB
	stderr io.Writer
	status *int

	source   links.Source
	begun    bool   // a source has been begun, and not ended
	passing  bool   // it is in the database already
	hash     uint32 // of what was read of it
	document []byte // the record of the document that was begun last
	number   int    // that of its message
	within   bool   // a document has been begun

	committed time.Time
	before    int64

	skipped                          int // counted by who walks, and what was passed over by who writes
	sources, continued, passed       int
	documents, occurrences, rejected int
	urls, bytes                      int64
}

// An origin is a file that is to be read, and what the database has of it.
type origin struct {
	known links.Source
	file  *os.File
	size  int64
	mtime string
}

// fresh returns the inputs that the database does not have already.
func (x *indexer) fresh(in *inputs) iter.Seq2[*archive.Input, error] {
	return func(yield func(*archive.Input, error) bool) {
		for input, err := range in.all() {
			if err == nil && !input.Stream {
				var fresh bool
				if fresh, err = x.take(in.reader, input); err == nil && !fresh {
					x.skipped++
					continue
				}
			}
			if !yield(input, err) {
				return
			}
		}
	}
}

// take reports whether an input is to be read, and notes from where on.
func (x *indexer) take(reader *archive.Reader, input *archive.Input) (bool, error) {
	r, err := input.Open(context.Background())
	if err != nil {
		return false, err
	}
	file, ok := r.(watchedFile)
	if !ok {
		return true, nil
	}
	info, err := file.Stat()
	if err != nil {
		file.Close()
		return false, err
	}
	known, err := x.db.Source(validName(input.Name))
	if err != nil {
		file.Close()
		return false, err
	}
	o := &origin{known: known, file: file.File, size: info.Size(), mtime: info.ModTime().UTC().Format(time.RFC3339Nano)}
	if same, err := x.same(o); err != nil || same {
		file.Close()
		return false, err
	}
	input.Open = func(context.Context) (io.ReadCloser, error) { return file, nil }
	input.Data, input.Size = o, o.size
	if known.Read == 0 {
		return true, nil
	}
	if format, parts := reader.Detect(file); parts {
		if offset := o.goesOn(format); offset > 0 {
			input.From = archive.Position{Offset: offset, Lines: known.Lines, Messages: known.Messages}
		}
	}
	return true, nil
}

// same is true for a file that has been read to its end, and not changed since. One that was only touched is noted.
func (x *indexer) same(o *origin) (bool, error) {
	k := o.known
	switch {
	case k.ID == 0 || k.State == links.Reading || k.Size != o.size:
		return false, nil
	case k.MTime == o.mtime:
		return true, nil
	}
	if hash, err := fingerprint(0, o.file, 0, o.size); err != nil || k.Fingerprint != hexadecimal(hash) {
		return false, nil
	}
	k.MTime = o.mtime
	return true, x.db.Save(k)
}

// goesOn gives the offset at which reading goes on, or 0: behind what was read when it was stopped, or behind the old end of a
// mailbox that has grown, if a message begins there.
func (o *origin) goesOn(format mail.Format) int64 {
	k := o.known
	switch {
	case k.Read == 0 || k.Read >= o.size || k.Format != format.String():
		return 0
	case k.State == links.Reading && k.Size == o.size && k.MTime == o.mtime:
		return k.Read
	case format != mail.Mbox:
		return 0
	}
	hash, err := fingerprint(0, o.file, 0, k.Read)
	if err != nil || k.Fingerprint != hexadecimal(hash) || !cutsAt(o.file, k.Read) {
		return 0
	}
	return k.Read
}

// cutsAt is true if a mailbox can be cut at an offset, where a message begins. What decides is the message before, up to a
// length that few have.
func cutsAt(file *os.File, offset int64) bool {
	const head, most = 4 << 10, 16 << 20
	for before := min(64<<10, offset); ; before = min(4*before, offset) {
		text := make([]byte, before+head)
		n, _ := file.ReadAt(text, offset-before)
		end := before
		for range 2 { // a "From " line and a field
			i := bytes.IndexByte(text[min(end, int64(n)):n], '\n')
			if i < 0 {
				return false
			}
			end += int64(i) + 1
		}
		if mail.SafeCut(text[:end]) == int(before) {
			return true
		}
		if before == offset || before >= most {
			return false
		}
	}
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// fingerprint extends the CRC-32C of what stands before start in a file to what stands before end.
func fingerprint(hash uint32, file io.ReaderAt, start, end int64) (uint32, error) {
	buf := make([]byte, min(256<<10, max(end-start, 0)))
	for start < end {
		n, err := file.ReadAt(buf[:min(int64(len(buf)), end-start)], start)
		hash = crc32.Update(hash, castagnoli, buf[:n])
		start += int64(n)
		if err != nil && start < end {
			return hash, err
		}
	}
	return hash, nil
}

func hexadecimal(hash uint32) string { return fmt.Sprintf("%08x", hash) }

// begin begins a part, and with the first one a source.
func (x *indexer) begin(p *archive.Part) error {
	if p.InTurn { // it may have to be waited for, and who gives up then is to keep the rest
		if err := x.commit(); err != nil {
			return err
		}
	}
	if !p.First() {
		return nil
	}
	name := validName(p.Input.Name)
	known, err := x.db.Source(name)
	if err != nil {
		return err
	}
	s := links.Source{ID: known.ID, Path: name}
	if o, ok := p.Input.Data.(*origin); ok {
		if x.passing = known != o.known; x.passing { // this run has read it already, by another argument
			x.passed++
			return nil
		}
		if p.Start > 0 {
			s = known
			x.continued++
		}
		s.Size, s.MTime = o.size, o.mtime
	}
	x.passing = false
	x.sources++
	x.begun, x.within, x.hash = true, false, 0
	if s.Fingerprint != "" {
		fmt.Sscanf(s.Fingerprint, "%x", &x.hash)
	}
	if err := x.db.Begin(&s); err != nil {
		return err
	}
	x.source = s
	if p.Start > 0 && p.Input.Format == mail.Plain {
		x.within, err = x.db.Resume()
		x.document, x.number = appendBytes(x.document[:0], ""), 0 // no member
	}
	return err
}

// end ends a part, and with the last one the source.
func (x *indexer) end(p *archive.Part) error {
	x.bytes += p.Bytes
	if x.passing {
		return nil
	}
	s := &x.source
	s.Messages += p.Messages
	s.Lines += p.Lines
	if s.Format = p.Format.String(); p.Archive {
		s.Format = "archive"
	}
	if o, ok := p.Input.Data.(*origin); !ok {
		s.Size, s.Read = p.Bytes, p.Bytes
	} else {
		end := p.End
		if end == 0 {
			end = o.size
		}
		var err error
		if x.hash, err = fingerprint(x.hash, o.file, p.Start, end); err != nil {
			if err := x.warn(fmt.Errorf("%s: it has changed while it was read: %w", s.Path, err)); err != nil {
				return err
			}
		}
		s.Read, s.Fingerprint = end, hexadecimal(x.hash)
	}
	if x.begun = s.Read < s.Size; !x.begun {
		s.State = links.Read
		if s.Trouble != "" {
			s.State = links.Trouble
		}
	}
	if err := x.db.Save(*s); err != nil {
		return err
	}
	if x.db.Pending() < rowsPerCommit && time.Since(x.committed) < timePerCommit {
		return nil
	}
	return x.commit()
}

func (x *indexer) commit() error {
	err := x.db.Commit()
	x.committed = time.Now()
	committed()
	return err
}

// entry keeps a result.
func (x *indexer) entry(e *entry) error {
	if x.passing || len(e.line) == 0 {
		return nil
	}
	r := recordReader{e.line}
	if err := x.inDocument(r.bytes(), e.message.number); err != nil {
		return err
	}
	part, header := r.text(), r.text()
	what := r.uint()
	place := links.Place{Kind: r.kind().String(), Start: r.int(), End: r.int(), Line: e.number.number, Column: r.uint(), Part: part, Header: header}
	text := r.text()
	if what&isRejected != 0 {
		x.rejected++
		return x.kept(x.db.Reject(links.Rejected{Place: place, Text: text, Offset: r.uint(), Rule: r.text(), Section: r.text(), Message: r.text()}))
	}
	x.occurrences++
	return x.kept(x.db.Add(links.Occurrence{
		Place: place, URL: text, Broken: what&isBroken != 0, Deviations: r.text(), Readings: r.text(),
	}, describe))
}

// kept makes sure of what was kept when it is much, unless the source can be continued: then it is known up to where one of
// its parts ended, and more of it must not be.
func (x *indexer) kept(err error) error {
	if err != nil || x.db.Pending() < rowsPerCommit || x.source.Read > 0 {
		return err
	}
	return x.commit()
}

// inDocument begins the document of which record tells, unless it is the one that was begun last.
func (x *indexer) inDocument(record []byte, number int) error {
	if x.within && x.number == number && string(x.document) == string(record) {
		return nil
	}
	x.within, x.number, x.document = true, number, append(x.document[:0], record...)
	x.documents++
	r := recordReader{record}
	d := links.Document{Member: validName(r.text())}
	if number > 0 {
		d.Number, d.Offset = number, r.int()
		d.MessageID, d.Date, d.Subject, d.Sender, d.Newsgroups = r.text(), r.text(), r.text(), r.text(), r.text()
	}
	return x.db.Document(d)
}

// maxTrouble is how many bytes of trouble a source keeps.
const maxTrouble = 4 << 10

// warn reports trouble, and keeps it with the source that it is with.
func (x *indexer) warn(trouble error) error {
	if x.passing {
		return nil
	}
	text := plainly(trouble)
	*x.status = exitTrouble
	warn(x.stderr, "%s", text)
	if t := &x.source.Trouble; x.begun && len(*t) < maxTrouble {
		if *t != "" {
			*t += "\n"
		}
		*t += text
	}
	return nil
}

func (x *indexer) note(text string) error {
	warn(x.stderr, "%s", text)
	return nil
}

// summary tells what was done.
func (x *indexer) summary(took time.Duration) {
	read := fmt.Sprintf("read %d sources", x.sources)
	if x.continued > 0 {
		read += fmt.Sprintf(" (%d continued)", x.continued)
	}
	warn(x.stderr, "%s, skipped %d; %d documents, %d occurrences, %d new URLs, %d rejected; %.2f s, %.0f MB/s", read, x.skipped+x.passed,
		x.documents, x.occurrences, x.urls, x.rejected, took.Seconds(), float64(x.bytes)/1e6/took.Seconds())
}

// describe tells of a URL what its text does.
func describe(text string) links.URL {
	u, deviations, _ := rfc1738.Lenient(text, nil)
	part := func(p rfc1738.Part) string { t, _ := u.Part(p); return t }
	d := links.URL{
		Scheme: u.Scheme(), Host: string(appendLower(nil, hostOf([]byte(text)))), Port: part(rfc1738.PartPort), Path: part(rfc1738.PartPath),
		Fragment: part(rfc1738.PartFragment), Strict: len(deviations) == 0,
	}
	d.Parts = string(appendParts(nil, &u, false)[len(`,"parts":`):])
	return d
}
