package mail

// records reads the records of a web archive (ISO 28500), each of which counts as a message.
func (w *walker) records() bool {
	for {
		for w.src.fill(1) > 0 && blankLine(w.src.line(0)) {
			w.src.skip(len(w.src.line(0)))
		}
		line := w.src.line(0)
		switch {
		case len(line) == 0:
			return true
		case !isWARC(line):
			if !w.lost() {
				return false
			}
			continue
		}
		w.begin()
		w.src.skip(len(line))
		if !w.record() {
			return false
		}
	}
}

// lost yields what stands where a record should begin, up to the next record.
func (w *walker) lost() bool {
	w.message = nil
	return w.fail(w.src.offset(), "no record begins") && w.hand(Text{from: textReader{stage: &stray{w: w, start: w.src.offset()}}})
}

// A stray is a stage that returns lines up to one that begins a record.
type stray struct {
	w     *walker
	start int64
}

func (s *stray) next() []byte {
	line := s.w.src.line(0)
	if len(line) == 0 || isWARC(line) {
		return nil
	}
	s.w.src.skip(len(line))
	return line
}

func (s *stray) isCut() bool { return s.w.src.isCut() }

func (*stray) isWhole() bool { return false }

func (s *stray) span(start, end int64) (int64, int64) {
	return s.w.src.span(s.start+start, s.start+end)
}

// record reads the header of a record, and as many bytes as that says.
func (w *walker) record() bool {
	size := w.headerSize()
	text := w.src.rest()[:size]
	h := w.head.read(text)
	for _, f := range w.head.fields {
		switch f.kind {
		case fieldRecordID:
			w.keep(w.message, fieldID, text[f.start:f.end])
		case fieldRecordDate:
			w.keep(w.message, fieldDate, text[f.start:f.end])
		}
	}
	if w.shared {
		w.message.raw = string(w.values)
	}
	w.headed()
	for _, f := range w.head.fields {
		if f.kind == fieldTarget && !w.fieldText(text, f, &h) {
			return false
		}
	}
	w.src.skip(size)
	if w.skipBlank(); !h.hasLength {
		return true // without a block
	}
	block := &limited{src: &w.src, start: w.src.offset(), left: h.length}
	ok := w.block(&h, block)
	for ok && block.next() != nil {
	}
	return ok
}

// block reads what a record holds.
func (w *walker) block(h *header, block *limited) bool {
	in := w.inside(&textReader{stage: block}, block)
	in.path = append(in.path[:0], 1)
	if h.mediaType != "application/http" {
		return in.content(h, 0) && in.rest()
	}
	in.src.skip(len(in.src.line(0))) // the status, or the request
	coding, chunked := codings(in.src.rest()[:in.headerSize()], in.head.fields)
	inner, ok := in.header(nil)
	body := func(in *walker, _ Format) bool { return in.content(&inner, 0) && in.rest() }
	switch {
	case !ok:
		return false
	case coding != "":
		return in.unpacked(coding, in.src.offset(), false, body)
	case chunked:
		c := &chunks{src: &in.src, output: keeping(nestedKeep)}
		return body(in.inside(&textReader{stage: c}, c), Auto)
	}
	return body(in, Auto)
}

// codings tells how the body after an HTTP header is encoded (RFC 2616, section 14.11 and 14.41).
func codings(text []byte, fields []field) (coding string, chunked bool) {
	for _, f := range fields {
		switch value := text[f.start:f.end]; f.kind {
		case fieldCoding:
			if value := token(value); value != "identity" {
				coding = value
			}
		case fieldTransfer:
			chunked = token(value) == "chunked"
		}
	}
	return coding, chunked
}

// chunks is a stage that puts the chunks of an HTTP body together (RFC 2616, section 3.6.1).
type chunks struct {
	output
	src  *source
	left int64
}

func (c *chunks) next() []byte {
	for c.left == 0 {
		line := c.src.line(0)
		if len(line) == 0 {
			return nil
		}
		if !blankLine(line) {
			c.left = hexNumber(line)
			if c.left == 0 {
				return nil
			}
		}
		c.src.skip(len(line))
	}
	if c.src.fill(1) == 0 {
		return nil
	}
	text := c.src.rest()
	text = text[:min(int64(len(text)), c.left)]
	c.plain(c.src.offset(), len(text))
	c.left -= int64(len(text))
	c.src.skip(len(text))
	return text
}

func (c *chunks) isCut() bool { return c.src.isCut() }

func (*chunks) isWhole() bool { return false }

func (c *chunks) span(start, end int64) (int64, int64) { return c.src.span(c.offsets.span(start, end)) }

// hexNumber returns the number that line begins with.
func hexNumber(line []byte) int64 {
	const most = 12
	n := int64(0)
	for i := 0; i < len(line) && i < most && hexValue[line[i]] < 16; i++ {
		n = n<<4 | int64(hexValue[line[i]])
	}
	return n
}

// A limited is a stage that returns a number of bytes of a source.
type limited struct {
	src   *source
	start int64
	left  int64
}

func (l *limited) next() []byte {
	if l.left <= 0 || l.src.fill(1) == 0 {
		return nil
	}
	text := l.src.rest()
	text = text[:min(int64(len(text)), l.left)]
	l.left -= int64(len(text))
	l.src.skip(len(text))
	return text
}

func (l *limited) isCut() bool { return l.left > 0 }

func (*limited) isWhole() bool { return false }

func (l *limited) span(start, end int64) (int64, int64) {
	return l.src.span(l.start+start, l.start+end)
}
