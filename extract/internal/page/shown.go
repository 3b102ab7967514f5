package page

import (
	"bytes"
	"cmp"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/internal/octet"
)

// Limits for the visible text of a link: the distance to its end, and the length that is
// kept.
const (
	maxLinkText = 4 << 10
	maxShown    = 250
)

// A shown is the visible text of the link of the current tag.
type shown struct {
	text   string
	looked bool // text is known
}

// of returns the visible text of the link whose tag, of element, continues after n bytes,
// on one line. It is computed once for each tag.
func (s *shown) of(in *decode.Input, n int, element []byte) string {
	for have := 0; !s.looked; {
		b := in.Buf[n:min(len(in.Buf), n+maxLinkText)]
		if text, ended := linkText(b, string(element)); ended || len(b) == maxLinkText || in.Done {
			s.text, s.looked = text, true
			break
		}
		have = len(in.Buf)
		in.Has(have + 1)
	}
	return s.text
}

// linkText returns the text of the link whose tag continues with b. element is the name
// of its element. It reports whether the link ends in b.
func linkText(b []byte, element string) (string, bool) {
	i, inside := 0, true
	var out []byte
	blank := false
	put := func(text []byte) {
		for _, c := range text {
			if c <= ' ' {
				blank = len(out) > 0
				continue
			}
			if blank {
				out, blank = append(out, ' '), false
			}
			out = append(out, c)
		}
	}
	var quote byte
	for i < len(b) && len(out) < maxShown {
		c := b[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case inside && (c == '"' || c == '\'') && i > 0 && b[i-1] == '=':
			quote = c
		case inside:
			inside = c != '>'
		case bytes.HasPrefix(b[i:], []byte(commentStart)):
			i += cmp.Or(commentLength(b[i:], 0), len(b)-i)
			continue
		case c == '<' && i+1 < len(b) && (octet.Letter[b[i+1]] || b[i+1] == '/' || b[i+1] == '!'):
			name := tagName(b[i+1:])
			if name == element { // its end tag, or the next link
				return string(out), true
			}
			prefixed := strings.IndexByte(name, ':') > 0
			if inside = true; !inline[name] && !(prefixed && isInline([]byte(name), true)) {
				put([]byte{' '})
			}
		case c == '&':
			text, n := DecodeEntity(b[i:])
			if bytes.Equal(text, noBreakSpace) {
				text = []byte{' '}
			}
			put(text)
			i += n
			continue
		default:
			put(b[i : i+1])
		}
		i++
	}
	return strings.ToValidUTF8(string(out), ""), len(out) >= maxShown
}

var noBreakSpace = []byte("\u00a0")
