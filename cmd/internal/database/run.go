package database

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/urlsift/urlsift/cmd/internal/sqlite"
)

// A Run holds the counts of a run, in the columns of schema.sql.
type Run struct {
	SourcesRead, SourcesSkipped, SourcesFailed int
	Bytes                                      int64
	Messages, Documents, Occurrences, Rejected int
	NewURLs                                    int64
}

// BeginRun records that a run has begun.
func (db *DB) BeginRun(version, flags, shard string, now time.Time) error {
	return db.write(func() {
		db.run = db.sql.Number("SELECT coalesce(max(id), 0) + 1 FROM runs")
		db.sql.Exec("INSERT INTO runs VALUES (?, ?, ?, ?, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0)", db.run, version,
			flags, timeText(now))
		if shard != "" { // only databases of shards have the table
			db.sql.Script("CREATE TABLE IF NOT EXISTS _shares (run INTEGER PRIMARY KEY, share TEXT NOT NULL)")
			db.sql.Exec("INSERT INTO _shares VALUES (?, ?)", db.run, shard)
		}
		db.commit()
	})
}

// ShardOf returns the shard that all runs on a database have read, as passed to
// [DB.BeginRun]. It is an error if there is none, or if the last run did not end.
func ShardOf(file string) (shard string, err error) {
	c, err := OpenReadOnly(file)
	if err != nil {
		return "", err
	}
	defer c.Close()
	if err := checkEnded(c); err != nil {
		return "", inFile(file, err)
	}
	var shards []string
	named, err := c.Number("SELECT count(*) FROM sqlite_schema WHERE name = '_shares'")
	if err == nil && named > 0 {
		err = c.Each("SELECT DISTINCT coalesce(share, '') FROM runs LEFT JOIN _shares ON run = id", nil,
			func(row sqlite.Row) error {
				shards = append(shards, row.Text(0))
				return nil
			})
	}
	switch {
	case err != nil:
	case len(shards) == 0:
		err = errors.New("not a shard: made by urlsift index without --shard")
	case len(shards) > 1:
		err = errors.New("not a single shard: urlsift index also ran with other paths, options or " +
			"values of --shard")
	default:
		shard = shards[0]
	}
	return shard, inFile(file, err)
}

// EndRun records the counts of the run.
func (db *DB) EndRun(r Run, now time.Time) error {
	return db.write(func() {
		db.sql.Exec(`UPDATE runs SET ended = ?, sources_read = ?, sources_skipped = ?, sources_failed = ?,
			bytes = ?, messages = ?, documents = ?, occurrences = ?, rejected = ?, new_urls = ? WHERE id = ?`,
			timeText(now), r.SourcesRead, r.SourcesSkipped, r.SourcesFailed, r.Bytes,
			r.Messages, r.Documents, r.Occurrences, r.Rejected, r.NewURLs, db.run)
		db.commit()
	})
}

func timeText(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// Count adds to the number of messages of the current source in each month. A month is
// year*12 + month - 1, or 0 for messages without a date.
func (db *DB) Count(months map[int]int) error {
	return db.write(func() {
		for _, month := range slices.Sorted(maps.Keys(months)) {
			text := ""
			if month != 0 {
				text = fmt.Sprintf("%04d-%02d", month/12, month%12+1)
			}
			db.pending++
			db.sql.Exec("INSERT INTO message_counts VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET "+
				"messages = messages + ?3", db.source, text, months[month])
		}
	})
}

// A HostDown is a host that a checker has found down.
type HostDown struct{ Host, Checked, Status string }

// SetHostsDown replaces the list of hosts that are down. It returns the number of them
// that have URLs.
func (db *DB) SetHostsDown(list []HostDown) (known int64, err error) {
	db.mu.Lock()
	defer db.mu.Unlock()
	db.begin()
	db.sql.Exec("DELETE FROM hosts_down")
	for _, h := range list {
		db.sql.Exec("INSERT OR REPLACE INTO hosts_down VALUES (?, ?, ?)", clean(h.Host),
			orNull(clean(h.Checked)), orNull(clean(h.Status)))
	}
	db.commit()
	known = db.sql.Number("SELECT count(*) FROM hosts_down h WHERE EXISTS (SELECT 1 FROM urls u WHERE " +
		"u.host = h.host)")
	return known, db.sql.Err
}
