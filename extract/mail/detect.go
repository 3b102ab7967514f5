package mail

import (
	"bytes"
	"slices"
	"strings"

	"github.com/urlsift/urlsift/extract/document"
)

// HeadSize is how many bytes of a stream tell what it is.
const HeadSize = 33 << 10 // with the mark of an ISO 9660 image

// Detect returns what a stream is taken for that begins with head, and reports whether that is certain, whatever follows. It is
// certain if head is all of the stream, or has HeadSize bytes. When in doubt the stream is Plain.
//
// More of a stream is wanted only as long as its header may go on. A first line that cannot begin anything else makes it Plain at
// once, even if it is not there as a whole. See [FirstMessage] for messages that come later.
func Detect(head []byte, all bool) (f Format, certain bool) {
	if len(head) >= HeadSize {
		head, all = head[:HeadSize], true
	}
	f, certain = documentFormat(head, all)
	if f != Plain {
		return f, true
	}
	if !all && len(head) < unmarkedSize && mayBeUnmarked(head) {
		return Plain, false
	}
	if unmarked(head) != "" {
		is, surely := isHTML(narrow(head), all || len(head) >= narrowed)
		if is {
			return HTML, true
		}
		return Plain, certain && surely
	}
	f, likewise := textFormat(head[leading(head):], all)
	return f, certain && likewise
}

// documentFormat returns of what format a document is by its first bytes, or Binary, or Plain, and reports whether that is certain.
func documentFormat(head []byte, all bool) (f Format, certain bool) {
	mediaType, surely := binaryType(head, all)
	switch {
	case mediaType != "":
		return Binary, true
	case document.IsPDF(head):
		return PDF, true
	case document.IsRTF(head):
		return RTF, true
	case document.IsTNEF(head):
		return TNEF, true
	case document.IsCompound(head):
		return Outlook, true
	case document.IsCMS(head):
		return Signed, true
	case document.IsFolded(head):
		return Calendar, true
	}
	is, certain := isOffice(head, all)
	if is {
		return Office, true
	}
	return Plain, certain && surely && (all || !document.MayBegin(head))
}

// textFormat returns what text is by its beginning, and reports whether that is certain.
func textFormat(text []byte, all bool) (f Format, certain bool) {
	switch {
	case len(text) == 0:
		return Plain, all
	case byteOrder(text) != "":
		is, certain := isHTML(narrow(text), all || len(text) >= narrowed)
		if is {
			return HTML, true
		}
		return Plain, certain
	case !all && mayBeMark(text):
		return Plain, false
	}
	if eol := lineEnd(text, all); eol != 0 {
		return detect(text, eol, all)
	}
	byLF, certainly := detect(text, '\n', false)
	byCR, likewise := detect(text, '\r', false)
	return byLF, certainly && likewise && byLF == byCR
}

// unmarkedSize is how much of text says whether it is in UTF-16 without a byte order mark, in bytes.
const unmarkedSize = 1 << 10

// mayBeUnmarked reports whether text that begins with head may be in UTF-16 without a byte order mark: one of the first two bytes is
// NUL. So no other text is waited for.
func mayBeUnmarked(head []byte) bool {
	return len(head) == 1 || len(head) > 1 && (head[0] == 0) != (head[1] == 0)
}

// unmarked returns the charset of text in UTF-16 without a byte order mark, or "". In its first KiB every other byte is NUL for
// three quarters of the characters, as in ASCII, and no character is a control that text does not have.
func unmarked(head []byte) string {
	const least = 8 // characters, since any two bytes could be one
	head = head[:min(len(head), unmarkedSize)]
	if len(head) < 2*least || !mayBeUnmarked(head) {
		return ""
	}
	charset, low := "utf-16le", 0
	if head[0] == 0 {
		charset, low = "utf-16be", 1
	}
	plain, units := 0, len(head)/2
	for i := range units {
		c, high := head[2*i+low], head[2*i+1-low]
		switch {
		case high == 0 && (c == 0x7f || c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f'), high == 0xff && c >= 0xfe:
			return ""
		case high == 0:
			plain++
		}
	}
	if plain < units-units/4 {
		return ""
	}
	return charset
}

// wideCharset returns the charset of text in UTF-16 or UTF-32, by its byte order mark or without one, or "". It looks at the first
// unmarkedSize bytes of text.
func wideCharset(text []byte) string {
	if charset := byteOrder(text); charset != "" {
		return charset
	}
	return unmarked(text)
}

// IsWide reports whether a stream that begins with head is text in UTF-16 or UTF-32: it has a byte order mark, or else, for UTF-16, a
// NUL in nearly every other byte of its first KiB. head is all of the stream or has at least that.
func IsWide(head []byte) bool { return wideCharset(head) != "" }

// narrowed is how much of text in UTF-16 or UTF-32 is looked at.
const narrowed = 8 << 10

// narrow returns the beginning of text in UTF-16 or UTF-32 as far as it is ASCII, for who looks for words.
func narrow(b []byte) []byte {
	b = b[:min(len(b), narrowed)]
	return bytes.ReplaceAll(bytes.TrimLeft(b, "\xff\xfe\x00"), []byte{0}, nil)
}

// isOffice reports whether a document that begins with head is a part of one of Office or OpenDocument, and whether that is certain:
// by the namespaces in its first tag, or after an XML declaration in its first 4 KiB.
func isOffice(head []byte, all bool) (is, certain bool) {
	const most = 4 << 10
	if len(head) >= most {
		head, all = head[:most], true
	}
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	const declaration = "<?xml"
	switch {
	case len(head) == 0 || head[0] != '<':
		return false, len(head) > 0 || all
	case bytes.HasPrefix(head, []byte(declaration)):
	case starts(head, declaration):
		return false, all
	case len(head) > 1 && !nameStart[head[1]]:
		return false, true
	default:
		if k := bytes.IndexByte(head, '>'); k >= 0 {
			head, all = head[:k], true
		}
		if !bytes.Contains(head, []byte("xmlns")) {
			return false, all
		}
	}
	for _, space := range officeSpaces {
		if bytes.Contains(head, []byte(space)) {
			return true, true
		}
	}
	return false, all
}

// nameStart has what names of elements begin with.
var nameStart = setOf(func(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' || b == '_' })

// officeSpaces are what the namespaces of Office and OpenDocument begin with.
var officeSpaces = []string{
	"http://schemas.openxmlformats.org/", "http://purl.oclc.org/ooxml/", "http://schemas.microsoft.com/office/",
	"urn:oasis:names:tc:opendocument:", "http://openoffice.org/2",
}

// byteMarks are the byte order marks.
var byteMarks = []string{"\xef\xbb\xbf", "\xff\xfe", "\xfe\xff", "\x00\x00\xfe\xff"}

// mayBeMark reports whether all of text may be the beginning of a byte order mark.
func mayBeMark(text []byte) bool {
	return slices.ContainsFunc(byteMarks, func(mark string) bool { return len(text) < len(mark) && string(text) == mark[:len(text)] })
}

// lineEnd returns what ends the lines of text: a CR, if no LF comes before the first blank line, or else an LF. It is 0 as long as
// that is open.
func lineEnd(text []byte, all bool) byte {
	lone := false
	for at := 0; ; {
		k := bytes.IndexAny(text[at:], "\r\n")
		if k < 0 {
			break
		}
		at += k
		first := at
		for at < len(text) && text[at] == '\r' {
			at++
		}
		switch {
		case at < len(text) && text[at] == '\n':
			return '\n'
		case at-first > 1 && (all || at < len(text)):
			return '\r'
		}
		lone = true
	}
	switch {
	case !all:
		return 0
	case lone:
		return '\r'
	}
	return '\n'
}

// detect is Detect for the lines of text, which begins with none that is blank.
func detect(text []byte, eol byte, all bool) (f Format, certain bool) {
	first := lineOf(text, eol)
	if !all && first[len(first)-1] != eol {
		return Plain, !mayBegin(first)
	}
	for _, k := range kinds {
		if bytes.HasPrefix(first, []byte(k.begins)) && k.is(first) {
			return k.format, true
		}
	}
	isPage, certain := isHTML(text, all)
	if isPage {
		return HTML, true
	}
	is, surely := isMessage(text, eol, all)
	news, likewise := isANews(text, eol, all)
	if is || news || isITS(first) {
		return Single, true
	}
	return Plain, certain && surely && likewise
}

// mayBegin reports whether a line that is not there as a whole may be the first of messages or a page.
func mayBegin(line []byte) bool {
	for _, k := range kinds {
		if starts(line, k.begins) {
			return true
		}
	}
	if starts(line, ">From ") { // as a message that was moved begins
		return true
	}
	isPage, certain := isHTML(line, false)
	news, likewise := isANews(line, '\n', false)
	return isPage || !certain || news || !likewise || mayBeField(line) || mayBeITS(line)
}

// itsShape is the shape of the date in the header of a message between users of ITS.
const itsShape = "99/99/99 99:99:99"

// isITS reports whether a line is the header of a message between users of ITS, such as "JOE@MIT-AI 09/12/79 02:09:30 Re: title".
func isITS(line []byte) bool {
	from, _, _ := itsHeader(line)
	return from != nil
}

// itsHeader takes such a line apart. It returns nil if it is none.
func itsHeader(line []byte) (from, date, subject []byte) {
	const title = " Re: "
	line = trimEnd(line)
	n := itsUser(line)
	if n == 0 || len(line) < n+1+len(itsShape) {
		return nil, nil, nil
	}
	rest := line[n+1+len(itsShape):]
	date = inShape(line[:len(line)-len(rest)], itsShape)
	if date == nil || two(date) < 1 || two(date) > 12 || two(date[3:]) < 1 || two(date[3:]) > 31 || two(date[6:]) <= 31 || !isClock(date[9:]) ||
		len(rest) > 0 && !bytes.HasPrefix(rest, []byte(title)) {
		return nil, nil, nil
	}
	return line[:n], date, bytes.TrimPrefix(rest, []byte(title))
}

// itsUser returns the length of the name of a user and a host that a line begins with, in capitals, or 0.
func itsUser(line []byte) int {
	n := 0
	for n < len(line) && ('A' <= line[n] && line[n] <= 'Z' || digit(line[n]) || n > 0 && (line[n] == '-' || line[n] == '@')) {
		n++
	}
	if at := bytes.IndexByte(line[:n], '@'); at < 1 || at+1 == n {
		return 0
	}
	return n
}

// mayBeITS reports whether a line that is not there as a whole may be the header of a message between users of ITS. Names may be
// fields, too.
func mayBeITS(line []byte) bool {
	n := itsUser(line)
	if n == 0 || len(line) == n {
		return false
	}
	date := line[n+1 : min(len(line), n+1+len(itsShape))]
	for i, c := range date {
		if digit(itsShape[i]) != digit(c) || !digit(c) && c != itsShape[i] {
			return false
		}
	}
	return line[n] == ' ' && starts(line[n+1+len(date):], " Re: ")
}

// mayBeField reports whether a line that is not there as a whole may begin a field.
func mayBeField(line []byte) bool {
	n := 0
	for n < len(line) && nameSet[line[n]] {
		n++
	}
	rest := bytes.TrimLeft(line[n:], " \t")
	return n <= maxName && len(rest) == 0 || fieldName(line) > 0
}

// maxStrange is how many fields a header may begin with of which none is known.
const maxStrange = 32

// isMessage reports whether text begins with a header, and whether that is certain. A header is known by two fields that are, by
// one and the blank line after it, or because it has nothing but what MIME has.
func isMessage(text []byte, eol byte, all bool) (is, certain bool) {
	names, knownNames, at := 0, 0, 0
	for at < len(text) && knownNames < 2 {
		line := lineOf(text[at:], eol)
		whole := all || line[len(line)-1] == eol
		n := fieldName(line)
		switch {
		case n > 0:
			names++
			if known(line[:n]) {
				knownNames++
			}
		case continues(line) && names > 0:
		case at == 0 && (bytes.HasPrefix(line, []byte("From ")) || bytes.HasPrefix(line, []byte(">From "))):
		case !whole && (mayBeField(line) || line[0] == '\r'):
			return false, false
		default:
			return names > 1 && knownNames > 0 && blankLine(line) || isPart(text), true
		}
		if names > maxStrange && knownNames == 0 {
			return false, true
		}
		at += len(line)
	}
	if knownNames > 1 {
		return true, true
	}
	return all && names > 1 && knownNames > 0, all
}

// leading is the length of what may stand before a header without being text: blanks, and the ^_ of an Rmail.
func leading(b []byte) int {
	after := bytes.TrimLeft(bytes.TrimPrefix(b, []byte("\xef\xbb\xbf")), " \t\r\n\x1f")
	return len(b) - len(after)
}

// isPart reports whether a header has nothing but MIME's fields.
func isPart(b []byte) bool {
	n := fieldName(b)
	return n > len("content-") && (strings.EqualFold(string(b[:len("content-")]), "content-") || strings.EqualFold(string(b[:n]), "mime-version"))
}

// isHTML reports whether text begins a page, and whether that is certain.
func isHTML(text []byte, all bool) (is, certain bool) {
	const most = 2 << 10
	if len(text) >= most {
		text, all = text[:most], true
	}
	text = bytes.TrimLeft(text, " \t\r\n")
	if len(text) > 0 && text[0] != '<' {
		return false, true
	}
	text = bytes.ToLower(text)
	certain = true
	for _, prefix := range []string{"<!doctype html", "<html", "<head>", "<body", "<svg", "<?xml", "<!--", "<!doctype svg"} {
		switch {
		case !starts(text, prefix):
		case len(text) < len(prefix):
			certain = all
		case prefix[1] == '?' || prefix == "<!--" || prefix == "<!doctype svg":
			is = bytes.Contains(text, []byte("<html")) || bytes.Contains(text, []byte("<svg"))
			return is, is || all
		default:
			return true, true
		}
	}
	return false, certain
}

// FirstMessage returns where in head messages begin, which is the beginning of a stream that Detect takes for Plain: the index of
// a "From " line and a known field after it. If there is none, it returns up to which index there is none, whatever follows; from
// there on head can be looked at again when there is more of it, or the stream as a whole is text if head is all of it, or has
// HeadSize bytes. from is where to begin to look: 0, or what was returned before.
func FirstMessage(head []byte, from int, all bool) (at int, found bool) {
	if len(head) >= HeadSize {
		head, all = head[:HeadSize], true
	}
	eol := byte('\r') // where no LF came before
	if bytes.IndexByte(head[:from], '\n') >= 0 {
		eol = '\n'
	}
	midLine := from > 0 && head[from-1] != '\n' && head[from-1] != eol
	for at = from; at < len(head); {
		line := lineOf(head[at:], '\n')
		if eol == '\r' {
			line = line[:len(lineOf(line, '\r'))]
		}
		next := head[at+len(line):]
		switch {
		case midLine || !starts(line, "From "):
		case !all && !(endsIn(line, eol) && startsField(next)):
			return at, false
		case isFrom(line):
			next = lineOf(next, eol)
			if n := fieldName(next); n > 0 && known(next[:n]) {
				return at, true
			}
		}
		if endsIn(line, '\n') {
			eol = '\n'
		}
		midLine = false
		at += len(line)
	}
	return at, false
}

func endsIn(line []byte, eol byte) bool { return line[len(line)-1] == eol || line[len(line)-1] == '\n' }

// startsField reports whether enough of a line is there to know whether it begins a field: its colon, and two bytes in which
// that of a URL goes on.
func startsField(line []byte) bool {
	k := bytes.IndexAny(line, ":\r\n")
	return k >= 0 && (line[k] != ':' || len(line) > k+2)
}

// formatAt returns what something is that begins with head, of which no more is wanted.
func formatAt(head []byte) Format {
	f, _ := Detect(head, true)
	if f != Plain || IsWide(head) {
		return f
	}
	if _, found := FirstMessage(head, 0, true); found {
		return Mbox
	}
	return Plain
}

// isFrom reports whether it is a line such as mailboxes have before each message: "From ", who, and when. Some have only a number.
func isFrom(line []byte) bool { return fromDate(line) != nil }

// fromDate returns the date of a "From " line, or what stands for it, or nil if it is none.
func fromDate(line []byte) []byte {
	rest, ok := bytes.CutPrefix(trimEnd(line), []byte("From "))
	const longest = 500
	if !ok || len(rest) == 0 || len(rest) > longest {
		return nil
	}
	if isSerial(rest) {
		return rest
	}
	if date := asctime(rest); date != nil {
		return date
	}
	if date := isoTime(rest); date != nil {
		return date
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
	if date := rest[start:]; !parseMark(string(date)).IsZero() {
		return date
	}
	return nil
}

// asctime returns the date that a line ends with, if it is written as by asctime(3), in the shape that nearly all mailboxes have:
// "Wed May  1 00:04:05 1996". It returns nil for others, and for days that not each month has. [parseMark] reads what it returns.
func asctime(line []byte) []byte {
	date := inShape(line, "Aaa Aaa 09 09:09:09 0909")
	if date == nil || !isDay(date) || !isMonth(date[4:]) || !isDayOfAll(date[8:]) || !isClock(date[11:]) {
		return nil
	}
	return date
}

// isoTime is like asctime for "1996-05-01 00:04:05".
func isoTime(line []byte) []byte {
	date := inShape(line, "0909-09-09 09:09:09")
	if date == nil {
		return nil
	}
	if year, month := two(date)*100+two(date[2:]), two(date[5:]); year < 1 || month < 1 || month > 12 || !isDayOfAll(date[8:]) || !isClock(date[11:]) {
		return nil
	}
	return date
}

// isDayOfAll reports whether text begins with a day that each month has.
func isDayOfAll(text []byte) bool { return two(text) >= 1 && two(text) <= 28 }

// isClock reports whether text in the shape of a time of day begins with one.
func isClock(text []byte) bool { return two(text) <= 23 && two(text[3:]) <= 59 && two(text[6:]) <= 59 }

// two returns the value of the two digits that text begins with. A blank counts as 0.
func two(text []byte) int { return int(text[0]&0x0f)*10 + int(text[1]&0x0f) }

// inShape returns what a line ends with, after a blank, if each of its characters is like that of the shape: a letter, a digit, or the
// same. The first of two digits may be a blank where a blank is before it. It returns nil if the line has another shape.
func inShape(line []byte, shape string) []byte {
	at := len(line) - len(shape)
	if at < 1 || line[at-1] != ' ' {
		return nil
	}
	date := line[at:]
	for i, c := range date {
		fits := false
		switch shape[i] {
		case 'A', 'a':
			fits = letter(c)
		case '0':
			fits = digit(c) || c == ' ' && i > 0 && shape[i-1] == ' ' && shape[i+2] == ' '
		case '9':
			fits = digit(c)
		default:
			fits = c == shape[i]
		}
		if !fits {
			return nil
		}
	}
	return date
}

// isSerial reports whether it is a number alone.
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

// clock returns where the first colon between digits is, or -1.
func clock(text []byte) int {
	for i := 1; i+1 < len(text); i++ {
		if text[i] == ':' && digit(text[i-1]) && digit(text[i+1]) {
			return i
		}
	}
	return -1
}

// dateStart returns where a date begins of which the clock time stands at the end: at the name of a day, a month, or a number,
// after a blank.
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

const dayNames = "montuewedthufrisatsun"

// isDateWord reports whether a word begins with the name of a day or month, or with a number of a date.
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
	return isDay(word) || isMonth(word)
}

// isDay reports whether a word of three bytes or more begins with the name of a day.
func isDay(word []byte) bool { return isIn(dayNames, word) }

// isMonth reports whether a word of three bytes or more begins with the name of a month.
func isMonth(word []byte) bool { return isIn(monthNames, word) }

// isIn reports whether a word begins with one of some names of three letters.
func isIn(names string, word []byte) bool {
	i := strings.Index(names, string([]byte{word[0] | 0x20, word[1] | 0x20, word[2] | 0x20}))
	return i >= 0 && i%3 == 0
}
