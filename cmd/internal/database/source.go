package database

import "github.com/urlsift/urlsift/cmd/internal/sqlite"

// The states of a source.
const (
	Reading = "reading" // not read to its end
	Read    = "read"
	Trouble = "trouble" // read to its end, except for parts that could not be read
	Failed  = "failed"  // to be read again: the disk failed, or the source changed while it was read
)

// A Source is a file or standard input, with the columns of schema.sql.
type Source struct {
	ID              int64
	Path            string
	Size            int64
	MTime           string
	Fingerprint     string
	State           string
	Trouble         string
	Format          string
	Read            int64
	Messages, Lines int
	SHA256          string // empty if it is unknown
}

// sourceColumns are the columns of a Source, in order.
const sourceColumns = "id, path, size, mtime, fingerprint, state, trouble, format, read, messages, " +
	"lines, sha256"

// sourceOf returns the Source in a row.
func sourceOf(row sqlite.Row) Source {
	return Source{
		ID: row.Int(0), Path: row.Text(1), Size: row.Int(2), MTime: row.Text(3), Fingerprint: row.Text(4),
		State: row.Text(5), Trouble: row.Text(6), Format: row.Text(7), Read: row.Int(8),
		Messages: row.Number(9), Lines: row.Number(10), SHA256: row.Text(11),
	}
}

// Source returns the source with a path. Its ID is 0 if there is none.
func (db *DB) Source(path string) (s Source, err error) {
	db.mu.Lock()
	defer db.mu.Unlock()
	db.sql.Each(func(row sqlite.Row) { s = sourceOf(row) },
		"SELECT "+sourceColumns+" FROM sources WHERE path = ?", clean(path))
	return s, db.sql.Err
}

// Sources returns the first n sources after a path, in the order and the form of the
// paths in the database.
func (db *DB) Sources(after string, n int) (list []Source, err error) {
	db.mu.Lock()
	defer db.mu.Unlock()
	db.sql.Each(func(row sqlite.Row) { list = append(list, sourceOf(row)) },
		"SELECT "+sourceColumns+" FROM sources WHERE path > ? ORDER BY path LIMIT ?", after, n)
	return list, db.sql.Err
}

// Begin begins a source, and assigns an ID if it has none. Rows added next belong to it.
// If the source's Read is 0, Begin removes its rows.
func (db *DB) Begin(s *Source) error {
	return db.write(func() {
		db.at.last.end(db.rows)
		s.State, s.SHA256 = Reading, ""
		if s.ID == 0 {
			s.ID = db.sql.Number("SELECT coalesce(max(id), 0) + 1 FROM sources")
			db.sql.Exec("INSERT INTO sources VALUES (?, ?, 0, '', '', 'reading', NULL, NULL, 0, 0, 0, "+
				"NULL, NULL)", s.ID, clean(s.Path))
		} else if s.Read == 0 {
			db.remove(s.ID)
		}
		db.source = s.ID
		if db.run > 0 {
			db.sql.Exec("UPDATE sources SET run = ? WHERE id = ?", db.run, s.ID)
		}
		db.save(*s)
	})
}

// Save saves the current state of a source.
func (db *DB) Save(s Source) error {
	return db.write(func() { db.save(s) })
}

func (db *DB) save(s Source) {
	db.pending++
	db.sql.Exec(`UPDATE sources SET size = ?, mtime = ?, fingerprint = ?, state = ?, trouble = ?, format = ?,
		read = ?, messages = ?, lines = ?, sha256 = ? WHERE id = ?`,
		s.Size, s.MTime, s.Fingerprint, s.State, orNull(s.Trouble), orNull(s.Format),
		s.Read, s.Messages, s.Lines, orNull(s.SHA256), s.ID)
}

// ofSource selects the documents of a source.
const ofSource = "(SELECT id FROM documents WHERE source = ?)"

// Mark returns the place after the rows added so far.
func (db *DB) Mark() Mark {
	db.mu.Lock()
	defer db.mu.Unlock()
	m := db.at
	m.last = m.last.clone()
	return m
}

// TakeBack removes the documents, occurrences and rejected candidates that were added to
// the current source after a Mark, and continues the last document before it. URLs keep
// their numbers until Finish.
func (db *DB) TakeBack(m Mark) error {
	return db.write(func() {
		db.settle()
		db.pending++
		if !db.bulk {
			db.sql.Exec("INSERT INTO documents_fts (documents_fts, rowid, subject) SELECT 'delete', id, "+
				"subject FROM documents WHERE id > ?", m.document)
		}
		db.sql.Exec("INSERT OR IGNORE INTO _loose SELECT url FROM occurrences WHERE id > ?", m.occurrence)
		db.sql.Exec("DELETE FROM occurrences WHERE id > ?", m.occurrence)
		db.sql.Exec("DELETE FROM rejected WHERE id > ?", m.refused)
		db.sql.Exec("DELETE FROM newsgroups WHERE document > ?", m.document)
		db.sql.Exec("DELETE FROM documents WHERE id > ?", m.document)
		if db.at = m; m.last.row != nil {
			db.at.last.written = db.at.last.identity()
			db.sql.Exec("UPDATE documents SET identity = ? WHERE id = ?", db.at.last.written, db.at.last.id)
		}
		db.recall()
	})
}

// remove removes the rows of a source. Its URLs keep their numbers until Finish, since
// most are found again.
func (db *DB) remove(source int64) {
	db.settle()
	db.sql.Exec("INSERT OR IGNORE INTO _loose SELECT url FROM occurrences WHERE document IN "+ofSource, source)
	db.sql.Exec("DELETE FROM _claims WHERE occurrence IN (SELECT id FROM occurrences WHERE document "+
		"IN "+ofSource+")", source)
	for _, table := range []string{"occurrences", "rejected", "newsgroups"} {
		db.sql.Exec("DELETE FROM "+table+" WHERE document IN "+ofSource, source)
	}
	if !db.bulk {
		db.sql.Exec("INSERT INTO documents_fts (documents_fts, rowid, subject) SELECT 'delete', id, "+
			"subject FROM documents WHERE source = ?", source)
	}
	for _, table := range []string{"skipped", "message_counts", "documents"} {
		db.sql.Exec("DELETE FROM "+table+" WHERE source = ?", source)
	}
	db.sql.Exec("UPDATE _settings SET weighed = min(weighed, (SELECT coalesce(max(id), 0) FROM occurrences))")
	db.recall()
}
