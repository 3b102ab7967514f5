package sift

import (
	"bytes"
	"io"

	"github.com/urlsift/urlsift/extract/internal/mailbox"
	"github.com/urlsift/urlsift/extract/internal/texts"
	"github.com/urlsift/urlsift/extract/internal/unpack"
	"github.com/urlsift/urlsift/extract/mail"
)

// A preface reads the beginning of a stream. If the stream begins as text and has a
// message within its first [texts.HeadSize] bytes, the preface ends before that message.
// It holds back only bytes that may begin a message.
type preface struct {
	r     io.Reader
	head  []byte // the bytes read, up to texts.HeadSize
	all   bool   // head is complete
	err   error  // the error that ended head, or nil
	given int    // bytes of head that were read from the preface
	text  int    // bytes of head that are certainly text
	found bool   // messages begin at text
}

// reset begins to read another stream.
func (p *preface) reset(r io.Reader) {
	if p.head == nil {
		p.head = make([]byte, 0, texts.HeadSize)
	}
	*p = preface{r: r, head: p.head[:0]}
}

// more adds the bytes of one Read to head.
func (p *preface) more() {
	n, err := p.r.Read(p.head[len(p.head):cap(p.head)])
	p.head = p.head[:len(p.head)+n]
	p.err = err
	p.all = err != nil || len(p.head) == cap(p.head)
}

// look determines how much of head is text.
func (p *preface) look() {
	if p.text, p.found = mailbox.FirstMessage(p.head, p.text, p.all); p.all && !p.found {
		p.text = len(p.head)
	}
}

// seek reads on until it is known whether messages follow.
func (p *preface) seek() {
	for p.look(); !p.found && !p.all; p.look() {
		p.more()
	}
}

// detect returns the format of the stream. It reads no more than necessary.
func (p *preface) detect() mail.Format {
	for ended := -1; ; p.more() {
		// More of an unfinished line decides nothing new, except in the first line.
		last := bytes.LastIndexAny(p.head, "\r\n")
		if !p.all && (len(p.head) == 0 || last == ended && last >= 0) {
			continue
		} else if last > ended {
			ended = last
		}
		if f, certain := texts.Detect(p.head, p.all); certain {
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

// rest returns a reader of everything that has not been read from the preface.
func (p *preface) rest() io.Reader {
	after := p.r
	if p.err != nil {
		after = failed{p.err} // reported after all readable bytes
	}
	return io.MultiReader(bytes.NewReader(p.head[p.given:]), after)
}

// A failed reader returns only an error.
type failed struct{ err error }

func (f failed) Read([]byte) (int, error) { return 0, f.err }

// detect returns the format of a stream, and reports whether it may begin with text
// before the first message.
func (w *worker) detect(p *preface) (format mail.Format, seeks bool) {
	known := w.chunk.Input.Format
	switch {
	case known == mail.Auto && w.config.Format == mail.Auto:
		format = p.detect()
		return format, format == mail.Plain && !texts.IsWide(p.head)
	case known == mail.Mbox && w.config.Format == mail.Auto && w.chunk.Start == 0:
		// a file begins with text only if it is read whole
		for !p.all {
			p.more()
		}
		if f, _ := texts.Detect(p.head, true); f == mail.Plain {
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

// formatOf returns the format of an input that begins with head. head is the whole input
// or has [texts.HeadSize] bytes.
func (r *Reader) formatOf(head []byte) mail.Format {
	if r.config.Format != mail.Auto && r.config.Format != mail.Single {
		return r.config.Format
	}
	format := texts.FormatOf(head)
	if r.config.Format == mail.Single && (format == mail.Plain || format == mail.HTML || format == mail.XML) {
		return mail.Single
	}
	return format
}

// Detect returns the format of a file by its first bytes, and reports whether the file
// can be read in chunks. The format of a compressed file or an archive is mail.Auto.
func (r *Reader) Detect(file io.ReaderAt) (format mail.Format, chunks bool) {
	if r.config.Format == mail.Plain {
		return mail.Plain, true
	}
	head := make([]byte, texts.HeadSize)
	n, err := file.ReadAt(head, 0)
	if n == 0 && err != nil && err != io.EOF {
		return mail.Auto, false // the reader of the file reports the error
	}
	if head = head[:n]; unpack.IsPacked(head) {
		return mail.Auto, false
	}
	format = r.formatOf(head)
	return format, divider(format) != nil && !texts.IsWide(head)
}
