package unpack

import (
	"bytes"
	"io"
	"strconv"
	"strings"
)

const (
	arHeader = 60
	arEnd    = "`\n" // ends a header
)

// ar yields the members of an archive. A name longer than 16 bytes is not in the header,
// which has one of these in its place:
//
//	/123     the offset of the name in the member "//", a table of names
//	#1/20    the length of the name, which precedes the contents of the member
func (c *content) ar() bool {
	c.Discard(len(arMagic))
	var names []byte
	for {
		name, size, err := c.arHeader()
		if err == io.EOF {
			return true
		}
		if err == nil && name == "//" {
			names, err = c.arNames(size)
			size = 0
		} else if err == nil {
			name, size, err = c.arName(name, size, names)
		}
		if err != nil {
			return c.fail(err)
		}
		l := c.stored(name, size)
		if !arIndex(name) && !c.enter(l) {
			return false
		}
		if !l.skip() {
			return c.u.report(l.failed())
		}
	}
}

// arHeader reads a header, and the line feed before it that follows a member of odd size.
func (s *source) arHeader() (name string, size int64, err error) {
	if b, _ := s.Peek(1); len(b) > 0 && b[0] == '\n' {
		s.Discard(1)
	}
	head := make([]byte, arHeader)
	if _, err := io.ReadFull(s, head); err != nil {
		return "", 0, err
	}
	size, err = strconv.ParseInt(string(bytes.TrimSpace(head[48:58])), 10, 64)
	if err != nil || size < 0 || string(head[58:]) != arEnd {
		return "", 0, errHeader
	}
	return strings.TrimRight(string(head[:16]), " "), size, nil
}

// arNames reads the table of names.
func (s *source) arNames(size int64) ([]byte, error) {
	if size > maxName {
		return nil, errHeader
	}
	names := make([]byte, size)
	_, err := io.ReadFull(s, names)
	return names, err
}

// arName returns the whole name, and the size of the contents without it.
func (s *source) arName(name string, size int64, names []byte) (string, int64, error) {
	if length, ok := strings.CutPrefix(name, "#1/"); ok {
		n, err := strconv.ParseInt(length, 10, 64)
		if err != nil || n < 0 || n > min(size, maxName) {
			return "", 0, errHeader
		}
		text := make([]byte, n)
		if _, err := io.ReadFull(s, text); err != nil {
			return "", 0, err
		}
		return strings.TrimRight(string(text), "\x00"), size - n, nil
	}
	if len(name) > 1 && name[0] == '/' && '0' <= name[1] && name[1] <= '9' {
		i, err := strconv.ParseUint(name[1:], 10, 31)
		if err != nil || int(i) >= len(names) {
			return "", 0, errHeader
		}
		text, _, _ := bytes.Cut(names[i:], []byte("\n"))
		return strings.TrimSuffix(string(text), "/"), size, nil
	}
	if !arIndex(name) {
		name = strings.TrimSuffix(name, "/")
	}
	return name, size, nil
}

// arIndex reports whether an entry holds symbols or names, and is not a member.
func arIndex(name string) bool {
	return name == "/" || name == "//" || name == "/SYM64/" || strings.HasPrefix(name, "__.SYMDEF")
}
