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
	db.commit()
	db.index(db.commit)
	newest, weighed := db.sql.Number("SELECT max(id) FROM occurrences"), db.sql.Number("SELECT weighed FROM _settings")
	if newest == weighed && db.sql.Number("SELECT count(*) FROM _loose") == 0 {
		return db.sql.Err
	}
	db.begin()
	db.weigh(weighed, newest)
	db.sweep()
	db.sql.Exec("UPDATE _settings SET weighed = ?", newest)
	db.sql.Script("PRAGMA analysis_limit = 400; PRAGMA optimize = 0x10002")
	db.commit()
	return db.sql.Err
}

// weigh finds out for each open occurrence which of its possible URLs are attested: they occur elsewhere, unbroken and without
// other readings. Occurrences up to number weighed have been weighed before. Of these, only those for which something may have
// changed are weighed again.
func (db *DB) weigh(weighed, newest int64) {
	claimed := db.sql.Number("SELECT count(*) FROM _claims")
	for _, query := range []string{
		"INSERT OR IGNORE INTO _claims SELECT u.url, o.id FROM occurrences o JOIN urls u ON u.id = o.url WHERE " + isOpen + " AND o.id > ?",
		"INSERT OR IGNORE INTO _claims SELECT json_extract(r.value, '$.url'), o.id FROM occurrences o, json_each(o.readings) r WHERE " + isOpen + " AND o.id > ?",
	} {
		db.sql.Exec(query, weighed)
	}
	db.sql.Script("CREATE TEMP TABLE touched (occurrence INTEGER PRIMARY KEY)")
	if newest-weighed > claimed { // there are fewer claims than occurrences that may attest them
		db.sql.Exec("INSERT INTO touched SELECT id FROM occurrences WHERE " + isOpen)
	} else {
		db.sql.Exec(`INSERT INTO touched SELECT id FROM occurrences WHERE `+isOpen+` AND id > ?1
			UNION SELECT c.occurrence FROM occurrences o JOIN urls u ON u.id = o.url JOIN _claims c ON c.url = u.url WHERE o.id > ?1
			UNION SELECT c.occurrence FROM _loose l JOIN urls u ON u.id = l.url JOIN _claims c ON c.url = u.url`, weighed)
	}
	for some := db.touched(0); len(some) > 0; some = db.touched(some[len(some)-1].id) {
		for _, o := range some {
			db.attest(o)
		}
	}
	db.sql.Script("DROP TABLE touched")
}

// An open is an open occurrence.
type open struct {
	id            int64
	url, readings string
	attested      any   // or nil if unknown
	best          int64 // or 0
}

// touched returns some occurrences to weigh, with numbers greater than after.
func (db *DB) touched(after int64) (some []open) {
	db.sql.Each(func(row sqlite.Row) {
		o := open{id: row.Int(0), url: row.Text(1), readings: row.Text(2), best: row.Int(4)}
		if !row.IsNull(3) {
			o.attested = row.Int(3) != 0
		}
		some = append(some, o)
	}, `SELECT o.id, u.url, o.readings, o.attested, o.best FROM touched t JOIN occurrences o ON o.id = t.occurrence
		JOIN urls u ON u.id = o.url WHERE t.occurrence > ? ORDER BY t.occurrence LIMIT 1000`, after)
	return some
}

// attest weighs an occurrence. The best URL is that of the first attested reading,
// unless the URL itself is attested.
func (db *DB) attest(o open) {
	attested, best := db.stands(o.url) != 0, int64(0)
	var readings []reading
	if o.readings != "" {
		db.sql.Do(func() error { return json.Unmarshal([]byte(o.readings), &readings) })
	}
	for i, r := range readings {
		var url string
		db.sql.Do(func() error { return json.Unmarshal(r.URL, &url) })
		id := db.stands(cleanURL(url))
		if readings[i].Attested = id != 0; best == 0 && !attested {
			best = id
		}
	}
	text := appendReadings(readings)
	if attested != o.attested || text != o.readings || best != o.best {
		db.sql.Exec("UPDATE occurrences SET attested = ?, readings = ?, best = nullif(?, 0) WHERE id = ?", attested, orNull(text), best, o.id)
	}
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
func (db *DB) stands(url string) int64 {
	return db.sql.Number(`SELECT u.id FROM urls u JOIN occurrences o ON o.url = u.id
		WHERE u.url = ? AND NOT o.broken AND o.readings IS NULL LIMIT 1`, url)
}

// sweep removes the URLs that nothing refers to any more.
func (db *DB) sweep() {
	const unused = "FROM urls WHERE id IN (SELECT url FROM _loose) AND NOT EXISTS (SELECT 1 FROM occurrences o WHERE o.url = urls.id)"
	db.gone += db.sql.Number("SELECT count(*) "+unused+" AND id > ?", db.first)
	db.sql.Exec("INSERT INTO urls_fts (urls_fts, rowid, url) SELECT 'delete', id, url " + unused)
	db.sql.Exec("DELETE " + unused)
	db.sql.Exec("DELETE FROM _loose")
}
