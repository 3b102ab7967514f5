package database

import (
	"slices"
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/sqlite"
)

// rowsAtOnce is how many rows a statement inserts. With one, a first run of a list of URLs takes 1.15 times as long.
const rowsAtOnce = 16

// inserts are the rows of a table that are to be inserted.
type inserts struct {
	one, many string // the statements that insert a row, and rowsAtOnce rows
	values    []any  // of all rows
	width     int    // of a row
}

// insert inserts a row. settle does so at the latest: it comes before rows are read or changed.
func (db *DB) insert(table string, values ...any) {
	i := db.inserts[table]
	if i == nil {
		// If a row cannot be inserted, the transaction ends. Otherwise SQLite would keep a copy of everything a statement changes, which
		// costs as much as the rest.
		row := "(?" + strings.Repeat(", ?", len(values)-1) + ")"
		one := "INSERT OR ROLLBACK INTO " + table + " VALUES " + row
		i = &inserts{one: one, many: one + strings.Repeat(", "+row, rowsAtOnce-1), width: len(values)}
		db.inserts[table] = i
	}
	if i.values = append(i.values, values...); len(i.values) == rowsAtOnce*i.width {
		db.sql.Exec(i.many, i.values...)
		i.clear()
	}
}

// flush inserts the rows that are left.
func (i *inserts) flush(sql *sqlite.Sequence) {
	for row := range slices.Chunk(i.values, i.width) {
		sql.Exec(i.one, row...)
	}
	i.clear()
}

// clear forgets the rows.
func (i *inserts) clear() {
	clear(i.values)
	i.values = i.values[:0]
}
