package texts

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/internal/mailbox"
	"github.com/urlsift/urlsift/extract/internal/page"
	"github.com/urlsift/urlsift/extract/mail"
)

// container reads a stream of a format.
func (w *walker) container(format mail.Format) bool {
	if format == mail.Rmail {
		format = mail.Single
	}
	w.format = format
	k := rowOf(format)
	if k.hasMessages() {
		w.skipLeading()
		w.src.EOL = w.lineEnd()
	}
	return k.read(w)
}

// after reads the rest of a stream of a format after damage. A document cannot be read without what stood before: its rest is an error.
func (w *walker) after(format mail.Format) bool {
	w.resumed = true
	switch rowOf(format).rest {
	case alike:
		return w.container(format)
	case headless:
		w.headless = true
		return w.container(format)
	case bodily:
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

// single reads a message, and those after it in an Rmail. One in UTF-16 or UTF-32 is
// decoded first.
func (w *walker) single() bool {
	w.src.FillWide()
	if charset := decode.WideCharset(w.src.Rest()); charset != "" {
		t := decode.ReaderOf(w.src.All())
		t.DecodeCharset(charset, new(decode.Charset), w.reader.keep())
		return w.framed(w.src.Offset(), t.From, (*walker).article)
	}
	w.begin()
	return w.article() && w.others()
}

// page reads a page of HTML.
func (w *walker) page() bool {
	w.src.FillWide()
	return w.leaf(ofType("text/html", decode.WideCharset(w.src.Rest())))
}

// xml reads a document in XML.
func (w *walker) xml() bool {
	w.src.FillWide()
	h := ofType("text/html", decode.WideCharset(w.src.Rest()))
	h.kind = page.XML
	return w.leaf(h)
}

// wholeText reads text.
func (w *walker) wholeText() bool { return w.handPart(w.src.Whole(w.reader.keep())) }

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

// others reads the rest of the stream after a message: other messages, if lines of ^_ separate them or lines of one dot end them, or text
// that should not be there.
func (w *walker) others() bool {
	for w.stop == atMessage {
		w.open, w.path = w.open[:0], w.path[:w.above]
		if isDot(w.src.Line(0)) {
			w.isReally(mail.Session)
			w.skipLine()
			w.end()
			return w.session(true)
		}
		w.isReally(mail.Rmail)
		w.begin()
		w.skipLine()
		w.skipLeading()
		if !w.article() {
			return false
		}
	}
	return w.leftover()
}

// isReally sets the format of the stream, which could not be known by its beginning.
func (w *walker) isReally(format mail.Format) {
	if w.parent == nil {
		w.reader.format = format
	}
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
		ok = rowOf(w.format).message(w)
	}
	return ok
}

// fromMessage reads a message after its "From " line. Its lines end as that does.
func (w *walker) fromMessage() bool {
	line := w.src.Line(0)
	if eol := w.endOf(line, 0); eol != w.src.EOL {
		w.src.EOL = eol
		line = w.src.Line(0)
	}
	w.keep(w.message, mailbox.FieldEnvelope, line)
	w.src.Skip(len(line))
	w.goOn()
	return w.article()
}

// ruled reads a message after the line that separates it from others.
func (w *walker) ruled() bool {
	w.skipLine()
	return w.article()
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
