package texts

import (
	"bytes"
	"slices"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/internal/mailbox"
	"github.com/urlsift/urlsift/extract/internal/page"
	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/internal/octet"
)

// fieldKinds holds the names of the fields that are read, in their usual spelling, by
// their rowOfName.
var fieldKinds = func() (kinds [256][]namedKind) {
	list := []namedKind{
		{"Message-ID", mailbox.FieldID}, {"Subject", mailbox.FieldSubject}, {"From", mailbox.FieldFrom},
		{">From", mailbox.FieldFrom}, {"Newsgroups", mailbox.FieldNewsgroups},
		{"Content-Type", fieldType}, {"Content-Transfer-Encoding", fieldEncoding},
		{"Content-Length", fieldLength},
		{"Content-Disposition", fieldDisposition}, {"Content-Encoding", fieldCoding},
		{"Transfer-Encoding", fieldTransfer},
		{"WARC-Record-ID", fieldRecordID}, {"WARC-Date", fieldRecordDate}, {"WARC-Target-URI", fieldTarget},
	}
	for i, name := range mailbox.DateFields {
		list = append(list, namedKind{name, mailbox.FieldDate + i})
	}
	for _, k := range list {
		row := &kinds[rowOfName([]byte(k.name))]
		*row = append(*row, k)
	}
	return kinds
}()

type namedKind struct {
	name string
	kind int
}

// Fields that are read in addition to those of a [mailbox.Fields].
const (
	fieldType = mailbox.FieldCount + 1 + iota
	fieldEncoding
	fieldLength
	fieldDisposition
	fieldCoding // of HTTP, as is the next; the last three are of WARC
	fieldTransfer
	fieldRecordID
	fieldRecordDate
	fieldTarget
	otherField
)

// rowOfName returns a number that few names of fields share. It ignores case.
func rowOfName(name []byte) uint8 { return name[0]<<3 + uint8(len(name)) }

// kindOf returns the kind of the field with a name: otherField if the field is not read.
func kindOf(name []byte) int {
	row := fieldKinds[rowOfName(name)]
	for i := range row {
		if k := &row[i]; string(name) == k.name || strings.EqualFold(string(name), k.name) {
			return k.kind
		}
	}
	return otherField
}

// read sets h to the description of the body in the fields of a header.
func (d *head) read(h *header, text []byte) {
	for i := range d.fields {
		switch f := &d.fields[i]; f.kind {
		case fieldType:
			h.addType(d.contentType(text[f.start:f.end]))
		case fieldEncoding:
			h.readEncoding(text[f.start:f.end])
		case fieldLength:
			h.readLength(text[f.start:f.end])
		case fieldDisposition:
			h.readDisposition(text[f.start:f.end])
		}
	}
	if h.settleName(); h.armoured && page.IsType(h.mediaType) {
		h.mediaType = "text/plain"
	}
}

// contentType parses a Content-Type. Most messages repeat the Content-Type of the
// previous one.
func (d *head) contentType(value []byte) *contentType {
	const longest = 1 << 10
	if !bytes.Equal(value, d.typed) || len(value) > longest {
		d.typed, d.says = bytes.Clone(value), contentType{}
		d.says.read(d.typed)
	}
	return &d.says
}

// take stores the values of the fields that a Message contains, the first of each kind.
func (w *walker) take(text []byte, m *mail.Message, charset string) {
	if charset != "" {
		w.keep(m, mailbox.FieldCharset, []byte(charset))
	}
	for i := range w.head.fields { // without copies of the fields
		if f := &w.head.fields[i]; f.kind < mailbox.FieldCount && m.Header.Values[f.kind].End == 0 {
			value := text[f.start:f.end]
			if f.kind == mailbox.FieldReceived { // the date follows the last ";"
				semicolon := bytes.LastIndexByte(value, ';')
				if semicolon < 0 {
					continue
				}
				value = value[semicolon+1:]
			}
			w.keep(m, f.kind, value)
		}
	}
	if w.messageShared {
		m.Header.Text = string(w.headerText)
	}
}

// keep stores the value of a field of a message.
func (p *place) keep(m *mail.Message, kind int, value []byte) {
	const most = 4 << 10
	at := &m.Header.Values[kind]
	at.Start = int32(len(p.headerText))
	p.headerText = append(p.headerText, value[:min(len(value), most)]...)
	at.End = int32(len(p.headerText))
}

// header reads a header and the blank line after it into h, and yields the texts of its
// fields.
func (w *walker) header(h *header, m *mail.Message) bool {
	size := w.headerSize()
	text := w.src.Rest()[:size]
	w.head.read(h, text)
	if isMultipart(h.mediaType) && !decode.IsPlain(text) {
		h.charset = w.charsetAhead(size)
		text = w.src.Rest()[:size]
	}
	if m != nil {
		w.take(text, m, h.charset)
	}
	if !w.fieldTexts(text, h) {
		return false
	}
	w.src.Skip(size)
	if size >= maxHeader && !w.fail(w.src.Offset(), "header too long") {
		return false
	}
	if w.skipBlank(); m != nil && h.hasLength && w.format == mail.Mbox {
		w.declared = w.src.Offset() + h.length
	}
	if h.second != nil {
		w.settleMultipart(h)
	}
	return true
}

// charsetAhead returns the charset that is declared first near the beginning of a
// multipart, which is at offset at.
func (w *walker) charsetAhead(at int) string {
	begin, _, _ := bytes.Cut(w.peek(at), []byte("\nFrom "))
	const name = "charset="
	for len(begin) >= len(name) && !octet.EqualFold(begin[:len(name)], name) {
		begin = begin[1:]
	}
	if len(begin) < len(name) {
		return ""
	}
	value := decode.LineOf(begin, w.src.EOL)
	return string(readParams(slices.Concat([]byte(";"), value))[0].value)
}

// skipBlank skips the blank line after a header.
func (w *walker) skipBlank() {
	w.goOn()
	line := w.src.Rest()
	switch {
	case len(line) > 0 && line[0] == '\n':
		line = line[:1]
	case len(line) > 1 && line[1] == '\n' && w.src.EOL == '\n':
		line = line[:2]
	default:
		line = w.src.Line(0)
	}
	if decode.BlankLine(line) {
		w.src.Skip(len(line))
		w.blank = true
	}
}

// maxHeader is the maximum number of bytes of a header that are read.
const maxHeader = 1 << 20

// headerSize returns the length of the header at the current position, and puts its
// fields in w.head. The header ends before a blank line or a line outside of any field.
func (w *walker) headerSize() int {
	fields := w.head.fields[:0]
	at, sure := 0, 0 // lines before offset sure belong to the header
	for whole := true; at < maxHeader; {
		line := w.src.Line(at)
		if len(line) == 0 {
			break
		}
		damage, name, colon := 0, 0, 0
		if whole {
			if line[0] == '-' && len(w.open) > 0 && w.isDelimiter(line) {
				break
			}
			if name, colon = mailbox.FieldStart(line); name == 0 && mailbox.BeginsControl(line) {
				damage, name, colon = damagedField(line)
			}
			if name == 0 && at >= sure {
				if sure = w.inHeader(line, at); sure == 0 {
					break
				}
			}
		}
		switch last := len(fields) - 1; {
		case name > 0:
			kind := kindOf(line[damage : damage+name])
			fields = append(fields, field{
				at: at + damage, name: name, start: at + damage + colon + 1, end: at + len(line), kind: kind,
			})
		case last >= 0 && (!whole || mailbox.Continues(line) || fields[last].name == 0):
			fields[last].end += len(line)
		default: // a line without a name is a field of its own
			fields = append(fields, field{at: at, start: at, end: at + len(line), kind: otherField})
		}
		at += len(line)
		whole = w.src.EndsLine(line[len(line)-1])
	}
	w.head.fields = fields
	return at
}

// damagedField returns the number of control characters before the name of a known field,
// the length of the name, and the index of the colon after the control characters. name
// is 0 if there is no known field.
func damagedField(line []byte) (damage, name, colon int) {
	for mailbox.BeginsControl(line[damage:]) {
		damage++
	}
	if name, colon = mailbox.FieldStart(line[damage:]); !mailbox.IsKnown(line[damage : damage+name]) {
		return 0, 0, 0
	}
	return damage, name, colon
}

// inHeader returns the end of the lines from offset at on that belong to the header, or 0
// if the header ends at at. The line at at begins no field. A damaged line, or one of
// blanks, belongs to the header if a known field follows before a blank line.
func (w *walker) inHeader(line []byte, at int) int {
	end := at + len(line)
	switch continues := mailbox.Continues(line) && at > 0; {
	case continues && !decode.BlankLine(line), bytes.HasPrefix(line, []byte(">From ")):
		return end
	case w.endsHeader(line) || !continues && decode.BlankLine(line):
		return 0
	default:
		return w.knownAhead(end, continues)
	}
}

// knownAhead returns the offset of the next known field of a header, or 0. It passes over
// unknown fields, and, unless sound is set, over damaged lines.
func (w *walker) knownAhead(at int, sound bool) int {
	passed, from := &w.head.passed[0], w.src.Offset()
	if !sound {
		passed = &w.head.passed[1]
	}
	most := at + peeked
	for at = max(at, int(*passed-from)); at < most; *passed = from + int64(at) {
		line := w.src.Line(at)
		switch {
		case mailbox.BeginsKnown(line):
			return at
		case mailbox.FieldName(line) > 0, sound && mailbox.Continues(line):
		case sound, w.endsHeader(line):
			return 0
		}
		at += len(line)
	}
	return 0
}

// endsHeader reports whether a line that begins no field ends a header regardless of the
// lines after it.
func (l *lines) endsHeader(line []byte) bool {
	if len(line) == 0 || line[0] == '\n' || line[0] == '\r' || isMMDF(line) || isDivider(line) {
		return true
	}
	separator := rowOf(l.format).separator
	isDashed := bytes.HasPrefix(line, []byte("--")) && // as a delimiter, unlike the head of a table in a report
		bytes.IndexByte(bytes.TrimRight(line, " \t\r\n"), ' ') < 0
	return bytes.HasPrefix(line, []byte("From ")) || isDashed ||
		separator != "" && decode.Starts(line, separator)
}

// fieldTexts yields the values of fields that can contain a URL.
func (w *walker) fieldTexts(text []byte, h *header) bool {
	defer func() { w.cut = false }()
	// Only a ":" reveals a URL in a value without "=".
	plain := !w.reader.config.Schemeless && bytes.IndexByte(text, '\\') < 0
	equals := bytes.IndexByte(text, '=') // the index of the first "=" from a field on, or -1
	fields := w.head.fields
	for i := range fields {
		f := &fields[i]
		if 0 <= equals && equals < f.start {
			if equals = bytes.IndexByte(text[f.start:], '='); equals >= 0 {
				equals += f.start
			}
		}
		if plain && (equals < 0 || f.end <= equals) && !decode.HasURLColon(text[f.start:f.end]) {
			continue // the usual case
		}
		w.cut = f.end == len(text) && !w.src.EndsLine(text[len(text)-1]) &&
			(w.src.FailsAfter(len(text)) || w.isShort(len(text)))
		if !w.fieldText(text, *f, h) {
			return false
		}
	}
	return true
}

func (w *walker) fieldText(text []byte, f field, h *header) bool {
	raw, at := text[f.start:f.end], w.src.Offset()+int64(f.start)
	if f.name > 0 && len(raw) > 0 && mailbox.Continues(raw) {
		raw, at = raw[1:], at+1
	}
	raw = decode.TrimEnd(raw)
	name := f.nameIn(text)
	switch {
	case bytes.IndexByte(raw, '=') < 0:
	case bytes.Contains(raw, []byte("*=")) || bytes.Contains(raw, []byte("*0=")):
		return w.params(f, text)
	case bytes.Contains(raw, []byte("=?")):
		v := &decode.Value{From: &w.src, At: at, Output: decode.Keeping(maxHeader)}
		v.DecodeWords(raw)
		return !w.mayHold(name, v.Out) || w.field(string(name), v, false)
	case f.kind == fieldType && h.mediaType == "message/external-body" && h.param("url") != nil:
		p := h.param("url")
		// Its blanks are ignored (RFC 2017, section 4.3).
		return w.paramText(f, "Content-Type", p, bytes.Join(bytes.Fields(p.value), nil), true)
	}
	if !w.mayHold(name, raw) {
		return true
	}
	// Undecoded bytes would be part of a URL.
	if decode.IsRaw(raw, h.charset) && !decode.IsSingle(h.charset) {
		t := decode.ReaderOf(decode.NewMemory(raw, at, &w.src))
		t.DecodeCharset(h.charset, &w.stages.charset, w.reader.keep())
		return w.hand(Text{Part: path(w.path), Header: string(name), Text: page.Text{Reader: t}})
	}
	return !w.isWanted(raw, false) || w.memory(string(name), raw, at)
}

// params yields the values of the parameters of a field, some of them encoded as in RFC
// 2231.
func (w *walker) params(f field, text []byte) bool {
	for _, p := range joinContinuations(readParams(text[f.start:f.end])) {
		if decode.MayHoldURL(p.value) && !w.paramText(f, string(f.nameIn(text)), &p, p.value, false) {
			return false
		}
	}
	return true
}

// paramText yields the decoded value of a parameter of a field.
func (w *walker) paramText(f field, name string, p *param, text []byte, whole bool) bool {
	v := &decode.Value{From: &w.src, At: w.src.Offset() + int64(f.start), Output: decode.Output{Out: text}}
	v.Lump(int64(p.start), p.end-p.start, len(text))
	return w.field(name, v, whole)
}

// mayHold reports whether the value of a header field can contain a URL.
func (w *walker) mayHold(field, value []byte) bool {
	return decode.MayHoldURL(value) || w.reader.config.Schemeless && bytes.IndexByte(value, '.') > 0 &&
		isWritten(string(field))
}
