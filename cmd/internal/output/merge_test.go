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

// named returns the output of a shard: a text, printed in a format.
func named(o Options, text string, number, of int) string {
	s := Shard{Number: number, Of: of, Version: "v1", Flags: []string{"--json"}, Paths: []string{"mail"}}
	return text + string(s.Line(&o, int64(len(text))))
}

// plain prints URLs, one a line.
var plain = Options{End: '\n'}

// files writes files called 0, 1 and so on, and returns their names.
func files(t *testing.T, texts ...string) (names []string) {
	dir := t.TempDir()
	for i, text := range texts {
		names = append(names, filepath.Join(dir, fmt.Sprint(i)))
		require.NoError(t, os.WriteFile(names[i], []byte(text), 0o666))
	}
	return names
}

// merged returns the merged files, or the error.
func merged(t *testing.T, texts ...string) string {
	var out bytes.Buffer
	names := files(t, texts...)
	if err := Merge(t.Context(), &out, names); err != nil {
		return "error: " + strings.ReplaceAll(err.Error(),
			filepath.Dir(names[0])+string(filepath.Separator), "")
	}
	return out.String()
}

func TestOutputsOfSharesAreMerged(t *testing.T) {
	object := func(start int) string { return fmt.Sprintf(`{"url":"http://a.example/","start":%d}`, start) }
	var (
		nul    = Options{End: 0}
		counts = Options{End: '\n', Count: true}
		nuls   = Options{End: 0, Count: true}
		json   = Options{End: '\n', Format: jsonLines}
		csv    = Options{End: '\n', Format: csvTable}
		hosts  = Options{End: '\n', Format: tsvTable, Count: true, By: "host"}
		tally  = Options{End: '\n', Format: jsonLines, Count: true}
	)
	const header = Columns + "\n"
	long := strings.Repeat("d/", 100_000)
	for _, c := range []struct {
		o     Options
		want  string
		texts []string
	}{
		{plain, "a\nb\nc\n", []string{"a\n", "", "b\nc\n"}},
		{plain, "", []string{"", ""}},
		{nul, "a\x00b\x00", []string{"a\x00", "b\x00"}},
		{counts, "3 a\n2 b\n", []string{"1 a\n", "2 a\n2 b\n"}},
		{nuls, "3 a\x00", []string{"1 a\x00", "2 a\x00"}},
		{counts, "", []string{"", ""}},
		{hosts, "count\thost\n3\ta\n", []string{"count\thost\n1\ta\n", "count\thost\n2\ta\n"}},
		{tally, `{"count":3,"url":"a"}` + "\n",
			[]string{`{"count":1,"url":"a"}` + "\n", `{"count":2,"url":"a"}` + "\n"}},
		{counts, "error: 1: line 2 is not a count", []string{"1 a\n", "1 a\nx\n"}},
		{counts, "error: 0: line 1 is not a count", []string{"99999999999999999999 a\n"}},
		{json, object(1) + "\n" + object(2) + "\n", []string{object(1) + "\n", object(2) + "\n"}},
		{csv, header + "x\ny\n", []string{header + "x\n", header + "y\n"}},

		// The shard decides, not the look of the text.
		{plain, "2019 mails/x:a\n3 x\n", []string{"2019 mails/x:a\n", "3 x\n"}},
		{plain, "{a\n{b\n", []string{"{a\n", "{b\n"}}, {plain, header + header, []string{header, header}},
		{plain, "count,x:a\ncount,x:a\n", []string{"count,x:a\n", "count,x:a\n"}},
		{plain, long + "a\n" + long + "b\n", []string{long + "a\n", long + "b\n"}},
		{nul, "\n\x00\n\x00", []string{"\n\x00", "\n\x00"}},
		{plain, strings.Repeat("a\n", 100_000) + "b\n", []string{strings.Repeat("a\n", 100_000), "b\n"}},
	} {
		var shards, backward []string
		for i, text := range c.texts {
			shards = append(shards, named(c.o, text, i+1, len(c.texts)))
			backward = append([]string{shards[i]}, backward...)
		}
		require.Equal(t, c.want, merged(t, shards...), "%.200q", c.texts)
		if !strings.HasPrefix(c.want, "error: ") {
			require.Equal(t, c.want, merged(t, backward...), "%.200q, in another order", c.texts)
		}
	}
}

// Files that are not all shards of one run, each once and whole, are rejected before
// anything is written.
func TestFilesThatAreNotAllSharesOfARunAreNotMerged(t *testing.T) {
	a, b, c := named(plain, "a\n", 1, 3), named(plain, "b\n", 2, 3), named(plain, "c\n", 3, 3)
	other := func(change func(s *Shard)) string {
		s := Shard{Number: 2, Of: 3, Version: "v1", Flags: []string{"--json"}, Paths: []string{"mail"}}
		change(&s)
		return "b\n" + string(s.Line(&plain, 2))
	}
	const unnamed = ": incomplete, or not written by urlsift --shard I/N -o FILE"
	for want, texts := range map[string][]string{
		"shard 2/3 is missing":                {a, c},
		"shard 3/3 is missing":                {b, a},
		"shards 1/3 and 3/3 are missing":      {b},
		"1: is shard 2/3, and so is 0":        {b, b, a},
		"2: is shard 1/2, but 0 is shard 1/3": {a, b, named(plain, "c\n", 1, 2)},
		`1: made with the options "--json --iri", `: {a,
			other(func(s *Shard) { s.Flags = append(s.Flags, "--iri") }), c},
		`1: made by urlsift v2, but 0 by urlsift`: {a, other(func(s *Shard) { s.Version = "v2" }), c},
		`1: made from the path "news", but 0 fr`:  {a, other(func(s *Shard) { s.Paths[0] = "news" }), c},
		"1: made from 2 paths, but 0 from 1 path": {a,
			other(func(s *Shard) { s.Paths = append(s.Paths, "news") }), c},
		"1: not a shard: ":                        {a, other(func(s *Shard) { s.Number = 4 }), c},
		"1: modified since it was written: its":   {a, b + b, c},
		"2: modified since it was written: it":    {a, b, strings.TrimPrefix(c, "c")},
		"1: made by another version of urlsift: ": {a, strings.Replace(b, `"format":"lines",`, "", 1), c},
		"2: made by another version of urlsift: ": {a, b, strings.Replace(c, `"lines"`, `"lines","header":3`, 1)},
		"0" + unnamed: {"a\n"},
		"1" + unnamed: {a, b[:len(b)-1], c},
		"2" + unnamed: {a, b, "c\n"},
		"3" + unnamed: {a, b, c, ""},
	} {
		require.Contains(t, merged(t, texts...), "error: "+want)
		var out bytes.Buffer
		require.Error(t, Merge(t.Context(), &out, files(t, texts...)))
		require.Empty(t, out.String())
	}
	require.ErrorContains(t, Merge(t.Context(), new(bytes.Buffer), []string{t.TempDir()}),
		"not a regular file")
	many := merged(t, named(plain, "", 1, 1_000_000_000))
	require.Equal(t, "error: shards 2/1000000000, 3/1000000000, 4/1000000000, 5/1000000000, 6/1000000000 "+
		"and others are missing", many)
}

// A merge whose context ends at any time is not complete.
func TestAMergeEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	cancel(enough)
	require.Equal(t, enough, Merge(ctx, new(bytes.Buffer), files(t, named(plain, "a\n", 1, 1))))
}
