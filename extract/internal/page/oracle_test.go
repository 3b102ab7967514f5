package page

import (
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

// The tokenizer of pages is compared with golang.org/x/net/html, which follows the HTML
// standard. It cannot be replaced by that package, since it must yield offsets and read
// broken pages. It differs intentionally where a "<" begins an address
// (<http://host.example/>), at values with an unclosed quote, at links broken over lines,
// in references without ";", and in comments, whose tags are read.
func TestLinksAreThoseOfAnotherTokenizer(t *testing.T) {
	for _, page := range []string{
		`<p><a href="http://a.example/?x=1&amp;y=2">one</a> <img src='http://b.example/i.png' alt="x"> <a href=http://c.example/>three</a>`,
		`<A HREF = "http://a.example/" >x</A><!-- none here --><area href="http://b.example/#a">`,
		`<script src="http://a.example/s.js">if (a < b) "<a href='http://no.example/'>"</script><a href="http://b.example/">`,
		`<style>a { b: c }</style><link rel=x href="http://a.example/&#252;"><br/><iframe src="http://b.example/" />`,
		`<a title="a > b" href="http://a.example/">x</a><a href="http://b.example/" href2="http://other.example/">`,
		`<td background="http://a.example/bg.gif"><form action="http://b.example/cgi">&lt;a href="http://no.example/"&gt;`,
	} {
		require.Equal(t, theirLinks(page), ourLinks(t, page), page)
	}
}

// theirLinks returns the links of a page according to golang.org/x/net/html.
func theirLinks(page string) []string {
	var found []string
	z := html.NewTokenizer(strings.NewReader(page))
	for z.Next() != html.ErrorToken {
		token := z.Token()
		if token.Type != html.StartTagToken && token.Type != html.SelfClosingTagToken {
			continue
		}
		for _, a := range token.Attr {
			if links[a.Key] && decode.MayHoldURL([]byte(a.Val)) {
				found = append(found, token.Data+" "+a.Key+" "+a.Val)
			}
		}
	}
	return found
}

// ourLinks returns the texts of a page that are whole links.
func ourLinks(t *testing.T, page string) []string {
	var found []string
	for text := range textsOf(strings.NewReader(page), Config{}) {
		if text.Whole {
			value, err := io.ReadAll(&text)
			require.NoError(t, err)
			found = append(found, text.Element+" "+text.Attribute+" "+string(value))
		}
	}
	return found
}

// pieces are the building blocks of pages in the fuzz test below. They avoid the
// intentional differences: a repeated attribute, whose values both count here; values
// that are broken over lines or lack a quote; names of tags that are addresses or contain
// other characters than letters, digits and ":-_."; tags inside of comments, CDATA and
// elements such as textarea, which are read here; "--!>" as the end of a comment; the
// names of two characters, such as nGt, which package html does not know; and a
// "<script>" within a comment within a script.
var (
	elements = []string{"a", "A", "area", "img", "Br", "form", "td", "p", "div", "link", "x-y", "o:p", "h1",
		"frame"}
	attributes = []string{"href", "HREF", "src", "Action", "background", "cite", "title", "alt", "id",
		"data-x", "data-src", "checked", "poster", "on.x", "a'b", "_", "é"}
	values = []string{
		"http://a.example/", "ftp://b.example/x", "?x=1&amp;y=2", "&copy=1", "&copy;", "&copy", "&#228;",
		"&#xE4;", "&#xe4", "&#0;", "&#128;", "&notit;", "&notin;",
		"&lt;", "&gt", "&amp", "&ampx", "&ampX", "&amp1", "&#65x", "&#x41g", "&#65=", "&amp;lt;", "&", "&&",
		"&;", "&#", "&#x;", "%20", "#x", "=", "/", "//", ";", ",", "é", "\xff", "x", ":", "(", "`", "&AMP;",
		"&hellip;", "&Auml",
	}
	spaces   = []string{" ", "\n", "\t", "  ", "\r\n", "/ ", "\f"}
	contents = []string{
		"text", " ", "\n", "a < b", "a<1", "<>", "< a href='http://no.example/'>",
		"&lt;a href='http://no.example/'&gt;", "&", "\"", "'", ">", "</p>", "</a href='http://no.example/'>",
		"<!-- comment -->", "<!---->", "<!-- a - b -- c -->", "<!DOCTYPE html>", "<?xml version='1.0'?>",
		"<!x>", "]]>", "--", "é",
		"<script>if (a < b) '<a href=\"http://no.example/\">'</script>",
		"<SCRIPT x='y'>'</scripts>' </ script> <a href=http://no.example/> <\\/script></Script >",
		"<style>a { b: url(x) } <a href='http://no.example/'></style\n>",
		"<script/>'<a href=http://no.example/>'</script>",
	}
)

// pageOf returns a page made of pieces selected by the bytes of choices.
func pageOf(choices []byte) string {
	var b strings.Builder
	next := func() int {
		if len(choices) == 0 {
			return 0
		}
		c := choices[0]
		choices = choices[1:]
		return int(c)
	}
	one := func(list []string) string { return list[next()%len(list)] }
	for len(choices) > 0 {
		if next()%3 == 0 {
			b.WriteString(one(contents))
			continue
		}
		b.WriteString("<" + one(elements))
		used := map[string]bool{}
		for range next() % 5 {
			space, name := one(spaces), one(attributes)
			if used[strings.ToLower(name)] {
				continue
			}
			used[strings.ToLower(name)] = true
			b.WriteString(space + name)
			how := next() % 8
			if how == 0 {
				continue // no value
			}
			b.WriteString([]string{"=", " =", "= ", "\n=\t"}[next()%4])
			value := "x:" // not a beginning with another meaning
			for range next() % 5 {
				value += one(values)
			}
			switch quote := `"'`[how%2]; how {
			case 1, 2, 3, 4:
				b.WriteString(string(quote) + value + string(quote))
			case 5:
				b.WriteString(`"` + value + "'" + value + `"`)
			case 6:
				b.WriteString("'" + value + `" > ` + value + "'")
			default:
				b.WriteString(value) // ends at the next blank or ">"
			}
		}
		b.WriteString([]string{">", " >", " />", "\n>"}[next()%4])
	}
	return b.String()
}

// compareLinks compares the links of a page made of pieces.
func compareLinks(t *testing.T, choices []byte) {
	page := pageOf(choices)
	var ours []string
	for _, link := range ourLinks(t, page) {
		if words := strings.SplitN(link, " ", 3); links[words[1]] {
			ours = append(ours, link)
		}
	}
	require.Equal(t, theirLinks(page), ours, "%q", page)
}

func TestLinksOfMadePagesAreThoseOfAnotherTokenizer(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		choices := make([]byte, 10+r.IntN(60))
		for i := range choices {
			choices[i] = byte(r.Uint32())
		}
		compareLinks(t, choices)
	}
}

func FuzzLinksAreThoseOfAnotherTokenizer(f *testing.F) {
	for i := range 256 {
		f.Add([]byte(strings.Repeat(string(rune(i)), 1+i%7) + "\x01\x00\x04\x00\x00\x01\x00\x03\x00\x02\x04"))
	}
	f.Fuzz(compareLinks)
}
