package extract

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/scan"
)

func ExampleResult_Written() {
	config := Config{Guess: scan.GuessWWW | scan.GuessHostPath}
	for r, err := range New(config).All(strings.NewReader("See www.host.example, or export.host.example:/contrib/R5.")) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(r.Guessed, r.Written(), "means", r)
	}
	// Output:
	// www www.host.example means http://www.host.example
	// host-path export.host.example:/contrib/R5 means ftp://export.host.example/contrib/R5
}

func TestNothingIsGuessedUnlessAskedFor(t *testing.T) {
	const text = "www.host.example host.example:/x joe@host.example host.example/x"
	require.Empty(t, urls(t, Config{}, text))
	for kind, want := range map[scan.Guess]string{
		scan.GuessWWW:      "http://www.host.example",
		scan.GuessHostPath: "ftp://host.example/x",
		scan.GuessMail:     "mailto:joe@host.example",
		scan.GuessDomain:   "http://host.example/x",
	} {
		require.Equal(t, []string{want}, urls(t, Config{Guess: kind}, text), kind)
	}
}

func TestKindsOfGuessesHaveNames(t *testing.T) {
	require.Equal(t, "www,host-path,mail,domain", allGuesses.String())
	for name := range strings.SplitSeq(allGuesses.String(), ",") {
		kind, ok := scan.ParseGuess(name)
		require.True(t, ok)
		require.Equal(t, name, kind.String())
	}
	_, ok := scan.ParseGuess("www,mail")
	require.False(t, ok)
}

// What is found without guesses is found with them, too, except inside one.
func FuzzGuessesHideNothing(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, text string) {
		config := Config{Deobfuscate: len(text)%2 > 0}
		type span struct {
			start, end int64
			text       string
		}
		var guesses []span
		found := map[span]bool{}
		guessing := config
		guessing.Guess = allGuesses
		for r, err := range New(guessing).All(strings.NewReader(text)) {
			require.NoError(t, err)
			if r.Guessed != 0 {
				guesses = append(guesses, span{r.Start, r.End, r.String()})
			}
			found[span{r.Start, r.End, r.String()}] = true
		}
		for r, err := range New(config).All(strings.NewReader(text)) {
			require.NoError(t, err)
			if found[span{r.Start, r.End, r.String()}] {
				continue
			}
			inside := false
			for _, g := range guesses {
				inside = inside || g.start < r.End && r.Start < g.end
			}
			require.True(t, inside, "%q at %d is lost", r, r.Start)
		}
	})
}
