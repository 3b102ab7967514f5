package sift

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/corpus"
	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/internal/testkit"
)

// gzipped returns text in gzip.
func gzipped(t testing.TB, text string) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := io.WriteString(w, text)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.Bytes()
}

// inputsOf returns the texts of the corpus unchanged, with other line ends, and with a
// long header.
func inputsOf(t testing.TB) map[string]string {
	all := map[string]string{
		"folded": "Authentication-Results: mx.example;\n dkim=pass\n spf=pass\n dmarc=pass\n" +
			"Received: by a.example\nFrom: joe@a.example\n" +
			"Content-Transfer-Encoding: base64\n\nc2VlIGh0dHA6Ly9mb2xkZWQuZXhhbXBsZS8gbm93Cg==\n",
		"late":      "a text\nsee http://text.example/\n\n" + box,
		"very late": "http://first.example/\n" + strings.Repeat("words and words\n", 1<<10) + box,
		"too late":  "http://first.example/\n" + strings.Repeat("words and words\n", 3<<10) + box,
		"no end":    "http://a.example/",
		"qwk": fmt.Sprintf("%-128s %-7d%s%-95s%-6d\xe1\x01\x00\x01\x00 %-128s", "Produced by Qmail", 1,
			"03-05-9610:11", "ALL", 2, "see http://a.example/x\xe3"),
		"express": "JMF6\x03\x00\x01\x00" + strings.Repeat("\x00", 76) +
			strings.Repeat("\x00\x7f\x00\x7f\x01\x00\x00\x00\xd0\x00\x00\x00\xbc\x00\x00\x00"+
				"From: a\r\nSubject: b\r\n\r\nhttp://a.example/x\r\n", 2),
		"pegasus": fmt.Sprintf("Sent mail%-119s", "\x00") +
			strings.Repeat("From: a\r\nSubject: b\r\n\r\nhttp://a.example/x\r\n\x1a", 2),
		"mbx": strings.Repeat(" 5-Mar-1996 10:11:12 +0000,43;000000000001-00000001\r\n"+
			"From: a\r\nSubject: b\r\n\r\nhttp://a.example/x\r\n", 2),
		"macsource": fmt.Sprintf("\xd0\x0d\x00\x00%-28scrSM\x01\x02\x03\x04From: a\rSubject: "+
			"b\r\rhttp://a.example/x\r", "\x01"),
	}
	for name, read := range map[string]func() ([]corpus.Extract, error){"mail": corpus.Mails,
		"extract": corpus.Extracts} {
		cases, err := read()
		require.NoError(t, err)
		for _, c := range cases {
			all[name+"/"+c.Name] = c.Text
		}
	}
	for name, text := range maps.Clone(all) {
		all[name+" with CR"] = strings.ReplaceAll(text, "\n", "\r")
		all[name+" with CRLF"] = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return all
}

// found renders the results in a file system of one file, or in a stream.
func found(t *testing.T, r *Reader, data []byte, stream func(io.Reader) io.Reader) (lines []string) {
	results := inFS(r, t.Context(), fstest.MapFS{"-": {Data: data}})
	if stream != nil {
		results = r.Stream(t.Context(), "-", stream(bytes.NewReader(data)))
	}
	for result, err := range results {
		if err != nil {
			lines = append(lines, "error: "+strings.Replace(err.Error(), "!x", "", 1))
			continue
		}
		lines = append(lines, fmt.Sprintf("%d-%d %d:%d %s %s %v %s", result.Start, result.End, result.Line,
			result.Column, result.Part, result.Header, result.Err, result))
		if m := result.Message; m != nil {
			lines = append(lines, fmt.Sprintf("  %d at %d: %s, %v, %s", m.Number, m.Offset, m.ID(),
				m.Date(), m.Subject()))
		}
	}
	return lines
}

// A text has the same URLs, in the same places, from a file and from a stream.
//
//ci:long
func TestATextHasTheSameResultsHoweverItComes(t *testing.T) {
	r := newReader(t, Config{Extract: extract.Config{Lines: true, Rejected: true}})
	inputs, n, every := inputsOf(t), 0, testkit.Times(23, 1)
	for i, name := range slices.Sorted(maps.Keys(inputs)) {
		if i%every > 0 {
			continue
		}
		text := inputs[name]
		want := found(t, r, []byte(text), nil)
		n += len(want)
		require.Equal(t, want, found(t, r, []byte(text), iotest.OneByteReader),
			"%s in a pipe of single bytes", name)
		if strings.Contains(name, " with ") { // other line ends
			continue
		}
		tarred, zipped := packed(t, [2]string{"x", text}), gzipped(t, text)
		for as, got := range map[string][]string{
			"pipe": found(t, r, []byte(text),
				func(r io.Reader) io.Reader { return struct{ io.Reader }{r} }),
			"pipe of some bytes":    found(t, r, []byte(text), iotest.HalfReader),
			"tar":                   found(t, r, tarred, nil),
			"tar in a pipe":         found(t, r, tarred, iotest.OneByteReader),
			"gz":                    found(t, r, zipped, nil),
			"gz in a pipe":          found(t, r, zipped, iotest.HalfReader),
			"pipe with data at EOF": found(t, r, []byte(text), iotest.DataErrReader),
		} {
			require.Equal(t, want, got, "%s as %s", name, as)
		}
	}
	require.Greater(t, n, 1000/every)
}

// Typed input is searched line by line. Only lines that may begin a message wait for more.
//
//ci:race
func TestTypedTextIsSearchedLineByLine(t *testing.T) {
	in, text := io.Pipe()
	type one struct {
		url string
		err error
	}
	results := make(chan one)
	go func() {
		defer close(results)
		for result, err := range newReader(t, Config{}).Stream(t.Context(), "-", in) {
			results <- one{result.String(), err}
		}
	}()
	for _, line := range []string{
		"see http://1.example/ now\n", "Subject: http://2.example/ \nto ann\n",
		"From http://3.example/ here\nto there\n", "\nhttp://4.example/ \n",
		"From joe@a.example Wed May  1 10:00:00 1996\nFrom: joe <http://5.example/ >\n\n",
		"http://6.example/ in a line of some length\n", "http://7.example/ there\n",
	} {
		io.WriteString(text, line)
		var got one
		select {
		case got = <-results:
		case <-time.After(5 * time.Second):
			t.Fatalf("nothing after %q", line)
		}
		require.NoError(t, got.err)
		require.Contains(t, line, got.url)
		require.Contains(t, got.url, ".example")
	}
	text.Close()
	_, more := <-results
	require.False(t, more)
}
