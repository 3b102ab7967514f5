package corpus

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
	slow := regexp.MustCompile(`\bcorpus\.(Long|Times|Part|Program)\(`)
	root, found := os.DirFS(".."), 0
	require.NoError(t, fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, "_test.go") || path.Dir(name) == "corpus" {
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
