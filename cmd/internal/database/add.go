package database

import (
	"cmp"

	"github.com/urlsift/urlsift/cmd/internal/heading"
)

// Document begins a document of the current source, to which the rows added next belong.
func (db *DB) Document(d Document) error {
	return db.write(func() {
		db.at.last.end(db.rows)
		db.at.document++
		db.pending++
		db.at.within = db.at.document
		db.at.last = begun(d, db.at.document, db.source, db.rows)
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
		db.rows.insert("occurrences", db.at.occurrence, db.at.within, url, o.Kind, o.Start, o.End,
			orNull(o.Line), orNull(o.Column), orNull(o.Part), orNull(clean(o.Header)), o.Broken,
			orNull(o.Deviations), orNull(o.Readings), nil, nil, orNull(clean(d.Attachment)),
			orNull(clean(d.Element)), orNull(clean(d.Attribute)), orNull(clean(d.Text)), mismatch,
			orNull(o.Before), orNull(o.After), orNull(d.Escaped), orNull(d.Obfuscated), orNull(d.Guessed),
			orNull(cleanURL(d.Written)))
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
		u = descriptionOf(o, describe)
	}
	canonical := cleanURL(u.Canonical)
	if canonical == url {
		canonical = ""
	}
	db.rows.insert("urls", db.url, url, clean(u.Scheme), orNull(clean(u.Host)), orNull(u.domain),
		orNull(u.Port), orNull(cleanURL(u.Path)), orNull(cleanURL(u.Fragment)), u.Strict, u.Parts,
		orNull(canonical), orNull(cleanURL(u.Original)), orNull(clean(u.OriginalHost)))
	return db.url
}

// Describe describes the URL of an occurrence if it seems to be new, so that [DB.Add]
// need not. Several goroutines may call it while another one adds rows.
func (db *DB) Describe(o *Occurrence, describe func(url string) URL) {
	o.key = db.known.key(cleanURL(o.URL))
	if !db.known.has(o.key) {
		o.described = descriptionOf(o, describe)
	}
}

// descriptionOf returns the description of the URL of an occurrence.
func descriptionOf(o *Occurrence, describe func(url string) URL) *URL {
	u := describe(o.URL)
	u.domain = heading.Domain(clean(u.Host))
	return &u
}

// Reject adds a rejected candidate to the current document.
func (db *DB) Reject(r Rejected) error {
	return db.write(func() {
		db.at.refused++
		db.pending++
		d := cmp.Or(r.Detail, new(Detail))
		db.rows.insert("rejected", db.at.refused, db.at.within, cleanURL(r.Text), r.Kind, r.Start, r.End,
			orNull(r.Line), orNull(r.Column),
			orNull(r.Part), orNull(clean(r.Header)), r.Offset, r.Rule, r.Section, r.Message,
			orNull(clean(d.Attachment)), orNull(clean(d.Element)), orNull(clean(d.Attribute)))
	})
}

// Skip adds a skipped part to the current source.
func (db *DB) Skip(s Skipped) error {
	return db.write(func() {
		db.skipped++
		db.pending++
		db.rows.insert("skipped", db.skipped, db.source, orNull(clean(s.Member)), orNull(s.Number), orNull(s.Part),
			orNull(clean(s.Attachment)),
			s.Start, orNull(clean(s.Type)), s.Why)
	})
}
