package urljson

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/cmd/internal/late"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/corpus"
	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/sift"
)

// The output for a view, which has short cuts, equals that for its clone, which was
// parsed.
func FuzzResultsAreWrittenAsTheirClones(f *testing.F) {
	for _, name := range []string{"valid", "deviations"} {
		cases, err := corpus.Parse(name)
		require.NoError(f, err)
		for _, c := range cases {
			f.Add(c.Text)
		}
	}
	for _, text := range []string{
		"http://h/~a ftp://h:8/b%0Ac gopher://h/1~#~ http://xn--bcher-kva.example:80/?a~/b",
		"<URL:HTTP://h/a#b> ftp://h/a--b%20 http://h/a-\nb",
		"http://h/# http:///x http://h\xfc/\xe9 <URL:http://h/\xe9\u200b#\xe9> www.h.example " +
			"joe@h.example http[:]//h[.]example/ http://h/" + strings.Repeat("a", 1<<10),
		`http://h/\u0026 "http:\/\/h\/a\u003db" <URL:http://bücher.example/a b"> http://a&b<`,
		"<URL:http://h/\xe9-\nb c?d>",
		strings.Repeat("word ", 14) + "http://www.host.example/a/long\nname.html",
	} {
		f.Add(text)
	}
	source := new(sift.Source)
	f.Fuzz(func(t *testing.T, text string) {
		for _, config := range []extract.Config{{Lines: true},
			{Rejected: true, Guess: 7, Deobfuscate: true, MaxURL: 1 << 10}} {
			for _, e := range []Encoder{{}, {Veil: printable.Veil{Redact: true}},
				{Veil: printable.Veil{Defang: true}, Unwrap: true}} {
				x, err := extract.New(config)
				require.NoError(t, err)
				found := x.NewFinder()
				found.Reset(strings.NewReader(strings.Repeat("word ", 4) + text + strings.Repeat(" word", 4)))
				for r := (extract.Result{}); found.Next(&r) == nil; {
					r.Incomplete = config.Rejected // as where reading fails
					var clone, view late.Draft
					e.Append(&clone, &sift.Result{Result: r.Clone(), Source: source})
					e.Append(&view, &sift.Result{Result: r, Source: source})
					require.Equal(t, string(clone.Text), string(view.Text))
					if e.Veil == (printable.Veil{}) {
						marshalsAlike(t, r, view.AppendTo(nil, 0, len(view.Text), sift.Position{}))
					}
				}
			}
		}
	})
}

// marshalsAlike checks that a result marshals to the keys that --json has, except for its
// source, in the same order and with the same values. Only of URLs that are not UTF-8
// does --json escape more characters.
func marshalsAlike(t *testing.T, r extract.Result, written []byte) {
	marshaled, err := json.Marshal(r)
	require.NoError(t, err)
	require.Equal(t, tokens(t, bytes.Replace(written, []byte(`,"source":{"file":""}`), nil, 1)),
		tokens(t, marshaled))
}

// tokens returns the tokens of a JSON text, strings as they are printed in a URL.
func tokens(t *testing.T, text []byte) (list []json.Token) {
	d := json.NewDecoder(bytes.NewReader(text))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return list
		}
		require.NoError(t, err, "%s", text)
		if s, ok := token.(string); ok {
			token = printable.URL(s)
		}
		list = append(list, token)
	}
}
