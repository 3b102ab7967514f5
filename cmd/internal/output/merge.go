package output

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/urlsift/urlsift/cmd/internal/message"
)

// Merge writes the outputs of all shards of a run, in the order of the shards, as if one
// run had written them: results one after the other, the header of a table once, and
// counts added up. Results are copied as they are read. Counts are kept, one for each
// key.
//
// Files that are not all shards of one run, each once, are an error, before anything is
// written; see [SortShards]. If the context ends before everything is written, Merge
// returns its cause.
func Merge(ctx context.Context, w io.Writer, names []string) error {
	m := merger{w: bufio.NewWriterSize(w, 64<<10), counts: NewCounts()}
	shards := map[string]Shard{}
	names, err := SortShards(names, func(name string) (text string, err error) {
		text, shards[name], err = ofFile(name)
		return text, err
	})
	if err != nil {
		return err
	}
	for i, name := range names {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		release := context.AfterFunc(ctx, func() { file.Close() })
		err = m.file(file, shards[name], i == 0)
		release()
		file.Close()
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err != nil:
			return message.InFile(name, err)
		}
	}
	m.print()
	if err := m.w.Flush(); err != nil {
		return err
	}
	return context.Cause(ctx)
}

type merger struct {
	w      *bufio.Writer
	counts *Counts // of the text after the number on each line
	before string  // the text before that number
}

var errNotWhole = errors.New("incomplete: ends in the middle of a line")

// file merges the output of a shard. Only the first one writes the header.
func (m *merger) file(file io.ReaderAt, s Shard, first bool) error {
	from := s.Header
	if first {
		if err := m.copy(io.NewSectionReader(file, 0, from)); err != nil {
			return err
		}
	}
	lines := io.NewSectionReader(file, from, s.Bytes-from)
	if !s.Counts {
		return m.copy(lines)
	}
	if s.Format == jsonLines.Name {
		m.before = countBegin
	}
	return m.add(lines, s.end())
}

// copy copies a part of a file.
func (m *merger) copy(part *io.SectionReader) error {
	n, err := io.Copy(m.w, part)
	if err == nil && n < part.Size() { // it was truncated meanwhile
		err = errNotWhole
	}
	return err
}

// add adds the counts in lines, which end in end.
func (m *merger) add(lines io.Reader, end byte) error {
	in := bufio.NewReaderSize(lines, 256<<10)
	for number := 1; ; number++ {
		line, err := in.ReadBytes(end)
		switch {
		case err == io.EOF && len(line) == 0:
			return nil
		case err == io.EOF:
			return errNotWhole
		case err != nil:
			return err
		}
		n, rest, ok := cutCount(line, m.before)
		if !ok {
			return fmt.Errorf("line %d is not a count", number)
		}
		m.counts.Add(rest, n)
	}
}

// cutCount splits the line of a count after before: into the number, and the rest.
func cutCount(line []byte, before string) (n int, rest []byte, ok bool) {
	line, ok = bytes.CutPrefix(line, []byte(before))
	digits := len(line) - len(bytes.TrimLeft(line, "0123456789"))
	n, err := strconv.Atoi(string(line[:digits]))
	return n, line[digits:], ok && err == nil
}

// print writes the counts, if there are any.
func (m *merger) print() {
	m.counts.Sort()
	for _, one := range m.counts.List {
		m.w.WriteString(m.before + strconv.Itoa(one.N) + one.Key)
	}
}
