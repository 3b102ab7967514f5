// Package page reads the texts of HTML: text without markup, and the values of attributes
// that can contain URLs. It also reads the XML of Office and OpenDocument, which has
// other elements. [Resolve] resolves relative links.
//
// The documentation of package mail, section Pages, defines the texts of a page.
package page
