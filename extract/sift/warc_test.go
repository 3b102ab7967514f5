package sift

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"
)

// record returns a record of a web archive that holds the answer of a server.
func record(header string, body []byte) []byte {
	answer := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + header + "\r\n" + string(body)
	return fmt.Appendf(nil, "WARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http\r\n"+
		"Content-Length: %d\r\n\r\n%s\r\n\r\n", len(answer), answer)
}

// inChunks returns a body in HTTP chunks of n bytes.
func inChunks(body []byte, n int) []byte {
	var b bytes.Buffer
	for len(body) > 0 {
		part := body[:min(n, len(body))]
		fmt.Fprintf(&b, "%x\r\n%s\r\n", len(part), part)
		body = body[len(part):]
	}
	return append(b.Bytes(), "0\r\nEtag: x\r\n\r\n"...)
}

// codings are those of HTTP, by the names that servers use.
var codings = map[string]func(testing.TB, string) []byte{
	"identity": func(_ testing.TB, text string) []byte { return []byte(text) },
	"gzip": func(t testing.TB, text string) []byte {
		return writeAll(t, text, func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(w), nil })
	},
	"zstd": func(t testing.TB, text string) []byte {
		return writeAll(t, text, func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w) })
	},
	"deflate": func(t testing.TB, text string) []byte {
		return writeAll(t, text, func(w io.Writer) (io.WriteCloser, error) { return zlib.NewWriter(w), nil })
	},
	"Deflate": func(t testing.TB, text string) []byte {
		return writeAll(t, text, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, 6) })
	},
	"gzip, deflate": func(t testing.TB, text string) []byte {
		once := writeAll(t, text, func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(w), nil })
		return writeAll(t, string(once),
			func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, 6) })
	},
}

// A body of HTTP is read in any coding and in chunks. It is also read if it was decoded
// or joined and its header still names a coding.
func TestBodiesInWebArchivesAreReadHoweverTheyAreCoded(t *testing.T) {
	page := `<html><a href="http://first.example/">x</a>` + strings.Repeat("words and words\r\n", 2000) +
		`<a href="http://last.example/">x</a></html>`
	const chunked = "Transfer-Encoding: chunked\r\n"
	for coding, encode := range codings {
		coded := encode(t, page)
		says := "Content-Encoding: " + coding + "\r\n"
		for what, one := range map[string][]byte{
			"coded":                    record(says, coded),
			"decoded":                  record(says, []byte(page)),
			"in chunks":                record(chunked+says, inChunks(coded, 1000)),
			"in small chunks":          record(says+chunked, inChunks(coded, 3)),
			"put together":             record(chunked+says, coded),
			"decoded, in chunks":       record(chunked+says, inChunks([]byte(page), 700)),
			"decoded and put together": record(chunked+says, []byte(page)),
			"coded to be sent": record("Transfer-Encoding: "+coding+", "+
				"chunked\r\n", inChunks(coded, 1000)),
		} {
			f := findIn(t, bytes.NewReader(append(one, record("", []byte("see http://next.example/"))...)))
			require.Empty(t, f.errs, "%s %s", coding, what)
			require.Equal(t, map[string]int{"http://first.example/": 1, "http://last.example/": 1,
				"http://next.example/": 1}, f.urls, "%s %s", coding, what)
		}
	}
}

// Damage of a web archive is reported, and a URL before it is incomplete.
func TestWhatIsMissingInAWebArchiveIsTold(t *testing.T) {
	const chunked = "Transfer-Encoding: chunked\r\n"
	text := "see http://a.example/ and http://b.example/aa"
	whole := record("", []byte(text))
	next := record("", []byte("see http://next.example/"))
	for what, one := range map[string]struct {
		record []byte
		err    string
	}{
		"a size that is too small": {record(chunked, []byte("2d\r\n"+text+"bb\r\n0\r\n\r\n")),
			"broken chunk"},
		"a size that is none": {record(chunked, []byte("2d\r\n"+text+"\r\nxx\r\nbb\r\n0\r\n\r\n")),
			"broken chunk"},
		"no last chunk":        {record(chunked, []byte("2d\r\n"+text+"\r\n")), "broken chunk"},
		"a chunk that is cut":  {record(chunked, []byte("fff\r\n"+text)), "broken chunk"},
		"a record that is cut": {whole[:len(whole)-4-3], "3 bytes"},
	} {
		if !strings.Contains(what, "record") {
			one.record = append(one.record, next...)
		}
		f := findIn(t, bytes.NewReader(one.record))
		require.Len(t, f.errs, 1, what)
		require.Contains(t, f.errs[0].Error(), one.err, what)
		require.Len(t, f.incomplete, 1, what)
		require.Equal(t, 1, f.urls["http://a.example/"], what)
		require.Equal(t, strings.Contains(string(one.record), "next"),
			f.urls["http://next.example/"] > 0, what)
	}
}

// An unknown coding is reported as a part that was not searched.
func TestUnknownCodingsInAWebArchiveAreSkipped(t *testing.T) {
	packed := codings["gzip"](t, manyURLs(1000))[12:]
	for _, header := range []string{"Content-Encoding: br\r\n", "Content-Encoding: br, gzip\r\n",
		"Content-Encoding: br\r\nTransfer-Encoding: chunked\r\n", "Content-Encoding: deflate\r\n"} {
		body := packed
		switch {
		case strings.Contains(header, "gzip"):
			body = codings["gzip"](t, string(packed))
		case strings.Contains(header, "chunked"):
			body = inChunks(packed, 100)
		}
		var skipped []string
		r := newReader(t, Config{})
		require.NoError(t, r.Run(t.Context(), r.FilesIn(fstest.MapFS{"a": {Data: record(header, body)}}),
			listening(func(e Event) error {
				switch e := e.(type) {
				case *Skipped:
					skipped = append(skipped, fmt.Sprint(e.Message, " ", e.Type, " ", e.Why))
				case Failure:
					require.NoError(t, e.Err)
				}
				return nil
			})))
		require.Equal(t, []string{"1 text/html unknown content coding"}, skipped, header)
	}
}
