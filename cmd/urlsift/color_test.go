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

// visible makes escape sequences readable.
var visible = strings.NewReplacer("\x1b[35m", "{name}", "\x1b[32m", "{number}", "\x1b[36m", "{mark}",
	"\x1b[33m", "{tolerated}",
	"\x1b[31m", "{rejected}", "\x1b[1m", "{url}", "\x1b[m", "{}", "\x1b]8;;\x1b\\", "[/]", "\x1b]8;;", "[",
	"\x1b\\", "]")

func TestColorsShowPlacesAndWhatAURLIs(t *testing.T) {
	t.Chdir(t.TempDir())
	text := "a ftp://a.example/ http://a.example/~x http:///x\nxx://b/\n\nhttp://é.example/ c\n"
	require.NoError(t, os.WriteFile("f", []byte(text), 0o666))
	for _, c := range []struct{ flags, want string }{
		{"", "[ftp://a.example/]ftp://a.example/[/]\n" +
			"[http://a.example/~x]{tolerated}http://a.example/~x{}[/]\nxx://b/\n"},
		{"-Hn -s ftp", "{name}f{}{mark}:{}{number}1{}{mark}:{}[ftp://a.example/]ftp://a.example/[/]\n"},
		{"-b -s xx", "{number}49{}{mark}:{}xx://b/\n"},
		{"--rejected -s http", "[http://a.example/~x]{tolerated}http://a.example/~x{}[/]\n" +
			"{rejected}http:///x{}\trejected: "},
		{"--iri -n -C0", "{number}1{}{mark}:{}a [ftp://a.example/]{url}ftp://a.example/{}[/] " +
			"[http://a.example/~x]{tolerated}http://a.example/~x{}[/] http:///x\n" +
			"{number}2{}{mark}:{}{url}xx://b/{}\n{mark}--{}\n" +
			"{number}4{}{mark}:{}[http://%C3%A9.example/]{tolerated}http://é.example/{}[/] c\n"},
		{"-c -s ftp", "{number}1{} ftp://a.example/\n"},
		{"--csv", output.Columns}, {"--json", `{"url":"ftp://a.example/"`},
	} {
		out, _, _ := urlsift(t, "", append(strings.Fields(c.flags), "--color=always", "--hyperlink", "f")...)
		out = visible.Replace(out)
		require.True(t, strings.HasPrefix(out, c.want), "%s\n%s", c.flags, out)
		require.NotContains(t, out, "\x1b")
	}
	for flags, want := range map[string]string{
		"":                   "http://a.example/~x\n",
		"--hyperlink":        "[http://a.example/~x]http://a.example/~x[/]\n",
		"--hyperlink -C0":    "a ftp://a.example/ [http://a.example/~x]http://a.example/~x[/] http:///x\n",
		"--color=always":     "{tolerated}http://a.example/~x{}\n",
		"--color=always -C0": "a ftp://a.example/ {tolerated}http://a.example/~x{} http:///x\n",
		"--hyperlink -0":     "http://a.example/~x\x00", "--hyperlink -c": "1 http://a.example/~x\n",
	} {
		out, _, _ := urlsift(t, "", append(strings.Fields(flags), "--host", "a.example", "-s",
			"http", "f")...)
		require.Equal(t, want, visible.Replace(out), flags)
	}
}

func TestLinksAreForTerminalsThatAreKnownToTakeThem(t *testing.T) {
	for env, takes := range map[string]bool{
		"":           false,
		"TERM=dumb":  false,
		"TERM=linux": false,
		"TERM=vt100": false,
		"TERM=emacs-grep VTE_VERSION=7600 TERM_PROGRAM=iTerm.app": false,
		"TERM=screen WT_SESSION=1":                                false,
		"VTE_VERSION=7600":                                        false,
		"TERM=xterm":                                              false,
		"TERM=xterm-256color":                                     false,
		"TERM=xterm-256color VTE_VERSION=4999":                    false,
		"TERM=xterm-256color VTE_VERSION=5004":                    true,
		"TERM=xterm KONSOLE_VERSION=200800":                       false,
		"TERM=xterm KONSOLE_VERSION=201200":                       true,
		"TERM=xterm-256color TERM_PROGRAM=Apple_Terminal":         false,
		"TERM=xterm-256color TERM_PROGRAM=vscode":                 true,
		"TERM=xterm WT_SESSION=1":                                 true,
		"TERM=xterm DOMTERM=1":                                    true,
		"TERM=xterm-kitty":                                        true,
		"TERM=foot-extra":                                         true,
		"TERM=foots":                                              false,
	} {
		for _, name := range []string{"TERM", "TERM_PROGRAM", "VTE_VERSION", "KONSOLE_VERSION",
			"WT_SESSION", "DOMTERM"} {
			t.Setenv(name, "")
		}
		for _, setting := range strings.Fields(env) {
			name, value, _ := strings.Cut(setting, "=")
			t.Setenv(name, value)
		}
		require.Equal(t, takes, takesLinks(), env)
	}
}

// A terminal link leads to a URL found, and unclickable text stays so.
func TestTerminalLinksHaveOnlySafeURLs(t *testing.T) {
	text := "<http://a.example/\x1b]8;;x\x07y> <http://a.example/\u0085b> telnet://a.example/ " +
		"file:///etc/motd hxxp://b[.]example/ http://joe:pw@c.example/ http://d.example/" +
		strings.Repeat("x", 2083)
	out, _, _ := urlsift(t, text, "--hyperlink", "--deobfuscate", "--redact")
	require.Contains(t, out, "\x1b]8;;http://a.example/%C2%85b\x1b\\")
	for link := range strings.SplitSeq(out, "\x1b]8;;") {
		link, _, _ = strings.Cut(link, "\x1b\\")
		require.False(t, strings.ContainsFunc(link, printable.IsControl) &&
			!strings.HasPrefix(link, "\n"), "%q", link)
	}
	for _, text := range []string{"telnet:", "file:", "http://b.example", "http://joe", "http://d.example"} {
		require.Contains(t, out, text)
		require.NotContains(t, out, "]8;;"+text)
	}
}

// The environment turns colors on and off unless --color does.
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
		out, _, _ := urlsift(t, "http://a.example/~x", strings.Fields(c.flags)...)
		require.Equal(t, c.color, strings.Contains(out, "\x1b"), c)
	}
	require.False(t, isTerminal(&bytes.Buffer{}))
	null, err := os.Open(os.DevNull)
	require.NoError(t, err)
	defer null.Close()
	require.False(t, isTerminal(null))
}
