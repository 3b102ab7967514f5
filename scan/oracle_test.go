//go:build long

package scan_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/corpus"
	"github.com/urlsift/urlsift/scan"
	"github.com/urlsift/urlsift/scan/internal/old"
)

// The tests in this file compare the Scanner with the one before its rules were pure. They go when that goes. Only go test -tags long
// compiles both.

// topLevels are some top-level domains.
var topLevels = map[string]bool{"com": true, "org": true, "net": true, "edu": true, "example": true, "uk": true, "de": true, "yu": true, "gov": true}

// isMeant is the old Config.Means for topLevels.
func isMeant(name []byte) bool {
	name = bytes.TrimSuffix(name, []byte("."))
	name = name[bytes.LastIndexByte(name, '@')+1:]
	dot := bytes.LastIndexByte(name, '.')
	if last := name[dot+1:]; len(last) > 0 && '0' <= last[0] && last[0] <= '9' {
		return bytes.Count(name, []byte(".")) == 3 && len(bytes.Trim(name, "0123456789.")) == 0
	}
	for label := range bytes.SplitSeq(name, []byte(".")) {
		if n := len(label); n == 0 || n > 63 || label[0] == '-' || label[n-1] == '-' {
			return false
		}
	}
	return dot > 0 && topLevels[string(bytes.ToLower(name[dot+1:]))]
}

// oracleConfigs are the options to compare with, by a name.
var oracleConfigs = []struct {
	name   string
	config scan.Config
}{
	{"plain", scan.Config{}},
	{"lines", scan.Config{Lines: true}},
	{"short", scan.Config{MaxURL: 80}},
	{"iri", scan.Config{IRI: true}},
	{"defang", scan.Config{Deobfuscate: true}},
	{"guess", scan.Config{Guess: scan.GuessAll}},
	{"www", scan.Config{Guess: scan.GuessWWW}},
	{"csv", scan.Config{Delimiter: ','}},
	{"tsv", scan.Config{Delimiter: '\t'}},
	{"schemes", scan.Config{Schemes: []string{"chrome", "x"}, Opaque: []string{"doi", "tel"}}},
	{"guess,defang", scan.Config{Guess: scan.GuessAll, Deobfuscate: true}},
	{"iri,defang", scan.Config{IRI: true, Deobfuscate: true}},
	{"iri,guess", scan.Config{IRI: true, Guess: scan.GuessAll}},
	{"all", scan.Config{IRI: true, Guess: scan.GuessAll, Deobfuscate: true, Lines: true, MaxURL: 300}},
}

func oldConfig(c scan.Config) old.Config {
	return old.Config{
		Schemes: c.Schemes, Opaque: c.Opaque, IRI: c.IRI, Deobfuscate: c.Deobfuscate, Delimiter: c.Delimiter, Guess: old.Guess(c.Guess),
		MaxURL: c.MaxURL, Lines: c.Lines, Means: func(_ old.Guess, _, name []byte) bool { return isMeant(name) },
	}
}

// An outcome is a candidate in words.
type outcome struct {
	start, end int64
	said       string
}

func oldOutcomes(r io.Reader, config scan.Config) (list []outcome) {
	s := old.NewScanner(r, oldConfig(config))
	for c, err := s.Next(); err == nil; c, err = s.Next() {
		o := outcome{c.Start, c.End, fmt.Sprintf("%v %d-%d %d:%d %q %v before %q cut %v whole %v flaw %q escaped %v restored %v guess %v incomplete %v",
			c.Kind, c.Start, c.End, c.Line, c.Column, c.Text, c.Folds, c.Before, c.Cut, c.Whole, c.Flaw, c.Escaped, c.Restored, c.Guess, c.Incomplete)}
		if longer, ok := c.Longer(); ok {
			o.said += fmt.Sprintf(" longer %q", longer)
		}
		p, ok := c.Continue(old.Piece{}, 40)
		for n := 0; ok && n < 3; n++ {
			o.said += fmt.Sprintf(" next %q %d-%d %d %v", p.Text, p.Start, p.End, p.Width, p.Alone)
			p, ok = c.Continue(p, 40)
		}
		list = append(list, o)
	}
	return list
}

func newOutcomes(r io.Reader, config scan.Config) (list []outcome) {
	config.TopLevels = topLevels
	s := scan.NewScanner(r, config)
	taken := int64(0)
	for c, err := s.Next(); err == nil; c, err = s.Next() {
		if c.Start < taken {
			continue // in brackets or quotes
		}
		taken = c.End
		o := outcome{c.Start, c.End, fmt.Sprintf("%v %d-%d %d:%d %q %v before %q cut %v whole %v flaw %q escaped %v restored %v guess %v incomplete %v",
			c.Kind, c.Start, c.End, c.Line, c.Column, c.Text, c.Folds, c.Before, c.Cut, c.Whole, c.Flaw, c.Escaped, c.Restored, c.Guess, c.Incomplete)}
		if longer, ok := s.Longer(); ok {
			o.said += fmt.Sprintf(" longer %q", longer)
		}
		p, ok := s.Continue(scan.Piece{}, 40)
		for n := 0; ok && n < 3; n++ {
			o.said += fmt.Sprintf(" next %q %d-%d %d %v", p.Text, p.Start, p.End, p.Width, p.Alone)
			p, ok = s.Continue(p, 40)
		}
		list = append(list, o)
	}
	return list
}

// lacksAddress reports whether one of the old candidates has a scheme that needs an address, and none. The old Scanner took it for one
// if an "@" was anywhere before the next white space, and lost the URLs in it: "cid:1;to:http://a.example/;ftp://u:p@b.example".
func lacksAddress(list []outcome) bool {
	for _, o := range list {
		for _, scheme := range []string{"mailto:", "mid:", "cid:", "mailserver:"} {
			text := strings.ToLower(o.said[strings.IndexByte(o.said, '"')+1:])
			text = text[:max(0, strings.Index(text, "before"))]
			if strings.HasPrefix(text, scheme) && !strings.Contains(text, "@") {
				return true
			}
		}
	}
	return false
}

// differences returns in words where the outcomes for a text differ.
func differences(text string, want, got []outcome) (list []string) {
	if lacksAddress(want) || strings.Contains(text, "](") && strings.Contains(text, "@") {
		return nil // the old Scanner took the end of a link in Markdown from another candidate
	}
	context := func(o outcome) string {
		return fmt.Sprintf("%.240q", text[max(0, int(o.start)-60):min(len(text), int(o.end)+60)])
	}
	for len(want) > 0 || len(got) > 0 {
		switch {
		case len(want) > 0 && len(got) > 0 && (want[0] == got[0] || strings.Replace(want[0].said, `flaw "obfuscated"`, `flaw ""`, 1) == got[0].said):
			want, got = want[1:], got[1:]
			continue
		case len(got) == 0 || len(want) > 0 && want[0].start < got[0].start:
			list = append(list, fmt.Sprintf("lost:  %.300s\n in %s", want[0].said, context(want[0])))
			want = want[1:]
		case len(want) == 0 || got[0].start < want[0].start:
			list = append(list, fmt.Sprintf("new:   %.300s\n in %s", got[0].said, context(got[0])))
			got = got[1:]
		default:
			list = append(list, fmt.Sprintf("old: %.300s\nnew: %.300s\n in %s", want[0].said, got[0].said, context(want[0])))
			want, got = want[1:], got[1:]
		}
	}
	return list
}

// A piecewise reader returns n bytes at a time.
type piecewise struct {
	rest string
	n    int
}

func (r *piecewise) Read(p []byte) (int, error) {
	if r.rest == "" {
		return 0, io.EOF
	}
	n := copy(p[:min(r.n, len(p))], r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// compareOn compares the two Scanners on a text, with all options and reads of several sizes.
func compareOn(t testing.TB, name, text string, report func(string)) {
	for k, c := range oracleConfigs {
		if !oracleAtLength && k > 0 && k != 1+len(text)%(len(oracleConfigs)-1) {
			continue // one of the options besides none
		}
		want := oldOutcomes(strings.NewReader(text), c.config)
		for _, n := range []int{1 << 30, 4096, 7, 1} {
			if n < 4096 && len(text) > 1<<16 {
				break
			}
			for _, d := range differences(text, want, newOutcomes(&piecewise{text, n}, c.config)) {
				report(fmt.Sprintf("%s: %s in reads of %d: %s", name, c.name, n, d))
			}
		}
	}
}

func TestOracleFindsTheSameInTheCorpus(t *testing.T) {
	var n int
	seen := map[string]bool{}
	report := func(d string) {
		said := d[:strings.IndexByte(d, ':')] // one of each text
		if n++; !seen[said] && len(seen) < 40 {
			seen[said] = true
			t.Error(d)
		}
	}
	extracts, err := corpus.Extracts()
	require.NoError(t, err)
	options, err := corpus.Options()
	require.NoError(t, err)
	mails, err := corpus.Mails()
	require.NoError(t, err)
	for i, e := range slices.Concat(extracts, options, mails) {
		if e.Name == "guess/servers-in-programs" {
			continue // the old Scanner does not see that a guess fills the apostrophes around it
		}
		if i%6 == 0 || oracleAtLength {
			compareOn(t, e.Name, e.Text, report)
		}
	}
	for name := range corpus.WorstCases() {
		switch name {
		case "escaped-slashes":
			continue // the old Scanner cuts a URL whose end it knows
		case "open-fields":
			continue // the old Scanner does not see that quotes open on a line that ends in two
		}
		compareOn(t, name, string(corpus.Worst(name, 4000)), report)
	}
	t.Log(n, "differences")
}

// TestOracleFindsTheSameInRandomTexts joins pieces of texts of the corpus and marks that matter.
func TestOracleFindsTheSameInRandomTexts(t *testing.T) {
	extracts, err := corpus.Extracts()
	require.NoError(t, err)
	options, err := corpus.Options()
	require.NoError(t, err)
	var pieces []string
	for _, e := range append(extracts, options...) {
		for line := range strings.Lines(e.Text) {
			pieces = append(pieces, strings.Fields(line)...)
		}
	}
	marks := strings.Split("http://a.example/|http://b.example|https://c.example/?q=|ftp://u:p@d.example|mailto:a@b.example|<URL:|<|>|\"|'|(|)|[|]|{|}|"+
		"%29|#|?|&x=1|,|;|.|:|/|\\/|\\|http:\\/\\/e.example\\/|hxxp://|[.]| dot |&gt;|&amp;| |\n|\r\n|\n> |> |@uref{|](|url(|\x1b[1m|\x1b[K|\b|é|中|\u00ad|\xe9|*|_|-|=|=\n|+|=3D\"|\t|www.f.example/x|a@g.example|h.example:/x|URL:|wget ", "|")
	times := 300
	if oracleAtLength {
		times = 100_000
	}
	r := rand.New(rand.NewPCG(3, uint64(times)))
	n := 0
	for range times {
		var b strings.Builder
		for range 2 + r.IntN(16) {
			if r.IntN(4) == 0 {
				b.WriteString(pieces[r.IntN(len(pieces))])
			} else {
				b.WriteString(marks[r.IntN(len(marks))])
			}
		}
		text := b.String()
		c := oracleConfigs[r.IntN(len(oracleConfigs))]
		cut := []int{1, 7, 4096}[r.IntN(3)]
		for _, d := range differences(text, oldOutcomes(strings.NewReader(text), c.config), newOutcomes(&piecewise{text, cut}, c.config)) {
			if n++; n < 40 {
				t.Errorf("%s in reads of %d: %s", c.name, cut, d)
			}
		}
	}
	t.Log(n, "differences")
}

// oracleAtLength makes the comparisons try everything, which shows differences that are known: where the old Scanner was wrong. They are
// to be read, so they are in no tier.
var oracleAtLength = os.Getenv("ORACLE") != ""

// TestOracleFindsTheSameInFiles compares on the files named in ORACLE, separated by blanks: text, or JSON with "text" keys.
func TestOracleFindsTheSameInFiles(t *testing.T) {
	files := strings.Fields(os.Getenv("ORACLE"))
	if len(files) == 0 {
		t.Skip("ORACLE names no files")
	}
	n, found := 0, 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		report := func(d string) {
			if n++; n < 200 {
				fmt.Println(d)
			}
		}
		if texts := jsonTexts(file, data); texts != nil {
			for i, text := range texts {
				compareOn(t, fmt.Sprintf("%s %d", file, i), text, report)
			}
			continue
		}
		text := string(data)
		for _, c := range oracleConfigs {
			if only := os.Getenv("CONFIG"); only != "" && only != c.name {
				continue
			}
			want := oldOutcomes(strings.NewReader(text), c.config)
			found += len(want)
			for _, d := range differences(text, want, newOutcomes(&piecewise{text, 4096}, c.config)) {
				report(fmt.Sprintf("%s: %s: %s", file, c.name, d))
			}
		}
	}
	if n > 0 {
		t.Errorf("%d differences", n)
	}
	t.Log(found, "candidates")
}

// jsonTexts returns the values of "text" keys in a JSON array or in JSON Lines.
func jsonTexts(file string, data []byte) (texts []string) {
	type object struct {
		Text string `json:"text"`
	}
	switch {
	case strings.HasSuffix(file, ".json"):
		var list []object
		if json.Unmarshal(data, &list) == nil {
			for _, o := range list {
				texts = append(texts, o.Text)
			}
		}
	case strings.HasSuffix(file, ".jsonl"):
		for line := range bytes.Lines(data) {
			var o object
			if json.Unmarshal(line, &o) == nil {
				texts = append(texts, o.Text)
			}
		}
	}
	return texts
}
