package texts

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/internal/page"
	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/internal/octet"
)

// plainBody reads the lines up to the next stop as unencoded text.
func (w *walker) plainBody() bool { return w.leaf(&header{}) }

// leaf reads a part without parts of its own, up to the next stop.
func (w *walker) leaf(h *header) bool {
	around := w.member
	defer func() { w.plain, w.armourAfterBlank, w.member = false, false, around }()
	w.member = MemberPath(around, h.name)
	for w.leafText(h) {
		if h.encoding == encodedBase64 && !w.src.IsCut() {
			switch resumes, ok := w.resume(); {
			case !ok:
				return false
			case resumes:
				continue
			}
		}
		switch {
		case w.stop == atArmour:
			if !w.inArmour() {
				return false
			}
		case w.stop == atBoundary && w.level == digestRule && !w.digest:
			return w.items()
		case w.stop == noStop && w.src.Fill(1) > 0:
			h, w.member = new(header), around // a footer
		case w.stop == noStop:
			w.stop = atEnd
			return true
		default:
			return true
		}
	}
	return false
}

// resume reports damage to the last base64, and yields its lines that are not base64.
// resumes reports whether more base64 follows, and ok whether more texts are wanted.
func (w *walker) resume() (resumes, ok bool) {
	at, n := w.src.Offset(), 0
	if w.stop == noStop && w.src.Fill(1) > 0 {
		n = w.foreign(w.stages.base64.Width)
		resumes = n > 0 || w.stages.base64.Cut && decode.IsWholeLine(w.src.Line(0), w.stages.base64.Width)
	}
	switch {
	case !resumes && !w.stages.base64.Cut:
		return false, true
	case !resumes:
		return false, w.fail(at, w.stages.base64.problem())
	case !w.fail(at, "base64 is damaged"):
		return true, false
	}
	if n > 0 && !w.memory("", bytes.Clone(w.src.Rest()[:n]), at) {
		return true, false
	}
	w.src.Skip(n)
	w.midLine, w.blank, w.resumed = false, false, true
	w.pushedBack = w.stages.base64.pushedBack
	return true, true
}

// leafText yields the texts of a part, up to a stop or a footer.
func (w *walker) leafText(h *header) bool {
	w.stages.body = body{Section: w.src.All(), lines: &w.lines}
	b := &w.stages.body
	from := w.transfer(h, b, w.reader.keep())
	t := decode.ReaderOf(from)
	w.plain = from == decode.Stage(b) && !page.IsType(h.mediaType)
	if w.plain && !w.preamble && h.isUsual() && beginsUsual(t.AtLeast(typed)) {
		return w.handPart(t)
	}
	if h.second != nil {
		h.settlePage(&t)
	}
	isPage := page.IsType(h.mediaType)
	if format, binary := formatOf(h, &t); format != mail.Plain || binary {
		return w.attached(h, t, b, from, format, binary)
	}
	if !isPage && w.isKeptPage(&t) {
		isPage, w.plain = true, false
	}
	charset := h.charset
	if isPage {
		charset = page.Charset(charset, t.AtLeast(sniffed))
	} else {
		charset = decode.TextCharset(charset, &t)
	}
	t.DecodeCharset(charset, &w.stages.charset, w.reader.keep())
	ok := false
	if isPage {
		ok = w.marked(&t, h.kind)
	} else {
		w.unflow(&t, h)
		ok = w.handPart(t)
	}
	if ok && w.stages.charset.MetUnknown() {
		return w.fail(b.Start, fmt.Sprintf("unknown charset %q", charset))
	}
	return ok
}

// isText reports whether the type is that of plain text, or none is declared.
func (h *contentType) isText() bool { return h.mediaType == "" || h.mediaType == "text/plain" }

// isUsual reports whether a part is declared as text that needs no decoding.
func (h *contentType) isUsual() bool {
	return h.isText() && !h.joins() && (h.charset == "" || h.charset == "us-ascii" || h.charset == "US-ASCII")
}

// beginsUsual reports whether a text that begins with head has no format of its own: it
// begins with printable characters, and not with the mark of a page, of RTF, of a
// calendar or of LDIF.
func beginsUsual(head []byte) bool {
	const enough = 64 // as binaryType examines
	if len(head) < enough {
		return false
	}
	odd := uint64(0)
	for words := head[:enough]; len(words) >= 8; words = words[8:] {
		w := binary.LittleEndian.Uint64(words)
		// The highest bit of a byte is set in space for '\t' to '\r', in shown for ' ' to
		// '~'.
		low := w &^ highs
		space := (low + (0x80-'\t')*ones) &^ (low + (0x7f-'\r')*ones)
		shown := (low + (0x80-' ')*ones) &^ (low + (0x7f-'~')*ones)
		odd |= w | ^(space | shown)
	}
	if odd&highs != 0 {
		return false
	}
	begin := decode.AfterBlanks(head[:enough])
	return len(begin) > 0 && !marks[begin[0]]
}

// marks are the first bytes of these marks.
var marks = octet.SetOf("<{bBdDvV#")

// isKeptPage reports whether a text is a page that used to be a part of a multipart:
// Eudora puts it in its own tags, and other programs drop the delimiters.
func (w *walker) isKeptPage(t *decode.Reader) bool {
	return w.keptIn("<x-html>", t) || w.preamble && page.IsHTML(decode.Whole(t.AtLeast(sniffed)))
}

// keptIn reports whether a text begins with one of the tags that Eudora puts around a
// former part.
func (w *walker) keptIn(tag string, t *decode.Reader) bool {
	const few = 32
	text := decode.AfterBlanks(t.AtLeast(few))
	return len(text) > 0 && text[0] == '<' && decode.Whole(text).StartsFold(tag)
}

// joins reports whether the lines of the text are to be joined: it is format=flowed with
// DelSp. Without DelSp joining would leave a blank in a URL that is broken over lines.
func (h *contentType) joins() bool { return h.flowed && h.delSp }

// unflow adds the stage that joins the lines of the text, if they are to be joined.
func (w *walker) unflow(t *decode.Reader, h *header) {
	if h.joins() && (h.mediaType == "text/plain" || h.mediaType == "") {
		w.stages.flowed = decode.Flowed{Filter: decode.Filter{Input: t.Input,
			Output: w.stages.flowed.Fresh(w.reader.keep())}}
		t.GoThrough(&w.stages.flowed)
	}
}

// transfer returns the stage that decodes a part's Content-Transfer-Encoding.
func (w *walker) transfer(h *header, b *body, keep int64) decode.Stage {
	switch h.encoding {
	case encodedQuoted:
		w.stages.quotedPrintable = decode.QuotedPrintable{Filter: decode.Filter{Input: decode.Input{From: b},
			Output: w.stages.quotedPrintable.Fresh(keep)}}
		return &w.stages.quotedPrintable
	case encodedBase64:
		w.stages.base64 = base64Body{Base64: decode.Base64{Filter: decode.Filter{Input: decode.Input{From: b},
			Output: w.stages.base64.Fresh(keep)}, EOL: w.src.EOL}, body: b}
		return &w.stages.base64
	}
	return b
}

// skipBinary skips a body without text, up to a footer after base64.
func (w *walker) skipBinary(from decode.Stage) {
	w.plain = false
	b, ok := from.(*base64Body)
	if !ok {
		decode.Drain(from)
		return
	}
	if b.Footer {
		return
	}
	if b.Buf != nil {
		b.body.back(len(b.Buf))
	}
	size := 0
	for w.hasLine() {
		line := w.src.Line(0)
		if len(line) != size || len(line) >= decode.MaxLine {
			if len(line) < decode.MaxLine && !decode.IsBase64(line, size == padded &&
				len(decode.TrimEnd(line)) > 0) {
				return
			}
			size = len(line)
			if bytes.IndexByte(line[max(len(line)-5, 0):], '=') >= 0 {
				size = padded
			}
		}
		w.src.Skip(len(line))
	}
}

// padded is used in place of the length of a line with padding.
const padded = -1

// leftover yields the rest of the stream, which should be empty, as text.
func (w *walker) leftover() bool {
	for w.open = w.open[:0]; w.stop != atEnd; {
		w.stop = noStop
		if !w.plainBody() {
			return false
		}
	}
	return true
}

// file reads the whole source as an attached file.
func (w *walker) file(mediaType string) bool {
	if mediaType == "" || strings.HasPrefix(mediaType, "multipart/") ||
		strings.HasPrefix(mediaType, "message/") {
		mediaType = "application/octet-stream"
	}
	return w.leaf(ofType(mediaType, "")) && w.leftover()
}
