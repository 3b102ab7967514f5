package output

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/message"
)

// A Shard identifies the shard of the input that an output covers, and its run. Shards of
// one run differ only in Number.
type Shard struct {
	Number  int      `json:"number"`
	Of      int      `json:"of"`
	Version string   `json:"version"` // of urlsift
	Flags   []string `json:"flags"`   // those that change results or output
	Paths   []string `json:"paths"`   // of the input

	// How to merge an output. A database has none of these.
	Format string `json:"format,omitempty"` // its name, or "lines"
	Counts bool   `json:"counts,omitempty"` // each line is a count
	NUL    bool   `json:"nul,omitempty"`    // each line ends in a NUL
	Header int64  `json:"header,omitempty"` // length in bytes of the header
	Bytes  int64  `json:"bytes,omitempty"`  // length in bytes of the output before its last line
}

// end returns the byte that ends lines of the output.
func (s Shard) end() byte {
	if s.NUL {
		return 0
	}
	return '\n'
}

// Text returns the shard as a JSON object.
func (s Shard) Text() string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.Encode(s)
	return strings.TrimSuffix(b.String(), "\n")
}

// The last line of the output of a shard describes the shard. It is a JSON object, with a
// "#" before it in any format but JSON. Its place and its number of bytes prove that no
// output is missing or was added.
const (
	lineBegin, lineEnd = `{"share":`, "}"
	comment            = "# "
)

// Line returns the last line of the output of a shard. size is the number of bytes before
// it.
func (s Shard) Line(o *Options, size int64) []byte {
	s.Format, s.Counts, s.NUL, s.Bytes = cmp.Or(o.Format.Name, "lines"), o.Count, o.End == 0, size
	if o.Format.Header != nil {
		s.Header = int64(len(o.Format.Header(o, nil)))
	}
	line := lineBegin + s.Text() + lineEnd
	if s.Format != jsonLines.Name {
		line = comment + line
	}
	return append([]byte(line), s.end())
}

// maxLine is the maximum length of the last line. It contains the paths of a command
// line.
const maxLine = 64 << 20

// ofFile returns the shard in the last line of an output, and the text of the line.
func ofFile(name string) (text string, s Shard, err error) {
	line, size, err := lastLine(name)
	if err != nil {
		return "", s, err
	}
	text, ok := strings.CutPrefix(strings.TrimPrefix(line, comment), lineBegin)
	text = strings.TrimSuffix(text, lineEnd)
	switch {
	case !ok:
		err = fmt.Errorf("%s: incomplete, or not written by urlsift --shard I/N -o FILE", name)
	case json.Unmarshal([]byte(text), &s) != nil: // SortShards reports it
	case s.Bytes != size:
		err = fmt.Errorf("%s: modified since it was written: its last line is at byte %d, not at %d", name,
			size, s.Bytes)
	case s.Format == "" || s.Header < 0 || s.Header > size:
		err = fmt.Errorf("%s: made by another version of urlsift: its last line has no format", name)
	}
	return text, s, err
}

// lastLine returns the last line of a file, which ends in a newline or a NUL, without its
// end, and the size in bytes of the text before it. It returns "" if there is no such
// line.
func lastLine(name string) (line string, size int64, err error) {
	file, err := os.Open(name)
	if err != nil {
		return "", 0, err
	}
	defer file.Close()
	info, err := file.Stat()
	switch {
	case err != nil:
		return "", 0, err
	case !info.Mode().IsRegular():
		return "", 0, fmt.Errorf("%s: not a regular file; name the -o file of a shard", name)
	}
	for length := int64(16 << 10); ; length *= 8 {
		tail := make([]byte, min(length, info.Size()))
		before := info.Size() - int64(len(tail))
		if _, err := file.ReadAt(tail, before); err != nil && err != io.EOF || len(tail) == 0 {
			return "", 0, err
		}
		text, end := tail[:len(tail)-1], tail[len(tail)-1]
		from := bytes.LastIndexByte(text, end) + 1
		switch {
		case end != '\n' && end != 0:
			return "", 0, nil
		case from > 0 || before == 0 || length >= maxLine:
			return string(text[from:]), before + int64(from), nil
		}
	}
}

// SortShards returns names in the order of their shards. shardOf returns the text of a
// shard. It is an error if they are not all shards of one run, each once.
func SortShards(names []string, shardOf func(name string) (text string, err error)) ([]string, error) {
	var first Shard
	shards := map[int]string{} // the names, by number
	for i, name := range names {
		text, err := shardOf(name)
		if err != nil {
			return nil, err
		}
		var s Shard
		if err := json.Unmarshal([]byte(text), &s); err != nil || s.Number < 1 || s.Number > s.Of {
			return nil, fmt.Errorf("%s: not a shard: %.100q", name, text)
		}
		if i == 0 {
			first = s
		}
		if why := s.differs(first, names[0]); why != "" {
			return nil, fmt.Errorf("%s: %s", name, why)
		}
		if other, ok := shards[s.Number]; ok {
			return nil, fmt.Errorf("%s: is shard %d/%d, and so is %s", name, s.Number, s.Of, other)
		}
		shards[s.Number] = name
	}
	if len(shards) < first.Of {
		return nil, missing(shards, first.Of)
	}
	var ordered []string
	for number := range first.Of {
		ordered = append(ordered, shards[number+1])
	}
	return ordered, nil
}

// differs describes how the runs of two shards differ. It returns "" for one run.
func (s Shard) differs(first Shard, name string) string {
	was := func(what string, one, other any) string {
		return fmt.Sprintf("made "+what+", but %s "+what, one, name, other)
	}
	switch {
	case s.Of != first.Of:
		return fmt.Sprintf("is shard %d/%d, but %s is shard %d/%d", s.Number, s.Of, name,
			first.Number, first.Of)
	case s.Version != first.Version:
		return was("by urlsift %s", s.Version, first.Version)
	case !slices.Equal(s.Flags, first.Flags):
		return was("with the options %q", strings.Join(s.Flags, " "), strings.Join(first.Flags, " "))
	case len(s.Paths) != len(first.Paths):
		return was("from %d paths", len(s.Paths), len(first.Paths))
	}
	for i, path := range s.Paths {
		if path != first.Paths[i] {
			return was("from the path %q", path, first.Paths[i])
		}
	}
	return ""
}

// missing returns the error that reports missing shards.
func missing(shards map[int]string, of int) error {
	const most = 5 // listed
	var list []string
	for number := 1; number <= of && len(list) <= most; number++ {
		if _, ok := shards[number]; !ok {
			list = append(list, fmt.Sprintf("%d/%d", number, of))
		}
	}
	if len(list) == 1 {
		return errors.New("shard " + list[0] + " is missing")
	}
	if len(list) > most {
		list[most] = "others"
	}
	return errors.New("shards " + message.List(list, "and") + " are missing")
}
