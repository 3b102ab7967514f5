package extract

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

const limitsFile = "testdata/limits.txt"

// stretches are texts with a place in which something is repeated: "§". They are read with the options after which a key is named.
var stretches = []struct {
	options  string
	config   Config
	most     int // how often it is repeated at most
	repeated []string
	texts    []string
}{
	{"", Config{}, 9_000, []string{"a", "1", " ", "\n", "\r\n", "z\n", "z-\n", "\n> ", ">", "a.", ".", "(", ")", "<", "*", "-", "'", "/", "%41", "é", "中", ",", "a,", "\"", "é.", "a b ", "@", ":", "#a", "../"}, []string{
		"§://h.example/x", "see §http://h.example/x", "http://§", "http://§h.example/x", "http://h.example§", "http://h.example/§", "http://h.example/x§ y", "http://h.example/x§y",
		"http://h.example/x?q=§", "http://h.example:§/", "http://h.example/(§x", "http://h.example/x§http://i.example/", "\"http://h.example/x§y\"", "\"http://h.example/x§\"", "\"§http://h.example/x\"",
		"<http://h.example/x§y>", "<http://h.example/x§>", "<§http://h.example/x>", "<http://h.example/x\n§y>", "<URL:http://h.example/x§y>", "<URL:http://h.example/x§>", "<URL:§http://h.example/x>",
		"<URL:http://h.example/x\n§y>", "<URL:http:§//h.example/x>", "<URL:http://h.example/x§", "URL:§http://h.example/x", "(§http://h.example/x)", "[x](http://h.example/x§)", "mailto:§@h.example", "mailto:joe@§h.example",
		"news:§", "news:comp.§x", "ftp://u:§@h.example/", "http://§@h.example/", "http://h.example/%§1", "http://h.example/§.html\nand", "http://h.example/§/\ny.html", "http://h.example/§-\ny.html",
		"http://h.example/x\n§y/z.html", "M§\nMs://h/x\n", "M2s://h/§\n", "§2s://h/x\n",
	}},
	{"", Config{}, 9_000, []string{"a", "\r\n", "z\n", ",", "a,", "\"\"", "a b ", "\n,"}, []string{
		"a,http://h.example/x,§,b\nc,http://h.example/y,d,e\nf,http://h.example/z,g,h\n",
		"§,http://h.example/x,b\nc,http://h.example/y,e\nf,http://h.example/z,h\n", "n,http://h.example/x,\"§\"\nc,http://h.example/y,e\nf,http://h.example/z,h\n",
		"1,\"§\",http://h.example/x,b\n2,c,http://h.example/y,e\n", "1,a,http://h.example/x,b\n§\n2,c,http://h.example/y,e\n3,d,http://h.example/z,f\n",
	}},
	{"most bytes of a URL", Config{MaxURL: 100}, 200, []string{"a", "%41", "\n", "a\n", ")", ".", "é"}, []string{
		"http://h.example/§", "http://h.example/x§ y", "<URL:http://h.example/x§>", "<http://h.example/x§y>", "\"http://h.example/x§y\"", "URL:http://h.example/x§", "mailto:§@h.example", "http://§.example/",
	}},
	{"most bytes of an IRI", Config{MaxURL: 100, IRI: true}, 200, []string{"a", "é", "中", "\ue000"}, []string{
		"http://h.example/§", "http://h.example/x§ y", "http://h.example/x?§y", "http://§.example/", "http://§.中/", "http://中§/x",
	}},
	{"most bytes of a URL by default", Config{}, 70_000, []string{"a"}, []string{"http://h.example/§", "<URL:http://h.example/§>", "<http://h.example/§>", "\"http://h.example/§\"", "mailto:§@h.example"}},
	{"deobfuscate", Config{Deobfuscate: true}, 5000, []string{"a", " ", "a.", "x[.]", "\n", "[", "]"}, []string{"hxxp://§[.]example/x", "hxxp://h[.]example/§", "http://h[.§]example/x", "http://h§[.]example/x", "§://h[.]example/x"}},
	{"iri", Config{IRI: true}, 5000, []string{"a", "é", "中", "中.", "は", "\u200d"}, []string{"http://§.example/x", "http://h.example/§", "http://h.example/x§y", "http://h.§/x", "http://h.example/?§\ue000"}},
	{"guess", Config{Guess: allGuesses}, 5000, []string{"a", "a.", "1", "/", "-", ".", " ", "é"}, []string{
		"www.§.com", "www.§com/x", "§www.a.com/x", "§.com/x", "a.com/§", "ftp.§.com/x", "h.a.com:/§", "h.a.com:§/pub", "§.a.com:/pub", "§@a.com", "joe@§.com", "joe@a§.com", "joe@a.com§",
	}},
}

// TestLimits pins how often what stands in a text may be repeated before something else is found in it. The golden file has a
// paragraph for each text and what is repeated in it, if anything changes; its lines have the number of repetitions from which on
// they say what is found. Its diff is to be read.
func TestLimits(t *testing.T) {
	const few = 3
	var b strings.Builder
	b.WriteString("Texts with something repeated in the place of §, and from how many repetitions on what is found. Written by go test ./extract -update.\n")
	for _, s := range stretches {
		s.config.Rejected = true
		x := New(s.config)
		for _, text := range s.texts {
			for _, unit := range s.repeated {
				find := func(n int) string {
					return shapeOf(t, x, strings.ReplaceAll(text, "§", strings.Repeat(unit, n)), unit)
				}
				last, changes := find(few), 0
				lines := fmt.Sprintf("\t%d: %s\n", few, last)
				for from, n := few, few+1; n <= s.most; from, n = n, n+1+n/16*8 {
					found := find(n)
					if found == last {
						continue
					}
					for from+1 < n {
						if middle := (from + n) / 2; find(middle) == last {
							from = middle
						} else {
							n = middle
						}
					}
					last = find(n)
					lines += fmt.Sprintf("\t%d: %s\n", n, last)
					if changes++; changes == 12 {
						lines += "\tand so on\n"
						break
					}
				}
				if changes > 0 {
					fmt.Fprintf(&b, "\n%s with %s\n%s", strings.TrimSpace(s.options+" "+escaped(text)), escaped(unit), lines)
				}
			}
		}
	}
	requireGolden(t, limitsFile, b.String())
}

// shapeOf describes what is found in a text, in which two or more of a unit are as good as any other number. Blanks and line breaks
// at the end of a unit may be gone.
func shapeOf(t *testing.T, x *Extractor, text, unit string) string {
	pattern := regexp.QuoteMeta(unit)
	if short := strings.TrimRight(unit, " >\r\n"); short != "" {
		pattern += "|" + regexp.QuoteMeta(short)
	}
	units := regexp.MustCompile("(?:" + pattern + "){2,}")
	shape := func(s string) string { return units.ReplaceAllString(s, "§") }
	var list []string
	for r, err := range x.Views(strings.NewReader(text)) {
		if err != nil {
			list = append(list, err.Error())
			continue
		}
		what := fmt.Sprintf("%s %s", r.Kind, shape(r.String()))
		if r.Err != nil {
			what = fmt.Sprintf("rejected %s %s%s", shape(r.String()), r.Err.Rule, r.Flaw)
		}
		if r.Cut {
			what += " cut"
		}
		if r.Err == nil {
			for reading := range r.Readings() {
				what += fmt.Sprintf(" (%s)", reading.Why)
				break
			}
		}
		list = append(list, what)
	}
	if list == nil {
		return "nothing"
	}
	if len(list) > 4 {
		list = append(list[:4], "and more")
	}
	return escaped(strings.Join(list, ", "))
}
