package extract

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/scan"
)

func ExampleResult_Written() {
	config := Config{Guess: scan.GuessWWW | scan.GuessHostPath}
	for r, err := range newExtractor(config).All(strings.NewReader("See www.host.example, or export.host.example:/contrib/R5.")) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(r.Guessed, r.Written(), "means", r)
	}
	// Output:
	// www www.host.example means http://www.host.example
	// host-path export.host.example:/contrib/R5 means ftp://export.host.example/contrib/R5
}

func TestKindsOfGuessesHaveNames(t *testing.T) {
	require.Equal(t, "www,host-path,mail,domain", scan.GuessAll.String())
	for name := range strings.SplitSeq(scan.GuessAll.String(), ",") {
		var kind scan.Guess
		require.NoError(t, kind.UnmarshalText([]byte(name)))
		require.Equal(t, name, kind.String())
	}
	var read struct{ Some, None scan.Guess }
	require.NoError(t, json.Unmarshal([]byte(`{"Some": "www,mail", "None": ""}`), &read))
	require.Equal(t, scan.GuessWWW|scan.GuessMail, read.Some)
	require.Zero(t, read.None)
	text, err := json.Marshal(read)
	require.NoError(t, err)
	require.Equal(t, `{"Some":"www,mail","None":""}`, string(text))
	require.Error(t, read.Some.UnmarshalText([]byte("www,ftp")))
	require.Equal(t, scan.GuessWWW|scan.GuessMail, read.Some)
}

// URLs found without guesses are found with guesses, too, except inside of one.
func FuzzGuessesHideNothing(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, text string) {
		config := Config{Deobfuscate: len(text)%2 > 0}
		type span struct {
			start, end int64
			text       string
		}
		var guesses []span
		found := map[span]bool{}
		guessing := config
		guessing.Guess = scan.GuessAll
		for r, err := range newExtractor(guessing).All(strings.NewReader(text)) {
			require.NoError(t, err)
			if r.Guessed != 0 {
				guesses = append(guesses, span{r.Start, r.End, r.String()})
			}
			found[span{r.Start, r.End, r.String()}] = true
		}
		for r, err := range newExtractor(config).All(strings.NewReader(text)) {
			require.NoError(t, err)
			if found[span{r.Start, r.End, r.String()}] {
				continue
			}
			inside := false
			for _, g := range guesses {
				inside = inside || g.start < r.End && r.Start < g.end
			}
			require.True(t, inside, "%q at %d is lost", r, r.Start)
		}
	})
}

func TestIdentifiersOfMessagesAreNotGuessed(t *testing.T) {
	for local, want := range map[string]bool{
		"C6tGoJ.20J": true, "1993Apr5.123": true, "19930405": true, "1993040": false, "ab$cd": true,
		"joe": false, "joe1": false, "Joe1": false,
		"JOE1a": false, "joeB1": true, "joe.B1": false, "1Bc": true, "aB": false, "": false, "2ndSun": true,
		"AbC": false, "ABC1": false, "a1B": true,
	} {
		require.Equal(t, want, madeUp([]byte(local)), local)
	}
	for before, want := range map[string][2]bool{ // before "joe" and before "aB1"
		"In article <": {true, true}, "Message-ID: <": {true, true}, "References: ": {true, true},
		"in-reply-to:": {true, true}, "articles ": {true, true},
		"message ": {true, true}, "msgid=": {true, true}, "id ": {true, true}, "msg <": {true, true},
		"(article ":       {true, true},
		"<x@y.example> <": {false, true}, "<x@y.example>\r\n\t<": {false, true}, "from <": {false, true},
		"To: <": {false, true}, "in <": {false, true},
		"<": {false, true}, "": {false, false}, "from ": {false, false}, "see ": {false, false},
		"Joe Doe <": {false, false}, "\"Joe\" <": {false, false},
		"(Joe) <": {false, false}, "Joe. <": {false, false}, "[x] <": {false, false},
		"'Joe' <": {false, false}, "Joe, <": {false, true}, "Joe; <": {false, true},
		"messages <": {false, false},
	} {
		require.Equal(t, want, [2]bool{messageID([]byte("joe"), []byte(before)),
			messageID([]byte("aB1"), []byte(before))}, "%q", before)
	}
}

func TestHostsThatArePartsOfSomethingElseAreNotGuessed(t *testing.T) {
	for before, want := range map[string]bool{
		"cd ": true, "ls ": true, "mkdir ": true, "$ cd ": true, "xcd ": false, "rcd ": false,
		"amkdir ": false, "als ": false, "9ls ": false, "cd  ": false,
		"name:": true, "name=": true, "URL:": false, "url:": false, "name: ": false, "": false, "see ": false,
		"word- ": true, "word-- ": true, "word--- ": false, "- ": false, "-- ": false, "word-": false,
		"word -": false, "word - ": false,
		"first-\n": true, "first-\n  ": true, "first--\r\n> ": true, "first---\n": false, "dir/\n": true,
		"http://\n": false, "dir/\n|: #*": true,
		"dir/\nx ": false, "dir/ \t\n": true, "dir\n": false, "\n": false, "-\n": false,
		"http://a.b.\n": true, "see\tftp.host.\n": true, "see ftp.host.\n": true, "x\nwww.host.\n": true,
		"www.host\n": false, "host.\n": false,
		"ftpx.\n": false, "ftp.\n": false, "ftp.x.\n": true, "see ftp.host x.\n": false,
		"\nx\tWWW.host.\n>": true,
	} {
		require.Equal(t, want, goesOn([]byte(before)), "%q", before)
	}
	for before, want := range map[string]bool{
		"Host: ": true, "host:\t": true, "ServerName ": true, "serveralias ": true, "<VirtualHost ": true,
		"Ghost: ": true, "Hosts ": false, "": false, "Host ": false,
	} {
		require.Equal(t, want, namesServer([]byte(before)), "%q", before)
	}
	for _, name := range []string{"cvs", "svn", "git", "hg", "github", "gitlab", "bitbucket"} {
		require.True(t, servesVersions([]byte(name+".host.example")), name)
		require.True(t, servesVersions([]byte(strings.ToUpper(name)+".host.example")), name)
		require.False(t, servesVersions([]byte("x"+name+".host.example")), name)
		require.False(t, servesVersions([]byte(name+"x.host.example")), name)
	}
}

func TestAGuessDependsOnItsNameAndTheTextBefore(t *testing.T) {
	for _, test := range []struct {
		kind         scan.Guess
		before, name string
		want         bool
	}{
		{scan.GuessWWW, "", "www.host.example", true},
		{scan.GuessWWW, "", "www.example", false},
		{scan.GuessWWW, "Host: ", "www.host.example", false},
		{scan.GuessWWW, "Host: ", "ftp.host.example", true},
		{scan.GuessWWW, "", "www.host.html", false},
		{scan.GuessHostPath, "", "host.example", true},
		{scan.GuessHostPath, "", "joe@host.example", true},
		{scan.GuessHostPath, "", "root@host.example", false},
		{scan.GuessHostPath, "", "ROOT@host.example", false},
		{scan.GuessHostPath, "", "joe@cvs.host.example", false},
		{scan.GuessHostPath, "", "host.software", false},
		{scan.GuessMail, "", "joe@host.example", true},
		{scan.GuessMail, "", "joe@host.html", false},
		{scan.GuessMail, "In article <", "joe@host.example", false},
		{scan.GuessDomain, "", "host.example", true},
		{scan.GuessDomain, "cd ", "host.example", false},
		{scan.GuessDomain, "", "host.software", false},
		{0, "cd ", "host.software", true},
		{0, "", "host.html", false},
	} {
		require.Equal(t, test.want, means(test.kind, []byte(test.before), []byte(test.name)), "%v", test)
	}
}

func TestWrittenReturnsAGuessAsItStands(t *testing.T) {
	text := "ftx.host.example/a ftp99.host.example/b www.host.example/c?u=http://x/ joe%gate@host.example x.host.example:/d x.host.example:e/f " +
		"x.host.example:g.tar.Z x.host.example:i/j?u=http://k.example/ ftp.host.example http://h.example/ mailto:joe@h.example ftp100.host.example/h"
	var got []string
	for r := range newExtractor(Config{Guess: scan.GuessAll}).All(strings.NewReader(text)) {
		got = append(got, r.Written()+" "+r.String())
	}
	require.Equal(t, []string{
		"ftx.host.example/a http://ftx.host.example/a", "ftp99.host.example/b ftp://ftp99.host.example/b",
		"www.host.example/c?u=http://x/ http://www.host.example/c?u=http://x/",
		"joe%gate@host.example mailto:joe%25gate@host.example",
		"x.host.example:/d ftp://x.host.example/d", "x.host.example:e/f ftp://x.host.example/e/f",
		"x.host.example:g.tar.Z ftp://x.host.example/g.tar.Z",
		"x.host.example:i/j?u=http://k.example/ ftp://x.host.example/i/j?u=http://k.example/",
		"ftp.host.example ftp://ftp.host.example", "http://h.example/ http://h.example/",
		"mailto:joe@h.example mailto:joe@h.example",
		"ftp100.host.example/h http://ftp100.host.example/h",
	}, got)
}
