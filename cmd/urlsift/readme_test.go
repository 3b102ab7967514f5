package main

import (
	"bufio"
	"cmp"
	"encoding/base64"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/cmd/internal/database"
	"github.com/urlsift/urlsift/cmd/internal/output"
	"github.com/urlsift/urlsift/cmd/internal/sqlite"
	"github.com/urlsift/urlsift/internal/testkit"
)

// pages returns the pages for users by name: the READMEs of the project and of the
// command, and those of doc.
func pages(t *testing.T) map[string]string {
	names, err := filepath.Glob("doc/*.md")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	texts := map[string]string{}
	for _, name := range append(names, "../../README.md", "README.md") {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		texts[filepath.ToSlash(name)] = string(text)
	}
	return texts
}

// A step is a command in an indented block of a page, as in "    $ urlsift mail.txt", and
// the output below it.
type step struct {
	command, want string
	from, to      int // the lines of the output
}

// stepsOf returns the steps of a page. A command that ends in "|" or a backslash
// continues on the next line.
func stepsOf(page string) []step {
	lines := strings.Split(page, "\n")
	var all []step
	for i := 0; i < len(lines); i++ {
		command, ok := strings.CutPrefix(lines[i], "    $ ")
		if !ok {
			continue
		}
		for i++; strings.HasSuffix(command, "|") || strings.HasSuffix(command, "\\"); i++ {
			command += "\n" + strings.TrimPrefix(lines[i], "    ")
		}
		s := step{command: command, from: i}
		for i < len(lines) && isOutput(lines[i]) {
			i++
		}
		for s.to = i; s.to > s.from && lines[s.to-1] == ""; {
			s.to--
		}
		for _, line := range lines[s.from:s.to] {
			s.want += strings.TrimPrefix(line, "    ") + "\n"
		}
		all = append(all, s)
		i--
	}
	return all
}

// isOutput reports whether a line below a command is part of its output.
func isOutput(line string) bool {
	return line == "" || strings.HasPrefix(line, "    ") && !strings.HasPrefix(line, "    $ ")
}

// Each command in an indented block of a page prints the output below it. A shell runs
// the commands in turn, in a directory with the list.mbox of the tutorial. A "cat" of a
// file that does not exist creates it.
//
// With -update, pages are rewritten with the output. Commands in fences are not run: they
// use the network, a terminal or a cluster.
//
//ci:long
func TestThePagesShowWhatTheCommandsOfREADMEsPrint(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the same tools print differently elsewhere")
	}
	list, err := os.ReadFile("testdata/list.mbox")
	require.NoError(t, err)
	run := 0
	for name, page := range pages(t) {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			require.NoError(t, os.WriteFile(filepath.Join(dir, "list.mbox"), list, 0o666))
			lines := strings.Split(page, "\n")
			var printed []string // of the steps that were run
			all := stepsOf(page)
			for _, s := range all {
				printed = append(printed, s.want)
				t.Run(s.command, func(t *testing.T) { printed[len(printed)-1] = perform(t, dir, s); run++ })
			}
			for i, s := range slices.Backward(all) {
				if text := strings.TrimRight(printed[i], "\n"); *update && text != "" {
					text = regexp.MustCompile(`(?m)^(.)`).ReplaceAllString(text, "    $1")
					lines = slices.Replace(lines, s.from, s.to, strings.Split(text, "\n")...)
				}
			}
			if text := strings.Join(lines, "\n"); text != page {
				require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
			}
		})
	}
	require.Greater(t, run, 60)
}

// Tools allowed in every step. Steps with others run in long tests.
var everyday = strings.Fields(
	"urlsift cat cmp cut echo find grep gzip head jq ls perl printf sed sha256sum sort sqlite3 tail xargs")

// perform runs a step in a directory and returns what it prints.
func perform(t *testing.T, dir string, s step) string {
	if name, ok := strings.CutPrefix(s.command, "cat "); ok && !strings.ContainsAny(name, " |") {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(s.want), 0o666))
			return s.want
		}
	}
	unquoted := regexp.MustCompile(`'[^']*'|"[^"]*"`).ReplaceAllString(s.command, "")
	called := regexp.MustCompile(`(?:^|\|\s+|&& |; )([a-z0-9-]+)`)
	for _, tool := range called.FindAllStringSubmatch(unquoted, -1) {
		if !testkit.Long() && !slices.Contains(everyday, tool[1]) {
			t.Skip(tool[1] + " is run in long tests")
		}
		if tool[1] != "urlsift" {
			testkit.Program(t, tool[1], cmp.Or(packages[tool[1]], tool[1]))
		}
	}
	shell := exec.Command("sh", "-c", s.command)
	shell.Dir, shell.Env = dir, append(os.Environ(), "LC_ALL=C")
	var stderr strings.Builder
	shell.Stderr = &stderr
	stdout, err := shell.Output()
	if strings.Contains(stderr.String(), "Failed to download extension") {
		t.Skip("DuckDB cannot fetch its extension")
	}
	out := strings.ReplaceAll(string(stdout), "\r\n", "\n")
	if strings.Contains(stderr.String(), "urlsift: ") {
		out += stderr.String()
	} else if !errors.As(err, new(*exec.ExitError)) || shell.ProcessState.ExitCode() > 1 {
		require.NoError(t, err, stderr.String())
	}
	if !*update {
		require.Equal(t, strings.TrimRight(s.want, "\n"), strings.TrimRight(out, "\n"))
	}
	return out
}

// packages are those that have the tools of the pages, where these have other names.
var packages = map[string]string{
	"duckdb": "npm:./cmd/urlsift/testdata/duckdb", "find": "findutils", "xargs": "findutils",
	"cat": "coreutils", "cmp": "diffutils", "cut": "coreutils", "echo": "coreutils", "head": "coreutils",
	"ls": "coreutils", "printf": "coreutils", "sha256sum": "coreutils", "sort": "coreutils", "tail": "coreutils",
}

// A command that no test runs is in a fence.
func TestCommandsInREADMEsAreRunOrInAFence(t *testing.T) {
	fence := regexp.MustCompile("(?ms)^```.*?^```$")
	command := regexp.MustCompile(`(?m)^    (?:[^$\s].* \| )?(?:urlsift|sqlite3|jq|duckdb) .*$`)
	for name, page := range pages(t) {
		require.Empty(t, command.FindAllString(fence.ReplaceAllString(page, ""), -1), name)
	}
}

// Flags, columns and keys in the pages are those that there are.
func TestFlagsColumnsAndKeysInTheREADMEsExist(t *testing.T) {
	all := newSession(nil, nil, nil).flags
	use := regexp.MustCompile("`--[a-z-]+|\\burlsift [^|`\n]*")
	flag := regexp.MustCompile("(?:^|[ `])--([a-z-]+)")
	for name, page := range pages(t) {
		for _, words := range use.FindAllString(page, -1) {
			for _, m := range flag.FindAllStringSubmatch(words, -1) {
				require.NotNil(t, all.named(m[1]), "%s in %s", m[1], name)
			}
		}
	}
	keys := pages(t)["doc/json.md"]
	for _, key := range slices.Concat(resultKeys, strings.Split(output.Columns, ",")) {
		require.Contains(t, keys, "`"+key+"`")
	}
}

// No reader needs more than two pages of a few minutes each.
func TestREADMEsAreShort(t *testing.T) {
	for name, page := range pages(t) {
		most := 1300
		if name == "../../README.md" {
			most = 700
		}
		require.LessOrEqual(t, len(strings.Fields(page)), most, name)
	}
}

// A fact is on one page, so that it changes in one place.
func TestREADMEsSayNothingTwice(t *testing.T) {
	const words = 12
	block := regexp.MustCompile("(?ms)^```.*?^```$|^    .*?$|^#.*?$")
	seen := map[string]string{}
	for name, page := range pages(t) {
		if name == "doc/options.md" || name == "doc/columns.md" {
			continue // generated
		}
		between := func(r rune) bool { return unicode.IsSpace(r) || r == '|' || r == '-' }
		fields := strings.FieldsFunc(block.ReplaceAllString(page, ""), between)
		for i := words; i <= len(fields); i++ {
			said := strings.Join(fields[i-words:i], " ")
			other, ok := seen[said]
			require.False(t, ok && other != name, "%s and %s: %s", name, other, said)
			seen[said] = name
		}
	}
}

// losers returns the words in a text for which there is a better one, such as directory
// for folder, and those that are read twice.
func losers(text string) []string {
	text = regexp.MustCompile(`(?i)\bmail folders?\b`).ReplaceAllString(text, "")
	words := regexp.MustCompile(`(?i)\b(?:in any case|told|stands?|what is [^.?]* is|that of (?:the|a)|folders?)\b`)
	return words.FindAllString(text, -1)
}

// Pages, help and the docs of exported names have one word for one thing.
func TestREADMEsHelpAndDocsUseOneWordForOneThing(t *testing.T) {
	for name, page := range pages(t) {
		require.Empty(t, losers(page), name)
		require.NotRegexp(t, `(?i)\bblanks?\b`, page, name)
	}
	for command := range strings.FieldsSeq("find check index report export merge") {
		help, _, _ := urlsift(t, "", strings.Fields(strings.TrimPrefix(command+" --help", "find "))...)
		require.Empty(t, losers(help), command)
	}
	dirs := "rfc1738 scan extract extract/sift extract/mail extract/rewrite extract/defang corpus"
	for dir := range strings.FieldsSeq(dirs) {
		require.Empty(t, losers(exportedDocs(t, "../../"+dir)), dir)
	}
}

// Messages use the words of the pages and of the help.
func TestMessagesUseOneWordForOneThing(t *testing.T) {
	other := regexp.MustCompile(`(?i)\b(?:flags?|shares?|exclude each other|there is no|what|which)\b`)
	var all, wrong []string
	require.NoError(t, filepath.WalkDir("../..", func(name string, _ fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(name) == ".go" && !strings.HasSuffix(name, "_test.go") {
			all = append(all, messagesIn(t, name)...)
		}
		return err
	}))
	require.Greater(t, len(all), 100)
	for _, text := range all {
		if len(losers(text)) > 0 || other.MatchString(text) {
			wrong = append(wrong, text)
		}
	}
	require.Empty(t, wrong)
}

// messagesIn returns the string literals in a Go file that are arguments of functions
// that make or print an error.
func messagesIn(t *testing.T, name string) (texts []string) {
	makes := regexp.MustCompile(`(?:^|\.)(?:New|Errorf|usage|[Ww]arn|wrong|fail|was|leaveOut|DiskError)$`)
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	require.NoError(t, err)
	ast.Inspect(file, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && makes.MatchString(types.ExprString(call.Fun)) {
			for _, arg := range call.Args {
				ast.Inspect(arg, func(n ast.Node) bool {
					if text, ok := n.(*ast.BasicLit); ok && text.Kind == token.STRING {
						texts = append(texts, text.Value)
					}
					return true
				})
			}
		}
		return true
	})
	return texts
}

// exportedDocs returns the comments of a package that go doc shows.
func exportedDocs(t *testing.T, dir string) string {
	names, err := filepath.Glob(dir + "/*.go")
	require.NoError(t, err)
	var docs strings.Builder
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		require.NoError(t, err)
		if ast.FileExports(file); strings.HasSuffix(name, "_test.go") {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if comment, ok := n.(*ast.CommentGroup); ok {
				docs.WriteString(comment.Text())
			}
			return true
		})
	}
	require.NotEmpty(t, docs.String(), dir)
	return docs.String()
}

// Links between pages lead to files that exist and to headings in them, and each page is
// in the index.
func TestLinksInREADMEsExist(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)\s#:]*)(?:#([^)\s]+))?\)`)
	for name, page := range pages(t) {
		for _, m := range link.FindAllStringSubmatch(page, -1) {
			target := name
			if m[1] != "" {
				target = filepath.Join(filepath.Dir(name), m[1])
			}
			text, err := os.ReadFile(target)
			if info, e := os.Stat(target); e == nil && info.IsDir() {
				err = nil
			}
			require.NoError(t, err, name)
			if m[2] != "" {
				require.Contains(t, anchors(string(text)), m[2], name)
			}
		}
		if strings.HasPrefix(name, "doc/") {
			require.Contains(t, pages(t)["README.md"], "("+name+")")
		}
	}
}

// anchors returns the anchors of the headings of a page, as GitHub makes them.
func anchors(page string) (list []string) {
	for _, m := range regexp.MustCompile(`(?m)^#+ (.+)$`).FindAllStringSubmatch(page, -1) {
		name := regexp.MustCompile(`[^a-z0-9 _-]`).ReplaceAllString(strings.ToLower(m[1]), "")
		list = append(list, strings.ReplaceAll(name, " ", "-"))
	}
	return list
}

// reference compares a generated page with its file, or rewrites it.
func reference(t *testing.T, name, text string) {
	if *update {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
	}
	page, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, text, string(page), "go test ./cmd/urlsift -run README -update rewrites %s", name)
}

// The page of options has a line for each flag.
func TestTheREADMEOfOptionsIsTheirTable(t *testing.T) {
	var b strings.Builder
	b.WriteString("# Options\n\nThis page is generated from the table of options. " +
		"An option belongs to `urlsift` without a command, unless commands are named. `urlsift --help` " +
		"says more.\n")
	heading := ""
	for _, f := range newSession(nil, nil, nil).flags.shown() {
		if f.Group.String() != heading {
			heading = f.Group.String()
			fmt.Fprintf(&b, "\n## %s\n\n", strings.Replace(heading, ungrouped.String(), "Of commands only", 1))
		}
		option := "--" + f.Name + f.Argument()
		if f.Short != "" {
			option = "-" + f.Short + ", " + option
		}
		commands := ""
		if f.of != "find" {
			commands = " (" + strings.NewReplacer("find", "urlsift", " ", ", ").Replace(f.of) + ")"
		}
		fmt.Fprintf(&b, "- `%s`: %s%s\n", option, f.Usage(), commands)
	}
	reference(t, "doc/options.md", b.String())
}

// The page of columns has a line for each column of the tables, with its comment in the
// schema, and for those of the views.
func TestTheREADMEOfColumnsIsTheSchema(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "links.db")
	_, stderr, status := urlsift(t, "", "index", "-q", "--db", file, "testdata/list.mbox")
	require.Equal(t, 0, status, stderr)
	conn, err := sqlite.Open(file, "")
	require.NoError(t, err)
	defer conn.Close()
	var b strings.Builder
	b.WriteString("# Tables and columns\n\nThis page is generated from " +
		"[schema.sql](../../internal/database/schema.sql). [Database](database.md) explains the terms.\n")
	last := ""
	column := regexp.MustCompile(`(?m)^ {4}(\w+) .*?-- (.*(?:\n {12,}-- .*)*)`)
	statement := regexp.MustCompile(`(?m)((?:^--.*\n)*)^CREATE (TABLE|VIEW) (\w+) (?:AS|\()\n((?:.+\n)*)`)
	for _, m := range statement.FindAllStringSubmatch(database.Schema, -1) {
		comment, kind, name, body := m[1], m[2], m[3], m[4]
		if strings.HasPrefix(name, "_") {
			continue
		}
		paragraph := uncommented(comment)
		if kind != last {
			fmt.Fprintf(&b, "\n## %ss\n", kind[:1]+strings.ToLower(kind[1:]))
		}
		last = kind
		fmt.Fprintf(&b, "\n### %s\n\n%s\n\n", name, paragraph)
		meanings := map[string]string{}
		for _, c := range column.FindAllStringSubmatch(body, -1) {
			meanings[c[1]] = uncommented(c[2])
		}
		b.WriteString(columnsOf(t, conn, name, meanings))
	}
	reference(t, "doc/columns.md", b.String())
}

// uncommented returns the text of a comment of SQL on one line.
func uncommented(comment string) string {
	return strings.Join(strings.Fields(regexp.MustCompile(`(?m)^ *--`).ReplaceAllString(comment, "")), " ")
}

// columnsOf returns the columns of a table or view: first those without a meaning, then
// those with one as a list.
func columnsOf(t *testing.T, conn *sqlite.Conn, table string, meanings map[string]string) string {
	var plain []string
	list := ""
	err := conn.Each("SELECT name FROM pragma_table_info(?)", []any{table}, func(row sqlite.Row) error {
		name := "`" + row.Text(0) + "`"
		if meaning := meanings[row.Text(0)]; meaning != "" {
			list += "- " + name + ": " + meaning + "\n"
		} else {
			plain = append(plain, name)
		}
		return nil
	})
	require.NoError(t, err)
	if len(plain) > 0 {
		list = strings.Join(plain, ", ") + "\n\n" + list
	}
	return strings.TrimRight(list, "\n") + "\n"
}

// mutt's macro opens the URL of a message that is picked in fzf. The program that opens
// it here records it.
//
//ci:long
func TestTheREADMEsMacroOpensAURLInMutt(t *testing.T) {
	if !testkit.Long() {
		t.Skip("it runs other programs for seconds")
	}
	mutt, script := testkit.Program(t, "mutt", "mutt"), testkit.Program(t, "script", "bsdutils")
	testkit.Program(t, "fzf", "fzf")
	macro := regexp.MustCompile(`(?m)^(macro .*)$`).FindStringSubmatch(pages(t)["doc/cookbook.md"])
	require.NotNil(t, macro)
	dir := t.TempDir()
	t.Chdir(dir)
	const letter = "From joe Wed May  1 10:00:00 1996\nFrom: joe@a.example\nSubject: in base64\n" +
		"MIME-Version: 1.0\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\n"
	body := base64.StdEncoding.EncodeToString([]byte("See http://a.example/one and " +
		"<URL:http://b.example/t\nwo>.\n"))
	pathOf(t, "inbox", []byte(letter+body+"\n\n"))
	pathOf(t, "muttrc", []byte(macro[1]+"\nset wait_key=no\n"))
	require.NoError(t, os.Mkdir("Mail", 0o777)) // otherwise mutt asks to create it
	require.NoError(t, os.WriteFile("xdg-open", []byte("#!/bin/sh\necho \"$*\" >> "+dir+"/opened\n"), 0o777))

	terminal := exec.Command(script, "-qec",
		"stty cols 100 rows 30; "+mutt+" -n -F muttrc -f inbox", os.DevNull)
	terminal.Env = append(os.Environ(), "TERM=xterm", "LC_ALL=C", "HOME="+dir, "FZF_DEFAULT_OPTS=",
		"PATH="+dir+":"+os.Getenv("PATH"))
	keys, err := terminal.StdinPipe()
	require.NoError(t, err)
	screen, err := terminal.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, terminal.Start())
	defer func() {
		_ = terminal.Process.Kill() // ended already, unless the test fails
		_ = terminal.Wait()
	}()
	shown := bufio.NewReader(screen)
	// await reads the screen up to a text, and then types.
	await := func(text, typed string) {
		var all strings.Builder
		for !strings.HasSuffix(all.String(), text) {
			b, err := shown.ReadByte()
			require.NoError(t, err, "%q", all.String())
			all.WriteByte(b)
		}
		_, err := io.WriteString(keys, typed)
		require.NoError(t, err)
	}
	await("in base64", "\x15")
	await("2/2", "two")
	await("1/2", "\r")
	await("in base64", "x")
	_, err = io.Copy(io.Discard, shown)
	require.NoError(t, err)
	opened, err := os.ReadFile("opened")
	require.NoError(t, err)
	require.Equal(t, "http://b.example/two\n", string(opened))
}

// The commands for shares, in the README about schedulers, produce the output of a single
// run.
//
//ci:long
func TestTheREADMEsSharesAreMergedIntoWhatOneRunPrints(t *testing.T) {
	if !testkit.Long() {
		t.Skip("it runs other programs for seconds")
	}
	_, list, _ := strings.Cut(pages(t)["doc/scale.md"], "\n# xargs\n")
	list, _, _ = strings.Cut(list, "\n```")
	lines := regexp.MustCompile(`(?m)^([^#\n].*)$`).FindAllStringSubmatch(list, -1)
	require.Len(t, lines, 3)
	merge := lines[2][1]
	require.Contains(t, merge, "urlsift merge -o all.jsonl ")
	for i, program := range []string{"xargs", "parallel"} {
		t.Run(program, func(t *testing.T) {
			testkit.Program(t, program, cmp.Or(packages[program], program))
			t.Chdir(t.TempDir())
			require.NoError(t, os.Mkdir("mail", 0o777))
			for name, n := range map[string]int{"a": 300, "b": 20} {
				var box strings.Builder
				for i := range n {
					fmt.Fprintf(&box, "From joe Wed May  1 10:00:00 1996\nSubject: %d\n\n"+
						"See http://%s.example/%d\n%s\n", i, name, i, strings.Repeat("words\n", 20*i))
				}
				pathOf(t, "mail/"+name+".mbox", []byte(box.String()))
			}
			out, err := exec.Command("sh", "-c", lines[i][1]+" && "+merge).CombinedOutput()
			require.NoError(t, err, "%s", out)
			got, err := os.ReadFile("all.jsonl")
			require.NoError(t, err)
			require.Contains(t, lines[i][1], program)
			want, _, _ := urlsift(t, "", "--json", "mail")
			require.Equal(t, want, string(got))
		})
	}
}

// The table of additions names existing files and directories, with their contents, and
// tests.
func TestTheREADMEsWaysToAddSomethingExist(t *testing.T) {
	_, list, ok := strings.Cut(pages(t)["doc/contributing.md"], "\n## Additions\n")
	require.True(t, ok)
	var tests strings.Builder
	require.NoError(t, filepath.WalkDir("../..", func(name string, _ fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(name, "_test.go") {
			var text []byte
			text, err = os.ReadFile(name)
			tests.Write(text)
		}
		return err
	}))
	files, checked := 0, 0
	named := regexp.MustCompile("(?:`(\\w+)`(?: and its name| and its use)? in )?`([^`]+)`")
	for _, m := range named.FindAllStringSubmatch(list, -1) {
		within, name := m[1], m[2]
		switch {
		case strings.HasPrefix(name, "Test"):
			require.Contains(t, tests.String(), "func "+name+"(t ", name)
			checked++
		case strings.HasPrefix(name, "golang.org/"):
		case strings.Contains(name, "/") && !strings.Contains(name, " "):
			text, err := os.ReadFile(filepath.Join("../..", name))
			if info, e := os.Stat(filepath.Join("../..", name)); e == nil && info.IsDir() {
				text, err = nil, nil
			}
			require.NoError(t, err, name)
			require.Contains(t, string(text), within, name)
			files++
		}
	}
	require.Greater(t, files, 40)
	require.Greater(t, checked, 15)
}
