package scan

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

// restoredFrom returns the candidates in a text that are found with Deobfuscate, and
// checks their places.
func restoredFrom(t *testing.T, text string) []string {
	checkSpans(t, text, Config{Deobfuscate: true})
	s := NewScanner(strings.NewReader(text), Config{Deobfuscate: true})
	var list []string
	for {
		c, err := s.Next()
		if err == io.EOF {
			return list
		}
		require.NoError(t, err)
		list = append(list, string(c.Text))
	}
}

// requireMeant requires that written is read as meant, alone and in a sentence.
func requireMeant(t *testing.T, written, meant string) {
	t.Helper()
	got, disguised := Restore([]byte(written))
	require.True(t, disguised, written)
	require.Equal(t, meant, string(got), written)
	require.Equal(t, []string{meant}, restoredFrom(t, "It loads "+written+" today."), written)
	require.Equal(t, []string{meant, meant}, restoredFrom(t, written+"\n"+written), written)
}

func TestSchemesAreDisguisedInTheirLetters(t *testing.T) {
	for _, a := range "xX*_#+.^-tT" {
		for _, b := range "xX*_#+.^-tT" {
			name := "h" + string(a) + string(b) + "p"
			if strings.EqualFold(name, "http") {
				continue
			}
			requireMeant(t, name+"://host.example/a", "http://host.example/a")
			requireMeant(t, name+"s://host.example/a", "https://host.example/a")
			requireMeant(t, strings.ToUpper(name)+"://host.example/a", "http://host.example/a")
		}
		if a != 't' && a != 'T' {
			name := "f" + string(a) + "p"
			requireMeant(t, name+"://host.example/a", "ftp://host.example/a")
			requireMeant(t, name+"s://host.example/a", "ftps://host.example/a")
			requireMeant(t, "s"+name+"://host.example/a", "sftp://host.example/a")
		}
	}
	for _, name := range []string{"[http]", "(http)", "[hxxp]", "(h**p)", "hxxp", "hxxxp", "h[t]tp", "[h]ttp"} {
		requireMeant(t, name+"://host.example/a", "http://host.example/a")
	}
	for _, name := range []string{"[https]", "(https)", "http[s]", "http(s)", "[http]s", "hxxp[s]", "h..p(s)"} {
		requireMeant(t, name+"://host.example/a", "https://host.example/a")
	}
	requireMeant(t, "[ftp]://host.example/a", "ftp://host.example/a")
	for _, written := range []string{
		"hp://host.example/a", "hxp://host.example/a", "hxxxxp://host.example/a", "hyyp://host.example/a",
		"fyp://host.example/a", "[foo]://host.example/a",
		"{http}://host.example/a", "http[x]://host.example/a", "foo[s]://host.example/a",
		"http://host.example/a", "HTTPS://host.example/a", "ftp://host.example/a",
		"sftp://host.example/a", "gopher://host.example/a", "mailto:joe@host.example", "xp://host.example/a",
		"p://host.example/a",
	} {
		got, disguised := Restore([]byte(written))
		require.False(t, disguised, written)
		require.Equal(t, written, string(got))
	}
}

func TestADisguisedSchemeBeginsAWord(t *testing.T) {
	for text, want := range map[string][]string{
		"xhxxp://a.example/": {"http://a.example/"}, "xh**p://a.example/": {"http://a.example/"},
		"-fxp://a.example/": {"ftp://a.example/"},
		"xfxp://a.example/": {"xfxp://a.example/"}, // a scheme of its own
		"-http__a.example/": {"http://a.example/"}, "http__init": nil, "xhttp__a.example/": nil,
		"xhxxp__a.example/": nil, "_http__a.example/": nil,
		"foo[:]//a.example/": {"foo://a.example/"}, "foo:__a.example/": nil, `foo:\\a.example/`: nil,
		"[foo]://a.example/":                nil,
		"http://joe:http__b.example/":       {"http://joe", "http://b.example/"},
		"http://a.example:hxxp__b.example/": {"http://a.example", "http://b.example/"},
		"http://a.b:c__d.example/":          {"http://a.b:c__d.example/"},
		`hxxp://a.example\b`:                {"http://a.example"},
		"<hxxp[:]//a.example/b\nc>":         {"http://a.example/bc"},
		"<URL:hxxp://a[\n.]example/>":       {"http://a.example/"},
	} {
		require.Equal(t, want, restoredFrom(t, "See "+text+" now"), text)
	}
}

func TestSeparatorsAreWrittenInManyWays(t *testing.T) {
	separators := []string{`:\\`, ":__", "__"}
	for _, pair := range []string{"[]", "()", "{}"} {
		o, c := pair[:1], pair[1:]
		separators = append(separators, o+":"+c+"//", o+"://"+c, o+":"+c+o+"//"+c, o+":"+c+o+"/"+c+o+"/"+c,
			":"+o+"//"+c, ":"+o+"/"+c+o+"/"+c, o+":"+c+`\\`)
		requireMeant(t, "mailto"+o+":"+c+"joe@host.example", "mailto:joe@host.example")
	}
	for _, separator := range separators {
		for _, scheme := range []string{"http", "https", "ftp", "HTTP"} {
			requireMeant(t, scheme+separator+"host.example/a", scheme+"://host.example/a")
		}
		requireMeant(t, "hxxp"+separator+"host.example", "http://host.example")
	}
	for _, separator := range []string{": //", " ://", " : //", ":// "} {
		requireMeant(t, "http"+separator+"www.host.example/a", "http://www.host.example/a")
		requireMeant(t, "https"+separator+"www[.]host[.]example/a", "https://www.host.example/a")
		require.NotContains(t, restoredFrom(t, "It loads http"+separator+"host.example/a today"),
			"http://host.example/a", separator)
	}
	requireMeant(t, `http:\\host.example\a\b`, "http://host.example/a/b")
	requireMeant(t, `http[:]\\host.example\a/b`, "http://host.example/a/b")
	require.Equal(t, []string{"http://host.example/a"}, restoredFrom(t, `It loads http:\\host.example\a\ b`))
}

func TestPartsOfAHostAreWrittenInManyWays(t *testing.T) {
	dots := []string{"[.", ".]", "[dot", "dot]", `\.`, "^.", " dot ", " DOT "}
	for _, pair := range []string{"[]", "()", "{}"} {
		o, c := pair[:1], pair[1:]
		for _, word := range []string{".", ",", "dot", "Dot", "punkt", "punto", " . ", " dot "} {
			dots = append(dots, o+word+c)
		}
		for _, word := range []string{".", "dot"} {
			dots = append(dots, " "+o+word+c+" ")
		}
		for _, word := range []string{"@", "at", "AT", "arroba", " @ ", " at "} {
			requireMeant(t, "mailto:joe"+o+word+c+"host.example", "mailto:joe@host.example")
			requireMeant(t, "ftp://joe"+o+word+c+"host.example/a", "ftp://joe@host.example/a")
		}
		for _, word := range []string{"@", "at"} {
			requireMeant(t, "mailto:joe "+o+word+c+" host.example", "mailto:joe@host.example")
		}
		requireMeant(t, "http://host.example"+o+"/"+c+"a", "http://host.example/a")
		requireMeant(t, "http://host.example"+o+":"+c+"8080/a", "http://host.example:8080/a")
		requireMeant(t, "http://my"+o+"-"+c+"host.example/a", "http://my-host.example/a")
		requireMeant(t, "http://"+o+"www"+c+".host.example/a", "http://www.host.example/a")
	}
	for _, dot := range dots {
		requireMeant(t, "http://host"+dot+"example/a", "http://host"+"."+"example/a")
		requireMeant(t, "http://www.host"+dot+"example:8080", "http://www.host.example:8080")
		requireMeant(t, "hxxp://a"+dot+"host"+dot+"example", "http://a.host.example")
	}
	requireMeant(t, "http://192[.]0[.]2[.]1/a", "http://192.0.2.1/a")
	requireMeant(t, "http://bücher[.]example/a", "http://bücher.example/a")
	requireMeant(t, "http://joe:pw@host[.]example/a", "http://joe:pw@host.example/a")
	for _, text := range []string{
		"http://host.example dot the page", "http://host[.] example", "http://host[;]example",
		"http://host.example/[.]", "http://host.example[]a", "http://host.example[www]a",
	} {
		for _, got := range restoredFrom(t, "See "+text+" now") {
			require.NotContains(t, got, "host.example.", text)
			require.True(t, strings.HasPrefix(text, got) || got == "http://host", "%s: %s", text, got)
		}
	}
}

// Text after a disguised authority that continues the host is recognized.
func TestTheTextAfterADisguisedHostIsRead(t *testing.T) {
	for _, r := range []io.Reader{strings.NewReader("hxxp://a^.b${c}/d"),
		iotest.OneByteReader(strings.NewReader("hxxp://a^.b${c}/d"))} {
		c, err := NewScanner(r, Config{Deobfuscate: true}).Next()
		require.NoError(t, err)
		require.Equal(t, Placeholder, c.Flaw)
	}
}

func TestEscapesAreUndoneInADisguisedURL(t *testing.T) {
	for written, meant := range map[string]string{
		`http[://]a.example$\sim$b`:       "http://a.example",
		`http[:]//a.example$\sim$b`:       "http://a.example",
		`hxxp:\\a.example$\sim$b`:         "http://a.example",
		`hxxp__a.example$\sim$b`:          "http://a.example",
		`http://a^.example$\sim$b`:        "http://a.example",
		`http[://]a.ex\-ample/b\_c`:       "http://a.ex-ample/b_c",
		`http://a^.example/b\_c`:          "http://a.example/b_c",
		`http://a\.example/b\_c\.d`:       "http://a.example/b_c.d",
		`http://a {.} example/b\_c`:       "http://a.example/b_c",
		"http[://]a.exam\u00adple/x":      "http://a.example/x",
		"http:\\\\a.exam\u00adple\\x\\_y": "http://a.example/x/_y",
		`hxxp://a[.]example/$\sim$joe`:    "http://a.example/~joe",
	} {
		require.Equal(t, []string{meant}, restoredFrom(t, "See "+written+" now"), written)
		require.Equal(t, []string{meant, meant}, restoredFrom(t, written+"\n"+written), written)
	}
	require.Equal(t, []string{"http://b.example/a_b", "http://a.example/b_c"},
		restoredFrom(t, `http://b.example/a\_b,http://a^.example/b\_c`))
}

func TestPathsAreRestoredAfterADisguise(t *testing.T) {
	for written, meant := range map[string]string{
		"hxxp://host.example/a[.]b[/]c[:]d[@]e": "http://host.example/a.b/c:d@e",
		"http://host[.]example/a(.)b{/}c":       "http://host.example/a.b/c",
		"http://host.example/a[.]b":             "http://host.example/a.b",
		"http://host.example/a[.]b(.)c":         "http://host.example/a.b.c",
		"hxxp://host.example/?a[.]b":            "http://host.example/?a.b",
	} {
		requireMeant(t, written, meant)
	}
	for _, text := range []string{"http://host.example/?a[.]b", "http://host.example/a(.)b",
		"http://host.example/a(dot)b"} {
		got, disguised := Restore([]byte(text))
		require.False(t, disguised, text)
		require.Equal(t, text, string(got))
		require.Equal(t, []string{text}, restoredFrom(t, "See "+text+" now"))
	}
	for _, text := range []string{"http://host.example/a[.]", "http://host.example/[.]a",
		"http://host.example/a[.]-", "http://host.example/-[.]a"} {
		_, disguised := Restore([]byte(text))
		require.False(t, disguised, text)
	}
}
