package page

import (
	"bytes"
	"encoding/base64"
	"strconv"

	"github.com/urlsift/urlsift/internal/octet"
)

// calls are the functions of JavaScript that decode text, each with the "(" after its
// name, and what they return for a literal argument. Scripts are not run.
var calls = []struct {
	name   string
	decode func(argument []byte) (text []byte, ok bool)
}{
	{"atob(", atob}, {"unescape(", unescape}, {"decodeURIComponent(", unescape}, {"decodeURI(", unescape},
	{"fromCharCode(", fromCharCode},
}

// call reads a call of one of calls with a literal argument, if the script begins with
// one, as the string that it returns. Otherwise it may reduce n, the length of the next
// text, so that the text ends before a call.
func (m *Reader) call(n *int) bool {
	const longestName, longest = len("decodeURIComponent("), 64 << 10
	if string(m.element) != "script" {
		return false
	}
	m.Has(2 * longestName)
	*n = m.rawLength()
	begin, end, k := m.nextCall(*n)
	switch {
	case end == 0:
		if *n == len(m.Buf) && m.Has(*n+1) { // a name may begin at the end
			*n = max(1, *n-longestName)
		}
		return false
	case begin > 0:
		*n = begin
		return false
	}
	m.Has(longest)
	argument, rest, ok := bytes.Cut(m.Buf[end:min(len(m.Buf), longest)], []byte{')'})
	text, known := calls[k].decode(bytes.TrimSpace(argument))
	if !ok || !known {
		*n = end
		return false
	}
	m.Put(&m.Input, min(len(m.Buf), longest)-len(rest), []byte(`"`+string(text)+`"`))
	return true
}

// nextCall returns the beginning and the end of the name of the next of calls in the next
// n bytes, and which it is. The end is 0 if there is none.
func (m *Reader) nextCall(n int) (begin, end, k int) {
	for {
		open := bytes.IndexByte(m.Buf[end:n], '(')
		if open < 0 {
			return 0, 0, 0
		}
		end += open + 1
		for k := range calls {
			if name := calls[k].name; bytes.HasSuffix(m.Buf[:end], []byte(name)) {
				return end - len(name), end, k
			}
		}
	}
}

// literal returns the content of a string in quotes without escapes.
func literal(argument []byte) (content []byte, ok bool) {
	last := len(argument) - 1
	if last < 1 || argument[0] != argument[last] || bytes.IndexByte([]byte("\"'`"), argument[0]) < 0 {
		return nil, false
	}
	content = argument[1:last]
	return content, bytes.IndexByte(content, argument[0]) < 0 && bytes.IndexByte(content, '\\') < 0
}

func atob(argument []byte) (text []byte, ok bool) {
	encoded, ok := literal(argument)
	if !ok {
		return nil, false
	}
	text, err := base64.RawStdEncoding.DecodeString(string(bytes.TrimRight(encoded, "=")))
	return text, err == nil
}

func unescape(argument []byte) (text []byte, ok bool) {
	text, ok = literal(argument)
	text = bytes.ReplaceAll(text, []byte("%u"), []byte(`\u`)) // which is an escape in a string, too
	return octet.Unescape(text, '%'), ok
}

func fromCharCode(argument []byte) (text []byte, ok bool) {
	for code := range bytes.SplitSeq(argument, []byte{','}) {
		value, err := strconv.ParseUint(string(bytes.TrimSpace(code)), 0, 16)
		if err != nil {
			return nil, false
		}
		text = append(text, string(rune(value))...)
	}
	return text, true
}
