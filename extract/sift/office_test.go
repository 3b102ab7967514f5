package sift

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// fourWays calls check with the results in a document that is a file, a pipe, a member of
// an archive and a part of a message, without the paths before its members.
func fourWays(t *testing.T, name string, data []byte, check func(way string, found []string)) {
	file := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(file, data, 0o666))
	r := newReader(t, Config{})
	check("as a file", urls(t, name, r.Paths(t.Context(), file)))
	for way, data := range map[string][]byte{
		"as a pipe": data, "in a zip": zipped(t, [2]string{name, string(data)}),
		"in a message": []byte(attached(name, data)),
	} {
		found := urls(t, "in", r.Stream(t.Context(), "in", bytes.NewReader(data)))
		for i := range found {
			found[i] = strings.TrimPrefix(found[i], name+"!")
		}
		check(way, found)
	}
}

// The fragment that a part adds to a target belongs to the link, whichever member comes
// first in the archive.
func TestLinksOfOfficeHaveTheirPlaces(t *testing.T) {
	part := [2]string{"word/document.xml",
		`<w:document><w:p><w:hyperlink r:id="a" w:anchor="x"/><w:hyperlink w:anchor="y&amp;z" r:id="a"/>` +
			`<w:hyperlink r:id="b"/><w:hyperlink r:id="c" w:anchor="x"/><w:hyperlink r:id="a" w:anchor="x"/></w:p></w:document>`}
	relations := [2]string{"word/_rels/document.xml.rels",
		`<Relationships><Relationship Id="a" Target="http://host.example/a"/>` +
			`<Relationship Target="http://host.example/b" Id="b"/><Relationship Target="http://host.example/c#d" Id="c"/>` +
			`<Relationship Target="http://host.example/e" Id="e"/></Relationships>`}
	sheet := [2]string{"xl/worksheets/sheet1.xml",
		`<worksheet><hyperlinks><hyperlink ref="A1" r:id="a" location="A 1"/></hyperlinks></worksheet>`}
	ofSheet := [2]string{"xl/worksheets/_rels/sheet1.xml.rels",
		`<Relationships><Relationship Id="a" Target="http://host.example/"/></Relationships>`}
	want := []string{"http://host.example/a#x", "http://host.example/a#y&z", "http://host.example/b",
		"http://host.example/c#d", "http://host.example/e"}
	for i := range want {
		want[i] = relations[0] + " " + want[i]
	}
	for _, files := range [][][2]string{{part, relations}, {relations, part}, {relations, sheet, part},
		{sheet, relations, part}} {
		fourWays(t, "a.docx", zipped(t, files...), func(way string, found []string) {
			require.Equal(t,
				want, found, "%s %v", way, files)
		})
	}
	fourWays(t, "a.xlsx", zipped(t, ofSheet, sheet), func(way string, found []string) {
		require.Equal(t, []string{ofSheet[0] + " http://host.example/#A 1"}, found, way)
	})
	fourWays(t, "a.xlsx", zipped(t, ofSheet), func(way string, found []string) {
		require.Equal(t, []string{ofSheet[0] + " http://host.example/"}, found, "%s, without its part", way)
	})
}

func TestEncryptedOpenDocumentIsAnErrorAndNotRead(t *testing.T) {
	const secret = "\x8e\x02\x00\xf1\x11http://host.example/secret\x00\x07\xfe\x1b\x9c"
	sealed := zipped(t, [2]string{"mimetype", "application/vnd.oasis.opendocument.text"},
		[2]string{"content.xml", secret}, [2]string{"styles.xml", secret},
		[2]string{"Pictures/1", secret}, [2]string{"META-INF/manifest.xml",
			`<manifest:manifest><manifest:algorithm manifest:algorithm-name="http://host.example/aes"/>` +
				`<x>http://host.example/</x></manifest:manifest>`})
	fourWays(t, "a.odt", sealed, func(way string, found []string) {
		require.Equal(t, []string{"error: encrypted",
			"META-INF/manifest.xml http://host.example/"}, found, way)
	})
}

// Members of documents that hold no text are skipped, and are no damaged text.
func TestBinaryMembersOfDocumentsAreSkipped(t *testing.T) {
	binary := "some text\n" + strings.Repeat("text ", 20) + strings.Repeat("\x00", 100) +
		"http://host.example/hidden"
	files := [][2]string{{"word/document.xml",
		`<w:document><w:p><w:t>http://host.example/</w:t></w:p></w:document>`}}
	for _, name := range []string{"word/embeddings/oleObject1.bin", "word/vbaProject.bin",
		"word/fonts/font1.odttf", "[trash]/0000.dat", "xl/printerSettings/a.bin"} {
		files = append(files, [2]string{name, binary})
	}
	data := zipped(t, files...)
	for _, tail := range []string{"", "\x00\x01stray\xff"} {
		fourWays(t, "a.docx", append(bytes.Clone(data), tail...), func(way string, found []string) {
			require.Equal(t, []string{"word/document.xml http://host.example/"}, found, "%s, %q", way, tail)
		})
	}
	in := &Input{Name: "in", Stream: true, Open: func(context.Context) (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(zipped(t, files[1:]...))), nil
	}}
	require.Equal(t, []string{
		"in!word/embeddings/oleObject1.bin:0::application/octet-stream: binary format",
		"in!word/vbaProject.bin:0::application/vnd.ms-office.vbaProject: binary format",
		"in!word/fonts/font1.odttf:0::application/vnd.openxmlformats-officedocument.obfuscatedFont: " +
			"binary format",
		"in![trash]/0000.dat:0::application/octet-stream: binary format",
		"in!xl/printerSettings/a.bin:0::application/octet-stream: binary format",
	}, skippedIn(t, in))
}

func TestBinaryPartsOfDocumentsAreRead(t *testing.T) {
	sample := func(name string) string {
		data, err := os.ReadFile("../internal/document/testdata/" + name)
		require.NoError(t, err)
		return string(data)
	}
	data := zipped(t, [2]string{"Index/Document.iwa", sample("document.iwa")},
		[2]string{"xl/sharedStrings.bin", sample("strings.bin")})
	fourWays(t, "a.zip", data, func(way string, found []string) {
		require.Equal(t, []string{
			"Index/Document.iwa http://host.example/", "Index/Document.iwa http://host.example/a",
			"xl/sharedStrings.bin http://host.example/",
		}, found, way)
	})
}
