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
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/message"
)

// Merge writes what the files of all shares of a run have, in the order of the shares, as if one run had written it: results one after
// the other, of a table its header once, and counts added up. Results are copied as they are read. Counts are kept, one for each key.
//
// Files that are not all shares of one run, each once, are an error; see [InOrder]. Nothing is written then. If the context ends before
// all is written, Merge returns the cause.
func Merge(ctx context.Context, w io.Writer, names []string) error {
	m := merger{w: bufio.NewWriterSize(w, 64<<10)}
	sizes := map[string]int64{}
	names, err := InOrder(names, func(name string) (text string, err error) {
		text, sizes[name], err = ofFile(name)
		return text, err
	})
	if err != nil {
		return err
	}
	for _, name := range names {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		release := context.AfterFunc(ctx, func() { file.Close() })
		err = m.file(io.NewSectionReader(file, 0, sizes[name]))
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

// A shape describes the form of an output. Only outputs of the same shape can be merged.
type shape struct {
	end    byte
	header string // of a table, with its end, or empty
	json   bool
	counts bool
}

type merger struct {
	w      *bufio.Writer
	shape  shape
	begun  bool    // the shape is known
	counts *Counts // of what follows the number on a line, as it is printed; nil unless counts are merged
}

var errNotWhole = errors.New("incomplete: ends in the middle of a line")

// file merges one file.
func (m *merger) file(file *io.SectionReader) error {
	if file.Size() == 0 {
		return nil
	}
	in := bufio.NewReaderSize(file, 256<<10)
	head, err := in.Peek(64 << 10)
	if err != nil && err != io.EOF {
		return err
	}
	s, err := shapeOf(head)
	if err != nil {
		return err
	}
	last := make([]byte, 1)
	file.ReadAt(last, file.Size()-1)
	switch {
	case last[0] != s.end:
		return errNotWhole
	case !m.begun:
		m.begun, m.shape = true, s
		if m.w.WriteString(s.header); s.counts {
			m.counts = NewCounts()
		}
	case m.shape != s:
		return errors.New("its format differs from that of the files before")
	}
	in.Discard(len(s.header))
	if s.counts {
		return m.add(in)
	}
	n, err := io.Copy(m.w, in)
	if err == nil && n < file.Size()-int64(len(s.header)) { // it was cut just now
		err = errNotWhole
	}
	return err
}

// shapeOf returns the shape of a file that begins with head.
func shapeOf(head []byte) (s shape, err error) {
	s.end = '\n'
	feed, nul := bytes.IndexByte(head, '\n'), bytes.IndexByte(head, 0)
	if nul >= 0 && (feed < 0 || nul < feed) {
		s.end = 0
	}
	line, _, found := bytes.Cut(head, []byte{s.end})
	if !found {
		return s, errNotWhole
	}
	first := string(line)
	for _, comma := range []string{",", "\t"} {
		counts := strings.HasPrefix(first, "count"+comma)
		if counts || first == strings.ReplaceAll(Columns, ",", comma) {
			s.header, s.counts = first+string(s.end), counts
			return s, nil
		}
	}
	s.json = strings.HasPrefix(first, "{")
	_, _, s.counts = cutCount(line, s)
	return s, nil
}

// cutCount takes the line of a count apart: into the number, and what follows it.
func cutCount(line []byte, s shape) (n int, rest []byte, ok bool) {
	if s.json {
		if line, ok = bytes.CutPrefix(line, []byte(`{"count":`)); !ok {
			return 0, nil, false
		}
	}
	digits := len(line) - len(bytes.TrimLeft(line, "0123456789"))
	if n, err := strconv.Atoi(string(line[:digits])); err == nil && digits < len(line) && strings.IndexByte(" ,\t", line[digits]) >= 0 {
		return n, line[digits:], true
	}
	return 0, nil, false
}

// add adds the counts in a file.
func (m *merger) add(in *bufio.Reader) error {
	for number := 1; ; number++ {
		line, err := in.ReadBytes(m.shape.end)
		switch {
		case err == io.EOF && len(line) == 0:
			return nil
		case err == io.EOF:
			return errNotWhole
		case err != nil:
			return err
		}
		n, rest, ok := cutCount(line, m.shape)
		if !ok {
			return fmt.Errorf("line %d is not a count", number)
		}
		m.counts.Add(rest, n)
	}
}

// print writes the counts, if there are any.
func (m *merger) print() {
	if m.counts == nil {
		return
	}
	before := ""
	if m.shape.json {
		before = `{"count":`
	}
	m.counts.Sort()
	for _, one := range m.counts.List {
		m.w.WriteString(before + strconv.Itoa(one.N) + one.Key)
	}
}
