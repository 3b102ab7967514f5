package sift_test

import (
	"context"
	"fmt"
	"log"
	"testing/fstest"

	"github.com/urlsift/urlsift/extract/sift"
)

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
