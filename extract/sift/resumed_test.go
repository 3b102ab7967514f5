package sift

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
	"github.com/stretchr/testify/require"
	"github.com/ulikunitz/xz"

	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/internal/texts"
	"github.com/urlsift/urlsift/extract/internal/unpack"
)

// placed renders the results below a file: the path, the place in the unpacked content, a
// "?" if a failed checksum covers the result, and a "-" if it is incomplete. Errors have
// only their place in a compressed stream.
func placed(t testing.TB, file string, results iter.Seq2[Result, error]) (lines []string) {
	var found []Result
	var failed []int
	for r, err := range results {
		found = append(found, r)
		if err == nil {
			_, member, _ := strings.Cut(r.Name(), file)
			lines = append(lines, fmt.Sprintf("%s %s %d-%d %d:%d", strings.TrimPrefix(member, "!"), r,
				r.Start, r.End, r.Line, r.Column))
			continue
		}
		e, ok := errors.AsType[*Error](err)
		require.True(t, ok, err)
		if e.Check > 0 {
			failed = append(failed, e.Check)
		}
		if packed, ok := errors.AsType[*unpack.Error](err); ok {
			err = &unpack.Error{Format: packed.Format, Offset: packed.Offset, Err: packed.Err}
		} else if inMail, ok := errors.AsType[*texts.Error](err); ok {
			err = &texts.Error{Problem: inMail.Problem, Offset: e.Offset}
		}
		lines = append(lines, "error: "+err.Error())
	}
	for i, r := range found {
		if slices.ContainsFunc(failed, func(check int) bool { return slices.Contains(r.Checks, check) }) {
			lines[i] += "?"
		}
		if r.Incomplete {
			lines[i] += "-"
		}
	}
	return lines
}

// The results after damage in a compressed stream are the same for all kinds of streams.
func TestWhatFollowsDamageIsTheSameHoweverItComes(t *testing.T) {
	const first, lost, rest = "see\nhttp://a.example/1 and\n", "http://b.example/2\n",
		"/3 and http://c.example/3\nhttp://d.example/4\n"
	message := func(n int, body string) string {
		return fmt.Sprintf("From ann@host.example Sat Jan  1 00:00:00 2000\n"+
			"Subject: http://s.example/%d\n%s\n", n, body)
	}
	quoted := "Content-Transfer-Encoding: quoted-printable\n\nhttp://a.example/=\n"
	wide := func(text string) string { return string(utf16Of(text)) }
	list := string(tarred(t, [2]string{"a", first}, [2]string{"b", strings.Repeat(lost, 20)},
		[2]string{"c", rest}))
	inner := gzipped(t, lost)
	inner[len(inner)-6] ^= 1
	contents := map[string][3]string{
		"text":    {first, lost, rest},
		"URL":     {first, "http://b.example/2?u=", "http://c.example/3 and\nhttp://d.example/4\n"},
		"UTF-16":  {"\xff\xfe" + wide(first), wide(lost), wide(rest + strings.Repeat("and so on ", 60))},
		"nothing": {"", lost, rest},
		"page": {"<html><p>" + first + `<a href="http://a.example/x">`,
			lost + `<a href="http://b.example/x">`, `/y">` + rest + `<a href="http://c.example/x?a&amp;b">`},
		"message":  {"From: ann@host.example\nSubject: s\n" + quoted, lost, "=3D" + rest},
		"messages": {message(1, "\n"+first) + message(2, quoted), lost, "=3D" + rest + message(3, "\n"+rest)},
		"archive":  {list[:1600], list[1600:1700], list[1700:]},
		"document": {`{\rtf1 ` + first, lost, rest + "}"},
		"records": {
			"WARC/1.0\nWARC-Type: resource\nContent-Type: text/plain\nContent-Length: 27\n\n" + first +
				"\n\n",
			lost,
			rest + "\n\nWARC/1.0\nWARC-Type: resource\nContent-Type: text/plain\nContent-Length: 45\n\n" +
				rest,
		},
		"gzip": {string(gzipped(t, first)), string(inner), string(gzipped(t, rest))},
	}
	formats := map[string]func(text string) []byte{
		"gzip": func(text string) []byte { return gzipped(t, text) },
		"zstd": func(text string) []byte {
			return writeAll(t, text, func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w) })
		},
		"lz4": func(text string) []byte {
			return writeAll(t, text, func(w io.Writer) (io.WriteCloser, error) {
				return lz4.NewWriter(w), nil
			})
		},
		"xz": func(text string) []byte {
			return writeAll(t, text, func(w io.Writer) (io.WriteCloser, error) { return xz.NewWriter(w) })
		},
	}
	// the offset of a byte of the checksum from the end
	sums := map[string]int{"gzip": 6, "zstd": 2, "lz4": 2, "xz": 30}
	dir := t.TempDir()
	r := newReader(t, Config{Extract: extract.Config{Lines: true}})
	for kind, parts := range contents {
		for format, compress := range formats {
			if format != "gzip" && kind != "text" {
				continue
			}
			piece := compress(parts[1])
			for where, at := range map[string]int{"checksum": len(piece) - sums[format],
				"middle": len(piece) * 2 / 3} {
				if where == "middle" && kind != "text" && kind != "archive" {
					continue
				}
				damaged := bytes.Clone(piece)
				damaged[at] ^= 0x55
				before := []byte(nil)
				if parts[0] != "" {
					before = compress(parts[0])
				}
				found := requireSame(t, r, dir, kind+" in "+format+", "+where,
					slices.Concat(before, damaged, compress(parts[2])))
				if kind != "message" { // its only URL is cut
					require.Equal(t, kind == "nothing", strings.HasSuffix(found[0], "?"),
						"the first one is proven")
				}
				if kind != "message" && kind != "document" {
					require.Regexp(t, `^c? http://[cd]\.example/\S* [-0-9]+ [:0-9]+$`, found[len(found)-1],
						"the last one is whole")
				}
			}
		}
	}
	blocks, err := os.ReadFile("../internal/unpack/testdata/blocks.bz2")
	require.NoError(t, err)
	blocks[len(blocks)/2] ^= 0x55
	requireSame(t, r, dir, "blocks of bzip2", blocks)
}

// requireSame requires the same results in a damaged file, in a pipe, in a member of an
// archive and in an attachment, and returns them.
func requireSame(t *testing.T, r *Reader, dir, what string, data []byte) []string {
	const name = "a.packed"
	path := filepath.Join(dir, name)
	require.NoError(t, os.WriteFile(path, data, 0o666))
	want := placed(t, name, r.Paths(t.Context(), path))
	require.GreaterOrEqual(t, len(want), 2, what)
	for way, in := range map[string][]byte{
		"in a zip":     zipped(t, [2]string{name, string(data)}),
		"in a tar":     tarred(t, [2]string{name, string(data)}),
		"in a message": []byte(attached(name, data)),
		"in a mailbox": []byte("From joe@a.example Wed May  1 10:00:00 " +
			"1996\n" + attached(name, data)),
		"in a message in a zip":     zipped(t, [2]string{"m", attached(name, data)}),
		"in a zip in a message":     []byte(attached("z.zip", zipped(t, [2]string{name, string(data)}))),
		"in a tar.gz in a message":  []byte(attached("z.tgz", packed(t, [2]string{name, string(data)}))),
		"in a message in a message": []byte(attached("m.eml", []byte(attached(name, data)))),
	} {
		got := placed(t, name, r.Stream(context.Background(), "in", bytes.NewReader(in)))
		require.Equal(t, want, got, "%s %s", what, way)
	}
	require.Equal(t, want, placed(t, name, r.Stream(context.Background(), name, bytes.NewReader(data))),
		"%s from a pipe", what)
	return want
}

// The text after damage in a compressed news batch or record of a web archive is read,
// and a failed checksum puts it in doubt.
//
//ci:long
func TestWhatFollowsDamageInABatchOrARecordIsRead(t *testing.T) {
	const first, lost, rest = "http://a.example/1\n", "http://b.example/2\n", "see http://c.example/3\n"
	article := func(body string) string {
		text := "From: ann@host.example\nSubject: s\n\n" + body
		return fmt.Sprintf("#! rnews %d\n%s", len(text), text)
	}
	batch := "#! gunbatch\n" + zip1(t, article(first), false) + zip1(t, article(lost), true) +
		zip1(t, rest+article(rest), false)
	list, errs := judged(t, Config{}, batch)
	require.Equal(t, []string{"http://a.example/1 0:47", "?http://b.example/2 0:113",
		"-http://c.example/3 0:136", "http://c.example/3 0:206"}, list)
	require.Len(t, errs, 1)
	page := zip1(t, "<p>"+first, false) + zip1(t, lost, true) + zip1(t, rest, false)
	header := "HTTP/1.0 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n"
	record := fmt.Sprintf("WARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http\r\n"+
		"Content-Length: %d\r\n\r\n%s%s\r\n\r\n", len(header+page), header, page)
	list, errs = judged(t, Config{}, record)
	require.Len(t, errs, 1)
	require.Len(t, list, 3)
	// the place of the first one is unknown
	for i, url := range []string{"?http://a.example/1 ", "?http://b.example/2 ", "http://c.example/3 "} {
		require.True(t, strings.HasPrefix(list[i], url), list[i])
	}
}

// A URL that would continue the text before damage is incomplete, and so is one that the
// damage cuts.
func TestAURLThatMayBelongToWhatStoodBeforeDamageIsIncomplete(t *testing.T) {
	for rest, want := range map[string]string{
		"http://c.example/3\n":       "-http://c.example/3",
		"/?u=http://c.example/3\n":   "-http://c.example/3",
		" http://c.example/3\n":      "http://c.example/3",
		"/?u=<http://c.example/3>\n": "http://c.example/3",
		"/?u\nhttp://c.example/3\n":  "http://c.example/3",
		"<http://c.example/3>\n":     "http://c.example/3",
	} {
		input := zip1(t, "http://a.example/1 ", false) + zip1(t, "http://b.example/2", true) +
			zip1(t, rest, false)
		for _, in := range []string{input, zip1(t, "", true) + zip1(t, rest, false),
			attached("a.gz", []byte(input))} {
			list, _ := judged(t, Config{}, in)
			got, _, _ := strings.Cut(list[len(list)-1], " ")
			require.Equal(t, want, got, rest)
		}
	}
}
