package main

import (
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	goflag "flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/cmd/internal/database"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/cmd/internal/sqlite"
	"github.com/urlsift/urlsift/corpus"
	"github.com/urlsift/urlsift/internal/testkit"
)

var update = goflag.Bool("update", false, "rewrite what the scripts compare with")

func TestMain(m *testing.M) {
	if after := os.Getenv(killedAfter); after != "" {
		mainKilled(after)
	}
	if os.Getenv(inTurn) != "" {
		mainInTurn()
	}
	if strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe") == "urlsift" {
		main()
	}
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGHUP} {
		if signal.Ignored(s) { // as under nohup, and in the background of a script
			// otherwise the commands that tests start and interrupt would ignore it, too
			signal.Notify(make(chan os.Signal, 1), s)
		}
	}
	testkit.SideBySide()
	testkit.CollectLess()
	os.Exit(withCommand(m.Run))
}

// withCommand calls run with the test binary also available as the command urlsift.
func withCommand(run func() int) int {
	dir, err := os.MkdirTemp("", "urlsift")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	command := filepath.Join(dir, "urlsift")
	if runtime.GOOS == "windows" {
		command += ".exe"
	}
	if os.Link(self, command) != nil { // it may be on another file system
		program, err := os.ReadFile(self)
		if err = cmp.Or(err, os.WriteFile(command, program, 0o777)); err != nil {
			panic(err)
		}
	}
	os.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	return run()
}

// In scripts, "urlsift" is a run of the command in a process that does all such runs of
// the script, since starting a process takes most of the time of a short run. "exec
// urlsift" starts a process, and is needed after a line "stdin".
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			s, err := newSerial(env.Vars)
			if err == nil {
				env.Values[serialKey{}] = s
				env.Defer(s.end)
			}
			return err
		},
		UpdateScripts: *update,
		Condition: func(name string) (bool, error) {
			if name == "root" {
				return os.Getuid() == 0, nil
			}
			return false, fmt.Errorf("unknown condition %q", name)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"urlsift": func(ts *testscript.TestScript, neg bool, args []string) {
				ts.Value(serialKey{}).(*serial).run(ts, neg, args)
			},
			"query":  query,
			"mkname": mkname,
			"unbox":  unbox,
			"append": appendFile,
			"cut":    cutPacked,
			"fill":   fill,
			"pack":   packFiles,
			"repeat": repeatFile,
		},
	})
}

// mkname makes a file whose name, in Go's syntax, cannot be written in a script.
func mkname(ts *testscript.TestScript, _ bool, args []string) {
	var name string
	ts.Check(json.Unmarshal([]byte(`"`+args[0]+`"`), &name))
	ts.Check(os.WriteFile(ts.MkAbs(name), []byte(args[1]+"\n"), 0o644))
}

// unbox replaces NULs by line feeds in the standard output of the last command, and
// writes it to a file.
func unbox(ts *testscript.TestScript, _ bool, args []string) {
	text := strings.ReplaceAll(ts.ReadFile("stdout"), "\x00", "\n")
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o644))
}

// appendFile appends a file to another.
func appendFile(ts *testscript.TestScript, _ bool, args []string) {
	text := ts.ReadFile(args[0]) + ts.ReadFile(args[1])
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o644))
}

// cutPacked packs a text, and truncates it.
func cutPacked(ts *testscript.TestScript, _ bool, args []string) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	io.WriteString(z, ts.ReadFile(args[0]))
	ts.Check(z.Close())
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), packed.Bytes()[:packed.Len()-6], 0o644))
}

// packFiles packs files: into a zip, or one file into a .gz, by the name of the first
// argument.
func packFiles(ts *testscript.TestScript, _ bool, args []string) {
	var packed bytes.Buffer
	if strings.HasSuffix(args[0], ".gz") {
		z := gzip.NewWriter(&packed)
		io.WriteString(z, ts.ReadFile(args[1]))
		ts.Check(z.Close())
	} else {
		z := zip.NewWriter(&packed)
		for _, name := range args[1:] {
			member, err := z.Create(name)
			ts.Check(err)
			io.WriteString(member, ts.ReadFile(name))
		}
		ts.Check(z.Close())
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), packed.Bytes(), 0o644))
}

// repeatFile writes a file with several copies of another.
func repeatFile(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Repeat(ts.ReadFile(args[2]), n)), 0o644))
}

// fill makes a database of links, and fills it by SQL.
func fill(ts *testscript.TestScript, _ bool, args []string) {
	db, err := sqlite.Open(ts.MkAbs(args[0]), "")
	ts.Check(err)
	defer db.Close()
	ts.Check(db.Script("PRAGMA synchronous = off; PRAGMA journal_mode = memory;" + database.Schema +
		ts.ReadFile(args[1])))
}

// urlsift runs the command on a text.
func urlsift(t testing.TB, text string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	var out, err bytes.Buffer
	status = run(append([]string{"urlsift"}, args...), strings.NewReader(text), &out, &err)
	return out.String(), err.String(), status
}

// The documented order of the keys of an object.
var resultKeys = []string{
	"url", "raw_base64", "kind", "start", "end", "line", "column", "strict", "deviations", "encoded",
	"fragment", "escaped",
	"obfuscated", "guessed", "written", "unwrapped", "truncated", "readings", "cautions", "parts",
	"attribute", "text", "source", "rejected", "error",
}

// keysOf returns the keys of the object on a line, in order.
func keysOf(t *testing.T, line string) []string {
	d := json.NewDecoder(strings.NewReader(line))
	var keys []string
	depth := 0
	for key := true; ; {
		token, err := d.Token()
		if err == io.EOF {
			return keys
		}
		require.NoError(t, err, line)
		switch delim, ok := token.(json.Delim); {
		case ok && (delim == '{' || delim == '['):
			depth++
			key = true
		case ok:
			depth--
			key = true
		case depth == 1 && key:
			keys = append(keys, token.(string))
			key = false
		case depth == 1:
			key = true
		}
	}
}

//ci:long
func FuzzJSONLinesAreJSON(f *testing.F) {
	extracts, err := corpus.Extracts()
	require.NoError(f, err)
	for i, e := range extracts {
		if i%testkit.Times(3, 1) == 0 {
			f.Add(e.Text)
		}
	}
	f.Add("<http://a/\xff\x00\x1b[2J\u0085\u2028\ufffd\xed\xa0\x80>")
	f.Fuzz(func(t *testing.T, text string) {
		out, _, _ := urlsift(t, text, "--json", "--rejected", "--max-url", "200")
		require.True(t, utf8.ValidString(out))
		for line := range strings.Lines(out) {
			var object struct {
				URL        string
				Start, End int
				Raw        []byte `json:"raw_base64"`
			}
			require.NoError(t, json.Unmarshal([]byte(line), &object), line)
			require.True(t, object.Start < object.End && object.End <= len(text), line)
			require.False(t, strings.ContainsFunc(strings.TrimSuffix(line, "\n"), printable.IsControl),
				"%q", line)
			keys, last := keysOf(t, line), -1
			for _, key := range keys {
				at := slices.Index(resultKeys, key)
				require.Greater(t, at, last, "%s in %s", key, line)
				last = at
			}
			for _, key := range []string{"url", "kind", "start", "end", "line", "column", "strict",
				"parts", "source"} {
				require.Contains(t, keys, key)
			}
		}
		lines, _, _ := urlsift(t, text, "--rejected", "-0")
		require.True(t, utf8.ValidString(lines))
		require.False(t, strings.ContainsFunc(strings.NewReplacer("\x00", "", "\t", "").Replace(lines),
			printable.IsControl), "%q", lines)
	})
}

func TestFlagsStandBeforeAndAfterPaths(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"a -n b", "find [n] a b"},
		{"a -o x b --json", "find [o=x json] a b"},
		{"a --max-url=5 -s http,ftp -nb b", "find [max-url=5 s=http,ftp n b] a b"},
		{"-ns http a", "find [n s=http] a"},
		{"-nshttp a", "find [n s=http] a"},
		{"-oa=1", "find [o=a=1]"},
		{"check --json x", "check [json] x"},
		{"--json check x", "check [json] x"},
		{"check x --json -- -y", "check [json] x -y"},
		{"a check", "find [] a check"},
		{"-- check -n", "find [] check -n"},
		{"- -n", "find [n] -"},
	} {
		s := newSession(nil, nil, nil)
		l, err := split(strings.Fields(c.args), s.flags, s.app)
		require.NoError(t, err)
		var flags []string
		for _, f := range l.flags {
			if flags = append(flags, f.name); f.hasValue {
				flags[len(flags)-1] += "=" + f.value
			}
		}
		got := fmt.Sprint(cmp.Or(l.command, "find"), " ", flags, " ", strings.Join(l.paths, " "))
		require.Equal(t, c.want, strings.TrimSpace(got), c.args)
	}
}

func TestAFlagWithoutItsValueIsAnError(t *testing.T) {
	for _, args := range []string{"a -o", "a -s", "--max-url", "check a -nb -o"} {
		_, stderr, status := urlsift(t, "", strings.Fields(args)...)
		require.Equal(t, exitTrouble, status)
		require.Regexp(t, `^urlsift: -\S+: needs a value\n$`, stderr, args)
	}
}

func TestOddArgumentsAreErrors(t *testing.T) {
	for _, arg := range []string{"---", "-=", "--=x", "-é", "-n-"} {
		_, stderr, status := urlsift(t, "", arg)
		require.Equal(t, exitTrouble, status, arg)
		require.Contains(t, stderr, "unknown option", arg)
	}
}

// A brokenPipe has no reader any more.
type brokenPipe struct{ after int }

func (w *brokenPipe) Write(p []byte) (int, error) {
	if w.after -= len(p); w.after < 0 {
		return 0, syscall.EPIPE
	}
	return len(p), nil
}

func TestAClosedPipeIsNoTrouble(t *testing.T) {
	text := strings.Repeat("http://host.example/x\n", 10000)
	for _, args := range [][]string{{"urlsift"}, {"urlsift", "--json"}, {"urlsift", "check"}} {
		var stderr bytes.Buffer
		require.Zero(t, run(args, strings.NewReader(text), &brokenPipe{1000}, &stderr))
		require.Empty(t, stderr.String())
	}
	var stderr bytes.Buffer
	args := []string{"urlsift", "missing.txt", "-"}
	require.Equal(t, exitTrouble, run(args, strings.NewReader(text), &brokenPipe{1000}, &stderr),
		"earlier trouble is not forgotten")
}

// Results are written before the command waits for more input, so that "tail -f |
// urlsift" works.
func TestResultsAreWrittenAsTheyAreFound(t *testing.T) {
	for _, args := range [][]string{{"urlsift"}, {"urlsift", "--json"}, {"urlsift", "check"}} {
		in, feed := io.Pipe()
		out, sink := io.Pipe()
		done := make(chan int, 1)
		go func() {
			done <- run(args, in, sink, io.Discard)
			sink.Close()
		}()
		buf := make([]byte, 1000)
		for _, url := range []string{"http://a.example/", "http://b.example/"} {
			io.WriteString(feed, url+"\n")
			n, err := out.Read(buf)
			require.NoError(t, err)
			require.Contains(t, string(buf[:n]), url)
		}
		feed.Close()
		io.Copy(io.Discard, out)
		require.Zero(t, <-done)
	}
}
