package texts

import (
	"bytes"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

// inArmour decodes a file in uuencode or in its base64 variant, and skips any other
// armour. Text begins again after the last line of the armour. It reports whether more is
// wanted.
func (w *walker) inArmour() bool {
	w.stop = noStop
	at := w.src.Offset()
	switch w.kind {
	case 'b', 'B':
		return w.uuencode()
	case '=':
		w.skipped("", whyYEnc, at)
	case '(':
		w.skipped("", whyBinHex, at)
	default:
		w.skipped("", whyArmour, at)
	}
	w.skipArmour()
	return true
}

// uuencode decodes a file in uuencode, or in the base64 that uuencode -m writes.
func (w *walker) uuencode() bool {
	first := w.src.Line(0)
	member := MemberPath(w.member, fileName(bytes.SplitN(decode.TrimEnd(first), []byte(" "), 3)[2]))
	w.src.Skip(len(first))
	var file decode.Stage = &uuencoded{recoded: recoded{&w.src, decode.Keeping(nestedKeep)}, lines: &w.lines}
	if w.kind == 'B' {
		lines := decode.Input{From: &armouredLines{Section: w.src.All(), lines: &w.lines}}
		file = &decode.Base64{Filter: decode.Filter{Input: lines, Output: decode.Keeping(nestedKeep)},
			EOL: w.src.EOL}
	}
	in := w.over(file)
	in.member = member
	ok := in.file("")
	decode.Drain(file)
	if b, is := file.(*decode.Base64); ok && is && b.Cut {
		return w.fail(w.src.Offset(), "base64 is cut")
	}
	return ok
}

// An armouredLines is a stage that returns the lines of armour except the last.
type armouredLines struct {
	decode.Section
	lines *lines
	ended bool
}

func (a *armouredLines) Next() []byte {
	if a.ended || !a.lines.hasLine() {
		return nil
	}
	line, inside := a.Line(0), false
	if inside, a.ended = armoured(a.lines.kind, decode.TrimEnd(line)); inside && !a.ended {
		return a.Take(len(line))
	}
	if a.ended = true; inside {
		a.Skip(len(line))
	}
	return nil
}

// A uuencoded is a stage that decodes lines of uuencode.
type uuencoded struct {
	recoded
	lines *lines
	ended bool
}

func (u *uuencoded) Next() []byte {
	u.Out = u.Out[:0]
	for len(u.Out) == 0 && !u.ended && u.lines.hasLine() {
		line := u.src.Line(0)
		inside, last := armoured('b', decode.TrimEnd(line))
		if u.ended = !inside || last; inside {
			u.line(decode.TrimEnd(line))
			u.src.Skip(len(line))
		}
	}
	return u.Decoded()
}

// line decodes a line, whose trailing blanks may have been lost.
func (u *uuencoded) line(line []byte) {
	if len(line) == 0 || string(line) == "end" {
		return
	}
	octets := int(line[0]-' ') & 63
	char := func(i int) byte {
		if i < len(line) {
			return (line[i] - ' ') & 63
		}
		return 0
	}
	for i := 1; len(u.Out) < octets; i += 4 {
		u.Out = append(u.Out, char(i)<<2|char(i+1)>>4, char(i+1)<<4|char(i+2)>>2, char(i+2)<<6|char(i+3))
	}
	u.Out = u.Out[:octets]
	start, chars := u.src.Offset()+1, len(line)-1
	whole := min(octets, chars/4*3)
	u.Add(start, 4, 3, whole)
	if octets > whole { // the last group, in which trailing blanks were lost
		u.Lump(start+int64(chars/4*4), chars%4, octets-whole)
	}
}

// skipArmour skips the lines of armour.
func (w *walker) skipArmour() {
	if w.kind != '-' {
		w.src.Skip(len(w.src.Line(0)))
	}
	for w.hasLine() {
		line := w.src.Line(0)
		inside, last := armoured(w.kind, decode.TrimEnd(line))
		if !inside {
			return
		}
		w.src.Skip(len(line))
		if last {
			return
		}
	}
}
