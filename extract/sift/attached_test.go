package sift

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf16"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/internal/texts"
	"github.com/urlsift/urlsift/extract/mail"
)

// zipped returns a zip of files.
func zipped(t testing.TB, files ...[2]string) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, file := range files {
		w, err := z.Create(file[0])
		require.NoError(t, err)
		_, err = io.WriteString(w, file[1])
		require.NoError(t, err)
	}
	require.NoError(t, z.Close())
	return b.Bytes()
}

func TestAResultHasItsPlaceInTheDecodedText(t *testing.T) {
	fsys := fstest.MapFS{"mail": {Data: []byte(attached("a.html",
		[]byte(`<html><p>see http://a.example/ <a href="http://b.example/">there`)))}}
	places := map[string][2]int64{}
	for r, err := range inFS(newReader(t, Config{}), t.Context(), fsys) {
		require.NoError(t, err)
		places[r.String()] = [2]int64{r.TextStart, r.TextEnd}
		require.Greater(t, r.Start, int64(100))
	}
	require.Equal(t, map[string][2]int64{"http://a.example/": {6, 23}, "http://b.example/": {0, 17}}, places)
}

// attached returns a message with an attached file.
func attached(name string, data []byte) string {
	var b strings.Builder
	b.WriteString("From: Ann <ann@host.example>\nSubject: A file\nMIME-Version: 1.0\n" +
		"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nsee\n--b\n")
	fmt.Fprintf(&b, "Content-Type: application/octet-stream\n"+
		"Content-Disposition: attachment; filename=%q\nContent-Transfer-Encoding: base64\n\n", name)
	for text := base64.StdEncoding.EncodeToString(data); text != ""; text = text[min(76, len(text)):] {
		b.WriteString(text[:min(76, len(text))] + "\n")
	}
	b.WriteString("--b--\n")
	return b.String()
}

// pdf returns a PDF of one stream, with some keys beside its length.
func pdf(keys, stream, trailer string) []byte {
	return fmt.Appendf(nil, "%%PDF-1.5\n1 0 obj\n<< /Length %d %s >>\nstream\n%s\nendstream\nendobj\n"+
		"%s%%%%EOF\n", len(stream), keys, stream, trailer)
}

// utf16Of returns text in UTF-16, little endian, without a byte order mark.
func utf16Of(text string) []byte {
	b, _ := binary.Append(nil, binary.LittleEndian, utf16.Encode([]rune(text)))
	return b
}

// fileSamples are files of all kinds that messages carry, each with a URL in it.
func fileSamples(t testing.TB) map[string][]byte {
	sample := func(name string) []byte {
		data, err := os.ReadFile("../internal/document/testdata/" + name)
		require.NoError(t, err)
		return data
	}
	return map[string][]byte{
		"a.txt": []byte("see http://host.example/\n"),
		"a.zip": zipped(t, [2]string{"b.txt", "see\nhttp://host.example/\n"},
			[2]string{"c.html", "<html><a href='http://host.example/?a&amp;b'>"}),
		"a.tgz": packed(t, [2]string{"b/c.txt", "see http://host.example/\n"}),
		"a.docx": zipped(t, [2]string{"word/document.xml",
			`<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/w"><w:t>http://host</w:t><w:t>.example/</w:t>`}),
		"a.pdf": sample("links.pdf"),
		"b.pdf": sample("encrypted/aes-256.pdf"),
		"a.rtf": []byte(`{\rtf1 see http://host.exam` + "\r\n" + `ple/}`),
		"a.ics": []byte("BEGIN:VCALENDAR\r\nURL:http://host.exam\r\n ple/\r\n"),
		"a.eml": []byte("From: bob@host.example\nSubject: see http://host.example/subject\n\n" +
			"http://host.example/body\n"),
		"a.html":  []byte("<html><a href='http://host.example/?a&amp;b'>"),
		"b.html":  append([]byte("\xff\xfe"), utf16Of("<html>\n<a href='http://host.example/?a&amp;b'>")...),
		"a.dat":   sample("message.dat"),
		"a.msg":   sample("message.msg"),
		"a.doc":   sample("old.doc"),
		"a.xls":   sample("old.xls"),
		"a.ppt":   sample("old.ppt"),
		"a.pst":   sample("store.pst"),
		"a.dbx":   sample("folder.dbx"),
		"a.plist": sample("bookmarks.plist"),
		"a.p7m":   sample("signed.p7m"),
		"b.p7m":   sample("compressed.p7m"),
		// cut
		"bad.pdf":  pdf("/Filter /FlateDecode", "x\x9cs\nQ\xd0\xc8())\xb0\xd2\xd7\xcf\xc8/.\xd1K\xad", ""),
		"lock.pdf": pdf("/Filter /FlateDecode", "x", "trailer\n<< /Encrypt 1 0 R >>\n"),
	}
}

// urls renders results: the URL, its line, and the path below the file. Errors have no
// places.
func urls(t testing.TB, file string, results iter.Seq2[Result, error]) (lines []string) {
	for r, err := range results {
		if err != nil {
			text := err.Error()
			lines = append(lines, "error: "+text[strings.LastIndex(text, ": ")+2:][:9])
			continue
		}
		_, member, _ := strings.Cut(r.Name(), file)
		lines = append(lines, fmt.Sprintf("%s %s", strings.TrimPrefix(member, "!"), r))
	}
	return lines
}

// A file has the same results in all places.
func TestAFileHasTheSameResultsHoweverItComes(t *testing.T) {
	dir := t.TempDir()
	r := newReader(t, Config{Extract: extract.Config{Lines: true}})
	for name, data := range fileSamples(t) {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, data, 0o666))
		want := urls(t, name, r.Paths(t.Context(), path))
		require.NotEmpty(t, want, name)
		require.Equal(t, want, urls(t, name, r.Stream(t.Context(), name, bytes.NewReader(data))),
			"%s as a stream", name)
		for way, data := range map[string][]byte{
			"in a zip":                  zipped(t, [2]string{name, string(data)}),
			"in a tar":                  packed(t, [2]string{name, string(data)}),
			"in a message":              []byte(attached(name, data)),
			"in a message in a zip":     zipped(t, [2]string{"m", attached(name, data)}),
			"in a zip in a message":     []byte(attached("z.zip", zipped(t, [2]string{name, string(data)}))),
			"in a message in a message": []byte(attached("m.eml", []byte(attached(name, data)))),
			"in a PDF": pdf("/Type "+
				"/EmbeddedFile", string(zipped(t, [2]string{name, string(data)})), ""),
		} {
			require.Equal(t, want, urls(t, name, r.Stream(t.Context(), "in", bytes.NewReader(data))),
				"%s %s", name, way)
		}
	}
}

// Places in an attachment are those in the stream, or in the unpacked content.
func TestResultsInAttachmentsStandInTheirBase64(t *testing.T) {
	r := newReader(t, Config{Extract: extract.Config{Lines: true}})
	for name, data := range fileSamples(t) {
		mail := attached(name, data)
		for result, err := range r.Stream(t.Context(), "in", strings.NewReader(mail)) {
			if err != nil {
				continue
			}
			require.Equal(t, result.Member, result.Attachment)
			require.True(t, strings.HasPrefix(result.Attachment, name), result.Attachment)
			require.Equal(t, "2", strings.Split(result.Part, ".")[0], name)
			require.Equal(t, 1, result.Message.Number)
			require.Less(t, result.Start, result.End, name)
			require.Positive(t, result.Line, name)
			// in the message
			if result.Attachment == name && !strings.HasPrefix(name, "a.tgz") &&
				!strings.HasPrefix(name, "b.p7m") {
				encoded := strings.ReplaceAll(mail[result.Start:result.End], "\n", "")
				encoded = encoded[:len(encoded)&^3]
				text, err := base64.StdEncoding.DecodeString(encoded)
				require.NoError(t, err, "%s: %q", name, encoded)
				require.Contains(t, string(bytes.ReplaceAll(text, []byte{0}, nil)), "//host", name)
				require.Greater(t, result.Line, 10)
			}
		}
	}
	lines := told(r.Stream(t.Context(), "in",
		bytes.NewReader([]byte(attached("a.zip",
			zipped(t, [2]string{"b.txt", "see\nhttp://host.example/\n"}))))))
	require.Equal(t, []string{"in!a.zip!b.txt:2:4:1:2:http://host.example/"}, lines)
}

//ci:race
func TestLimitsHoldInAttachments(t *testing.T) {
	bomb := zipped(t, [2]string{"a", strings.Repeat("\x00", 1<<20) + "http://host.example/"})
	var box strings.Builder
	for range 50 {
		box.WriteString("From joe@a.example Wed May  1 10:00:00 1996\n" + attached("a.zip", bomb) + "\n")
	}
	r := newReader(t, Config{MaxRatio: 10})
	r.unpacking.RatioFrom = 1
	found, failed := 0, 0
	for _, err := range r.Stream(t.Context(), "in", strings.NewReader(box.String())) {
		if err != nil {
			failed++
			require.ErrorContains(t, err, "a.zip")
		} else {
			found++
		}
	}
	require.Positive(t, failed)
	require.Less(t, found, 20)

	deep := zipped(t, [2]string{"a.txt", "http://host.example/"})
	for range 12 {
		deep = []byte(attached("a.zip", zipped(t, [2]string{"m", attached("b.zip", deep)})))
	}
	lines := told(newReader(t, Config{}).Stream(t.Context(), "in", bytes.NewReader(deep)))
	require.Len(t, lines, 1)
	require.Contains(t, lines[0], "nested deeper than 10 levels")
}

// skippedIn returns what is skipped of an input. Any result or failure is an error.
func skippedIn(t *testing.T, in *Input) (skipped []string) {
	inputs := func(yield func(*Input, error) bool) { yield(in, nil) }
	require.NoError(t, newReader(t, Config{Readers: 2}).Run(t.Context(), inputs,
		listening(func(e Event) error {
			switch e := e.(type) {
			case *Skipped:
				skipped = append(skipped, fmt.Sprintf("%s:%d:%s:%s: %s", e.Name(), e.Message, e.Part,
					e.Type, e.Why))
				require.Equal(t, e.Message == 0 && e.Member == "" && e.Format == mail.Binary, e.Whole)
			case Content:
				require.NotEqual(t, mail.Outlook, e.Source.Format, "which is settled")
			case *Result:
				return errors.New(e.String())
			case Failure:
				return e.Err
			}
			return nil
		})))
	return skipped
}

// compound returns a compound file (MS-CFB) with an empty stream.
func compound(stream string) string {
	const none, end, fat = "\xff\xff\xff\xff", "\xfe\xff\xff\xff", "\xfd\xff\xff\xff"
	zeros := func(n int) string { return strings.Repeat("\x00", n) }
	entry := func(name string, what, child string) string {
		wide := zeros(0)
		for _, c := range name {
			wide += string(c) + "\x00"
		}
		return wide + zeros(64-len(wide)) + string(rune(len(wide)+2)) + "\x00" + what + "\x01" + none + none +
			child + zeros(36) + end + zeros(8)
	}
	head := "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + zeros(16) + "\x3e\x00\x03\x00\xfe\xff\x09\x00\x06\x00" +
		zeros(10) + "\x01\x00\x00\x00\x01\x00\x00\x00" + zeros(4) +
		"\x00\x10\x00\x00" + end + zeros(4) + end + zeros(4) + zeros(4) + strings.Repeat(none, 108)
	return head + fat + end + strings.Repeat(none, 126) + entry("Root Entry", "\x05", "\x01\x00\x00\x00") +
		entry(stream, "\x02", none) + zeros(256)
}

// Content without readable text is skipped, in all places.
func TestBinaryFormatsAreSkipped(t *testing.T) {
	dir := t.TempDir()
	for mediaType, begin := range map[string]string{
		"application/vnd.rar":               "Rar!\x1a\x07\x01\x00",
		"application/x-7z-compressed":       "7z\xbc\xaf\x27\x1c\x00\x04",
		"application/vnd.ms-cab-compressed": "MSCF\x00\x00\x00\x00",
		"application/vnd.ms-htmlhelp":       "ITSF\x03\x00\x00\x00",
		"application/x-executable":          "\x7fELF\x02\x01\x01\x00",
		"application/onenote": "\xe4R\\{\x8c\xd8\xa7M\xae\xb1Sx\xd0)\x96\xd3" +
			strings.Repeat("\x00", 32),
		"application/vnd.microsoft.portable-executable": "MZ\x90\x00\x03\x00",
		"application/x-shockwave-flash":                 "FWS\x06\x10\x00\x00\x00",
		"application/x-ms-shortcut": "L\x00\x00" +
			"\x00\x01\x14\x02\x00\x00\x00\x00\x00\xc0\x00\x00\x00\x00\x00\x00F",
		"application/vnd.sqlite3":       "SQLite format 3\x00",
		"application/x-iso9660-image":   strings.Repeat("\x00", 32<<10) + "\x01CD001\x01\x00",
		"application/x-apple-diskimage": "x\x01s\rbb`\x00\x00\x00",
		"image/gif":                     "GIF89a\x01\x00\x01\x00\x00\x00\x00",
		"application/vnd.visio":         compound("VisioDocument"),
		"application/x-ole-storage":     compound("Catalog"),
	} {
		data := []byte(begin + "\n\nsee http://host.example/ there\n")
		file := filepath.Join(dir, "a.txt")
		require.NoError(t, os.WriteFile(file, data, 0o666))
		want := mediaType + ": binary format"
		for in, err := range newReader(t, Config{}).Files(nil, file) {
			require.NoError(t, err)
			require.Equal(t, []string{file + ":0:" + ":" + want}, skippedIn(t, in))
		}
		declared := strings.ReplaceAll(attached("a.txt", data), "application/octet-stream", "text/plain")
		page := strings.ReplaceAll(attached("a.txt", data), "application/octet-stream", "text/html")
		for way, of := range map[string]struct {
			data []byte
			want string
		}{
			"as a pipe":    {data, "in:0:"},
			"in a gzip":    {gzipped(t, string(data)), "in:0:"},
			"in a tar":     {packed(t, [2]string{"a.txt", string(data)}), "in!a.txt:0:"},
			"in a message": {[]byte(attached("a.txt", data)), "in!a.txt:1:2"},
			"as text":      {[]byte(declared), "in!a.txt:1:2"},
			"as a page":    {[]byte(page), "in!a.txt:1:2"},
			"in a zip in a message": {[]byte(attached("z.zip", zipped(t, [2]string{"a.txt", string(data)}))),
				"in!z.zip!a.txt:1:2"},
		} {
			if (way == "as text" || way == "as a page") && len(begin) > 64 {
				continue // the image begins with zeros
			}
			in := &Input{Name: "in", Stream: true,
				Open: func(context.Context) (io.ReadCloser, error) {
					return io.NopCloser(bytes.NewReader(of.data)), nil
				}}
			require.Equal(t, []string{of.want + ":" + want}, skippedIn(t, in), "%s %s", mediaType, way)
		}
		results := newReader(t, Config{Format: mail.Plain}).Stream(t.Context(), "in", bytes.NewReader(data))
		require.Len(t, told(results), 1, "forced, it is text")
	}
}

// Attachments are chosen as the members of archives are.
func TestAttachmentsAreChosenByTheirNames(t *testing.T) {
	mail := strings.Replace(attached("a.zip",
		zipped(t, [2]string{"b.txt", "http://text.example/"}, [2]string{"c.html", "http://page.example/"})),
		"see\n", "http://body.example/\n", 1)
	for _, test := range []struct {
		config Config
		want   int
	}{{Config{}, 3}, {Config{Include: []string{"*.html"}}, 2}, {Config{Exclude: []string{"*.html"}}, 2},
		{Config{Exclude: []string{"*.zip"}}, 1}} {
		require.Len(t, told(newReader(t, test.config).Stream(t.Context(), "in", strings.NewReader(mail))),
			test.want)
	}
}

// The text after damage is read, but the rest of a damaged document is not, which is
// reported.
func TestWhatFollowsDamageIsReadOrReported(t *testing.T) {
	const begin, lost, rest = "see http://first.example/\n", "see http://second.example/\n",
		"see http://third.example/\n"
	pieces := func(first string) []byte {
		piece := gzipped(t, lost)
		piece[len(piece)-6] ^= 1 // in the checksum
		return slices.Concat(gzipped(t, first), piece, gzipped(t, rest))
	}
	text, document := pieces(begin), pieces(`{\rtf1 `+begin)
	notRead := func(before string) string {
		return fmt.Sprintf("the %d bytes after damage in a document are not read at offset %d", len(rest),
			len(before)+len(lost))
	}
	for name, of := range map[string]struct {
		data []byte
		want string
	}{
		"text":              {text, "http://third.example/"},
		"text in a zip":     {zipped(t, [2]string{"a", string(text)}), "http://third.example/"},
		"document":          {document, notRead(`{\rtf1 ` + begin)},
		"document in a zip": {zipped(t, [2]string{"a", string(document)}), notRead(`{\rtf1 ` + begin)},
		"attachment":        {[]byte(attached("a.gz", text)), "http://third.example/"},
		"attached zip": {[]byte(attached("z", zipped(t, [2]string{"a", string(text)}))),
			"http://third.example/"},
		"attached document": {[]byte(attached("a.gz", document)), notRead(`{\rtf1 ` + begin)},
	} {
		lines := told(newReader(t, Config{}).Stream(t.Context(), "in", bytes.NewReader(of.data)))
		require.GreaterOrEqual(t, len(lines), 3, name)
		require.Contains(t, lines[0], "http://first.example/", name)
		require.Contains(t, lines[len(lines)-2], "invalid checksum", name)
		require.Contains(t, lines[len(lines)-1], of.want, name)
	}
	lines := told(newReader(t, Config{}).Stream(t.Context(), "in",
		strings.NewReader(attached("a.gz", document))))
	require.Equal(t, "error: in!a.gz: "+notRead(`{\rtf1 `+begin)+", message 1, part 2", lines[len(lines)-1])
}

// A link of a page that is damaged is Incomplete or not a URL, and the text after it is
// read.
//
//ci:race
func TestAfterADamagedLinkTheRestIsRead(t *testing.T) {
	const header = "From joe@a.example Wed May  1 10:00:00 1996\n" +
		"Content-Type: multipart/mixed; boundary=x\n\n--x\n" +
		"Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n"
	for _, link := range []string{`<a href="http://a.example/long/way">a</a>`,
		`<a href=http://a.example/long/way>a</a>`, `<img alt="see http://a.example/long/way">`} {
		page := base64.StdEncoding.EncodeToString([]byte(link))
		for n := 12; n < 48; n += 5 {
			box := header + page[:n] + "\n\n" + header +
				base64.StdEncoding.EncodeToString([]byte(`<a href="http://b.example/">b</a>`)) + "\n--x--\n"
			for r, err := range newReader(t, Config{}).Stream(t.Context(), "box", strings.NewReader(box)) {
				require.NotErrorIs(t, err, texts.ErrIncomplete)
				require.True(t, err != nil || r.Incomplete || r.String() == "http://b.example/" ||
					r.String() == "http://a.example/long/way", "%d: %s", n, r)
			}
			lines := told(newReader(t, Config{}).Stream(t.Context(), "box", strings.NewReader(box)))
			require.Contains(t, lines[len(lines)-1], "http://b.example/", n)
		}
	}
}
