package texts

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/internal/document"
	"github.com/urlsift/urlsift/extract/internal/mailbox"
	"github.com/urlsift/urlsift/extract/mail"
)

// A container is a format whose streams hold messages.
type container struct {
	format mail.Format
	// begins is what the first line begins with.
	begins string
	// is reports whether a complete line that begins so is the first line of such a stream.
	is func(line []byte) bool
}

// containers are the formats whose streams hold messages. A format that is listed here is detected, even while the first line is
// incomplete, and its lines end as those of messages do. The functions container and messages read it.
var containers = []container{
	{mail.Rnews, "#! ", isBatch},
	{mail.MMDF, "\x01\x01\x01\x01", isMMDF},
	{mail.Babyl, "BABYL OPTIONS:", isBabyl},
	{mail.WARC, "WARC/", mailbox.IsWARC},
	{mail.Mbox, "From ", mailbox.IsFrom},
}

// container reads a stream of a format.
func (w *walker) container(format mail.Format) bool {
	if format == mail.Rmail {
		format = mail.Single
	}
	w.format = format
	if format == mail.Single || slices.ContainsFunc(containers, func(k container) bool { return k.format == format }) {
		w.skipLeading()
		w.src.EOL = w.lineEnd()
	}
	switch format {
	case mail.Single:
		w.begin()
		return w.article() && w.others()
	case mail.Mbox, mail.MMDF, mail.Babyl, mail.Rnews:
		return w.messages()
	case mail.WARC:
		return w.records()
	case mail.HTML:
		w.src.FillWide()
		return w.leaf(ofType("text/html", decode.WideCharset(w.src.Rest())))
	case mail.RTF:
		const enough = 1 << 10
		w.src.Fill(enough)
		return w.documentTexts(new(document.RTF), document.HoldsHTML(w.src.Rest()), nil)
	case mail.Calendar:
		return w.documentTexts(new(document.Folded), false, nil)
	case mail.Office:
		t := w.src.Whole(w.reader.keep())
		return w.marked(&t, true)
	case mail.PDF:
		return w.pdf()
	case mail.TNEF:
		return w.slurp((*walker).tnef)
	case mail.Outlook:
		return w.slurp((*walker).outlook)
	case mail.Signed:
		return w.slurp((*walker).signed)
	case mail.Binary:
		w.src.Fill(HeadSize)
		w.skipped(binaryType(decode.Whole(w.src.Rest())), whyBinary, w.src.Offset())
		w.passOver()
		return true
	}
	return w.handPart(w.src.Whole(w.reader.keep()))
}

// after reads the rest of a stream of a format after damage. A document cannot be read without what stood before: its rest is an error.
func (w *walker) after(format mail.Format) bool {
	w.resumed = true
	switch format {
	case mail.Plain, mail.HTML:
		return w.container(format)
	case mail.Mbox, mail.MMDF, mail.Babyl, mail.Rnews, mail.WARC:
		w.headless = true
		return w.container(format)
	case mail.Single, mail.Rmail:
		w.format = mail.Single
		w.headless = true
		w.src.EOL = w.lineEnd()
		return w.plainBody() && w.others()
	}
	at := w.src.Offset()
	w.passOver()
	n := w.src.Offset() - at
	return n == 0 || w.fail(at, fmt.Sprintf("the %d bytes after damage in a document are not read", n))
}

// skipLeading skips blanks and the like before a header. It reads no further.
func (w *walker) skipLeading() {
	const mark = len("\xef\xbb\xbf") // read as a whole
	for n := mark; w.src.Fill(n) >= n; n = mark {
		blank := leading(w.src.Rest())
		more := blank == len(w.src.Rest())
		w.src.Skip(blank)
		if !more {
			return
		}
	}
}

// lineEnd returns the byte that ends the lines of the stream. If that is an LF, it reads no further than the first line.
func (w *walker) lineEnd() byte {
	for n, seen := 1, 0; ; n = seen + 1 {
		there := w.src.Fill(n)
		all := there < n || there >= HeadSize
		head := w.src.Rest()[:min(there, HeadSize)]
		if all || bytes.ContainsAny(head[seen:], "\r\n") || seen > 0 && head[seen-1] == '\r' {
			if eol := lineEnd(head, all); eol != 0 {
				return eol
			}
		}
		seen = there
	}
}

// leftover yields the rest of the stream, where none should be, as text.
func (w *walker) leftover() bool {
	for w.open = w.open[:0]; w.stop != atEnd; {
		w.stop = going
		if !w.plainBody() {
			return false
		}
	}
	return true
}

// others reads the rest of the stream after a message: other messages, if lines of ^_ separate them, or text that should not be there.
func (w *walker) others() bool {
	for w.stop == atMessage {
		w.open, w.path, w.reader.format = w.open[:0], w.path[:w.above], mail.Rmail
		w.begin()
		w.skipLine()
		w.skipLeading()
		if !w.article() {
			return false
		}
	}
	return w.leftover()
}

// begin begins a message that stands here. One in a message has the number of a part.
func (w *walker) begin() {
	w.declared, w.proved, w.lenient, w.resumed, w.headless, w.values = 0, false, false, false, false, w.values[:0]
	if w.outer != nil {
		w.count++
		w.path = append(w.path[:w.above], w.count)
		w.message, w.shared = new(mail.Message), true
		return
	}
	w.reader.messages++
	if w.message == nil || w.shared {
		w.message, w.shared = new(mail.Message), false
	}
	at := w.src.Offset()
	offset, _ := w.src.Span(at, at)
	*w.message = mail.Message{Number: w.reader.messages, Offset: offset}
}

// takeBack undoes begin for a message that has nothing but its first line.
func (w *walker) takeBack() bool {
	if w.stop = atEnd; w.outer != nil {
		w.count--
	} else {
		w.reader.messages--
	}
	return true
}

// messages reads messages, and what stands before the first.
func (w *walker) messages() bool {
	ok := w.plainBody()
	for ok && w.stop != atEnd {
		w.open, w.path = w.open[:0], w.path[:w.above]
		if w.stop != atMessage {
			w.stop = going
			ok = w.plainBody()
			continue
		}
		w.begin()
		switch w.format {
		case mail.Mbox:
			w.keep(w.message, mailbox.FieldEnvelope, w.src.Line(0))
			w.skipLine()
			ok = w.article()
		case mail.MMDF:
			ok = w.mmdf()
		case mail.Babyl:
			ok = w.babyl()
		case mail.Rnews:
			ok = w.batched()
		}
	}
	return ok
}

// article reads a message. One of A News has five lines for a header.
func (w *walker) article() bool {
	if line := w.src.Line(0); bytes.HasPrefix(line, []byte("From ")) || bytes.HasPrefix(line, []byte(">From ")) {
		if w.format != mail.Mbox {
			w.keep(w.message, mailbox.FieldEnvelope, line)
		}
		w.skipLine()
	}
	if w.aNewsFollows() {
		return w.aNews()
	}
	if line := w.src.Line(0); mailbox.IsITS(line) && !w.its(line) {
		return false
	}
	h, ok := w.header(w.message)
	return ok && w.root(&h, 0)
}

// its reads the line that is the header of a message between users of ITS. Other fields may follow it.
func (w *walker) its(line []byte) bool {
	from, date, subject := mailbox.ITSHeader(line)
	m := w.message
	w.keep(m, mailbox.FieldFrom, from)
	w.keep(m, mailbox.FieldDate, slices.Concat(date[6:8], []byte("-"), date[:2], []byte("-"), date[3:5], date[8:])) // the year is after 1931
	w.keep(m, mailbox.FieldSubject, subject)
	if at := w.src.Offset() + int64(bytes.LastIndex(line, subject)); w.mayHold([]byte("Subject"), subject) && !w.memory("Subject", subject, at) {
		return false
	}
	w.skipLine()
	return true
}

// mmdf reads a message and the line after it, another of which may follow.
func (w *walker) mmdf() bool {
	for isMMDF(w.src.Line(0)) {
		w.message.Offset = w.src.Offset()
		w.skipLine()
	}
	if w.src.Fill(1) == 0 {
		return w.takeBack()
	}
	return w.article()
}

// babyl reads a message of Rmail: flags, and its header once or twice, around a line of its own.
func (w *walker) babyl() bool {
	w.skipLine()
	if w.src.Fill(1) == 0 {
		return w.takeBack()
	}
	w.skipLine() // 1, answered,,
	if isEOOH(w.src.Line(0)) {
		w.skipLine()
		return w.article()
	}
	h, ok := w.header(w.message)
	if ok && isEOOH(w.src.Line(0)) {
		w.skipLine()
		w.src.Skip(w.headerSize()) // as it was shown
		w.skipBlank()
	}
	return ok && w.root(&h, 0)
}

func isEOOH(line []byte) bool { return bytes.HasPrefix(line, []byte("*** EOOH ***")) }

// batched reads an article of a batch (RFC 1036, section 4.3).
func (w *walker) batched() bool {
	line := string(decode.TrimEnd(w.src.Line(0)))
	w.skipLine()
	words := strings.Fields(line) // as isBatch wants them
	if words[1] != "rnews" {
		w.takeBack()
		w.stop, w.message = going, w.outer
		return w.compressed(line)
	}
	size, _ := mailbox.Digits(words[2])
	w.declared = w.src.Offset() + int64(size)
	return w.article()
}

// compressed reads a batch that has another one in it, compressed. It goes on to the end of the stream. The articles have their places in
// the other one.
func (w *walker) compressed(line string) bool {
	ok := w.unpacked(line, true, (*walker).whatever)
	w.passOver()
	w.stop = atEnd
	return ok
}

// aNews reads an article of A News: A and its identifier, newsgroups, path, date and title, on a line each.
func (w *walker) aNews() bool {
	order := [...]int{mailbox.FieldID, mailbox.FieldNewsgroups, mailbox.FieldFrom, mailbox.FieldDate, mailbox.FieldSubject}
	m := w.message
	for i, f := range order {
		line := decode.TrimEnd(w.src.Line(0))
		if i == 0 {
			line = line[1:]
		}
		w.keep(m, f, line)
		if f == mailbox.FieldSubject && w.mayHold([]byte("Subject"), line) && !w.memory("Subject", line, w.src.Offset()) {
			return false
		}
		w.skipLine()
	}
	return w.root(&header{}, 0)
}
