package extract

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/corpus"
)

// inJSON returns text as a JSON string. If html is set, <, > and & are written as
// numbers.
func inJSON(text string, html bool) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(html)
	if err := e.Encode(text); err != nil {
		panic(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// inASCII returns a JSON string with numbers for characters outside ASCII.
func inASCII(quoted string) string {
	var b strings.Builder
	for _, r := range quoted {
		if r < utf8.RuneSelf {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return b.String()
}

// spelledApart are the extracts in which a spelling changes the URLs found: the mark
// around a URL is escaped and the URL is not, a field of a table has an escape, an escape
// changes the length of a string, or a space is beside the slashes of a scheme.
var spelledApart = []string{
	"international/enclosed", "readings/stars-of-gmail", "bare/password-with-brackets",
	"line-ends/hosts-of-a-torrent", "international/space-of-a-typesetter-after-a-scheme",
	"tables/whole-field", "tables/marks-at-the-end-of-a-field", "tables/mark-without-width-ends-a-cell",
}

func TestSpellingsOfATextInJSONAreReadAlike(t *testing.T) {
	extracts, err := corpus.Extracts()
	require.NoError(t, err)
	isPlain := func(line string) bool { // text in JSON within an escape is not plain
		isEscaped := func(r rune) bool { return r < ' ' || r == 0x7f || r == '\\' }
		return utf8.ValidString(line) && !strings.ContainsFunc(line, isEscaped)
	}
	for _, e := range extracts {
		apart := false
		for line := range strings.Lines(e.Text) {
			line = strings.TrimSuffix(line, "\n")
			if !isPlain(line) {
				continue
			}
			raw := inJSON(line, false)
			nested := inJSON(`{"text":`+raw+`}`, false)
			want := fmt.Sprint(FindString(`{"text":` + raw + `}`))
			for how, spelled := range map[string]string{
				"ASCII": inASCII(raw), "slashes": strings.ReplaceAll(raw, "/", `\/`),
				"HTML":   inJSON(line, true),
				"nested": nested, "nested twice": inJSON(`{"text":`+nested+`}`, false),
			} {
				got := fmt.Sprint(FindString(`{"text":` + spelled + `}`))
				if apart = apart || got != want; !slices.Contains(spelledApart, e.Name) {
					require.Equal(t, want, got, "%s: %s in %s", e.Name, line, how)
				}
			}
		}
		require.Equal(t, slices.Contains(spelledApart, e.Name), apart, e.Name)
	}
}
