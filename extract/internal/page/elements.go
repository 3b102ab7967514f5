package page

import (
	"slices"
	"strings"

	"github.com/urlsift/urlsift/internal/octet"
)

// A Kind is a kind of markup. It determines which elements are inline and which
// attributes contain links.
type Kind uint8

const (
	HTML   Kind = iota // a page
	Office             // an Office or OpenDocument document, in XML
	XML                // any other document in XML, whose texts may contain pages
)

// inline holds the elements that do not end a line. A number that is raised or lowered
// beside a URL is no part of it.
var inline = octet.Words("a b i u em strong font span wbr tt code big small s strike del ins abbr " +
	"acronym cite q kbd samp var nobr blink bdi bdo dfn time data label mark o:p st1:place tspan textpath")

// literals holds the elements in which a browser reads no tags, besides scripts and styles.
var literals = octet.Words("noframes noembed xmp title textarea iframe")

// inlineOfXML holds the elements of XML that do not divide a word, besides those of
// inline without "a", and besideWord those after which a word has ended. Any other
// element may do either.
var (
	inlineOfXML = octet.Words("emphasis hi bold italic underline monospace styled-content sc replaceable " +
		"literal userinput prompt varname orgname")
	besideWord = octet.Words("a br lb l p para line line-break tab item sup sub note footnote footnoteref fn " +
		"xref ref bibref citation indexterm")
)

// localName returns the name of an element or attribute of XML without its prefix.
func localName[T string | []byte](name T) T {
	for i := len(name) - 1; i >= 0; i-- {
		if name[i] == ':' {
			return name[i+1:]
		}
	}
	return name
}

// isName reports whether the value of an attribute is the name of a namespace, a
// vocabulary or a type. Such a name may look like a URL, but is not a link. Without a
// prefix, schemaLocation is that of an imported document.
func isName(kind Kind, element []byte, attribute string) bool {
	local := localName(attribute)
	switch {
	case strings.HasPrefix(attribute, "xmlns"), names[local]:
		return true
	case kind != HTML && namesOfXML[local] && attribute != "schemalocation",
		kind == Office && namesOfOffice[local]:
		return true
	case attribute == "rdf:resource":
		return kinds[string(localName(element))]
	}
	return kind != HTML && slices.Contains(typed[string(localName(element))], local)
}

// Attributes that hold names, without their prefix.
var (
	names      = octet.Words("prefix vocab datatype requiredfeatures requiredextensions required-namespace")
	namesOfXML = octet.Words("requires ignorable schemalocation nonamespaceschemalocation namespace " +
		"namespaceuri targetnamespace partname contenttype algorithm rel transport encodingstyle " +
		"soapaction definitionurl prefixmappings selectionnamespaces minver algorithm-name " +
		"key-derivation-name start-key-generation-name checksum-type")
	namesOfOffice = octet.Words("uri transformation resource " + // of RDF
		"action") // of slides
)

// naming are the elements whose text is a name.
var naming = octet.Words("namespaceuri hashalgorithm")

// typed are the attributes that hold the name of a type, by their element.
var typed = map[string][]string{"relationship": {"type"}, "reference": {"type"},
	"category": {"scheme", "term"}, "attachedschema": {"val"}}

// kinds are the elements of RDF whose resource is a type or a permission.
var kinds = octet.Words("type permits requires prohibits")

// links are the attributes that hold one URL.
var links = octet.Words("href src action background cite data longdesc usemap codebase classid profile " +
	"dynsrc lowsrc formaction poster manifest icon xlink:href saveurl pluginspage pluginurl datasrc " +
	"for-src data-src data-href urn url link archive")

// isText holds the attributes whose value is text or a program.
var isText = octet.Words("alt title content value onclick onmouseover onmouseout onload style srcdoc summary")

// lost replaces text that is not known.
var lineBreak, hyphen, lost = []byte("\n"), []byte("-"), []byte("\ufffd")
