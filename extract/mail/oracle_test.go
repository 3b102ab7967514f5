package mail

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"
)

// The tokenizer of pages here is compared with that of golang.org/x/net/html, which follows the standard of HTML. It is not that one,
// since it must yield offsets and read what is broken: it differs, on purpose, where a "<" begins an address (<http://host.example/>),
// where the quote of a value is never closed, where a link is broken over lines, in references without ";", and in comments, whose tags
// are read.
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

// theirLinks returns the links of a page by golang.org/x/net/html.
func theirLinks(page string) []string {
	var found []string
	z := html.NewTokenizer(strings.NewReader(page))
	for z.Next() != html.ErrorToken {
		token := z.Token()
		if token.Type != html.StartTagToken && token.Type != html.SelfClosingTagToken {
			continue
		}
		for _, a := range token.Attr {
			if links[a.Key] {
				found = append(found, token.Data+" "+a.Key+" "+a.Val)
			}
		}
	}
	return found
}

// ourLinks returns the texts of a page that are whole links.
func ourLinks(t *testing.T, page string) []string {
	var found []string
	for text, err := range New(Config{Format: HTML}).Texts(strings.NewReader(page)) {
		require.NoError(t, err)
		if text.Whole {
			value, err := io.ReadAll(text)
			require.NoError(t, err)
			found = append(found, text.Element+" "+text.Attribute+" "+string(value))
		}
	}
	return found
}
