package texts

import (
	"bytes"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/internal/octet"
)

// A param is a parameter of a field such as Content-Type.
type param struct {
	name       string // in lower case
	value      []byte
	start, end int // the offsets of the value
}

// maxParams is the maximum number of parameters that are read of one field.
const maxParams = 1000

// readParams parses the parameters after the first ";" of a value.
func readParams(value []byte) []param {
	var params []param
	at := bytes.IndexByte(value, ';') + 1
	if at == 0 {
		at = bytes.IndexByte(value, ' ') + 1 // no ";" before the first
	}
	seen := seenParams{stop: -1}
	for at > 0 && at < len(value) && len(params) < maxParams {
		start := at
		for at < len(value) && value[at] != '=' && value[at] != ';' {
			at++
		}
		if at >= len(value) || value[at] == ';' {
			at++
			continue
		}
		p := param{name: paramName(value[start:at])}
		at = p.read(value, at+1, &seen)
		params = append(params, p)
	}
	return params
}

// paramName returns a name without stray text before it.
func paramName(text []byte) string {
	text = bytes.TrimRight(text, " \t\r\n")
	if i := bytes.LastIndexAny(text, " \t\r\n)\""); i >= 0 {
		text = text[i+1:]
	}
	return strings.ToLower(string(text))
}

// A seenParams remembers facts about the rest of a value, so that the next parameter does
// not scan it again.
type seenParams struct {
	unclosed   bool // no further quote is closed
	stop, last int  // the next ";" or line break, or the end; the end of the text before it
}

// read reads a value, and returns the index at which the next parameter begins.
func (p *param) read(value []byte, at int, seen *seenParams) int {
	at = len(value) - len(bytes.TrimLeft(value[at:], " \t\r\n"))
	if at < len(value) && value[at] == '"' {
		if !seen.unclosed {
			if next := p.quoted(value, at+1); next > 0 {
				return next
			}
			seen.unclosed = true
		}
		at++
	}
	if seen.stop < at {
		seen.stop = at
		for seen.stop < len(value) && value[seen.stop] != ';' && value[seen.stop] != '\n' {
			seen.stop++
		}
		seen.last = at + len(bytes.TrimRight(value[at:seen.stop], " \t\r\n\""))
	}
	p.start, at = at, seen.stop
	p.value = bytes.TrimLeft(value[p.start:max(seen.last, p.start)], " \t\r\n\"")
	if i := bytes.IndexAny(p.value, " \t"); i >= 0 &&
		(p.name == "charset" || bytes.IndexByte(p.value[i:], '=') > 0) {
		at = p.start + i
		p.value = p.value[:i]
	}
	p.end = at
	return at
}

// quoted reads a quoted-string without its line breaks. It returns 0 if the string is not
// closed.
func (p *param) quoted(value []byte, at int) int {
	p.start = at
	var text []byte
	for ; at < len(value); at++ {
		switch c := value[at]; {
		case c == '"':
			p.value, p.end = text, at
			return at + 1
		case c == '\\' && at+1 < len(value) && (value[at+1] == '"' || value[at+1] == '\\'):
			at++
			text = append(text, value[at])
		case c != '\r' && c != '\n':
			text = append(text, c)
		}
	}
	return 0
}

// joinContinuations joins the parameters of RFC 2231 (name*0, name*1*), and decodes
// name*.
func joinContinuations(params []param) []param {
	var out []param
	last := -1 // the index in out of the parameter that may be continued
	for _, p := range params {
		name, rest, starred := strings.Cut(p.name, "*")
		if !starred {
			out, last = append(out, p), -1
			continue
		}
		number, _, encoded := strings.Cut(rest, "*")
		encoded = encoded || rest == ""
		if last >= 0 && out[last].name == name && number != "" && number != "0" {
			if encoded {
				p.value = unescapePercent(p.value)
			}
			out[last].value = append(out[last].value[:len(out[last].value):len(out[last].value)], p.value...)
			out[last].end = p.end
			continue
		}
		if encoded {
			p.value = decodeExtended(p.value)
		}
		p.name = name
		out = append(out, p)
		last = len(out) - 1
	}
	return out
}

// decodeExtended decodes charset'language'text.
func decodeExtended(value []byte) []byte {
	charset, rest, ok := bytes.Cut(value, []byte("'"))
	if !ok {
		return unescapePercent(value)
	}
	_, text, ok := bytes.Cut(rest, []byte("'"))
	if !ok {
		return unescapePercent(value)
	}
	return decode.Bytes(string(charset), unescapePercent(text))
}

func unescapePercent(text []byte) []byte { return octet.Unescape(text, '%') }
