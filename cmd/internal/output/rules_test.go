package output

import (
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/cmd/internal/heading"
	"github.com/urlsift/urlsift/cmd/internal/late"
	"github.com/urlsift/urlsift/cmd/internal/target"
	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/sift"
)

func TestOnlySchemesThatAreSafeToClickAreLinked(t *testing.T) {
	o := &Options{Links: true}
	linkTo := func(url string) string { return o.link(new(extract.Result), url) }
	for _, scheme := range []string{"http", "https", "ftp", "gopher", "mailto", "news", "nntp", "HTTP"} {
		require.Equal(t, scheme+"://a/", linkTo(scheme+"://a/"))
	}
	for _, scheme := range []string{"file", "telnet", "javascript", "data", "ttp", "ntp", "x-nntp", ""} {
		require.Empty(t, linkTo(scheme+"://a/"), scheme)
	}
	require.Equal(t, "http://a/%20%7F%C3%A9!~", linkTo("http://a/ \x7fé!~"))
	require.NotEmpty(t, linkTo("http://a/"+strings.Repeat("x", maxLink-9)))
	require.Empty(t, linkTo("http://a/"+strings.Repeat("x", maxLink-8)))
	o.Redact = true
	require.Empty(t, linkTo("ftp://joe:***@a/"))
}

func TestWhatATableShowsHasNoControlCharacters(t *testing.T) {
	for _, r := range extract.FindString("<URL:http://a.example/\x01b>") {
		var d late.Draft
		csvTable.Encoder(&Options{End: '\n'})(&d, &sift.Result{Result: r, Source: new(sift.Source)})
		require.True(t, strings.HasPrefix(string(d.Text), "http://a.example/%01b,wrapped,false,"),
			"%q", d.Text)
	}
}

func TestATemplateHasKnownEscapesAndClosedBraces(t *testing.T) {
	pieces, err := parseTemplate(`a\t\\{{b}}\n{url}`)
	require.NoError(t, err)
	require.Equal(t, "a\t\\{b}\n", pieces[0].text)
	for _, text := range []string{`a\x`, `\`, "{url", "{no name}"} {
		_, err := parseTemplate(text)
		require.Error(t, err, text)
	}
}

func TestWhatAChecksumCoversIsPrinted(t *testing.T) {
	var b strings.Builder
	to, err := target.Open("", &b, false)
	require.NoError(t, err)
	p := NewPrinter(to, io.Discard, &Options{End: '\n', Context: NoContext})
	var c sift.Consumer
	c = NewConsumers(p, heading.Filter{}).New(func(record any, _ int) error {
		return c.InOrder(record, sift.Position{})
	})
	chunk := &sift.Chunk{Input: &sift.Input{Name: "a"}}
	require.NoError(t, c.Event(sift.Begin{Chunk: chunk}))
	for _, r := range extract.FindString("http://a.example/") {
		require.NoError(t, c.Event(&sift.Result{Result: r, Source: new(sift.Source), Checks: []int{1}}))
	}
	require.NoError(t, c.Event(sift.End{Chunk: chunk}))
	require.NoError(t, p.Finish())
	require.Equal(t, "http://a.example/\n", b.String())
}

// The names in a template are the keys of JSON, and some more.
func TestTheNamesOfATemplateAreTheKeysOfJSON(t *testing.T) {
	const want = "attribute cautions column context date deviations domain element encoded end error " +
		"escaped file from guessed header kind line member message message_id " +
		"message_offset newsgroups obfuscated part readings rejected start strict subject text unwrapped url written"
	names := slices.Sorted(maps.Keys(fields))
	require.Equal(t, want, strings.Join(names, " "))
	require.Equal(t, "url host domain scheme newsgroup sender month year source kind deviation",
		strings.Join(Keys, " "))
}
