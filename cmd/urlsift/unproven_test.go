package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/stretchr/testify/require"
)

// packed returns texts in a member of gzip each. Those that begin with "!" have a wrong
// checksum.
func packed(t *testing.T, texts ...string) []byte {
	var b bytes.Buffer
	for _, text := range texts {
		text, damaged := strings.CutPrefix(text, "!")
		w := gzip.NewWriter(&b)
		_, err := w.Write([]byte(text))
		require.NoError(t, err)
		require.NoError(t, w.Close())
		if damaged {
			b.Bytes()[b.Len()-6] ^= 1
		}
	}
	return b.Bytes()
}

// doubted returns an input in which a failed checksum covers three of seven results.
func doubted(t *testing.T) []byte {
	return packed(t, "http://a.example/1\nhttp://b.example/\n",
		"!http://a.example/1\nhttp://made.example/up\nhttp://made.example/up\n",
		"and http://b.example/\nhttp://c.example/\n")
}

// Results that a failed checksum covers are left out if possible, and counted otherwise.
func TestWhatAFailedChecksumCoversIsNoResult(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("x.gz", doubted(t), 0o644))
	const doubt, left = "urlsift: x.gz: 3 results in doubt: a checksum that covers them failed\n",
		"urlsift: x.gz: 3 results left out: a checksum that covers them failed\n"
	for _, c := range []struct{ args, want, says string }{
		{"", "http://a.example/1 http://b.example/ http://a.example/1 http://made.example/up " +
			"http://made.example/up http://b.example/ http://c.example/", doubt},
		{"-u", "http://a.example/1 http://b.example/ http://c.example/", left},
		{"-c", "2 http://b.example/ 1 http://a.example/1 1 http://c.example/", left},
		{"--by host", "2 b.example 1 a.example 1 c.example", left},
		{"-o o -n", "1:http://a.example/1 2:http://b.example/ 6:http://b.example/ 7:http://c.example/", left},
		{"-o o --csv", "url,kind,strict,file,line,start,end,message_id,date", left},
		{"-o o -u", "http://a.example/1 http://b.example/ http://c.example/", left},
		{"-o o -C 0", "http://a.example/1 http://b.example/ and http://b.example/ http://c.example/", left},
		{"--manifest m", "http://a.example/1", doubt},
	} {
		for _, more := range []string{"-j1", "-j4"} {
			args := append(strings.Fields(c.args), "--force", more, "x.gz")
			stdout, stderr, status := urlsift(t, "", args...)
			if strings.HasPrefix(c.args, "-o") {
				text, err := os.ReadFile("o")
				require.NoError(t, err)
				require.Empty(t, stdout)
				require.NotContains(t, string(text), "made.example")
				stdout = string(text)
			}
			require.Equal(t, exitTrouble, status)
			require.Contains(t, stderr, c.says, args)
			require.True(t, strings.HasPrefix(strings.Join(strings.Fields(stdout), " "), c.want),
				"%q: %q", args, stdout)
			if c.args != "--manifest m" && !strings.Contains(c.args, "csv") {
				require.Equal(t, c.want, strings.Join(strings.Fields(stdout), " "), args)
			}
		}
	}
	record, err := os.ReadFile("m")
	require.NoError(t, err)
	require.Contains(t, string(record), `"why":"gzip at offset 152: gzip: invalid checksum","unproven":3}`)
	require.Contains(t, string(record), `"urls":4,"unproven":3,"errors":1}`)
}

// arrivals returns the inputs in which a gzip may arrive.
func arrivals(t *testing.T, whole []byte) map[string]string {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create("x.gz")
	require.NoError(t, err)
	_, err = w.Write(whole)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	mail := fmt.Sprintf("Subject: s\nContent-Type: application/gzip\nContent-Transfer-Encoding: base64\n"+
		"\n%s\n", base64.StdEncoding.EncodeToString(whole))
	return map[string]string{"x.gz": string(whole), "mail": mail, "x.zip": b.String(),
		"twice.gz": string(packed(t, string(whole)))}
}

// The same results are left out from any kind of input, and at any depth of the checksum.
func TestWhatAFailedChecksumCoversIsLeftOutHoweverItArrives(t *testing.T) {
	t.Chdir(t.TempDir())
	whole := doubted(t)
	for name, text := range arrivals(t, whole) {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
		for _, args := range [][]string{{name}, {"-j1", name}, {"-"}} {
			stdout, stderr, status := urlsift(t, text, append(args, "-u")...)
			require.Equal(t, exitTrouble, status)
			require.NotContains(t, stdout, "made.example", name)
			require.Equal(t, "http://a.example/1\nhttp://b.example/\nhttp://c.example/\n", stdout, name)
			require.Contains(t, stderr, "3 results left out", name)
		}
	}
	outer := packed(t, "!"+string(whole))
	stdout, stderr, _ := urlsift(t, string(outer), "-u")
	require.Empty(t, stdout, "the outer checksum covers all")
	require.Contains(t, stderr, "7 results left out")
}

// A decoder takes the members after a cut one for its own bytes, and returns URLs that
// nobody wrote. They are left out, and these members are found.
func TestNoURLIsMadeOfAMemberAndTheNext(t *testing.T) {
	t.Chdir(t.TempDir())
	var long strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&long, "http://h%x.example/%d\n", i*7919%10007, i)
	}
	first, after := packed(t, long.String()), packed(t, "and http://b.example/\n", "http://c.example/\n")
	for cut := len(first) - 1; cut > 32; cut -= len(first) / 7 {
		for name, text := range arrivals(t, append(first[:cut:cut], after...)) {
			require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
			for _, of := range []string{name, "-"} {
				stdout, stderr, status := urlsift(t, text, "-u", of)
				require.Equal(t, exitTrouble, status)
				require.Equal(t, "http://b.example/\nhttp://c.example/\n", stdout, "%s, cut at %d", name, cut)
				require.Contains(t, stderr, " left out: a checksum that covers them failed", name)
			}
		}
	}
	_, _, status := urlsift(t, "", "index", "--db", "x.db", "x.gz")
	require.Equal(t, exitTrouble, status)
	stdout, _, _ := urlsift(t, "", "export", "--db", "x.db", "--format", "urls")
	require.Equal(t, "http://b.example/\nhttp://c.example/\n", stdout)
}

// The database has no row for them: they attest nothing, are not counted and are not
// exported. The report has their number.
func TestTheIndexLeavesOutWhatAFailedChecksumCovers(t *testing.T) {
	t.Chdir(t.TempDir())
	message := func(n int, url string) string {
		return fmt.Sprintf("From a@a.example Sat Jan  1 00:00:00 2000\nMessage-ID: <%d@a.example>\n"+
			"Date: Sat, 1 Jan 2000 00:00:00 +0000\nSubject: s%d\n\n%s\n\n", n, n, url)
	}
	damaged := packed(t, message(1, "http://a.example/1"),
		"!"+message(2, "http://made.example/up")+message(3, "http://a.example/1"),
		message(4, "http://c.example/"))
	sound := packed(t, message(1, "http://a.example/1"), message(4, "http://c.example/"))
	tables := func(name string, content []byte) (rows []string) {
		require.NoError(t, os.WriteFile("mail.gz", content, 0o644))
		_, stderr, status := urlsift(t, "", "index", "--db", name, "mail.gz")
		if name == "damaged.db" {
			require.Equal(t, exitTrouble, status)
			require.Contains(t, stderr, "mail.gz: 2 results left out: a checksum that covers them failed")
			require.Contains(t, stderr, "2 documents with 2 URLs, 2 of them new")
		}
		requireSound(t, name)
		for _, query := range []string{"SELECT message_id, identity FROM documents",
			"SELECT o.document, u.url FROM occurrences o JOIN urls u ON u.id = o.url",
			"SELECT url FROM urls ORDER BY url", "SELECT new_urls, occurrences, documents FROM runs"} {
			list, err := ask(name, query)
			require.NoError(t, err)
			rows = append(rows, list...)
		}
		return rows
	}
	require.Equal(t, tables("sound.db", sound), tables("damaged.db", damaged))
	months, err := ask("damaged.db", "SELECT month, messages FROM message_counts ORDER BY month")
	require.NoError(t, err)
	require.Equal(t, []string{"|2", "2000-01|2"}, months, "nobody knows the dates of the others")
	stdout, _, _ := urlsift(t, "", "export", "--db", "damaged.db", "--format", "urls")
	require.Equal(t, "http://a.example/1\nhttp://c.example/\n", stdout)
	_, stderr, status := urlsift(t, "", "report", "--db", "damaged.db", "-o", "report.html")
	require.Equal(t, exitFound, status, stderr)
	page, err := os.ReadFile("report.html")
	require.NoError(t, err)
	require.NotContains(t, string(page), "made.example")
	require.Contains(t, string(page), "2 results left out: a checksum that covers them failed")
	require.FileExists(t, filepath.Join(".", "mail.gz"))
}

// A failed checksum covers everything that was unpacked from its bytes, even inside a
// stream with several checksums.
func TestAChecksumCoversWhatStandsInSeveralPieces(t *testing.T) {
	t.Chdir(t.TempDir())
	text := ""
	for i := range 3000 { // more than is read ahead
		text += fmt.Sprintf("http://made.example/%x\n", sha256.Sum256([]byte{byte(i), byte(i >> 8)}))
	}
	inner := string(packed(t, "!"+text))
	at := len(inner) / 2
	require.NoError(t, os.WriteFile("x.gz", packed(t, inner[:at], inner[at:]), 0o644))
	for _, args := range []string{"-u x.gz", "-c x.gz", "-o o --force --manifest m x.gz",
		"index --db x.db x.gz"} {
		stdout, stderr, status := urlsift(t, "", strings.Fields(args)...)
		require.Equal(t, exitTrouble, status)
		require.Empty(t, stdout, args)
		require.Contains(t, stderr, "3000 results left out", args)
	}
	record, err := os.ReadFile("m")
	require.NoError(t, err)
	require.Contains(t, string(record), `"urls":0,"unproven":3000,`)
}
