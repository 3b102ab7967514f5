package merge

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// merged returns what files are merged into, or the error.
func merged(t *testing.T, files ...string) string {
	dir := t.TempDir()
	var names []string
	for i, text := range files {
		names = append(names, filepath.Join(dir, fmt.Sprint(i)))
		require.NoError(t, os.WriteFile(names[i], []byte(text), 0o666))
	}
	var out bytes.Buffer
	if err := Files(t.Context(), &out, names); err != nil {
		return "error: " + strings.ReplaceAll(err.Error(), dir+string(filepath.Separator), "")
	}
	return out.String()
}

func TestOutputsOfSharesAreMerged(t *testing.T) {
	object := func(file string, start int) string {
		return fmt.Sprintf(`{"url":"http://a.example/","start":%d,"source":{"file":"%s"}}`, start, file)
	}
	for _, c := range []struct {
		want  string
		files []string
	}{
		{"a\nb\nc\n", []string{"a\n", "", "b\nc\n"}}, {"a\x00b\x00", []string{"a\x00", "b\x00"}}, {"", []string{"", ""}},
		{"3 a\n2 b\n", []string{"1 a\n", "2 a\n2 b\n"}}, {"3\ta\n", []string{"1\ta\n", "2\ta\n"}},
		{"error: 1: incomplete: ends in the middle of a line", []string{"a\n", "b"}}, {"error: 0: incomplete: ends in the middle of a line", []string{"12"}},
		{"12\nx\n12\n", []string{"12\nx\n", "12\n"}}, {"2x b\n2x b\n", []string{"2x b\n", "2x b\n"}}, {"99999999999999999999 a\n", []string{"99999999999999999999 a\n"}},
		{"error: 1: line 2 is not a count", []string{"1 a\n", "1 a\n12\n"}}, {"error: 0: line 2 is not a count", []string{"1 a\n2x\n"}},
		{object("f", 1) + "\n" + object("f", 2) + "\n", []string{object("f", 1) + "\n", object("f", 2) + "\n"}},
		{object("f", 1) + "\x00" + object("f", 2) + "\x00", []string{object("f", 1) + "\x00", object("f", 2) + "\x00"}},
	} {
		require.Equal(t, c.want, merged(t, c.files...), "%q", c.files)
	}
	require.Contains(t, merged(t, object("f", 1)+"\n"+object("f", 9)+"\n", object("f", 5)+"\n"), "error: 1: ")
	require.Contains(t, merged(t, object("f", 9)+"\x00", object("f", 5)+"\x00"), "error: 1: ")
	require.Contains(t, merged(t, object("f", 1)+"\n", "1 a\n"), "error: 1: ")
}
