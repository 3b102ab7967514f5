package texts

import (
	"bytes"
	"cmp"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/internal/document"
	"github.com/urlsift/urlsift/extract/internal/mailbox"
	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/internal/octet"
)

func init() { // the functions refer to the table
	formats = []formatRow{
		{format: mail.PDF, first: "%", isDocument: document.IsPDF, read: slurped((*walker).pdf),
			whole: true},
		{format: mail.PS, first: "%\x04", isDocument: document.IsPostScript, read: (*walker).postScript},
		{format: mail.RTF, first: "{", isDocument: document.IsRTF, read: (*walker).rtf},
		{format: mail.TNEF, first: "\x78", isDocument: document.IsTNEF, read: slurped((*walker).tnef),
			whole: true},
		{format: mail.Outlook, first: "\xd0", isDocument: document.IsCompound,
			read: slurped((*walker).outlook), whole: true},
		{format: mail.Sheet, first: "\x9f\x81\xf4", isDocument: document.IsSheet,
			read: slurped((*walker).sheet), whole: true},
		{format: mail.IWork, read: slurped((*walker).iWork), whole: true},
		{format: mail.Plist, first: "b", isDocument: document.IsPlist, read: slurped((*walker).plist),
			whole: true},
		{format: mail.Store, first: "!", isDocument: document.IsStore, read: inPlace((*walker).messagesOf),
			whole: true},
		{format: mail.Folder, first: "\xcf", isDocument: document.IsExpress,
			read: inPlace((*walker).folder), whole: true},
		{format: mail.Signed, first: "\x30", isDocument: document.IsCMS, read: slurped((*walker).signed),
			whole: true},
		{format: mail.Style, first: "@/", isDocument: document.IsStyle, read: (*walker).styleSheet,
			text: true},
		{format: mail.Mork, first: "/", isDocument: document.IsMork, read: (*walker).mork, text: true},
		{format: mail.Calendar, first: "bdvBDV#", isDocument: document.IsFolded, read: (*walker).calendar,
			text: true},
		{format: mail.Express, first: "J", isDocument: isExpress, read: between(84+16, 16, expressMark)},
		{format: mail.Pegasus, isDocument: isPegasus, read: between(128, 1, "\x1a")},
		{format: mail.UW, first: "* " + octet.Digits, isDocument: isUW, read: records(uwStart, uwRecord)},
		{format: mail.Bat, first: " ", isDocument: isBat, read: records(batStart, batRecord)},
		{format: mail.MacSource, first: "\xd0", isDocument: isMacSource, read: (*walker).macSource},
		{format: mail.Session, first: "RTAHUEM*+2", isDocument: isSession,
			read: func(w *walker) bool { return w.session(false) }, rest: headless, text: true},
		{format: mail.QWK, first: octet.Capitals + octet.Digits, isDocument: isQWK, read: (*walker).qwk},
		{format: mail.Yahoo, first: "{[", isDocument: isYahoo, read: slurped((*walker).yahoo), text: true,
			whole: true},
		{format: mail.OLM, first: "<", isDocument: isOLM, read: slurped((*walker).olm), text: true,
			whole: true},
		{format: mail.Office, first: "<", isDocument: document.IsOffice, read: (*walker).office},
		{format: mail.Rnews, begins: "#! ", isMessages: byFirstLine(isBatch), read: (*walker).messages,
			separator: "#! ", separates: lineIs(isBatch), message: (*walker).batched, rest: headless,
			text: true},
		{format: mail.MMDF, begins: mmdfLine, isMessages: byFirstLine(isMMDF), read: (*walker).messages,
			separator: mmdfLine, separates: lineIs(isMMDF), message: (*walker).mmdf, rest: headless,
			text: true},
		{format: mail.Babyl, begins: "BABYL OPTIONS:", isMessages: byFirstLine(isBabyl),
			read: (*walker).messages, separator: "\x1f", separates: lineIs(beginsBabyl),
			message: (*walker).babyl, rest: headless, text: true},
		{format: mail.WARC, begins: "WARC/", isMessages: byFirstLine(mailbox.IsWARC),
			read: (*walker).records, rest: headless, divide: mailbox.DivideWARC},
		{format: mail.Mbox, begins: "From ", isMessages: isMbox, read: (*walker).mbox, separator: "From ",
			separates: (*lines).fromFollows, message: (*walker).fromMessage, rest: headless,
			divide: mailbox.DivideMbox, text: true},
		{format: mail.Queue, first: octet.Letters + octet.Digits + "-", isDocument: isPostfix,
			isMessages: isQueueFile, read: (*walker).queueFile, rest: bodily},
		{format: mail.Listserv, begins: listservLine, isMessages: beforeHeader(isListserv),
			read: (*walker).messages, separator: listservLine, separates: headerAfter(isListserv),
			message: (*walker).separatedMessage, rest: headless, text: true},
		{format: mail.Articles, begins: "Article", isMessages: beforeHeader(isArticleLine),
			read: (*walker).messages, separator: "Article", separates: headerAfter(isArticleLine),
			message: (*walker).separatedMessage, rest: headless, text: true},
		{format: mail.Emlx, first: octet.Digits, isMessages: isEmlx, read: (*walker).emlx,
			separator: plistMark, separates: (*lines).plistAt, rest: bodily, text: true},
		{format: mail.HTML, read: (*walker).page, rest: alike, text: true},
		{format: mail.XML, read: (*walker).xml, rest: alike, text: true},
		{format: mail.Single, read: (*walker).single, separator: "\x1f|.|\x10|From ",
			separates: (*lines).dividerFollows, rest: bodily, text: true},
		{format: mail.Rmail, read: (*walker).single, separator: "\x1f|.|From ",
			separates: (*lines).dividerFollows, rest: bodily},
		{format: mail.Binary, read: (*walker).binary},
		{format: mail.Plain, read: (*walker).wholeText, rest: alike},
	}
	for i := range formats {
		k := &formats[i]
		byFormat[k.format] = k
		suspectsOf[k.format] = makeSuspects(k.separator)
		addFirst(k, i)
	}
	byFormat[mail.Auto] = byFormat[mail.Plain]
}

// addFirst adds the row with an index to rowsBy.
func addFirst(k *formatRow, index int) {
	row := uint64(1) << index
	first := cmp.Or(k.first, k.begins[:min(len(k.begins), 1)])
	switch {
	case k.isDocument == nil && k.isMessages == nil:
	case first == "":
		for b := range rowsBy {
			rowsBy[b] |= row
		}
	default:
		for i := range len(first) {
			rowsBy[first[i]] |= row
		}
	}
}

// byFirstLine returns a formatRow.isMessages for a format that is detected by its first
// line.
func byFirstLine(is func(line []byte) bool) func(h decode.Head, eol byte) bool {
	return func(h decode.Head, eol byte) bool {
		line, _ := firstLine(h, eol)
		return line != nil && is(line)
	}
}

// lineIs returns a formatRow.separates that decides by the line alone.
func lineIs(is func(line []byte) bool) func(l *lines, at int) bool {
	return func(l *lines, at int) bool { return is(l.src.Line(at)) }
}

// slurped returns a formatRow.read that reads the stream whole.
func slurped(read func(w *walker, b []byte, at int64) (more bool, err error)) func(w *walker) bool {
	return func(w *walker) bool { return w.slurp(read) }
}

func isBabyl([]byte) bool { return true }

func beginsBabyl(line []byte) bool { return line[0] == divider }

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
	return octet.Digit[words[1][0]] && (of == "of" && len(words) == 4 || of == "in" && len(words) == 6)
}

// beforeHeader returns a formatRow.isMessages for a format that begins with a line before
// a header.
func beforeHeader(is func(line []byte) bool) func(h decode.Head, eol byte) bool {
	return func(h decode.Head, eol byte) bool {
		line, rest := firstLine(h, eol)
		return line != nil && is(line) && mailbox.IsMessage(rest, eol)
	}
}

// headerAfter returns a formatRow.separates that requires a header after the line.
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
		return len(words) > 2 && octet.Digit[words[2][0]]
	}
	return bytes.HasSuffix(words[1], []byte("unbatch"))
}
