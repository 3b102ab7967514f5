package urljson

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/cmd/internal/late"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/corpus"
	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/sift"
)

// What is known of a view is found out by short cuts, and what is known of its clone by the parser.
func FuzzResultsAreWrittenAsTheirClones(f *testing.F) {
	for _, name := range []string{"valid", "deviations"} {
		cases, err := corpus.Parse(name)
		require.NoError(f, err)
		for _, c := range cases {
			f.Add(c.Text)
		}
	}
	for _, text := range []string{
		"http://h/~a ftp://h:8/b%0Ac gopher://h/1~#~ http://xn--bcher-kva.example:80/?a~/b", "<URL:HTTP://h/a#b> ftp://h/a--b%20 http://h/a-\nb",
		strings.Repeat("word ", 14) + "http://www.host.example/a/long\nname.html",
	} {
		f.Add(text)
	}
	source := new(sift.Source)
	f.Fuzz(func(t *testing.T, text string) {
		for _, config := range []extract.Config{{Lines: true}, {Rejected: true, Guess: 7, Deobfuscate: true}} {
			for _, e := range []Encoder{{}, {Veil: printable.Veil{Redact: true}}, {Veil: printable.Veil{Defang: true}, Unwrap: true}} {
				x, err := extract.New(config)
				require.NoError(t, err)
				found := x.NewFinder()
				found.Reset(strings.NewReader(strings.Repeat("word ", 4) + text + strings.Repeat(" word", 4)))
				for r := (extract.Result{}); found.Next(&r) == nil; {
					var clone, view late.Draft
					e.Append(&clone, &sift.Result{Result: r.Clone(), Source: source})
					e.Append(&view, &sift.Result{Result: r, Source: source})
					require.Equal(t, string(clone.Text), string(view.Text))
				}
			}
		}
	})
}
