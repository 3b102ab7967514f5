package database

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/urlsift/urlsift/cmd/internal/sqlite"
)

// A Run is what a run has done, with the columns of schema.sql.
type Run struct {
	SourcesRead, SourcesSkipped, SourcesFailed int
	Bytes                                      int64
	Messages, Documents, Occurrences, Rejected int
	NewURLs                                    int64
}

// BeginRun records that a run has begun.
func (db *DB) BeginRun(version, flags, share string, now time.Time) error {
	db.mu.Lock()
	defer db.mu.Unlock()
	if err := db.begin(); err != nil {
		return err
	}
	id, err := db.c.Number("SELECT coalesce(max(id), 0) + 1 FROM runs")
	if err != nil {
		return err
	}
	db.run = id
	err = db.c.Exec("INSERT INTO runs VALUES (?, ?, ?, ?, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0)", id, version, flags, timeText(now))
	if err == nil && share != "" {
		err = db.nameShare(share)
	}
	if err != nil {
		return err
	}
	return db.commit()
}

// nameShare records the share of the input that the run reads. Only databases of shares have the table for that.
func (db *DB) nameShare(share string) error {
	if err := db.c.Script("CREATE TABLE IF NOT EXISTS _shares (run INTEGER PRIMARY KEY, share TEXT NOT NULL)"); err != nil {
		return err
	}
	return db.c.Exec("INSERT INTO _shares VALUES (?, ?)", db.run, share)
}

// ShareOf returns the share that all runs on a database have read, as [DB.BeginRun] was told. It is an error if there is no such
// share, or if the last run has not come to its end.
func ShareOf(file string) (share string, err error) {
	c, err := OpenReadOnly(file)
	if err != nil {
		return "", err
	}
	defer c.Close()
	if err := checkEnded(c); err != nil {
		return "", inFile(file, err)
	}
	var shares []string
	named, err := c.Number("SELECT count(*) FROM sqlite_schema WHERE name = '_shares'")
	if err == nil && named > 0 {
		err = c.Each("SELECT DISTINCT coalesce(share, '') FROM runs LEFT JOIN _shares ON run = id", nil, func(row sqlite.Row) error {
			shares = append(shares, row.Text(0))
			return nil
		})
	}
	switch {
	case err != nil:
	case len(shares) == 0:
		err = errors.New("not a share: urlsift index was run without --shard")
	case len(shares) > 1:
		err = errors.New("not one share: urlsift index was run with other paths, flags or values of --shard, too")
	default:
		share = shares[0]
	}
	return share, inFile(file, err)
}

// EndRun records what the run has done.
func (db *DB) EndRun(r Run, now time.Time) error {
	db.mu.Lock()
	defer db.mu.Unlock()
	if err := db.begin(); err != nil {
		return err
	}
	err := db.c.Exec(`UPDATE runs SET ended = ?, sources_read = ?, sources_skipped = ?, sources_failed = ?, bytes = ?, messages = ?,
		documents = ?, occurrences = ?, rejected = ?, new_urls = ? WHERE id = ?`, timeText(now), int64(r.SourcesRead), int64(r.SourcesSkipped),
		int64(r.SourcesFailed), r.Bytes, int64(r.Messages), int64(r.Documents), int64(r.Occurrences), int64(r.Rejected), r.NewURLs, db.run)
	if err != nil {
		return err
	}
	return db.commit()
}

func timeText(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// Count adds to the numbers of messages that the current source has of each month. A month is year*12 + month - 1, or 0 for
// messages without a date.
func (db *DB) Count(months map[int]int) error {
	db.mu.Lock()
	defer db.mu.Unlock()
	if err := db.begin(); err != nil {
		return err
	}
	for _, month := range slices.Sorted(maps.Keys(months)) {
		text := ""
		if month != 0 {
			text = fmt.Sprintf("%04d-%02d", month/12, month%12+1)
		}
		db.pending++
		err := db.c.Exec("INSERT INTO message_counts VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET messages = messages + ?3", db.source, text, int64(months[month]))
		if err != nil {
			return err
		}
	}
	return nil
}

// A HostDown is a host that a checker has found down.
type HostDown struct{ Host, Checked, Status string }

// SetHostsDown replaces the list of hosts that are down. It returns how many of them are hosts of URLs.
func (db *DB) SetHostsDown(list []HostDown) (known int64, err error) {
	db.mu.Lock()
	defer db.mu.Unlock()
	if err := db.begin(); err != nil {
		return 0, err
	}
	if err := db.c.Exec("DELETE FROM hosts_down"); err != nil {
		return 0, err
	}
	for _, h := range list {
		err := db.c.Exec("INSERT OR REPLACE INTO hosts_down VALUES (?, ?, ?)", clean(h.Host), orNull(clean(h.Checked)), orNull(clean(h.Status)))
		if err != nil {
			return 0, err
		}
	}
	if err := db.commit(); err != nil {
		return 0, err
	}
	return db.c.Number("SELECT count(*) FROM hosts_down h WHERE EXISTS (SELECT 1 FROM urls u WHERE u.host = h.host)")
}
