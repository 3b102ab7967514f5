package mail

import (
	"bytes"
	"strings"

	"github.com/urlsift/urlsift/extract/document"
)

// headSize is how much of a stream is looked at to tell what it is.
const headSize = 32 << 10

// Detect returns the format of a stream that begins with head. In doubt it is Plain. More than 32 KiB are not looked at.
func Detect(head []byte) Format {
	format, _ := detect(head[:min(len(head), headSize)])
	return format
}

// detect tells of what format the stream is that begins with b, and sees what ends its lines.
func (w *walker) detect(b []byte) (format Format) {
	format, w.src.eol = detect(b[:min(len(b), headSize)])
	return format
}

// detect tells of what format something is that begins with b, and what ends its lines.
func detect(b []byte) (Format, byte) {
	eol := byte('\n')
	if f := documentFormat(b); f != Plain {
		return f, eol
	}
	if bytes.Count(b, []byte{'\r'}) > 2*bytes.Count(b, []byte{'\n'}) {
		eol = '\r'
	}
	return textFormat(b[leading(b):], eol), eol
}

// documentFormat tells of what format a document is, by its first bytes, or that it is none.
func documentFormat(b []byte) Format {
	switch {
	case document.IsPDF(b):
		return PDF
	case document.IsRTF(b):
		return RTF
	case document.IsTNEF(b):
		return TNEF
	case document.IsCompound(b):
		return Outlook
	case document.IsCMS(b):
		return Signed
	case document.IsFolded(b):
		return Calendar
	case isOffice(b):
		return Office
	}
	return Plain
}

// textFormat tells of what format text is, by its beginning.
func textFormat(b []byte, eol byte) Format {
	switch first := lineOf(b, eol); {
	case len(b) == 0:
		return Plain
	case byteOrder(b) != "":
		if isHTML(narrow(b)) {
			return HTML
		}
		return Plain
	case isBatch(first):
		return Rnews
	case isMMDF(first):
		return MMDF
	case bytes.HasPrefix(b, []byte("BABYL OPTIONS:")):
		return Babyl
	case isWARC(first):
		return WARC
	case isFrom(first):
		return Mbox
	case isHTML(b):
		return HTML
	case isANews(func(at int) []byte { return lineOf(b[at:], eol) }), isMessage(b, eol):
		return Single
	case hasFrom(b, eol):
		return Mbox
	}
	return Plain
}

// narrow returns the beginning of text in UTF-16 or UTF-32 as far as it is ASCII, for who looks for words.
func narrow(b []byte) []byte {
	const enough = 8 << 10
	b = b[:min(len(b), enough)]
	return bytes.ReplaceAll(bytes.TrimLeft(b, "\xff\xfe\x00"), []byte{0}, nil)
}

// isOffice reports whether a document that begins with b is a part of one of Office or OpenDocument, by the namespaces in it.
func isOffice(b []byte) bool {
	const enough = 4 << 10
	b = bytes.TrimLeft(bytes.TrimPrefix(b[:min(len(b), enough)], []byte("\xef\xbb\xbf")), " \t\r\n")
	if len(b) == 0 || b[0] != '<' {
		return false
	}
	for _, space := range officeSpaces {
		if bytes.Contains(b, []byte(space)) {
			return bytes.HasPrefix(b, []byte("<?xml")) || bytes.Contains(b, []byte("xmlns"))
		}
	}
	return false
}

// officeSpaces are what the namespaces of Office and OpenDocument begin with.
var officeSpaces = []string{
	"http://schemas.openxmlformats.org/", "http://purl.oclc.org/ooxml/", "http://schemas.microsoft.com/office/",
	"urn:oasis:names:tc:opendocument:", "http://openoffice.org/2",
}

// isMessage is true for what begins with a header.
func isMessage(b []byte, eol byte) bool {
	names, knownNames, at := 0, 0, 0
	for at < len(b) {
		line := lineOf(b[at:], eol)
		n := fieldName(line)
		switch {
		case n > 0:
			names++
			if known(line[:n]) {
				knownNames++
			}
		case continues(line) && names > 0:
		case at == 0 && (bytes.HasPrefix(line, []byte("From ")) || bytes.HasPrefix(line, []byte(">From "))):
		default:
			return names > 1 && knownNames > 0 && (blankLine(line) || knownNames > 1) || isPart(b)
		}
		at += len(line)
	}
	return names > 1 && knownNames > 0
}

// leading is the length of what may stand before a header without being text.
func leading(b []byte) int {
	after := bytes.TrimLeft(bytes.TrimPrefix(b, []byte("\xef\xbb\xbf")), " \t\r\n")
	return len(b) - len(after)
}

// isPart is true for a header of nothing but what MIME has.
func isPart(b []byte) bool {
	n := fieldName(b)
	return n > len("content-") && (strings.EqualFold(string(b[:len("content-")]), "content-") || isName(b[:n], "mime-version"))
}

// isHTML is true for a page.
func isHTML(b []byte) bool {
	b = bytes.ToLower(bytes.TrimLeft(b[:min(len(b), 2<<10)], " \t\r\n"))
	for _, prefix := range []string{"<!doctype html", "<html", "<head>", "<body"} {
		if bytes.HasPrefix(b, []byte(prefix)) {
			return true
		}
	}
	switch {
	case bytes.HasPrefix(b, []byte("<svg")):
		return true
	case !bytes.HasPrefix(b, []byte("<?xml")) && !bytes.HasPrefix(b, []byte("<!--")) && !bytes.HasPrefix(b, []byte("<!doctype svg")):
		return false
	}
	return bytes.Contains(b, []byte("<html")) || bytes.Contains(b, []byte("<svg"))
}

// hasFrom is true for messages that something else stands before.
func hasFrom(b []byte, eol byte) bool {
	for at := 0; at < len(b); {
		line := lineOf(b[at:], eol)
		at += len(line)
		if line[0] == 'F' && isFrom(line) {
			next := lineOf(b[at:], eol)
			if n := fieldName(next); n > 0 && known(next[:n]) {
				return true
			}
		}
	}
	return false
}

// isFrom is true for a line such as mailboxes have before each message: "From ", who, and when. Some have only a number.
func isFrom(line []byte) bool { return fromDate(line) != nil }

// fromDate gives the date of a "From " line, or what stands for it, or nil if it is none.
func fromDate(line []byte) []byte {
	rest, ok := bytes.CutPrefix(trimEnd(line), []byte("From "))
	const longest = 500
	if !ok || len(rest) == 0 || len(rest) > longest {
		return nil
	}
	if isSerial(rest) {
		return rest
	}
	// A colon between digits is the time; the date stands around it.
	colon := clock(rest)
	if colon < 0 {
		return nil
	}
	start := dateStart(rest[:colon])
	if start < 0 {
		return nil
	}
	if date := rest[start:]; !parseDate(string(date)).IsZero() {
		return date
	}
	return nil
}

// isSerial is true for a number alone.
func isSerial(text []byte) bool {
	const least = 6
	text = bytes.TrimPrefix(text, []byte("-"))
	for _, c := range text {
		if !digit(c) {
			return false
		}
	}
	return len(text) >= least
}

// clock gives where the first colon between digits is, or -1.
func clock(text []byte) int {
	for i := 1; i+1 < len(text); i++ {
		if text[i] == ':' && digit(text[i-1]) && digit(text[i+1]) {
			return i
		}
	}
	return -1
}

// dateStart gives where a date begins of which the clock time stands at the end: at the name of a day, a month, or a number,
// behind a blank.
func dateStart(text []byte) int {
	const longest = 32
	start := -1
	for i := len(text) - 1; i > 0 && i > len(text)-longest; i-- {
		if text[i-1] != ' ' && text[i-1] != '\t' {
			continue
		}
		word := text[i:]
		switch {
		case word[0] == ' ' || word[0] == '\t':
		case isDateWord(word):
			start = i
		default:
			return start
		}
	}
	return start
}

const dayNames = "mon tue wed thu fri sat sun "

// isDateWord is true for what begins with the name of a day or month, or with a number of a date.
func isDateWord(word []byte) bool {
	if digit(word[0]) {
		n := 0
		for n < len(word) && (digit(word[n]) || word[n] == '-' || word[n] == '/' || word[n] == ',') {
			n++
		}
		return n == len(word) || word[n] == ' '
	}
	if len(word) < 3 {
		return false
	}
	name := strings.ToLower(string(word[:3]))
	i := strings.Index(monthNames, name)
	return strings.Contains(dayNames, name+" ") || i >= 0 && i%3 == 0
}
