package mail

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"strings"
)

// suspects are the bytes that lines begin with that may be stops.
type suspects struct {
	has   [256]bool
	alike [2]likeness // all of them, and a few others
}

// suspectSets have the suspects of each format.
var suspectSets = func() (sets [NumFormats]*suspects) {
	for f := range sets {
		mark := "b"
		if k := containerOf(Format(f)); k != nil && k.mark != "" {
			mark = k.mark
		}
		sets[f] = &suspects{
			has:   setOf(func(b byte) bool { return strings.IndexByte(mark+"-b=(", b) >= 0 }),
			alike: [2]likeness{newLikeness('-', '=', '('), newLikeness('b', mark[0])},
		}
	}
	sets[Single].has[divider] = true // for which undivided looks, since it has little in common with the others
	return sets
}()

// next returns the index of the next line of text that begins with a suspect. Without one it returns the index of the last line,
// which may be empty or not be there as a whole, or 0 if there is no other than the first.
//
// It looks at 32 bytes at a time without regard to lines, which are short: to look for the end of each costs more than its bytes.
func (s *suspects) next(text []byte, eol byte) int {
	const block = 4 * wordSize
	i, ends, a, b := 0, uint64(eol)*ones, s.alike[0], s.alike[1]
	for ; i+block < len(text); i += block {
		t := text[i : i+block+1]
		if apart(t, ends, a, b)&apart(t[wordSize:], ends, a, b)&apart(t[2*wordSize:], ends, a, b)&apart(t[3*wordSize:], ends, a, b)&highs == highs {
			continue
		}
		if n := s.in(t, eol); n > 0 {
			return i + n
		}
	}
	for ; i+1 < len(text); i++ {
		if text[i] == eol && s.has[text[i+1]] {
			return i + 1
		}
	}
	return bytes.LastIndexByte(text, eol) + 1
}

// in returns the index of the first suspect at the beginning of a line of text, which is a block and one more byte, or 0.
func (s *suspects) in(text []byte, eol byte) int {
	for i := 0; i+wordSize < len(text); i += wordSize {
		for near := ^apart(text[i:], uint64(eol)*ones, s.alike[0], s.alike[1]) & highs; near != 0; near &= near - 1 {
			if n := i + bits.TrailingZeros64(near)/8; text[n] == eol && s.has[text[n+1]] {
				return n + 1
			}
		}
	}
	return 0
}

// apart returns a word whose byte i has its highest bit, unless text[i] ends a line and text[i+1] is like a or b, or both have another
// highest bit than that. ends is a word of eight bytes that end lines.
func apart(text []byte, ends uint64, a, b likeness) uint64 {
	here := binary.LittleEndian.Uint64(text) ^ ends | highs
	next := binary.LittleEndian.Uint64(text[1:])
	// With its highest bit, a byte is at least 128. If no other bit differs it loses that when 1 is subtracted.
	return ((here | a.differ(next)) - ones) & ((here | b.differ(next)) - ones)
}

// A likeness describes bytes that have some bits in common, in each byte of a word.
type likeness struct{ mask, value uint64 }

// newLikeness returns the likeness of some bytes.
func newLikeness(first byte, others ...byte) likeness {
	mask := byte(0xff)
	for _, b := range others {
		mask &^= b ^ first
	}
	return likeness{mask: uint64(mask) * ones, value: uint64(first&mask) * ones}
}

// differ returns the bits in which the bytes of a word differ from the likeness.
func (l likeness) differ(word uint64) uint64 { return (word & l.mask) ^ l.value }

// zeroBytes returns a word that has the highest bit of each byte that is 0 in another word, and no other bit.
func zeroBytes(word uint64) uint64 { return ^((word&^highs + (ones * 0x7f)) | word) & highs }

// A word is eight bytes that are looked at together.
const (
	wordSize = 8
	ones     = 0x0101010101010101 // 1 in each byte
	highs    = 0x8080808080808080 // the highest bit of each byte
)
