package index

import (
	"context"
	"errors"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/cmd/internal/database"
)

// A source without a SHA-256 in the database is read again, and that can be stopped.
//
//ci:race
func TestHashingSourcesStopsWithTheContext(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a")
	require.NoError(t, os.WriteFile(file, []byte("text"), 0o666))
	db, err := database.Open(t.Context(), filepath.Join(dir, "x.db"), "")
	require.NoError(t, err)
	defer db.Close()
	s := database.Source{Path: file}
	require.NoError(t, db.Begin(&s))
	s.State, s.Size, s.Read = database.Read, 4, 4
	s.Fingerprint = hexadecimal(crc32.Checksum([]byte("text"), castagnoli))
	require.NoError(t, db.Save(s))
	x := New(db, io.Discard)
	ctx, cancel := context.WithCancelCause(context.Background())
	stopped := errors.New("stopped")
	cancel(stopped)
	require.ErrorIs(t, x.Sources(ctx, func(database.Source, string) error { return nil }), stopped)
	require.NoError(t, x.Sources(context.Background(), func(s database.Source, why string) error {
		require.Equal(t, "982d9e3eb996f559e633f4d194def3761d909f5a3b647d1a851fead67c32c9d1", s.SHA256, why)
		return nil
	}))
}
