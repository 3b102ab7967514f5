package page

import (
	"bytes"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

const (
	commentStart = "<!--"
	commentEnd   = "-->"
	otherEnd     = "--!>" // recognized by browsers too
)

// maxRemark is the maximum length in bytes of a comment within a word and of the rest of
// the word. A longer one divides the word.
const maxRemark = 16 << 10

// A remark is a comment within a word, such as "http://host.exa<!-- x -->mple/". Browsers
// do not show it, so it is read after the word.
type remark struct {
	at   int64 // the offset of its text in the input
	text []byte
}

// comments is the state of a Reader with respect to comments, and to the ends of texts.
type comments struct {
	comment bool         // the text is a comment, up to its end
	waiting []remark     // remarks to be read after the word
	read    int          // the number of them read so far
	due     bool         // the word has ended
	reading bool         // the input is a remark
	page    decode.Input // the input after the word, while a remark is read
	last    byte         // the last byte of the text before Out, or 0
	cut     bool         // the text ends within a word
	severed bool         // the comment divides a word
	split   bool         // the text ended because of attributes or remarks
}

// begin begins a new text.
func (c *comments) begin() {
	c.severed = c.severed && c.comment
	c.split, c.cut, c.last = false, false, 0
}

// endOfComment returns the length of the end of a comment at the beginning of b, or 0.
func endOfComment(b []byte) int {
	for _, end := range []string{commentEnd, otherEnd} {
		if bytes.HasPrefix(b, []byte(end)) {
			return len(end)
		}
	}
	return 0
}

// commentLength returns the length of the comment at the beginning of b, or 0 if b does
// not contain its end. The caller has searched the first n bytes for the end. "<!-->" and
// "<!--->" are comments, too.
func commentLength(b []byte, n int) int {
	for n = max(n, len(commentStart)); n < len(b); {
		k := bytes.IndexByte(b[n:], '>')
		if k < 0 {
			break
		}
		n += k + 1
		if bytes.HasSuffix(b[:n], []byte(commentEnd)) ||
			bytes.HasSuffix(b[len(commentStart):n], []byte(otherEnd)) {
			return n
		}
	}
	return 0
}

// ahead returns the length of the comment at the beginning of the input, or 0 if it does
// not end within maxRemark bytes.
func ahead(in *decode.Input) int {
	for known := 0; ; {
		b := in.Buf[:min(len(in.Buf), maxRemark)]
		if n := commentLength(b, known); n > 0 {
			return n
		}
		if known = len(b); known == maxRemark || !in.Double() && len(in.Buf) == known {
			return 0
		}
	}
}

// open reads the beginning of a comment, or the whole comment if it cannot contain
// a URL or is within a word.
func (c *comments) open(f *decode.Filter) {
	if c.comment || c.reading { // comments do not nest
		n := len(commentStart)
		if endOfComment(f.Buf[len("<!"):]) > 0 {
			n = len("<!")
		}
		f.Put(&f.Input, n, lineBreak)
		return
	}
	n := ahead(&f.Input)
	b := f.Buf[:n]
	switch {
	case n > 0 && !bytes.ContainsAny(b[len(commentStart):], "<&:=@/."):
		f.Put(&f.Input, n, nil)
	case c.inWord(f.Out) && n > 0:
		start, end := len(commentStart), bytes.LastIndex(b, []byte("--"))
		c.waiting = append(c.waiting, remark{at: f.At + int64(start), text: bytes.Clone(b[start:end])})
		f.Skip(n)
	case c.inWord(f.Out) && (len(f.Buf) >= maxRemark || f.From.IsCut()):
		c.sever()
		c.comment, c.severed = true, true
		f.Skip(len(commentStart))
	case c.endWord():
	default:
		c.comment = true
		f.Put(&f.Input, len(commentStart), lineBreak)
	}
}

// inWord reports whether the text so far ends within a word.
func (c *comments) inWord(out []byte) bool {
	last := c.last
	if n := len(out); n > 0 {
		last = out[n-1]
	}
	return last > ' ' || c.waits()
}

// waits reports whether remarks wait for the end of the word.
func (c *comments) waits() bool { return len(c.waiting) > 0 && !c.reading }

// sever ends the text within a word, and marks it as incomplete.
func (c *comments) sever() {
	c.endText()
	c.cut, c.due = true, len(c.waiting) > 0
}

// endText ends the text at a place without an attribute.
func (c *comments) endText() {
	c.split = true
}

// endWord ends the text after a word if remarks wait for it, and reports whether it did.
func (c *comments) endWord() bool {
	if !c.waits() {
		return false
	}
	c.endText()
	c.due = true
	return true
}

// readRemark begins to read the next remark as a text of its own.
func (c *comments) readRemark(f *decode.Filter) {
	r := c.waiting[c.read]
	c.read++
	c.due = false
	c.page, c.reading = f.Input, true
	f.Input = decode.Input{From: f.From, Buf: r.text, At: r.at, Done: true}
}

// endRemark ends a remark and reports whether there was one.
func (c *comments) endRemark(f *decode.Filter) bool {
	if !c.reading {
		return false
	}
	c.endText()
	f.Input, c.reading = c.page, false
	if c.read == len(c.waiting) {
		c.waiting, c.read = c.waiting[:0], 0
	}
	c.due = len(c.waiting) > 0
	return true
}
