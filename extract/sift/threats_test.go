package sift

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The pages about the life of a result, a number and an error name existing functions.
func TestFunctionsNamedInLifeGoExist(t *testing.T) {
	named := 0
	for _, name := range []string{"life.go", "../life.go"} {
		page, err := os.ReadFile(name)
		require.NoError(t, err)
		for _, row := range regexp.MustCompile(`(?m)^//\t(\S+\.go) +(?:(\w+)\.)?(\w+) `).FindAllStringSubmatch(string(page), -1) {
			text, err := os.ReadFile(filepath.Join("../..", row[1]))
			require.NoError(t, err)
			receiver := ""
			if row[2] != "" {
				receiver = `\(\w+ \*?` + row[2] + `\) `
			}
			require.Regexp(t, `(?m)^func `+receiver+row[3]+`[(\[]`, string(text), row[0])
			named++
		}
	}
	require.Greater(t, named, 30)
}

func TestTheThreatModelNamesTestsThatExist(t *testing.T) {
	page, err := os.ReadFile("threats.go")
	require.NoError(t, err)
	var tests strings.Builder
	require.NoError(t, filepath.WalkDir("../..", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := os.ReadFile(name)
		tests.Write(text)
		return err
	}))
	names := regexp.MustCompile(`\bTest\w+`).FindAllString(string(page), -1)
	require.Greater(t, len(names), 20)
	for _, name := range names {
		require.Contains(t, tests.String(), "func "+name+"(t ", name)
	}
}
