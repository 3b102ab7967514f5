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
		{mail.PDF, "%", document.IsPDF, "", nil, slurped((*walker).pdf), "", nil, nil, unread, nil, false,
			true},
		{mail.PS, "%\x04", document.IsPostScript, "", nil, (*walker).postScript, "", nil, nil, unread, nil,
			false, false},
		{mail.RTF, "{", document.IsRTF, "", nil, (*walker).rtf, "", nil, nil, unread, nil, false, false},
		{mail.TNEF, "\x78", document.IsTNEF, "", nil, slurped((*walker).tnef), "", nil, nil, unread, nil,
			false, true},
		{mail.Outlook, "\xd0", document.IsCompound, "", nil, slurped((*walker).outlook), "", nil, nil, unread,
			nil, false, true},
		{mail.Sheet, "\x9f\x81\xf4", document.IsSheet, "", nil, slurped((*walker).sheet), "", nil, nil,
			unread, nil, false, true},
		{mail.IWork, "", nil, "", nil, slurped((*walker).iWork), "", nil, nil, unread, nil, false, true},
		{mail.Plist, "b", document.IsPlist, "", nil, slurped((*walker).plist), "", nil, nil, unread, nil,
			false, true},
		{mail.Store, "!", document.IsStore, "", nil, inPlace((*walker).messagesOf), "", nil, nil, unread, nil,
			false, true},
		{mail.Folder, "\xcf", document.IsExpress, "", nil, inPlace((*walker).folder), "", nil, nil, unread,
			nil, false, true},
		{mail.Signed, "\x30", document.IsCMS, "", nil, slurped((*walker).signed), "", nil, nil, unread, nil,
			false, true},
		{mail.Style, "@/", document.IsStyle, "", nil, (*walker).styleSheet, "", nil, nil, unread, nil, true,
			false},
		{mail.Mork, "/", document.IsMork, "", nil, (*walker).mork, "", nil, nil, unread, nil, true, false},
		{mail.Calendar, "bdvBDV", document.IsFolded, "", nil, (*walker).calendar, "", nil, nil, unread, nil,
			true, false},
		{mail.Express, "J", isExpress, "", nil, between(84+16, 16, expressMark), "", nil, nil, unread, nil,
			false, false},
		{mail.Pegasus, "", isPegasus, "", nil, between(128, 1, "\x1a"), "", nil, nil, unread, nil, false,
			false},
		{mail.UW, "* " + octet.Digits, isUW, "", nil, records(uwStart, uwRecord), "", nil, nil, unread, nil,
			false, false},
		{mail.Bat, " ", isBat, "", nil, records(batStart, batRecord), "", nil, nil, unread, nil, false,
			false},
		{mail.MacSource, "\xd0", isMacSource, "", nil, (*walker).macSource, "", nil, nil, unread, nil, false,
			false},
		{mail.Session, "RTAHUEM*+2", isSession, "", nil, func(w *walker) bool { return w.session(false) }, "",
			nil, nil, headless, nil, true, false},
		{mail.QWK, octet.Capitals + octet.Digits, isQWK, "", nil, (*walker).qwk, "", nil, nil, unread, nil,
			false, false},
		{mail.Yahoo, "{[", isYahoo, "", nil, slurped((*walker).yahoo), "", nil, nil, unread, nil, true, true},
		{mail.OLM, "<", isOLM, "", nil, slurped((*walker).olm), "", nil, nil, unread, nil, true, true},
		{mail.Office, "<", document.IsOffice, "", nil, (*walker).office, "", nil, nil, unread, nil, false,
			false},
		{mail.Rnews, "", nil, "#! ", byFirstLine(isBatch), (*walker).messages, "#! ", lineIs(isBatch),
			(*walker).batched, headless, nil, true, false},
		{mail.MMDF, "", nil, mmdfLine, byFirstLine(isMMDF), (*walker).messages, mmdfLine, lineIs(isMMDF),
			(*walker).mmdf, headless, nil, true, false},
		{mail.Babyl, "", nil, "BABYL OPTIONS:", byFirstLine(isBabyl), (*walker).messages, "\x1f",
			lineIs(beginsBabyl), (*walker).babyl, headless, nil, true, false},
		{mail.WARC, "", nil, "WARC/", byFirstLine(mailbox.IsWARC), (*walker).records, "", nil, nil, headless,
			mailbox.DivideWARC, false, false},
		{mail.Mbox, "", nil, "From ", isMbox, (*walker).mbox, "From ", (*lines).fromFollows,
			(*walker).fromMessage, headless, mailbox.DivideMbox, true, false},
		{mail.Queue, octet.Letters + octet.Digits + "-", isPostfix, "", isQueueFile, (*walker).queueFile, "",
			nil, nil, bodily, nil, false, false},
		{mail.Listserv, "", nil, listservLine, beforeHeader(isListserv), (*walker).messages, listservLine,
			headerAfter(isListserv), (*walker).separatedMessage, headless, nil, true, false},
		{mail.Articles, "", nil, "Article", beforeHeader(isArticleLine), (*walker).messages, "Article",
			headerAfter(isArticleLine), (*walker).separatedMessage, headless, nil, true, false},
		{mail.Emlx, octet.Digits, nil, "", isEmlx, (*walker).emlx, plistMark, (*lines).plistAt, nil, bodily,
			nil, true, false},
		{mail.HTML, "", nil, "", nil, (*walker).page, "", nil, nil, alike, nil, true, false},
		{mail.XML, "", nil, "", nil, (*walker).xml, "", nil, nil, alike, nil, true, false},
		{mail.Single, "", nil, "", nil, (*walker).single, "\x1f|.|\x10|From ", (*lines).dividerFollows, nil,
			bodily, nil, true, false},
		{mail.Rmail, "", nil, "", nil, (*walker).single, "\x1f|.|From ", (*lines).dividerFollows, nil, bodily,
			nil, false, false},
		{mail.Binary, "", nil, "", nil, (*walker).binary, "", nil, nil, unread, nil, false, false},
		{mail.Plain, "", nil, "", nil, (*walker).wholeText, "", nil, nil, alike, nil, false, false},
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
	case k.knows == nil && k.is == nil:
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

// byFirstLine returns a formatRow.is for a format that is detected by its first line.
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

// beforeHeader returns a formatRow.is for a format that begins with a line before a header.
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
