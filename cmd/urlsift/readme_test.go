package main

import (
	"bufio"
	"cmp"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/cmd/internal/output"
	"github.com/urlsift/urlsift/corpus"
)

// readmes are those that say what the command does: that of the project, and its own with all details.
func readmes(t *testing.T) []string {
	var texts []string
	for _, name := range []string{"../../README.md", "README.md"} {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		texts = append(texts, string(text))
	}
	return texts
}

// The transcripts in the READMEs are what the command prints.
func TestTheREADMEsTranscriptsAreTrue(t *testing.T) {
	for _, readme := range readmes(t) {
		checkTranscript(t, readme)
	}
}

func checkTranscript(t *testing.T, readme string) {
	_, transcript, _ := strings.Cut(readme, "## A transcript\n\n")
	transcript = regexp.MustCompile(`(?m)\n\n[^ \n][^$]*\z`).ReplaceAllString(transcript[:strings.Index(transcript, "\n## ")], "\n")
	transcript = strings.TrimSpace(regexp.MustCompile(`(?m)^    `).ReplaceAllString(transcript, ""))

	t.Chdir(t.TempDir())
	sessions := strings.Split(transcript, "\n$ ")
	require.GreaterOrEqual(t, len(sessions), 4)
	for _, session := range sessions {
		command, want, _ := strings.Cut(strings.TrimPrefix(session, "$ "), "\n")
		want = strings.TrimRight(want, "\n") + "\n"
		if name, ok := strings.CutPrefix(command, "cat "); ok {
			require.NoError(t, os.WriteFile(name, []byte(want), 0o644))
			continue
		}
		pipe := strings.Split(command, " | ")
		out, _, _ := urlsift(t, "", strings.Fields(strings.ReplaceAll(pipe[0], "'", ""))[1:]...)
		for _, filter := range pipe[1:] {
			out = pick(t, filter, out)
		}
		require.Equal(t, want, out, command)
	}
}

// Flags, columns and keys in the READMEs are those that there are.
func TestFlagsColumnsAndKeysInTheREADMEsExist(t *testing.T) {
	all := names(newOptions().flags)
	for _, f := range newOptions().flags {
		all = append(all, f.former)
	}
	flags := regexp.MustCompile("`--([a-z-]+)|urlsift [^|`]*?--([a-z-]+)")
	for _, readme := range readmes(t) {
		for _, m := range flags.FindAllStringSubmatch(readme, -1) {
			require.Contains(t, append(all, "help", "version"), m[1]+m[2])
		}
	}
	details := readmes(t)[1]
	require.Contains(t, strings.ReplaceAll(details, "\n", " "), "have the columns "+strings.ReplaceAll(strings.Replace(output.Columns, ",date", " and date", 1), ",", ", "))
	_, keys, _ := strings.Cut(details, "\n## JSON")
	for _, key := range resultKeys {
		require.Contains(t, keys, "`"+key+"`")
	}
}

// commands returns the first list of commands after a heading.
func commands(readme, heading string) string {
	_, text, _ := strings.Cut(readme, "\n"+heading+"\n")
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		if paragraph = strings.Trim(paragraph, "\n"); strings.HasPrefix(paragraph, "    ") {
			return paragraph
		}
	}
	return ""
}

// packages are those that have programs of the recipes, where these are called otherwise.
var packages = map[string]string{
	"duckdb": "npm:./cmd/urlsift/testdata/duckdb", "find": "findutils", "xargs": "findutils", "sort": "coreutils", "uniq": "coreutils", "head": "coreutils",
}

// The recipes in the READMEs do what they say, where the tools are there. Those after a blank line are not run: they fetch, wait, or
// read what is not here.
//
//ci:long
func TestTheREADMEsRecipesRun(t *testing.T) {
	if !corpus.Long() {
		t.Skip("it runs other programs for seconds")
	}
	if runtime.GOOS != "linux" {
		t.Skip("the same tools print differently elsewhere")
	}
	recipes := ""
	for _, readme := range readmes(t) {
		recipes = commands(readme, "## Recipes") + "\n" + commands(readme, "### In other programs") + "\n" + recipes // all of the details first
	}
	archive, err := txtar.ParseFile("testdata/recipes.txtar")
	require.NoError(t, err)
	wanted := map[string]string{}
	dir := t.TempDir()
	for _, file := range archive.Files {
		if command, ok := strings.CutPrefix(file.Name, "$ "); ok {
			wanted[command] = string(file.Data)
			continue
		}
		name := filepath.Join(dir, file.Name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(t, os.WriteFile(name, file.Data, 0o666))
	}
	tools := regexp.MustCompile(`(?:^|\| )([a-z0-9-]+)`)
	run := map[string]bool{}
	for line := range strings.Lines(recipes) {
		command, _, _ := strings.Cut(line, "  #")
		if command = strings.TrimSpace(command); command == "" {
			continue
		}
		want, ok := wanted[command]
		require.True(t, ok, command)
		if run[command] {
			continue
		}
		run[command] = true
		t.Run(command, func(t *testing.T) {
			for _, tool := range tools.FindAllStringSubmatch(command, -1) {
				if tool[1] != "urlsift" {
					corpus.Program(t, tool[1], cmp.Or(packages[tool[1]], tool[1]))
				}
			}
			shell := exec.Command("sh", "-c", command)
			shell.Dir, shell.Env = dir, append(os.Environ(), "LC_ALL=C")
			var stderr strings.Builder
			shell.Stderr = &stderr
			out, err := shell.Output()
			if strings.Contains(stderr.String(), "Failed to download extension") {
				t.Skip("DuckDB cannot fetch its extension")
			}
			require.NoError(t, err, stderr.String())
			require.Equal(t, want, strings.ReplaceAll(string(out), "\r\n", "\n"))
		})
	}
	require.Len(t, run, len(wanted))
}

// pick returns the lines that a filter of the transcript lets pass.
func pick(t *testing.T, filter, text string) string {
	lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
	lines[len(lines)-1] += "\n"
	var n int
	for _, form := range []struct {
		format string
		pick   func() []string
	}{
		{"head -%d", func() []string { return lines[:n] }},
		{"tail -%d", func() []string { return lines[len(lines)-n:] }},
		{"sed -n %dp", func() []string { return lines[n-1 : n] }},
	} {
		if _, err := fmt.Sscanf(filter, form.format, &n); err == nil {
			return strings.Join(form.pick(), "")
		}
	}
	t.Fatalf("no filter %q", filter)
	return ""
}

// mutt's macro opens the URL of a message that is picked in fzf. What opens it here notes it.
//
//ci:long
func TestTheREADMEsMacroOpensAURLInMutt(t *testing.T) {
	if !corpus.Long() {
		t.Skip("it runs other programs for seconds")
	}
	mutt, script := corpus.Program(t, "mutt", "mutt"), corpus.Program(t, "script", "bsdutils")
	corpus.Program(t, "fzf", "fzf")
	macro := regexp.MustCompile(`(?m)^    (macro .*)$`).FindStringSubmatch(readmes(t)[1])
	require.NotNil(t, macro)
	dir := t.TempDir()
	t.Chdir(dir)
	const letter = "From joe Wed May  1 10:00:00 1996\nFrom: joe@a.example\nSubject: in base64\n" +
		"MIME-Version: 1.0\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\n"
	body := base64.StdEncoding.EncodeToString([]byte("See http://a.example/one and <URL:http://b.example/t\nwo>.\n"))
	pathOf(t, "inbox", []byte(letter+body+"\n\n"))
	pathOf(t, "muttrc", []byte(macro[1]+"\nset wait_key=no\n"))
	require.NoError(t, os.Mkdir("Mail", 0o777)) // or mutt asks for it
	require.NoError(t, os.WriteFile("xdg-open", []byte("#!/bin/sh\necho \"$*\" >> "+dir+"/opened\n"), 0o777))

	terminal := exec.Command(script, "-qec", "stty cols 100 rows 30; "+mutt+" -n -F muttrc -f inbox", os.DevNull)
	terminal.Env = append(os.Environ(), "TERM=xterm", "LC_ALL=C", "HOME="+dir, "FZF_DEFAULT_OPTS=", "PATH="+dir+":"+os.Getenv("PATH"))
	keys, err := terminal.StdinPipe()
	require.NoError(t, err)
	screen, err := terminal.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, terminal.Start())
	defer func() {
		_ = terminal.Process.Kill() // which has ended, unless the test fails
		_ = terminal.Wait()
	}()
	shown := bufio.NewReader(screen)
	// await reads the screen up to a text, and types.
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

// The commands for shares, of the README that has those for schedulers, make what one run makes.
//
//ci:long
func TestTheREADMEsSharesAreMergedIntoWhatOneRunPrints(t *testing.T) {
	if !corpus.Long() {
		t.Skip("it runs other programs for seconds")
	}
	readme, err := os.ReadFile("../urlsift-beam/README.md")
	require.NoError(t, err)
	_, list, _ := strings.Cut(string(readme), "\n    # xargs\n")
	list, _, _ = strings.Cut(list, "\n\n")
	lines := regexp.MustCompile(`(?m)^    ([^#\n].*)$`).FindAllStringSubmatch(list, -1)
	require.Len(t, lines, 3)
	merge := lines[2][1]
	require.Contains(t, merge, "urlsift merge -o all.jsonl ")
	for i, program := range []string{"xargs", "parallel"} {
		t.Run(program, func(t *testing.T) {
			corpus.Program(t, program, cmp.Or(packages[program], program))
			t.Chdir(t.TempDir())
			require.NoError(t, os.Mkdir("mail", 0o777))
			for name, n := range map[string]int{"a": 300, "b": 20} {
				var box strings.Builder
				for i := range n {
					fmt.Fprintf(&box, "From joe Wed May  1 10:00:00 1996\nSubject: %d\n\nSee http://%s.example/%d\n%s\n", i, name, i, strings.Repeat("words\n", 20*i))
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

// What README says of additions names files and folders that exist, and what stands in them.
func TestTheREADMEsWaysToAddSomethingExist(t *testing.T) {
	_, list, ok := strings.Cut(readmes(t)[0], "\n- **A rule**")
	require.True(t, ok)
	list, _, ok = strings.Cut(list, "\n\n")
	require.True(t, ok)
	named := 0
	for item := range strings.SplitSeq(list, "\n- ") {
		folder, before := "", ""
		for i, name := range strings.Split(strings.Join(strings.Fields(item), " "), "`") {
			if i%2 == 0 {
				if name != " in " {
					before = ""
				}
				continue
			}
			inRoot, inFolder := filepath.Join("../..", name), filepath.Join("../..", folder, name)
			info, err := os.Stat(inRoot)
			if err == nil && info.IsDir() {
				folder = name
			} else if err != nil {
				info, err = os.Stat(inFolder)
				inRoot = inFolder
			}
			if strings.ContainsAny(name, "/") && !strings.Contains(name, " ") || strings.HasSuffix(name, ".go") {
				require.NoError(t, err, item)
				named++
			}
			if before != "" && err == nil && !info.IsDir() {
				text, err := os.ReadFile(inRoot)
				require.NoError(t, err)
				require.True(t, strings.Contains(string(text), before), "%s has no %s", name, before)
			}
			before = name
		}
	}
	require.Greater(t, named, 40)
}
