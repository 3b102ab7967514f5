package output

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// named returns the output of a share that has a text.
func named(text string, number, of int) string {
	s := Share{Number: number, Of: of, Version: "v1", Flags: []string{"--json"}, Paths: []string{"mail"}}
	end := byte('\n')
	if strings.HasSuffix(text, "\x00") {
		end = 0
	}
	return text + string(s.Line(strings.HasPrefix(text, "{"), end, int64(len(text))))
}

// files writes files called 0, 1 and so on, and returns their names.
func files(t *testing.T, texts ...string) (names []string) {
	dir := t.TempDir()
	for i, text := range texts {
		names = append(names, filepath.Join(dir, fmt.Sprint(i)))
		require.NoError(t, os.WriteFile(names[i], []byte(text), 0o666))
	}
	return names
}

// merged returns what files are merged into, or the error.
func merged(t *testing.T, texts ...string) string {
	var out bytes.Buffer
	names := files(t, texts...)
	if err := Merge(t.Context(), &out, names); err != nil {
		return "error: " + strings.ReplaceAll(err.Error(), filepath.Dir(names[0])+string(filepath.Separator), "")
	}
	return out.String()
}

func TestOutputsOfSharesAreMerged(t *testing.T) {
	object := func(file string, start int) string {
		return fmt.Sprintf(`{"url":"http://a.example/","start":%d,"source":{"file":"%s"}}`, start, file)
	}
	for _, c := range []struct {
		want  string
		texts []string
	}{
		{"a\nb\nc\n", []string{"a\n", "", "b\nc\n"}}, {"a\x00b\x00", []string{"a\x00", "b\x00"}}, {"", []string{"", ""}},
		{"3 a\n2 b\n", []string{"1 a\n", "2 a\n2 b\n"}}, {"3\ta\n", []string{"1\ta\n", "2\ta\n"}},
		{"12\nx\n12\n", []string{"12\nx\n", "12\n"}}, {"2x b\n2x b\n", []string{"2x b\n", "2x b\n"}}, {"99999999999999999999 a\n", []string{"99999999999999999999 a\n"}},
		{"error: 1: line 2 is not a count", []string{"1 a\n", "1 a\n12\n"}}, {"error: 0: line 2 is not a count", []string{"1 a\n2x\n"}},
		{object("f", 1) + "\n" + object("f", 2) + "\n", []string{object("f", 1) + "\n", object("f", 2) + "\n"}},
		{object("f", 1) + "\x00" + object("f", 2) + "\x00", []string{object("f", 1) + "\x00", object("f", 2) + "\x00"}},
		{"error: 1: its format differs from that of the files before", []string{object("f", 1) + "\n", "1 a\n"}},
		{strings.Repeat("a\n", 100_000) + "b\n", []string{strings.Repeat("a\n", 100_000), "b\n"}},
	} {
		var shares, backward []string
		for i, text := range c.texts {
			shares = append(shares, named(text, i+1, len(c.texts)))
			backward = append([]string{shares[i]}, backward...)
		}
		require.Equal(t, c.want, merged(t, shares...), "%.200q", c.texts)
		if !strings.HasPrefix(c.want, "error: ") {
			require.Equal(t, c.want, merged(t, backward...), "%.200q, in another order", c.texts)
		}
	}
}

// What is not all shares of one run, each once and whole, is refused before anything is written.
func TestFilesThatAreNotAllSharesOfARunAreNotMerged(t *testing.T) {
	a, b, c := named("a\n", 1, 3), named("b\n", 2, 3), named("c\n", 3, 3)
	other := func(change func(s *Share)) string {
		s := Share{Number: 2, Of: 3, Version: "v1", Flags: []string{"--json"}, Paths: []string{"mail"}}
		change(&s)
		return "b\n" + string(s.Line(false, '\n', 2))
	}
	const unnamed = ": does not end with a line that names its share: it is incomplete, or not a file of urlsift --shard I/N -o FILE"
	for want, texts := range map[string][]string{
		"share 2/3 is missing":                    {a, c},
		"share 3/3 is missing":                    {b, a},
		"shares 1/3 and 3/3 are missing":          {b},
		"1: is share 2/3, and so is 0":            {b, b, a},
		"2: is share 1/2, but 0 is share 1/3":     {a, b, named("c\n", 1, 2)},
		`1: made with the flags "--json --iri", `: {a, other(func(s *Share) { s.Flags = append(s.Flags, "--iri") }), c},
		`1: made by urlsift v2, but 0 by urlsift`: {a, other(func(s *Share) { s.Version = "v2" }), c},
		`1: made from the path "news", but 0 fr`:  {a, other(func(s *Share) { s.Paths[0] = "news" }), c},
		"1: made from 2 paths, but 0 from 1 path": {a, other(func(s *Share) { s.Paths = append(s.Paths, "news") }), c},
		"1: names no share: ":                     {a, other(func(s *Share) { s.Number = 4 }), c},
		"1: not as it was written: its last li":   {a, b + b, c},
		"2: not as it was written: its last l":    {a, b, strings.TrimPrefix(c, "c")},
		"0" + unnamed:                             {"a\n"},
		"1" + unnamed:                             {a, b[:len(b)-1], c},
		"2" + unnamed:                             {a, b, "c\n"},
		"3" + unnamed:                             {a, b, c, ""},
	} {
		require.Contains(t, merged(t, texts...), "error: "+want)
		var out bytes.Buffer
		require.Error(t, Merge(t.Context(), &out, files(t, texts...)))
		require.Empty(t, out.String())
	}
	require.ErrorContains(t, Merge(t.Context(), new(bytes.Buffer), []string{t.TempDir()}), "not a regular file")
	many := merged(t, named("", 1, 1_000_000_000))
	require.Equal(t, "error: shares 2/1000000000, 3/1000000000, 4/1000000000, 5/1000000000, 6/1000000000 and others are missing", many)
}

// A merge whose context ends is not complete, wherever it stands.
func TestAMergeEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	cancel(enough)
	require.Equal(t, enough, Merge(ctx, new(bytes.Buffer), files(t, named("a\n", 1, 1))))
}
