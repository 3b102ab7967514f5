package texts

import (
	"bytes"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

// armoured reports whether a line belongs to armour, and whether it ends the armour.
func armoured(kind byte, line []byte) (inside, last bool) {
	switch kind {
	case 'b':
		last = string(line) == "end"
		return last || len(line) == 0 || isUU(line), last
	case 'B':
		last = string(line) == "===="
	case '=':
		return true, bytes.HasPrefix(line, []byte("=yend"))
	case '(':
		return bytes.IndexByte(line, ' ') < 0, len(line) > 1 && line[len(line)-1] == ':'
	}
	return len(line) > 0 && decode.IsBase64(line, false), last
}

// beginsFile reports whether the line at offset at begins a file in uuencode, its base64
// variant, yEnc or BinHex, and sets kind.
func (l *lines) beginsFile(at int) bool {
	first := l.src.Line(at)
	switch l.kind = first[0]; l.kind {
	case 'b':
		begin, rest, _ := bytes.Cut(decode.TrimEnd(first), []byte(" "))
		if !isBegin(rest) {
			return false
		}
		next := decode.TrimEnd(l.src.Line(at + len(first)))
		if string(begin) == "begin-base64" {
			l.kind = 'B'
			return len(next) > 0 && decode.IsBase64(next, false)
		}
		return string(begin) == "begin" && len(next) > 1 && isUU(next)
	case '=':
		return bytes.Contains(first, []byte("line="))
	}
	return bytes.HasPrefix(first, []byte("(This file must be converted with BinHex"))
}

// isBegin reports whether line is the "MODE NAME" of the first line of uuencode.
func isBegin(line []byte) bool {
	mode, name, _ := bytes.Cut(line, []byte(" "))
	return (len(mode) == 3 || len(mode) == 4) && len(bytes.Trim(mode, "01234567")) == 0 && len(name) > 0
}

// isUU reports whether line is a line of uuencode: its first character states its length.
// Trailing blanks may have been lost.
func isUU(line []byte) bool {
	if len(line) == 0 || line[0] < ' ' || line[0] > '`' {
		return false
	}
	octets := int(line[0]-' ') & 63
	want := (octets + 2) / 3 * 4
	if len(line)-1 > want+4 || len(line)-1 < want-12 {
		return false
	}
	for _, c := range line {
		if c < ' ' || c > '`' {
			return false
		}
	}
	return true
}

const armour = "-----BEGIN PGP "

// isArmour reports whether a line begins OpenPGP's ASCII armour (RFC 4880, section 6.2).
// The armour around signed text does not count.
func isArmour(line []byte) bool {
	return bytes.HasPrefix(line, []byte(armour)) && !bytes.Contains(line, []byte("SIGNED MESSAGE"))
}
