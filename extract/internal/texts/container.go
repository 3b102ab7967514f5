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

// readFormat reads a stream of a format.
func (w *walker) readFormat(format mail.Format) bool {
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

// readRest reads the rest of a stream after damage. The rest of a document cannot be read
// without its beginning, so it is an error.
func (w *walker) readRest(format mail.Format) bool {
	w.resumed = true
	switch rowOf(format).rest {
	case alike:
		return w.readFormat(format)
	case headless:
		w.headless = true
		return w.readFormat(format)
	case bodily:
		return w.restOfBody()
	}
	at := w.src.Offset()
	w.passOver()
	n := w.src.Offset() - at
	return n == 0 || w.fail(at, fmt.Sprintf("the %d bytes after damage in a document are not read", n))
}

// restOfBody reads the rest of a stream as the body of a message, and the messages after
// it.
func (w *walker) restOfBody() bool {
	w.format = mail.Single
	w.headless = true
	w.src.EOL = w.lineEnd()
	return w.plainBody() && w.others()
}

// single reads a message, and in an Rmail also those after it. A message in UTF-16 or
// UTF-32 is decoded first.
func (w *walker) single() bool {
	w.src.FillWide()
	if charset := decode.WideCharset(w.src.Rest()); charset != "" {
		t := decode.ReaderOf(w.src.All())
		t.DecodeCharset(charset, new(decode.Charset), w.reader.keep())
		return w.framed(w.src.Offset(), t.From, (*walker).readMessage)
	}
	w.begin()
	return w.readMessage() && w.others()
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

// others reads the rest of the stream after a message: more messages, if they are
// separated by lines of ^_ or "From " lines or end with a line of one dot, or unexpected
// text.
func (w *walker) others() bool {
	for w.stop == atMessage {
		w.open, w.path = w.open[:0], w.path[:w.outerLen]
		switch line := w.src.Line(0); {
		case isDot(line):
			w.correctFormat(mail.Session)
			w.skipLine()
			w.endMessage()
			return w.session(true)
		case line[0] == 'F':
			w.correctFormat(mail.Mbox)
			w.format = mail.Mbox
			return w.following()
		}
		w.correctFormat(mail.Rmail)
		w.begin()
		w.skipLine()
		w.skipLeading()
		if !w.readMessage() {
			return false
		}
	}
	return w.leftover()
}

// correctFormat corrects the format of the stream if its beginning did not determine it.
func (w *walker) correctFormat(format mail.Format) {
	if w.parent == nil {
		w.reader.format = format
	}
}

// mbox reads a mailbox, whose first message may lack its "From " line.
func (w *walker) mbox() bool {
	if w.headless {
		return w.messages()
	}
	size, found := w.preface()
	if !found {
		return w.messages()
	}
	if !w.handPart(decode.ReaderOf(&frame{w.src.All(), int64(size), ""})) {
		return false
	}
	w.begin()
	return w.readMessage() && w.following()
}

// preface calls [mailbox.Preface] with enough of the stream.
func (w *walker) preface() (size int, found bool) {
	for n := 1; ; {
		there := w.src.Fill(n)
		h := decode.NewHead(w.src.Rest()[:there], there < n).First(HeadSize)
		if size, found = mailbox.Preface(h); !h.IsShort() {
			return size, found
		}
		n = there + 1
	}
}

// messages reads messages, and the text before the first.
func (w *walker) messages() bool { return w.plainBody() && w.following() }

// following reads the messages from the stop on.
func (w *walker) following() bool {
	ok := true
	for ok && w.stop != atEnd {
		w.open, w.path = w.open[:0], w.path[:w.outerLen]
		if w.stop != atMessage {
			w.stop = noStop
			ok = w.plainBody()
			continue
		}
		w.begin()
		ok = rowOf(w.format).message(w)
	}
	return ok && w.endsInTime()
}

// endsInTime reports an error if the stream, at its end, is shorter than declared.
func (w *walker) endsInTime() bool {
	at := w.src.Offset()
	return !w.isShort(0) || w.src.IsCut() ||
		w.fail(at, fmt.Sprintf("the last %d bytes of a message are missing", w.until-at))
}

// fromMessage reads a message after its "From " line, which determines how the lines of
// the message end.
func (w *walker) fromMessage() bool {
	line := w.src.Line(0)
	if eol := w.endOf(line, 0); eol != w.src.EOL {
		w.src.EOL = eol
		line = w.src.Line(0)
	}
	w.keep(w.message, mailbox.FieldEnvelope, line)
	w.src.Skip(len(line))
	w.goOn()
	return w.readMessage()
}

// separatedMessage reads a message after its separator line.
func (w *walker) separatedMessage() bool {
	w.skipLine()
	return w.readMessage()
}

// readMessage reads a message. In A News its header is five lines without field names.
func (w *walker) readMessage() bool {
	if w.begins(0, "From ") || w.begins(0, ">From ") {
		line := w.src.Line(0)
		if bytes.HasPrefix(bytes.TrimPrefix(line, []byte(">")), []byte("From ")) {
			if w.format != mail.Mbox {
				w.keep(w.message, mailbox.FieldEnvelope, line)
			}
			w.skipLine()
		}
	}
	if w.aNewsFollows() {
		return w.aNews()
	}
	if mailbox.BeginsITS(w.src.Rest()) {
		if line := w.src.Line(0); mailbox.IsITS(line) && !w.itsHeader(line) {
			return false
		}
	}
	var h header
	return w.header(&h, w.message) && w.root(&h, 0)
}

// itsHeader reads the one-line header of a message from ITS (the Incompatible Timesharing
// System of the PDP-10), which other fields may follow.
func (w *walker) itsHeader(line []byte) bool {
	from, date, subject := mailbox.ITSHeader(line)
	m := w.message
	w.keep(m, mailbox.FieldFrom, from)
	// YY-MM-DD: YY is above 31, so it is not a day.
	w.keep(m, mailbox.FieldDate, slices.Concat(date[6:8], []byte("-"), date[:2], []byte("-"), date[3:5],
		date[8:]))
	w.keep(m, mailbox.FieldSubject, subject)
	if at := w.src.Offset() + int64(bytes.LastIndex(line, subject)); w.mayHold([]byte("Subject"), subject) &&
		!w.memory("Subject", subject, at) {
		return false
	}
	w.skipLine()
	return true
}

// mmdf skips one or more separator lines, and reads the message after them.
func (w *walker) mmdf() bool {
	for isMMDF(w.src.Line(0)) {
		w.message.Offset = w.src.Offset()
		w.skipLine()
	}
	if w.src.Fill(1) == 0 {
		return w.dropMessage()
	}
	return w.readMessage()
}

// babyl reads a message of Rmail: a line of flags, the header, the line "*** EOOH ***",
// and perhaps the header again as Rmail displayed it.
func (w *walker) babyl() bool {
	w.skipLine()
	if w.src.Fill(1) == 0 {
		return w.dropMessage()
	}
	w.skipLine() // flags, such as "1, answered,,"
	if isEOOH(w.src.Line(0)) {
		w.skipLine()
		return w.readMessage()
	}
	var h header
	ok := w.header(&h, w.message)
	if ok && isEOOH(w.src.Line(0)) {
		w.skipLine()
		w.src.Skip(w.headerSize()) // the header as it was displayed
		w.skipBlank()
	}
	return ok && w.root(&h, 0)
}

func isEOOH(line []byte) bool { return bytes.HasPrefix(line, []byte("*** EOOH ***")) }

// batched reads an article of a batch (RFC 1036, section 4.3). Its length is not trusted
// if that of the article before was wrong, as after a change of line ends.
func (w *walker) batched() bool {
	trusted := w.until == 0 || w.until == w.src.Offset()
	line := string(decode.TrimEnd(w.src.Line(0)))
	w.skipLine()
	words := strings.Fields(line) // isBatch has checked that there are enough
	if words[1] != "rnews" {
		w.dropMessage()
		w.stop, w.message = noStop, w.outer
		return w.compressed(line)
	}
	size, _ := mailbox.Digits(words[2])
	w.declared, w.until = w.src.Offset()+int64(size), -1
	if trusted {
		w.until = w.declared
	}
	return w.readMessage()
}

// compressed reads a batch that contains another one, compressed, up to the end of the
// stream. Offsets of the articles are relative to the inner batch.
func (w *walker) compressed(line string) bool {
	ok := w.unpacked(line, true, (*walker).whatever)
	w.passOver()
	w.stop = atEnd
	return ok
}

// aNews reads an article of A News: "A" and its identifier, then newsgroups, path, date
// and title, each on a line.
func (w *walker) aNews() bool {
	order := [...]int{mailbox.FieldID, mailbox.FieldNewsgroups, mailbox.FieldFrom, mailbox.FieldDate,
		mailbox.FieldSubject}
	m := w.message
	for i, f := range order {
		line := decode.TrimEnd(w.src.Line(0))
		if i == 0 {
			line = line[1:]
		}
		w.keep(m, f, line)
		if f == mailbox.FieldSubject && w.mayHold([]byte("Subject"), line) &&
			!w.memory("Subject", line, w.src.Offset()) {
			return false
		}
		w.skipLine()
	}
	return w.root(&header{}, 0)
}
