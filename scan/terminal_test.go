package scan

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

// folded returns a text after folding, and its length in the input.
func folded(t *testing.T, r io.Reader) (string, int) {
	s := NewScanner(r, Config{Deobfuscate: true}) // folds the whole text
	for i := 0; s.has(i); i++ {
	}
	require.Equal(t, s.got, s.end)
	_, size := s.source(0, s.offset(s.end))
	return string(s.buf[:s.end]), int(size)
}

// In these texts E is an escape character and < a backspace. Folded text is between ⟦ and
// ⟧.
func TestTerminalSequencesAreFoldedOut(t *testing.T) {
	control := strings.NewReplacer("E", "\x1b", "<", "\b")
	for _, marked := range []string{
		"a⟦E[1m⟧b⟦E[22m⟧c", "a⟦E[01;31m⟧⟦E[K⟧b", "aE⟦[12;3H⟧b", "aE[1\n", "a⟦E]8;;E\\⟧b",
		"aE⟦]8;;⟧x:yE⟦\\⟧b⟦E]8;;E\\⟧c", "aE⟦(0qqx⟧E⟦(B⟧b",
		"a⟦<a⟧⟦<a⟧⟦<a⟧b", "⟦_<⟧a⟦_<⟧b", "⟦___<<<⟧abc", "__⟦_<⟧a_", "_⟦<_⟧", "ab<⟦<⟧c", "a<", "é<e",
		// Words removed and added in a diff.
		"⟦E[31m⟧a⟦E[m⟧E⟦[32m⟧b⟦E[m⟧", "⟦E[1;31m⟧a⟦E[0m⟧E⟦[1;32m⟧b", "⟦E[31m⟧⟦E[K⟧a⟦E[m⟧⟦E[K⟧E⟦[32m⟧⟦E[K⟧b",
		"⟦E[31m⟧a⟦E[m⟧ ⟦E[32m⟧b", "⟦E[32m⟧a⟦E[m⟧⟦E[31m⟧b", "⟦E[38;5;31m⟧a⟦E[32m⟧b", "a⟦E[31m⟧b⟦E[m⟧<⟦[32m⟧c",
	} {
		text, gone := unmark(control.Replace(marked))
		want := control.Replace(marked)
		for _, part := range gone {
			want = strings.Replace(want, "⟦"+part+"⟧", "", 1)
		}
		if strings.HasSuffix(marked, "<⟦[32m⟧c") {
			// a backspace represents text replaced inside a word
			text = strings.Replace(text, "\b", "\x1b", 1)
		}
		for _, r := range []io.Reader{strings.NewReader(text),
			iotest.OneByteReader(strings.NewReader(text))} {
			got, size := folded(t, r)
			require.Equal(t, want, got, "%q", text)
			if !strings.HasSuffix(marked, "⟧") {
				require.Equal(t, len(text), size, "%q", text)
			}
		}
	}
}

// Overstruck characters are folded out even at the end of a candidate, regardless of how
// the input is divided.
func TestTheEndOfACandidateMayBeStruckOver(t *testing.T) {
	const text = "<http://a.example/>\b> http://b.example/ "
	for _, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text))} {
		found := scanAll(t, r, Config{})
		require.Len(t, found, 2)
		require.Equal(t, "e/> ", string(found[1].Before))
	}
}

// As above: the text between ⟦ and ⟧ is the candidate, including folds in it.
func TestCandidatesGoOnAfterTerminalSequences(t *testing.T) {
	control := strings.NewReplacer("E", "\x1b", "{", "\b")
	for _, config := range []Config{{Lines: true}, {Lines: true, Delimiter: '\t'},
		{Lines: true, Guess: GuessWWW}} {
		for _, marked := range []string{
			"see ⟦http://a.example/E[1mbE[22m/c⟧ now", "⟦http://a.example/b⟧E[m now",
			"E[1m⟦http://a.example/⟧", "x E[01;31mE[K⟦httpE[mE[K://b.example/y⟧", "E[K⟦s3://b.example/y⟧",
			"⟦maiE[1mlto:E[ma@b.example⟧",
			"⟦hE[1mttpE[m:E[1m/E[m/a.exE[1mampleE[m/xE[1m?yE[m=zE[m.⟧", "⟦http://a.example/⟧E[2;1Hb",
			"⟦http://a.example/⟧E[2;1H⟦http://b.example/⟧", "E(B⟦ftp://h.example/a⟧",
			"E$B%F%9%HE(B⟦ftp://h.example/a⟧E$B%F%9%HE(B",
			"E$Bhttp://a.example/E(B", "E(0qxqE(B⟦git+ssh://a.example/⟧E(0x",
			"E]0;⟦http://a.example/⟧ title\a⟦http://b.example/⟧", "EP⟦http://a.example/⟧E\\",
			"E]8;;⟦http://a.example/b.⟧E\\b.E]8;;E\\",
			"EPtmux;EE]8;id=1;⟦http://a.example/b⟧EE\\E\\bEPtmux;EE]8;;EE\\E\\",
			"⟦http://a.example/⟧E]8;;⟦http://b.example/⟧\abE]8;;\a", "⟦http://a.example/E]133;A\ab⟧ c",
			"E]8;;⟦app://x⟧E\\x",
			"⟦h{ht{tt{tp{p:{:/{//{/a⟧{a{a b", "_{⟦h_{t_{t_{p_{:_{/_{/_{a_{._{b⟧ c",
			"⟦http://a.example/b{_c⟧{_ d", "see ⟦http://a.example/_{b⟧ c",
			"(⟦http://a.example/E[1mb⟧E[m)", "\"E[1m⟦http://a.example/b⟧E[m c\"",
			"<E[1m⟦http://a.example/E[mb⟧>", "<URL:E[1m⟦http://a.example/E[m\n  b⟧E[m>",
			"E[1m<URL:⟦http://a.example/\n  b⟧>",
			"E[31m⟦http://a.example/b⟧E[mE[32m⟦http://a.example/c⟧E[m",
		} {
			text, want := unmark(control.Replace(marked))
			var got []string
			for _, c := range scanAll(t, iotest.OneByteReader(strings.NewReader(text)), config) {
				got = append(got, text[c.Start:c.End])
			}
			require.Equal(t, want, got, "%q", text)
			checkSpans(t, text, config)
		}
	}
}

func TestTargetsOfHyperlinksAreAttributes(t *testing.T) {
	for text, kind := range map[string]Kind{
		"\x1b]8;;http://a.example/b.\x1b\\": Attribute, "\x1b]8;id=1;mailto:a@b.example\a": Attribute,
		"\x1b]8;;app://y\a": Attribute, "\x1b]0;http://a.example/b\a": Bare,
		"\x1b]8;;http://a.example/b c\x1b\\": Bare, "\x1b]8;;http://a.example/b": Bare,
		"\x1b]8;;see:http://a.example/b\a": Bare,
	} {
		c, err := NewScanner(strings.NewReader(text), Config{}).Next()
		require.NoError(t, err)
		require.Equal(t, kind, c.Kind, "%q", text)
		require.False(t, c.Whole || c.Flaw != Flawless)
	}
}

func TestURLsInATerminalHaveTheirFlaws(t *testing.T) {
	for text, flaw := range map[string]Flaw{
		"http://a.exampel\b\x1b[K\b\x1b[Kle/x":                               Overwritten,
		"http://a.example/\x1b[31mb\x1b[m\x1b[32mc\x1b[m/d":                  Overwritten,
		"ab\b\bcd+x://a.example/":                                            Overwritten,
		"\bfoo://a.example$\\sim$b":                                          Overwritten,
		"\bfoo://a.example/b\\_c":                                            Overwritten,
		"\bhttp://a.example/b\\_c":                                           Flawless,
		"bplist00\xd1\x01\x02SURL_\x10\x11http://a.example/\b\v\x0f\x00\x00": Flawless,
		"_\x10\x11http://a.example/\b\x00\x00":                               Flawless,
		"|\b/\b-\bhttp://a.example/":                                         Flawless,
		"(\x1b[31mhttp://a.example/\x1b[m\x1b[32mhttp://b.example/\x1b[m)":   Flawless,
		"\x1b]8;;app://a\x1b\\":                                              Flawless,
		"\x1b]8;;app://a b\x1b\\":                                            UnknownScheme,
		"<http://a.example/\x1b$B$3$s\x1b(B>":                                Overwritten,
	} {
		c, err := NewScanner(strings.NewReader(text), Config{}).Next()
		require.NoError(t, err)
		require.Equal(t, flaw, c.Flaw, "%q", text)
	}
}

// Offsets, lines and columns after many sequences are correct, regardless of the position
// in the buffer.
func TestOffsetsAreRightAfterManyTerminalSequences(t *testing.T) {
	var b strings.Builder
	var want []string
	for i := range 300 {
		want = append(want, fmt.Sprintf("http://a.example/\x1b[1m%d\x1b[22m/x", i))
		fmt.Fprintf(&b, "%s\x1b[32m%s and \x1b[m_\bo\bo a\ba\n", strings.Repeat("x", i%70), want[i])
	}
	text := b.String()
	checkSpans(t, text, Config{Lines: true})
	var got []string
	for _, c := range scanAll(t, strings.NewReader(text), Config{MaxURL: 80}) {
		got = append(got, text[c.Start:c.End])
	}
	require.Equal(t, want, got)
}

// The text after a candidate on the next line, and the text around it, are found by
// offsets of the input.
func TestTheNextLineIsReadWithoutTerminalSequences(t *testing.T) {
	text := "\x1b[1mabc \x1b[mhttp://a.example/\x1b[1mb\x1b[m\n\x1b[1mc/d\x1b[m e"
	s := NewScanner(strings.NewReader(text), Config{})
	c, err := s.Next()
	require.NoError(t, err)
	before, after := s.Around(c.Start, c.End, 0, 1, 20)
	require.Equal(t, "abc ", string(before))
	require.Equal(t, "\nc/d e", string(after))
	p, ok := s.Continue(Piece{}, 0)
	require.True(t, ok)
	require.Equal(t, "c/d", string(p.Text))
	require.Equal(t, "c/d", text[p.Start:p.End])
}

// Adjacent sequences form one hole, so a stream of only sequences needs no memory.
func TestManySequencesLeaveOneHole(t *testing.T) {
	s := NewScanner(strings.NewReader(strings.Repeat("\x1b[m", 1<<16)), Config{Deobfuscate: true})
	_, err := s.Next()
	require.Equal(t, io.EOF, err)
	require.Len(t, s.terminal.holes, 2)
}

// The text before a URL has no sequences, however far away they are and however little is
// read at a time.
func TestTheTextBeforeAURLHasNoSequences(t *testing.T) {
	words := strings.Repeat("word ", 100)
	text := "\x1b[1mabove\x1b[m\n\x1b[31mred\x1b[m and b\bbold " + words + "http://a.example/ end\n"
	for _, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text))} {
		s := NewScanner(r, Config{})
		c, err := s.Next()
		require.NoError(t, err)
		before, _ := s.Around(c.Start, c.End, 1, 0, MaxAround)
		require.Equal(t, "above\nred and bold "+words, string(before))
		before, _ = s.Around(c.Start, c.End, 1, 0, len("bold "+words))
		require.Equal(t, "bold "+words, string(before))
	}
}
