package main

import (
	"bytes"
	"cmp"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/cmd/internal/urljson"
)

// Users' scripts name the flags of each command, and their values. The golden file has
// them all: lines, commands and values may be added to a later one, but none may be
// missing.
func TestNoFlagIsDropped(t *testing.T) {
	const golden = "testdata/flags.txt"
	var b strings.Builder
	flags := newSession(nil, nil, nil).flags
	for _, f := range newSession(nil, nil, nil).flags {
		if f.former != "" || f.formerAlone != "" {
			before := *f
			before.Name, before.Alone = cmp.Or(f.former, f.Name), f.valueAlone()
			flags = append(flags, &before)
		}
	}
	for _, f := range flags {
		require.Equal(t, flags.named(f.Name).isSwitch(), f.isSwitch(), f.Name)
		b.WriteString("--" + f.Name)
		if f.Short != "" {
			b.WriteString(", -" + f.Short)
		}
		switch value := cmp.Or(strings.Join(f.Choices, "|"), f.Value); {
		case f.Alone != "":
			b.WriteString("[=" + value + "]")
		case value != "":
			b.WriteString(" " + value)
		}
		b.WriteByte(':')
		for _, command := range strings.Fields(f.of) {
			b.WriteString(" " + command)
		}
		b.WriteByte('\n')
	}
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(b.String()), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.Equal(t, string(want), b.String())
}

// The flags that change results distinguish the runs on a database.
func TestFlagsThatChangeWhatIsFoundTellRunsApart(t *testing.T) {
	var names []string
	for _, f := range newSession(nil, nil, nil).flags {
		if f.same {
			names = append(names, f.Name)
		}
	}
	require.Equal(t, strings.Fields(`root add-scheme iri refang guess namespaces max-url include exclude exclude-dir glob max-depth input base
		no-headers parts since until newsgroup from`), names)
	for args, want := range map[string]string{
		"":                               "",
		"--base":                         "--base",
		"--base=http://a.example/":       "--base=http://a.example/",
		"--input auto":                   "",
		"--input mail --iri":             "--iri --input=mail",
		"--root x":                       "--root",
		"--guess":                        "--guess=www,host-path",
		"--max-url 99 -j3 --stats":       "--max-url=99",
		"--since 1996 --parts text,html": "--parts=text,html --since=1996",
		"--no-headers":                   "--no-headers",
		"--include a,b --exclude c":      "--include=a,b --exclude=c",
	} {
		o, flags := newOptions()
		s := &session{flags: flags}
		l, err := split(append([]string{"index"}, strings.Fields(args)...), flags, newApp(s, o))
		require.NoError(t, err)
		require.NoError(t, l.take(flags, newApp(s, o)), args)
		in := newInputCommand(s, o)
		require.NoError(t, in.finish())
		require.Equal(t, want, flags.canonical(), args)
	}
}

func TestJSONHasAtMost16ReadingsOfAURL(t *testing.T) {
	out, _, _ := urlsift(t, "<URL:http://a.example/"+strings.Repeat("x-\n", 6)+"y>", "--json")
	require.Equal(t, urljson.MaxReadings, strings.Count(out, `"why":"hyphen"`))
	require.Equal(t, 16, urljson.MaxReadings)
}

func TestTheManualHasItsSections(t *testing.T) {
	roff, _, _ := urlsift(t, "", "man")
	var sections []string
	for line := range strings.Lines(roff) {
		if name, ok := strings.CutPrefix(line, ".SH "); ok {
			sections = append(sections, strings.TrimSpace(name))
		}
	}
	for _, name := range []string{"NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "COMMANDS", "EXIT STATUS",
		"EXAMPLES", "SEE ALSO", "ENVIRONMENT"} {
		require.True(t, slices.ContainsFunc(sections,
			func(s string) bool { return strings.Trim(s, `"`) == name }), "%s in %q", name, sections)
	}
}

// A manifest has every flag but those that change nothing of what is found or written,
// with its value, whatever the type of that.
func TestAManifestHasEveryFlagThatMatters(t *testing.T) {
	var left []string
	for _, f := range newSession(nil, nil, nil).flags {
		if f.how {
			left = append(left, f.Name)
		}
	}
	require.Equal(t, strings.Fields(`manifest force hosts-down datasette-metadata jobs line-buffered manifest force color hyperlink progress quiet stats force help help version`), left)
	texts := []string{"true", "7", "64M", "1996-05", "a.example", "1/2", "https://a.example/", "{url}"}
	for _, command := range []string{"", "index"} {
		for _, f := range newSession(nil, nil, nil).flags.of(command) {
			if f.how {
				continue
			}
			var s *session
			i := slices.IndexFunc(append(f.Choices, texts...), func(text string) bool {
				s = newSession(nil, nil, nil)
				l := line{command: command, flags: []typedFlag{{"--" + f.Name, f.Name, text, true}}}
				return l.take(s.flags, s.app) == nil
			})
			require.GreaterOrEqual(t, i, 0, "--%s takes none of the values", f.Name)
			want := "--" + f.Name
			if !f.isSwitch() {
				want += "=" + append(f.Choices, texts...)[i]
			}
			require.Equal(t, []string{strings.Replace(want, "64M", "67108864", 1)}, s.flags.settings(command))
		}
	}
}

// Each regular expression reads a stretch of text whose length has a limit. These are
// all, in the order of each file, with what they read.
func TestNoRegularExpressionIsWithoutABoundedWindow(t *testing.T) {
	url := "a URL, up to --max-url"
	windows := map[string][]string{
		"scan/around.go": {"longestTime before the end of a URL",
			"the beginning of a line of up to longestLine"},
		"scan/authority.go": {"len(\"localhost/C:/\")", "maxScheme and 2 bytes, as the next fourteen", "", "", "",
			"", "", "", "", "", "", "", "", "", "", "",
			"what is in place of a port, up to the limit of a URL", "160 bytes after a host",
			"64 bytes after a host"},
		"scan/scheme.go":  {"len(\"&#x000067;\") before a scheme", "the same", "the same"},
		"scan/restore.go": {"64 bytes after a host", "64 bytes after a label"},
		"scan/run.go":     {"a run, which is read once, up to one and a half times the length of a URL"},
		"scan/escape.go": {"the beginning of a line of up to longestLine", "longestLeader of the next line",
			"72 bytes of a line", "128 bytes of a line", "64 bytes after a string", url},
		"scan/guess.go":   {"6 bytes before a host", "maxLocal"},
		"scan/closing.go": {"maxScheme before a URL"},
		"scan/table.go": {"a URL in a row of up to longestRow", "a cell of up to longestRow",
			"a row of up to rowReach"},
		"scan/rest.go": {"a token of the next line", "a URL in brackets of up to 1,280 bytes", "the same", "the same",
			"the same", "the same", "the same"},
		"scan/tail.go": {"longestLeader, after a string of a torrent", "100 bytes before a URL"},
		"scan/template.go": {"the last byte of a URL and 64 after it", "the same", "the same",
			"2 bytes before a URL", "as the first"},
		"scan/wrapper.go": {"longestTime", "the beginning of a line of up to longestLine", "the same",
			"a line of up to longestLine"},

		"extract/host.go":       {"the user and the password of a URL"},
		"extract/printable.go":  {"1 KiB of a line", "512 bytes around a URL"},
		"extract/nextline.go":   {"the longest date"},
		"extract/sift/split.go": {"2*longestBreak; a stretch is read twice at most"},
		"extract/internal/mailbox/news.go": {"a line of a header, as far as it is read to tell formats " +
			"apart"},
		"extract/internal/texts/stores.go": {"longestRecord"},
		"extract/internal/page/attribute.go": {"the value of an attribute, up to Config.longest", "the same",
			"the same, or 2 KiB of a style", "2 KiB of a style"},
		"extract/internal/page/base.go":      {"maxBase, once a page"},
		"extract/internal/page/paragraph.go": {"1 KiB of a style"},
		"extract/internal/page/page.go": {"1 KiB, in a declaration of XML", "1 KiB, once a page",
			"1 KiB of a style"},

		"cmd/internal/check/check.go":       {"what is checked, up to 1 MiB"},
		"cmd/internal/check/rfc3986.go":     {"what is checked, up to 1 MiB"},
		"cmd/internal/heading/host.go":      {url},
		"cmd/internal/printable/redact.go":  {url, url},
		"cmd/internal/report/judged.go":     {url},
		"cmd/internal/report/text.go":       {url},
		"cmd/urlsift/hint.go":               {"an argument"},
		"cmd/urlsift/find.go":               {url},
		"cmd/urlsift/flags.go":              {"none: it is only compiled"},
		"cmd/urlsift/help.go":               {"the description of a command"},
		"cmd/urlsift-beam/main.go":          {"the name of a file"},
		"internal/lazyregexp/lazyregexp.go": {"none: its callers are listed"},
	}
	root := os.DirFS("../..")
	require.NoError(t, fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := fs.ReadFile(root, path)
		n := 0
		for _, made := range []string{"regexp.MustCompile", "regexp.Compile", "lazyregexp.New("} {
			n += bytes.Count(text, []byte(made))
		}
		require.Len(t, windows[path], n, "%s: say here what each of its expressions reads", path)
		delete(windows, path)
		return err
	}))
	require.Empty(t, windows, "they have no expression any more")
}
