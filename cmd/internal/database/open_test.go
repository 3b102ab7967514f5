package database

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/cmd/internal/sqlite"
)

func TestWhatIsNoDatabaseOfLinksIsAnError(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		name = filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
		return name
	}
	other := filled(t)
	require.NoError(t, opened(t, other).Script("PRAGMA application_id = 1"))
	for name, want := range map[string]string{
		filepath.Join(dir, "missing"): "missing: no such file",
		dir:                           "is a directory",
		write("mail", strings.Repeat("From joe\n", 1000)): "mail: not a database made by urlsift index",
		write("empty", ""): "empty: not a database made by urlsift index",
		other:              "links.db: not a database made by urlsift index",
	} {
		_, err := OpenReadOnly(name)
		require.ErrorContains(t, err, want)
	}
	_, err := os.Stat(filepath.Join(dir, "missing"))
	require.ErrorIs(t, err, os.ErrNotExist, "none is made")
}

func TestADatabaseThatIsReadOnlyIsNamedSo(t *testing.T) {
	c, err := sqlite.Open(filled(t), "mode=ro")
	require.NoError(t, err)
	defer c.Close()
	require.EqualError(t, Explain(c.Exec("DELETE FROM urls")),
		"the file or its directory is read-only; change its permissions")
}

func TestADatabaseThatIsInUseIsNotRead(t *testing.T) {
	t.Parallel() // it waits for the other
	busy := filled(t)
	require.NoError(t, opened(t, busy).Script("BEGIN EXCLUSIVE"))
	_, err := OpenReadOnly(busy)
	require.ErrorContains(t, err, "links.db: in use by another program")
}

// A reader leaves no file beside a database with a write-ahead log, whatever its name,
// and cannot write to it.
func TestADatabaseIsLeftAsItIs(t *testing.T) {
	log := filled(t)
	c, err := sqlite.Open(log, "")
	require.NoError(t, err)
	require.NoError(t, c.Script("PRAGMA journal_mode = wal"))
	require.NoError(t, c.Close())
	before, err := os.ReadFile(log)
	require.NoError(t, err)
	name := filepath.Join(t.TempDir(), "a?b%20#c.db")
	require.NoError(t, os.WriteFile(name, before, 0o644))
	c, err = OpenReadOnly(name)
	require.NoError(t, err)
	n, err := c.Number("SELECT count(*) FROM occurrences")
	require.NoError(t, err)
	require.EqualValues(t, 2, n)
	require.ErrorContains(t, c.Script("DELETE FROM sources"), "readonly")
	require.NoError(t, c.Close())
	after, err := os.ReadFile(name)
	require.NoError(t, err)
	require.True(t, slices.Equal(before, after))
	entries, err := os.ReadDir(filepath.Dir(name))
	require.NoError(t, err)
	require.Len(t, entries, 1)
}

// A schema that somebody has changed cannot run unsafe functions.
func TestTheSchemaOfADatabaseIsNotTrusted(t *testing.T) {
	file := filled(t)
	c := opened(t, file)
	require.NoError(t, c.Script("DROP VIEW seen; CREATE VIEW seen AS SELECT load_extension('x') AS url"))
	require.NoError(t, c.Close())
	c, err := OpenReadOnly(file)
	require.NoError(t, err)
	defer c.Close()
	require.ErrorContains(t, c.Exec("SELECT * FROM seen"), "unsafe use of load_extension()")
}
