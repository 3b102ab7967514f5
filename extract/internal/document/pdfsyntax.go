package document

import (
	"bytes"
	"encoding/hex"
	"iter"
	"strconv"
	"unicode/utf8"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/internal/octet"
)

// The kinds of tokens of a PDF (ISO 32000-1, section 7.2). A delimiter is its own kind.
const (
	pdfEnd       = 0
	pdfLiteral   = '('
	pdfHex       = '<'
	pdfNameToken = '/'
	pdfOpenDict  = 'D'
	pdfCloseDict = 'd'
	pdfWord      = 'w' // a number, a keyword or an operator
)

// pdfToken returns the kind and the bounds of the token at or after index i. An unclosed
// string extends to the end of b.
func pdfToken(b []byte, i int) (kind byte, start, end int) {
	for i < len(b) && (pdfBlank[b[i]] || b[i] == '%') {
		if b[i] == '%' {
			if k := bytes.IndexAny(b[i:], "\r\n"); k >= 0 {
				i += k
			} else {
				i = len(b) - 1
			}
		}
		i++
	}
	if i == len(b) {
		return pdfEnd, i, i
	}
	switch c := b[i]; {
	case c == '(':
		end, _ = literalEnd(b, i)
		return pdfLiteral, i, end
	case c == '/':
		return pdfNameToken, i, wordEnd(b, i+1)
	case c == '<' && i+1 < len(b) && b[i+1] == '<':
		return pdfOpenDict, i, i + 2
	case c == '>' && i+1 < len(b) && b[i+1] == '>':
		return pdfCloseDict, i, i + 2
	case c == '<':
		if end = hexEnd(b, i); end > 0 {
			return pdfHex, i, end
		}
		return '{', i, i + 1 // not a string
	case pdfDelimiter[c]:
		return c, i, i + 1
	}
	return pdfWord, i, wordEnd(b, i)
}

// literalEnd returns the index after the literal string at index i, and reports whether
// the string is closed. Otherwise it extends to the end of b.
func literalEnd(b []byte, i int) (end int, closed bool) {
	depth := 0
	for ; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1, true
			}
		}
	}
	return len(b), false
}

// hexEnd returns the index after the hexadecimal string at index i, or 0 if there is
// none.
func hexEnd(b []byte, i int) int {
	for i++; i < len(b) && (octet.Hex[b[i]] || pdfBlank[b[i]]); i++ {
	}
	if i == len(b) || b[i] != '>' {
		return 0
	}
	return i + 1
}

// wordEnd returns the index after the regular characters at index i.
func wordEnd(b []byte, i int) int {
	return i + pdfRegular.Span(b[i:])
}

// pdfValue returns the undecoded value at or after index i, and the index after it. A
// reference such as "1 0 R" is one value. The value is empty before a closing delimiter
// and at the end.
func pdfValue(b []byte, i int) (value []byte, end int) {
	kind, start, end := pdfToken(b, i)
	switch kind {
	case pdfEnd, pdfCloseDict, ']':
		return nil, start
	case pdfOpenDict, '[':
		for depth := 1; depth > 0; {
			switch kind, _, next := pdfToken(b, end); kind {
			case pdfEnd:
				return b[start:end], end
			case pdfOpenDict, '[':
				depth, end = depth+1, next
			case pdfCloseDict, ']':
				depth, end = depth-1, next
			default:
				end = next
			}
		}
	case pdfWord:
		if octet.Digit[b[start]] {
			_, s, e := pdfToken(b, end)
			if _, s2, e2 := pdfToken(b, e); s < e && octet.Digit[b[s]] && string(b[s2:e2]) == "R" {
				end = e2
			}
		}
	}
	return b[start:end], end
}

// pdfEntries returns the keys and values of an undecoded dictionary.
func pdfEntries(dict []byte) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		if !bytes.HasPrefix(dict, []byte("<<")) {
			return
		}
		for i := 2; ; {
			kind, start, end := pdfToken(dict, i)
			if kind == pdfEnd || kind == pdfCloseDict {
				return
			}
			if i = end; kind != pdfNameToken {
				continue
			}
			var value []byte
			if value, i = pdfValue(dict, end); !yield(pdfName(dict[start:end]), value) {
				return
			}
		}
	}
}

// pdfElements returns the elements of an undecoded array, or a value that is not an
// array.
func pdfElements(array []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		if len(array) == 0 || array[0] != '[' {
			if len(array) > 0 {
				yield(array)
			}
			return
		}
		for i := 1; ; {
			value, end := pdfValue(array, i)
			if len(value) == 0 || !yield(value) {
				return
			}
			i = end
		}
	}
}

// pdfName returns a name without its slash, with "#" and two digits decoded to a byte, or
// "" if b is not a name.
func pdfName(b []byte) string {
	if len(b) == 0 || b[0] != '/' {
		return ""
	}
	return string(octet.Unescape(b[1:], '#'))
}

// pdfNumber returns the value of a number, or 0. Some programs write two signs.
func pdfNumber(b []byte) float64 {
	digits, value, unit, point := bytes.TrimLeft(b, "+-"), 0.0, 1.0, false
	if bytes.IndexByte(b[:len(b)-len(digits)], '-') >= 0 {
		unit = -1
	}
	for _, c := range digits {
		if c == '.' && !point {
			point = true
			continue
		}
		if !octet.Digit[c] {
			break
		}
		if value = value*10 + float64(c-'0'); point {
			unit *= 10
		}
	}
	return value / unit
}

// pdfInt returns the value of a non-negative integer, or -1 if it is out of range.
func pdfInt(b []byte) int {
	const digits = 10
	n, err := strconv.Atoi(string(b[:min(len(b), digits)]))
	if err != nil || n < 0 || n > 1<<31-1 {
		return -1
	}
	return n
}

// pdfReference returns the number of the object in a reference, or -1.
func pdfReference(b []byte) int {
	if len(b) == 0 || b[len(b)-1] != 'R' {
		return -1
	}
	return pdfInt(b[:wordEnd(b, 0)])
}

// pdfString returns the bytes of a string, or nil if b is not one.
func pdfString(b []byte) []byte {
	switch {
	case len(b) < 2:
	case b[0] == '(':
		return unescaped(bytes.TrimSuffix(b[1:], []byte(")")))
	case b[0] == '<' && b[1] != '<':
		return fromHex(b[1 : len(b)-1])
	}
	return nil
}

// fromHex decodes hexadecimal digits, with blanks between them. An odd last digit is
// followed by an implicit 0.
func fromHex(b []byte) []byte {
	digits := make([]byte, 0, len(b)+1)
	for _, c := range b {
		if octet.Hex[c] {
			digits = append(digits, c)
		}
	}
	if len(digits)%2 == 1 {
		digits = append(digits, '0')
	}
	n, _ := hex.Decode(digits, digits)
	return digits[:n]
}

// unescaped decodes the escapes of a literal string.
func unescaped(b []byte) []byte {
	if bytes.IndexByte(b, '\\') < 0 {
		return b
	}
	out := make([]byte, 0, len(b))
	for len(b) > 0 {
		n, text := 1, b[:1]
		if b[0] == '\\' {
			n, text = escapeOf(b)
		}
		out, b = append(out, text...), b[n:]
	}
	return out
}

// escapeOf decodes an escape of a literal string.
func escapeOf(b []byte) (int, []byte) {
	if len(b) < 2 {
		return len(b), nil
	}
	if text, ok := pdfEscapes[b[1]]; ok {
		if string(b[1:min(3, len(b))]) == "\r\n" {
			return 3, nil
		}
		return 2, []byte(text)
	}
	n, v := 1, 0
	for n < len(b) && n <= 3 && '0' <= b[n] && b[n] <= '7' {
		v = v*8 + int(b[n]-'0')
		n++
	}
	if n > 1 {
		return n, []byte{byte(v)}
	}
	return 2, b[1:2]
}

// pdfEscapes maps characters after a backslash to their meanings. After a line break the
// line continues.
var pdfEscapes = map[byte]string{'n': "\n", 'r': "\r", 't': "\t", 'b': "\b", 'f': "\f", '\n': "", '\r': ""}

// textString returns a text string (section 7.9.2.2) in UTF-8. Some programs write UTF-16
// without the mark.
func textString(raw []byte) []byte {
	switch {
	case bytes.HasPrefix(raw, []byte(utf16Mark)), bytes.HasPrefix(raw, []byte("\xff\xfe")):
		return decode.Append(nil, "utf-16", raw)
	case bytes.IndexByte(raw, 0) >= 0:
		return textString(bytes.ReplaceAll(raw, []byte{0}, nil))
	case utf8.Valid(raw):
		return bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
	}
	return decode.Append(nil, western, raw)
}

const utf16Mark = "\xfe\xff"

var (
	pdfBlank     = octet.SetOf("\x00\t\n\f\r ")
	pdfDelimiter = octet.SetOf("()<>[]{}/%")
	pdfRegular   = octet.Complement("\x00\t\n\f\r ()<>[]{}/%")
)
