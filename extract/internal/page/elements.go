package page

import (
	"bytes"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/ascii"
)

// inline has the elements that do not end a line.
var inline = ascii.Words("a b i u em strong font span wbr tt code sub sup big small s strike del ins abbr acronym " +
	"cite q kbd samp var nobr blink bdo label mark o:p st1:place")

// inlineXML reports whether an element of Office or OpenDocument does not end a line. It is told by its name without its
// namespace: runs of text, what they look like, and marks in them.
func inlineXML(name []byte) bool {
	if i := bytes.LastIndexByte(name, ':'); i >= 0 {
		name = name[i+1:]
	}
	return inlineNames[string(name)]
}

var inlineNames = ascii.Words("r t rpr b bcs i ics u sz szcs color lang rfonts rfont charset family scheme rstyle highlight strike dstrike vertalign " +
	"noproof spacing kern w position shd effect em outline shadow emboss imprint caps smallcaps rtl cs hyperlink prooferr bookmarkstart " +
	"bookmarkend lastrenderedpagebreak smarttag smarttagpr ins del instrtext deltext delinstrtext softhyphen permstart permend " +
	"commentrangestart commentrangeend movefrom moveto latin ea sym solidfill srgbclr schemeclr prstclr nofill effectlst ln ufill ufilltx " +
	"hlinkclick hlinkmouseover span a soft-page-break bookmark bookmark-start bookmark-end change change-start change-end " +
	"alternatecontent choice fallback rprchange fittext")

// isNamespace reports whether the value of an attribute is the name of a namespace or of a kind, and leads nowhere, though it
// looks like a URL.
func isNamespace(element []byte, attribute string) bool {
	if i := strings.LastIndexByte(attribute, ':'); i >= 0 {
		attribute = attribute[i+1:]
	}
	return namespaces[attribute] || attribute == "type" && string(element) == "relationship"
}

var namespaces = ascii.Words("uri requires ignorable schemalocation nonamespaceschemalocation namespace targetnamespace partname contenttype algorithm " +
	"resource datatype " + // of RDF
	"action") // of slides

// links are the attributes that hold one URL.
var links = ascii.Words("href src action background cite data longdesc usemap codebase classid profile dynsrc lowsrc formaction " +
	"poster manifest icon xlink:href saveurl pluginspage pluginurl datasrc for-src data-src data-href urn url link archive")

// isText has the attributes whose value is text or a program.
var isText = ascii.Words("alt title content value onclick onmouseover onmouseout onload style srcdoc summary")
