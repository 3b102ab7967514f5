package archive

import (
	"bytes"
	"io"

	"github.com/urlsift/urlsift/extract/mail"
)

// A preface reads a stream up to where its messages begin, if it begins as text and has some within its first [mail.HeadSize]
// bytes. Of these it holds nothing back but what may be the beginning of a message.
type preface struct {
	r     io.Reader
	head  []byte // what was read, up to mail.HeadSize
	all   bool   // nothing is added to head
	err   error  // what ended the reading of it, or nil
	given int    // how much of head was read from the preface
	text  int    // how much of it is certain to be text
	found bool   // messages begin there
}

// reset begins with another stream.
func (p *preface) reset(r io.Reader) {
	if p.head == nil {
		p.head = make([]byte, 0, mail.HeadSize)
	}
	*p = preface{r: r, head: p.head[:0]}
}

// more adds to head what one Read returns.
func (p *preface) more() {
	n, err := p.r.Read(p.head[len(p.head):cap(p.head)])
	p.head = p.head[:len(p.head)+n]
	p.err = err
	p.all = err != nil || len(p.head) == cap(p.head)
}

// look finds out how much of head is text.
func (p *preface) look() {
	if p.text, p.found = mail.FirstMessage(p.head, p.text, p.all); p.all && !p.found {
		p.text = len(p.head)
	}
}

// seek reads on until it is known whether there are messages.
func (p *preface) seek() {
	for p.look(); !p.found && !p.all; p.look() {
		p.more()
	}
}

// detect returns what the stream is. It reads no more than is needed to know.
func (p *preface) detect() mail.Format {
	for ended := -1; ; p.more() {
		// More of a line without an end tells nothing new, but in the first one.
		if last := bytes.LastIndexAny(p.head, "\r\n"); last == ended && last >= 0 && !p.all {
			continue
		} else if last > ended {
			ended = last
		}
		if f, certain := mail.Detect(p.head, p.all); certain {
			return f
		}
	}
}

// Read reads the text before the first message.
func (p *preface) Read(b []byte) (int, error) {
	for p.given == p.text {
		switch {
		case p.found:
			return 0, io.EOF
		case !p.all:
			p.more()
			p.look()
		case p.err != nil:
			return 0, p.err
		default:
			return p.r.Read(b)
		}
	}
	n := copy(b, p.head[p.given:p.text])
	p.given += n
	return n, nil
}

// rest returns all that was not read from the preface.
func (p *preface) rest() io.Reader {
	after := p.r
	if p.err != nil {
		after = failed{p.err} // it is told where it stands, after what could be read
	}
	return io.MultiReader(bytes.NewReader(p.head[p.given:]), after)
}

// A failed reader returns nothing but an error.
type failed struct{ err error }

func (f failed) Read([]byte) (int, error) { return 0, f.err }

// detect returns what a stream is, and whether that may begin with text before the first message.
func (w *worker) detect(p *preface) (format mail.Format, seeks bool) {
	known := w.part.Input.Format
	switch {
	case known == mail.Auto && w.config.Format == mail.Auto:
		format = p.detect()
		return format, format == mail.Plain && !isWide(p.head)
	case known == mail.Mbox && w.config.Format == mail.Auto && w.part.Start == 0: // as it was taken for, to be read in parts
		for !p.all {
			p.more()
		}
		if f, _ := mail.Detect(p.head, true); f == mail.Plain {
			p.seek()
			return mail.Mbox, p.found
		}
		return mail.Mbox, false
	case known != mail.Auto:
		return known, false
	case w.config.Format == mail.Single:
		for p.detect() == mail.Plain && !p.all {
			p.more()
		}
		return w.formatOf(p.head), false
	}
	return w.config.Format, false
}

// formatOf returns what is taken to begin with head, which is all of it or has [mail.HeadSize] bytes.
func (w *worker) formatOf(head []byte) mail.Format {
	if w.config.Format != mail.Auto && w.config.Format != mail.Single {
		return w.config.Format
	}
	format, _ := mail.Detect(head, true)
	if format == mail.Plain && !isWide(head) {
		if _, found := mail.FirstMessage(head, 0, true); found {
			return mail.Mbox
		}
	}
	if w.config.Format == mail.Single && (format == mail.Plain || format == mail.HTML) {
		return mail.Single
	}
	return format
}

// fileFormat returns what a file is, and whether it can be read in parts.
func (w *worker) fileFormat(file io.ReaderAt) (format mail.Format, parts bool) {
	if w.config.Format == mail.Plain {
		return mail.Plain, true
	}
	head := make([]byte, mail.HeadSize)
	n, err := file.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return mail.Auto, false // who reads it is told why
	}
	head = head[:n]
	for entry, err := range w.config.Unpack.All(bytes.NewReader(head)) {
		if err != nil {
			return mail.Auto, false
		}
		if same, _ := io.ReadAll(io.LimitReader(entry, mail.HeadSize+1)); !bytes.Equal(head, same) {
			return mail.Auto, false
		}
		format = w.formatOf(head)
		return format, cutter(format) != nil && !isWide(head)
	}
	return mail.Auto, false
}

// isWide reports whether text begins with the byte order mark of UTF-16 or UTF-32, which package mail decodes.
func isWide(head []byte) bool {
	for _, mark := range []string{"\xff\xfe", "\xfe\xff", "\x00\x00\xfe\xff"} {
		if bytes.HasPrefix(head, []byte(mark)) {
			return true
		}
	}
	return false
}
