package extract

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/corpus"
	"github.com/urlsift/urlsift/rfc1738"
	"github.com/urlsift/urlsift/scan"
)

// ruleOf returns the production that a rejected result violates.
func ruleOf(r Result) rfc1738.Rule { return r.Err.(*rfc1738.Error).Rule }

// urls returns the URLs in text, without line breaks.
func urls(t testing.TB, config Config, text string) []string {
	t.Helper()
	var list []string
	for r, err := range newExtractor(config).All(strings.NewReader(text)) {
		require.NoError(t, err)
		list = append(list, r.String())
	}
	return list
}

// The span of a result is exactly the URL with its line breaks, without anything of the
// sentence.
func TestSpansAreExact(t *testing.T) {
	text := "(see http://a.example/x). <URL:\n> http://b.example/\n>  y > and \"http://c.example/\r\nz\", *http://d.example/*!"
	var got []string
	for r, err := range All(strings.NewReader(text)) {
		require.NoError(t, err)
		got = append(got, text[r.Start:r.End])
	}
	require.Equal(t, []string{"http://a.example/x", "http://b.example/", "http://c.example/\r\nz",
		"http://d.example/"}, got)
}

func TestAConfigThatCannotBeMeantIsRefused(t *testing.T) {
	for _, config := range []Config{{MaxURL: -1}, {MaxURL: 1 << 40}, {Delimiter: '"'}, {Delimiter: '\n'},
		{Guess: 1 << 7}} {
		_, err := New(config)
		require.Error(t, err, "%+v", config)
	}
	for _, config := range []Config{{}, {MaxURL: 1}, {Delimiter: '\t', Guess: scan.GuessAll}} {
		_, err := New(config)
		require.NoError(t, err, "%+v", config)
	}
}

// A kept Result does not change when further results are found.
func TestKeptResultsStayAsTheyAre(t *testing.T) {
	text := "<URL:http://a.example/b-\nc/ d/~e> and http://b.example:99999/ http:///x \"http://c.example/\nx.\" " +
		strings.Repeat("x", 30) + " http://d.example/long/way/to/the/end/of/line\nfoo/bar.html " +
		strings.Repeat("http://z.example/ ", 10_000)
	for _, reuse := range []bool{false, true} {
		testKept(t, newExtractor(Config{Rejected: true, Lines: true, Reuse: reuse}), text)
	}
}

func testKept(t *testing.T, x *Extractor, text string) {
	var seen, kept []string
	var results []Result
	f := x.NewFinder()
	f.Reset(strings.NewReader(text))
	for r := (Result{}); f.Next(&r) == nil; {
		seen = append(seen, tell(r))
		results = append(results, r.Clone())
	}
	for r := range x.All(strings.NewReader(text)) {
		results = append(results, r)
	}
	require.Len(t, results, 2*len(seen))
	for _, r := range results {
		kept = append(kept, tell(r), tell(r.Clone()))
	}
	for i, s := range seen {
		for _, j := range []int{2 * i, 2*i + 1, 2 * (len(seen) + i), 2*(len(seen)+i) + 1} {
			require.Equal(t, s, kept[j])
		}
	}
	require.Contains(t, seen[0], "http://a.example/bc/d/~e", "a reading")
	require.Contains(t, seen[0], "%20d", "another")
	require.Contains(t, seen[4], "linefoo/bar.html", "a reading over the next line")
}

// tell describes a Result completely.
func tell(r Result) string {
	encoded, _ := r.Encoded()
	original, _ := r.Unwrapped()
	return fmt.Sprint(r.Kind, r.Start, r.End, r.Line, r.Column, r.Err, r.Truncated, r.Restored, r.String(),
		r.URL,
		r.Strict(), r.Broken, r.Deviations, slices.Collect(r.Readings()), encoded, original)
}

// Only methods that look at the input again depend on further results, and they panic.
func TestAStaleResultPanicsWhereItLooksAtTheInput(t *testing.T) {
	text := "http://a.example/~x http://b.example/"
	var first Result
	var told string
	f := newExtractor(Config{}).NewFinder()
	f.Reset(strings.NewReader(text))
	for r := (Result{}); f.Next(&r) == nil; {
		if first.String() == "" {
			first, told = r, tell(r)
			continue
		}
		for name, ask := range map[string]func(){
			"Readings": func() { _ = slices.Collect(first.Readings()) },
			"Around":   func() { first.Around(0, 0, 9) }, "Clone": func() { first.Clone() },
		} {
			require.PanicsWithValue(t, "extract: Readings or Around of a Result called after the next one was asked for; keep its Clone", ask, name)
		}
	}
	for r := range All(strings.NewReader(text)) {
		require.Equal(t, tell(r), told)
		break
	}
	require.Equal(t, "http://a.example/~x", first.URL.String())
	require.Len(t, first.Deviations, 1)
}

//ci:race
func TestAnExtractorIsUsedByManyAtOnce(t *testing.T) {
	x := newExtractor(Config{Guess: scan.GuessWWW})
	const text = "www.a.example www.b.example www.c.example"
	n := 0
	for range x.All(strings.NewReader(text)) {
		for range x.All(strings.NewReader(text)) {
			n++
		}
	}
	require.Equal(t, 9, n)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 100 {
				found := x.FindString(text)
				if len(found) != 3 || found[2].String() != "http://www.c.example" {
					t.Error(found)
				}
			}
		})
	}
	all.Wait()
}

func TestMethodsOfTheZeroResultReturnZeroValues(t *testing.T) {
	require.Equal(t, "bare 0 0 0 0 <nil> false false false false [] []", tell(Result{}))
	require.Equal(t, Result{}, Result{}.Clone())
}

func TestOnlyAURLWithALineBreakInItIsBroken(t *testing.T) {
	broken := map[string]bool{}
	for _, r := range FindString("<URL:http://a.example/\nb> \"http://b.example/.\n.\" \"http://c.example/\nd.\" http://d.example/\ne") {
		broken[r.String()] = r.Broken
	}
	require.Equal(t, map[string]bool{
		"http://a.example/b": true, "http://b.example/": false, "http://c.example/d": true,
		"http://d.example/": false,
	}, broken)
}

//ci:race
func TestFindIsSafeForGoroutines(t *testing.T) {
	var workers sync.WaitGroup
	for i := range 8 {
		workers.Go(func() {
			for n := range 200 {
				text := fmt.Sprintf("x http://h%d.example/%d, <URL:ftp://h.example/%d-\n%d>.", i, n, i, n)
				got := FindString(text)
				if len(got) != 2 || got[0].String() != fmt.Sprintf("http://h%d.example/%d", i, n) ||
					got[1].String() != fmt.Sprintf("ftp://h.example/%d-%d", i, n) {
					t.Errorf("%q: %v", text, got)
				}
			}
		})
	}
	workers.Wait()
	require.Nil(t, FindString("no colon"))
}

// Thirteen hyphens make 2^13-1 different readings.
func TestAllHyphensMakeReadings(t *testing.T) {
	for _, k := range []int{1, 2, 12, 13} {
		seen := map[string]bool{}
		for _, r := range FindString("<URL:http://a.example/" + strings.Repeat("b-\n", k) + "c>") {
			for reading := range r.Readings() {
				seen[reading.URL] = true
			}
		}
		require.Len(t, seen, 1<<k-1)
		require.True(t, seen["http://a.example/"+strings.Repeat("b", k)+"c"])
	}
}

// The minimum of MaxURL is one byte, which truncates every URL.
func TestAMaxURLOfOneByteCutsEveryURL(t *testing.T) {
	r, ok := newExtractor(Config{MaxURL: 1}).NewFinder().Attribute([]byte("http://a.example/"))
	require.True(t, !ok || r.Truncated)
	r, ok = newExtractor(Config{}).NewFinder().Attribute([]byte("http://a.example/"))
	require.True(t, ok && !r.Truncated)
}

// A URL of MaxURL bytes, including line breaks, is found in every kind of place. A longer
// one is reported as truncated.
func TestURLsOfMaxURLBytesAreNotCut(t *testing.T) {
	const longest = 100
	x := newExtractor(Config{MaxURL: longest})
	type found struct {
		kind scan.Kind
		size int
		cut  bool
	}
	find := func(text string) (list []found) {
		for r, err := range x.All(strings.NewReader(text)) {
			require.NoError(t, err)
			require.Equal(t, int(r.End-r.Start), len(text[r.Start:r.End]))
			list = append(list, found{r.Kind, int(r.End - r.Start), r.Truncated})
			if r.Truncated {
				require.False(t, r.Strict())
				require.Equal(t, rfc1738.URL{}, r.URL)
				require.Empty(t, slices.Collect(r.Readings()))
			}
		}
		return list
	}
	for marked, kind := range map[string]scan.Kind{
		"see % now": scan.Bare, "URL: %": scan.Prefixed, "<%>": scan.Angle, "<URL:%>": scan.Wrapped,
		"\"%\"":     scan.Quoted,
		"&lt;%&gt;": scan.Angle, "&lt;URL:%&gt;": scan.Wrapped, "(%)": scan.Bare, "'%'": scan.Bare,
	} {
		cut := kind
		if kind != scan.Prefixed {
			cut = scan.Bare
		}
		if kind == scan.Wrapped {
			cut = scan.Prefixed
		}
		for _, url := range []string{"http://a.example/%", "foo://a.example/%", "mailto:a@b.example?%",
			"http://u:p%@a.example", "http://a.example:80/?a(b)c#%"} {
			url = strings.ReplaceAll(url, "%", strings.Repeat("x", longest-len(url)+1))
			require.Len(t, url, longest)
			require.Equal(t, []found{{kind, longest, false}}, find(strings.ReplaceAll(marked, "%", url)),
				"%s %s", marked, url)
			url = strings.Replace(url, "x", "xx", 1)
			require.Equal(t, []found{{cut, longest, true}}, find(strings.ReplaceAll(marked, "%", url)),
				"%s %s", marked, url)
		}
		if kind == scan.Bare || kind == scan.Prefixed {
			continue
		}
		url := "http://a.example/\n" + strings.Repeat("x", longest-len("http://a.example/\n"))
		require.Equal(t, []found{{kind, longest, false}}, find(strings.ReplaceAll(marked, "%", url)), "%s %s",
			marked, url)
		require.Equal(t, []found{{cut, len("http://a.example/"), false}},
			find(strings.ReplaceAll(marked, "%", url+"x")), "%s %s", marked, url)
	}

	for value, size := range map[string]int{"http://a.example/%": longest,
		"\n http://a.example/\n% ": longest, "mailto:a@b.example?%": longest} {
		fill := longest - len(strings.TrimSpace(value)) + 1
		r, ok := x.NewFinder().Attribute([]byte(strings.ReplaceAll(value, "%", strings.Repeat("x", fill))))
		require.True(t, ok)
		require.False(t, r.Truncated)
		require.True(t, r.Strict())
		require.Equal(t, size, int(r.End-r.Start))
		r, ok = x.NewFinder().Attribute([]byte(strings.ReplaceAll(value, "%", strings.Repeat("x", fill+1))))
		require.True(t, ok)
		require.True(t, r.Truncated)
		require.False(t, r.Strict())
		require.Equal(t, rfc1738.URL{}, r.URL)
		require.Equal(t, longest, int(r.End-r.Start))
	}
	_, ok := x.NewFinder().Attribute([]byte("data:" + strings.Repeat("x", 2*longest)))
	require.False(t, ok)

	value := "http://a.example/" + strings.Repeat("x", scan.DefaultMaxURL)
	r, _ := newExtractor(Config{}).NewFinder().Attribute([]byte(value[:scan.DefaultMaxURL]))
	require.False(t, r.Truncated)
	r, _ = newExtractor(Config{}).NewFinder().Attribute([]byte(value[:scan.DefaultMaxURL+1]))
	require.True(t, r.Truncated)
}

func TestAddedSchemesAreFoundAndParsed(t *testing.T) {
	var g rfc1738.Grammar
	require.NoError(t, g.Register(rfc1738.Scheme{Name: "x-note", Opaque: true}))
	config := Config{Grammar: &g}
	require.Equal(t, []string{"x-note:12"}, urls(t, config, "see x-note:12, not y-note:b"))
	require.Empty(t, urls(t, Config{}, "see x-note:12"))
}

func TestJoinTakesTheLongestContinuation(t *testing.T) {
	text := "> > http://www.host.example/QuickPlace/project_green/Main.nsf/h_Index/\n" +
		"> > 6A2397B6F1B3DCB1C1256C4000357CE8/$FILE/image001.jpg?OpenElement&10\n> > 33033489\n> > and http://b.example/\n"
	joined := "http://www.host.example/QuickPlace/project_green/Main.nsf/h_Index/" +
		"6A2397B6F1B3DCB1C1256C4000357CE8/$FILE/image001.jpg?OpenElement&1033033489"
	x := newExtractor(Config{Join: true})
	var got []string
	for r, err := range x.All(strings.NewReader(text)) {
		require.NoError(t, err)
		got = append(got, r.String())
		if r.String() == joined {
			require.True(t, strings.HasSuffix(text[:r.End], "33033489"))
			require.Empty(t, slices.Collect(r.Readings()))
		}
	}
	require.Equal(t, []string{joined, "http://b.example/"}, got)

	// without it, the same is a reading
	for r := range All(strings.NewReader(text)) {
		readings := slices.Collect(r.Readings())
		require.Len(t, readings, 2)
		require.Equal(t, Reading{joined, ReasonNextLine}, readings[1])
		break
	}
}

// k hyphens make 2^k - 1 other readings, which are made only on demand.
func TestReadingsAreMadeOnDemand(t *testing.T) {
	for _, k := range []int{40, mostHyphens, mostHyphens + 1, 64, 65, 200} {
		text := "<URL:http://a.example/" + strings.Repeat("b-\n", k) + "c>"
		for r := range All(strings.NewReader(text)) {
			n := 0
			for reading := range r.Readings() {
				require.Equal(t, ReasonHyphen, reading.Why)
				if n++; n == 100 {
					break
				}
			}
			require.Equal(t, 100, n)
		}
	}
}

// A loop over readings may end after any of them.
func TestReadingsMayBeLeftAtAnyTime(t *testing.T) {
	long := strings.Repeat("x", 30) + " http://h.example/long/way/to/the/end/of/line"
	for text, n := range map[string]int{
		"<URL:gopher://h.example/1a b-\nc=\nd e>":                         3, // hyphen, space, soft-break
		"<URL:gopher://h.example/1a-\nb-\nc>":                             3,
		long + "/\na/" + strings.Repeat("b", 64) + "/\nc/d.html\nx y z\n": 2,
		long + "?a=\nb/c.html":                                            1,
		"http://h.example/x谢谢 now":                                        1,
		"http://h.example/":                                               0,
	} {
		f := newExtractor(Config{}).NewFinder()
		f.Reset(strings.NewReader(text))
		for r := (Result{}); f.Next(&r) == nil; {
			all := slices.Collect(r.Readings())
			require.Len(t, all, n, "%q", text)
			require.Equal(t, all, slices.Collect(r.Clone().Readings()), "%q", text)
			for stop := range n {
				for _, some := range []Result{r, r.Clone()} {
					i := 0
					for reading := range some.Readings() {
						require.Equal(t, all[i], reading)
						if i++; i > stop {
							break
						}
					}
					require.Equal(t, stop+1, i)
				}
			}
		}
	}
}

func TestWhatBelongsToTheSentenceIsTrimmed(t *testing.T) {
	for marked, want := range map[string]string{ // the text before, and the text
		" |a.": "a", " |a.,;:!?'": "a", " |a.b": "a.b", " |a's": "a", " |a's.": "a", " |'s": "", " |s": "s",
		" |as": "as", " |a/": "a/",
		" |a=20": "a", " |a?b=20": "a?b=20", " |a=200": "a=200", " |a20": "a20", " |=20": "", " |a.=20": "a",
		" *|a*": "a", " *|a**": "a*", " **|a**": "a", " **|a*": "a", " *|a_": "a_", " *_|a_*": "a",
		" *_|a*_": "a", "a*|a*": "a*", "0*|a*": "a*", "9*|a*": "a*",
		"Z*|a*": "a*", "*|a*": "a", "(*|a*": "a", " +|a+": "a", " #|a#": "a", " ~|a~": "a", " _|a_": "a",
		" =|a=": "a", " =|a?b=": "a?b=", "b=|a=": "a=", " ;=|a=": "a=", " |caf&eacute;": "caf&eacute;",
		" |a&b;.": "a&b", " -|a-": "a-", " *=|a=*": "a=*",
		"===|a===": "a", "===|a=====": "a", "---|a-": "a", "==|a==": "a==", "*==|a==": "a==",
		"====|a=*": "a=*", "x===|a===": "a", "***|a*****": "a",
		" |?a='b'": "?a='b'", " |?a='b'.": "?a='b'", " |?a%20'b'": "?a%20'b'", " |?a='b''": "?a='b'",
		" |?a=''": "?a=", "'|?a='b''": "?a='b",
		" |?a'b'": "?a'b", " |a='b'": "a='b", " |?a='b'c'": "?a='b'c",
		"*|a.*": "a", "*|a*.": "a", " ...|a...": "a", " ===|a..=": "a", "|a*": "a*", "|": "", "|.": "",
		" |-": "-", "   |a ": "a ",
	} {
		before, text, _ := strings.Cut(marked, "|")
		require.Equal(t, want, string(trim([]byte(text), []byte(before))), marked)
	}
}

// The first text of each pair has no URL. The second is completed to one.
func TestNothingButAURLWithItsSchemeAndHostIsFound(t *testing.T) {
	for none, one := range map[string]string{
		"www.host.example": "http://www.host.example", "joe@host.example": "mailto:joe@host.example",
		"host.example:/x": "ftp://host.example:/x", "//host.example/x": "http://host.example/x",
		"http://": "http://a", "http://...": "http://a", "http:///x": "http://a/x",
		"http://<host>/": "http://host/", "http:x": "http://x", "foo:x": "<URL:foo:x>",
		"foo://x":     "URL:foo://x",
		"http://a.1/": "http://a.b1/", "https://host:port/": "https://host:80/",
		"http://host.example:xxxx": "http://host.example:80", "http://%s.example/": "http://s.example/",
		"C://temp/x": "CD://temp/x", "ht://Dig": "ht://Dig/",
		"http://evil[.]example/x":    "http://evil.example/x",
		"http://m\xfcnchen.example/": "http://münchen.example/",
	} {
		require.Empty(t, FindString("see "+none+" now"), none)
		found := FindString("see " + one + " now")
		require.Len(t, found, 1, one)
		require.Equal(t, strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(one, "<"), "URL:"), ">"),
			found[0].String())
	}
}

func TestASchemeWithoutSlashesNeedsWhatItIsAbout(t *testing.T) {
	for want, texts := range map[bool][]string{
		true: {"http://a", "mailto:a@b", "mailto:a%40b", "MID:a@b", "cid:a@b", "mailserver:a@b", "news:a.b", "news:*",
			"snews:a@b", "tel:1"},
		false: {"mailto:a", "mailto:@b", "mailto:a@", "mid:a.b", "cid:a", "mailserver:a", "news:a", "snews:",
			"tel:", "a@b"},
	} {
		for _, text := range texts {
			require.Equal(t, want, meant([]byte(text)), text)
		}
	}
}

// The piece after "⏎" is on the line after a URL, and the number is the width of the
// URL's line.
func TestTheNextLineContinuesAURLIfItIsLikeTheRestOfOne(t *testing.T) {
	for _, test := range []struct {
		text  string
		width int
		want  bool
	}{
		{"http://a/b⏎c/d", 70, true}, {"http://a/b⏎c/d", 69, false}, // it would have fitted on the line
		// a word is broken
		{"http://a/b⏎c/defgh", 68, true}, {"http://a/b⏎c/defgh", 67, false},
		{"http://a/b/⏎c/defgh", 67, true}, {"http://a/b⏎/cdefgh", 67, true},
		{"http://a/b⏎c?d", 72, true}, {"http://a/b⏎c=d", 72, true}, {"http://a/b⏎c&d", 72, true},
		{"http://a/b⏎c%20", 72, true}, {"http://a/b⏎c_d", 72, true}, {"http://a/b⏎~cd", 72, true},
		{"http://a/b⏎c#d", 72, true},
		{"http://a/b⏎c.html", 72, true}, {"http://a/b⏎cde", 72, false}, {"http://a/b⏎c.longer", 72, false},
		{"http://a/b⏎c.d.example", 72, false}, {"http://a/b/⏎c.d.html", 72, true},
		// "$": alone on its line
		{"http://a/b⏎c1", 72, false}, {"http://a/b⏎c1$", 72, true}, {"http://a/b⏎cd$", 72, true},
		{"http://a/b⏎thanks$", 72, false}, {"http://a/b⏎Joe$", 72, false},
		{"http://a/b⏎thirteenbytes$", 72, false},
		{"http://a/b⏎http://c/", 72, false}, {"http://a/b⏎c@d/e", 72, false},
		{"http://a/b⏎www.c/d", 72, false}, {"http://a/b⏎'c/d", 72, false}, {"http://a/b⏎=-=-=", 72, false},
		{"http://a/b⏎12:30:05/", 72, true},
		{"http://a/b⏎1999/05/12", 72, false}, {"http://a/b⏎1999/05/c", 72, true},
		{"http://a/b⏎--c/d", 72, false}, {"http://a/b⏎-c/d", 72, true}, {"http://a/b⏎(c/d", 72, false},
		{"http://a/b⏎_c/d_", 72, false}, {"http://a/b⏎_c/d", 72, true}, {"http://a/b⏎.", 72, false},
	} {
		url, rest, _ := strings.Cut(test.text, "⏎")
		piece, alone := strings.CutSuffix(rest, "$")
		require.Equal(t, test.want, continues([]byte(url),
			scan.Piece{Text: []byte(piece), Width: test.width,
				Alone: alone}), "%s, %d", test.text, test.width)
	}
}

func TestDatesAndTextInQuotedPrintableAreRecognized(t *testing.T) {
	for name, rule := range map[string]struct {
		holds   func(text []byte) bool
		yes, no []string
	}{
		"date": {date.Match, []string{"12/05/1999", "1999-05-12", "12.5.99", "1999-05-12T10:00", "12/05/1999,"},
			[]string{
				"12/05", "12-05/1999", "12/005/1999", "1/2/3", "12/05/199", "12/05/1999/a", "12/05/1999a",
				"a/05/1999", "1999/05/1999",
			}},
		"quoted-printable": {mayBePrintable, []string{"a", "a=3Db", "a=", "=E9"},
			[]string{"a=b", "=3", "a=3xb", "a=="}},
	} {
		for want, texts := range map[bool][]string{true: rule.yes, false: rule.no} {
			for _, text := range texts {
				require.Equal(t, want, rule.holds([]byte(text)), "%s: %s", name, text)
			}
		}
	}
}

func TestReaderErrorsEndTheSequence(t *testing.T) {
	broken := errors.New("broken")
	var got []string
	var last error
	for r, err := range All(io.MultiReader(strings.NewReader("http://a/ http://b/"),
		iotest.ErrReader(broken))) {
		require.NoError(t, last)
		if last = err; err == nil {
			got = append(got, r.String())
		}
	}
	require.Equal(t, []string{"http://a/", "http://b/"}, got)
	require.Equal(t, broken, last)
}

func TestAnExtractorTakesOneInputAfterAnother(t *testing.T) {
	x := newExtractor(Config{Lines: true})
	for range 3 {
		for r, err := range x.All(strings.NewReader("a\nhttp://a/ http://b/")) {
			require.NoError(t, err)
			require.Equal(t, 2, r.Line)
			break // in the middle of the input
		}
	}
}

func TestExtractingNeedsNoAllocationPerURL(t *testing.T) {
	text, n := corpus.Generate(corpus.Densities[2], 1<<16, 1)
	x := newExtractor(Config{}).NewFinder()
	var r Result
	require.Less(t, testing.AllocsPerRun(5, func() {
		found := 0
		x.Reset(bytes.NewReader(text))
		for x.Next(&r) == nil {
			found++
		}
		require.Equal(t, n, found)
	}), 20.)
}

func TestTheAtOfAnAddressInALinkMayBeEscaped(t *testing.T) {
	for link, want := range map[string]bool{
		"mailto:joe%40host.example": true, "MAILTO:joe%40host.example?subject=x": true,
		"mailto:%40host.example": false, "mailto:joe%40": false,
		"mid:joe%40host.example": false, "mailto:joe": false,
	} {
		r, ok := newExtractor(Config{}).NewFinder().Attribute([]byte(link))
		require.Equal(t, want, ok, link)
		if ok {
			require.Equal(t, link, r.String())
		}
	}
}

// A browser drops the line break in a link, and not the blanks after it.
func TestAnIndentedLinkHasAReadingWithoutBlanks(t *testing.T) {
	r, ok := newExtractor(Config{}).NewFinder().Attribute([]byte("http://a.example/b_\n    c"))
	require.True(t, ok)
	require.Equal(t, "http://a.example/b_    c", r.String())
	require.Equal(t, []Reading{{"http://a.example/b_c", ReasonSpace}}, slices.Collect(r.Readings()))
}

// Browsers read a backslash as a slash in links with the schemes that they know, and in
// no others.
func TestBackslashesInAttributesAreSlashes(t *testing.T) {
	x := newExtractor(Config{})
	for value, want := range map[string]string{
		`https:\\evil.example\x\y?a=\b`: `https://evil.example/x/y?a=\b`,
		`http:/\evil.example/x`:         "http://evil.example/x",
		`HTTP:\/evil.example`:           "HTTP://evil.example",
		`ftp://a.example\b#c\d`:         `ftp://a.example/b#c\d`,
	} {
		r, ok := x.NewFinder().Attribute([]byte(value))
		require.True(t, ok, value)
		require.Equal(t, want, r.String())
		require.True(t, r.Restored)
	}
	for _, value := range []string{`foo:\\evil.example\x`, `\\evil.example\x`, `mailto:\joe`} {
		_, ok := x.NewFinder().Attribute([]byte(value))
		require.False(t, ok, value)
	}
}

// seed adds the texts of the corpus to a fuzz target.
func seed(f *testing.F) {
	extracts, err := corpus.Extracts()
	require.NoError(f, err)
	options, err := corpus.Options()
	require.NoError(f, err)
	for _, e := range append(extracts, options...) {
		f.Add(e.Text)
	}
	links, err := corpus.Parse("unwrap")
	require.NoError(f, err)
	for _, c := range links {
		f.Add(c.Text)
	}
	for name := range corpus.WorstCases() {
		f.Add(string(corpus.Worst(name, 300)))
	}
	f.Add("<http://host.example/a\"\n \".host.example/xx\bx" + strings.Repeat("/long-path", 12) + "\"\n ")
}

// The span of a result contains the bytes of its text. Parse accepts the strict results,
// and rejects those with deviations. The division of the input into reads does not
// matter.
func FuzzResultsAgreeWithTheTextAndTheParser(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, text string) {
		config := Config{MaxURL: 100, Lines: true, Rejected: true, IRI: len(text)%2 > 0,
			Deobfuscate: len(text)%3 == 0, Guess: scan.Guess(len(text) % 5 * 5)}
		last := int64(0)
		var whole, cut []string
		for r, err := range newExtractor(config).All(strings.NewReader(text)) {
			require.NoError(t, err)
			require.LessOrEqual(t, last, r.Start)
			require.Less(t, r.Start, r.End)
			require.LessOrEqual(t, r.End, int64(len(text)))
			last = r.End
			whole = append(whole, outcome(r))

			if !r.Restored && !r.Escaped && r.Guessed == 0 {
				require.True(t, subsequence(r.String(), text[r.Start:r.End]), "%q in %q", r.String(),
					text[r.Start:r.End])
			}
			if strings.ContainsAny(text[r.Start:r.End], "\x1b\b") {
				// sequences are folded out
			} else if r.Guessed != 0 && !r.Restored && !r.Truncated {
				require.Equal(t, text[r.Start:r.End], r.Written())
			} else if r.Kind < scan.Quoted && !r.Broken && !r.Truncated && !r.Restored && !r.Escaped &&
				!strings.Contains(text[r.Start:r.End], `\-`) {
				require.Equal(t, text[r.Start:r.End], r.String())
			}
			_, err := rfc1738.Parse(r.String())
			if !r.Truncated {
				require.Equal(t, err == nil && r.Err == nil, r.Strict(), "%q: %v", r.String(), err)
			}
			if encoded, ok := r.Encoded(); ok {
				_, _, err := rfc1738.ParseLenient(encoded, nil)
				require.NoError(t, err)
			}
			if original, ok := r.Unwrapped(); ok {
				_, _, err := rfc1738.ParseLenient(original, nil)
				require.NoError(t, err)
			}
			n := 0
			for reading := range r.Readings() {
				require.False(t, r.Err == nil && reading.URL == r.String(), "%s", reading.URL)
				_, _, err := rfc1738.ParseLenient(reading.URL, nil)
				require.NoError(t, err)
				if n++; n > 20 {
					break
				}
			}
		}
		for r, err := range newExtractor(config).All(iotest.OneByteReader(strings.NewReader(text))) {
			require.NoError(t, err)
			cut = append(cut, outcome(r))
		}
		require.Equal(t, whole, cut)
	})
}

// outcome renders a result and its first readings.
func outcome(r Result) string {
	var readings []Reading
	for reading := range r.Readings() {
		if readings = append(readings, reading); len(readings) == 20 {
			break
		}
	}
	return fmt.Sprint(r.Kind, r.Start, r.End, r.Line, r.Column, r.String(), r.Deviations, r.Err, readings)
}

// subsequence reports whether part is whole with bytes left out.
func subsequence(part string, whole string) bool {
	for i := 0; i < len(whole) && len(part) > 0; i++ {
		if whole[i] == part[0] {
			part = part[1:]
		}
	}
	return len(part) == 0
}

// Joining never loses a URL: URLs after a joined one are found as without Config.Join.
func FuzzJoinedResultsAreInOrder(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, text string) {
		last := int64(0)
		for r, err := range newExtractor(Config{Join: true, MaxURL: 200}).All(strings.NewReader(text)) {
			require.NoError(t, err)
			require.LessOrEqual(t, last, r.Start)
			require.LessOrEqual(t, r.End, int64(len(text)))
			require.True(t, r.Restored || r.Escaped || subsequence(r.String(), text[r.Start:r.End]))
			last = r.End
		}
	})
}

func TestDisguisedAttributesAreRestored(t *testing.T) {
	for value, want := range map[string]string{
		"hxxp[:]//host[.]example/x":  "http://host.example/x",
		" http:\\\\host.example\\a ": "http://host.example/a",
		"mailto:joe[at]host.example": "mailto:joe@host.example",
		"http://host.example/":       "http://host.example/",
		"page[.]html":                "",
		"host[.]example/x":           "",
	} {
		r, ok := newExtractor(Config{Deobfuscate: true}).NewFinder().Attribute([]byte(value))
		require.Equal(t, want != "", ok, value)
		if ok {
			require.Equal(t, want, r.String())
			require.Equal(t, r.String() != strings.TrimSpace(value), r.Restored)
		}
	}
}

// Links within links are opened a limited number of times.
func TestUnwrapOpensEightLinks(t *testing.T) {
	link := "http://a.example/"
	var links []string
	for range 9 {
		links = append(links, link)
		link = "https://www.google.com/url?q=" + url.QueryEscape(link)
	}
	for i, want := range links {
		original, ok := Unwrap("https://www.google.com/url?q=" + url.QueryEscape(want))
		require.True(t, ok)
		require.Equal(t, links[max(i-7, 0)], original)
	}
}

func TestAFinderWithoutAnInputIsAtItsEnd(t *testing.T) {
	x, err := New(Config{})
	require.NoError(t, err)
	f := x.NewFinder()
	for range 2 {
		r := Result{Start: 1}
		require.Equal(t, io.EOF, f.Next(&r))
		require.Equal(t, Result{}, r)
	}
	require.False(t, f.MayFind([]byte("text")))
	require.Zero(t, f.LineBreaks())
	f.Reset(strings.NewReader("see http://a.example/ now"))
	require.NoError(t, f.Next(new(Result)))
}

// The steps skipped for a plain candidate do not change its results.
func TestAPlainCandidateIsJudgedAsAnyOther(t *testing.T) {
	extracts, err := corpus.Extracts()
	require.NoError(t, err)
	plain := 0
	for _, rejected := range []bool{false, true} {
		x := newExtractor(Config{Rejected: rejected}).NewFinder()
		for _, e := range extracts {
			x.Reset(strings.NewReader(e.Text))
			for c, err := x.scanner.Next(); err == nil; c, err = x.scanner.Next() {
				if !c.Plain {
					continue
				}
				plain++
				var short, long Result
				wanted := x.judge(c, &short)
				c.Plain = false
				require.Equal(t, x.judge(c, &long), wanted, "%q in %s", c.Text, e.Name)
				short.generation = long.generation
				require.Equal(t, long, short, "%q in %s", c.Text, e.Name)
			}
		}
	}
	require.Greater(t, plain, 200)
}
