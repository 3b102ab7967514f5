package database

import (
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/cmd/internal/sqlite"
)

// A Document is a message, or a text outside of messages.
type Document struct {
	Member     string
	Number     int // 0 outside of messages, where Offset is 0 too
	Offset     int64
	MessageID  string
	Date       string
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
	// Before and After are the text before it on its line and after it on the line where it ends, without control characters.
	Before, After string
	Detail        *Detail // or nil
}

// A Detail has the columns that most occurrences leave empty.
type Detail struct {
	Attachment         string // the path of the attachment
	Element, Attribute string // of HTML
	Text               string // the visible text of the link
	Mismatch           bool   // Text names another site
}

// columns returns the values of the columns attachment, element and attribute.
func (d *Detail) columns() (attachment, element, attribute sqlite.Value) {
	if d == nil {
		return
	}
	return orNull(clean(d.Attachment)), orNull(clean(d.Element)), orNull(clean(d.Attribute))
}

// shown returns the values of the columns text and mismatch.
func (d *Detail) shown() (text, mismatch sqlite.Value) {
	switch {
	case d == nil || d.Text == "":
		return
	case d.Mismatch:
		return sqlite.Text(clean(d.Text)), sqlite.Int(1)
	}
	return sqlite.Text(clean(d.Text)), sqlite.Int(0)
}

// An Occurrence is a match in the database.
type Occurrence struct {
	Place
	URL                  string // without line breaks
	Broken               bool
	Deviations, Readings string // JSON, or empty

	key       key  // of its URL, or zero
	described *URL // by Describe, or nil
}

// A URL is the description of a URL, which follows from its text.
type URL struct {
	Scheme, Host, Port, Path, Fragment string
	Strict                             bool
	Parts                              string // JSON
	Canonical                          string // see [Canonical]
	Original, OriginalHost             string // of a rewritten link

	domain string // of Host
}

// A Rejected is a candidate that is URL-like but invalid.
type Rejected struct {
	Place
	Text                   string
	Offset                 int
	Rule, Section, Message string
}

// Document begins a document of the current source. Rows added from now on belong to it.
func (db *DB) Document(d Document) error {
	db.mu.Lock()
	defer db.mu.Unlock()
	if err := db.begin(); err != nil {
		return err
	}
	if err := db.endDocument(); err != nil {
		return err
	}
	db.at.document++
	db.pending++
	db.at.within = db.at.document
	return db.beginDocument(d)
}

// Resume continues the last document of the current source. It returns false if there is none.
func (db *DB) Resume() (bool, error) {
	db.mu.Lock()
	defer db.mu.Unlock()
	if err := db.settle(); err != nil {
		return false, err
	}
	id, err := db.c.Number("SELECT max(id) FROM documents WHERE source = ?", db.source)
	db.at.within, db.at.last = id, last{}
	return id > 0, err
}

// Add adds an occurrence to the current document. If its URL is new, Add calls describe, unless [DB.Describe] has done so.
func (db *DB) Add(o Occurrence, describe func(url string) URL) error {
	db.mu.Lock()
	defer db.mu.Unlock()
	if err := db.begin(); err != nil {
		return err
	}
	url, err := db.number(&o, describe)
	if err != nil {
		return err
	}
	db.at.occurrence++
	db.pending++
	if o.Header == "" {
		db.at.last.adds(o.URL)
	}
	broken := int64(0)
	if o.Broken {
		broken = 1
	}
	attachment, element, attribute := o.Detail.columns()
	text, mismatch := o.Detail.shown()
	return db.insert("occurrences", sqlite.Int(db.at.occurrence), sqlite.Int(db.at.within), sqlite.Int(url), sqlite.Text(o.Kind), sqlite.Int(o.Start), sqlite.Int(o.End), orNone(o.Line), orNone(o.Column),
		orNull(o.Part), orNull(clean(o.Header)), sqlite.Int(broken), orNull(o.Deviations), orNull(o.Readings), sqlite.Value{}, sqlite.Value{},
		attachment, element, attribute, text, mismatch, orNull(o.Before), orNull(o.After))
}

// number returns the number of the URL of an occurrence, and assigns one if it has none.
func (db *DB) number(o *Occurrence, describe func(string) URL) (int64, error) {
	url, of := cleanURL(o.URL), o.key
	if of == (key{}) {
		of = db.known.key(url)
	}
	if id := db.known.ids[of]; id != 0 {
		return id, nil
	}
	if db.bulk && db.known.full() {
		if err := db.many(); err != nil {
			return 0, err
		}
	}
	if !db.bulk {
		id, err := db.c.Number("SELECT id FROM urls WHERE url = ?", url)
		if err != nil {
			return 0, err
		}
		if id != 0 {
			db.known.add(of, id)
			return id, nil
		}
	}
	db.url++
	db.pending++
	db.known.add(of, db.url)
	u := o.described
	if u == nil {
		one := describe(o.URL)
		u = &one
		u.domain = domainOf(clean(u.Host))
	}
	strict := int64(0)
	if u.Strict {
		strict = 1
	}
	host, canonical := clean(u.Host), cleanURL(u.Canonical)
	if canonical == url {
		canonical = ""
	}
	return db.url, db.insert("urls", sqlite.Int(db.url), sqlite.Text(url), sqlite.Text(clean(u.Scheme)), orNull(host), orNull(u.domain), orNull(u.Port), orNull(cleanURL(u.Path)),
		orNull(cleanURL(u.Fragment)), sqlite.Int(strict), sqlite.Text(u.Parts), orNull(canonical), orNull(cleanURL(u.Original)), orNull(clean(u.OriginalHost)))
}

// many makes the indexes, since there are too many URLs to keep all in memory. It commits nothing, since the source may be in the
// middle of a part.
func (db *DB) many() error {
	if err := db.settle(); err != nil {
		return err
	}
	return db.index(nil)
}

// Reject adds a rejected candidate to the current document.
func (db *DB) Reject(r Rejected) error {
	db.mu.Lock()
	defer db.mu.Unlock()
	if err := db.begin(); err != nil {
		return err
	}
	db.at.refused++
	db.pending++
	attachment, element, attribute := r.Detail.columns()
	return db.insert("rejected", sqlite.Int(db.at.refused), sqlite.Int(db.at.within), sqlite.Text(cleanURL(r.Text)), sqlite.Text(r.Kind), sqlite.Int(r.Start), sqlite.Int(r.End), orNone(r.Line), orNone(r.Column),
		orNull(r.Part), orNull(clean(r.Header)), sqlite.Int(int64(r.Offset)), sqlite.Text(r.Rule), sqlite.Text(r.Section), sqlite.Text(r.Message),
		attachment, element, attribute)
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
	db.mu.Lock()
	defer db.mu.Unlock()
	if err := db.begin(); err != nil {
		return err
	}
	db.passed++
	db.pending++
	return db.insert("skipped", sqlite.Int(db.passed), sqlite.Int(db.source), orNull(clean(s.Member)), orNone(s.Number), orNull(s.Part), orNull(clean(s.Attachment)),
		sqlite.Int(s.Start), orNull(clean(s.Type)), sqlite.Text(s.Why))
}

func orNull(text string) sqlite.Value {
	if text == "" {
		return sqlite.Value{}
	}
	return sqlite.Text(text)
}

func orNone(n int) sqlite.Value {
	if n == 0 {
		return sqlite.Value{}
	}
	return sqlite.Int(int64(n))
}

// clean returns text in a form that every program can read from a database, and every terminal can show: control characters, among them
// NUL, at which many programs end a text, and what is not UTF-8 are written as \xNN. Different texts stay different.
func clean(text string) string { return printable.Escape(text) }

// cleanURL is clean for a URL, or a part of one. Characters are percent-encoded, as where URLs are printed.
func cleanURL(text string) string { return printable.URL(text) }
