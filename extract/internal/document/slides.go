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
	pptEncrypted = 0x2f14
)

// slideTexts yields the texts and hyperlinks of a presentation of PowerPoint 97 to 2003
// (MS-PPT). Nested records are read as if they followed each other.
func slideTexts(s *Legacy, yield func(*LegacyText) bool) error {
	const head, container, targetOf, placeIn = 8, 0x0f, 1, 3
	if bytes.Contains(s.beside["Current User"], []byte("\xdf\xc4\xd1\xf3")) { // a token for encrypted documents
		return ErrEncrypted
	}
	var t, link LegacyText
	linkEnd := 0 // the end of the current hyperlink
	for at := 0; at+head <= len(s.Data); {
		kind, instance, size := le16(s.Data[at+2:]), le16(s.Data[at:])>>4, le32(s.Data[at+4:])
		inContainer := s.Data[at]&0x0f == container
		start := at + head
		if at = start; !inContainer {
			at += min(size, len(s.Data)-start)
		}
		if start >= linkEnd && linkEnd > 0 {
			if linkEnd = 0; !yield(&link) {
				return nil
			}
		}
		t.renew(s.Data)
		switch {
		case kind == pptEncrypted:
			return ErrEncrypted
		case kind == pptHyperlink && inContainer:
			link.renew(s.Data)
			link.Link, linkEnd = true, start+min(size, len(s.Data)-start)
		case kind == pptString && linkEnd > 0 && instance == targetOf:
			link.wide(start, at)
		case kind == pptString && linkEnd > 0 && instance == placeIn:
			link.fragment(start, at)
		case kind == pptString || kind == pptText:
			t.wide(start, at)
		case kind == pptBytes:
			t.narrow(start, at, charmap.ISO8859_1)
		}
		if !yield(&t) {
			return nil
		}
	}
	if linkEnd > 0 {
		yield(&link)
	}
	return nil
}
