package inputs

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// A list is a file of paths, one a line, or each with a final NUL if the list contains a
// NUL.
type list struct {
	name string
	r    *bufio.Reader
	file *os.File
	all  []byte // its contents, if it is read several times
	err  error  // of reading all
}

// maxPath is the maximum length of a path in a list, and of the beginning that is
// searched for a NUL.
const maxPath = 64 << 10

// openList opens a list. The name "-" is standard input.
func openList(name string, stdin io.Reader) (*list, error) {
	if name == "-" {
		return &list{name: name, r: bufio.NewReaderSize(stdin, maxPath)}, nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	return &list{name: name, r: bufio.NewReaderSize(file, maxPath), file: file}, nil
}

// again lets each be called several times, each time from the first path. It reads the
// list into memory. A read error is repeated each time.
func (l *list) again() { l.all, l.err = io.ReadAll(l.r) }

// each calls do for each path until do returns false, and warn for errors.
func (l *list) each(do func(path string) bool, warn func(err error) bool) bool {
	if l.file != nil {
		defer l.file.Close()
	}
	if l.all != nil {
		l.r.Reset(bytes.NewReader(l.all))
	}
	begin, _ := l.r.Peek(maxPath)
	end := byte('\n')
	if bytes.IndexByte(begin, 0) >= 0 {
		end = 0
	}
	crlf := everyLineEndsInCRLF(begin)
	for offset := 0; ; {
		path, err := l.r.ReadSlice(end)
		at, n := offset, len(path)
		for errors.Is(err, bufio.ErrBufferFull) {
			path, err = l.r.ReadSlice(end)
			n += len(path)
		}
		offset += n
		if path = bytes.TrimSuffix(path, []byte{end}); end == '\n' && crlf {
			path = bytes.TrimSuffix(path, []byte{'\r'})
		}
		switch {
		case n > maxPath:
			if !warn(fmt.Errorf("%s: at offset %d: path longer than %d bytes", l.name, at, maxPath)) {
				return false
			}
		case len(path) > 0 && !do(pathInList(string(path))):
			return false
		}
		if err != nil {
			if err == io.EOF && l.err != nil {
				err = l.err
			}
			return err == io.EOF || warn(fmt.Errorf("%s: at offset %d: %w", l.name, offset, err))
		}
	}
}

// everyLineEndsInCRLF reports whether all complete lines in text end in CRLF, as editors
// on Windows write them. A name may end in a CR, but not all names do.
func everyLineEndsInCRLF(text []byte) bool {
	lines := bytes.Count(text, []byte("\n"))
	return lines > 0 && lines == bytes.Count(text, []byte("\r\n"))
}

// pathInList returns a path in the form for the command line, on which "-" is standard
// input. In a list it is a file.
func pathInList(path string) string {
	if path == "-" {
		return "." + string(filepath.Separator) + path
	}
	return path
}
