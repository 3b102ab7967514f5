package sift_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"strings"
	"testing/fstest"
	"testing/iotest"

	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/sift"
)

// What is found in the files of a file system, and what cannot be read: the rest is read anyway.
func ExampleReader_Results() {
	var archive bytes.Buffer
	z := gzip.NewWriter(&archive)
	fmt.Fprintln(z, "see http://packed.example/ there")
	z.Close()
	files := fstest.MapFS{
		"a.txt":    {Data: []byte("see http://a.example/\n")},
		"b.txt.gz": {Data: archive.Bytes()},
		"c.txt.gz": {Data: archive.Bytes()[:archive.Len()-8]}, // without its checksum
		"mail":     {Data: []byte("From: joe@host.example\nSubject: the page\n\n<http://host.example/~joe>\n")},
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

// A stream is read as it comes. An error of its reader follows what was found before it.
func ExampleReader_Stream() {
	r, err := sift.New(sift.Config{})
	if err != nil {
		log.Fatal(err)
	}
	stream := io.MultiReader(strings.NewReader("see http://a.example/ and"), iotest.ErrReader(errors.New("the line is dead")))
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

// A lister lists URLs below the inputs in which they are found. It renders them in the goroutines of the readers, and prints them in order.
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
	files := fstest.MapFS{"a.txt": {Data: []byte("see http://a.example/ and http://b.example/\n")}, "c.txt": {Data: []byte("see http://c.example/\n")}}
	err = r.Run(context.Background(), r.FilesIn(files), func(hand sift.Hand) sift.Consumer { return &lister{hand} })
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
