package database

import (
	"strconv"
	"strings"
)

// isOpen selects open occurrences: occurrences with other readings, and occurrences that
// were joined from several lines. SQLite uses the index occurrences_open only if the
// index has exactly this text.
const isOpen = "(broken OR readings IS NOT NULL)"

// Finish ends a run: it makes the indexes, weighs the evidence, and removes unreferenced
// URLs. No rows can be added after Finish.
func (db *DB) Finish() error {
	db.mu.Lock()
	defer db.mu.Unlock()
	db.commit()
	db.index(db.commit)
	newest, weighed := db.sql.Number("SELECT max(id) FROM occurrences"),
		db.sql.Number("SELECT weighed FROM _settings")
	if newest == weighed && db.sql.Number("SELECT count(*) FROM _loose") == 0 {
		return db.sql.Err
	}
	db.begin()
	// First the statistics: by those of an earlier, almost empty database, SQLite would
	// scan whole tables for each row.
	db.sql.Script("PRAGMA analysis_limit = 400; PRAGMA optimize = 0x10002")
	db.weigh(weighed, newest)
	db.sweep()
	db.sql.Exec("UPDATE _settings SET weighed = ?", newest)
	db.commit()
	return db.sql.Err
}

// weigh determines for each open occurrence which of its possible URLs are attested:
// those that occur elsewhere, unbroken and without other readings. If its own URL is not
// attested, the best URL is the URL of the first attested reading. Occurrences up to
// number weighed were weighed before. An occurrence is weighed again only if rows were
// added or removed that attest one of its URLs.
func (db *DB) weigh(weighed, newest int64) {
	db.sql.Do(func() error {
		return db.c.Function("clean_url", 1, func(texts []string) any { return cleanURL(texts[0]) })
	})
	claimed := db.sql.Number("SELECT count(*) FROM _claims")
	after := " AND o.id > " + strconv.FormatInt(weighed, 10)
	db.sql.Exec("INSERT OR IGNORE INTO _claims SELECT u.url, o.id FROM occurrences o JOIN urls u ON u.id " +
		"= o.url WHERE " + isOpen + after)
	db.sql.Exec("INSERT OR IGNORE INTO _claims SELECT clean_url(json_extract(r.value, '$.url')), o.id " +
		"FROM occurrences o, json_each(o.readings) r WHERE " + isOpen + after)
	touched := "SELECT id FROM occurrences WHERE " + isOpen
	if newest-weighed <= claimed { // otherwise it is faster to weigh all open occurrences again
		touched += strings.ReplaceAll(after, "o.id", "id") + `
			UNION SELECT c.occurrence FROM (
				SELECT DISTINCT o.url AS id FROM occurrences o WHERE ` + attests + after + `
				UNION SELECT url FROM _loose) n
				CROSS JOIN urls u USING (id) CROSS JOIN _claims c ON c.url = u.url`
	}
	db.sql.Script(`
		CREATE TEMP TABLE touched (id INTEGER PRIMARY KEY);
		CREATE TEMP TABLE attested (id INTEGER PRIMARY KEY);
		INSERT INTO touched ` + touched + `;
		INSERT INTO attested SELECT u.id
			FROM (SELECT DISTINCT c.url FROM touched t CROSS JOIN _claims c ON c.occurrence = t.id) c
			CROSS JOIN urls u ON u.url = c.url
			WHERE EXISTS (SELECT 1 FROM occurrences o WHERE o.url = u.id AND ` + attests + `);
		UPDATE occurrences AS o
			SET attested = w.attested, readings = w.readings, best = iif(w.attested, NULL, w.best) FROM (
			SELECT o.id, o.url IN attested AS attested,
				nullif((SELECT json_group_array(json(iif(id,
						json_set(reading, '$.attested', json('true')), json_remove(reading, '$.attested'))))
					FROM (` + readings + `)), '[]') AS readings,
				(SELECT id FROM (` + readings + `) WHERE id) AS best
			FROM touched t CROSS JOIN occurrences o ON o.id = t.id
		) w WHERE w.id = o.id
			AND (o.attested, o.readings, o.best) IS NOT (w.attested, w.readings, iif(w.attested, NULL, w.best));
		DROP TABLE touched;
		DROP TABLE attested`)
}

// attests selects the occurrences o that attest their URLs.
const attests = "NOT o.broken AND o.readings IS NULL"

// readings selects the readings of an occurrence o, in order, with the numbers of the
// attested ones.
const readings = `SELECT json_remove(r.value, '$.raw_base64') AS reading,
	(SELECT u.id FROM urls u WHERE u.url = clean_url(json_extract(r.value, '$.url')) AND u.id IN attested) AS id
	FROM json_each(o.readings) r ORDER BY r.key`

// sweep removes unreferenced URLs.
func (db *DB) sweep() {
	const unused = "FROM urls WHERE id IN (SELECT url FROM _loose) AND NOT EXISTS (SELECT 1 FROM " +
		"occurrences o WHERE o.url = urls.id)"
	db.gone += db.sql.Number("SELECT count(*) "+unused+" AND id > ?", db.first)
	db.sql.Exec("INSERT INTO urls_fts (urls_fts, rowid, url) SELECT 'delete', id, url " + unused)
	db.sql.Exec("DELETE " + unused)
	db.sql.Exec("DELETE FROM _loose")
}
