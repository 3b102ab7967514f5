package texts

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/internal/mailbox"
	"github.com/urlsift/urlsift/internal/octet"
)

// A queueFile is a format of files in the queue of a mail server. Text precedes the
// message, and each field follows a prefix.
type queueFile struct {
	is     func(h decode.Head) bool
	begins func(line []byte) bool       // whether the message begins at a line of the text
	prefix func(line []byte) (size int) // the size of the prefix of a field, or 0
}

var queueFiles = []queueFile{
	{isSendmail, func(line []byte) bool { return sendmailPrefix(line) > 0 }, sendmailPrefix},
	{func(h decode.Head) bool { return isExim(h, "H") }, decode.BlankLine, eximPrefix},
}

// isQueueFile reports whether a stream is a file of the queue of sendmail or Exim, or the
// body of a message, whose header is in another file.
func isQueueFile(h decode.Head, eol byte) bool {
	return eol == '\n' && (queueFileOf(h) != nil || isExim(h, "D") || isBody(h))
}

func queueFileOf(h decode.Head) *queueFile {
	for i := range queueFiles {
		if queueFiles[i].is(h) {
			return &queueFiles[i]
		}
	}
	return nil
}

// queueFile reads a file of the queue of a mail server.
func (w *walker) queueFile() bool {
	w.src.Fill(HeadSize)
	h := decode.Whole(w.src.Rest()).First(HeadSize)
	f := queueFileOf(h)
	switch {
	case isPostfix(h):
		return w.postfix()
	case f == nil:
		if isExim(h, "D") {
			w.skipLine()
		}
		return w.bareBody() && w.leftover()
	}
	at := w.src.Offset()
	keep := recoded{&w.src, decode.Keeping(nestedKeep)}
	if !w.handPart(decode.ReaderOf(&session{recoded: keep, stops: f.begins})) {
		return false
	}
	if line := w.src.Line(0); len(line) > 0 && decode.BlankLine(line) {
		w.src.Skip(len(line))
	}
	keep.Output = decode.Keeping(nestedKeep)
	return w.framed(at, &queued{recoded: keep, prefix: f.prefix}, (*walker).readMessage) && w.leftover()
}

// bareBody reads the body of a message without its header. It is in quoted-printable only
// if a line ends in "=", since a URL may contain "=3D".
func (w *walker) bareBody() bool {
	h, begin := ofType("application/octet-stream", ""), bytes.TrimLeft(w.peek(0), " \t\r\n")
	h.encoding, h.rival = encodedBase64, asIs
	if bytes.Contains(begin, []byte("=\n")) || bytes.Contains(begin, []byte("=\r\n")) {
		h.rival = encodedQuoted
	}
	if w.settleEncoding(h); h.encoding == "" || bytes.HasPrefix(begin, []byte("--")) {
		return w.multipart(ofType("multipart/mixed", ""), 0)
	}
	return w.leaf(h)
}

// A queued is a stage that returns a message without the prefixes of its fields.
type queued struct {
	recoded
	prefix  func(line []byte) int
	midLine bool
	body    bool
}

func (q *queued) Next() []byte {
	q.Out = q.Out[:0]
	for len(q.Out) < decode.MaxChunk && q.src.Fill(1) > 0 {
		line := q.src.Line(0)
		if !q.midLine && !q.body {
			n := q.prefix(line)
			q.body = n == 0 && !mailbox.Continues(line)
			q.src.Skip(n)
			line = line[n:]
		}
		q.midLine = !q.src.EndsLine(line[len(line)-1])
		q.Plain(q.src.Offset(), len(line))
		q.Out = append(q.Out, line...)
		q.src.Skip(len(line))
	}
	return q.Decoded()
}

// isSendmail reports whether h is a queue file of sendmail. Each line before the fields
// begins with a letter. The first two have a number: the version, a time or a priority.
func isSendmail(h decode.Head) bool {
	for at, n := 0, 0; at < len(h.Text); n++ {
		line := decode.LineOf(h.Text[at:], '\n')
		text := decode.TrimEnd(line)
		ended := line[len(line)-1] == '\n'
		switch {
		case n < 2 && (len(text) > 0 && bytes.IndexByte([]byte("VTPKN"), text[0]) < 0 ||
			len(bytes.Trim(text[min(1, len(text)):], octet.Digits)) > 0 || ended && len(text) < 2):
			return false
		case !ended:
			h.NeedMore()
			return false
		case n >= 2 && sendmailPrefix(line) > 0:
			return true
		case len(text) == 0 || mailbox.Continues(text):
			return false
		}
		at += len(line)
	}
	h.NeedMore()
	return false
}

// sendmailPrefix returns the size of the "H", or of the "H?flags?", before a field.
func sendmailPrefix(line []byte) int {
	n := 1
	if len(line) < 2 || line[0] != 'H' {
		return 0
	}
	if line[1] == '?' {
		n += bytes.IndexByte(line[2:], '?') + 2
	}
	if mailbox.FieldName(line[n:]) == 0 {
		return 0
	}
	return n
}

// isExim reports whether h begins with the name of a file of Exim, which is the
// identifier of the message with a letter for the kind of the file.
func isExim(h decode.Head, letter string) bool {
	const longest, dash = len("123456-12345678901-1234-D\r\n"), 6
	if len(h.Text) > dash && h.Text[dash] != '-' { // the usual case
		return false
	}
	name, ended := bytes.CutSuffix(decode.LineOf(h.First(longest).Text, '\n'), []byte("\n"))
	name = decode.TrimEnd(name)
	switch {
	case slices.ContainsFunc(name, isNoNameByte):
		return false
	case !ended && len(name) < longest:
		h.NeedMore()
		return false
	}
	p := bytes.Split(name, []byte("-"))
	return len(p) == 4 && len(p[1]) >= 6 && 2 <= len(p[2]) && len(p[2]) <= 4 && string(p[3]) == letter
}

func isNoNameByte(b byte) bool { return b != '-' && !octet.Letter[b] && !octet.Digit[b] }

// eximPrefix returns the size of what precedes a field: its length in three or more
// digits, a letter for its kind, and a blank.
func eximPrefix(line []byte) int {
	n := octet.Digit.Span(line)
	if n < 3 || len(line) < n+2 || line[n+1] != ' ' || mailbox.FieldName(line[n+2:]) == 0 {
		return 0
	}
	return n + 2
}

// isBody reports whether h is the body of a multipart without the header.
func isBody(h decode.Head) bool {
	if h.Starts("This is a multi-part message in MIME format") {
		return true
	}
	if !h.Starts("--") {
		return false
	}
	line, rest := firstLine(h, '\n')
	return len(decode.TrimEnd(line)) > len("--") && rest.StartsFold("content-")
}

// isPostfix reports whether h is a queue file of Postfix. Its first record consists of
// numbers.
func isPostfix(h decode.Head) bool {
	const least = 31
	if !h.Starts("C") || !h.Has(2) || h.Text[1] < least || h.Text[1] > 0x7f {
		return false
	}
	first := h.First(2 + int(h.Text[1]))
	return len(bytes.Trim(first.Text[2:], " 0123456789")) == 0 && first.Has(2+int(h.Text[1]))
}

// postfix reads a queue file of Postfix.
func (w *walker) postfix() bool {
	q := &postfixRecords{recoded: recoded{&w.src, decode.Keeping(nestedKeep)}}
	if !w.framed(w.src.Offset(), q, (*walker).readMessage) {
		return false
	}
	return w.src.Fill(1) == 0 || w.src.IsCut() || w.fail(w.src.Offset(), "damaged queue file") && w.leftover()
}

// A postfixRecords is a stage that returns the lines of the message in records. A record
// is a type, a length and data.
type postfixRecords struct {
	recoded
	inMessage bool
}

func (q *postfixRecords) Next() []byte {
	q.Out = q.Out[:0]
	for len(q.Out) < decode.MaxChunk {
		there := q.src.Fill(1 + binary.MaxVarintLen32)
		if there == 0 {
			break
		}
		size, n := binary.Uvarint(q.src.Rest()[1:])
		if n <= 0 || size > maxCertain || q.src.Fill(1+n+int(size)) < 1+n+int(size) {
			break
		}
		kind := q.src.Take(1 + n)[0]
		at, data := q.src.Offset(), q.src.Take(int(size))
		switch {
		case kind == 'M':
			q.inMessage = true
		case q.inMessage && (kind == 'N' || kind == 'L'):
			q.Plain(at, len(data))
			if q.Out = append(q.Out, data...); kind == 'N' {
				q.Lump(at+int64(size), 0, 1)
				q.Out = append(q.Out, '\n')
			}
		}
	}
	return q.Decoded()
}
