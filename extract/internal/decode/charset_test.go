package decode

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

// decoded returns a text of a given size, decoded from a charset. It requires the spans
// of its bytes to be in order.
func decoded(t *testing.T, label string, stream io.Reader, size int64) string {
	var src Source
	src.Reset(stream, nil)
	r := ReaderOf(src.All())
	var c Charset
	r.DecodeCharset(label, &c, 0)
	data, err := io.ReadAll(&r)
	require.NoError(t, err)
	last := int64(0)
	for i := range int64(len(data)) {
		start, end := r.From.Span(i, i+1)
		require.True(t, last <= start && start <= end &&
			end <= size, "%d-%d after %d of %d", start, end, last, size)
		last = start
	}
	return string(data)
}

// Text of any charset decodes to the same result regardless of how it is read, and its
// spans are in order.
func FuzzCharsetsMayBeCutAnywhere(f *testing.F) {
	for _, label := range []string{
		"iso-2022-jp", "utf-7", "utf-16", "utf-16be", "utf-32", "gb18030", "hz-gb-2312", "big5", "euc-kr",
		"iso-2022-kr", "shift_jis", "euc-jp", "koi8-r",
		"windows-1252", "utf-8", "us-ascii", "x-unknown", "",
	} {
		f.Add(label, "see http://a.example/ \x1b$B$\"\x1b(B ~{Ve~} +MEI- \xa4\xa2\xff\xfe\x00h\x80\x0e\x0f")
	}
	f.Fuzz(func(t *testing.T, label, text string) {
		whole := decoded(t, label, strings.NewReader(text), int64(len(text)))
		require.Equal(t, whole, decoded(t, label, iotest.OneByteReader(strings.NewReader(text)),
			int64(len(text))))
	})
}

func TestNamesOfCharsetsHaveADecoder(t *testing.T) {
	_, names := charsets()
	for other, name := range names {
		require.True(t, KnownCharset(name), "%s: %s", other, name)
		require.Equal(t, name, usualName(name), "%s: a name of a name", other)
	}
	for _, label := range []string{
		"iso-8859-1", "ISO-8859-15", "windows-1252", "koi8-r", "KOI8-U", "gb2312", "gbk", "gb18030", "big5",
		"big5-hkscs", "euc-jp",
		"shift_jis", "iso-2022-jp", "iso-2022-kr", "iso-2022-cn", "hz-gb-2312", "euc-kr", "tis-620", "utf-7",
		"utf-8", "utf-16", "utf-32",
		"macintosh", "ibm866", "cp850", `"us-ascii"`, " utf-8 ",
	} {
		require.True(t, KnownCharset(label), label)
	}
	require.False(t, KnownCharset("x-nobody-knows"))
}

func TestCharactersAreDecodedHoweverTheyAreCut(t *testing.T) {
	for _, c := range []struct{ label, text, want string }{
		{"utf-16le", "=\xd8\x00\xdea\x00", "\U0001f600a"}, {"utf-16be", "\xd8=\xde\x00\x00a", "\U0001f600a"},
		{"utf-16be", "\xd8=\x00a", "\ufffda"},
		{"hz-gb-2312", "a~{VP~}b~~", "a中b~"},
	} {
		for _, r := range []io.Reader{strings.NewReader(c.text),
			iotest.OneByteReader(strings.NewReader(c.text))} {
			require.Equal(t, c.want, decoded(t, c.label, r, int64(len(c.text))), "%q", c.text)
		}
	}
}

func TestAFieldIsInTheCharsetOfTheBodyOnlyIfItMustBe(t *testing.T) {
	for _, c := range []struct{ text, charset, want string }{
		{"\xc6\xfc\xcb\xdc", "euc-jp", "日本"}, {"\xc6\xfc\xcb\xdc", "iso-2022-jp", "日本"},
		{"\x1b$BF|K\\\x1b(B", "ISO-2022-JP", "日本"}, {"\xcf\xf0", "koi8-r", "оП"},
		{"\xc6\xfc", "", "Æü"}, {"\xc6\xfc", "utf-8", "Æü"}, {"\xc6\xfc", "x-none", "Æü"},
		{"日本", "euc-jp", "日本"}, {"plain ~{VP", "hz-gb-2312", "plain ~{VP"},
	} {
		require.Equal(t, c.want, Field(c.text, c.charset), c.text)
	}
}

func TestEncodedWordsAreDecoded(t *testing.T) {
	for text, want := range map[string]string{
		"=?utf-8?q?a_=C3=A9?=": "a é", "x =?utf-8?B?Yg==?= y": "x b y", "=?utf-8?b?Y W!J\u00e9j?=": "abc",
		"=?utf-8*en?q?a?= =?utf-8?q?b?=": "ab", "=?utf-8?q?\xc3?=": "Ã",
		"=?utf-8?q?a": "=?utf-8?q?a", "=?utf-8?x?a?=": "=?utf-8?x?a?=", "=?": "=?",
	} {
		require.Equal(t, want, Field(text, ""), text)
	}
}

func TestAPlusInUTF7WaitsForWhatFollowsIt(t *testing.T) {
	for text, want := range map[string]int{"": 0, "+": 0, "+-": 2, "+M": 1} {
		_, n := new(utf7).step(nil, []byte(text), false)
		require.Equal(t, want, n, text)
	}
	out, n := new(utf7).step(nil, []byte("+"), true)
	require.Equal(t, "+", string(out[:n]))
}

func TestACharsetFoundByItsUsualNameIsTheOneFoundByAnyOther(t *testing.T) {
	require.Greater(t, len(singles()), 20)
	for name, s := range singles() {
		require.Equal(t, s, newDecoder(`"`+name+`"`), name)
	}
}
