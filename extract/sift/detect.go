package sift

import (
	"bytes"
	"io"

	"github.com/urlsift/urlsift/extract/internal/mailbox"
	"github.com/urlsift/urlsift/extract/internal/texts"
	"github.com/urlsift/urlsift/extract/mail"
)

// A preface reads the beginning of a stream. If the stream begins as text and has a
// message within its first [texts.HeadSize] bytes, the preface ends before that message.
// It holds back only bytes that may begin a message.
type preface struct {
	r     io.Reader
	size  int64  // of the file that the stream is, or -1
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
	*p = preface{r: r, size: -1, head: p.head[:0]}
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
	for examined := -1; !p.all; p.more() {
		if len(p.head) == 0 || int64(len(p.head)) == p.size {
			continue // the end of a file settles what is doubtful, and it most likely follows
		}
		// Detection needs another whole line, unless the first line is incomplete.
		last := bytes.LastIndexAny(p.head, "\r\n")
		if last == examined && last >= 0 {
			continue
		}
		examined = last
		if f, certain := texts.Detect(p.head, false); certain {
			return f
		}
	}
	f, _ := texts.Detect(p.head, true)
	return f
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

// format returns the format of the stream, and reports whether it may begin with text
// before the first message. known is the format of the input, or Auto. asked is the
// Config's format for all inputs. first reports whether the stream begins the input.
func (p *preface) format(known, asked mail.Format, first bool) (format mail.Format, seeks bool) {
	switch {
	case known == mail.Auto && asked == mail.Auto:
		format = p.detect()
		return format, format == mail.Plain && !texts.IsWide(p.head)
	case known == mail.Mbox && asked == mail.Auto && first:
		// only a file that is not divided into chunks may begin with text
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
	case asked == mail.Single:
		for p.detect() == mail.Plain && !p.all {
			p.more()
		}
		return formatOf(asked, p.head), false
	}
	return asked, false
}

// formatOf returns the format of an input that begins with head, where asked is the
// Config's format for all inputs. head is the whole input or has [texts.HeadSize] bytes.
func formatOf(asked mail.Format, head []byte) mail.Format {
	if asked != mail.Auto && asked != mail.Single {
		return asked
	}
	format := texts.FormatOf(head)
	if asked == mail.Single && (format == mail.Plain || format == mail.HTML || format == mail.XML) {
		return mail.Single
	}
	return format
}
