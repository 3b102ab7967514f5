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

// comments is the state of a Reader with respect to comments.
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
// not contain its end. The end is known not to be in the first n bytes. "<!-->" and
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
func (m *Reader) ahead() int {
	for known := 0; ; {
		b := m.Buf[:min(len(m.Buf), maxRemark)]
		if n := commentLength(b, known); n > 0 {
			return n
		}
		if known = len(b); known == maxRemark || !m.Double() && len(m.Buf) == known {
			return 0
		}
	}
}

// openComment reads the beginning of a comment, or the whole comment if it cannot contain
// a URL or is within a word.
func (m *Reader) openComment() {
	if m.comment || m.reading { // comments do not nest
		n := len(commentStart)
		if endOfComment(m.Buf[len("<!"):]) > 0 {
			n = len("<!")
		}
		m.Put(&m.Input, n, lineBreak)
		return
	}
	n := m.ahead()
	b := m.Buf[:n]
	switch {
	case n > 0 && !bytes.ContainsAny(b[len(commentStart):], "<&:=@/."):
		m.Put(&m.Input, n, nil)
	case m.inWord() && n > 0:
		start, end := len(commentStart), bytes.LastIndex(b, []byte("--"))
		m.waiting = append(m.waiting, remark{at: m.At + int64(start), text: bytes.Clone(b[start:end])})
		m.Skip(n)
	case m.inWord() && (len(m.Buf) >= maxRemark || m.From.IsCut()):
		m.sever()
		m.comment, m.severed = true, true
		m.Skip(len(commentStart))
	case m.endWord():
	default:
		m.comment = true
		m.Put(&m.Input, len(commentStart), lineBreak)
	}
}

// inWord reports whether the text so far ends within a word.
func (m *Reader) inWord() bool {
	last := m.last
	if n := len(m.Out); n > 0 {
		last = m.Out[n-1]
	}
	return last > ' ' || m.waits()
}

// waits reports whether remarks wait for the end of the word.
func (m *Reader) waits() bool { return len(m.waiting) > 0 && !m.reading }

// sever ends the text within a word, and marks it as incomplete.
func (m *Reader) sever() {
	m.endText()
	m.cut, m.due = true, len(m.waiting) > 0
}

// endText ends the text at a place without an attribute.
func (m *Reader) endText() {
	m.split = true
	m.attributes = m.attributes[:0]
}

// endWord ends the text after a word if remarks wait for it, and reports whether it did.
func (m *Reader) endWord() bool {
	if !m.waits() {
		return false
	}
	m.endText()
	m.due = true
	return true
}

// readRemark begins to read the next remark as a text of its own.
func (m *Reader) readRemark() {
	r := m.waiting[m.read]
	m.read++
	m.due = false
	m.page, m.reading = m.Input, true
	m.Input = decode.Input{From: m.From, Buf: r.text, At: r.at, Done: true}
}

// endRemark ends a remark and reports whether there was one.
func (m *Reader) endRemark() bool {
	if !m.reading {
		return false
	}
	m.endText()
	m.Input, m.reading, m.state = m.page, false, inText
	if m.read == len(m.waiting) {
		m.waiting, m.read = m.waiting[:0], 0
	}
	m.due = len(m.waiting) > 0
	return true
}
