package sift

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// A store of Outlook has messages in folders. It is read as a file of any size; other
// documents may have at most 64 MiB.
func TestAStoreOfOutlookIsReadInItsFile(t *testing.T) {
	store, err := os.ReadFile("../internal/document/testdata/store.pst")
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "a.pst")
	require.NoError(t, os.WriteFile(path, store, 0o666))
	require.NoError(t, os.Truncate(path, 65<<20))
	var last string
	var messages []string
	tell := func(r Result, err error) {
		require.NoError(t, err)
		m := r.Message
		if text := fmt.Sprintf("%d %s %q %s", m.Number, r.Member, m.Subject(),
			m.Date().Format("2006-01-02")); text != last {
			messages, last = append(messages, text), text
		}
		require.Less(t, m.Offset, int64(len(store)))
		require.Positive(t, m.Offset)
	}
	want := []string{
		`1 Top!body.txt "A link" 2004-05-06`, `1 Top!body.html "A link" 2004-05-06`,
		`1 Top!body.txt "A link" 2004-05-06`,
		`1 Top!report.txt "A link" 2004-05-06`, `1 Top!forwarded!body.txt "A link" 2004-05-06`,
		`1 Top!large.txt "A link" 2004-05-06`,
		`2 Top/In/out!body.txt "Re: a" 0001-01-01`, `3 Top/In/out!body.rtf "b" 2004-05-06`,
	}
	r := newReader(t, Config{})
	for result, err := range r.Paths(t.Context(), path) {
		tell(result, err)
	}
	require.Equal(t, want, messages)

	messages, last = nil, ""
	failed := 0
	for result, err := range r.Stream(t.Context(),
		"-", io.MultiReader(bytes.NewReader(store), bytes.NewReader(make([]byte, 65<<20)))) {
		if err != nil {
			require.ErrorContains(t, err, "longer than 64 MiB")
			failed++
			continue
		}
		tell(result, err)
	}
	require.Equal(t, want, messages)
	require.Equal(t, 1, failed)
}

// Results that touch damage are incomplete, and the damage is reported at its place.
func TestDamageInAStoreOfOutlookHasItsPlace(t *testing.T) {
	store, err := os.ReadFile("../internal/document/testdata/store.pst")
	require.NoError(t, err)
	r := newReader(t, Config{})
	var whole []string
	for result, err := range r.Stream(t.Context(), "-", bytes.NewReader(store)) {
		require.NoError(t, err)
		whole = append(whole, result.String())
	}
	for at := 1024; at < len(store); at += 512 {
		damaged := bytes.Clone(store)
		damaged[at] ^= 1
		failed := false
		var found []string
		for result, err := range r.Stream(t.Context(), "-", bytes.NewReader(damaged)) {
			if err != nil {
				require.Regexp(t, "a store of Outlook.* at offset [0-9]+", err.Error())
				failed = true
			} else if !result.Incomplete {
				found = append(found, result.String())
			}
		}
		require.Subset(t, whole, found)
		require.True(t, failed || len(found) == len(whole), "byte %d", at)
	}
}
