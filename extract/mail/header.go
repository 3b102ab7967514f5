package mail

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"strings"
)

// A header is what the rest of the reading needs to know of one.
type header struct {
	mediaType   string // in lower case, such as "text/plain", or empty
	encoding    string // the Content-Transfer-Encoding, in lower case
	params      []param
	boundary    string
	charset     string
	flowed      bool
	delSp       bool
	partial     bool // a message/partial that does not hold the beginning
	length      int64
	hasLength   bool
	contentType bool   // there is such a field
	name        string // of the file that it is, or empty
	attachment  bool   // it is to be shown as a file
}

// A field is a field of a header: where it stands there, with its value as it is, folded.
type field struct {
	at         int  // of the first byte
	name       int  // the length of its name, or 0 for a line that belongs to no field
	start, end int  // of the value
	kind       int  // one of the constants above, or otherField
	marked     bool // the value may have a ":" or a "="
}

// nameIn returns the name of a field of a header.
func (f *field) nameIn(header []byte) []byte { return header[f.at : f.at+f.name] }

// fieldKinds has the names of the fields that are read, as they are mostly written, by their length.
var fieldKinds = func() (kinds [len("Content-Transfer-Encoding") + 1][]namedKind) {
	for _, k := range append([]namedKind{
		{"Message-ID", fieldID}, {"Subject", fieldSubject}, {"From", fieldFrom}, {"Newsgroups", fieldNewsgroups},
		{"Content-Type", fieldType}, {"Content-Transfer-Encoding", fieldEncoding}, {"Content-Length", fieldLength},
		{"Content-Disposition", fieldDisposition}, {"Content-Encoding", fieldCoding}, {"Transfer-Encoding", fieldTransfer},
		{"WARC-Record-ID", fieldRecordID}, {"WARC-Date", fieldRecordDate}, {"WARC-Target-URI", fieldTarget},
	}, dateFields[:]...) {
		kinds[len(k.name)] = append(kinds[len(k.name)], k)
	}
	return kinds
}()

type namedKind struct {
	name string
	kind int
}

// kindOf returns which of the fields that are read has a name, or otherField.
func kindOf(name []byte) int {
	if len(name) < len(fieldKinds) {
		for _, k := range fieldKinds[len(name)] {
			if name[0]|0x20 == k.name[0]|0x20 && (string(name) == k.name || strings.EqualFold(string(name), k.name)) {
				return k.kind
			}
		}
	}
	return otherField
}

// fieldName returns the length of the name that a line begins with, if it is the first line of a field, or else 0. A URL is
// none.
func fieldName(line []byte) int {
	n, _ := fieldStart(line)
	return n
}

// fieldStart returns the length of the name that a line begins with and the index of the colon after it, if it is the first line of a
// field, or else 0, 0.
func fieldStart(line []byte) (name, colon int) {
	n := 0
	for n < len(line) && nameSet[line[n]] {
		n++
	}
	if n == 0 || n > maxName {
		return 0, 0
	}
	colon = n
	for colon < len(line) && (line[colon] == ' ' || line[colon] == '\t') {
		colon++
	}
	if colon >= len(line) || line[colon] != ':' || colon+2 < len(line) && line[colon+1] == '/' && line[colon+2] == '/' {
		return 0, 0
	}
	return n, colon
}

// endOf returns the index after the line that text begins with, or 0 if it does not end there, and reports whether a ":" or "=" may be
// in it.
//
// It looks at eight bytes at a time, for all three: the lines of a header are too short for three searches.
func endOf(text []byte, eol byte) (end int, marked bool) {
	marks := uint64(0)
	for i := 0; i+wordSize <= len(text); i += wordSize {
		word := binary.LittleEndian.Uint64(text[i:])
		here := ^(((word ^ ':'*ones | highs) - ones) & ((word ^ '='*ones | highs) - ones)) & highs // or bytes that have another highest bit
		if ends := zeroBytes(word ^ uint64(eol)*ones); ends != 0 {
			before := ends&-ends - 1
			return i + bits.TrailingZeros64(ends)/8 + 1, marks|here&before != 0
		}
		marks |= here
	}
	return bytes.IndexByte(text, eol) + 1, true
}

// maxName is how long the name of a field may be.
const maxName = 200

// nameSet has ftext (RFC 5322, section 3.6.8).
var nameSet = setOf(func(b byte) bool { return '!' <= b && b <= '~' && b != ':' })

// known reports whether a field of this name tells a header from other text.
func known(name []byte) bool {
	if len(name) > 8 && bytes.EqualFold(name[:8], []byte("content-")) {
		return true
	}
	for _, k := range knownNames {
		if len(k) == len(name) && strings.EqualFold(k, string(name)) {
			return true
		}
	}
	return false
}

var knownNames = []string{
	"from", "date", "subject", "to", "message-id", "received", "return-path", "newsgroups", "path", "mime-version", "sender",
	"cc", "reply-to", "references", "in-reply-to", "delivered-to", "status", "x-status", "xref", "lines", "organization",
	"article-i.d.", "posted", "relay-version", "posting-version", "x-mailer", "x-from-line", "received-date", "approved",
	"followup-to", "distribution", "list-id", "dkim-signature", "x-uidl", "x-mozilla-status", "importance", "envelope-to",
	"apparently-to", "errors-to", "resent-from", "x-received", "x-gmail-labels", "x-gm-thrid", "x-envelope-from", "keywords",
}

// continues reports whether a line continues the field of the line before it.
func continues(line []byte) bool {
	return len(line) > 0 && (line[0] == ' ' || line[0] == '\t')
}

func lineOf(text []byte, eol byte) []byte {
	if k := bytes.IndexByte(text, eol); k >= 0 {
		return text[:k+1]
	}
	return text
}

// mayHoldURL reports whether a URL can stand in text: whether it has a colon that is neither that of a time nor, outside of
// brackets, one with a blank after it.
func mayHoldURL(text []byte) bool {
	opened := false // a "<" is before index i
	for i := 0; ; i++ {
		k := bytes.IndexByte(text[i:], ':')
		if k < 0 {
			return false
		}
		opened = opened || bytes.IndexByte(text[i:i+k], '<') >= 0
		i += k
		switch {
		case i+1 == len(text), text[i+1] <= ' ' && !opened:
		case i > 0 && digit(text[i-1]) && digit(text[i+1]):
		default:
			return true
		}
	}
}

// read finds in the fields of a header what the rest needs.
func (d *head) read(text []byte) header {
	var h header
	if d.kinds&(1<<fieldType|1<<fieldEncoding|1<<fieldLength|1<<fieldDisposition) == 0 {
		return h
	}
	for _, f := range d.fields {
		switch f.kind {
		case fieldType:
			if !h.contentType {
				d.contentType(&h, text[f.start:f.end])
			}
		case fieldEncoding:
			if h.encoding == "" {
				h.encoding = readEncoding(text[f.start:f.end])
			}
		case fieldLength:
			h.readLength(text[f.start:f.end])
		case fieldDisposition:
			h.readDisposition(text[f.start:f.end])
		}
	}
	h.settleName()
	return h
}

// contentType has a header say what a Content-Type says. Most messages have the Content-Type of the one before.
func (d *head) contentType(h *header, value []byte) {
	const longest = 1 << 10
	if !bytes.Equal(value, d.typed.value) || len(value) > longest {
		value = bytes.Clone(value)
		d.typed = typed{value: value}
		d.typed.says.readContentType(value)
	}
	says := &d.typed.says
	h.contentType, h.mediaType, h.params, h.boundary, h.charset = true, says.mediaType, says.params, says.boundary, says.charset
	h.flowed, h.delSp, h.partial = says.flowed, says.delSp, says.partial
}

// A typed is a Content-Type, and what it says.
type typed struct {
	value []byte
	says  header
}

// readEncoding returns the Content-Transfer-Encoding that a field has.
func readEncoding(value []byte) string {
	switch string(bytes.TrimSpace(value)) { // as they are mostly written, which allocates nothing
	case "7bit":
		return "7bit"
	case "8bit":
		return "8bit"
	case "quoted-printable":
		return "quoted-printable"
	case "base64":
		return "base64"
	}
	return token(value)
}

// readDisposition reads a Content-Disposition (RFC 2183), of which the name goes before that of the Content-Type.
func (h *header) readDisposition(value []byte) {
	h.attachment = token(value) == "attachment"
	if bytes.IndexByte(value, '=') < 0 {
		return
	}
	for _, p := range joinContinuations(readParams(value)) {
		if p.name == "filename" {
			h.name = fileName(p.value)
		}
	}
}

// settleName decides whether what follows is a file that has a name. Text that is to be shown is none.
func (h *header) settleName() {
	kind, _, _ := strings.Cut(h.mediaType, "/")
	switch {
	case kind == "multipart", (kind == "text" || kind == "") && !h.attachment:
		h.name = ""
	case h.name == "":
		if p := h.param("name"); p != nil {
			h.name = fileName(p.value)
		}
	}
}

// fileName returns the name of a file, of which only what stands after folders counts.
func fileName(value []byte) string {
	const longest = 1 << 10
	name := decodeField(string(value[:min(len(value), longest)]))
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		name = name[i+1:]
	}
	return strings.TrimSpace(name)
}

// take keeps the values of the fields that a Message has, the first of each kind.
func (w *walker) take(text []byte, m *Message) {
	for _, f := range w.head.fields {
		if f.kind < fieldCount && m.fields[f.kind].end == 0 {
			value := text[f.start:f.end]
			if f.kind == fieldReceived { // the date stands after the last ";"
				semicolon := bytes.LastIndexByte(value, ';')
				if semicolon < 0 {
					continue
				}
				value = value[semicolon+1:]
			}
			w.keep(m, f.kind, value)
		}
	}
	if w.shared {
		m.raw = string(w.values)
	}
}

// keep keeps the value of a field of a message.
func (p *place) keep(m *Message, kind int, value []byte) {
	const most = 4 << 10
	at := &m.fields[kind]
	at.start = int32(len(p.values))
	p.values = append(p.values, value[:min(len(value), most)]...)
	at.end = int32(len(p.values))
}

func (h *header) readLength(value []byte) {
	text := strings.TrimSpace(string(value[:min(len(value), 40)]))
	n, length := 0, int64(0)
	for n < len(text) && n < 15 && digit(text[n]) {
		length = length*10 + int64(text[n]-'0')
		n++
	}
	h.length, h.hasLength = length, n > 0 && n == len(text)
}

// token returns the first word of a value, in lower case, without comments and quotes.
func token(value []byte) string {
	text := strings.TrimLeft(string(value[:min(len(value), 200)]), " \t\r\n\"'")
	for strings.HasPrefix(text, "(") {
		text = strings.TrimLeft(text[comment(text):], " \t\r\n\"'")
	}
	if i := strings.IndexAny(text, " \t\r\n;\"'("); i >= 0 {
		text = text[:i]
	}
	return strings.ToLower(text)
}

// A param is a parameter of a field such as Content-Type.
type param struct {
	name       string // in lower case
	value      []byte
	start, end int // where the value stands
}

// readContentType reads a Content-Type, however it is written.
func (h *header) readContentType(value []byte) {
	h.mediaType = token(value)
	if h.mediaType == "text" {
		h.mediaType = "text/plain"
	}
	h.params = joinContinuations(readParams(value))
	for _, p := range h.params {
		switch v := string(p.value); p.name {
		case "boundary":
			if h.boundary == "" {
				h.boundary = strings.TrimRight(v, " \t\r\n")
			}
		case "charset":
			if h.charset == "" {
				h.charset = v
			}
		case "format":
			h.flowed = strings.EqualFold(strings.TrimSpace(v), "flowed")
		case "delsp":
			h.delSp = strings.EqualFold(strings.TrimSpace(v), "yes")
		case "number":
			h.partial = strings.TrimLeft(strings.TrimSpace(v), "0") != "1"
		}
	}
}

// param returns the parameter of that name, or nil.
func (h *header) param(name string) *param {
	for i := range h.params {
		if h.params[i].name == name {
			return &h.params[i]
		}
	}
	return nil
}

// maxParams is how many parameters of one field are read.
const maxParams = 1000

// readParams reads what follows the first ";" of a value.
func readParams(value []byte) []param {
	var params []param
	at := bytes.IndexByte(value, ';') + 1
	if at == 0 {
		at = bytes.IndexByte(value, ' ') + 1 // no ";" before the first
	}
	seen := seenParams{stop: -1}
	for at > 0 && at < len(value) && len(params) < maxParams {
		start := at
		for at < len(value) && value[at] != '=' && value[at] != ';' {
			at++
		}
		if at >= len(value) || value[at] == ';' {
			at++
			continue
		}
		p := param{name: paramName(value[start:at])}
		at = p.read(value, at+1, &seen)
		params = append(params, p)
	}
	return params
}

// paramName returns a name without what stands before it by mistake.
func paramName(text []byte) string {
	text = bytes.TrimRight(text, " \t\r\n")
	if i := bytes.LastIndexAny(text, " \t\r\n)\""); i >= 0 {
		text = text[i+1:]
	}
	return strings.ToLower(string(text))
}

// A seenParams is what is known of the rest of a value after a parameter of it was read, so that it is not read again for each.
type seenParams struct {
	unclosed   bool // no quote is closed
	stop, last int  // the index of the next ";" or line break, or the length of the value, and the index after the text before it
}

// read reads a value, and returns where the next parameter begins.
func (p *param) read(value []byte, at int, seen *seenParams) int {
	for at < len(value) && (value[at] == ' ' || value[at] == '\t' || value[at] == '\r' || value[at] == '\n') {
		at++
	}
	if at < len(value) && value[at] == '"' {
		if !seen.unclosed {
			if next := p.quoted(value, at+1); next > 0 {
				return next
			}
			seen.unclosed = true
		}
		at++
	}
	if seen.stop < at {
		seen.stop = at
		for seen.stop < len(value) && value[seen.stop] != ';' && value[seen.stop] != '\n' {
			seen.stop++
		}
		seen.last = at + len(bytes.TrimRight(value[at:seen.stop], " \t\r\n\""))
	}
	p.start, at = at, seen.stop
	p.value = bytes.TrimLeft(value[p.start:max(seen.last, p.start)], " \t\r\n\"")
	if i := bytes.IndexAny(p.value, " \t"); i >= 0 && (p.name == "charset" || bytes.IndexByte(p.value[i:], '=') > 0) {
		at = p.start + i
		p.value = p.value[:i]
	}
	p.end = at
	return at
}

// quoted reads a quoted-string, without line breaks. It returns 0 if it is not closed.
func (p *param) quoted(value []byte, at int) int {
	p.start = at
	var text []byte
	for ; at < len(value); at++ {
		switch c := value[at]; {
		case c == '"':
			p.value, p.end = text, at
			return at + 1
		case c == '\\' && at+1 < len(value) && (value[at+1] == '"' || value[at+1] == '\\'):
			at++
			text = append(text, value[at])
		case c != '\r' && c != '\n':
			text = append(text, c)
		}
	}
	return 0
}

// joinContinuations puts together the parameters of RFC 2231: name*0, name*1*, and decodes name*.
func joinContinuations(params []param) []param {
	var out []param
	last := -1 // the index in out of what can be continued
	for _, p := range params {
		name, rest, starred := strings.Cut(p.name, "*")
		if !starred {
			out, last = append(out, p), -1
			continue
		}
		number, _, encoded := strings.Cut(rest, "*")
		encoded = encoded || rest == ""
		if last >= 0 && out[last].name == name && number != "" && number != "0" {
			if encoded {
				p.value = unescapePercent(p.value)
			}
			out[last].value = append(out[last].value[:len(out[last].value):len(out[last].value)], p.value...)
			out[last].end = p.end
			continue
		}
		if encoded {
			p.value = decodeExtended(p.value)
		}
		p.name = name
		out = append(out, p)
		last = len(out) - 1
	}
	return out
}

// decodeExtended decodes charset'language'text.
func decodeExtended(value []byte) []byte {
	charset, rest, ok := bytes.Cut(value, []byte("'"))
	if !ok {
		return unescapePercent(value)
	}
	_, text, ok := bytes.Cut(rest, []byte("'"))
	if !ok {
		return unescapePercent(value)
	}
	return decodeAll(string(charset), unescapePercent(text))
}

func unescapePercent(text []byte) []byte {
	if bytes.IndexByte(text, '%') < 0 {
		return text
	}
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if text[i] == '%' && i+2 < len(text) && hexValue[text[i+1]] < 16 && hexValue[text[i+2]] < 16 {
			out = append(out, hexValue[text[i+1]]<<4|hexValue[text[i+2]])
			i += 2
			continue
		}
		out = append(out, text[i])
	}
	return out
}
