package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/cmd/internal/output"
	"github.com/urlsift/urlsift/cmd/internal/printable"
)

// visible writes what a terminal is told so that it can be read.
var visible = strings.NewReplacer("\x1b[35m", "{name}", "\x1b[32m", "{number}", "\x1b[36m", "{mark}", "\x1b[33m", "{tolerated}",
	"\x1b[31m", "{rejected}", "\x1b[1m", "{url}", "\x1b[m", "{}", "\x1b]8;;\x1b\\", "[/]", "\x1b]8;;", "[", "\x1b\\", "]")

func TestColorsShowPlacesAndWhatAURLIs(t *testing.T) {
	t.Chdir(t.TempDir())
	text := "a ftp://a.example/ http://a.example/~x http:///x\nxx://b/\n\nhttp://é.example/ c\n"
	require.NoError(t, os.WriteFile("f", []byte(text), 0o666))
	for _, c := range []struct{ flags, want string }{
		{"", "[ftp://a.example/]ftp://a.example/[/]\n[http://a.example/~x]{tolerated}http://a.example/~x{}[/]\nxx://b/\n"},
		{"-Hn -s ftp", "{name}f{}{mark}:{}{number}1{}{mark}:{}[ftp://a.example/]ftp://a.example/[/]\n"},
		{"-b -s xx", "{number}49{}{mark}:{}xx://b/\n"},
		{"--rejected -s http", "[http://a.example/~x]{tolerated}http://a.example/~x{}[/]\n{rejected}http:///x{}\trejected: "},
		{"--iri -n -C0", "{number}1{}{mark}:{}a [ftp://a.example/]{url}ftp://a.example/{}[/] [http://a.example/~x]{tolerated}http://a.example/~x{}[/] http:///x\n" +
			"{number}2{}{mark}:{}{url}xx://b/{}\n{mark}--{}\n{number}4{}{mark}:{}[http://%C3%A9.example/]{tolerated}http://é.example/{}[/] c\n"},
		{"-c -s ftp", "{number}1{} ftp://a.example/\n"},
		{"--csv", output.Columns}, {"--json", `{"url":"ftp://a.example/"`},
	} {
		out, _, _ := urlsift(t, "", append(strings.Fields(c.flags), "--color=always", "f")...)
		out = visible.Replace(out)
		require.True(t, strings.HasPrefix(out, c.want), "%s\n%s", c.flags, out)
		require.NotContains(t, out, "\x1b")
	}
	out, _, _ := urlsift(t, "", "f")
	require.NotContains(t, out, "\x1b")
}

// What a text has made a link of is a URL and nothing else, and what was made unclickable stays so.
func TestTerminalLinksHaveOnlySafeURLs(t *testing.T) {
	text := "<http://a.example/\x1b]8;;x\x07y> <http://a.example/\u0085b> telnet://a.example/ file:///etc/motd hxxp://b[.]example/ http://joe:pw@c.example/ http://d.example/" +
		strings.Repeat("x", 2083)
	out, _, _ := urlsift(t, text, "--color=always", "--deobfuscate", "--redact")
	for link := range strings.SplitSeq(out, "\x1b]8;;") {
		link, _, _ = strings.Cut(link, "\x1b\\")
		require.False(t, strings.ContainsFunc(link, printable.IsControl) && !strings.HasPrefix(link, "\n"), "%q", link)
	}
	for _, text := range []string{"telnet:", "file:", "http://b.example", "http://joe", "http://d.example"} {
		require.Contains(t, out, text)
		require.NotContains(t, out, "]8;;"+text)
	}
}

// The environment can turn colors on and off where --color does not say.
func TestColorsFollowTheEnvironment(t *testing.T) {
	for _, c := range []struct {
		env, flags string
		color      bool
	}{
		{"", "", false},
		{"CLICOLOR_FORCE=1", "", true},
		{"CLICOLOR_FORCE=0", "", false},
		{"CLICOLOR_FORCE=1 NO_COLOR=1", "", false},
		{"NO_COLOR=1", "--color=always", true},
		{"CLICOLOR_FORCE=1", "--color=never", false},
		{"CLICOLOR=1", "", false},
	} {
		for _, name := range []string{"NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"} {
			t.Setenv(name, "")
		}
		for _, setting := range strings.Fields(c.env) {
			name, value, _ := strings.Cut(setting, "=")
			t.Setenv(name, value)
		}
		out, _, _ := urlsift(t, "http://a.example/", strings.Fields(c.flags)...)
		require.Equal(t, c.color, strings.Contains(out, "\x1b"), c)
	}
	require.False(t, isTerminal(&bytes.Buffer{}))
	null, err := os.Open(os.DevNull)
	require.NoError(t, err)
	defer null.Close()
	require.False(t, isTerminal(null))
}
