package sqlite

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func open(t *testing.T, settings string) *Conn {
	c, err := Open(filepath.Join(t.TempDir(), "x.db"), settings)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, c.Close()) })
	return c
}

// Values are read back as bound, short or long, also when a statement runs again.
func TestBoundValuesAreReadBackUnchanged(t *testing.T) {
	c := open(t, "")
	for _, n := range []int{0, 1, 1000, 3 << 20, 100, 0, 2 << 20} {
		one, two := strings.Repeat("a", n), strings.Repeat("\u00e9", n/3)
		require.NoError(t, c.Each("SELECT ?, ?, ?, ?, ?", []any{one, two + "\x00", int64(-n), nil, n > 0},
			func(row Row) error {
				require.Equal(t, one, row.Text(0))
				require.Equal(t, two+"\x00", row.Text(1))
				require.Equal(t, int64(-n), row.Int(2))
				require.True(t, row.IsNull(3))
				require.Equal(t, n > 0, row.Number(4) == 1)
				return nil
			}))
	}
	for _, args := range [][]any{{1, "b"}, {2}} {
		text, err := c.Text("SELECT concat(?, coalesce(?, ' and NULL'))", args...)
		require.NoError(t, err)
		require.Equal(t, map[int]string{2: "1b", 1: "2 and NULL"}[len(args)], text)
	}
	require.Panics(t, func() { c.Exec("SELECT ?", 2.5) })
}

// A statement that runs again keeps no bound value.
func TestNoValueOfTheLastRunIsKept(t *testing.T) {
	c := open(t, "")
	require.NoError(t, c.Script("CREATE TABLE t (a, b)"))
	for _, values := range [][]any{{1, "b"}, {"", nil}, {nil, -1}} {
		require.NoError(t, c.Exec("INSERT INTO t VALUES (?, ?)", values...))
	}
	text, err := c.Text("SELECT group_concat(quote(a) || quote(b)) FROM t")
	require.NoError(t, err)
	require.Equal(t, "1'b',''NULL,NULL-1", text)
}

// After an error no statement of a sequence runs.
func TestASequenceEndsAtAnError(t *testing.T) {
	q := Sequence{Conn: open(t, "")}
	q.Script("CREATE TABLE t (x)")
	q.Exec("INSERT INTO t VALUES (?)", 7)
	require.EqualValues(t, 7, q.Number("SELECT x FROM t"))
	require.NoError(t, q.Err)
	q.Exec("INSERT INTO absent VALUES (1)")
	q.Exec("INSERT INTO t VALUES (8)")
	q.Script("INSERT INTO t VALUES (9)")
	q.Each(func(Row) { t.Fail() }, "SELECT x FROM t")
	require.Zero(t, q.Number("SELECT x FROM t"))
	require.Equal(t, &Error{Code: 1, Text: "SQL logic error: no such table: absent (1)"}, q.Err)
	n, err := q.Conn.Number("SELECT sum(x) FROM t")
	require.NoError(t, err)
	require.EqualValues(t, 7, n)
}

// An error has the code and the message of SQLite in one line, and the statement can run
// again.
func TestErrorsHaveTheCodeAndTheTextOfSQLite(t *testing.T) {
	c := open(t, "")
	require.Equal(t, &Error{Code: 1, Text: "SQL logic error: no such table: absent (1)"},
		c.Exec("SELECT *\nFROM absent"))
	require.NoError(t, c.Script("CREATE TABLE t (id INTEGER PRIMARY KEY); INSERT INTO t VALUES (1)"))
	const insert = "INSERT INTO t VALUES (?)"
	require.Equal(t, &Error{Code: 25, Text: "column index out of range (25)"}, c.Exec(insert, 2, 3),
		"there is one parameter")
	want := &Error{Code: 1555, Text: "constraint failed: UNIQUE constraint failed: t.id (1555)"}
	require.Equal(t, want, c.Exec(insert, 1))
	require.Equal(t, want, c.Script("INSERT INTO t VALUES (2);\nINSERT INTO t VALUES (1);\n"+
		"INSERT INTO t VALUES (3)"))
	require.NoError(t, c.Exec(insert, 4))
	n, err := c.Number("SELECT sum(id) FROM t")
	require.NoError(t, err)
	require.EqualValues(t, 1+2+4, n, "a script ends at an error")
	enough := errors.New("enough")
	require.Equal(t, enough, c.Each("SELECT id FROM t", nil, func(Row) error { return enough }))
	for settings, name := range map[string]string{"": filepath.Join("no", "x.db"), "mode=rw": "x.db"} {
		_, err = Open(filepath.Join(t.TempDir(), name), settings)
		require.Equal(t, &Error{Code: CantOpen, Text: "unable to open database file (14)"}, err)
	}
}

// SQLite interprets some names: file:a is a URI, :memory: is not a file, and
// settings follow a "?".
func TestANameIsThatOfAFile(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"a?mode=ro", "file:b", ":memory:", "c%41", "d#e", "é \u00e9"} {
		c, err := Open(name, "")
		require.NoError(t, err, name)
		require.NoError(t, c.Script("CREATE TABLE t (x)"), name)
		require.NoError(t, c.Close(), name)
		require.FileExists(t, name)
	}
}

func TestAScriptMayHaveComments(t *testing.T) {
	c := open(t, "")
	for _, script := range []string{"", " ;\n; ", "-- none", "-- none\n",
		"-- t\nCREATE TABLE t (x); -- one\n-- two\n;INSERT INTO t VALUES (';--'); ;-- end"} {
		require.NoError(t, c.Script(script), script)
	}
	text, err := c.Text("SELECT x FROM t")
	require.NoError(t, err)
	require.Equal(t, ";--", text)
}

// A function takes and returns any values of statements, and a view of a database cannot
// call it.
func TestAStatementCallsAFunction(t *testing.T) {
	c := open(t, "")
	require.NoError(t, c.Function("twice", 1, func(texts []string) any { return texts[0] + texts[0] }))
	require.NoError(t, c.Function("same", 2, func(texts []string) any { return texts[0] == texts[1] }))
	const query = "SELECT twice(NULL), twice(1), twice('a\u00e9' || char(0) || 'b'), twice(x'41'), " +
		"same('a', 'a'), same('a', 'b'), same('a', NULL)"
	require.NoError(t, c.Each(query, nil, func(row Row) error {
		var list []string
		for i := range row.ColumnCount() {
			list = append(list, row.Text(i))
		}
		require.Equal(t, []string{"", "11", "a\u00e9\x00ba\u00e9\x00b", "AA", "1", "0", ""}, list)
		require.True(t, row.IsNull(0) && row.IsNull(6))
		return nil
	}))
	require.NoError(t, c.Script("CREATE VIEW v AS SELECT twice('a')"))
	require.ErrorContains(t, c.Exec("SELECT * FROM v"), "unsafe use of twice()")
}

// A view reads one state, and another connection waits for a writer.
func TestAViewIsOfOneState(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.db")
	one, err := Open(file, "")
	require.NoError(t, err)
	defer one.Close()
	require.NoError(t, one.Script("PRAGMA journal_mode = WAL; CREATE TABLE t (x)"))
	two, err := Open(file, "")
	require.NoError(t, err)
	defer two.Close()
	require.NoError(t, two.View(t.Context(), func() error {
		for range 2 {
			n, err := two.Number("SELECT count(*) FROM t")
			require.NoError(t, err)
			require.Zero(t, n)
			require.NoError(t, one.Script("INSERT INTO t VALUES (1)"))
		}
		return nil
	}))
	require.NoError(t, one.Script("BEGIN IMMEDIATE"))
	committed := make(chan error)
	time.AfterFunc(50*time.Millisecond, func() { committed <- one.Script("COMMIT") })
	require.NoError(t, two.Exec("INSERT INTO t VALUES (?)", 1))
	require.NoError(t, <-committed)
	n, err := two.Number("SELECT count(*) FROM t")
	require.NoError(t, err)
	require.EqualValues(t, 3, n)
}

// An endless statement ends with the context, and so does every later one, until the view
// has ended.
func TestAViewEndsWithItsContext(t *testing.T) {
	c := open(t, "")
	enough := errors.New("enough")
	for _, query := range []string{"SELECT n FROM n", "SELECT count(*) FROM n"} {
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(20*time.Millisecond, func() { cancel(enough) })
		err := c.View(ctx, func() error {
			err := c.Exec("WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n) " + query)
			require.Equal(t, enough, err)
			require.Error(t, c.Exec("SELECT 1"))
			return nil
		})
		require.Equal(t, enough, err)
	}
	require.NoError(t, c.View(t.Context(), func() error { return c.Exec("SELECT 1") }))
}

// A database on a read-only disk can be read.
func TestADatabaseIsReadWhereNothingCanBeWritten(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "x.db")
	c, err := Open(file, "")
	require.NoError(t, err)
	require.NoError(t, c.Script("CREATE TABLE t (x); INSERT INTO t VALUES (7)"))
	require.NoError(t, c.Close())
	require.NoError(t, os.Chmod(file, 0o444))
	require.NoError(t, os.Chmod(dir, 0o555))
	defer os.Chmod(dir, 0o755)
	c, err = Open(file, "immutable=1")
	require.NoError(t, err)
	defer c.Close()
	n, err := c.Number("SELECT x FROM t")
	require.NoError(t, err)
	require.EqualValues(t, 7, n)
}
