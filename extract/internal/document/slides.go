package document

import (
	"bytes"

	"golang.org/x/text/encoding/charmap"
)

// Types of records of a presentation (MS-PPT, section 2.13.24).
const (
	pptText      = 0x0fa0
	pptBytes     = 0x0fa8
	pptString    = 0x0fba
	pptHyperlink = 0x0fd7
)

// slideTexts yields the texts and hyperlinks of a presentation of PowerPoint 97 to 2003
// (MS-PPT). Nested records are read as if they followed each other.
func slideTexts(s *Legacy, yield func(*LegacyText) bool) error {
	const head, container = 8, 0x0f
	// a token for encrypted documents
	if bytes.Contains(s.beside["Current User"], []byte("\xdf\xc4\xd1\xf3")) {
		return ErrEncrypted
	}
	var x slideReader
	for at := 0; at+head <= len(s.Data); {
		version, kind, start := le16(s.Data[at:]), le16(s.Data[at+2:]), at+head
		end := start + min(le32(s.Data[at+4:]), len(s.Data)-start)
		if at = end; version&container == container {
			at = start
		}
		if x.linkEnd > 0 && start >= x.linkEnd {
			if x.linkEnd = 0; !yield(&x.link) {
				return nil
			}
		}
		switch {
		case kind == pptHyperlink && at == start:
			x.link.renew(s.Data)
			x.link.Link, x.linkEnd = true, end
		case at == end:
			x.text.renew(s.Data)
			if x.read(kind, version>>4, start, end); !yield(&x.text) {
				return nil
			}
		}
	}
	if x.linkEnd > 0 {
		yield(&x.link)
	}
	return nil
}

// A slideReader reads the records of a presentation.
type slideReader struct {
	text, link LegacyText
	linkEnd    int // the end of the current hyperlink, or 0
}

// read reads the record in [start,end), which contains no others.
func (x *slideReader) read(kind, instance, start, end int) {
	const target, place = 1, 3
	switch {
	case kind == pptString && x.linkEnd > 0 && instance == target:
		x.link.add(start, end, nil)
	case kind == pptString && x.linkEnd > 0 && instance == place:
		x.link.fragment(start, end)
	case kind == pptString || kind == pptText:
		x.text.add(start, end, nil)
	case kind == pptBytes:
		x.text.add(start, end, charmap.ISO8859_1)
	}
}
