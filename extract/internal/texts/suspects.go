package texts

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/mail"
)

// anywhere lists beginnings of lines that may be stops in every format. The row of a
// format adds the beginning of its separator.
var anywhere = []string{"--", "begin", "=ybegin ", "(This file must be converted"}

// suspects holds the beginnings of lines that may be stops in a format.
type suspects struct {
	begins [][]string // by first byte
	first  [256]uint8 // maps a first byte to an index in begins, or 0
	nearly [2]near    // supersets of the first bytes: one of those from 0x40 on, one of the others
}

// A near is the set of bytes that equal base in the bits of mask. Both are repeated in
// each byte of a word. The highest bit of a byte is clear in mask and set in base.
type near struct{ base, mask uint64 }

// suspectsOf holds the suspects of each format.
var suspectsOf [mail.NumFormats]suspects

// makeSuspects returns the suspects of a format with a separator, which may be empty. "|"
// separates alternatives.
func makeSuspects(separator string) (s suspects) {
	s.begins = make([][]string, 1)
	for _, begins := range append(slices.Clip(anywhere), strings.Split(separator, "|")...) {
		if begins != "" {
			s.add(begins)
		}
	}
	return s
}

func (s *suspects) add(begins string) {
	first := begins[0]
	if s.first[first] == 0 {
		s.first[first] = uint8(len(s.begins))
		s.begins = append(s.begins, nil)
	}
	s.begins[s.first[first]] = append(s.begins[s.first[first]], begins)
	n, word := &s.nearly[1-first>>6&1], uint64(first)*ones
	if n.mask == 0 {
		*n = near{word, ^uint64(highs)}
	}
	n.mask &^= n.base ^ word
	n.base = n.base&n.mask | highs
}

// suspects returns the suspects of the current format.
func (l *lines) suspects() *suspects { return &suspectsOf[rowOf(l.format).format] }

// suspect reports whether a line may be a stop and must be examined. The line may be
// incomplete.
func (s *suspects) suspect(line []byte) bool {
	first := s.first[line[0]]
	if first == 0 { // the usual case
		return false
	}
	for _, b := range s.begins[first] {
		if decode.Starts(line, b) {
			return true
		}
	}
	return false
}

// upTo returns the length of the lines at the beginning of text before the first that may
// be a stop. If armour is expected, any line may be one.
func (l *lines) upTo(text []byte) int {
	if l.armourAfterBlank {
		return decode.IndexEnd(text, l.src.EOL) + 1
	}
	return l.suspects().upTo(text, l.src.EOL)
}

// upTo returns the index of the second or a later line that may be a stop, or the length
// of all complete lines in text.
func (s *suspects) upTo(text []byte, eol byte) int {
	at, end := 0, 0
	if eol == '\n' && s.narrow() {
		found := false
		if at, found = s.inBlocks(text); found {
			return at
		}
		end = bytes.LastIndexByte(text[:at], '\n') + 1
	}
	for {
		k := decode.IndexEnd(text[at:], eol)
		if k < 0 {
			return end
		}
		at += k + 1
		if end = at; at < len(text) && s.suspect(text[at:]) {
			return at
		}
	}
}

// inBlocks returns the index of the second or a later line that may be a stop, if it is
// found, or the index up to which there is none.
//
// It examines 32 bytes at a time without finding lines first. Lines of mail are short,
// and finding the end of each costs more than examining its bytes.
func (s *suspects) inBlocks(text []byte) (at int, found bool) {
	const block = 32
	rest, letters, signs := text, s.nearly[0], s.nearly[1]
	for ; len(rest) > block; rest = rest[block:] { // faster than an index in text
		if harmless(rest, letters, signs)&harmless(rest[8:], letters, signs)&
			harmless(rest[16:], letters, signs)&harmless(rest[24:], letters, signs)&highs == highs {
			continue
		}
		for word := 0; word < block; word += 8 {
			for near := ^harmless(rest[word:], letters, signs) & highs; near != 0; near &= near - 1 {
				i := word + bits.TrailingZeros64(near)/8
				if rest[i] == '\n' && s.suspect(rest[i+1:]) {
					return len(text) - len(rest) + i + 1, true
				}
			}
		}
	}
	return len(text) - len(rest), false
}

// narrow reports whether near distinguishes blank lines from suspects. It does not if a
// suspect begins with certain control characters.
func (s *suspects) narrow() bool {
	const blank = '\n' * ones
	return blank&s.nearly[0].mask|highs != s.nearly[0].base &&
		blank&s.nearly[1].mask|highs != s.nearly[1].base
}

const (
	ones  = 0x0101010101010101 // 1 in each byte of a word
	highs = 0x8080808080808080 // the highest bit of each
)

// harmless returns a word in which the highest bit of byte i is set unless text[i] may be
// LF and text[i+1] may begin a suspect. It ignores the highest bit of text[i+1].
func harmless(text []byte, letters, signs near) uint64 {
	here := binary.LittleEndian.Uint64(text) ^ '\n'*ones
	next := binary.LittleEndian.Uint64(text[1:])
	letter := here | (next&letters.mask ^ letters.base)
	sign := here | (next&signs.mask ^ signs.base)
	// The subtraction clears the highest bit of 0x80, but not of a larger byte.
	return (letter - ones) & (sign - ones)
}
