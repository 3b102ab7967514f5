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
