package texts

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/mail"
)

// answer reads an HTTP message: a request or a response.
func (w *walker) answer() bool {
	w.src.Skip(len(w.src.Line(0))) // the status line or the request line
	coding, chunked := codings(w.src.Rest()[:w.headerSize()], w.head.fields)
	var h header
	switch {
	case !w.header(&h, nil):
		return false
	case chunked && chunkSize(w.src.Line(0)) >= 0: // else they were already joined
		return w.inChunks(&h, coding)
	}
	return w.coded(&h, coding)
}

// codings returns the encodings of the body after an HTTP header (RFC 2616, sections
// 14.11 and 14.41), in the order in which they were applied.
func codings(text []byte, fields []field) (coding string, chunked bool) {
	var names []string
	for _, kind := range []int{fieldCoding, fieldTransfer} {
		for _, f := range fields {
			if f.kind != kind {
				continue
			}
			for name := range bytes.SplitSeq(text[f.start:f.end], []byte(",")) {
				switch name := token(name); name {
				case "chunked":
					chunked = true
				case "", "identity":
				default:
					names = append(names, name)
				}
			}
		}
	}
	return strings.Join(names, ", "), chunked
}

// coded reads a body that is encoded, or that was decoded without changing its header.
func (w *walker) coded(h *header, coding string) bool {
	if coding == "" {
		return w.content(h, 0) && w.leftover()
	}
	at := w.src.Offset()
	return w.unpacked(coding, false, func(in *walker, _ mail.Format) bool {
		if several := strings.Contains(coding, ","); (several || in.src.Up.(*opaque).plain) &&
			in.isUnknown() {
			w.skipped(h.mediaType, whyCoding, at)
			in.passOver()
			return true
		}
		return in.content(h, 0) && in.leftover()
	})
}

// isUnknown reports whether a stream is neither text nor of a known format.
func (w *walker) isUnknown() bool {
	w.src.Fill(sniffed)
	head := w.src.Rest()
	return FormatOf(head) == mail.Plain && isBinary(head) && !IsWide(head)
}

// inChunks reads a body in chunks.
func (w *walker) inChunks(h *header, coding string) bool {
	c := &chunks{recoded: recoded{&w.src, decode.Keeping(nestedKeep)}}
	if !w.over(c).coded(h, coding) {
		return false
	}
	decode.Drain(c)
	return !c.broken || w.src.IsCut() || w.fail(w.src.Offset(),
		"broken chunk: the rest of the body is not read")
}

// chunks is a stage that joins the chunks of an HTTP body (RFC 2616, section 3.6.1).
type chunks struct {
	recoded
	left   int64 // bytes left of the chunk, or -1 after the last one
	begun  bool  // there was a chunk, which a line end follows
	broken bool
}

func (c *chunks) Next() []byte {
	if c.left == 0 {
		c.begin()
	}
	if c.left > 0 && c.src.Fill(1) == 0 {
		c.left, c.broken = -1, true
	}
	if c.left < 0 {
		return nil
	}
	at := c.src.Offset()
	text := c.src.Take(int(min(int64(len(c.src.Rest())), c.left)))
	c.Plain(at, len(text))
	c.left -= int64(len(text))
	return text
}

// begin reads the lines before a chunk.
func (c *chunks) begin() {
	if line := c.src.Line(0); c.begun && decode.BlankLine(line) {
		c.src.Skip(len(line))
		c.begun = false
	}
	line := c.src.Line(0)
	size := chunkSize(line)
	if c.left = size; c.begun || size <= 0 {
		c.left = -1
	}
	if c.broken = c.begun || size < 0; !c.broken {
		c.src.Skip(len(line))
		c.begun = true
	}
}

func (c *chunks) IsCut() bool { return c.broken || c.recoded.IsCut() }

// chunkSize returns the size in the line before a chunk, or -1 if line is not such a
// line.
func chunkSize(line []byte) int64 {
	digits, _, _ := bytes.Cut(line, []byte(";"))
	n, err := strconv.ParseUint(string(decode.TrimEnd(digits)), 16, 60)
	if err != nil {
		return -1
	}
	return int64(n)
}
