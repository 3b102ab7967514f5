package texts

import (
	"bytes"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/ascii"
	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/internal/document"
	"github.com/urlsift/urlsift/extract/internal/mailbox"
	"github.com/urlsift/urlsift/extract/mail"
)

// A kind holds everything that the rest of the package knows about a format. The rows of
// formats name no fields, so the compiler requires every field.
type kind struct {
	format mail.Format

	// How the format is detected. A document is detected by its first bytes, messages by
	// their first lines. The detector works on an incomplete first line, using its
	// beginning, and on the whole lines.
	knows  func(head decode.Head) bool
	begins string
	is     func(head decode.Head, eol byte) bool

	read      func(w *walker) bool        // reads a stream
	separator string                      // the beginnings of a line between messages, separated by "|"
	separates func(l *lines, at int) bool // reports whether the line at offset at separates messages
	message   func(w *walker) bool        // reads a message after its separator line
	rest      rest                        // how the rest of a stream is read after damage
	divide    func(text []byte) (at int)  // see Divider
	text      bool                        // whether a run of NUL bytes anywhere is damage
	whole     bool                        // whether a stream is read into memory whole
}

// A rest states how the rest of a stream is read after damage.
type rest uint8

const (
	unread   rest = iota // not at all: it means nothing without the beginning of the document
	alike                // as a stream of the format
	headless             // as a stream of the format whose first message has no header
	bodily               // as the body of a message
)

// formats holds the formats in the order of detection. Formats without a detector come
// last; they are recognized by a header or set by a flag.
var formats []kind

// byFormat maps formats to their rows.
var byFormat [mail.NumFormats]*kind

func init() { // the functions refer to the table
	formats = []kind{
		{mail.PDF, document.IsPDF, "", nil, slurped((*walker).pdf), "", nil, nil, unread, nil, false, true},
		{mail.RTF, document.IsRTF, "", nil, (*walker).rtf, "", nil, nil, unread, nil, false, false},
		{mail.TNEF, document.IsTNEF, "", nil, slurped((*walker).tnef), "", nil, nil, unread, nil, false,
			true},
		{mail.Outlook, document.IsCompound, "", nil, slurped((*walker).outlook), "", nil, nil, unread, nil,
			false, true},
		{mail.Sheet, document.IsSheet, "", nil, slurped((*walker).sheet), "", nil, nil, unread, nil, false,
			true},
		{mail.IWork, nil, "", nil, slurped((*walker).iWork), "", nil, nil, unread, nil, false, true},
		{mail.Plist, document.IsPlist, "", nil, slurped((*walker).plist), "", nil, nil, unread, nil, false,
			true},
		{mail.Store, document.IsStore, "", nil, (*walker).store, "", nil, nil, unread, nil, false, true},
		{mail.Signed, document.IsCMS, "", nil, slurped((*walker).signed), "", nil, nil, unread, nil, false,
			true},
		{mail.Calendar, document.IsFolded, "", nil, (*walker).calendar, "", nil, nil, unread, nil, true,
			false},
		{mail.Express, isExpress, "", nil, between(84+16, 16, expressMark), "", nil, nil, unread, nil, false,
			false},
		{mail.Pegasus, isPegasus, "", nil, between(128, 1, "\x1a"), "", nil, nil, unread, nil, false, false},
		{mail.MacSource, isMacSource, "", nil, (*walker).macSource, "", nil, nil, unread, nil, false, false},
		{mail.Session, isSession, "", nil, func(w *walker) bool { return w.session(false) }, "", nil, nil,
			headless, nil, true, false},
		{mail.QWK, isQWK, "", nil, (*walker).qwk, "", nil, nil, unread, nil, false, false},
		{mail.Yahoo, isYahoo, "", nil, slurped((*walker).yahoo), "", nil, nil, unread, nil, true, true},
		{mail.OLM, isOLM, "", nil, slurped((*walker).olm), "", nil, nil, unread, nil, true, true},
		{mail.Office, document.IsOffice, "", nil, (*walker).office, "", nil, nil, unread, nil, false, false},
		{mail.Rnews, nil, "#! ", first(isBatch), (*walker).messages, "#! ", lineIs(isBatch),
			(*walker).batched, headless, nil, true, false},
		{mail.MMDF, nil, mmdfLine, first(isMMDF), (*walker).messages, mmdfLine, lineIs(isMMDF),
			(*walker).mmdf, headless, nil, true, false},
		{mail.Babyl, nil, "BABYL OPTIONS:", first(isBabyl), (*walker).messages, "\x1f", lineIs(beginsBabyl),
			(*walker).babyl, headless, nil, true, false},
		{mail.WARC, nil, "WARC/", first(mailbox.IsWARC), (*walker).records, "", nil, nil, headless,
			mailbox.DivideWARC, false, false},
		{mail.Mbox, nil, "From ", isMbox, (*walker).mbox, "From ", (*lines).fromFollows,
			(*walker).fromMessage, headless, mailbox.DivideMbox, true, false},
		{mail.Queue, isPostfix, "", isQueueFile, (*walker).queueFile, "", nil, nil, bodily, nil, false, false},
		{mail.Listserv, nil, listservLine, beforeHeader(isListserv), (*walker).messages, listservLine,
			headerAfter(isListserv), (*walker).separatedMessage, headless, nil, true, false},
		{mail.Articles, nil, "Article", beforeHeader(isArticleLine), (*walker).messages, "Article",
			headerAfter(isArticleLine), (*walker).separatedMessage, headless, nil, true, false},
		{mail.Emlx, nil, "", isEmlx, (*walker).emlx, plistMark, (*lines).plistAt, nil, bodily, nil, true,
			false},
		{mail.HTML, nil, "", nil, (*walker).page, "", nil, nil, alike, nil, true, false},
		{mail.XML, nil, "", nil, (*walker).xml, "", nil, nil, alike, nil, true, false},
		{mail.Single, nil, "", nil, (*walker).single, "\x1f|.|From ", (*lines).dividerFollows, nil, bodily, nil,
			true, false},
		{mail.Rmail, nil, "", nil, (*walker).single, "\x1f|.|From ", (*lines).dividerFollows, nil, bodily, nil,
			false, false},
		{mail.Binary, nil, "", nil, (*walker).binary, "", nil, nil, unread, nil, false, false},
		{mail.Plain, nil, "", nil, (*walker).wholeText, "", nil, nil, alike, nil, false, false},
	}
	for i := range formats {
		k := &formats[i]
		byFormat[k.format] = k
		suspectsOf[k.format] = makeSuspects(k.separator)
	}
	byFormat[mail.Auto] = byFormat[mail.Plain]
}

// rowOf returns the row of a format. An unknown format is read as text.
func rowOf(format mail.Format) *kind {
	if format >= mail.NumFormats {
		format = mail.Plain
	}
	return byFormat[format]
}

// hasMessages reports whether streams of the format are mail, with the line ends of
// messages.
func (k *kind) hasMessages() bool { return k.rest == headless || k.rest == bodily }

// first returns a kind.is for a format that is detected by its first line.
func first(is func(line []byte) bool) func(h decode.Head, eol byte) bool {
	return func(h decode.Head, eol byte) bool {
		line, _ := firstLine(h, eol)
		return line != nil && is(line)
	}
}

// firstLine returns the first line and the text after it. The line is nil if it may be
// incomplete.
func firstLine(h decode.Head, eol byte) (line []byte, rest decode.Head) {
	line = decode.LineOf(h.Text, eol)
	if !h.Ended && decode.IndexEnd(line, eol) < 0 {
		h.NeedMore()
		return nil, h
	}
	h.Text = h.Text[len(line):]
	return line, h
}

// lineIs returns a kind.separates that decides by the line alone.
func lineIs(is func(line []byte) bool) func(l *lines, at int) bool {
	return func(l *lines, at int) bool { return is(l.src.Line(at)) }
}

// slurped returns a kind.read that reads the stream whole.
func slurped(read func(w *walker, b []byte, at int64) (more bool, err error)) func(w *walker) bool {
	return func(w *walker) bool { return w.slurp(read) }
}

// Divider returns the function that divides streams of a format, or nil if there is none.
// Its argument is part of a stream and begins with a line. It returns the last index at
// which both halves, each read as a stream of the format, have the same texts as the
// whole, or 0 if there is none.
func Divider(format mail.Format) func(text []byte) int { return rowOf(format).divide }

// IsText reports whether a stream of a format is text, in which a run of NUL bytes
// anywhere is damage.
func IsText(format mail.Format) bool { return rowOf(format).text }

func isBabyl([]byte) bool { return true }

func beginsBabyl(line []byte) bool { return line[0] == divider }

// mmdfLine is the line between messages of an MMDF.
const mmdfLine = "\x01\x01\x01\x01"

func isMMDF(line []byte) bool { return string(decode.TrimEnd(line)) == mmdfLine }

// isMbox reports whether a stream begins with a "From " line.
func isMbox(h decode.Head, eol byte) bool {
	line, rest := firstLine(h, eol)
	return mailbox.IsFrom(line) || mailbox.IsBareFrom(line) && mailbox.IsMessage(rest, eol)
}

// listservLine is the line between the messages of a LISTSERV notebook.
var listservLine = strings.Repeat("=", 73)

func isListserv(line []byte) bool { return string(decode.TrimEnd(line)) == listservLine }

// isArticleLine reports whether line is the line of rn and trn before an article, such as
// "Article 12 of net.test:" or "Article 12 (3 more) in net.test:".
func isArticleLine(line []byte) bool {
	const longest = 200
	words := bytes.Fields(line[:min(len(line), longest)])
	if len(words) < 4 || string(bytes.TrimSuffix(words[0], []byte(":"))) != "Article" {
		return false
	}
	of := string(words[len(words)-2])
	return ascii.Digit(words[1][0]) && (of == "of" && len(words) == 4 || of == "in" && len(words) == 6)
}

// beforeHeader returns a kind.is for a format that begins with a line before a header.
func beforeHeader(is func(line []byte) bool) func(h decode.Head, eol byte) bool {
	return func(h decode.Head, eol byte) bool {
		line, rest := firstLine(h, eol)
		return line != nil && is(line) && mailbox.IsMessage(rest, eol)
	}
}

// headerAfter returns a kind.separates that requires a header after the line.
func headerAfter(is func(line []byte) bool) func(l *lines, at int) bool {
	return func(l *lines, at int) bool {
		line := l.src.Line(at)
		return is(line) && l.messageFollows(at+len(line))
	}
}

// isBatch reports whether line is the first line of a batch or of one of its articles.
func isBatch(line []byte) bool {
	words := bytes.Fields(line[:min(len(line), 100)])
	if len(words) < 2 || string(words[0]) != "#!" {
		return false
	}
	if string(words[1]) == "rnews" {
		return len(words) > 2 && ascii.Digit(words[2][0])
	}
	return bytes.HasSuffix(words[1], []byte("unbatch"))
}
