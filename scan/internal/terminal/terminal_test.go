package terminal

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// mark returns text with ⟦ and ⟧ around the parts that its sequences remove.
func mark(t *testing.T, text []byte) string {
	var marked strings.Builder
	var before []byte
	for len(text) > 0 {
		if text[0] != esc && text[0] != '\b' {
			marked.WriteByte(text[0])
			before, text = append(before, text[0]), text[1:]
			continue
		}
		q := At(before, text, true)
		for n := 1; n <= len(text); n++ {
			if got := At(before, text[:n], false); got.Size > 0 {
				require.Equal(t, q, got, "after %d of %q", n, text)
			}
		}
		over, done := len(before)-q.Before, marked.String()
		marked.Reset()
		marked.WriteString(done[:len(done)-q.Before])
		gone := append(bytes.Clone(before[over:]), text[:q.Size]...)
		if before = before[:over]; q.Stays != 0 {
			require.Equal(t, q.Stays, text[0])
			marked.WriteByte(q.Stays)
			before, gone = append(before, q.Stays), gone[1:]
		}
		if len(gone) > 0 {
			marked.WriteString("⟦" + string(gone) + "⟧")
		}
		text = text[q.Size:]
	}
	return marked.String()
}

// In these texts E is an escape character and < a backspace. Removed text is between ⟦
// and ⟧.
func TestWhatAReaderDoesNotSeeGoes(t *testing.T) {
	control := strings.NewReplacer("E", "\x1b", "<", "\b")
	for _, want := range []string{
		// Renditions, and erasing to the end of the line.
		"a⟦E[m⟧b", "a⟦E[1m⟧b⟦E[22m⟧c", "a⟦E[01;31m⟧⟦E[K⟧b", "a⟦E[38:2::1:2:3m⟧b", "a⟦E[>4;2m⟧b", "a⟦E[0K⟧b",
		"a⟦E[m\x0f⟧b",
		// Sequences that move the cursor or are unknown leave a control character.
		"aE⟦[H⟧b", "aE⟦[12;3H⟧b", "aE⟦[2J⟧b", "aE⟦[C⟧b", "aE⟦[1K⟧b", "aE⟦[?25h⟧b", "aE⟦[2 q⟧b", "aE⟦7⟧b",
		"aE⟦D⟧b", "aE⟦M⟧b", "aE⟦c⟧b", "aE⟦=⟧b", "aEb", "aE>b", "aEéb", "a\aE⟦\\⟧b", "aE", "aE[", "aE[1é",
		"aE[1\n",
		// Strings without a ":", and doubled escapes.
		"a⟦E]133;A\a⟧b", "a⟦E]0;b c\a⟧d", "a⟦E]8;;E\\⟧b", "a⟦EP1$rbE\\⟧c", "a⟦E_GbE\\⟧c", "a⟦E^bE\\⟧c",
		"a⟦EkbE\\⟧c", "a⟦EPtmux;⟧⟦E⟧⟦E[1m⟧bE⟦\\⟧c",
		// Other strings are text.
		"aE⟦]8;;⟧x:yE⟦\\⟧b⟦E]8;;E\\⟧c", "aE⟦]8;id=1:k=v;⟧x:y\ab", "aE⟦]0;⟧x:y\ab", "aE⟦P⟧x:yE⟦\\⟧b",
		"aE⟦]0;⟧b\nc", "aE⟦]0;⟧bE⟦7⟧c", "aE⟦]⟧b", "aE⟦]8;⟧b", "aE⟦]0;⟧" + strings.Repeat("b", longest),
		// Charsets.
		"aE⟦(B⟧b", "aE⟦(J⟧b", "aE⟦(~⟧b", "a⟦E(B⟧⟦E[m⟧b", "aE⟦(B⟧", "a⟦E)0⟧b", "a⟦E%G⟧b", "a⟦E F⟧b", "aE⟦#8⟧b",
		"aE⟦$Bbcde⟧E⟦(B⟧f", "aE⟦$@bc⟧\nd", "aE⟦$(Dbc⟧E⟦(J⟧d", "a⟦E$)C⟧b", "aE⟦(0qqx⟧E⟦(B⟧b", "aE⟦(0q⟧",
		"aE⟦(Ibc⟧E⟦(J⟧d", "aE⟦(0q⟧\rb", "aE⟦(B⟧E⟦7⟧b",
		// Overstruck characters.
		"a⟦<a⟧b⟦<b⟧", "a⟦<a⟧⟦<a⟧⟦<a⟧b", "⟦_<⟧a⟦_<⟧b", "a⟦<_⟧b", "_⟦<_⟧", "⟦_<⟧a⟦<a⟧", "é⟦<é⟧", "⟦_<⟧é",
		"abc⟦<<<abc⟧", "abc⟦<<<___⟧d", "⟦___<<<⟧abc", "日⟦<日⟧", "__⟦_<⟧a_",
		// Moves back, and replacements of other text.
		"a<b", "<a", "a<", "a< <", "ab<⟦<⟧c", "ab<⟦<⟧\n", "\n<a", "a<\t", "é<e", "\xbb<\xf3", "\n<\n",
	} {
		want = control.Replace(want)
		require.Equal(t, want, mark(t, []byte(strings.NewReplacer("⟦", "", "⟧", "").Replace(want))))
	}
}

func TestSequencesSayWhatTextFollows(t *testing.T) {
	for text, want := range map[string]Sequence{
		"\x1b[m": {Color: '0'}, "\x1b[0;00m": {Color: '0'}, "\x1b[1;31m": {Color: '1'},
		"\x1b[31;1m": {Color: '1'}, "\x1b[92m": {Color: '2'}, "\x1b[32;39m": {Color: '9'},
		"\x1b[32;m": {Color: '0'},
		"\x1b[1m":   {}, "\x1b[22m": {}, "\x1b[131m": {}, "\x1b[41m": {}, "\x1b[38;5;31m": {Color: '0'},
		"\x1b[K":       {},
		"\x1b]8;;http": {Stays: esc, Target: true}, "\x1b]8;id=1:2;http": {Stays: esc, Target: true},
		"\x1b]0;http": {Stays: esc}, "\x1b]8;http": {Stays: esc}, "\x1b]8;;a b\a": {},
	} {
		whole := text
		if want.Stays != 0 {
			whole += "://a.example/\a"
		}
		want.Size = len(strings.TrimSuffix(text, "http"))
		require.Equal(t, want, At(nil, []byte(whole), true), "%q", text)
	}
}

func TestSequencesNearAnIndexAreSeen(t *testing.T) {
	const i = 20
	for at := range 2 * i {
		for _, b := range "\x1b\b\x00" {
			text := []byte(strings.Repeat("x", 2*i))
			text[at] = byte(b)
			require.Equal(t, b != 0 && at != i && i-8 <= at && at <= i+1, IsNear(text, i), "%q at %d", b, at)
		}
	}
}
