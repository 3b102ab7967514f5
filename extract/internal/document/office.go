package document

import (
	"bytes"
	"slices"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/internal/octet"
)

// IsOffice reports whether a document that begins with head is a part of an Office or
// OpenDocument document. The name of its first element or the namespaces in its first tag
// decide. After an XML declaration all namespaces in the first 4 KiB count.
func IsOffice(head decode.Head) bool {
	head = head.First(4 << 10).AfterBlanks()
	switch {
	case !head.Starts("<"):
		return false
	case hasOfficeRoot(head):
		return true
	case head.Starts("<?xml"):
	case head.Has(2) && !nameStart[head.Text[1]]:
		return false
	default:
		if k := bytes.IndexByte(head.Text, '>'); k >= 0 {
			head = head.First(k)
		}
		if !head.Contains("xmlns") {
			return false
		}
	}
	return slices.ContainsFunc(officeSpaces, head.Contains)
}

// hasOfficeRoot reports whether the first element is one that occurs only in Office and
// OpenDocument documents.
func hasOfficeRoot(head decode.Head) bool {
	if head.Starts("<?xml") && head.Contains("?>") {
		_, head.Text, _ = bytes.Cut(head.Text, []byte("?>"))
		head = head.AfterBlanks()
	}
	return slices.ContainsFunc(officeRoots, func(name string) bool {
		n := len("<") + len(name)
		return head.Starts("<"+name) && head.Has(n+1) && !nameStart[head.Text[n]] && head.Text[n] != '-'
	})
}

var officeRoots = []string{
	"Relationships", "sst", "worksheet", "connections", "w:document", "w:footnotes", "w:endnotes",
	"w:comments", "w:hdr", "w:ftr", "w:glossaryDocument", "w:wordDocument", "pkg:package",
	"p:sld", "p:notes", "p:sldLayout", "p:sldMaster", "xdr:wsDr", "c:chartSpace", "dgm:dataModel",
	"office:document", "office:document-content", "office:document-styles",
	"sl:document", "key:presentation", "ls:document", // iWork until 2009
}

// nameStart holds the bytes that may begin the name of an element.
var nameStart = octet.Where(func(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' || b == '_' })

// officeSpaces are the beginnings of the namespaces of Office and OpenDocument.
var officeSpaces = []string{
	"http://schemas.openxmlformats.org/", "http://purl.oclc.org/ooxml/",
	"http://schemas.microsoft.com/office/",
	"urn:oasis:names:tc:opendocument:", "http://docs.oasis-open.org/ns/office/", "http://openoffice.org/2",
}
