package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"os"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"
)

// pack returns a tar of a mailbox and a zip, in gzip.
func pack(t *testing.T) []byte {
	var zipped, packed bytes.Buffer
	z := zip.NewWriter(&zipped)
	w, err := z.Create("dir/note.txt")
	require.NoError(t, err)
	fmt.Fprintln(w, "a note: http://note.example/")
	require.NoError(t, z.Close())

	g := gzip.NewWriter(&packed)
	a := tar.NewWriter(g)
	for _, member := range []struct {
		name string
		data []byte
	}{
		{"box", []byte("From joe@a.example Wed May  1 10:00:00 1996\nSubject: x\n\nhttp://box.example/\n")},
		{"notes.zip", zipped.Bytes()},
	} {
		require.NoError(t, a.WriteHeader(&tar.Header{Name: member.name, Mode: 0o644,
			Size: int64(len(member.data))}))
		_, err := a.Write(member.data)
		require.NoError(t, err)
	}
	require.NoError(t, a.Close())
	require.NoError(t, g.Close())
	return packed.Bytes()
}

func TestArchivesAreReadWithTheirMembers(t *testing.T) {
	t.Chdir(t.TempDir())
	packed := pack(t)
	require.NoError(t, os.WriteFile("all.dat", packed, 0o666))
	for _, jobs := range []string{"-j1", "-j3"} {
		out, warnings, status := urlsift(t, "", jobs, "-H", "-b", "all.dat")
		require.Equal(t, exitFound, status, warnings)
		require.Equal(t, "all.dat!box:56:http://box.example/\n"+
			"all.dat!notes.zip!dir/note.txt:8:http://note.example/\n", out)
	}
	out, _, _ := urlsift(t, string(packed), "--json")
	require.Contains(t, out, `"source":{"file":"-","member":"box","message":1,"message_offset":0,"part":"1",`)
	require.Contains(t, out, `"source":{"file":"-","member":"notes.zip!dir/note.txt"}`)
}

func TestUTF16TextIsDecoded(t *testing.T) {
	for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
		var wide []byte
		for _, unit := range utf16.Encode([]rune("\ufeffsee http://a.example/x now\n")) {
			wide = order.AppendUint16(wide, unit)
		}
		out, warnings, _ := urlsift(t, string(wide), "-b")
		require.Empty(t, warnings)
		require.Equal(t, "10:http://a.example/x\n", out)
		out, _, _ = urlsift(t, string(wide), "--input", "text")
		require.Empty(t, out)
	}
}
