package document

import (
	"bytes"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

// Fields is a stage that extracts the links from the instructions of fields in Office
// text, such as
//
//	HYPERLINK "http://host.example/x" \l "place"
//
// The text ends before each link.
type Fields struct {
	decode.Filter
	Link *decode.Value // the next link, or nil
	Name string        // the name of its field, in lower case
}

// fieldNames are the fields whose first argument is a link.
var fieldNames = []string{"HYPERLINK", "INCLUDEPICTURE", "INCLUDETEXT"}

// maxField is the maximum length of the instruction of a field, in bytes.
const maxField = 4 << 10

// Reset begins to read another text, and reuses memory.
func (f *Fields) Reset(from decode.Input, keep int64) {
	*f = Fields{Filter: decode.Filter{Input: from, Output: f.Fresh(keep)}}
}

// Begin begins the text after a link.
func (f *Fields) Begin() {
	f.Offsets.Reset()
	f.Link = nil
}

func (f *Fields) IsWhole() bool { return f.Link != nil || f.Input.IsWhole() }

func (f *Fields) IsCut() bool { return f.Link == nil && f.Input.IsCut() }

func (f *Fields) Next() []byte {
	for f.Link == nil && (len(f.Buf) > 0 || f.More()) {
		n := f.before()
		if n == 0 {
			n = f.field()
		}
		if n > 0 {
			text := f.Buf[:n]
			f.Plain(f.At, n)
			f.Skip(n)
			return text
		}
	}
	return nil
}

// before returns the number of bytes before the next field. It reads more if a name may
// begin at the end.
func (f *Fields) before() int {
	for {
		n := len(f.Buf)
		for _, name := range fieldNames {
			if k := bytes.Index(f.Buf[:n], []byte(name)); k >= 0 {
				n = k
			}
		}
		switch longest := len(fieldNames[1]); {
		case n < len(f.Buf) || f.Done:
			return n
		case n >= longest:
			return n - longest + 1
		case !f.More():
			return len(f.Buf)
		}
	}
}

// field reads a field up to the end of its link, or returns the number of bytes that are
// text.
func (f *Fields) field() int {
	f.Has(maxField)
	b := f.Buf[:min(len(f.Buf), maxField)]
	if end := bytes.IndexByte(b, '\n'); end >= 0 {
		b = b[:end]
	} else if len(b) == maxField {
		return 1
	}
	name := b[:bytes.IndexFunc(append(b[:len(b):len(b)], ' '),
		func(r rune) bool { return r < 'A' || r > 'Z' })]
	if len(name) == len(b) || bytes.IndexByte([]byte(" \t\"\xe2"), b[len(name)]) < 0 {
		return len(name)
	}
	target, place := arguments(b[len(name):])
	if bytes.IndexByte(target.text, ':') < 0 {
		return len(name)
	}
	f.Name = strings.ToLower(string(name))
	f.Link = &decode.Value{From: f.From, At: f.At + int64(len(name))}
	target.addTo(f.Link)
	if len(place.text) > 0 && place.at > target.at && bytes.IndexByte(target.text, '#') < 0 {
		f.Link.Lump(int64(place.at), 0, 1)
		f.Link.Out = append(f.Link.Out, '#')
		place.addTo(f.Link)
	}
	f.Skip(len(name) + target.end)
	return 0
}

// An argument is an argument of a field, undecoded.
type argument struct {
	text []byte
	at   int
	end  int // the index after its closing quote
}

// arguments returns the first argument of a field, and the argument of its switch "\l".
func arguments(b []byte) (target, place argument) {
	for last, i := byte(0), 0; ; {
		for i < len(b) && (b[i] == ' ' || b[i] == '\t') {
			i++
		}
		if i == len(b) {
			return target, place
		}
		if b[i] == '\\' && i+1 < len(b) && b[i+1] != '\\' {
			last = b[i+1]
			i += 2
			continue
		}
		a := nextArgument(b, i)
		switch {
		case last == 'l':
			place = a
		case last != 'o' && last != 't' && last != 'c' && target.text == nil:
			target = a
		}
		last, i = 0, a.end
	}
}

// nextArgument returns the argument at index i, in quotes or up to a blank.
func nextArgument(b []byte, i int) argument {
	for _, quotes := range [][2]string{{`"`, `"`}, {"\u201c", "\u201d"}} {
		if !bytes.HasPrefix(b[i:], []byte(quotes[0])) {
			continue
		}
		start := i + len(quotes[0])
		for n := start; n < len(b); n++ {
			if b[n] == '\\' {
				n++
			} else if bytes.HasPrefix(b[n:], []byte(quotes[1])) {
				return argument{b[start:n], start, n + len(quotes[1])}
			}
		}
		return argument{end: len(b)} // the quote is not closed
	}
	n := bytes.IndexAny(b[i:], " \t")
	if n < 0 {
		n = len(b) - i
	}
	return argument{b[i : i+n], i, i + n}
}

// addTo adds an argument to a link, without the backslashes before backslashes and
// quotes.
func (a argument) addTo(v *decode.Value) {
	for i := 0; i < len(a.text); i++ {
		at, n := int64(a.at+i), 1
		if a.text[i] == '\\' && i+1 < len(a.text) && (a.text[i+1] == '\\' || a.text[i+1] == '"') {
			i, n = i+1, 2
		}
		v.Lump(at, n, 1)
		v.Out = append(v.Out, a.text[i])
	}
}
