package extract_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/rfc1738"
	"github.com/urlsift/urlsift/scan"
)

// Results of All and Find may be collected first and examined later.
func ExampleAll() {
	text := `Yes, Jim, I found it under <URL:ftp://info.cern.ch/pub/www/doc;
type=d> but you can probably pick it up from <URL:ftp://ds.in
ternic.net/rfc>.  (See also http://host.example/~joe/.)`
	var all []extract.Result
	for r, err := range extract.All(strings.NewReader(text)) {
		if err != nil {
			fmt.Println(err)
			return
		}
		all = append(all, r)
	}
	for _, r := range all {
		fmt.Println(r.Kind, r, r.Strict())
	}
	// Output:
	// wrapped ftp://info.cern.ch/pub/www/doc;type=d true
	// wrapped ftp://ds.internic.net/rfc true
	// bare http://host.example/~joe/ false
}

// This converts a text to HTML in which its URLs are links. Only some schemes become
// links, since opening a javascript URL runs a program.
func ExampleFindString() {
	linked := map[string]bool{"http": true, "https": true, "ftp": true, "mailto": true}
	text := "(see http://host.example/a?b&c) & ask Jim about javascript://host.example/%0aalert(1)"
	last := 0
	for _, r := range extract.FindString(text) {
		if !linked[r.URL.Scheme()] {
			continue
		}
		fmt.Print(html.EscapeString(text[last:r.Start]))
		fmt.Printf(`<a href="%s">%s</a>`, html.EscapeString(r.String()),
			html.EscapeString(text[r.Start:r.End]))
		last = int(r.End)
	}
	fmt.Println(html.EscapeString(text[last:]))
	// Output: (see <a href="http://host.example/a?b&amp;c">http://host.example/a?b&amp;c</a>) &amp; ask Jim about javascript://host.example/%0aalert(1)
}

// Start and End are offsets of the text as written, and String returns the URL without
// the line break.
func ExampleFindString_offsets() {
	text := "The papers are at <URL:http://host.example/papers/\nindex.html>, or foo://bar/."
	for _, r := range extract.FindString(text) {
		fmt.Printf("%d-%d %q is %s\n", r.Start, r.End, text[r.Start:r.End], r)
	}
	// Output:
	// 23-61 "http://host.example/papers/\nindex.html" is http://host.example/papers/index.html
	// 67-77 "foo://bar/" is foo://bar/
}

// Several goroutines may use one Extractor, like a regular expression.
func ExampleExtractor_FindString() {
	x, err := extract.New(extract.Config{Guess: scan.GuessWWW, Deobfuscate: true, Rejected: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range x.FindString("see www.host.example, hxxp://evil[.]example/ and http:///nowhere") {
		switch {
		case r.Err != nil:
			fmt.Println(r, "is none:", r.Err)
		case r.Guessed != 0:
			fmt.Println(r, "was written", r.Written())
		default:
			fmt.Println(r, r.Restored, r.URL.Host())
		}
	}
	// Output:
	// http://www.host.example was written www.host.example
	// http://evil.example/ true evil.example
	// http:///nowhere is none: "/" at offset 7: hostport wants a host (RFC 1738 section 3.1)
}

// A result in JSON.
func ExampleResult_MarshalJSON() {
	for _, r := range extract.FindString("<URL:http://host.example/~joe>") {
		text, err := json.Marshal(r)
		fmt.Println(string(text), err)
	}
	// Output: {"url":"http://host.example/~joe","kind":"wrapped","start":5,"end":29,"strict":false,"deviations":[{"kind":"tilde","offset":20,"rule":"hsegment","section":"2.2","legal_since":"RFC 2396"}],"encoded":"http://host.example/%7Ejoe","parts":{"scheme":"http","host":"host.example","path":"~joe"}} <nil>
}

// The parts of a URL, decoded, and its deviations from the RFC.
func ExampleResult_URL() {
	for _, r := range extract.FindString("ftp://anne:p%40ss@host.example/a%20b/~x") {
		host, _ := r.URL.Part(rfc1738.PartHost)
		password, _ := r.URL.Decode(rfc1738.PartPassword)
		path, _ := r.URL.Decode(rfc1738.PartPath)
		fmt.Println(host, password, path)
		for _, d := range r.Deviations {
			fmt.Println(d)
		}
		encoded, _ := r.Encoded()
		fmt.Println(encoded)
	}
	// Output:
	// host.example p@ss a b/~x
	// tilde at offset 37: not in fsegment (RFC 1738 section 2.2), legal since RFC 2396
	// ftp://anne:p%40ss@host.example/a%20b/%7Ex
}

func ExampleResult_Readings() {
	for _, r := range extract.FindString("<URL:http://host.example/foo-\nbar>") {
		fmt.Println(r)
		for reading := range r.Readings() {
			fmt.Println("or", reading.URL, "because of a", reading.Why)
		}
	}
	// Output:
	// http://host.example/foo-bar
	// or http://host.example/foobar because of a hyphen
}

// A Finder costs less than an Extractor if each result is used only once. The readings of
// a result are available until the next one.
func ExampleFinder() {
	x, err := extract.New(extract.Config{Lines: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	f := x.NewFinder()
	f.Reset(strings.NewReader("http://a.example/\nhttp://b.example/"))
	var r extract.Result
	for err = f.Next(&r); err == nil; err = f.Next(&r) {
		fmt.Printf("%d:%s\n", r.Line, r)
	}
	if err != io.EOF {
		fmt.Println(err)
	}
	// Output:
	// 1:http://a.example/
	// 2:http://b.example/
}

// A stream ends early when its reader returns the error of a context.
func ExampleAll_context() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	stream := readerFunc(func(p []byte) (int, error) {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		return copy(p, "http://host.example/ "), nil
	})
	for r, err := range extract.All(stream) {
		if errors.Is(err, context.Canceled) {
			fmt.Println("canceled")
			return
		}
		fmt.Println(r)
		cancel()
	}
	// Output:
	// http://host.example/
	// canceled
}

type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// A scheme is registered once for both the finder and the parser.
func ExampleConfig_grammar() {
	var g rfc1738.Grammar
	err := g.Register(rfc1738.Scheme{Name: "x-note", Opaque: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	x, err := extract.New(extract.Config{Grammar: &g})
	if err != nil {
		fmt.Println(err)
		return
	}
	for r := range x.All(strings.NewReader("see x-note:12, not y-note:b")) {
		number, _ := r.URL.Part(rfc1738.PartSchemepart)
		fmt.Println(r, number)
	}
	// Output: x-note:12 12
}

// A program can examine a URL from any source.
func ExampleEncoded() {
	u, deviations, err := rfc1738.ParseLenient("http://раypal.example:8080/~joe", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(extract.Encoded(u, deviations))
	fmt.Println(extract.Cautions(u))
	// Output:
	// http://xn--ypal-43d9g.example:8080/%7Ejoe true
	// [port mixed-script]
}

// A result of a Finder must be cloned to be kept. The text around it must be requested
// before the next result.
func ExampleResult_Clone() {
	x, err := extract.New(extract.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	f := x.NewFinder()
	f.Reset(strings.NewReader("see http://a.example/ and\n<URL:http://b.example/c-\nd>."))
	var all []extract.Result
	var r extract.Result
	for err = f.Next(&r); err == nil; err = f.Next(&r) {
		before, after := r.Around(0, 0, 20)
		fmt.Printf("%q %q %q\n", before, r, after)
		all = append(all, r.Clone())
	}
	for _, r := range all {
		for reading := range r.Readings() {
			fmt.Println(r, "or", reading.URL)
		}
	}
	// Output:
	// "see " "http://a.example/" " and"
	// "<URL:" "http://b.example/c-d" ">."
	// http://b.example/c-d or http://b.example/cd
}

// A program that parses pages itself passes each link, and the texts.
func ExampleFinder_Attribute() {
	x, err := extract.New(extract.Config{Lines: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	f := x.NewFinder()
	for _, href := range []string{" http://host.example/a b ", "page.html", "javascript:go()"} {
		r, ok := f.Attribute([]byte(href))
		fmt.Println(r, ok)
	}
	for _, text := range []string{"nothing to see\n", "see\nhttp://host.example/\n"} {
		if !f.MayFind([]byte(text)) {
			continue
		}
		f.Reset(strings.NewReader(text))
		var r extract.Result
		for err = f.Next(&r); err == nil; err = f.Next(&r) {
			fmt.Println(r, "on line", r.Line)
		}
		fmt.Println(f.LineBreaks(), "lines", err)
	}
	// Output:
	// http://host.example/a b true
	//  false
	//  false
	// http://host.example/ on line 2
	// 2 lines EOF
}

// A mail filter rewrote a link whose text names another site.
func ExampleResult_Unwrapped() {
	for _, r := range extract.FindString("https://safelinks.protection.outlook.com/?url=http%3A%2F%2Fevil.example%2Fx&data=05") {
		original, ok := r.Unwrapped()
		fmt.Println(original, ok)
		fmt.Println(r.Mismatch("www.evil.example"), r.Mismatch("www.bank.example"), r.Mismatch("click here"))
	}
	fmt.Println(extract.Unwrap("http://host.example/"))
	// Output:
	// http://evil.example/x true
	// false true false
	//  false
}
