package mail

import "bytes"

// inArmour reads a file in uuencode, and passes over what else holds no text: what is no line of it is text again. It reports
// whether more is wanted.
func (w *walker) inArmour() bool {
	w.stop = going
	at := w.src.offset()
	switch w.kind {
	case 'b':
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

// uuencode reads a file in uuencode.
func (w *walker) uuencode() bool {
	first := w.src.line(0)
	_, name, _ := bytes.Cut(bytes.TrimPrefix(trimEnd(first), []byte("begin ")), []byte(" "))
	file := &uuencoded{w: w}
	member := memberPath(w.member, fileName(name))
	w.src.skip(len(first))
	in := w.inside(&textReader{stage: file}, file)
	in.member = member
	ok := in.file("")
	for file.next() != nil {
	}
	return ok
}

// An uuencoded is a stage that decodes lines of uuencode.
type uuencoded struct {
	output
	w     *walker
	ended bool
}

func (u *uuencoded) isCut() bool { return u.w.src.isCut() }

func (*uuencoded) isWhole() bool { return false }

func (u *uuencoded) span(start, end int64) (int64, int64) {
	return u.w.src.span(u.offsets.span(start, end))
}

func (u *uuencoded) next() []byte {
	u.out = u.out[:0]
	for len(u.out) == 0 && !u.ended && u.w.nextLine() {
		line := u.w.src.line(0)
		inside, last := armoured('b', trimEnd(line))
		if u.ended = !inside || last; inside {
			u.line(trimEnd(line))
			u.w.src.skip(len(line))
		}
	}
	if len(u.out) == 0 {
		return nil
	}
	return u.out
}

// line decodes a line. Blanks at its end may have been lost.
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
	for i := 1; len(u.out) < octets; i += 4 {
		u.out = append(u.out, char(i)<<2|char(i+1)>>4, char(i+1)<<4|char(i+2)>>2, char(i+2)<<6|char(i+3))
	}
	u.out = u.out[:octets]
	start, chars := u.w.src.offset()+1, len(line)-1
	whole := min(octets, chars/4*3)
	u.add(start, 4, 3, whole)
	if octets > whole { // what the lost blanks stood for, too
		u.lump(start+int64(chars/4*4), chars%4, octets-whole)
	}
}

// skipArmour passes over what holds no text.
func (w *walker) skipArmour() {
	if w.kind != '-' {
		w.src.skip(len(w.src.line(0)))
	}
	for w.nextLine() {
		line := w.src.line(0)
		inside, last := armoured(w.kind, trimEnd(line))
		if !inside {
			return
		}
		w.src.skip(len(line))
		if last {
			return
		}
	}
}

// armoured tells whether a line holds no text, and whether it is the last of those.
func armoured(kind byte, line []byte) (inside, last bool) {
	switch kind {
	case 'b':
		last = string(line) == "end"
		return last || len(line) == 0 || isUU(line), last
	case '=':
		return true, bytes.HasPrefix(line, []byte("=yend"))
	case '(':
		return bytes.IndexByte(line, ' ') < 0, len(line) > 1 && line[len(line)-1] == ':'
	}
	return len(line) > 0 && isBase64(line, false), false
}
