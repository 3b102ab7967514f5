package database

import (
	"encoding/json"
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/sqlite"
)

// isOpen selects occurrences that may mean another URL than the one that is printed, or that were joined from several lines. It
// must be the same text as in the index occurrences_open, or SQLite would not use that index.
const isOpen = "(broken OR readings IS NOT NULL)"

// Finish ends a run: it makes the indexes, weighs the evidence, and removes URLs that nothing refers to any more. No rows can be
// added after Finish.
func (db *DB) Finish() error {
	db.mu.Lock()
	defer db.mu.Unlock()
	if err := db.commit(); err != nil {
		return err
	}
	if err := db.index(db.commit); err != nil {
		return err
	}
	newest, err := db.c.Number("SELECT max(id) FROM occurrences")
	if err != nil {
		return err
	}
	weighed, err := db.c.Number("SELECT weighed FROM _settings")
	if err != nil {
		return err
	}
	loose, err := db.c.Number("SELECT count(*) FROM _loose")
	if err != nil || newest == weighed && loose == 0 {
		return err
	}
	if err := db.begin(); err != nil {
		return err
	}
	if err := db.weigh(weighed, newest); err != nil {
		return err
	}
	if err := db.sweep(); err != nil {
		return err
	}
	if err := db.c.Exec("UPDATE _settings SET weighed = ?", newest); err != nil {
		return err
	}
	if err := db.c.Script("PRAGMA analysis_limit = 400; PRAGMA optimize = 0x10002"); err != nil {
		return err
	}
	return db.commit()
}

// weigh finds out for each open occurrence which of its possible URLs are attested: they occur elsewhere, unbroken and without
// other readings. Occurrences up to number weighed have been weighed before. Of these, only those for which something may have
// changed are weighed again.
func (db *DB) weigh(weighed, newest int64) error {
	claimed, err := db.c.Number("SELECT count(*) FROM _claims")
	if err != nil {
		return err
	}
	for _, query := range []string{
		"INSERT OR IGNORE INTO _claims SELECT u.url, o.id FROM occurrences o JOIN urls u ON u.id = o.url WHERE " + isOpen + " AND o.id > ?",
		"INSERT OR IGNORE INTO _claims SELECT json_extract(r.value, '$.url'), o.id FROM occurrences o, json_each(o.readings) r WHERE " + isOpen + " AND o.id > ?",
	} {
		if err := db.c.Exec(query, weighed); err != nil {
			return err
		}
	}
	if err := db.c.Script("CREATE TEMP TABLE touched (occurrence INTEGER PRIMARY KEY)"); err != nil {
		return err
	}
	if newest-weighed > claimed { // there are fewer claims than occurrences that may attest them
		err = db.c.Exec("INSERT INTO touched SELECT id FROM occurrences WHERE " + isOpen)
	} else {
		err = db.c.Exec(`INSERT INTO touched SELECT id FROM occurrences WHERE `+isOpen+` AND id > ?1
			UNION SELECT c.occurrence FROM occurrences o JOIN urls u ON u.id = o.url JOIN _claims c ON c.url = u.url WHERE o.id > ?1
			UNION SELECT c.occurrence FROM _loose l JOIN urls u ON u.id = l.url JOIN _claims c ON c.url = u.url`, weighed)
	}
	if err != nil {
		return err
	}
	for after, more := int64(0), true; more; {
		var some []open
		if some, err = db.touched(after); err != nil {
			return err
		}
		for _, o := range some {
			if err := db.attest(o); err != nil {
				return err
			}
			after = o.id
		}
		more = len(some) > 0
	}
	return db.c.Script("DROP TABLE touched")
}

// An open is an open occurrence.
type open struct {
	id            int64
	url, readings string
	attested      int64 // or -1 if unknown
	best          int64 // or 0
}

// touched returns some occurrences to weigh, with numbers greater than after.
func (db *DB) touched(after int64) (some []open, err error) {
	query := `SELECT o.id, u.url, o.readings, o.attested, o.best FROM touched t JOIN occurrences o ON o.id = t.occurrence
		JOIN urls u ON u.id = o.url WHERE t.occurrence > ? ORDER BY t.occurrence LIMIT 1000`
	err = db.c.Each(query, []any{after}, func(row sqlite.Row) error {
		o := open{id: row.Int(0), url: row.Text(1), readings: row.Text(2), attested: -1, best: row.Int(4)}
		if !row.IsNull(3) {
			o.attested = row.Int(3)
		}
		some = append(some, o)
		return nil
	})
	return some, err
}

// attest weighs an occurrence. The best URL is that of the first attested reading,
// unless the URL itself is attested.
func (db *DB) attest(o open) error {
	attested := int64(0)
	id, err := db.stands(o.url)
	if err != nil {
		return err
	}
	if id != 0 {
		attested = 1
	}
	var readings []reading
	if o.readings != "" {
		if err := json.Unmarshal([]byte(o.readings), &readings); err != nil {
			return err
		}
	}
	best := int64(0)
	for i, r := range readings {
		var url string
		if err := json.Unmarshal(r.URL, &url); err != nil {
			return err
		}
		if id, err = db.stands(cleanURL(url)); err != nil {
			return err
		}
		if readings[i].Attested = id != 0; best == 0 && attested == 0 {
			best = id
		}
	}
	text := appendReadings(readings)
	if attested == o.attested && text == o.readings && best == o.best {
		return nil
	}
	return db.c.Exec("UPDATE occurrences SET attested = ?, readings = ?, best = nullif(?, 0) WHERE id = ?", attested, orNull(text), best, o.id)
}

// A reading is one of the column readings. Its texts are kept as written there.
type reading struct {
	URL, Why json.RawMessage
	Attested bool
}

// appendReadings returns readings as JSON, or "" if there are none.
func appendReadings(readings []reading) string {
	if len(readings) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteByte('[')
	for i, r := range readings {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(`{"url":` + string(r.URL) + `,"why":` + string(r.Why))
		if r.Attested {
			b.WriteString(`,"attested":true`)
		}
		b.WriteByte('}')
	}
	return b.String() + "]"
}

// stands returns the number of a URL that occurs somewhere unbroken and without other readings, or 0.
func (db *DB) stands(url string) (int64, error) {
	return db.c.Number(`SELECT u.id FROM urls u JOIN occurrences o ON o.url = u.id
		WHERE u.url = ? AND NOT o.broken AND o.readings IS NULL LIMIT 1`, url)
}

// sweep removes the URLs that nothing refers to any more.
func (db *DB) sweep() error {
	const unused = "FROM urls WHERE id IN (SELECT url FROM _loose) AND NOT EXISTS (SELECT 1 FROM occurrences o WHERE o.url = urls.id)"
	gone, err := db.c.Number("SELECT count(*) "+unused+" AND id > ?", db.first)
	if err != nil {
		return err
	}
	db.gone += gone
	for _, query := range []string{
		"INSERT INTO urls_fts (urls_fts, rowid, url) SELECT 'delete', id, url " + unused,
		"DELETE " + unused,
		"DELETE FROM _loose",
	} {
		if err := db.c.Exec(query); err != nil {
			return err
		}
	}
	return nil
}
