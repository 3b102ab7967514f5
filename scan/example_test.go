package scan_test

import (
	"fmt"
	"strings"

	"github.com/urlsift/urlsift/scan"
)

// A candidate has a kind, a place in the input, and the text without the line breaks in it.
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
