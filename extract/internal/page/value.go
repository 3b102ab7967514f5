package page

import (
	"bytes"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/internal/octet"
)

// An attributeText is a decoded value, or one of several URLs in a value.
type attributeText struct {
	decode.Value
	name    string
	whole   bool
	program bool // a program, whose escapes are decoded
	shown   string
}

// setPlace sets the place of the value raw, which is at index at of the buffer, and
// whether text is missing after it.
func (a *attributeText) setPlace(in *decode.Input, at int, raw []byte) {
	a.From, a.At = in.From, in.At+int64(at)
	a.Cut = in.Done && at+len(raw) == len(in.Buf) && in.From.IsCut()
}

// decode decodes a value. Blanks and control characters around a URL are dropped, as are
// line breaks and tabs in it, which may be references. Other blanks in it are kept, as by
// browsers.
func (a *attributeText) decode(in *decode.Input, at int, raw []byte) {
	a.setPlace(in, at, raw)
	raw = bytes.TrimRight(raw, " \t\r\n\f")
	leads := a.whole // only blanks so far
	for i := 0; i < len(raw); {
		c := raw[i]
		switch {
		case c == '&':
			text, n := DecodeEntity(raw[i:])
			if a.whole && len(text) == 1 && bytes.IndexByte([]byte("\t\r\n"), text[0]) >= 0 {
				text = nil
			}
			a.Lump(int64(i), n, len(text))
			a.Out = append(a.Out, text...)
			i += n
			leads = false
			continue
		case c == '%' && a.program && i+2 < len(raw) && octet.Hex[raw[i+1]] && octet.Hex[raw[i+2]]:
			a.Lump(int64(i), 3, 1)
			a.Out = append(a.Out, octet.HexValue[raw[i+1]]<<4|octet.HexValue[raw[i+2]])
			i += 2
		case a.whole && (c == '\t' || c == '\r' || c == '\n'), c <= ' ' && leads:
		default:
			a.Plain(int64(i), 1)
			a.Out = append(a.Out, c)
			leads = false
		}
		i++
	}
}

// attributeIn returns the value of an attribute of a tag and the text after the value, or
// the whole tag if there is no such attribute.
func attributeIn(b []byte, name string) (value, rest []byte) {
	for {
		b = bytes.TrimLeft(b, " \t\r\n/")
		if len(b) == 0 || b[0] == '>' {
			return nil, b
		}
		a, _ := splitAttribute(b, true)
		if bytes.EqualFold(a.name, []byte(name)) {
			var one attributeText
			one.whole = true
			one.decode(&decode.Input{}, 0, b[a.start:a.end])
			return one.Out, b[a.size:]
		}
		b = b[a.size:]
	}
}

// decodedValue returns a value with its character references decoded.
func decodedValue(raw []byte) string {
	var one attributeText
	one.decode(&decode.Input{}, 0, raw)
	return string(one.Out)
}
