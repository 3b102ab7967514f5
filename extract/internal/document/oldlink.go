package document

// The monikers of a link (MS-OSHARED section 2.3.7.2).
const (
	urlMoniker  = "\xe0\xc9\xea\x79\xf9\xba\xce\x11\x8c\x82\x00\xaa\x00\x4b\xa9\x0b"
	fileMoniker = "\x03\x03\x00\x00\x00\x00\x00\x00\xc0\x00\x00\x00\x00\x00\x00\x46"
)

// hyperlink adds the target of a Hyperlink Object in [at,end) (MS-OSHARED, section
// 2.3.7.1).
func (t *LegacyText) hyperlink(at, end int) {
	const hasMoniker, hasPlace, hasName, hasFrame, isString = 1 << 0, 1 << 3, 1 << 4, 1 << 7, 1 << 8
	c := linkCursor{b: t.b[:end], at: at}
	c.number() // the version
	flags := c.number()
	if flags&hasName != 0 {
		c.string(2)
	}
	if flags&hasFrame != 0 {
		c.string(2)
	}
	t.Link = true
	if flags&hasMoniker != 0 && flags&isString != 0 {
		t.wide(c.string(2))
	} else if flags&hasMoniker != 0 {
		switch string(c.take(len(urlMoniker))) {
		case urlMoniker:
			t.wide(c.string(1))
		case fileMoniker:
			c.take(2)
			c.string(1)
			c.take(24)
			c.string(1)
		default:
			return
		}
	}
	if flags&hasPlace != 0 {
		t.fragment(c.string(2))
	}
}

// A linkCursor reads the numbers and strings of a Hyperlink Object.
type linkCursor struct {
	b  []byte
	at int
}

// take reads n bytes, or none if there are fewer.
func (c *linkCursor) take(n int) []byte {
	if n < 0 || n > len(c.b)-c.at {
		c.at = len(c.b)
		return nil
	}
	c.at += n
	return c.b[c.at-n : c.at]
}

func (c *linkCursor) number() int {
	if b := c.take(4); b != nil {
		return le32(b)
	}
	return 0
}

// string reads a string after its length, in units of unit bytes. It returns the offsets
// of the part before the first NUL.
func (c *linkCursor) string(unit int) (start, end int) {
	n := c.number()
	start = c.at
	text := c.take(n * unit)
	for i := 0; i+1 < len(text); i += 2 {
		if text[i] == 0 && text[i+1] == 0 {
			return start, start + i
		}
	}
	return start, start + len(text)
}
