package texts

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/internal/mailbox"
	"github.com/urlsift/urlsift/extract/internal/page"
	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/internal/lazyregexp"
	"github.com/urlsift/urlsift/internal/octet"
)

// between returns a reader of messages separated by a mark. The first message is at
// offset first of the stream. Each other message is at offset gap from the beginning of a
// mark.
func between(first, gap int, mark string) func(w *walker) bool {
	return func(w *walker) bool {
		for n := first; w.src.Fill(n+1) > n; n = gap {
			w.src.Skip(n)
			if !w.framed(w.src.Offset(), &frame{w.src.All(), math.MaxInt64, mark}, (*walker).readMessage) {
				return false
			}
		}
		w.passOver()
		return true
	}
}

// expressMark begins each message of a mailbox of Outlook Express 4. It is followed by
// the number and two lengths, which are not reliable.
const expressMark = "\x00\x7f\x00\x7f"

func isExpress(h decode.Head) bool { return h.Starts("JMF6\x03\x00\x01\x00") }

// isPegasus reports whether h is a folder of Pegasus Mail: its name and NULs in 86 bytes
// without a line break, 42 more bytes, and a message. A name like a header field is that
// of a message.
func isPegasus(h decode.Head) bool {
	const name, size = 86, 128
	zero := bytes.IndexByte(h.First(name).Text, 0)
	if zero <= 0 || HasControl(h.Text[:zero]) || bytes.ContainsAny(h.First(name).Text, "\r\n") ||
		mailbox.BeginsKnown(h.Text[:zero]) || !h.Has(size+1) || mailbox.BeginsControl(h.Text[size:]) {
		return false
	}
	h.Text = h.Text[size:]
	return mailbox.IsMessage(h, '\n')
}

// longestRecord is the longest record before a message in bytes.
const longestRecord = 128

// records returns a reader of messages that each follow a record with their size. start
// returns where the first record begins, and record the lengths of a record and of its
// message, or 0 if text does not begin with a record.
func records(start func(head []byte) int, record func(text []byte) (n int, size int64)) func(w *walker) bool {
	return func(w *walker) bool {
		w.src.Fill(longestRecord)
		for left := start(w.src.Rest()); left > 0 && w.src.Fill(1) > 0; {
			left -= len(w.src.Take(min(left, len(w.src.Rest()))))
		}
		for w.src.Fill(longestRecord) > 0 {
			n, size := record(w.src.Rest())
			if n == 0 {
				return w.fail(w.src.Offset(), "no record of a message") && w.restOfBody()
			}
			w.src.Skip(n)
			if !w.framedWhole(w.src.Offset(), &frame{w.src.All(), size, ""}) {
				return false
			}
		}
		return true
	}
}

// uwMark begins a mailbox of UW IMAP in its format mbx, with the identifiers and keywords
// of the mailbox after it. In the older formats mtx and tenex the first record begins it.
const uwMark = "*mbx*\r\n"

func isUW(h decode.Head) bool {
	if h.Starts(uwMark) {
		return true
	}
	h = h.First(longestRecord)
	if len(h.Text) < 3 || h.Text[2] != '-' || !h.Contains("\n") {
		return false
	}
	n, _ := uwRecord(h.Text)
	return n > 0
}

func uwStart(head []byte) int {
	if decode.Starts(head, uwMark) {
		return 2048
	}
	return 0
}

// uwRecord reads a line with the date, size and flags of a message, such as
// " 5-Mar-1996 10:11:12 +0000,1234;000000000001-00000002".
func uwRecord(text []byte) (n int, size int64) {
	line := uwLine.FindSubmatch(text[:min(len(text), longestRecord)])
	if line == nil {
		return 0, 0
	}
	size, _ = strconv.ParseInt(string(line[1]), 10, 64) // of at most ten digits
	return len(line[0]), size
}

var uwLine = lazyregexp.New(`^[ \d]\d-[A-Z][a-z][a-z]-(?:\d\d)?\d\d \d\d:\d\d:\d\d[ +-][\w +-]{0,9},` +
	`(\d{1,10});[\da-fA-F]{12}(?:-[\da-fA-F]{8})?\r?\n`)

// A message base of The Bat! begins with a record that has its own length, and each
// message follows a record with the length of the message.
func isBat(h decode.Head) bool { return h.Starts("\x20\x06\x79\x19") && h.Has(batLength+2) }

const batLength = 4 // where the length of the first record is

func batStart(head []byte) int {
	if len(head) < batLength+2 {
		return 0 // the format was set
	}
	return int(binary.LittleEndian.Uint16(head[batLength:]))
}

func batRecord(text []byte) (n int, size int64) {
	const mark, length, record = "\x21\x09\x70\x19\x30\x00\x00\x00", 36, 48
	if len(text) < record || !decode.Starts(text, mark) {
		return 0, 0
	}
	return record, int64(binary.LittleEndian.Uint32(text[length:]))
}

func (w *walker) macSource() bool {
	w.src.Fill(HeadSize)
	w.src.Skip(min(bytes.Index(w.src.Rest(), []byte(macSource))+len(macSource)+4, len(w.src.Rest())))
	w.src.EOL = w.lineEnd()
	return w.single()
}

// qwkBlock is the block size of a QWK packet.
const qwkBlock = 128

// isQWK reports whether h is the MESSAGES.DAT of a packet, or the messages of a reply to
// one: a block of text, or of only the name of a BBS, and a block with a date and a time.
func isQWK(h decode.Head) bool {
	const longest = 8
	first := h.First(qwkBlock).Text
	name := qwkNameSet.Span(first)
	isReply := 0 < name && name <= longest && len(bytes.Trim(first[name:], " \x00")) == 0
	return (isReply || h.Starts("Produced by ")) && h.Has(2*qwkBlock) && qwkSize(h.Text[qwkBlock:]) >= 0
}

// qwkNameSet has the characters of the name of a BBS.
var qwkNameSet = octet.SetOf(octet.Capitals + octet.Digits)

// qwkSize returns the length of the text after the header of a message in a packet, or -1
// if head is not such a header.
func qwkSize(head []byte) int64 {
	blocks, n := mailbox.Digits(strings.TrimSpace(string(head[116:122])))
	if n == 0 || blocks == 0 || head[10] != '-' || head[13] != '-' || head[18] != ':' {
		return -1
	}
	return int64(blocks-1) * qwkBlock
}

// qwk reads a packet of messages from a BBS.
func (w *walker) qwk() bool {
	more := w.handPart(decode.ReaderOf(&frame{w.src.All(), qwkBlock, ""}))
	for more && w.src.Fill(qwkBlock) >= qwkBlock {
		at, size := w.src.Offset(), qwkSize(w.src.Rest())
		if size < 0 {
			return w.fail(at, "no header of a message") && w.readRest(mail.QWK)
		}
		w.begin()
		head := bytes.Clone(w.src.Take(qwkBlock))
		text := &qwkText{frame{w.src.All(), size, ""}}
		more = w.qwkHeader(head, at) && w.sameMessage(text,
			func(in *walker) bool { return in.root(ofType("text/plain", "ibm437"), 1) }) &&
			(!text.IsCut() || w.src.IsCut() || w.fail(w.src.Offset(), "message is cut"))
		w.endMessage()
	}
	w.passOver()
	return more
}

// qwkHeader stores the header of a message.
func (w *walker) qwkHeader(head []byte, at int64) bool {
	const from, subject, password = 46, 71, 96
	century := "19"
	if head[14] < '7' {
		century = "20"
	}
	date := century + string(head[14:16]) + "-" + string(head[8:13]) + " " + string(head[16:21])
	w.keep(w.message, mailbox.FieldDate, []byte(date))
	w.keep(w.message, mailbox.FieldFrom, bytes.TrimRight(head[from:subject], "\x00"))
	title := bytes.TrimRight(head[subject:password], " \x00")
	w.keep(w.message, mailbox.FieldSubject, title)
	w.headed()
	return !w.mayHold([]byte("Subject"), title) || w.memory("Subject", title, at+subject)
}

// A qwkText is a stage that returns the text of a message. QWK has its own line end.
type qwkText struct{ frame }

func (q *qwkText) Next() []byte { return bytes.ReplaceAll(q.frame.Next(), []byte{0xe3}, []byte{'\n'}) }

// isYahoo reports whether h is JSON of Yahoo Groups, with a message in its first 8 KiB,
// or in its first line if that is a complete value.
func isYahoo(h decode.Head) bool {
	h = h.First(8 << 10).AfterBlanks()
	if !h.Starts("{") && !h.Starts("[") {
		return false
	}
	line := decode.LineOf(h.Text, '\n')
	if bytes.HasSuffix(decode.TrimEnd(line), []byte("}")) && (h.Ended || bytes.HasSuffix(line, []byte("\n"))) {
		h = h.First(len(line))
	}
	return h.Contains(rawEmail)
}

const rawEmail = `"rawEmail"`

// yahoo reads JSON of Yahoo Groups. A message is a string with HTML's escapes.
func (w *walker) yahoo(b []byte, at int64) (more bool, err error) {
	done := 0
	for {
		start, end := rawMessage(b, done)
		if !w.memory("", b[done:start], at+int64(done)) {
			return false, nil
		}
		if done = end; start == end {
			return true, nil
		}
		var message decode.Stage
		text := unescape(b[start:end], at+int64(start), &w.src, '\\', jsonEscape)
		if message = text; bytes.IndexByte(text.Out, '<') < 0 {
			message = unescape(text.Out, 0, text, '&', page.DecodeEntity)
		}
		if !w.framed(at+int64(start), message, (*walker).readMessage) {
			return false, nil
		}
	}
}

// rawMessage returns the offsets of the next string with a message in JSON from index
// from on, or the end of b.
func rawMessage(b []byte, from int) (start, end int) {
	for {
		k := bytes.Index(b[from:], []byte(rawEmail))
		if k < 0 {
			return len(b), len(b)
		}
		from += k + len(rawEmail)
		value := bytes.TrimLeft(b[from:], " \t\r\n:")
		if len(value) == 0 || value[0] != '"' {
			continue
		}
		start = len(b) - len(value) + 1
		for end = start; end < len(b) && b[end] != '"'; end++ {
			if b[end] == '\\' {
				end++
			}
		}
		if end = min(end, len(b)); end > start {
			return start, end
		}
	}
}

// unescape returns a stage with the text, which begins at an offset. Escapes that begin
// with mark are decoded.
func unescape(text []byte, at int64, from decode.Spanner, mark byte,
	escape func([]byte) ([]byte, int)) *decode.Value {
	v := &decode.Value{From: from, At: at}
	for i := 0; i < len(text); {
		k := bytes.IndexByte(text[i:], mark)
		if k < 0 {
			k = len(text) - i
		}
		v.Plain(int64(i), k)
		v.Out = append(v.Out, text[i:i+k]...)
		if i += k; i < len(text) {
			char, n := escape(text[i:])
			v.Lump(int64(i), n, len(char))
			v.Out = append(v.Out, char...)
			i += n
		}
	}
	return v
}

// jsonEscape decodes a JSON escape, or two that form a surrogate pair.
func jsonEscape(b []byte) (text []byte, n int) {
	n = 2
	if bytes.HasPrefix(b, []byte(`\u`)) {
		n = 6
		if len(b) > n && bytes.HasPrefix(b[n:], []byte(`\u`)) {
			n = 12
		}
	}
	var s string
	if n = min(n, len(b)); json.Unmarshal([]byte(`"`+string(b[:n])+`"`), &s) != nil {
		return b[:1], 1
	}
	return []byte(s), n
}
