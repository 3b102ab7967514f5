package database

import (
	"cmp"

	"github.com/urlsift/urlsift/cmd/internal/heading"
	"github.com/urlsift/urlsift/cmd/internal/printable"
)

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

// Document begins a document of the current source, to which the rows added next belong.
func (db *DB) Document(d Document) error {
	return db.write(func() {
		db.endDocument()
		db.at.document++
		db.pending++
		db.at.within = db.at.document
		db.beginDocument(d)
	})
}

// Resume continues the last document of the current source. It returns false if there is
// none.
func (db *DB) Resume() (bool, error) {
	db.mu.Lock()
	defer db.mu.Unlock()
	db.settle()
	db.at.within, db.at.last = db.sql.Number("SELECT max(id) FROM documents WHERE source = ?", db.source),
		last{}
	return db.at.within > 0, db.sql.Err
}

// Add adds an occurrence to the current document. If its URL is new, Add calls describe,
// unless [DB.Describe] has done so.
func (db *DB) Add(o Occurrence, describe func(url string) URL) error {
	return db.write(func() {
		url := db.number(&o, describe)
		db.at.occurrence++
		db.pending++
		if o.Header == "" {
			db.at.last.adds(o.URL)
		}
		d := cmp.Or(o.Detail, new(Detail))
		mismatch := any(d.Mismatch)
		if d.Text == "" {
			mismatch = nil
		}
		db.insert("occurrences", db.at.occurrence, db.at.within, url, o.Kind, o.Start, o.End, orNull(o.Line),
			orNull(o.Column),
			orNull(o.Part), orNull(clean(o.Header)), o.Broken, orNull(o.Deviations), orNull(o.Readings),
			nil, nil,
			orNull(clean(d.Attachment)), orNull(clean(d.Element)), orNull(clean(d.Attribute)),
			orNull(clean(d.Text)), mismatch,
			orNull(o.Before), orNull(o.After),
			orNull(d.Escaped), orNull(d.Obfuscated), orNull(d.Guessed), orNull(cleanURL(d.Written)))
	})
}

// number returns the number of the URL of an occurrence. It assigns one if there is none.
func (db *DB) number(o *Occurrence, describe func(string) URL) int64 {
	url, of := cleanURL(o.URL), o.key
	if of == (key{}) {
		of = db.known.key(url)
	}
	if id := db.known.ids[of]; id != 0 {
		return id
	}
	// makes the index in which forgotten URLs are looked up; it commits nothing, since
	// the source may be in the middle of a chunk
	if db.known.full() {
		db.settle()
		if db.bulk {
			db.index(nil)
		}
	}
	if !db.bulk {
		if id := db.sql.Number("SELECT id FROM urls WHERE url = ?", url); id != 0 {
			db.known.add(of, id)
			return id
		}
	}
	db.url++
	db.pending++
	db.known.add(of, db.url)
	u := o.described
	if u == nil {
		one := describe(o.URL)
		u = &one
		u.domain = heading.Domain(clean(u.Host))
	}
	canonical := cleanURL(u.Canonical)
	if canonical == url {
		canonical = ""
	}
	db.insert("urls", db.url, url, clean(u.Scheme), orNull(clean(u.Host)), orNull(u.domain), orNull(u.Port),
		orNull(cleanURL(u.Path)),
		orNull(cleanURL(u.Fragment)), u.Strict, u.Parts, orNull(canonical), orNull(cleanURL(u.Original)),
		orNull(clean(u.OriginalHost)))
	return db.url
}

// Reject adds a rejected candidate to the current document.
func (db *DB) Reject(r Rejected) error {
	return db.write(func() {
		db.at.refused++
		db.pending++
		d := cmp.Or(r.Detail, new(Detail))
		db.insert("rejected", db.at.refused, db.at.within, cleanURL(r.Text), r.Kind, r.Start, r.End,
			orNull(r.Line), orNull(r.Column),
			orNull(r.Part), orNull(clean(r.Header)), r.Offset, r.Rule, r.Section, r.Message,
			orNull(clean(d.Attachment)), orNull(clean(d.Element)), orNull(clean(d.Attribute)))
	})
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

// Skip adds a skipped part to the current source.
func (db *DB) Skip(s Skipped) error {
	return db.write(func() {
		db.skipped++
		db.pending++
		db.insert("skipped", db.skipped, db.source, orNull(clean(s.Member)), orNull(s.Number), orNull(s.Part),
			orNull(clean(s.Attachment)),
			s.Start, orNull(clean(s.Type)), s.Why)
	})
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
