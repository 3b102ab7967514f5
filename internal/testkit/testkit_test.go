package testkit

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Each test that calls Times, Long, Part or Program has a tag, without which .ci/long
// does not run it.
func TestSlowTestsHaveATag(t *testing.T) {
	slow := regexp.MustCompile(`\btestkit\.(Long|Times|Part|Program)\(`)
	root, found := os.DirFS("../.."), 0
	require.NoError(t, fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, "_test.go") || path.Dir(name) == "internal/testkit" {
			return err
		}
		text, err := fs.ReadFile(root, name)
		require.NoError(t, err)
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments)
		require.NoError(t, err)
		for _, one := range file.Decls {
			f, ok := one.(*ast.FuncDecl)
			if !ok || !strings.HasPrefix(f.Name.Name, "Test") && !strings.HasPrefix(f.Name.Name, "Fuzz") ||
				f.Name.Name == "TestMain" || !slow.Match(text[f.Pos()-1:f.End()-1]) {
				continue
			}
			found++
			require.True(t, f.Doc != nil && slices.ContainsFunc(f.Doc.List, func(c *ast.Comment) bool {
				return c.Text == "//ci:long" || c.Text == "//ci:part"
			}), "%s: %s has no tag: put //ci:long above it, or //ci:part", name, f.Name.Name)
		}
		return nil
	}))
	require.Greater(t, found, 20)
}

func TestEachTryOfALongTestIsInOnePart(t *testing.T) {
	for value, want := range map[string][2]int{"": {0, 1}, "1": {0, 1}, "yes": {0, 1}, "1/1": {0, 1},
		"1/10": {0, 10}, "10/10": {9, 10}, "0/10": {0, 1}, "11/10": {0, 1}} {
		t.Setenv("URLSIFT_LONG", value)
		first, step := Part()
		require.Equal(t, want, [2]int{first, step}, value)
	}
}
