package scan_test

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/urlsift/urlsift/scan"
)

// A candidate has a kind, a place in the input, and the text without its line breaks.
func ExampleScanner() {
	const text = `The archive (ftp://ftp.host.example/pub) moved to
> <URL:http://www.host.example/archive/
> 1994/index.html>, or ask mailto:joe@host.example.
`
	scanner := scan.NewScanner(strings.NewReader(text), scan.Config{})
	for c, err := scanner.Next(); err == nil; c, err = scanner.Next() {
		fmt.Println(c.Kind, c.Start, c.End, string(c.Text))
	}
	// Output:
	// bare 13 39 ftp://ftp.host.example/pub
	// wrapped 57 107 http://www.host.example/archive/1994/index.html
	// bare 117 141 mailto:joe@host.example.
}

// Folds are the parts that were removed from a candidate. The offset of each remaining
// byte is known.
func ExampleCandidate_Offset() {
	const text = "<URL:http://a.example/b/\n  c/d>"
	scanner := scan.NewScanner(strings.NewReader(text), scan.Config{})
	c, err := scanner.Next()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range c.Folds {
		fmt.Printf("%q before %q\n", scanner.Source(f.Start, f.End), c.Text[f.At:])
	}
	last := c.Offset(strings.Index(string(c.Text), "c/d"))
	fmt.Println(last, text[last:])
	// Output:
	// "\n  " before "c/d"
	// 27 c/d>
}

// Some candidates are not URLs, and state the reason. Kinds and flaws are words.
func ExampleFlaw() {
	scanner := scan.NewScanner(strings.NewReader("\"http://a.example/\" http://b[.]example/ std::foo://bar"),
		scan.Config{})
	for c, err := scanner.Next(); err == nil; c, err = scanner.Next() {
		kind, _ := json.Marshal(c.Kind)
		fmt.Printf("%s %s %q %v\n", c.Text, kind, c.Flaw, c.Flaw == scan.Flawless)
	}
	// Output:
	// http://a.example/ "quoted" "" true
	// http://b[.]example/ "bare" "obfuscated" false
	// foo://bar "bare" "scheme" false
}

// The caller decides whether a URL continues, on the next line or in a script without
// blanks between words.
func ExampleScanner_Continue() {
	const text = "> it was at http://a.example/archive/1994/very-long-\n> name.html\n"
	scanner := scan.NewScanner(strings.NewReader(text), scan.Config{})
	for c, err := scanner.Next(); err == nil; c, err = scanner.Next() {
		if p, ok := scanner.Continue(scan.Piece{}, 40); ok {
			fmt.Printf("%s goes on with %s after %d bytes, alone: %v\n", c.Text, p.Text, p.Width, p.Alone)
		}
	}
	scanner.Reset(strings.NewReader("見http://b.example/中文"))
	for c, err := scanner.Next(); err == nil; c, err = scanner.Next() {
		more, ok := scanner.Longer()
		fmt.Println(string(c.Text), string(more), ok)
	}
	// Output:
	// http://a.example/archive/1994/very-long- goes on with name.html after 52 bytes, alone: true
	// http://b.example/ 中文 true
}

// The text around the last candidate is available.
func ExampleScanner_Around() {
	const text = "Joe says:\nthe files are at ftp://a.example/ now.\nYours, Ann\n"
	scanner := scan.NewScanner(strings.NewReader(text), scan.Config{Lines: true})
	for c, err := scanner.Next(); err == nil; c, err = scanner.Next() {
		before, after := scanner.Around(c.Start, c.End, 1, 0, 100)
		fmt.Printf("%d:%d %q %q %q\n", c.Line, c.Column, before, after, scanner.Before(3))
	}
	fmt.Println(scanner.LineBreaks())
	// Output:
	// 2:18 "Joe says:\nthe files are at " " now." "at "
	// 3
}

// A Scanner knows the schemes of its Config, and quickly rejects text without a URL.
func ExampleScanner_MayFind() {
	scanner := scan.NewScanner(nil, scan.Config{Opaque: []string{"doi"}})
	fmt.Println(scanner.Opaque([]byte("DOI")), scanner.Opaque([]byte("http")))
	fmt.Println(scanner.MayFind([]byte("see doi:10.1000/182")), scanner.MayFind([]byte("at 10:30, room 4")))
	// Output:
	// true false
	// true false
}

// The names of guesses are those of a flag.
func ExampleGuess_UnmarshalText() {
	var www scan.Guess
	fmt.Println(www.UnmarshalText([]byte("www")), www|scan.GuessMail)
	scanner := scan.NewScanner(strings.NewReader("www.a.example, joe@b.example"), scan.Config{Guess: www})
	for c, err := scanner.Next(); err == nil; c, err = scanner.Next() {
		fmt.Println(c.Guess, string(c.Text))
	}
	// Output:
	// <nil> www,mail
	// www www.a.example
}
