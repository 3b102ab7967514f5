package output

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/message"
)

// A Share says which share of the input an output has, and of which run it is one. Shares of one run differ in nothing but Number.
type Share struct {
	Number  int      `json:"number"`
	Of      int      `json:"of"`
	Version string   `json:"version"`         // of urlsift
	Flags   []string `json:"flags"`           // that change what is found or written
	Paths   []string `json:"paths"`           // of the input
	Bytes   int64    `json:"bytes,omitempty"` // of the output before its last line
}

// Text returns the share as a JSON object.
func (s Share) Text() string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.Encode(s)
	return strings.TrimSuffix(b.String(), "\n")
}

// The last line of an output of a share names it. It is a JSON object, which in any format but JSON stands after a "#". That it is
// the last one, and knows how much stands before it, shows that nothing of the output is missing or was added.
const (
	lineBegin, lineEnd = `{"share":`, "}"
	comment            = "# "
)

// Line returns the last line of the output of a share. size is the number of bytes before it.
func (s Share) Line(isJSON bool, end byte, size int64) []byte {
	s.Bytes = size
	line := lineBegin + s.Text() + lineEnd
	if !isJSON {
		line = comment + line
	}
	return append([]byte(line), end)
}

// maxLine is the maximum length of the last line. It has the paths of a command line.
const maxLine = 64 << 20

// ofFile returns the text of the share that an output names in its last line, and the size in bytes of what is before that.
func ofFile(name string) (share string, size int64, err error) {
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
		return "", 0, fmt.Errorf("%s: not a regular file, and so not the -o file of a share", name)
	}
	for length := int64(16 << 10); ; length *= 8 {
		tail := make([]byte, min(length, info.Size()))
		if _, err := file.ReadAt(tail, info.Size()-int64(len(tail))); err != nil && err != io.EOF {
			return "", 0, err
		}
		if len(tail) == 0 {
			break
		}
		text, end := tail[:len(tail)-1], tail[len(tail)-1]
		from := bytes.LastIndexByte(text, end) + 1
		if from == 0 && int64(len(tail)) < info.Size() && length < maxLine {
			continue
		}
		line := strings.TrimPrefix(string(text[from:]), comment)
		share, ok := strings.CutPrefix(line, lineBegin)
		if !ok || end != '\n' && end != 0 {
			break
		}
		share, size = strings.TrimSuffix(share, lineEnd), info.Size()-int64(len(tail)-from)
		var s Share
		if err := json.Unmarshal([]byte(share), &s); err == nil && s.Bytes != size {
			return "", 0, fmt.Errorf("%s: not as it was written: its last line stands after %d bytes, and not %d", name, size, s.Bytes)
		}
		return share, size, nil
	}
	return "", 0, fmt.Errorf("%s: does not end with a line that names its share: it is incomplete, or not a file of urlsift --shard I/N -o FILE", name)
}

// InOrder returns names in the order of their shares, whose texts shareOf returns. It is an error if they are not all shares of one
// run, each of them once.
func InOrder(names []string, shareOf func(name string) (text string, err error)) ([]string, error) {
	var first Share
	shares := map[int]string{} // the names, by number
	for i, name := range names {
		text, err := shareOf(name)
		if err != nil {
			return nil, err
		}
		var s Share
		if err := json.Unmarshal([]byte(text), &s); err != nil || s.Number < 1 || s.Number > s.Of {
			return nil, fmt.Errorf("%s: names no share: %.100q", name, text)
		}
		if i == 0 {
			first = s
		}
		if why := s.differs(first, names[0]); why != "" {
			return nil, fmt.Errorf("%s: %s", name, why)
		}
		if other, ok := shares[s.Number]; ok {
			return nil, fmt.Errorf("%s: is share %d/%d, and so is %s", name, s.Number, s.Of, other)
		}
		shares[s.Number] = name
	}
	if len(shares) < first.Of {
		return nil, missing(shares, first.Of)
	}
	var ordered []string
	for number := range first.Of {
		ordered = append(ordered, shares[number+1])
	}
	return ordered, nil
}

// differs describes how the run of a share differs from that of another one. It returns nothing if they are of one run.
func (s Share) differs(first Share, name string) string {
	was := func(what string, one, other any) string {
		return fmt.Sprintf("made "+what+", but %s "+what, one, name, other)
	}
	switch {
	case s.Of != first.Of:
		return fmt.Sprintf("is share %d/%d, but %s is share %d/%d", s.Number, s.Of, name, first.Number, first.Of)
	case s.Version != first.Version:
		return was("by urlsift %s", s.Version, first.Version)
	case !slices.Equal(s.Flags, first.Flags):
		return was("with the flags %q", strings.Join(s.Flags, " "), strings.Join(first.Flags, " "))
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

// missing returns the error that some shares have no name.
func missing(shares map[int]string, of int) error {
	const most = 5 // are listed
	var list []string
	for number := 1; number <= of && len(list) <= most; number++ {
		if _, ok := shares[number]; !ok {
			list = append(list, fmt.Sprintf("%d/%d", number, of))
		}
	}
	if len(list) == 1 {
		return errors.New("share " + list[0] + " is missing")
	}
	if len(list) > most {
		list[most] = "others"
	}
	return errors.New("shares " + message.List(list, "and") + " are missing")
}
