package corpus

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
)

// A Density is the frequency of URLs in a generated text.
type Density struct {
	Name string
	// Spacing is the approximate number of bytes of text per URL.
	Spacing int
}

// Densities holds those of prose, of mail with signatures, and of a list of links.
var Densities = []Density{{"prose", 4200}, {"mixed", 500}, {"dense", 89}}

// Generate returns about size bytes of text with URLs in the forms of mail, and the
// number of URLs. The same arguments produce the same text.
func Generate(d Density, size int, seed uint64) (text []byte, urls int) {
	r := rand.New(rand.NewPCG(seed, uint64(d.Spacing)))
	var b bytes.Buffer
	b.Grow(size + 4096)
	column, due := 0, 0
	write := func(word string) {
		if column+len(word) > 72 {
			b.WriteByte('\n')
			column = 0
		} else if column > 0 {
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	for b.Len() < size {
		if b.Len() >= due {
			write(link(r))
			urls++
			due = b.Len() + d.Spacing*3/4 + r.IntN(d.Spacing/4+1) - 20
		}
		switch n := r.IntN(400); {
		case n == 0:
			fmt.Fprintf(&b, "\n\nOn %d May 1996 %02d:%02d, %s wrote:\n> ", 1+r.IntN(28), r.IntN(24),
				r.IntN(60), word(r))
			column = 2
		case n < 4:
			write(word(r) + ":")
		default:
			write(word(r))
		}
	}
	b.WriteByte('\n')
	return b.Bytes(), urls
}

// link returns a URL in a form of running text.
func link(r *rand.Rand) string {
	scheme := []string{"http", "http", "http", "https", "ftp", "gopher"}[r.IntN(6)]
	host := fmt.Sprintf("www.%s%d.example", word(r), r.IntN(1000))
	path := ""
	for range r.IntN(5) {
		path += "/" + word(r)
	}
	path += []string{"/", ".html", "/~" + word(r), "/a_b-c.d", ""}[r.IntN(5)]
	if path == ".html" {
		path = "/index.html"
	}
	url := scheme + "://" + host + path
	switch r.IntN(8) {
	case 0:
		return "<URL:" + url + ">"
	case 1:
		return "<" + url + ">"
	case 2:
		return "(" + url + ")."
	case 3:
		return url + ","
	}
	return url
}

// words are the words of generated sentences.
var words = strings.Fields(`a about all also an and any archive are as at be been but by can could did do
	document for from had has have he her his how if in into is it its just like list
	mail make many may more most network new no not now of on one only or other our out
	over people protocol public said see server she should so some such system than that
	the their them then there these they this time to two up use was we were what when
	which who will with would year you`)

func word(r *rand.Rand) string { return words[r.IntN(len(words))] }

// WorstCases returns the cases of worst.txt by name: the beginning, and the pattern after
// it that Worst repeats.
var WorstCases = sync.OnceValue(func() map[string][2]string {
	text, err := files.ReadFile("worst.txt")
	if err != nil {
		panic(err)
	}
	cases := map[string][2]string{}
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if _, ok := cases[words[0]]; ok {
			panic("worst.txt has two cases " + words[0])
		}
		var c [2]string
		for _, word := range words[1:] {
			once, isOnce := strings.CutPrefix(word, "^")
			number, repeated, _ := strings.Cut(word, "*")
			switch n, err := strconv.Atoi(number); {
			case isOnce:
				c[0] += unescape(once)
			case err == nil:
				c[1] += strings.Repeat(unescape(repeated), n)
			default:
				c[1] += unescape(word)
			}
		}
		cases[words[0]] = c
	}
	return cases
})

// Worst returns a case of worst.txt with its pattern repeated to size bytes.
func Worst(name string, size int) []byte {
	c := WorstCases()[name]
	return []byte(c[0] + strings.Repeat(c[1], size/len(c[1])+1)[:size])
}
