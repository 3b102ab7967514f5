package main

import (
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/corpus"
	"github.com/urlsift/urlsift/internal/testkit"
)

// The test binary is also a command under test: one that knows what the corpus wants,
// with or without faults.
func TestMain(m *testing.M) {
	if mode := os.Getenv("SCORE_TEST_COMMAND"); mode != "" {
		answer(mode)
		return
	}
	os.Exit(m.Run())
}

func answer(mode string) {
	text, _ := io.ReadAll(os.Stdin)
	extracts, _ := corpus.Extracts()
	for _, e := range extracts {
		if e.Text != string(text) {
			continue
		}
		for _, url := range e.URLs() {
			switch {
			case mode == "json":
				os.Stdout.WriteString(`{"url":` + quote(escaped([]string{url})[0]) + "}\n")
			case mode == "wrong" && strings.HasPrefix(e.Name, "angle/"):
				os.Stdout.WriteString("http://wrong.example/\n")
			default:
				os.Stdout.WriteString(url + "\n")
			}
		}
	}
	os.Stdout.WriteString("www.guess.example\n" + `{"url":"http:///","rejected":true}` + "\n")
	os.Exit(1)
}

func quote(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}

// some are cases of two themes, and those with URLs that are not UTF-8: starting a
// command for each of all takes long.
func some(t *testing.T) []corpus.Extract {
	extracts, err := corpus.Extracts()
	require.NoError(t, err)
	of := map[string]int{"angle": testkit.Times(8, 1000), "prose": testkit.Times(8, 1000)}
	return slices.DeleteFunc(extracts, func(e corpus.Extract) bool {
		theme, _, _ := strings.Cut(e.Name, "/")
		of[theme]--
		return of[theme] < 0 && utf8.ValidString(strings.Join(e.URLs(), ""))
	})
}

//ci:long
func TestACommandIsScoredByTheme(t *testing.T) {
	for _, mode := range []string{"lines", "json"} {
		t.Setenv("SCORE_TEST_COMMAND", mode)
		var out strings.Builder
		require.NoError(t, run(&out, some(t), []string{os.Args[0]}, true))
		require.Regexp(t, `(?m)^all +(\d+) of +(\d+) cases  precision 1.000  recall 1.000  F1 1.000$`,
			out.String())
		require.NotContains(t, out.String(), "want")
	}
	t.Setenv("SCORE_TEST_COMMAND", "wrong")
	var out strings.Builder
	require.NoError(t, run(&out, some(t), []string{os.Args[0]}, true))
	require.Regexp(t, `(?m)^angle +\d of .* precision 0.000  recall 0.000`, out.String())
	require.Regexp(t, `(?m)^angle/[a-z-]+ \(.+\)\n\twant \["`, out.String(), "the rule stands beside the case")
	require.Regexp(t, `(?m)^prose .* F1 1.000$`, out.String())
}

//ci:long
func TestACommandThatIsNotThereIsAnError(t *testing.T) {
	require.Error(t, run(&strings.Builder{}, some(t), []string{"/nowhere/at/all"}, false))
}
