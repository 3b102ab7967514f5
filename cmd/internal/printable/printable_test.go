package printable

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNamesArePrintedWithoutControlCharacters(t *testing.T) {
	require.Equal(t, `a\x1B[2Jb\x0A\x7F`, Text("a\x1b[2Jb\n\x7f"))
	require.Equal(t, `é\xFF\xC2\x85`+"\ufffd", Text("é\xff\u0085\ufffd"))
	require.Equal(t, `a\xEF`, Text("a\xef"))
	require.Equal(t, `\xEF\xBFab`, Text("\xef\xbfab"))
	require.Equal(t, `\xE2\x80\xAEgro\xE2\x81\xA6\xE2\x80\x8B`, Text("\u202egro\u2066\u200b"))
	require.Equal(t, "a\u200cb\u200dc", Text("a\u200cb\u200dc"), "words of some scripts need these")
	require.Equal(t, "http://h/%E2%80%AEgro", URL("http://h/\u202egro"))
	require.Equal(t, "http://h/%1B%0A%FFé", URL("http://h/\x1b\n\xffé"))
}

func TestOnlyInvisibleCharactersAreHidden(t *testing.T) {
	var hidden []rune
	for r := rune(0); r <= 0x10ffff; r++ {
		if IsHidden(r) {
			hidden = append(hidden, r)
		}
	}
	want := []rune{0xad, 0x61c, 0x180e, 0x200b, 0x200e, 0x200f, 0x2028, 0x2029}
	for _, between := range [][2]rune{{0x202a, 0x202e}, {0x2060, 0x206f}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb},
		{0xe0000, 0xe007f}} {
		for r := between[0]; r <= between[1]; r++ {
			want = append(want, r)
		}
	}
	require.Equal(t, want, hidden)
	for b := range rune(256) {
		require.Equal(t, b < 0x20 || b >= 0x7f && b < 0xa0, IsControl(b), b)
		require.Equal(t, b > 0x20 && b < 0x7f, IsGraphic(string([]byte{byte(b)})), b)
	}
	require.True(t, IsGraphic(""))
}

func TestDifferentNamesStayDifferent(t *testing.T) {
	for name, want := range map[string]string{
		"a-\xe9": `a-\xE9`, `a-\xE9`: `a-\x5CxE9`, `a-\x5CxE9`: `a-\x5Cx5CxE9`, `\` + "\xe9": `\\xE9`,
		`\x` + "\xe9": `\x\xE9`, `\x4` + "\xe9": `\x4\xE9`,
		`C:\Users\x` + `86\a`: `C:\Users\x5Cx86\a`, `C:\Users\joe`: `C:\Users\joe`, `\xe9`: `\xe9`,
		`\`: `\`, "": "", "a\x1bb": `a\x1Bb`, `a\x1Bb`: `a\x5Cx1Bb`,
	} {
		require.Equal(t, want, Escape(name))
		require.Equal(t, name, Unescape(want))
	}
	require.Equal(t, "a\x1b", Name("a\x1b"), "JSON escapes it")
	require.Equal(t, `a\x5Cx1B`, Name(`a\x1B`))
}

func FuzzUnescapingUndoesEscaping(f *testing.F) {
	for _, name := range []string{`\xE9`, "\xe9", `\\x5C`, "\u200b\x1b", `\x\x`, "\x5cx5C\xff"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		require.Equal(t, name, Unescape(Escape(name)))
		require.Equal(t, name, Unescape(Name(name)))
		require.Equal(t, Escape(name), Text(Escape(name)), "a terminal obeys nothing in it")
	})
}
