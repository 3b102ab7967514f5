package sqlite

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func open(t *testing.T) *Conn {
	c, err := Open(filepath.Join(t.TempDir(), "x.db"))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, c.Close()) })
	return c
}

// Values come back as they were bound, short or long, also when a statement runs again.
func TestBoundValuesAreReadBackUnchanged(t *testing.T) {
	c := open(t)
	s, err := c.Prepare("SELECT ?, ?, ?, ?, 2.5, x'00ff', x''")
	require.NoError(t, err)
	defer s.Close()
	require.Equal(t, 7, s.Columns())
	for _, n := range []int{0, 1, 1000, 3 << 20, 100, 0, 2 << 20} {
		one, two := strings.Repeat("a", n), strings.Repeat("\u00e9", n/3)
		require.NoError(t, s.BindText(1, one))
		require.NoError(t, s.BindText(2, two))
		require.NoError(t, s.BindInt(3, int64(-n)))
		require.NoError(t, s.BindNull(4))
		more, err := s.Step()
		require.NoError(t, err)
		require.True(t, more)
		require.Equal(t, []any{one, two, int64(-n), nil, 2.5, []byte{0, 0xff}, []byte{}},
			[]any{s.Value(0), s.Value(1), s.Value(2), s.Value(3), s.Value(4), s.Value(5), s.Value(6)})
		more, err = s.Step()
		require.NoError(t, err)
		require.False(t, more)
		s.Reset()
		require.LessOrEqual(t, s.size, maxRoom)
	}
}

// An error has the code and the words of SQLite, and the statement can run again.
func TestErrorsHaveTheCodeAndTheTextOfSQLite(t *testing.T) {
	c := open(t)
	_, err := c.Prepare("SELECT * FROM absent")
	require.Equal(t, &Error{Code: 1, Text: "SQL logic error: no such table: absent (1)"}, err)
	require.NoError(t, c.Exec("CREATE TABLE t (id INTEGER PRIMARY KEY); INSERT INTO t VALUES (1)"))
	s, err := c.Prepare("INSERT INTO t VALUES (?)")
	require.NoError(t, err)
	defer s.Close()
	require.Error(t, s.BindInt(2, 1), "there is one parameter")
	require.NoError(t, s.BindInt(1, 1))
	_, err = s.Step()
	require.ErrorContains(t, err, "UNIQUE constraint failed: t.id")
	require.Equal(t, 1555, err.(*Error).Code)
	s.Reset()
	require.NoError(t, s.BindInt(1, 2))
	_, err = s.Step()
	require.NoError(t, err)
	_, err = Open(filepath.Join(t.TempDir(), "no", "x.db"))
	require.ErrorContains(t, err, "unable to open database file")
}
