package sift

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/extract/mail"
)

// holed returns a text with NULs in the place of each "#".
func holed(text string, n int) string {
	return strings.ReplaceAll(text, "#", strings.Repeat("\x00", n))
}

// besideHoles renders results, with a "?" where they are incomplete, and the offsets of
// holes.
func besideHoles(t testing.TB, config Config, stream io.Reader) (found []string) {
	for r, err := range newReader(t, config).Stream(t.Context(), "in", stream) {
		var e *Error
		switch {
		case errors.As(err, &e):
			require.ErrorContains(t, err, "NUL bytes in text")
			found = append(found, fmt.Sprint(e.Offset))
		case r.Incomplete:
			found = append(found, r.String()+"?")
		default:
			found = append(found, r.String())
		}
	}
	return found
}

// holedTexts are texts with holes in the places of "#". The results are in any order.
var holedTexts = map[string][]string{
	"see http://a.example/ and more text # and http://b.example/ " +
		"there\n": {"http://a.example/", "36", "http://b.example/"},
	"see http://a.example/x# and <http://b.example/># " +
		"and\n": {"http://a.example/x?", "22", "", "http://b.example/"},
	"see http://a.example/x.#y\n":                                  {"http://a.example/x?", "23"},
	"see (http://a.example/x)#y\n":                                 {"http://a.example/x", "24"},
	"see #http://a.example/x y\n":                                  {"4", "http://a.example/x?"},
	"#http://a.example/x y\n":                                      {"0", "http://a.example/x?"},
	"#\nand http://a.example/x y\n":                                {"0", "http://a.example/x"},
	"see http://a.example/x#":                                      {"http://a.example/x?", "22"},
	"see <URL:http://a.#example/x> there, and http://b.example/\n": {"18", "http://b.example/"},
	"one # two # three # http://a.example/\n":                      {"4", "", "", "http://a.example/"},
	strings.Repeat("text ", 30_000) + "http://a.example/#" +
		strings.Repeat(" text", 30_000): {"http://a.example/?", "150017"},
}

func TestRunsOfNULsInTextAreReported(t *testing.T) {
	for text, want := range holedTexts {
		for _, n := range []int{minHole, 100, 512, 4096} {
			data := holed(text, n)
			got := besideHoles(t, Config{}, strings.NewReader(data))
			require.Len(t, got, len(want), "%.60q", text)
			for _, one := range want {
				if one != "" {
					require.Contains(t, got, one, "%.60q with %d", text, n)
				}
			}
			require.ElementsMatch(t, got,
				besideHoles(t, Config{}, iotest.HalfReader(strings.NewReader(data))))
			if len(data) < 10_000 {
				require.ElementsMatch(t, got,
					besideHoles(t, Config{}, iotest.OneByteReader(strings.NewReader(data))), "%.60q", text)
			}
			require.ElementsMatch(t, got, besideHoles(t, Config{}, bytes.NewReader(gzipped(t, data))))
			require.ElementsMatch(t, got,
				besideHoles(t, Config{}, bytes.NewReader(packed(t, [2]string{"a", data}))))
			file := filepath.Join(t.TempDir(), "in")
			require.NoError(t, os.WriteFile(file, []byte(data), 0o666))
			f, err := os.Open(file)
			require.NoError(t, err)
			require.ElementsMatch(t, got, besideHoles(t, Config{}, f))
			require.NoError(t, f.Close())

			// In a message, plain or in base64, offsets are those of the message.
			const header = "From: Ann <ann@host.example>\nSubject: A hole\n"
			inMail := besideHoles(t, Config{}, strings.NewReader(header+"\n"+data))
			require.ElementsMatch(t, withoutOffsets(got), withoutOffsets(inMail), "%.60q", text)
			encoded := header + "Content-Transfer-Encoding: base64\n\n" +
				base64.StdEncoding.EncodeToString([]byte(data)) + "\n"
			require.ElementsMatch(t, withoutOffsets(got),
				withoutOffsets(besideHoles(t, Config{}, strings.NewReader(encoded))), "%.60q", text)
			zip := attached("a.zip", zipped(t, [2]string{"a.txt", data}))
			require.ElementsMatch(t, got, besideHoles(t, Config{}, strings.NewReader(zip)), "%.60q", text)
		}
		for _, n := range []int{1, 2, minHole - 1} {
			for _, one := range besideHoles(t, Config{}, strings.NewReader(holed(text, n))) {
				require.Contains(t, one, "http", "%d are no hole", n)
				require.NotContains(t, one, "?")
			}
		}
	}
}

// withoutOffsets replaces the offsets of holes.
func withoutOffsets(found []string) (rest []string) {
	for _, one := range found {
		if !strings.Contains(one, ":") {
			one = "hole"
		}
		rest = append(rest, one)
	}
	return rest
}

// A hole anywhere in mail is reported once.
func TestRunsOfNULsInMailAreReportedOnce(t *testing.T) {
	box := holed("From joe@a.example Wed May  1 10:00:00 1996\nReceived: from a.#\nFrom: joe@a.example\n"+
		"Subject: x\n\nnothing here\n\n"+
		"From joe@a.example Wed May  1 10:00:00 1996\nSubject: y\n\nnothing # here\n\n"+
		"From joe@a.example Wed May  1 10:00:00 1996\nSubject: z\nContent-Type: text/html\n\n"+
		"<p>see # <a href=\"http://a.example/#b\">x</a></p>\n", 512)
	var want []string
	for at := 0; ; {
		k := strings.IndexByte(box[at:], 0)
		if k < 0 {
			break
		}
		at += k
		want = append(want, fmt.Sprint(at))
		at += 512
	}
	got := besideHoles(t, Config{}, strings.NewReader(box))
	require.Subset(t, got, want)
	require.Len(t, got, len(want)+1)
	require.Contains(t, strings.Join(got, " "), "b?")
}

// Binary content has NULs of its own, and in UTF-16 every other byte is NUL.
func TestNULsOfBinaryContentAndUTF16AreNoDamage(t *testing.T) {
	record := "\x01\x02\x03\x00" + holed("http://a.example/#", 239)
	wide := holed("s#e#e# #h#t#t#p#:#/#/#b#.#e#x#a#m#p#l#e#/# #", 1) + strings.Repeat("t\x00", 600)
	require.Equal(t, []string{"http://a.example/", "http://a.example/"},
		besideHoles(t, Config{}, strings.NewReader(record+record)))
	require.Equal(t, []string{"http://a.example/"},
		besideHoles(t, Config{}, strings.NewReader(holed("#\x01\x02\x03http://a.example/ ", 2048))))
	require.Equal(t, []string{"http://b.example/"}, besideHoles(t, Config{}, strings.NewReader(wide)))
	in := &Input{Name: "in", Format: mail.Auto, Open: func(context.Context) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader("From joe@a.example Wed May  1 10:00:00 1996\n" +
			attached("a.bin", []byte(record)))), nil
	}}
	require.Equal(t, []string{"in!a.bin:1:2:application/octet-stream: unknown type"}, skippedIn(t, in))
}

// Many holes are reported in few errors.
func TestManyRunsOfNULsAreReportedInFewErrors(t *testing.T) {
	text := strings.Repeat(holed("text of a line that is long enough to be one, and to be sure of it\n#", 64),
		1000)
	got := besideHoles(t, Config{}, strings.NewReader(text+"http://a.example/\n"))
	require.Len(t, got, maxHoles+2)
	require.Contains(t, got, "http://a.example/?")
}
