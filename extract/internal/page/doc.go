// Package page reads the texts of HTML: text without its markup, and the values of attributes in which URLs may stand. It also reads the
// XML of Office and OpenDocument, which has other elements. [Resolve] says what a relative link means.
//
// What counts as a text is described in the documentation of package mail, section Pages.
package page
