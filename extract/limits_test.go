package extract

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/internal/testkit"
	"github.com/urlsift/urlsift/scan"
)

// TestEachLimitIsExact states how often a string may be repeated in place of "§", and the
// result for one more, for the limits that corpus/extract/limits.txtar does not state. In
// results, "§" replaces two or more repetitions.
func TestEachLimitIsExact(t *testing.T) {
	short, iri := Config{MaxURL: 100}, Config{MaxURL: 100, IRI: true}
	plain, guess, deobfuscate := Config{}, Config{Guess: scan.GuessAll}, Config{Deobfuscate: true}
	for _, c := range []struct {
		config     Config
		text, unit string
		most       int
		with, then string
	}{
		// the name of a scheme
		{plain, "<§http://h.example/x>", "a", 60, "angle §http://h.example/x", "bare http://h.example/x"},
		{deobfuscate, "§://h[.]example/x", "a", 64, "bare §://h.example/x", "nothing"},
		// rows of a table, and the names of its columns
		{plain, "§,http://h.example/x,b\nc,http://h.example/y,e\nf,http://h.example/z,h\n", "a", 1535,
			"bare http://h.example/x, bare http://h.example/y, bare http://h.example/z",
			"bare http://h.example/x,b, bare http://h.example/y, bare http://h.example/z"},
		{plain, "1,\"§\",http://h.example/x,b\n2,c,http://h.example/y,e\n", "z\n", 755,
			"bare http://h.example/x, bare http://h.example/y",
			"bare http://h.example/x, bare http://h.example/y,e"},
		{plain, "1,a,http://h.example/x,b\n§\n2,c,http://h.example/y,e\n3,d,http://h.example/z,f\n", "a",
			1533,
			"bare http://h.example/x, bare http://h.example/y, bare http://h.example/z",
			"bare http://h.example/x,b, bare http://h.example/y, bare http://h.example/z"},
		// the bytes of a URL
		{plain, "http://h.example/§", "a", 65_519, "bare http://h.example/§", "bare http://h.example/§ cut"},
		{short, "http://h.example/§", "%41", 27, "bare http://h.example/§", "bare http://h.example/§%4 cut"},
		{short, "http://h.example/§", "é", 41, "bare http://h.example/§", "bare http://h.example/§\xc3 cut"},
		{short, "http://h.example/x§", ".", 82, "bare http://h.example/x", "bare http://h.example/x§ cut"},
		{short, "http://§.example/", "a", 84, "bare http://§.example/", "bare http://§.example cut"},
		{short, "<URL:http://h.example/x§>", "a\n", 40, "wrapped http://h.example/x§",
			"prefixed http://h.example/xa"},
		{iri, "http://h.example/x?§y", "中", 26, "bare http://h.example/x?§y",
			"bare http://h.example/x?§ cut"},
		{iri, "http://h.example/x?§y", "\ue000", 26, "bare http://h.example/x?§y",
			"bare http://h.example/x?§ cut"},
		{iri, "http://§.中/", "é", 44, "bare http://§.中/", "bare http://§.\xe4\xb8 cut"},
		// the labels of a host, its name, and the text before an "@" or a path, in
		// guesses
		{guess, "www.§.com", "a", 63, "bare http://www.§.com", "nothing"},
		{guess, "www.§com/x", "a.", 123, "bare http://www.§com/x", "nothing"},
		{guess, "§.com/x", "é", 31, "bare http://§.com/x", "nothing"},
		{guess, "ftp.§.com/x", "a", 63, "bare ftp://ftp.§.com/x", "nothing"},
		{guess, "§.a.com:/pub", "a", 63, "bare ftp://§.a.com/pub", "nothing"},
		{guess, "h.a.com:§/pub", "a", 64, "bare ftp://h.a.com/§/pub", "nothing"},
		{guess, "§@a.com", "a", 64, "bare mailto:§@a.com", "nothing"},
		{guess, "joe@§.com", "a", 63, "bare mailto:joe@§.com", "nothing"},
	} {
		c.config.Rejected = true
		x := newExtractor(c.config)
		for _, s := range []struct {
			n    int
			want string
		}{{2, c.with}, {c.most, c.with}, {c.most + 1, c.then}} {
			require.Equal(t, s.want, shapeOf(t, x, c.text, c.unit, s.n), "%q with %d of %q", c.text, s.n,
				c.unit)
		}
	}
}

// Without a known limit, a string in a text may be repeated any number of times.
//
//ci:long
func TestWhereNoLimitIsKnownATextMayBeRepeated(t *testing.T) {
	for _, s := range []struct {
		config   Config
		repeated []string
		texts    []string
	}{
		{Config{}, []string{"a", "1", " ", "\n", "\r\n", "z\n", "z-\n", "\n> ", ">", "a.", ".", "(", ")", "<",
			"*", "-", "'", "/", "%41", "é", "中", ",", "a,", "\"", "é.", "a b ", "@", ":", "#a", "../"}, []string{
			"see §http://h.example/x", "http://§", "http://§h.example/x", "http://h.example§",
			"http://h.example/§", "http://h.example/x§ y", "http://h.example/x§y", "http://h.example/x?q=§",
			"http://h.example:§/", "http://h.example/(§x", "http://h.example/x§http://i.example/",
			"\"§http://h.example/x\"", "<http://h.example/x§y>", "<http://h.example/x§>",
			"<http://h.example/x\n§y>",
			"<URL:http://h.example/x§y>", "<URL:http://h.example/x§>", "<URL:§http://h.example/x>",
			"<URL:http://h.example/x\n§y>", "<URL:http:§//h.example/x>", "<URL:http://h.example/x§",
			"[x](http://h.example/x§)",
			"mailto:§@h.example", "mailto:joe@§h.example", "news:§", "news:comp.§x", "ftp://u:§@h.example/",
			"http://§@h.example/", "http://h.example/%§1", "http://h.example/§.html\nand",
			"http://h.example/x\n§y/z.html",
			"M§\nMs://h/x\n", "M2s://h/§\n",
		}},
		{Config{Deobfuscate: true}, []string{"a", " ", "a.", "\n", "[", "]"},
			[]string{"hxxp://§[.]example/x", "hxxp://h[.]example/§", "http://h[.§]example/x",
				"http://h§[.]example/x"}},
		{Config{IRI: true}, []string{"a", "é", "中", "中.", "は"},
			[]string{"http://§.example/x", "http://h.example/§", "http://h.example/x§y", "http://h.§/x",
				"http://h.example/?§\ue000"}},
		{Config{Guess: scan.GuessAll}, []string{"a", "a.", "1", "/", "-", ".", " ", "é"},
			[]string{"a.com/§", "joe@a.com§"}},
	} {
		s.config.Rejected = true
		x := newExtractor(s.config)
		for _, text := range s.texts {
			for _, unit := range s.repeated {
				want := shapeOf(t, x, text, unit, 3)
				for _, n := range []int{40, testkit.Times(1_500, 8_000)} {
					require.Equal(t, want, shapeOf(t, x, text, unit, n), "%q with %d of %q", text, n, unit)
				}
			}
		}
	}
}

// shapeOf describes the results for a text with n repetitions of unit in place of "§". In
// results, "§" replaces two or more repetitions. Blanks and line breaks at the end of a
// unit may be gone.
func shapeOf(t *testing.T, x *Extractor, text, unit string, n int) string {
	pattern := regexp.QuoteMeta(unit)
	if short := strings.TrimRight(unit, " >\r\n"); short != "" {
		pattern += "|" + regexp.QuoteMeta(short)
	}
	units := regexp.MustCompile("(?:" + pattern + "){2,}")
	shape := func(s string) string { return units.ReplaceAllString(s, "§") }
	var list []string
	for r, err := range x.All(strings.NewReader(strings.ReplaceAll(text, "§", strings.Repeat(unit, n)))) {
		require.NoError(t, err)
		what := fmt.Sprintf("%s %s", r.Kind, shape(r.String()))
		if r.Err != nil {
			what = fmt.Sprintf("rejected %s %s%s", shape(r.String()), ruleOf(r), r.Flaw)
		}
		if r.Truncated {
			what += " cut"
		}
		if r.Err == nil {
			for reading := range r.Readings() {
				what += fmt.Sprintf(" (%s)", reading.Why)
				break
			}
		}
		if list = append(list, what); len(list) == 5 {
			return strings.Join(list[:4], ", ") + ", and more"
		}
	}
	if list == nil {
		return "nothing"
	}
	return strings.Join(list, ", ")
}
