package database

import "strings"

// rowsAtOnce is the number of rows that a statement inserts. With one, a first run on a
// list of URLs takes 1.15 times as long.
const rowsAtOnce = 16

// inserts holds rows of a table that are still to be inserted.
type inserts struct {
	values []any // of all rows
	width  int   // of a row
}

// insert inserts a row, at the latest when settle is called, before rows are read or
// changed.
func (db *DB) insert(table string, values ...any) {
	i := db.inserts[table]
	if i == nil {
		i = &inserts{width: len(values)}
		db.inserts[table] = i
	}
	if i.values = append(i.values, values...); len(i.values) == rowsAtOnce*i.width {
		db.flush(table, i)
	}
}

// flush inserts the remaining rows of a table.
func (db *DB) flush(table string, i *inserts) {
	if n := len(i.values) / i.width; n > 0 {
		row := ", (?" + strings.Repeat(", ?", i.width-1) + ")"
		// If a row cannot be inserted, the transaction is rolled back. Otherwise SQLite
		// would keep a copy of everything that a statement changes, which costs as much
		// as the rest.
		db.sql.Exec("INSERT OR ROLLBACK INTO "+table+" VALUES "+strings.Repeat(row, n)[len(", "):],
			i.values...)
	}
	clear(i.values)
	i.values = i.values[:0]
}
