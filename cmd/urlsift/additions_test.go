package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/internal/testkit"
)

// An edit replaces text in a file of the tree. Without a file, it is "go test -update".
type edit struct{ file, old, new string }

// additions are made by their row of doc/contributing.md. With all edits but the last,
// the test fails.
var additions = map[string]struct {
	folder, test string
	edits        []edit
	also         string // packages whose tests then pass, too
}{
	"a rewriter of links": {"./extract/rewrite", "TestEachRewriterReadsItsLinks", []edit{
		{"extract/rewrite/rewriters.txt", "\n# Mail filters.\n",
			"\n# Mail filters.\nInvented | invented.example | /go | parameter to\n"},
		{"corpus/parse/unwrap.txt", "https://ojrq.net/",
			"https://invented.example/go?to=https%3A%2F%2Fhost.example%2F Invented https://host.example/\n" +
				"https://ojrq.net/"},
	}, "./extract/rewrite"},
	"a disguise": {"./extract", "TestExtractsFindWhatTheCorpusWants", []edit{
		{"corpus/extract/angle.txtar", "-- plain.txt --\n", "-- invented.txt --\nSee http://host[dut]example/x\n" +
			"-- invented.want --\nrejected http://host[dut]example/x obfuscated\n-- plain.txt --\n"},
		{"scan/internal/lexicon/disguises.go", `bracketed(".", "[.]", "[,]",`,
			`bracketed(".", "[.]", "[dut]", "[,]",`},
	}, "./scan/internal/lexicon"},
	"an option": {"./cmd/urlsift", "TestNoFlagIsDropped|TestTheREADMEOfOptionsIsTheirTable", []edit{
		{"cmd/urlsift/options.go", "type findOptions struct {\n", "type findOptions struct {\ninvented bool\n"},
		{"cmd/urlsift/flags.go", "return slices.Concat([]*flag{\n", "return slices.Concat([]*flag{\n" +
			`{Name: "invented", of: "find", Group: toOutput, to: &o.invented, Help: "do nothing"},` + "\n"},
		{},
	}, ""},
	"a column of the database": {"./cmd/urlsift", "TestTheREADMEOfColumnsIsTheSchema", []edit{
		{"cmd/internal/database/schema.sql", "    original_host TEXT         -- the host of the original\n",
			"    original_host TEXT,        -- the host of the original\n    invented      TEXT         -- nothing\n"},
		{},
	}, "./cmd/internal/database ./cmd/internal/export"},
}

// A copy of the tree needs no edit but those that the page names.
//
//ci:long
func TestAdditionsAreMadeByTheirRecipes(t *testing.T) {
	if !testkit.Long() {
		t.Skip("compiles copies of the tree")
	}
	page := pages(t)["doc/contributing.md"]
	for row, a := range additions {
		t.Run(row, func(t *testing.T) {
			tree := copyOfTree(t)
			test := func(args ...string) error {
				command := exec.Command("go", append([]string{"test", "-vet=off"}, args...)...)
				command.Dir = tree
				out, err := command.CombinedOutput()
				t.Logf("%s\n%s", command, out)
				return err
			}
			for i, e := range a.edits {
				if i == len(a.edits)-1 {
					require.Error(t, test("-run", a.test, a.folder), "without its last step")
				}
				if e.file == "" {
					require.NoError(t, test("-run", a.test, a.folder, "-update"))
					continue
				}
				require.Contains(t, page, e.file[:strings.LastIndexByte(e.file, '/')])
				name := filepath.Join(tree, e.file)
				text, err := os.ReadFile(name)
				require.NoError(t, err)
				require.Contains(t, string(text), e.old)
				changed := strings.Replace(string(text), e.old, e.new, 1)
				require.NoError(t, os.WriteFile(name, []byte(changed), 0o666))
			}
			require.NoError(t, test("-run", a.test, a.folder))
			if a.also != "" {
				require.NoError(t, test(strings.Fields(a.also)...))
			}
		})
	}
}

// copyOfTree returns a folder with the files of the module, without those that begin with
// a dot.
func copyOfTree(t *testing.T) string {
	t.Helper()
	tree := t.TempDir()
	entries, err := os.ReadDir("../..")
	require.NoError(t, err)
	for _, e := range entries {
		from, to := filepath.Join("../..", e.Name()), filepath.Join(tree, e.Name())
		switch {
		case strings.HasPrefix(e.Name(), "."):
		case e.IsDir():
			require.NoError(t, os.CopyFS(to, os.DirFS(from)))
		default:
			text, err := os.ReadFile(from)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(to, text, 0o666))
		}
	}
	return tree
}
