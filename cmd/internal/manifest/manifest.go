// Package manifest writes a record of a run's inputs, as JSON Lines: for each input its
// name, size, SHA-256 and format, and its skipped parts with the reasons; for the run its
// settings, times and totals.
//
// Reading order: manifest.go writes the records, and consumer.go collects them while
// inputs are read.
package manifest

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"hash"
	"io"
	"sync"
	"time"

	"github.com/urlsift/urlsift/cmd/internal/message"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/cmd/internal/target"
	"github.com/urlsift/urlsift/cmd/internal/urljson"
	"github.com/urlsift/urlsift/extract/sift"
)

// Version is the version of the format of manifests.
const Version = 1

// A Run describes a run of the command. It is the first record.
type Run struct {
	Record    Text   `json:"record"`            // set by [Open], like Manifest and Began
	Manifest  int    `json:"manifest"`          // the Version of the format
	Version   Text   `json:"version"`           // of the command
	Command   Text   `json:"command,omitempty"` // empty for find
	Flags     []Text `json:"flags"`             // those that change results or output
	Paths     []Text `json:"paths"`
	Directory Text   `json:"directory"` // the base of relative paths
	Began     Text   `json:"began"`
	Divided   bool   `json:"-"` // inputs may be shards of files, so all have a start
}

// A Manifest writes the records of a run. A nil Manifest writes nothing.
type Manifest struct {
	to      *target.Target
	w       *bufio.Writer
	total   totals
	current input // the input being read
	hash    hash.Hash
	whole   bool // all bytes of the current input so far were hashed
	divided bool // inputs are shards of files

	summed func(p *sift.Chunk, sum string, size int64) error // or nil

	mu        sync.Mutex
	unchanged []string
	skipped   []trouble // entries of folders
}

// Open opens the file of a manifest like target.Open, and writes the first record.
func Open(name string, stdout io.Writer, force bool, run Run) (*Manifest, error) {
	to, err := target.Open(name, stdout, force)
	if err != nil {
		return nil, err
	}
	m := &Manifest{to: to, hash: sha256.New(), divided: run.Divided, w: bufio.NewWriterSize(to, 64<<10)}
	run.Record, run.Manifest, run.Began = "begin", Version, now()
	return m, m.write(run)
}

// now returns the time in the form for records.
func now() Text { return Text(time.Now().UTC().Format(time.RFC3339Nano)) }

// Takes returns a function that reports whether a file is the manifest. See
// [target.Target.Takes].
func (m *Manifest) Takes() func(name string) bool {
	if m == nil {
		return func(string) bool { return false }
	}
	return m.to.Takes()
}

// Unchanged adds an input that need not be read. Several goroutines may call it. These
// inputs are written after all others.
func (m *Manifest) Unchanged(name string) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.unchanged = append(m.unchanged, name)
}

// Skip adds a skipped entry of a folder. These entries are written last.
func (m *Manifest) Skip(name string, why error) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.skipped = append(m.skipped, trouble{Record: "skipped", File: Name(name), Why: Text(why.Error())})
}

// Summed sets a function to be called for each input that was read whole, after its last
// chunk, with its SHA-256 in hexadecimal and its size.
func (m *Manifest) Summed(do func(p *sift.Chunk, sum string, size int64) error) {
	if m != nil {
		m.summed = do
	}
}

// A Source is the record of a source of a database, from this run or an earlier one.
type Source struct {
	Record   Text  `json:"record"` // set by [Manifest.Source]
	File     Text  `json:"file"`
	Size     int64 `json:"size"`
	SHA256   Text  `json:"sha256,omitempty"` // if it is empty, Why is the reason
	CRC32C   Text  `json:"crc32c,omitempty"`
	Modified Text  `json:"modified,omitempty"`
	Format   Text  `json:"format,omitempty"`
	State    Text  `json:"state"`
	Why      Text  `json:"why,omitempty"`
}

// Source adds a source of the database.
func (m *Manifest) Source(s Source) error {
	m.total.Sources++
	if s.SHA256 == "" {
		m.total.Unhashed++
	}
	s.Record = "source"
	return m.write(s)
}

// Unhashed returns how many sources of the database have no SHA-256.
func (m *Manifest) Unhashed() int { return m.total.Unhashed }

// Forget drops the entries that Skip has added.
func (m *Manifest) Forget() {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.skipped = nil
}

// Close writes the last record and renames the manifest to its name. status is the exit
// status of the run. If whole is false, the manifest is removed.
func (m *Manifest) Close(whole bool, status int) error {
	if m == nil {
		return nil
	}
	var err error
	if whole {
		err = m.end(status)
	}
	return errors.Join(err, m.to.Close(whole && err == nil))
}

// end writes the last records.
func (m *Manifest) end(status int) error {
	for _, name := range m.unchanged {
		if err := m.write(input{Record: "input", File: Name(name), Unchanged: true}); err != nil {
			return err
		}
	}
	for i := range m.skipped {
		if err := m.write(&m.skipped[i]); err != nil {
			return err
		}
	}
	m.total.Skipped += len(m.skipped)
	m.total.Record, m.total.Status, m.total.Unchanged, m.total.Ended = "end", status, len(m.unchanged), now()
	if err := m.write(m.total); err != nil {
		return err
	}
	return m.w.Flush()
}

// write writes a record on a line.
func (m *Manifest) write(record any) error {
	e := json.NewEncoder(m.w)
	e.SetEscapeHTML(false)
	return e.Encode(record)
}

// A Text is a string that is written without control characters.
type Text string

func (t Text) MarshalJSON() ([]byte, error) { return urljson.AppendString(nil, string(t)), nil }

// Texts returns names in the form for records.
func Texts(names []string) []Text {
	all := make([]Text, 0, len(names))
	for _, one := range names {
		all = append(all, Name(one))
	}
	return all
}

// Name returns the name of an input in the form for records, which is that of --json.
func Name(name string) Text { return Text(printable.Name(name)) }

// The records, with their keys in order.
type (
	member struct {
		Record Text   `json:"record"`
		File   Text   `json:"file"`
		Member Text   `json:"member"`
		Format Text   `json:"format,omitempty"`
		Size   *int64 `json:"size,omitempty"`
		Why    Text   `json:"why,omitempty"`
	}
	// trouble is a part that was skipped, or an error.
	trouble struct {
		Record  Text   `json:"record"`
		File    Text   `json:"file,omitempty"`
		Member  Text   `json:"member,omitempty"`
		Message int    `json:"message,omitempty"`
		Part    Text   `json:"part,omitempty"`
		Offset  *int64 `json:"offset,omitempty"`
		Type    Text   `json:"type,omitempty"`
		Why     Text   `json:"why"`
		// Unproven is the number of URLs that the failed checksum covers.
		Unproven int `json:"unproven,omitempty"`
	}
	counts struct {
		Members  int   `json:"members,omitempty"`
		Messages int   `json:"messages,omitempty"`
		Bytes    int64 `json:"bytes,omitempty"`
		URLs     int   `json:"urls"`
		Unproven int   `json:"unproven,omitempty"`
		Skipped  int   `json:"skipped,omitempty"`
		Errors   int   `json:"errors,omitempty"`
	}
	input struct {
		Record Text   `json:"record"`
		File   Text   `json:"file"`
		Start  *int64 `json:"start,omitempty"`
		Size   *int64 `json:"size,omitempty"`
		SHA256 Text   `json:"sha256,omitempty"`
		Format Text   `json:"format,omitempty"`
		*counts
		Incomplete bool `json:"incomplete,omitempty"`
		Changed    bool `json:"changed,omitempty"`
		Stopped    bool `json:"stopped,omitempty"`
		Unchanged  bool `json:"unchanged,omitempty"`
	}
	totals struct {
		Record    Text  `json:"record"`
		Inputs    int   `json:"inputs"`
		Unchanged int   `json:"unchanged,omitempty"`
		Sources   int   `json:"sources,omitempty"`
		Unhashed  int   `json:"unhashed,omitempty"`
		Size      int64 `json:"size"`
		counts
		Status int  `json:"status"`
		Ended  Text `json:"ended"`
	}
)

func (c *counts) add(d *counts) {
	c.Members += d.Members
	c.Messages += d.Messages
	c.Bytes += d.Bytes
	c.URLs += d.URLs
	c.Unproven += d.Unproven
	c.Skipped += d.Skipped
	c.Errors += d.Errors
}

// begins begins an input.
func (m *Manifest) begins(p *sift.Chunk) {
	m.current = input{Record: "input", File: Name(p.Input.Name), Size: new(int64), counts: new(counts)}
	if p.Start > 0 || m.divided {
		m.current.Start = new(p.Start)
	}
	m.hash.Reset()
	m.whole = true
}

// hashes hashes bytes of the current input, unless bytes before them are missing.
func (m *Manifest) hashes(text []byte) {
	if m.whole {
		m.hash.Write(text)
		*m.current.Size += int64(len(text))
	}
}

// ends ends a chunk of the current input, and writes the record of the input after the
// last chunk.
func (m *Manifest) ends(e *ending) error {
	p := e.Chunk
	in := &m.current
	in.counts.add(&e.counts)
	in.Changed, in.Stopped = in.Changed || e.changed, in.Stopped || p.Stopped
	if e.hash != nil {
		m.hash, *in.Size = e.hash, p.Read
	}
	if p.Failed || p.End > 0 && p.Read < p.End-p.Start {
		m.whole = false
	}
	if !isLast(p) {
		return nil
	}
	if in.Format = Text(p.Format.String()); p.Archive {
		in.Format = "archive"
	}
	in.SHA256, in.Incomplete = Text(hex.EncodeToString(m.hash.Sum(nil))), !m.whole
	m.total.Inputs++
	m.total.Size += *in.Size
	m.total.add(in.counts)
	if m.summed != nil && (in.Start == nil || *in.Start == 0) && !in.Incomplete && !in.Changed {
		if err := m.summed(p, string(in.SHA256), *in.Size); err != nil {
			return err
		}
	}
	return m.write(in)
}

// troubleOf returns the record of an error.
func troubleOf(err error) *trouble {
	e, ok := errors.AsType[*sift.Error](err)
	if !ok {
		return &trouble{Record: "error", Why: Text(message.Of(err))}
	}
	r := &trouble{Record: "error", File: Name(e.File), Member: Name(e.Member), Message: e.Message,
		Part: Text(e.Part), Why: Text(e.Reason())}
	if e.Offset >= 0 {
		r.Offset = new(e.Offset)
	}
	return r
}
