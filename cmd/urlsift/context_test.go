package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/corpus"
	"github.com/urlsift/urlsift/internal/testkit"
)

// around returns the expected output of --context n -n, computed from the whole text.
func around(t *testing.T, text string, n int) string {
	objects, _, _ := urlsift(t, text, "--json", "--input", "text")
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	has := make([]bool, len(lines))
	for object := range strings.Lines(objects) {
		var r struct{ Start, End int }
		require.NoError(t, json.Unmarshal([]byte(object), &r))
		first := strings.Count(text[:r.Start], "\n")
		for i := first; i <= strings.Count(text[:r.End-1], "\n"); i++ {
			has[i] = true
		}
	}
	var b strings.Builder
	last := -1
	for i, line := range lines {
		mark := ""
		for k := max(0, i-n); k <= min(len(lines)-1, i+n); k++ {
			if has[k] {
				mark = "-"
			}
		}
		if mark == "" {
			continue
		}
		if has[i] {
			mark = ":"
		}
		if last >= 0 && last != i-1 {
			b.WriteString("--\n")
		}
		fmt.Fprintf(&b, "%d%s%s\n", i+1, mark, strings.TrimRight(line, "\n"))
		last = i
	}
	return b.String()
}

// The lines around URLs are those of grep.
//
//ci:long
func TestContextIsThatOfGrep(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for i := range 6 {
		text, _ := corpus.Generate(corpus.Densities[i%3], testkit.Times(80<<10, 200<<10), uint64(i))
		r := rand.New(rand.NewPCG(uint64(i), 1))
		for i := range text {
			if text[i] == ' ' && r.IntN(20) == 0 {
				text[i] = '\n'
			}
		}
		text = append(text, []string{"", "\n", "the end", "http://last.example/"}[i%4]...)
		name := filepath.Join(dir, fmt.Sprint(i))
		require.NoError(t, os.WriteFile(name, text, 0o666))
		for _, n := range []int{0, 1, 4} {
			want := around(t, string(text), n)
			for _, jobs := range []string{"-j1", "-j3"} {
				got, _, _ := urlsift(t, "", "-n", jobs, "--input", "text", "--context", fmt.Sprint(n), name)
				require.True(t, want == got, "text %d, %d lines", i, n)
			}
		}
	}
}

func TestContextOfAnUnbrokenTextIsBounded(t *testing.T) {
	text := strings.Repeat("é ", 1<<20) + "http://a.example/ " + strings.Repeat("ö ", 1<<20)
	out, _, _ := urlsift(t, text, "--context", "2", "-n")
	require.LessOrEqual(t, len(out), 6*(4096+10))
	require.Contains(t, out, "http://a.example/")
	require.NotContains(t, out, `\x`)
	for line := range strings.Lines(out) {
		require.True(t, strings.HasPrefix(line, "1:") || strings.HasPrefix(line, "1-"), line)
	}
}
