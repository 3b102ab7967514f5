package sift_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"log"
	"strings"
	"testing/fstest"
	"testing/iotest"

	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/extract/sift"
)

// Results in the files of a file system, and the parts that cannot be read: the rest is
// read anyway.
func ExampleReader_Results() {
	var archive bytes.Buffer
	z := gzip.NewWriter(&archive)
	fmt.Fprintln(z, "see http://packed.example/ there")
	z.Close()
	files := fstest.MapFS{
		"a.txt":    {Data: []byte("see http://a.example/\n")},
		"b.txt.gz": {Data: archive.Bytes()},
		"c.txt.gz": {Data: archive.Bytes()[:archive.Len()-8]}, // without its checksum
		"mail": {Data: []byte("From: joe@host.example\nSubject: the page\n\n" +
			"<http://host.example/~joe>\n")},
	}
	r, err := sift.New(sift.Config{Extract: extract.Config{Lines: true}})
	if err != nil {
		log.Fatal(err)
	}
	for result, err := range r.Results(context.Background(), r.FilesIn(files)) {
		if err != nil {
			var failed *sift.Error
			if errors.As(err, &failed) {
				fmt.Println("error:", failed.File, errors.Is(err, io.ErrUnexpectedEOF))
			}
			continue
		}
		fmt.Printf("%s:%d: %s", result.Name(), result.Line, result)
		if result.Message != nil {
			fmt.Printf(" (%s)", result.Message.Subject())
		}
		fmt.Println()
	}
	// Output:
	// a.txt:1: http://a.example/
	// b.txt.gz:1: http://packed.example/
	// c.txt.gz:1: http://packed.example/
	// error: c.txt.gz true
	// mail:4: http://host.example/~joe (the page)
}

// A stream is read as it comes. An error of its reader follows the results before it.
func ExampleReader_Stream() {
	r, err := sift.New(sift.Config{})
	if err != nil {
		log.Fatal(err)
	}
	stream := io.MultiReader(strings.NewReader("see http://a.example/ and"),
		iotest.ErrReader(errors.New("the line is dead")))
	for result, err := range r.Stream(context.Background(), "-", stream) {
		var failed *sift.Error
		switch {
		case errors.As(err, &failed):
			fmt.Println(failed.File, failed.Offset, failed.Reason())
		case err != nil:
			fmt.Println(err)
		default:
			fmt.Println(result, result.Start, result.End)
		}
	}
	// Output:
	// http://a.example/ 4 21
	// - 25 the line is dead
}

// A page has links in attributes and URLs in its text. Offsets are those of the page as
// it was read.
func ExampleReader_Stream_page() {
	page := `<p>See <a href="http://a.example/?x&amp;y">the page</a>
or http://b.example/.`
	r, err := sift.New(sift.Config{Format: mail.HTML, Shown: true})
	if err != nil {
		log.Fatal(err)
	}
	for result, err := range r.Stream(context.Background(), "page.html", strings.NewReader(page)) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s, written %q, text %q\n", result, page[result.Start:result.End], result.Shown)
	}
	// Output:
	// http://a.example/?x&y, written "http://a.example/?x&amp;y", text "the page"
	// http://b.example/, written "http://b.example/", text ""
}

// A lister lists the URLs under the inputs that contain them. It renders them in the
// goroutines of the readers, and prints them in order.
type lister struct{ hand sift.Hand }

func (l *lister) Event(e sift.Event) error {
	switch e := e.(type) {
	case sift.Begin:
		return l.print(e.Input.Name)
	case *sift.Result:
		return l.print(fmt.Sprintf("  %d: %s", e.Start, e))
	case sift.Failure:
		return l.print("  failed: " + e.Err.Error())
	}
	return nil
}

func (l *lister) print(line string) error { return l.hand(line, len(line)) }

func (l *lister) InOrder(record any, _ sift.Position) error {
	_, err := fmt.Println(record)
	return err
}

func ExampleReader_Run() {
	r, err := sift.New(sift.Config{Readers: 2})
	if err != nil {
		log.Fatal(err)
	}
	files := fstest.MapFS{"a.txt": {Data: []byte("see http://a.example/ and http://b.example/\n")},
		"c.txt": {Data: []byte("see http://c.example/\n")}}
	err = r.Run(context.Background(), r.FilesIn(files),
		func(hand sift.Hand) sift.Consumer { return &lister{hand} })
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// a.txt
	//   4: http://a.example/
	//   26: http://b.example/
	// c.txt
	//   4: http://c.example/
}

// A summer lists the inputs with format and checksum, and the inputs that were not read.
type summer struct {
	hand sift.Hand
	sum  hash.Hash
}

func (s *summer) Event(e sift.Event) error {
	switch e := e.(type) {
	case sift.Begin: // of the whole input, since inputs are not divided
		s.sum = crc32.NewIEEE()
		e.Copy(s.sum)
	case sift.Content:
		return s.print(fmt.Sprintf("%s: %s", e.Name(), e.Format))
	case *sift.Skipped:
		return s.print(fmt.Sprintf("%s: not read: %s", e.Name(), e.Why))
	case sift.End:
		return s.print(fmt.Sprintf("%s: %x", e.Input.Name, s.sum.Sum(nil)))
	}
	return nil
}

func (s *summer) print(line string) error { return s.hand(line, len(line)) }

func (s *summer) InOrder(record any, _ sift.Position) error {
	_, err := fmt.Println(record)
	return err
}

// A consumer that examines inputs instead of results. Another one may listen beside it.
func ExampleChunk_Copy() {
	r, err := sift.New(sift.Config{Readers: 2, ChunkSize: -1})
	if err != nil {
		log.Fatal(err)
	}
	files := fstest.MapFS{
		"a.txt": {Data: []byte("see http://a.example/\n")},
		"b.png": {Data: []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")},
	}
	if err = r.Run(context.Background(), r.FilesIn(files),
		func(hand sift.Hand) sift.Consumer { return &summer{hand: hand} }); err != nil {
		log.Fatal(err)
	}
	// Output:
	// a.txt: text
	// a.txt: dfc3af07
	// b.png: binary
	// b.png: not read: binary format
	// b.png: 01af0ebd
}

// A marker looks for a word in the texts that are searched for URLs.
type marker struct {
	hand sift.Hand
	from *sift.Text
	r    io.Reader // its own
	text []byte
}

// A marked is a place of the word. Its line counts from the beginning of a chunk, since
// the number of lines before that is not known yet.
type marked struct {
	name   string
	offset int64
	line   int
}

func (m *marker) Event(e sift.Event) error {
	switch e := e.(type) {
	case *sift.Text:
		m.from, m.r, m.text = e, e.Reader, m.text[:0]
		e.Reader = m
	case sift.EndText:
		if i := bytes.Index(m.text, []byte("urgent")); i >= 0 {
			start, line := m.from.Place(int64(i))
			return m.hand(marked{e.Source.Name(), start, line}, 64)
		}
	case *sift.Result:
		before, _ := e.Around(0, 0, 40)
		return m.hand(fmt.Sprintf("%q before %s", before, e), 64)
	}
	return nil
}

func (m *marker) Read(p []byte) (int, error) {
	n, err := m.r.Read(p)
	m.text = append(m.text, p[:n]...)
	return n, err
}

func (m *marker) InOrder(record any, before sift.Position) error {
	if one, ok := record.(marked); ok {
		record = fmt.Sprintf("%s:%d: urgent, at offset %d", one.name, before.Lines+one.line, one.offset)
	}
	_, err := fmt.Println(record)
	return err
}

// A consumer that also reads the decoded texts.
func ExampleText_Place() {
	r, err := sift.New(sift.Config{Texts: true, Extract: extract.Config{Lines: true}})
	if err != nil {
		log.Fatal(err)
	}
	box := "From: joe@host.example\nSubject: now\nContent-Transfer-Encoding: quoted-printable\n\n" +
		"This is urg=\nent: http://a.example/\n"
	files := fstest.MapFS{"box": {Data: []byte(box)}}
	if err = r.Run(context.Background(), r.FilesIn(files),
		func(hand sift.Hand) sift.Consumer { return &marker{hand: hand} }); err != nil {
		log.Fatal(err)
	}
	// Output:
	// "This is urgent: " before http://a.example/
	// box:5: urgent, at offset 89
}

// Several machines read a share each.
func ExampleReader_Shard() {
	r, err := sift.New(sift.Config{})
	if err != nil {
		log.Fatal(err)
	}
	files := fstest.MapFS{}
	for _, name := range []string{"a", "b", "c"} {
		files[name+".txt"] = &fstest.MapFile{Data: []byte("http://" + name + ".example/")}
	}
	const shares = 2
	for number := 1; number <= shares; number++ {
		for result, err := range r.Results(context.Background(),
			r.Shard(context.Background(), r.FilesIn(files), number, shares)) {
			fmt.Println(number, result, err)
		}
	}
	// Output:
	// 1 http://a.example/ <nil>
	// 1 http://b.example/ <nil>
	// 2 http://c.example/ <nil>
}

// A mailbox has grown, and only the new messages are read: its old end is still the
// beginning of a message.
func ExampleDividesAt() {
	const old = "From joe@host.example Wed May  1 10:00:00 1996\nSubject: a\n\nhttp://a.example/\n\n"
	const added = "From ann@host.example Thu May  2 10:00:00 1996\nSubject: b\n\nhttp://b.example/\n"
	fmt.Println(sift.DividesAt(strings.NewReader(old+added), int64(len(old))))
	fmt.Println(sift.DividesAt(strings.NewReader(old+"more of the message\n"), int64(len(old))))
	// Output:
	// true
	// false
}
