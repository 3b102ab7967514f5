package sift

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/extract"
)

// zip1 returns text as a gzip member. If it is damaged, its checksum is wrong.
func zip1(t testing.TB, text string, damaged bool) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := io.WriteString(w, text)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	if damaged {
		b.Bytes()[b.Len()-8] ^= 1
	}
	return b.String()
}

// judged returns the URLs in an input, with a "?" before those that a failed checksum
// covers and a "-" before the incomplete ones.
func judged(t testing.TB, config Config, input string) (list []string, errs []error) {
	r, err := New(config)
	require.NoError(t, err)
	var results []Result
	var failed []int
	for result, err := range r.Stream(context.Background(), "x", strings.NewReader(input)) {
		var e *Error
		switch {
		case err == nil:
			results = append(results, result)
			continue
		case errors.As(err, &e) && e.Check > 0:
			failed = append(failed, e.Check)
		}
		errs = append(errs, err)
	}
	for _, r := range results {
		mark := ""
		if slices.ContainsFunc(failed, func(check int) bool { return slices.Contains(r.Checks, check) }) {
			mark = "?"
		}
		if r.Incomplete {
			mark += "-"
		}
		list = append(list, fmt.Sprintf("%s%s %d:%d", mark, r.String(), r.Line, r.Start))
	}
	return list, errs
}

// A failed checksum puts in doubt exactly the results that it covers.
func TestAFailedChecksumMakesOnlyItsResultsUnproven(t *testing.T) {
	first, second, third := "http://a.example/1\n", "http://b.example/2\n", "http://c.example/3\n"
	config := Config{Extract: extract.Config{Lines: true}}
	list, errs := judged(t, config, zip1(t, first, false)+zip1(t, second, true)+zip1(t, third, false))
	require.Equal(t, []string{"http://a.example/1 1:0", "?http://b.example/2 2:19",
		"-http://c.example/3 3:38"}, list)
	require.Len(t, errs, 1)
	require.EqualError(t, errs[0], "x: at offset 38, after 86 bytes of gzip: gzip: invalid checksum")

	list, errs = judged(t, config, zip1(t,
		zip1(t, first, false)+zip1(t, second, true)+zip1(t, third, false), true))
	require.Equal(t, []string{"?http://a.example/1 1:0", "?http://b.example/2 2:19",
		"?-http://c.example/3 3:38"}, list)
	require.Len(t, errs, 2)

	cut := zip1(t, first+second, false)
	list, errs = judged(t, config, cut[:len(cut)-3])
	require.Equal(t, []string{"http://a.example/1 1:0", "http://b.example/2 2:19"}, list)
	require.Len(t, errs, 1)
}

// A failed checksum covers all parts of a document inside the covered bytes, whatever
// their offsets.
func TestAFailedChecksumCoversDocuments(t *testing.T) {
	const from = "From joe@a.example Wed May  1 10:00:00 1996\n"
	before := from + "Subject: x\n\n" + strings.Repeat("and so on\n", 1000)
	for name, data := range fileSamples(t) {
		list, _ := judged(t, Config{}, zip1(t, before, false)+zip1(t, from+attached(name, data), true))
		for _, one := range list {
			require.True(t, strings.HasPrefix(one, "?"), "%s: %s", name, one)
		}
	}
}

// The text after damage in a mailbox belongs to the same mailbox: its messages are
// numbered on. The message and the encoding of the text before the next message are
// unknown.
func TestAMailboxGoesOnAfterDamage(t *testing.T) {
	message := func(i int, body string) string {
		return fmt.Sprintf("From a@a.example Sat Jan  1 00:00:00 2000\nSubject: %d\n\n%s\n\n", i, body)
	}
	first := message(1, "http://a.example/1") +
		"From a@a.example Sat Jan  1 00:00:00 2000\nSubject: 2\n" +
		"Content-Transfer-Encoding: quoted-printable\n\nhttp://a.example/2a=\n"
	list, errs := judged(t, Config{}, zip1(t, first, false)+zip1(t, "lost\nhttp://b.example/\n", true)+zip1(t,
		"3D\nhttp://c.example/?a=3D1\n\n"+message(3, "http://d.example/3"), false))
	require.Len(t, errs, 1)
	require.Equal(t, []string{"http://a.example/1", "?http://a.example/2alost", "?http://b.example/",
		"-http://c.example/?a=3D1", "http://d.example/3"},
		slices.Collect(func(yield func(string) bool) {
			for _, one := range list {
				url, _, _ := strings.Cut(one, " ")
				yield(url)
			}
		}))
}
