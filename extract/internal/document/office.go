package document

import (
	"bytes"

	"github.com/urlsift/urlsift/extract/internal/ascii"
	"github.com/urlsift/urlsift/extract/internal/decode"
)

// IsOffice reports whether a document that begins with head is a part of one of Office or OpenDocument, and whether that is certain:
// by the namespaces in its first tag, or after an XML declaration in its first 4 KiB.
func IsOffice(head []byte, all bool) (is, certain bool) {
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
	case decode.Starts(head, declaration):
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
var nameStart = ascii.SetOf(func(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' || b == '_' })

// officeSpaces are what the namespaces of Office and OpenDocument begin with.
var officeSpaces = []string{
	"http://schemas.openxmlformats.org/", "http://purl.oclc.org/ooxml/", "http://schemas.microsoft.com/office/",
	"urn:oasis:names:tc:opendocument:", "http://openoffice.org/2",
}
