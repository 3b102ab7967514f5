package database

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/cmd/internal/sqlite"
)

// Each row has its values in their columns, however many sets of columns have values.
func TestARowIsInsertedWithTheColumnsThatHaveValues(t *testing.T) {
	c, err := sqlite.Open(filepath.Join(t.TempDir(), "x.db"), "")
	require.NoError(t, err)
	defer c.Close()
	require.NoError(t, c.Script("CREATE TABLE t (id INTEGER PRIMARY KEY, a, b, c, d, e, f, g); BEGIN"))
	i := newInserter(c, "t", 8)
	const rows = 4000
	want := func(n int) (values []any) {
		values = append(values, int64(n))
		for k := range 7 {
			var v any
			if n*n/7&(1<<k) != 0 {
				v = fmt.Sprint(n, k)
			}
			values = append(values, v)
		}
		return values
	}
	for n := range rows {
		values := make([]sqlite.Value, 8)
		for k, v := range want(n) {
			switch v := v.(type) {
			case int64:
				values[k] = sqlite.Int(v)
			case string:
				values[k] = sqlite.Text(v)
			}
		}
		require.NoError(t, i.add(values...))
	}
	require.NoError(t, i.flush())
	require.LessOrEqual(t, len(i.batches), maxBatches+1)
	got := rowsOfQuery(t, c, "SELECT * FROM t ORDER BY id")
	require.Len(t, got, rows)
	for n, row := range got {
		require.Equal(t, want(n), row)
	}
}
