package mail

import (
	"bytes"
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

// readWord reads the encoded word at text[at:]. Blanks may stand in it, as some programs put them there.
func (v *value) readWord(all []byte, at int) (word, bool) {
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
	w.charset, _, _ = strings.Cut(w.charset, "*") // a language, RFC 2231
	end := v.wordEnd(all[:at+len(text)], at+i+3) - at
	if end < 0 {
		return word{}, false
	}
	w.text = text[i+3 : end]
	w.size = end + len("?=")
	return w, true
}

// wordEnd returns the index of the first "?=" in text from index i on, or -1. It does not search again where there is none.
func (v *value) wordEnd(text []byte, i int) int {
	if i < v.endless || v.end < i {
		v.endless, v.end = i, i
	}
	if v.end >= len(text) {
		return -1
	}
	k := bytes.Index(text[v.end:], []byte("?="))
	if k < 0 {
		v.end = max(v.end, len(text)-1) // where one may begin
		return -1
	}
	v.end += k
	return v.end
}

// bytes returns what the word has in its charset.
func (w word) bytes() []byte {
	var s stage
	if w.encoding == 'b' {
		only := bytes.Map(func(r rune) rune {
			if r < 256 && (base64Value[r] < 64 || r == '=') {
				return r
			}
			return -1
		}, w.text)
		s = &base64{input: input{from: &memory{text: only}}, eol: '\n', alone: true}
	} else {
		s = &quotedPrintable{input: input{from: &memory{text: bytes.ReplaceAll(w.text, []byte("_"), []byte(" "))}}}
	}
	var all []byte
	for run := s.next(); run != nil; run = s.next() {
		all = append(all, run...)
	}
	return all
}

// A value is the text of a header field, with its encoded words decoded.
type value struct {
	output
	from spanner
	at   int64 // where the field's value stands in from
	done bool
	cut  bool // something is missing after it

	endless, end int // the part of the text that wordEnd has searched: no "?=" begins in it
}

func (v *value) isCut() bool { return v.cut }

func (v *value) isWhole() bool { return v.done }

func (v *value) next() []byte {
	if v.done || len(v.out) == 0 {
		return nil
	}
	v.done = true
	return v.out
}

func (v *value) span(start, end int64) (int64, int64) {
	start, end = v.offsets.span(start, end)
	return v.from.span(v.at+start, v.at+end)
}

// decodeWords fills v with text, in which encoded words are decoded. What is decoded together is the words of one charset in
// a row, since a character may be cut by their ends.
func (v *value) decodeWords(text []byte) {
	for at := 0; at < len(text); {
		k := bytes.Index(text[at:], []byte("=?"))
		if k < 0 {
			k = len(text) - at
		}
		if k > 0 {
			v.plain(int64(at), k)
			v.out = append(v.out, text[at:at+k]...)
			at += k
			continue
		}
		n := v.row(text, at)
		if n == 0 {
			n = 2
			v.plain(int64(at), n)
			v.out = append(v.out, text[at:at+n]...)
		}
		at += n
	}
}

// row decodes the encoded words of one charset that stand at offset at, and returns their length. White space between two words
// is none (RFC 2047, section 6.2).
func (v *value) row(text []byte, at int) int {
	first, ok := v.readWord(text, at)
	if !ok {
		return 0
	}
	raw, size := first.bytes(), first.size
	separate := separable(first.charset)
	for {
		gap := len(text[at+size:]) - len(bytes.TrimLeft(text[at+size:], " \t\r\n"))
		w, ok := v.readWord(text, at+size+gap)
		if !ok {
			break
		}
		if separate || !strings.EqualFold(w.charset, first.charset) {
			size += gap
			v.word(first.charset, raw, at, size-gap)
			return size
		}
		raw = append(raw, w.bytes()...)
		size += gap + w.size
	}
	v.word(first.charset, raw, at, size)
	return size
}

func (v *value) word(charset string, raw []byte, at, size int) {
	text := decodeAll(charset, raw)
	v.lump(int64(at), size, len(text))
	v.out = append(v.out, text...)
}

// separable reports whether bytes of the charset can be decoded, or passed on, one by one.
func separable(charset string) bool {
	d, _ := newDecoder(charset)
	if d == nil {
		return true
	}
	_, ok := d.(*single)
	return ok
}

// decodeField returns the value of a field on one line, with its encoded words decoded.
func decodeField(text string) string {
	if strings.Contains(text, "=?") {
		var v value
		v.decodeWords([]byte(text))
		text = string(v.out)
	}
	if !utf8.ValidString(text) {
		text = string(decodeAll("windows-1252", []byte(text)))
	}
	if !strings.ContainsAny(text, "\r\n") {
		return text
	}
	lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\r' || r == '\n' })
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.TrimSpace(strings.Join(lines, " "))
}
