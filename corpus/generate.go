package corpus

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
)

// A Density is how many URLs a generated text has.
type Density struct {
	Name string
	// Spacing is about how many bytes of text there are for one URL.
	Spacing int
}

// Densities are those of prose, of mail with its signatures, and of a list of links.
var Densities = []Density{{"prose", 4200}, {"mixed", 500}, {"dense", 89}}

// Generate returns about size bytes of text in which URLs stand as they do in mail, and how many there are. The same
// arguments give the same text.
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
			fmt.Fprintf(&b, "\n\nOn %d May 1996 %02d:%02d, %s wrote:\n> ", 1+r.IntN(28), r.IntN(24), r.IntN(60), word(r))
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

// link returns a URL as it stands in a text.
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

// words is what generated sentences consist of.
var words = strings.Fields(`a about all also an and any archive are as at be been but by can could did do document for from
	had has have he her his how if in into is it its just like list mail make many may more most network new no not now of
	on one only or other our out over people protocol public said see server she should so some such system than that the
	their them then there these they this time to two up use was we were what when which who will with would year you`)

func word(r *rand.Rand) string { return words[r.IntN(len(words))] }

// WorstCases are patterns that, repeated, make a finder look far ahead, or back, or at the same bytes again and again.
var WorstCases = map[string]string{
	"wrappers":         "<URL:",
	"sequences":        "\x1b[m",
	"colours":          "http://a/\x1b[m(b",
	"open sequences":   "\x1b[",
	"open strings":     "\x1b]8;;",
	"links":            "\x1b]8;;http://a",
	"charsets":         "\x1b$Bhttp://",
	"struck over":      "a\ba:\b:/\b/",
	"underlined":       "_\b:_\b/",
	"backspaces":       "\b",
	"many backspaces":  strings.Repeat("http://", 20) + strings.Repeat("\b", 60),
	"underlines":       strings.Repeat("_", 100) + "\b:",
	"angles":           "<http:",
	"slashes":          "http://",
	"colons":           ":",
	"short schemes":    "a:",
	"brackets":         "http://a/(b[c{",
	"balanced":         "http://a/((((((((((((((((b))))))))))))))))",
	"reopened":         "http://a/(b.http://a/(b#",
	"dots":             ".",
	"dotted":           "http://a............",
	"endless URL":      "a/",
	"endless scheme":   "ab+",
	"hyphens":          "<URL:http://a/b-\n",
	"hyphen breaks":    "c-\n",
	"blanks":           "<URL:x" + " \t \t \t \t",
	"quotes":           "> <URL:http://a/\n> b\n> c\n",
	"lost quotes":      "<http://a/\n> b\n",
	"double quotes":    "\"http://x\n",
	"commas":           "http://a,",
	"entities":         "&lt;URL:",
	"ampersands":       "http://a/&",
	"users":            "http://a@",
	"users and more":   "http://a@b:c@",
	"page breaks":      "<URL:http://a/\n\n[Page 1]\n\f\nRFC\n\n",
	"broken schemes":   "<ht\ntp:",
	"broken again":     "<http\n" + strings.Repeat("://", 80) + strings.Repeat("A", 6000) + "\n",
	"late hashes":      strings.Repeat("http://h/(,a", 500) + "## ",
	"late quotes":      "\"http://h/x\n" + strings.Repeat("&", 6000) + "\" ",
	"lists of users":   "http://" + strings.Repeat("a,", 3000) + "@b ",
	"prefixes":         "URL : URL : ",
	"apostrophes":      "'http://a",
	"late apostrophes": "'http://a/" + strings.Repeat("b'c", 2000) + " ",
	"roff hyphens":     "http://a\\-b",
	"roff in paths":    "\\-b/c",
	"words for ports":  "http://a:b:c:",
	"tags":             "}http://a/{b",
	"rows":             "1,http://a/,b\n",
	"long rows":        strings.Repeat("1,http://a/,b,", 100) + "\n",
	"open fields":      "a,\"b\"\"\nc\",http://a/,b\nd,\"e http://a/,b\n",
	"no rows":          "1,http://a/,b\n1,2,http://a/,b,c\n",
	"scripts":          "http://a/中",
	"enclosed scripts": "（http://a/中）（http://a/中",
	"destinations":     "](http://a/(",
	"parameters":       "http://a/?(b&c=d",
	"routes":           "http://a/#b/c#d",
	"guesses":          "www.a.com(",
	"paths of hosts":   "a.com:/(",
	"addresses":        "a.b@c.com,",
	"at signs":         "a@",
	"domains":          "a.com/(b",
	"disguised dots":   "a[.]com/",
	"half a disguise":  "http://a.com[.",
	"masked colons":    "hxxp[:]//a",
	"underscores":      "http__a.com",
	"words for dots":   "hxxp://a dot ",
	"backslashes":      `http:\\a\(b`,
	"odd schemes":      "1xyz://ahttp://é",
	"no schemes":       "://",
	"styles":           "url(http://a中",
	"escaped lists":    "http://a\\_b,",
	"endless rows":     "http://a/,b,",
	"commands":         "http://a/[&#60;",
	"quoted fields":    "\"a\nb\",http://a/中[::1]/",
	"late blanks":      "http://a/" + strings.Repeat("=20", 16000) + " ",
	"foreign users":    "\xa0mailto:a@b.c",
	"Han hosts":        "http://中 ",
	"wrong slashes":    ";href=\"http:\\\\",
	"no URLs":          "a@\"http://x]",
	"escaped slashes":  `http:\/\/a\/(`,
	"disguised labels": "[.]a",
	"line ends":        "http://abcdefghij/abcdefghijabcdefghijabcdefghijabcdefghijabcdefghij\n",
}

// Worst repeats a pattern until it has size bytes. Some begin with a URL that the rest then continues.
func Worst(name string, size int) []byte {
	text := strings.Repeat(WorstCases[name], size/len(WorstCases[name])+1)[:size]
	switch name {
	case "endless URL", "roff in paths":
		text = "http://a/" + text
	case "hyphen breaks", "blanks":
		text = "<URL:http://a/" + text
	}
	return []byte(text)
}
