package main

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
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
		require.NoError(t, a.WriteHeader(&tar.Header{Name: member.name, Mode: 0o644, Size: int64(len(member.data))}))
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
		out, warnings, status := sift(t, "", jobs, "-H", "-b", "all.dat")
		require.Equal(t, exitFound, status, warnings)
		require.Equal(t, "all.dat!box:56:http://box.example/\nall.dat!notes.zip!dir/note.txt:8:http://note.example/\n", out)
	}
	out, _, _ := sift(t, string(packed), "--json")
	require.Contains(t, out, `"source":{"file":"-","member":"box","message":1,"message_offset":0,"part":"1",`)
	require.Contains(t, out, `"source":{"file":"-","member":"notes.zip!dir/note.txt"}`)
}

func TestOfADamagedArchiveTheRestIsRead(t *testing.T) {
	t.Chdir(t.TempDir())
	packed := pack(t)
	require.NoError(t, os.WriteFile("cut.tgz", packed[:len(packed)-20], 0o666))
	require.NoError(t, os.WriteFile("note.txt", []byte("http://after.example/\n"), 0o666))
	out, warnings, status := sift(t, "", "cut.tgz", "note.txt")
	require.Equal(t, exitTrouble, status)
	require.Contains(t, out, "http://box.example/\n")
	require.Contains(t, out, "http://after.example/\n")
	require.Regexp(t, `^urlsift: cut\.tgz.*: .* at offset \d+: unexpected EOF\n$`, warnings)
}

// What a file has before it breaks off is read, however little that is.
func TestOfAFileThatIsCutTheBeginningIsRead(t *testing.T) {
	var random bytes.Buffer
	for i := range 200 {
		fmt.Fprintf(&random, "http://host%d.example/%x\n", i, i*i*7919)
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	w.Write(random.Bytes())
	require.NoError(t, w.Close())
	name := filepath.Join(t.TempDir(), "cut.gz")
	require.NoError(t, os.WriteFile(name, packed.Bytes()[:packed.Len()-12], 0o666))
	for _, jobs := range []string{"-j1", "-j2"} {
		out, warnings, status := sift(t, "", jobs, name)
		require.Equal(t, exitTrouble, status)
		require.Greater(t, strings.Count(out, "\n"), 100)
		require.Equal(t, 1, strings.Count(warnings, "unexpected EOF"), warnings)
	}
}

// A mailbox that is read in parts gives what it gives as a whole, numbers of lines and messages included.
func TestALargeMailboxIsReadInParts(t *testing.T) {
	size := partSize
	partSize = 300 << 10
	t.Cleanup(func() { partSize = size })
	var box strings.Builder
	for i := range 4000 {
		fmt.Fprintf(&box, "From joe@a.example Wed May  1 10:00:00 1996\nSubject: message %d\nContent-Transfer-Encoding: quoted-printable\n\n", i)
		fmt.Fprintf(&box, "See http://host.example/%d?a=3D1 and\n>From here on\n\nFrom now on nothing but words follows.\n%s\n", i, strings.Repeat("words ", i%90))
	}
	name := filepath.Join(t.TempDir(), "box")
	require.NoError(t, os.WriteFile(name, []byte(box.String()), 0o666))
	for _, flag := range []string{"--json", "-n", "-b"} {
		one, _, _ := sift(t, "", "-j1", flag, name)
		several, _, _ := sift(t, "", "-j3", flag, name)
		require.Equal(t, 4000, strings.Count(one, "\n"))
		require.True(t, one == several, flag)
	}
	_, figures, _ := sift(t, "", "-j3", "--stats", name)
	require.Contains(t, figures, "of 1 file with 4000 messages")
	require.Equal(t, 1, strings.Count(figures, ": mbox\n"))
}

func TestWideTextIsDecoded(t *testing.T) {
	for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
		var wide []byte
		for _, unit := range utf16.Encode([]rune("\ufeffsee http://a.example/x now\n")) {
			wide = order.AppendUint16(wide, unit)
		}
		out, warnings, _ := sift(t, string(wide), "-b")
		require.Empty(t, warnings)
		require.Equal(t, "10:http://a.example/x\n", out)
		out, _, _ = sift(t, string(wide), "--input", "text")
		require.Empty(t, out)
	}
}

// What has come through a pipe is searched before more is waited for, in messages too.
func TestMailThatArrivesSlowlyIsReadAsItComes(t *testing.T) {
	stdin, mail := io.Pipe()
	printed, stdout := io.Pipe()
	go func() {
		run([]string{"urlsift", "-j1"}, stdin, stdout, io.Discard)
		stdout.Close()
	}()
	lines := bufio.NewScanner(printed)
	fmt.Fprint(mail, "From joe@a.example Wed May  1 10:00:00 1996\nSubject: x\n\n")
	for i := range 3 {
		fmt.Fprintf(mail, "see http://host.example/%d there\nand more\n\n", i)
		require.True(t, lines.Scan())
		require.Equal(t, fmt.Sprintf("http://host.example/%d", i), lines.Text())
	}
	mail.Close()
	require.False(t, lines.Scan())
}
