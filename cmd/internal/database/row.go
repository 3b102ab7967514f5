package database

import "github.com/urlsift/urlsift/cmd/internal/printable"

// A Document is a message, or a text outside of messages.
type Document struct {
	Member     string
	Number     int // 0 outside of messages, where Offset is 0 too
	Offset     int64
	MessageID  string
	Date       string
	DateField  string // the field that the date is from, unless it is Date
	Subject    string
	Sender     string
	Newsgroups string
}

// MaxBeside is the maximum length in bytes of Place.Before and Place.After, before
// control characters in them are escaped.
const MaxBeside = 100

// A Place is a place in a Document.
type Place struct {
	Kind         string
	Start, End   int64
	Line, Column int // 0 if unknown
	Part, Header string
	// Before is the text before the place on its line. After is the text after it on the
	// line where it ends. Both have no control characters.
	Before, After string
	Detail        *Detail // or nil
}

// A Detail holds the columns that are empty for most occurrences.
type Detail struct {
	Attachment          string // the path of the attachment
	Element, Attribute  string // of HTML
	Text                string // the visible text of the link
	Mismatch            bool   // Text names another site
	Escaped, Obfuscated bool
	Guessed, Written    string // the guessed part, and the text that it was guessed from
}

// An Occurrence is a URL at a place in a document.
type Occurrence struct {
	Place
	URL                  string // without line breaks
	Broken               bool
	Deviations, Readings string // JSON, or empty

	key       key  // of its URL, or zero
	described *URL // set by Describe, or nil
}

// A URL is the description of a URL. It depends only on the text.
type URL struct {
	Scheme, Host, Port, Path, Fragment string
	Strict                             bool
	Parts                              string // JSON
	Canonical                          string // see [Canonical]
	Original, OriginalHost             string // of a rewritten link

	domain string // of Host
}

// A Rejected is a candidate that resembles a URL but is invalid.
type Rejected struct {
	Place
	Text                   string
	Offset                 int
	Rule, Section, Message string
}

// A Skipped is a part of a message that was not read.
type Skipped struct {
	Member     string
	Number     int // of the message, or 0
	Part       string
	Attachment string
	Start      int64
	Type, Why  string
}

// orNull returns the value of a column in which NULL replaces "", 0 and false.
func orNull[T comparable](value T) any {
	var none T
	if value == none {
		return nil
	}
	return value
}

// clean returns text in a form that every program can read from a database, and every
// terminal can show: control characters and invalid UTF-8 are written as \xNN. Among them
// is NUL, at which many programs end a text. Different texts stay different.
func clean(text string) string { return printable.Escape(text) }

// cleanURL is clean for a URL, or a part of one. Characters are percent-encoded, as in
// printed URLs.
func cleanURL(text string) string { return printable.URL(text) }
