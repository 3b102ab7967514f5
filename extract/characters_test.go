package extract

import (
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"github.com/urlsift/urlsift/internal/testkit"
	"github.com/urlsift/urlsift/scan"
)

const charactersFile = "testdata/characters.txt"

// places are texts with a URL in each and a mark "§" where other text is inserted. They
// are read with the options named by the key.
var places = []struct {
	options  string
	config   Config
	inserted []string
	texts    []string
}{
	{"", Config{}, inserted, []string{
		"§http://a.example/", "x §http://a.example/x y", "http§://a.example/", "http:§//a.example/",
		"h§ttp://a.example/x",
		"http://§a.example/x", "http://a§b.example/x", "http://a.exam§ple", "http://a.example§",
		"http://a.example§x", "http://a.example.§/x",
		"http://a.example:§80/", "http://a.example:80§/x", "http://a.example:80§", "http://§192.0.2.1/x",
		"http://192.0.2.1§", "http://[::1§]/x",
		"http://u§v@a.example/x", "http://a.example/§", "http://a.example/x§", "http://a.example/x§y",
		"http://a.example/x§ y",
		"http://a.example/x§\ny", "http://a.example/x§§", "http://a.example/(x§y) z", "http://a.example/?§",
		"http://a.example/?q=§x",
		"http://a.example/?q=x§", "http://a.example?§", "http://a.example/#§", "http://a.example/#x§y",
		"http://a.example/#x§", "http://a.example/%§1",
		"http://a.example/%4§", "http://a.example/x§http://b.example/",
		"http://a.example/x,§http://b.example/y",
		"\"http://a.example/x§\"", "\"http://a.example/x§y\"", "\"§http://a.example/x\"",
		"'http://a.example/x§y'", "`http://a.example/x§`",
		"\"http://a.example/x§\ny\"", "(http://a.example/x§)", "(http://a.example/x§y)",
		"[http://a.example/x§]", "[x](http://a.example/x§)", "{http://a.example/x§y}",
		"*http://a.example/x§*", "***http://a.example/x§***", "---http://a.example/x§",
		"**http://a.example/x§**", "http://a.example/a/long/name/of/a/file/in/a/folder/of/a/host/x§\n12.5.99 y", "http://a.example/a/long/name/of/a/file/in/a/folder/of/a/host/x§\n12/5/99 y", "http://a.example/a/long/name/of/a/file/in/a/folder/of/a/host/x\n§.html y", "_http://a.example/x§_", "<a href=http://a.example/x§y>", "x=http://a.example/x§", "\\url{http://a.example/x§y}",
		"<http://a.example/x§>", "<http://a.example/x§y>", "<§http://a.example/x>", "<http://a.example§y/x>",
		"<http://a.example/x§\ny>",
		"<http://a.example/x-§\ny>", "<URL:http://a.example/x§>", "<URL:http://a.example/x§y>",
		"<URL:§http://a.example/x>", "<URL§http://a.example/x>",
		"<URL:http://a.example/x§\ny>", "<URL:http://a.example/x\n§y>", "<URL:http://a.example/x-\n§y>",
		"<URL:http://a.example/x§", "URL:http://a.example/x§",
		"URL:§http://a.example/x", "§URL:http://a.example/x", "<§URL:http://a.example/x>",
		"> <URL:http://a.example/x\n§y>", "§<URL:http://a.example/x\n> y>",
		"http://a.example/long/name-\n§y.html", "http://a.example/a/long/name§\ny.html",
		"http://a.example/a/long/name/\n§/y.html",
		"a,http://a.example/x,§\nb,http://a.example/y,c\nc,http://a.example/z,d\n",
		"a;http://a.example/x§;b\nb;http://a.example/y;c\nc;http://a.example/z;d\n",
		"ftp://u§v@h.example/x", "ftp://u:p§w@h.example/x", "ftp://h.example/a§b;type=i",
		"ftp://h.example/a;type=§", "ftp://h.example/a§;type=a",
		"mailto:a§b@h.example", "mailto:§a@h.example", "mailto:a@h§.example", "mailto:a@h.example§",
		"news:a§b@h.example", "news:comp.a§b", "news:comp.a§",
		"news:§comp.a", "nntp://h.example/comp.a§/1", "gopher://h.example/§a", "gopher://h.example/1a§b",
		"gopher://h.example/1a%09§",
		"telnet://u:p@h.example§", "telnet://u§@h.example:23/", "wais://h.example/d§b",
		"wais://h.example/d?q§", "wais://h.example/d/t§/p",
		"file:///a§b", "file://h§/a", "file:///§:/x", "prospero://h.example/a§b;c=d",
		"prospero://h.example/a;§=d", "https://h.example/a§b",
		"http:\\/\\/a.example\\/x§y", "\"http:\\/\\/a.example\\/x§\\/y\"", "http:\\/\\/a.example§\\/x z",
		"{\\\"u\\\":\\\"http:\\\\/\\\\/a.example\\\\/x§y\\\"}", "http://a.example/x\\u00§6y",
		"http://a.example/x\\x§6y",
		"http://a.example/x\\§y", "http://a.example/\\~{§}x", "http://a.example/{\\§}x",
		"http://a.example/{\\~§x", "http://a.example/{\\~}§x", "http://a.example/$\\sim§$x",
		"http://a.example/\\~{}x§y", "http://a.example/x\\-§y", "\\f(CWhttp://a.example/x§",
		"\\f§http://a.example/x", "\\f(§http://a.example/x", "\\*(§http://a.example/x",
		"\\(§http://a.example/x", "# §http://a.example/x", "http://a\\§.example/x", "http://a.example/x\\&§y",
		"http://a.example/x&§;y", "http://a.example/x&#§;y", "http://a.example/x&amp§y",
		"'http:\\/\\/a.example\\/x§y'", "http:\\/\\/a.example:8§0\\/x", "http\\:§//a.example/x",
		"http:§\\a.example\\x", "href=\"http:\\§\\a.example\\x\"", "=22http://a.example/x§=22",
		"http://a.example/x=3D§y", "http%3A§%2F%2Fa.example%2Fx",
		"foo§://h.example/x", "§foo://h.example/x", "foo://h§/x", "foo://h.example/a§b", "foo://h.example§",
		"foo:§//h", "foo://§", "<foo://h§>", "http://h§", "http://h§/",
		"M000000000000000000002S://X0QAY00000000000000000000000000000§\n",
		"§000000000000000000002S://X0QAY000000000000000000000000000000\n",
	}},
	{"tables", Config{}, inserted, []string{
		"a,http://a.example/x§,b\nc,http://a.example/y,d\n",
		"id,url,n\n1,http://a.example/x§,2\n2,http://a.example/y,3\n",
		"http://a.example/x§,1,2\nhttp://a.example/y,3,4\nhttp://a.example/z,5,6\n",
		"1,2,http://a.example/x§\n3,4,http://a.example/y\n5,6,http://a.example/z\n",
		"1,\"a§b\",http://a.example/x,2\n3,c,http://a.example/y,4\n",
		"1,\"a\n§b\",http://a.example/x,2\n3,c,http://a.example/y,4\n",
		"1,a§b,http://a.example/x,2\n3,c,http://a.example/y,4\n",
		"1,a,http://a.example/x?q§,2\n3,c,http://a.example/y,4\n5,e,http://a.example/z,6\n",
		"1,a,http://a.example/x,2§3,c,http://a.example/y,4\n5,e,http://a.example/z,6\n",
		"1,a,http://a.example/0,1413,,0§0.html,2,3\n",
		"name§,url\nx,http://a.example/x\n", "url§,n\nhttp://a.example/x,1\n",
		"1;a;http://a.example/x§;b\n2;c;http://a.example/y;d\n",
		"1,http://a.example/x§\n2,http://a.example/y\n3,http://a.example/z\n",
		"http://a.example/x.html,§\nhttp://a.example/y.html,2\nhttp://a.example/z.html,3\n",
		"http://a.example/x?a.html,§\nhttp://a.example/y?b.html,2\nhttp://a.example/z?c.html,3\n",
		"http://a.example/x@a.html,§\nhttp://a.example/y@b.html,2\nhttp://a.example/z@c.html,3\n",
		"x http://a.example/x.html,§\nx http://a.example/y.html,2\nx http://a.example/z.html,3\n",
		"1,2§http://a.example/x,3\n1,2,http://a.example/y,3\n1,2,http://a.example/z,3\n",
		"text, http://a.example/x,§ and more, text\n", "see http://a.example/x§,y and http://b.example/,z\n",
		"a,b,c,d,e,http://a.example/x,§f\n",
		"http://a.example/a.htm,§http://a.example/b.htm,1\n",
		"http://a.example/5§,1,2\nhttp://a.example/6,3,4\n",
		"1,\"a\nb\"\"c§\nd\",http://a.example/x,2\n3,c,http://a.example/y,4\n",
	}},
	{"schemes", Config{}, schemeNames, []string{"see §://h.example/x", "text§://h.example/x",
		"a,§://h.example/x", "see §:joe@h.example", "see §:joe", "see §:joe@", "see §:@h", "see §:a.b",
		"<§:joe@h.example>", "<§://h.example/x|http://i.example/y>", "<see §://h.example/%zz>",
		"\"§://h.example/%zz\nhttp://i.example/\"", "<URL:§://h.example/x>", "<§:\n//h.example/x>",
		"X§://h.example/x", "§://h", "§:x"}},
	{"schemes deobfuscate", Config{Deobfuscate: true}, schemeNames,
		[]string{"see §://h.example/x", "text.§://h.example/x", "see §[:]//h[.]example/x",
			"<§\n://h.example/x>", "<§:\n//h.example/x>", "(§:\n//h.example/x)", "x,§://h.example/x"}},
	{"schemes broken deobfuscate", Config{Deobfuscate: true}, brokenNames,
		[]string{"<§://h.example/x>", "see §://h.example/x", "<URL:§://h.example/x>"}},
	{"letters", Config{}, letters, []string{"http://a§b.example/x", "http://a.example/x§y"}},
	{"letters iri", Config{IRI: true}, letters,
		[]string{"http://a§b.example/x", "http://a.example/x§y", "http://a.example/x§",
			"http://§.example/x"}},
	{"deobfuscate", Config{Deobfuscate: true}, inserted, []string{
		"see hxxp://www§com/x now", "see hxxp://a dot b§ x", "see hxxp://a dot §c x",
		"see hxxp://a§dot b c x", "hxxp:// a§b.example/x", "hxxp:// host §[.] example /x",
		"h x x p§://a.example", "xhxxp§://a.example/x",
		"http__§a.example/x", "http:\\§a.example\\x", "http://a[.]example[/]x§y", "hxxp://a[.]example:8§0/x",
		"hxxp://u@a[.]example§/x", "hxxp://www [.] a [.] example§",
		"h§p://a.example/x", "hxxp§//a.example/x", "hxxp://a§example/x", "http://a§b.example/x",
		"http://a.example§80/x", "http://a.example/x§y", "http://a.example[.§]b/x",
	}},
	{"guess names", Config{Guess: scan.GuessAll}, hostNames,
		[]string{"§/joe/tool:latest", "see §/x", "see §", "§.", "(§)", "www.§/x", "joe@§", "§:/pub",
			"§/a.§/b"}},
	{"guess", Config{Guess: scan.GuessAll}, inserted,
		[]string{"URL:§www.a.com/x", "URL:joe§@a.com", "<URL:www.a.com/§x>", "h.a.com:pub/§", "h.a.com:§",
			"joe@h.a.com:§pub", "x h.a.com:/pub/§ y"}},
	{"guess words", Config{Guess: scan.GuessAll}, leadWords,
		[]string{"§ www.a.com x", "x\n§ www.a.com x", "x\t§ a.com/x", "§www.a.com", "x§ ftp.a.com y",
			"§ 'www.a.com'"}},
	{"guess locals", Config{Guess: scan.GuessAll}, localParts, []string{"§@a.com", "<§@a.com>"}},
	{"guess deobfuscate", Config{Guess: scan.GuessAll, Deobfuscate: true}, inserted, []string{
		"joe[at]a[.]com§", "joe§a[.]com", "joe[at]a§com", "§joe@a[.]com", "www[.]a[.]com§/x", "www§a[.]com/x",
		"a[.]com§/x", "a[.§com/x", "§a[.]com/x", "a§com/x", "1.2.3[.]4§/x", "1.2.3§4/x", "joe § a.com",
		"ftp[.]a[.]com:/§pub",
	}},
	{"iri", Config{IRI: true}, inserted, []string{"http://a.example/x§\ue000y", "http://a.example/?x§\ue000y",
		"http://a.example/x§中?\ue000#\ue000", "http://é§.example/x", "中http://a.example/§中",
		"http://a§b.example/x", "http://a.example/x§", "http://a.example/x§y", "http://a.example§"}},
	{"guess", Config{Guess: scan.GuessAll}, inserted, []string{
		"a.com:§/x", "a.com:8§ x", "www.a.com:§80/x", "//§www.a.com", "/§www.a.com/x", ":§//www.a.com",
		"x/§a.com/x", "(§a.com/x)", "<§joe@a.com>", "<joe@a.com§>", "\"§www.a.com\"", "a.com/x.§", "A§.COM/x",
		"a.co§/x", "a.b.com:x§",
		"§www.a.example/x", "www§a.example/x", "www.a§b.example", "www.a.com§", "www.a.com/x§y", "ftp.a.com§",
		"§a.com/x", "a§.com/x", "a.com§/x", "a.com/x§", "a.com/x§y",
		"§joe@a.com", "joe§x@a.com", "joe@§a.com", "joe@a§b.com", "joe@a.com§", "a.b.com:§pub/x",
		"a.b.com§/pub/x", "a.b.com:/pub§x", "joe@a.b.com:/§pub", "§ftp.a.com:/pub",
	}},
}

// inserted are the strings to insert in the places: each byte, and strings that are
// frequent near URLs.
var inserted = func() (list []string) {
	for b := range 256 {
		list = append(list, string([]byte{byte(b)}))
	}
	return append(list,
		"é", "ß", "я", "ש", "ع", "中", "の", "ก", "한", "ａ", "…", "–", "“", "”", "’", "«", "»", "。", "、", "，",
		"（", "）", "「", "」", "·", "€", "\u00a0", "\u00ad",
		"\u200b", "\u2028", "\u202e", "\ufeff", "\ufffd", "😀", "..", "...", "....", ". ", ", ", ".,", "'s",
		"''", "',", "\",", "\"'", "!!", "?!", ";;", "::", ").", ".)", "),", "))", "()",
		"(x)", "(x", "x)", "[x]", "[x", "[1]", "[]", "{x}", "{x", "<x>", "<x", "x>", "<>", "><", "|x", "||",
		"**", "__", "~~", "--", "---", "***", "==", "##", "#x", "#/x", "?x", "?x=y", "&x=y",
		";x=y", "//", "/..", "/.", "://", "http://", "ftp://", "www.", "@", "@x.example", ":x", ":80", ":0",
		":99999", ":080", "%20", "%2", "%zz", "%0A", "&amp;", "&amp", "&lt;", "&gt;", "&gt", "&quot;",
		"&#39;", "&#x2F;", "&nbsp;", "=3D", "=\n", "=20", "\n", "\r\n", " \n", "\n ", "-\n", "\n\n", "\n> ",
		"\n\t", "\f\n", "\\n", "\\t", "\\\"", "\\/", "\\\\", "\\_", "\\%", "\\", "\x1b[0m", "^H", "<br>",
		"</a>",
		"]]", "](", ")]", "])", "[.]", "(.)", "{.}", "[dot]", "(dot)", " dot ", "[:]", "[/]", "[@]", "[at]",
		" at ", "hxxp", "xx", "tt", "htt", "__", "[:]//", "hxtp", "1", "12", "0x7f", "x.y", "-x", "x-", ".x",
		"x.", "XN--",
	)
}()

// schemeNames are names of schemes, known and unknown.
var schemeNames = strings.Fields(`
	http https ftp gopher telnet nntp wais file prospero mailto news snews mid cid mailserver
	afs ftps git gophers imap irc ircs ldap ldaps mms nfs nntps rlogin rsync rtsp sftp shttp ssh svn telnets tftp tn3270 webdav wss
	z39.50 z39.50r z39.50s amqp amqps cifs finger hdfs imaps jdbc ldapi mongodb mqtt mysql pop pop3 postgres postgresql redis rtmp s3 sip
	sips smb smtp smtps tcp udp vnc ws xmpp HTTP Ftp MAILTO hxxp hxxps hXXp hxtp hxtps htxp htxps h++p h++ps h..p h..ps h--p h--ps fxp fxps
	sfxp hxxpx ttp htp x-y x+y x.y foo javascript data tel urn about blob chrome view-source magnet`)

// hostNames are names that look like hosts. Some are not.
var hostNames = strings.Fields(`
	a.com A.COM a.Com a.net a.org a.edu a.gov a.mil a.int a.info a.biz a.io a.co a.me a.tv a.de a.uk a.co.uk a.us a.ru a.su a.yu a.arpa a.nato a.uucp a.bitnet a.xyz a.app a.dev
	a.c a.h a.go a.py a.pl a.sh a.rs a.md a.so a.cc a.ps a.js a.html a.txt a.zip a.mov a.exe a.example a.invalid a.local a.test a.museum a.рф a.xn--p1ai
	asp.net ASP.NET ado.net vb.net ml.net ghcr.io gcr.io us.gcr.io eu.gcr.io asia.gcr.io k8s.gcr.io registry.k8s.io quay.io docker.io mcr.microsoft.com
	public.ecr.aws lscr.io 1.2.3.4 1.2.3 a.1 localhost a b.c.d.e a_b.com -a.com a-.com e.g i.e etc.so`)

// leadWords are words before a host that make it the name of a server.
var leadWords = strings.Split("dig|nslookup|ping|traceroute|(dns|(host|host|dns|servername|ServerAlias|VirtualHost|Received: from|from|) by|:authority|by|cd|ls|mkdir|xcd|"+
	"host:|Server =|connect('|connect(|see|at|http|www|$ dig|# ping|>ping|a/|a-|soft=\n|mx|Message-ID:|In-Reply-To:|From:|ftp|telnet|ssh", "|")

// localParts are local parts of addresses. Some are generated by programs.
var localParts = strings.Fields("joe Joe.Doe j+x ABCdef12 a1Bc A1bC 12345678 1234567 x12345678 AAAA1111BBBB2222 aaaa1111bbbb2222 AAAA111BBBBCCCCC Z9z aZ9 zZ 0a0A 9@9 x$y joe99 JOE99 2001 _x x_")

// brokenNames are the short names of schemeNames, broken over two lines at each place.
var brokenNames = func() (list []string) {
	for _, name := range schemeNames {
		for i := 1; i < len(name) && len(name) <= len("hxxps"); i++ {
			list = append(list, name[:i]+"\n"+name[i:])
		}
	}
	return list
}()

// letters are characters of Unicode blocks that are no longer extended: those of Latin,
// the punctuation and the strokes, and those of Japanese.
var letters = func() (list []string) {
	for _, block := range [][2]rune{
		{0x80, 0x24f}, {0x2010, 0x2064}, {0x2100, 0x218b}, {0x2190, 0x21ff}, {0x2500, 0x25ff},
		{0x3000, 0x303f}, {0x3041, 0x3096}, {0x3099, 0x30ff},
		{0xff01, 0xffbe}, {0xffe0, 0xffe6}, {0xffe8, 0xffee}, {0xfffd, 0xfffd},
	} {
		for r := block[0]; r <= block[1]; r++ {
			list = append(list, string(r))
		}
	}
	return list
}()

var listing = flag.String("listing", "", "the file for all that TestEachCharacterInEachPlace finds")

// TestEachCharacterInEachPlace pins the meaning of each character in each place of a URL
// and around it. The golden file has a paragraph for each place. Its first line is the
// most frequent outcome, a checksum of the URLs found with all their properties, and the
// checksum for the same inputs cut after the place, which only the long tests compute.
// The other lines are the other outcomes: URLs with the inserted string, without it, or
// with it folded out.
//
//ci:long
func TestEachCharacterInEachPlace(t *testing.T) {
	var golden, all strings.Builder
	withEnds := testkit.Long() || *update || *listing != ""
	golden.WriteString("Places for §, the outcome for most of what is put there, and two sums; below each what has another outcome. Written by go test ./extract -update.\n")
	for _, p := range places {
		x := p.config
		x.Rejected = true
		extractor := newExtractor(x)
		for _, text := range p.texts {
			place := strings.TrimSpace(p.options + " " + escaped(text))
			fmt.Fprintf(&all, "\n%s\n", place)
			sum, sumOfEnds := fnv.New32a(), fnv.New32a()
			var order []string // in order of first occurrence
			by := map[string][]string{}
			for _, s := range p.inserted {
				what, outcome := findWith(t, extractor, text, s, later)
				fmt.Fprintf(io.MultiWriter(&all, sum), "\t%s\t%s\n", escaped(s), what)
				if withEnds {
					end, _ := findWith(t, extractor, text, s, "")
					fmt.Fprintf(io.MultiWriter(&all, sumOfEnds), "\tat the end of the input\t%s\n", end)
				}
				if by[outcome] == nil {
					order = append(order, outcome)
				}
				by[outcome] = append(by[outcome], s)
			}
			most := slices.MaxFunc(order, func(a, b string) int { return len(by[a]) - len(by[b]) })
			fmt.Fprintf(&golden, "%s\t%s\t%08x", place, most, sum.Sum32())
			if withEnds {
				fmt.Fprintf(&golden, "\t%08x", sumOfEnds.Sum32())
			}
			golden.WriteString("\n")
			for _, outcome := range order {
				if outcome != most {
					fmt.Fprintf(&golden, "\t%s: %s\n", outcome, ranges(by[outcome]))
				}
			}
		}
	}
	if *listing != "" {
		require.NoError(t, os.WriteFile(*listing, []byte(all.String()), 0o666))
	}
	if *update {
		require.NoError(t, os.WriteFile(charactersFile, []byte(golden.String()), 0o666))
	}
	want, err := os.ReadFile(charactersFile)
	require.NoError(t, err)
	if !withEnds {
		want = regexp.MustCompile(`(?m)^(.+\t[0-9a-f]{8})\t[0-9a-f]{8}$`).ReplaceAll(want, []byte("$1"))
	}
	if changes := changedOutcomes(string(want), golden.String()); changes != "" {
		t.Fatalf("outcomes that went (-) and came (+):\n%sTo see each URL, compare what go test ./extract -run %s -listing FILE writes with what it writes in the revision before.",
			changes, t.Name())
	}
	require.True(t, golden.String() == string(want), "%s is not as -update writes it", charactersFile)
}

// changedOutcomes describes the differences between two golden files: for each place, the
// strings whose outcome differs.
func changedOutcomes(before, after string) string {
	type outcomes struct {
		sum string
		of  map[string][]string
	}
	var order []string
	read := func(text string) map[string]outcomes {
		all, place := map[string]outcomes{}, ""
		for line := range strings.Lines(text) {
			name, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			if name != "" {
				most, sum, _ := strings.Cut(rest, "\t")
				place, all[name] = name, outcomes{sum, map[string][]string{most: {"others"}}}
				order = append(order, place)
				continue
			}
			outcome, list, _ := strings.Cut(rest, ": ")
			all[place].of[outcome] = strings.Fields(list)
		}
		return all
	}
	was, is := read(before), read(after)
	slices.Sort(order)
	var b strings.Builder
	for _, place := range slices.Compact(order) {
		changes := ""
		for _, side := range []struct {
			sign    string
			in, not map[string][]string
		}{{"-", was[place].of, is[place].of}, {"+", is[place].of, was[place].of}} {
			for _, outcome := range slices.Sorted(maps.Keys(side.in)) {
				only := slices.DeleteFunc(slices.Clone(side.in[outcome]),
					func(s string) bool { return slices.Contains(side.not[outcome], s) })
				if len(only) > 0 {
					changes += fmt.Sprintf("\t%s %s: %s\n", side.sign, outcome, strings.Join(only, " "))
				}
			}
		}
		if changes == "" && was[place].sum != is[place].sum {
			changes = "\tthe outcomes are the same; the URLs, or what is known of them, are not\n"
		}
		if changes != "" {
			b.WriteString(place + "\n" + changes)
		}
	}
	return b.String()
}

// earlier precedes each text. Nothing of its URLs may occur in later ones.
const earlier = "http:\\/\\/e.example\\/x?a\\u0026b 'http://e.example/(' <URL:http://e.example/x-\n  y> \"http://e.example/\nx\" http://e.example/x#y\n\n\n\n"

// later follows each text, since the middle of a text is read with less care than its
// end.
var later = "\n\n\n\n" + strings.Repeat("and so on ", 50)

// findWith describes the URLs found in a text with s in place of its mark. In the URLs
// the mark replaces s again. The outcome consists of only the kind of each URL and the
// fate of s.
func findWith(t *testing.T, x *Extractor, text, s, later string) (all, outcome string) {
	before, after, _ := strings.Cut(text, "§")
	after = after[:min(len(after), 3)]
	mark := func(url string) string {
		for n := min(len(before), 3); n > 0; n-- {
			if near := before[len(before)-n:]; strings.Contains(url, near+s) {
				return escaped(strings.Replace(url, near+s, near+"§", 1))
			}
		}
		if after != "" && strings.HasPrefix(url, s+after) {
			url = "§" + url[len(s):]
		}
		return escaped(url)
	}
	var list, outcomes []string
	text = strings.ReplaceAll(text, "§", s)
	for r, err := range x.All(strings.NewReader(earlier + text + later)) {
		if err != nil { // require.NoError takes a sixth of the time
			t.Fatal(err)
		}
		if r.Start < int64(len(earlier)) || r.Start >= int64(len(earlier+text)) {
			continue
		}
		url, source := mark(r.String()), mark((text +
			later)[r.Start-int64(len(earlier)):r.End-int64(len(earlier))])
		what, outcome := fmt.Sprintf("%s %s", r.Kind, url), r.Kind.String()
		switch {
		case r.Err != nil:
			outcome = "rejected"
		case strings.Contains(url, "§"):
			outcome += " with"
		case strings.Contains(source, "§"):
			outcome += " folded"
		default:
			outcome += " without"
		}
		if r.Err != nil {
			what = fmt.Sprintf("rejected %s %s%s", url, ruleOf(r), r.Flaw)
		}
		for _, d := range r.Deviations {
			what += " " + d.Kind.String()
		}
		if r.Guessed != 0 {
			what += " guessed " + r.Guessed.String()
		}
		if source != url {
			what += " from " + source
		}
		if r.Broken {
			what += " broken"
		}
		if r.Err == nil {
			for reading := range r.Readings() {
				what += fmt.Sprintf(" (%s %s)", reading.Why, mark(reading.URL))
			}
		}
		list, outcomes = append(list, what), append(outcomes, outcome)
	}
	if list == nil {
		return "nothing", "nothing"
	}
	return strings.Join(list, ", "), strings.Join(outcomes, ", ")
}

// escaped writes invisible characters as escapes.
func escaped(text string) string {
	var b strings.Builder
	for len(text) > 0 {
		r, n := utf8.DecodeRuneInString(text)
		if r == '§' || '!' <= r && r <= '~' && r != '\\' || r == ' ' {
			b.WriteRune(r)
		} else {
			quoted := fmt.Sprintf("%+q", text[:n])
			b.WriteString(quoted[1 : len(quoted)-1])
		}
		text = text[n:]
	}
	return b.String()
}

// ranges writes a list, with ranges in place of three or more consecutive bytes or
// characters.
func ranges(list []string) string {
	var out []string
	for i := 0; i < len(list); {
		k := i + 1
		for k < len(list) && follows(list[k-1], list[k]) {
			k++
		}
		name := func(i int) string { return strings.ReplaceAll(escaped(list[i]), " ", "\\x20") }
		if k-i > 2 {
			out = append(out, name(i)+"-"+name(k-1))
		} else {
			for j := i; j < k; j++ {
				out = append(out, name(j))
			}
		}
		i = k
	}
	return strings.Join(slices.Clip(out), " ")
}

// follows reports whether b is the byte or character after a.
func follows(a, b string) bool {
	if len(a) == 1 || len(b) == 1 {
		return len(a) == 1 && len(b) == 1 && b[0] == a[0]+1
	}
	r, n := utf8.DecodeRuneInString(a)
	next, m := utf8.DecodeRuneInString(b)
	return n == len(a) && m == len(b) && next == r+1
}
