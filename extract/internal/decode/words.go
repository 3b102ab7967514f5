package decode

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// A word is an encoded word (RFC 2047): =?charset?encoding?text?=.
type word struct {
	charset  string
	encoding byte // 'q' or 'b'
	text     []byte
	size     int
}

// readWord reads the encoded word at text[at:]. It may contain blanks, as written by some
// programs.
func (v *Value) readWord(all []byte, at int) (word, bool) {
	const longest = 4 << 10
	text := all[at:min(len(all), at+longest)]
	if !bytes.HasPrefix(text, []byte("=?")) {
		return word{}, false
	}
	i := bytes.IndexByte(text[2:], '?') + 2
	if i < 3 || i+2 >= len(text) || text[i+2] != '?' {
		return word{}, false
	}
	w := word{charset: string(text[2:i]), encoding: text[i+1] | 0x20}
	if w.encoding != 'q' && w.encoding != 'b' || strings.ContainsAny(w.charset, " \t\r\n") {
		return word{}, false
	}
	w.charset, _, _ = strings.Cut(w.charset, "*") // without a language (RFC 2231)
	end := v.wordEnd(all[:at+len(text)], at+i+3) - at
	if end < 0 {
		return word{}, false
	}
	w.text = text[i+3 : end]
	w.size = end + len("?=")
	return w, true
}

// wordEnd returns the index of the first "?=" in text from index i on, or -1. It
// remembers text without one, to search it only once.
func (v *Value) wordEnd(text []byte, i int) int {
	if i < v.endless || v.end < i {
		v.endless, v.end = i, i
	}
	if v.end >= len(text) {
		return -1
	}
	k := bytes.Index(text[v.end:], []byte("?="))
	if k < 0 {
		v.end = max(v.end, len(text)-1) // the first place where one may begin
		return -1
	}
	v.end += k
	return v.end
}

// bytes returns the text of the word in its charset.
func (w word) bytes() []byte {
	var s Stage
	if w.encoding == 'b' {
		only := bytes.Map(func(r rune) rune {
			if r < 256 && (base64Value[r] < 64 || r == '=') {
				return r
			}
			return -1
		}, w.text)
		s = &Base64{Filter: Filter{Input: Input{From: NewMemory(only, 0, nil)}}, EOL: '\n', alone: true}
	} else {
		s = &QuotedPrintable{Filter{Input: Input{From: NewMemory(bytes.ReplaceAll(w.text, []byte("_"),
			[]byte(" ")), 0, nil)}}}
	}
	return decodeAll(s)
}

// A Value is a text in memory: the value of a header field or of an attribute, or a link
// of a document. Without offsets it is an unencoded stretch of From.
type Value struct {
	Output
	From Spanner
	At   int64 // the offset of its source in From
	done bool
	Cut  bool // text is missing after it

	undeclared string // the charset of raw bytes between encoded words, or ""

	endless, end int // the part of the text that wordEnd has searched: no "?=" begins in it
}

// NewMemory returns a stage with a text in memory. from translates the offset at of the
// text to the stream.
func NewMemory(text []byte, at int64, from Spanner) Stage {
	return &Value{From: from, At: at, Output: Output{Out: text}}
}

func (v *Value) IsCut() bool { return v.Cut }

func (v *Value) IsWhole() bool { return v.done }

func (v *Value) Next() []byte {
	if v.done || len(v.Out) == 0 {
		return nil
	}
	v.done = true
	return v.Out
}

func (v *Value) Span(start, end int64) (int64, int64) {
	start, end = v.Offsets.Span(start, end)
	return v.From.Span(v.At+start, v.At+end)
}

// DecodeWords fills v with text, with its encoded words decoded. Consecutive words of one
// charset are decoded together, since a character may be divided between two words.
func (v *Value) DecodeWords(text []byte) {
	for n, at := 0, 0; at < len(text); at += n {
		if n = v.row(text, at); n > 0 {
			continue
		}
		if n = bytes.Index(text[at+1:], []byte("=?")) + 1; n == 0 {
			n = len(text) - at
		}
		plain := text[at : at+n]
		if v.undeclared != "" && IsRaw(plain, v.undeclared) {
			plain = Bytes(v.undeclared, plain)
		}
		v.Lump(int64(at), n, len(plain))
		v.Out = append(v.Out, plain...)
	}
}

// row decodes consecutive encoded words of one charset at index at, and returns their
// length. White space between two words is dropped (RFC 2047, section 6.2).
func (v *Value) row(text []byte, at int) int {
	first, ok := v.readWord(text, at)
	if !ok {
		return 0
	}
	raw, size := first.bytes(), first.size
	separate := separable(first.charset)
	gap := 0 // the length of the blanks before another word
	for {
		gap = len(text[at+size:]) - len(bytes.TrimLeft(text[at+size:], " \t\r\n"))
		w, ok := v.readWord(text, at+size+gap)
		if !ok {
			gap = 0
		}
		if !ok || separate || !strings.EqualFold(w.charset, first.charset) {
			break
		}
		raw = append(raw, w.bytes()...)
		size += gap + w.size
	}
	decoded := Bytes(first.charset, raw)
	v.Lump(int64(at), size, len(decoded))
	v.Out = append(v.Out, decoded...)
	return size + gap
}

// separable reports whether bytes of the charset are decoded one by one.
func separable(charset string) bool {
	switch newDecoder(charset).(type) {
	case nil, *unknown:
		return true
	}
	return false
}

// Field returns the value of a field on one line, with its encoded words decoded. Invalid
// UTF-8 is decoded from the charset, or from windows-1252 if that fails.
func Field(text, charset string) string {
	if strings.Contains(text, "=?") {
		v := Value{undeclared: charset}
		v.DecodeWords([]byte(text))
		text = string(v.Out)
	} else if charset != "" && IsRaw([]byte(text), charset) {
		text = string(Bytes(charset, []byte(text)))
	}
	if !utf8.ValidString(text) {
		text = string(Bytes("windows-1252", []byte(text)))
	}
	if !strings.ContainsAny(text, "\r\n") {
		return text
	}
	lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\r' || r == '\n' })
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	lines = slices.DeleteFunc(lines, func(line string) bool { return line == "" })
	return strings.Join(lines, " ")
}

// IsRaw reports whether the text of a header contains bytes of an undeclared charset,
// such as that of the body.
func IsRaw(text []byte, charset string) bool {
	if charset == "" || IsPlain(text) {
		return false
	}
	d := newDecoder(charset)
	_, shifts := d.(*shifted)
	_, strange := d.(*unknown)
	return d != nil && !strange && (shifts && bytes.IndexByte(text, 0x1b) >= 0 || !utf8.Valid(text))
}

// IsPlain reports whether text is ASCII without escape sequences.
func IsPlain(text []byte) bool { return asciiRun(text) == len(text) && bytes.IndexByte(text, 0x1b) < 0 }

// IsSingle reports whether a charset is single-byte.
func IsSingle(charset string) bool {
	_, is := newDecoder(charset).(single)
	return is
}
