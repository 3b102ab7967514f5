//go:build unix

package main

import (
	"archive/tar"
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	goflag "flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/extract/sift"
	"github.com/urlsift/urlsift/internal/testkit"
)

// This file searches for short patterns whose repetitions are read slowly. Steps as in
// linear_test.go do not measure everything: searching a long text for a byte is one step.
// So the search measures processor time, which other processes affect little. By hand it
// runs for any time, and tries to make slow patterns slower:
//
//	go test ./cmd/urlsift -run NoPatternIsSlow -search 20m -timeout 0 -v
//
// Without -search it tries a few fixed patterns, and compares only times with each other,
// so that a slow machine does not fail the test.
var (
	searchTime = goflag.Duration("search", 0, "how long to search for slow patterns, such as 20m")
	searchSeed = goflag.Uint64("search-seed", 1, "which patterns to begin with")
	searchRate = goflag.Float64("search-rate", 5, "how many MB a second are not slow")
	searchOnly = goflag.String("search-only", "", "search only in places whose names begin so")
)

// A place is the text around a pattern.
type place struct {
	name, flags, before, after string
	encode                     func([]byte) []byte // or nil
}

const header = "From: ann@a.example\nDate: Wed, 1 May 1996 08:04:05 +0000\nMIME-Version: 1.0\n"

var places = []place{
	{"text", "--input=text", "", "\n", nil},
	{"detected", "", "", "\n", nil},
	{"of host", "--input=text", "http://a", "\n", nil},
	{"of path", "--input=text", "http://a.example/", "\n", nil},
	{"of wrapped", "--input=text", "<URL:http://a.example/", ">\n", nil},
	{"of quoted", "--input=text", "\"http://a.example/", "\"\n", nil},
	{"csv", "--input=csv", "", "\n", nil},
	{"tsv", "--input=tsv", "", "\n", nil},
	{"page", "--input=html", "<!DOCTYPE html><html><body>", "</body></html>\n", nil},
	{"attribute", "--input=html", `<html><body><a href="`, `"></a></body></html>`, nil},
	{"tag", "--input=html", `<html><body><a href=a `, `></a></body></html>`, nil},
	{"script", "--input=html", `<html><script type="application/ld+json">`, "</script></html>\n", nil},
	{"style", "--input=html --base=http://h.example/", `<html><style>`, "</style></html>\n", nil},
	{"header", "--input=mail", header, "\n\nhttp://a.example/\n", nil},
	{"field", "--input=mail", header + "Subject: ", "\n\nhttp://a.example/\n", nil},
	{"type", "--input=mail", header + "Content-Type: text/plain; ", "\n\nhttp://a.example/\n", nil},
	{"name", "--input=mail", header + `Content-Disposition: attachment; filename="`,
		"\n\nhttp://a.example/\n", nil},
	{"body", "--input=mail", header + "\n", "\n", nil},
	{"flowed", "--input=mail", header + "Content-Type: text/plain; format=flowed; delsp=yes\n\n", "\n", nil},
	{"printable", "--input=mail", header + "Content-Transfer-Encoding: quoted-printable\n\n", "\n", nil},
	{"base64", "--input=mail", header + "Content-Transfer-Encoding: base64\n\n", "\n", inBase64},
	{"undecoded", "--input=mail", header + "Content-Transfer-Encoding: base64\n\n", "\n", nil},
	{"printable page", "--input=mail", header +
		"Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n", "\n", nil},
	{"latin-1", "--input=mail", header + "Content-Type: text/plain; charset=iso-8859-1\n\n", "\n", nil},
	{"utf-7", "--input=mail", header + "Content-Type: text/plain; charset=utf-7\n\n", "\n", nil},
	{"iso-2022", "--input=mail", header + "Content-Type: text/plain; charset=iso-2022-jp\n\n", "\n", nil},
	{"multipart", "--input=mail", header + "Content-Type: multipart/mixed; boundary=b\n\n--b\n",
		"\n--b--\n", nil},
	{"message", "--input=mail", header + "Content-Type: message/rfc822\n\n", "\n", nil},
	{"attachment", "--input=mail", header + "Content-Type: application/octet-stream; name=a\n\n", "\n", nil},
	{"mbox", "--input=mbox", "From a Wed May  1 00:04:05 1996\nSubject: a\n\n", "\n", nil},
	{"separator", "--input=mbox", "From a Wed May  1 00:04:05 1996\n", "\n", nil},
	{"batch", "", "#! rnews 60\n" + header, "\n", nil},
	{"digest", "", "a\n" + strings.Repeat("-", 70) + "\n\nFrom: a@b.c\nSubject: d\n\n", "\n", nil},
	{"uuencode", "", "begin 644 a.txt\n", "\nend\n", nil},
	{"armour", "", "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA1\n\n",
		"\n-----BEGIN PGP SIGNATURE-----\n\n", nil},
	{"warc", "", "WARC/1.0\r\nWARC-Type: response\r\nContent-Type: text/plain\r\n" +
		"Content-Length: 99999999\r\n\r\n", "\r\n", nil},
	{"a news", "", "Aa.1\nnet.a\na!b\nWed May  1 00:04:05 1985\nt\n", "\n", nil},
	{"json", "", `{"a":"`, `"}` + "\n", nil},
	{"utf-16", "", "\xff\xfe", "", inUTF16},
	{"pdf", "", "%PDF-1.4\n", "\n%%EOF\n", nil},
	{"pdf object", "", "%PDF-1.4\n1 0 obj\n<< /A ", ">>\nendobj\n", nil},
	{"pdf text", "", "%PDF-1.4\n1 0 obj\n<< /Length 99999999 >>\nstream\nBT /F1 12 Tf (a) Tj ",
		" ET\nendstream\nendobj\n", nil},
	{"pdf page", "", "%PDF-1.4\n1 0 obj<</Type/Page/Contents 2 0 R/Resources<</XObject<</X 2 0 R>>>>>>endobj\n" +
		"2 0 obj<</Subtype/Form/Length 99999999>>stream\n", "\nendstream\nendobj\n", nil},
	{"rtf", "", `{\rtf1\ansi `, "}", nil},
	{"rtf field", "", `{\rtf1{\field{\*\fldinst HYPERLINK "`, `"}}}`, nil},
	{"rtf page", "", `{\rtf1\ansi\fromhtml1 {\*\htmltag `, `}}`, nil},
	{"calendar", "", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDESCRIPTION:", "\nEND:VEVENT\nEND:VCALENDAR\n", nil},
	{"office", "", `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:p>`, "</w:p></w:document>", nil},
	{"relations", "", `<Relationships><Relationship Id="a" Target="`, `"/></Relationships>`, nil},
	{"plist", "", "bplist00", "", nil},
	{"sheet", "", "\x9f\x01\x08\x01\x00\x00\x00\x01\x00\x00\x00", "", nil},
	{"signed", "", "\x30\x80\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02\xa0\x80", "", nil},
	{"tnef", "", "\x78\x9f\x3e\x22\x00\x01", "", nil},
	{"compound", "", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "", nil},
	{"its", "", "From: joe at host\nDate: 24 May 1984 10:11 EDT\n\na\n\n\x1f\n", "\n\n\x1f\n", nil},
	{"its line", "", "JOE@MC 05/24/84 10:11:12 Re: a\na\n\x1f\n", "\n\x1f\n", nil},
	{"program", "", "MZ\x90\x00\x03\x00\x00\x00\x04\x00", "", nil},
	{"8-bit", "--input=text", "http://a.example/caf\xe9\n", "\n", nil},
	{"terminal", "--input=text", "\x1b[1m", "\x1b[0m\n", nil},
	{"gzip", "", "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03", "", nil},
	{"bzip2", "", "BZh91AY&SY", "", nil},
	{"zstd", "", "\x28\xb5\x2f\xfd\x04\x58", "", nil},
	{"lz4", "", "\x04\x22\x4d\x18\x64\x40\xa7", "", nil},
	{"tar", "", tarHeader("a.txt", 99999999), "", nil},
}

func inBase64(text []byte) []byte {
	encoded := base64.StdEncoding.EncodeToString(text)
	var b bytes.Buffer
	for line := range slices.Chunk([]byte(encoded), 76) {
		b.Write(line)
		b.WriteByte('\n')
	}
	return b.Bytes()
}

func inUTF16(text []byte) []byte {
	wide := make([]byte, 0, 2*len(text))
	for _, b := range text {
		wide = append(wide, b, 0)
	}
	return wide
}

// marks are what the patterns consist of: all that some reader looks for, and what stands
// between it. The marks of a group are divided by NUL.
var marks = slices.Concat(
	// what no reader looks for
	group("a\x00b\x00x\x001\x00A\x00ab\x00a.b\x00 \x00  \x00\t\x00\n\x00\n\n\x00\r\x00\r\n"+
		"\x00\f\x00\v\x00\x1b\x00\b\x00\xff\x00é\x00中\x00（\x00）\x00\u200b\x00\u00ad\x00。\x00✶\x00\xe9\x00"),
	group(":\x00//\x00/\x00://\x00http\x00http:\x00http://\x00"+
		"http://a\x00http://a/\x00https://a.b/\x00ftp://\x00"+
		"gopher://\x00file:///C:\\\x00x://\x00svn+\x00ws://a.b\x00"+
		"mailto:\x00mailto:a@b.c\x00mid:\x00cid:\x00news:\x00snews:\x00URL:\x00URL "+
		":\x00<URL:\x00<http:\x00>\x00<\x00\"\x00'\x00`\x00(\x00)\x00[\x00]\x00{\x00}\x00](\x00[/\x00"+
		"|\x00^\x00\\\x00~\x00_\x00*\x00#\x00##\x00#!/\x00?\x00"+
		"&\x00&b=\x00=\x00%\x00%29\x00%2f\x00%zz\x00@\x00.\x00"+
		"..\x00,\x00;\x00!\x00+\x00-\x00--\x00$\x00wget \x00curl \x00&&\x00"+
		"a.com\x00www.\x00www.a.b\x00a@b.c\x00a.com:/\x00.com/\x00"+
		":80\x00[::1]\x00http://a@b:c\x00D'\x00C:\\\x00 +\x00d=\x00"),
	// disguises and escapes
	group("hxxp://\x00h**p\x00fxp\x00hxxp[:]//\x00[.]\x00(.)\x00{.}\x00[dot]\x00(dot)\x00 dot \x00 [dot] "+
		"\x00[.\x00[at]\x00(at)\x00 at \x00[:]\x00[://]\x00[/]\x00http__\x00http:\\\\\x00 //\x00: //\x00"+
		"[http]\x00[s]\x00www[.]\x00[com]\x00\\/\x00:\\/\\/\x00"+
		"http:\\/\\/\x00\\\\/\x00\\-\x00\\&\x00\\:\x00\\_\x00"+
		"{\\_}\x00\\.\x00$\\sim$\x00\\textasciitilde{}\x00\\~{}\x00\\u0026\x00\\u002f\x00\\x26\x00"+
		"\\xc3\\xa9\x00\\ud83d\\ude00\x00\\n\x00\\\"\x00\\'\x00url(\x00[url]\x00[url=\x00"),
	// quotes and tables
	group("> \x00>\x00\n> \x00\n>\x00| \x00\n| \x00\n# \x00\n * \x00\n-- \n\x00JD> \x00\n: \x00\n+\x00\n"+
		"[Page 1]\n\f\x00\n\"\x00,\"\x00\",\x00\"\"\x00;\"\x00\t\"\x00,http://a/\x00\"\n\x00"),
	// entities and tags
	group("&lt;\x00&gt;\x00&lt;URL:\x00&amp;\x00&amp;lt;\x00&quot;"+
		"\x00&#60;\x00&#x3c;\x00&#\x00&#x\x00&nbsp;\x00&shy;\x00&n\x00<a \x00<a>\x00</a>\x00<a "+
		"href=\x00<a href=\"\x00href='\x00href=\x00 src=\x00 srcset=\"\x00 style=\"\x00"+
		" ping=\x00<b>\x00<p>\x00<br>\x00</\x00/>\x00<p \x00<!\x00<!--\x00-->\x00--!>\x00<?\x00?>"+
		"\x00<![CDATA[\x00]]>\x00<script\x00<script>\x00</script\x00</script>\x00<style>\x00</style>"+
		"\x00<title>\x00<textarea>\x00"+
		"<base href=\x00<base href=\"http://a/\">\x00<meta http-equiv=refresh "+
		"content=\x000;url=\x00charset=\x00<html\x00<head>\x00<svg \x00<table>\x00<td>\x00<w:t>"+
		"\x00<w:t \x00<w:p>\x00</w:p>\x00<w:del>\x00</w:del>\x00<w:drawing>\x00<w:br/>"+
		"\x00<w:hyperlink r:id=\"a\" w:anchor=\"b\"/>\x00HYPERLINK \x00xmlns=\x00 1x, "+
		"\x00data:\x00javascript:\x00"),
	// messages
	group("From \x00From a Wed May  1 00:04:05 1996\n\x00\nFrom \x00>From \x00From: \x00From: a@b.c\n"+
		"\x00: \x00X: \x00X:\n \x00\n \x00\n\t\x00Subject: \x00Newsgroups: \x00Path: \x00Xref: \x00Date: "+
		"\x00Received: from a\n\x00Message-ID: <\x00"+
		"Content-Type: \x00Content-Type: text/html\n\x00Content-Type: message/rfc822\n\n"+
		"\x00Content-Type: multipart/mixed; boundary=b\n\n"+
		"\x00; boundary=\x00; charset=\x00charset=utf-8\x00; name=\"\x00name*0*=\x00name*1=\x00"+
		"utf-8''%41\x00;\x00; a=\x00=\"\x00(\x00\\\"\x00--b\n\x00\n--b\n\x00--b--\n\x00--\x00\n"+
		"--\x00Content-Transfer-Encoding: base64\n\x00Content-Transfer-Encoding: quoted-printable\n"+
		"\x00Content-Disposition: attachment\n\x00"+
		"Content-Length: 9\n\x00=?utf-8?q?\x00=?utf-8?b?\x00=?\x00?=\x00?q?\x00=20\x00=3D\x00=\n\x00= \n"+
		"\x00=\r\n\x00=\x00aHR0cDov\n\x00YQ==\n\x00=\n=\x00begin 644 a\n\x00begin 6\x00M\x00end\n"+
		"\x00`\n\x00#! rnews 9\n\x00#! \x00Article 1\n\x00"+
		"-----BEGIN PGP MESSAGE-----\n\x00-----END PGP MESSAGE-----\n"+
		"\x00-----BEGIN \x00-----\x00- \x00=ybegin line=128 size=1 name=a\n"+
		"\x00(This file must be converted with BinHex\x00WARC/1.0\r\n\x00Content-Length: 2\r\n\r\n\x00"+
		"+AG\x00+\x00+-\x00\x1b$B\x00\x1b(B\x00\x0e\x00~{\x00\x1b[1m\x00\x1b]8;;\x00 \n\x00\n.\n\x00-- \n"+
		"\x00\n------------------------------\n\n\x00a--b\n\x00--b \x00begin-base64 644 a\n\x00====\n"+
		"\x00Content-Transfer-Encoding: 7bit\n\x00"),
	// documents
	group("{\\rtf1\x00\\par\n\x00\\'41\x00\\'\x00\\u65?\x00\\uc9\x00{\\*\x00\\bin9 "+
		"\x00\\field\x00{\\fldinst HYPERLINK \"\x00{\\*\\htmltag \x00\\htmlrtf "+
		"\x00\\fonttbl\x00\\f1\x00}}\x00{{\x00{\\pict \x00"+
		"1 0 obj\n\x00<<\x00>>\x00<</Length 9>>stream\n\x00stream\n\x00endstream\n\x00endobj\n"+
		"\x00/URI (\x00/URI(a)\x00/A\x00/S/URI\x00 R \x00BT \x00ET \x00(a) Tj "+
		"\x00(a)Tj\x00[(a)-9(b)]TJ\x00[\x00]TJ\x00 Td \x001 0 Td\x00T*\x00<41>\x00<feff\x00Tf "+
		"\x00/F1 9 Tf\x00"+
		"\\051\x00\\(\x00\\)\x00%%\x00/Filter/FlateDecode\x00/"+
		"ASCII85Decode\x00/ASCIIHexDecode\x00/Type/ObjStm/N 9/First 9\x00xref\n\x00trailer\n"+
		"\x00BI \x00ID \x00EI \x00"+
		"BEGIN:VCALENDAR\n\x00BEGIN:VCARD\n\x00END:VCARD\n"+
		"\x00URL:\x00URL;VALUE=URI:\x00ATTACH;ENCODING=BASE64:\x00"+
		"DESCRIPTION:\x00\\,\x00\\N\x00;ENCODING=QUOTED-PRINTABLE:\x00\n X\x00"+
		"\x30\x80\x00\x04\x03abc\x00\x24\x80\x00\x30\x03\x00\x80\x00"),
	// terminals, and characters without width
	group("\x1b[m\x00\x1b[\x00\x1b[1;31m\x00\x1b[K\x00\x1b]\x00"+
		"\x1b]8;;http://a/\x1b\\\x00\x1b]8;;http://a\a\x00"+
		"\x1b\\\x00\a\x00\x1b(\x00\x1b$\x00\x1bP\x00\u009b\x00"+
		"\x9b\x00a\ba\x00_\ba\x00_\b\x00h\bht\btt\btp\bp:\b:\x00"+
		"\u2060\x00\u200c\x00\u200d\x00\ufeff\x00&#8203;\x00&zwj;\x00"),
	// letters of 8 bits, and hosts that continue after symbols
	group("\xe4\x00\xa0\x00\x80\x00\xc3\x00\xe2\x80\x00\xf0\x9f\x00"+
		"http://a/\xe9\x00http://a💩\x00http://a.b中\x00💩\x00"+
		"\U0001f468\u200d\U0001f469\x00–\x00…\x00→\x00http://c✶.ws\x00.ws\x00http://é.ws\x00"),
	// mail of ITS, old addresses and dates, programs, streams
	group("\x1f\x00\n\x1f\n\x00\x1f\n\x00\x1f\f\n\x00From: joe at host\n\x00From: joe at host (Joe)\n"+
		"\x00joe at host\x00Date: 1998/03/24\n\x00Date: 24.03.1998 10:11\n\x00Date: 19 Mai 1996\n\x00"+
		"A@MC 05/24/84 10:11:12\n\x00A@B 05/24/84 10:11:12 Re: a\n"+
		"\x00MZ\x00PE\x00MSCF\x00Rar!\x1a\a\x007z\xbc\xaf\x27\x1c\x00ITSF\x00FWS\x00\x7fELF\x00CD001\x00"+
		"\x1f\x8b\b\x00BZh9\x001AY&SY\x00\x28\xb5\x2f\xfd\x00"+
		"\x04\x22\x4d\x18\x00PK\x03\x04\x00\xfd7zXZ\x00ustar\x00"),
	[]string{"\x00", "\x00\x00", "\x00\x00\x00\x00", "\x00a", "a\x00", strings.Repeat("\x00", 40),
		"MZ\x90\x00", "http://a\x00", "\x1f\x8b\b\x00"},
)

// tarHeader returns the block before a member of a tar.
func tarHeader(name string, size int64) string {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	if err := w.WriteHeader(&tar.Header{Name: name, Size: size, Mode: 0o644}); err != nil {
		panic(err)
	}
	return b.String()
}

func group(text string) []string {
	return slices.DeleteFunc(strings.Split(text, "\x00"), func(mark string) bool { return mark == "" })
}

// Flags for reading and printing. A trial has one of printings and some of settings.
var (
	printings = []string{
		"", "", "--json", "--json --rejected", "--csv --strict", "-n", "-C1", "-v", "-c", "-u",
		"--by=host", "--by=domain", "--defang", "--format={context}\\t{domain}",
		"--json -C2", "-b -H --redact", "-l", "--match=x$", "--host=*.a",
	}
	settings = []string{
		"--deobfuscate", "--guess=domain", "--guess=www,host-path,mail,domain", "--guess=mail", "--iri",
		"--join", "--base=http://h.example/a/", "--max-url=5000000", "--max-url=300",
		"--no-headers", "--unwrap", "--add-scheme=x,urn", "--parts=html", "--stats", "--since=1990", divided,
	}
)

// divided is the setting with which two readers read a file in chunks.
const divided = "-j2"

// A trial is a pattern repeated at a place and read with some flags.
type trial struct {
	place    *place
	output   string
	settings []string
	marks    []string
	seconds  float64 // per MB
}

// longestPattern is the maximum length of a pattern.
const longestPattern = 60

func (t *trial) pattern() string { return strings.Join(t.marks, "") }

// flags returns the command line.
func (t *trial) flags() []string {
	flags := []string{"urlsift", "-j1", "--progress=never"}
	return append(append(flags, strings.Fields(t.place.flags+" "+t.output)...), t.settings...)
}

func (t *trial) String() string {
	return fmt.Sprintf("%q %s at %q", t.pattern(), strings.Join(t.flags()[3:], " "), t.place.name)
}

// text returns a text with about size bytes of the pattern.
func (t *trial) text(size int) []byte {
	text := bytes.Repeat([]byte(t.pattern()), size/len(t.pattern())+1)[:size]
	if t.place.encode != nil {
		text = t.place.encode(text)
	}
	return slices.Concat([]byte(t.place.before), text, []byte(t.place.after))
}

// unpacked returns the unpacked size of a text in bytes, or 0 if it is not packed.
func unpacked(text []byte) int64 {
	r, err := sift.New(sift.Config{})
	if err != nil {
		panic(err)
	}
	if format, _ := r.Detect(bytes.NewReader(text)); format != mail.Auto {
		return 0
	}
	var size unpackedBytes
	in := &sift.Input{Name: "-", Stream: true,
		Open: func(context.Context) (io.ReadCloser, error) {
			return io.NopCloser(bytes.NewReader(text)), nil
		}}
	err = r.Run(context.Background(), func(yield func(*sift.Input, error) bool) { yield(in, nil) },
		func(sift.Hand) sift.Consumer { return &size })
	if err != nil {
		panic(err)
	}
	return int64(size)
}

// unpackedBytes counts the bytes of the inputs after unpacking.
type unpackedBytes int64

func (n *unpackedBytes) Event(e sift.Event) error {
	if e, ok := e.(sift.End); ok {
		*n += unpackedBytes(e.Bytes)
	}
	return nil
}

func (*unpackedBytes) InOrder(any, sift.Position) error { return nil }

// takes returns the least processor time in seconds per MB of a text. MB count in the
// text before it is encoded, which has size bytes, or after it is unpacked, or in the
// output.
func (t *trial) takes(size, times int) float64 {
	flags, file := t.flags(), slices.Contains(t.settings, divided)
	if file {
		size *= 8 // places to divide are searched in windows of 64 KiB
	}
	text := t.text(size)
	if file {
		flags = append(flags, trialFile)
		if err := os.WriteFile(trialFile, text, 0o600); err != nil {
			panic(err)
		}
	}
	read := max(float64(len(text)), float64(unpacked(text)))
	least := 0.
	for i := range times {
		var printed byteCounter
		before := processorTime()
		run(flags, bytes.NewReader(text), &printed, &printed)
		if seconds := (processorTime() - before).Seconds() / (read + float64(printed)) * 1e6; i == 0 ||
			seconds < least {
			least = seconds
		}
	}
	return least
}

// trialFile is the file for trials that are divided.
var trialFile string

// A byteCounter counts the bytes that are written to it.
type byteCounter int

func (c *byteCounter) Write(p []byte) (int, error) {
	*c += byteCounter(len(p))
	return len(p), nil
}

// processorTime returns the processor time of this process.
func processorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// The sizes of the compared texts.
const small, large = 128 << 10, 1 << 20

// measure sets t.seconds. It reads little of very slow patterns.
func (t *trial) measure() {
	for size := small / 32; ; size *= 4 {
		t.seconds = t.takes(min(size, small), 1)
		if size >= small || size > small/32 && t.seconds > 8 / *searchRate {
			return
		}
	}
}

// ordinary is a trial of ordinary text, and fastest the least time in seconds per MB of
// it. If the processor is shared with other work, even outside this machine, all text
// takes up to twice as long, patterns as well as ordinary text.
var (
	ordinary = &trial{place: &places[0],
		marks: []string{"Ann wrote of http://host.example/a.html, which is on the list of last week.\n"}}
	fastest float64
)

// takesNow returns the current time in seconds per MB of ordinary text.
func takesNow() float64 {
	now := ordinary.takes(large, 1)
	fastest = min(cmp.Or(fastest, now), now)
	return now
}

// isSlow reports whether a trial is certainly slow, also at the best speed of the
// processor.
func (t *trial) isSlow() (slow bool, why string) {
	least, more, now := t.takes(small, 1), 0., takesNow()
	if 1/least < *searchRate/8 {
		return true, fmt.Sprintf("%.2f MB/s", 1/least)
	}
	for range 5 {
		least, more = min(least, t.takes(small, 1)), min(cmp.Or(more, 1e6), t.takes(large, 1))
		now = min(now, takesNow())
		undisturbed := 1 / more * now / fastest
		slow, why = undisturbed < *searchRate,
			fmt.Sprintf("%.2f MB/s, which would be %.2f undisturbed, %.1f times as long for a byte of 8 "+
				"times the text",
				1/more, undisturbed, more/least)
		if !slow {
			break
		}
	}
	return slow, why
}

// A breeder makes trials.
type breeder struct{ *rand.Rand }

func (b breeder) mark() string { return marks[b.IntN(len(marks))] }

// trial returns a random trial.
func (b breeder) trial() *trial {
	t := &trial{place: &places[b.IntN(len(places))], output: printings[b.IntN(len(printings))]}
	for _, setting := range settings {
		if b.IntN(5) == 0 {
			t.settings = append(t.settings, setting)
		}
	}
	for n := 1 + b.IntN(1+b.IntN(8)); n > 0; n-- {
		t.marks = append(t.marks, b.mark())
	}
	t.trim()
	return t
}

// change returns a trial that differs from t in some respects.
func (b breeder) change(t *trial, other *trial) *trial {
	changed := &trial{place: t.place, output: t.output, settings: slices.Clone(t.settings),
		marks: slices.Clone(t.marks)}
	for again := true; again; again = b.IntN(2) == 0 {
		at := b.IntN(len(changed.marks))
		switch b.IntN(10) {
		case 0:
			changed.place = &places[b.IntN(len(places))]
		case 1:
			changed.output = printings[b.IntN(len(printings))]
		case 2:
			setting := settings[b.IntN(len(settings))]
			if i := slices.Index(changed.settings, setting); i >= 0 {
				changed.settings = slices.Delete(changed.settings, i, i+1)
			} else {
				changed.settings = append(changed.settings, setting)
			}
		case 3, 4:
			changed.marks[at] = b.mark()
		case 5, 6:
			changed.marks = slices.Insert(changed.marks, at, b.mark())
		case 7:
			if len(changed.marks) > 1 {
				changed.marks = slices.Delete(changed.marks, at, at+1)
			}
		case 8:
			changed.marks = slices.Insert(changed.marks, at, other.marks[b.IntN(len(other.marks)):]...)
		case 9:
			changed.marks = slices.Insert(changed.marks, at, changed.marks[at])
		}
	}
	changed.trim()
	return changed
}

// trim shortens a pattern to the maximum.
func (t *trial) trim() {
	for len(t.pattern()) > longestPattern {
		t.marks = t.marks[:len(t.marks)-1]
	}
}

// reduce removes parts of a slow trial that do not make it slow.
func (t *trial) reduce() *trial {
	least := t
	try := func(changed trial) bool {
		changed.measure()
		if changed.seconds < .6*t.seconds {
			return false
		}
		least = &changed
		return true
	}
	for i := 0; i < len(least.marks) && len(least.marks) > 1; {
		changed := *least
		changed.marks = slices.Delete(slices.Clone(least.marks), i, i+1)
		if !try(changed) {
			i++
		}
	}
	for i := 0; i < len(least.settings); {
		changed := *least
		changed.settings = slices.Delete(slices.Clone(least.settings), i, i+1)
		if !try(changed) {
			i++
		}
	}
	if changed := *least; changed.output != "" {
		changed.output = ""
		try(changed)
	}
	return least
}

// A herd holds the slowest trials of each place.
type herd map[*place][]*trial

// add keeps a trial if it is among the slowest at its place.
func (h herd) add(t *trial) {
	const most = 8
	kept := h[t.place]
	if slices.ContainsFunc(kept, func(k *trial) bool { return k.pattern() == t.pattern() }) {
		return
	}
	kept = append(kept, t)
	slices.SortFunc(kept, func(a, b *trial) int { return cmp.Compare(b.seconds, a.seconds) })
	h[t.place] = kept[:min(len(kept), most)]
}

// one returns one of the trials.
func (h herd) one(b breeder) *trial {
	for {
		if kept := h[&places[b.IntN(len(places))]]; len(kept) > 0 {
			return kept[b.IntN(len(kept))]
		}
	}
}

// search returns the slowest trials of each place found within a time.
func search(t *testing.T, b breeder, long time.Duration) (slowest []*trial) {
	h, n := herd{}, 0
	for end := time.Now().Add(long); time.Now().Before(end); n++ {
		var next *trial
		if n < 20*len(places) || b.IntN(3) == 0 {
			next = b.trial()
		} else {
			next = b.change(h.one(b), h.one(b))
		}
		if n%100 == 0 {
			takesNow()
		}
		if !strings.HasPrefix(next.place.name, *searchOnly) || len(next.marks) == 0 {
			continue
		}
		next.measure()
		h.add(next)
	}
	t.Logf("%d patterns, ordinary text at %.0f MB/s at best", n, 1/fastest)
	for _, kept := range h {
		slowest = append(slowest, kept[:min(len(kept), 4)]...)
	}
	slices.SortFunc(slowest, func(a, b *trial) int { return cmp.Compare(b.seconds, a.seconds) })
	return slowest
}

// slowOnce holds patterns that were slow. Some were slow only in texts longer, or
// shorter, than a URL may be.
var slowOnce = []struct{ place, flags, pattern string }{
	{"csv", "--max-url=5000000", "[http://a/"},
	{"text", "--max-url=20000", "mailto:;"},
	{"text", "--max-url=20000", "(mailto:)"},
	{"text", "--max-url=100000", `http:\/\/a\/(`},
	{"text", "--deobfuscate --guess=domain", "[.]a"},
	{"text", "--deobfuscate --guess=domain", "a[."},
	{"text", "--deobfuscate --guess=www,host-path,mail,domain", "h**p[."},
	{"text", "--add-scheme=x", "[x://"},
	{"header", "", "X: a,"},
	{"header", "--no-headers", "Newsgroups: a.b,"},
	{"type", "", "<<1 0 Td1 0 Td=?utf-8?b?"},
	{"name", "", "<a href="},
	{"script", "", `\)`},
	{"printable page", "--json", "mid:<a href="},
	{"header", "-n", ": \r"},
	{"detected", "", "\x28\xb5\x2f\xfd"},
	{"tar", "", "\x04\x22\x4d\x18"},
	{"detected", "", "WARC/1.0\r\n`\n"},
	{"page", "--base=http://h.example/d/", "<a href=x>"},
	{"page", "--base=http://h.example/d/", "<a href="},
	{"of wrapped", "--strict --max-url=5000000", "\x1f"},
	{"pdf", "", "[."},
	{"flowed", "--by=domain", "gopher://1\t"},
	{"undecoded", "", "END:VCARD\naHR0cDov\n"},
	{"bzip2", "", "1AY&SY"},
	{"zstd", "", "\x28\xb5\x2f\xfd\x00"},
	{"lz4", "", "\x04\x22\x4d\x18\x64\x40"},
	{"lz4", "", "\x04\x22\x4d\x18\x64\x40\xa7"},
	{"text", "--add-scheme=x", `\~{}x://`},
	{"text", "--by=host", "http://a.b中\n"},
	{"multipart", "-v", "-\n--b\n"},
	{"style", "-v --guess=domain", ".com/{.}x"},
	{"text", "-v", "http://a@b:c"},
	{"pdf text", "", "\"\n"},
	{"rtf field", "--max-url=5000000", "$\x80"},
	{"text", "--by=domain", "http://c✶.ws "},
	{"text", "--host=*.a", "http://é.ws\n"},
	{"calendar", "", "\r"},
	{"text", "--guess=host-path", "a.com:/d="},
	{"text", "--guess=host-path", "a.com:/h\bht\btt\btp\bp:\b:"},
	{"tar", "", "news:&#8203;[://]"},
	{"text", "--deobfuscate --guess=domain,mail", "a[.]com,"},
	{"text", "--deobfuscate --guess=mail", "[at]x"},
	{"text", "--deobfuscate --guess=www", "www[.]"},
	{"text", "--deobfuscate", "http__a[.]com:"},
	{"text", "--deobfuscate --guess=domain", "{.}é"},
	{"text", "--deobfuscate", "ftp:__a.com:"},
	{"text", "--deobfuscate", "[.news:"},
	{"csv", "--guess=host-path", "a.com:/d,"},
	{"csv", "", "ws://a.b/',"},
	{"csv", "", "ws://a.b/(b),"},
	{"text", "--deobfuscate", `!//ftp:__a.b\:}`},
	{"style", "", "&#60;url( //"},
	{"bzip2", "", "1AY&SYgopher://begin 6"},
	{"multipart", "", "\n--b\n"},
	{"multipart", "", "\x7fELF\n--b\n"},
	{"of wrapped", "--deobfuscate", "0\x80hxxp[:]//"},
	{"page", "--base=http://h.example/", "<base hre\n"},
	{"style", "", "url(http://a@b:c"},
	{"latin-1", "", "http://a@b:c++{{(a\x00(dot)\n X\",\","},
	{"mbox", "--guess=mail", `\:\:`},
	{"text", divided, strings.Repeat("\n", 2000) + ",\"x"},
	{"type", "", "&lt;</\n X\n X\",\",http:\\/\\/\n X&b=\",\",http://a@b:c"},
}

// isSlowHere reports whether a pattern takes more time per byte in longer texts, or much
// more than ordinary text. The times were measured on the same machine at the same time,
// and are measured again if other work may have disturbed them.
func (t *trial) isSlowHere() bool {
	const (
		growth = 4   // not 8, since some time is independent of the size
		cost   = 100 // less than 5 MB a second where ordinary text is read at 500
	)
	few, many := testkit.Times(8, 64)<<10, testkit.Times(64, 512)<<10
	least, more, text := t.takes(few, 1), t.takes(many, 1), takesNow()
	for range 20 {
		if more < growth*least && max(least, more) < cost*text {
			return false
		}
		least, more, text = min(least, t.takes(few, 1)), min(more, t.takes(many, 1)), max(text, takesNow())
	}
	return true
}

//ci:long
func TestNoPatternIsSlow(t *testing.T) {
	size := chunkSize
	chunkSize, trialFile = 16<<10, filepath.Join(t.TempDir(), "text")
	t.Cleanup(func() { chunkSize = size })
	b := breeder{rand.New(rand.NewPCG(*searchSeed, 0))}
	if *searchTime == 0 {
		trials := []*trial{}
		for _, s := range slowOnce {
			i := slices.IndexFunc(places, func(p place) bool { return p.name == s.place })
			trials = append(trials, &trial{place: &places[i], settings: strings.Fields(s.flags),
				marks: []string{s.pattern}})
		}
		for range testkit.Times(8, 100) {
			trials = append(trials, b.trial())
		}
		for _, trial := range trials {
			require.False(t, trial.isSlowHere(), trial)
		}
		return
	}
	seen := map[string]bool{}
	for _, found := range search(t, b, *searchTime) {
		found.measure()
		found = found.reduce()
		if name := found.String(); !seen[name] {
			seen[name] = true
			if slow, why := found.isSlow(); slow {
				t.Errorf("%s: %s", found, why)
			} else {
				t.Logf("%s: %s", found, why)
			}
		}
	}
}
