package texts

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/mail"
)

// suspects lists the beginnings of lines that may be stops, by their first byte.
var suspects = [256]string{
	'-': "--", 'F': "From ", '#': "#! ", '\x01': "\x01", divider: string(divider), 'b': "begin", '=': "=ybegin ", '(': "(This file must be converted",
}

// suspect reports whether a line may be a stop, and is to be looked at. The line may be incomplete.
func suspect(line []byte) bool {
	begins := suspects[line[0]]
	return begins != "" && decode.Starts(line, begins)
}

// upTo returns the length n of the lines at the beginning of text, up to a line that may be a stop, and the length of the last of them. If
// armour is expected, any line may be a stop.
func (l *lines) upTo(text []byte) (n, last int) {
	eol := l.src.EOL
	if l.format == mail.Mbox && !l.armour {
		n = suspectOfMbox(text, eol)
		return n, n - 1 - bytes.LastIndexByte(text[:max(n-1, 0)], eol)
	}
	for {
		k := bytes.IndexByte(text[n:], eol) + 1
		if k == 0 {
			return n, last
		}
		n, last = n+k, k
		if n < len(text) && (l.armour || suspects[text[n]] != "") {
			return n, last
		}
	}
}

// suspectOfMbox returns the index of the first line after the first that may be a stop in an mbox, or the length of the lines that text
// begins with.
//
// It looks at 32 bytes at a time without regard to lines. Those of mail are short, and to look for the end of each costs more than its bytes.
func suspectOfMbox(text []byte, eol byte) int {
	const block = 32
	at, ends := 0, uint64(eol)*ones
	for ; at+block < len(text); at += block {
		t := text[at : at+block+1]
		if harmless(t, ends)&harmless(t[8:], ends)&harmless(t[16:], ends)&harmless(t[24:], ends)&highs == highs {
			continue
		}
		for word := 0; word < block; word += 8 {
			for near := ^harmless(t[word:], ends) & highs; near != 0; near &= near - 1 {
				i := word + bits.TrailingZeros64(near)/8
				if t[i] == eol && suspects[t[i+1]] != "" {
					return at + i + 1
				}
			}
		}
	}
	for ; at+1 < len(text); at++ {
		if text[at] == eol && suspects[text[at+1]] != "" {
			return at + 1
		}
	}
	return bytes.LastIndexByte(text, eol) + 1
}

const (
	ones  = 0x0101010101010101 // 1 in each byte of a word
	highs = 0x8080808080808080 // the highest bit of each
)

// harmless returns a word whose byte i has its highest bit, unless text[i] may end a line and text[i+1] may begin a suspect of an mbox.
// ends has the byte that ends lines in each byte. It looks at the bits that b and F have in common, or those that -, = and ( have, and
// not at the highest bit, so a few other bytes are taken for these.
func harmless(text []byte, ends uint64) uint64 {
	const letters, signs = 'b' ^ 'F', '-' ^ '=' | '-' ^ '('
	here := binary.LittleEndian.Uint64(text) ^ ends | highs
	next := binary.LittleEndian.Uint64(text[1:])
	letter := here | (next^'b'*ones)&^(letters*ones)
	sign := here | (next^'-'*ones)&^(signs*ones)
	return (letter - ones) & (sign - ones) // a byte of 0x80 loses its highest bit, one above does not
}
