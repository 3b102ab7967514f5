package printable

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPasswordsAreMaskedInBrokenURLsToo(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"ftp://joe:secret@a.example/", "ftp://joe:***@a.example/"},
		{"ftp://joe:@a.example/", "ftp://joe:***@a.example/"},
		{"ftp://joe:a:b@c@a.example/", "ftp://joe:***@a.example/"},
		{"ftp://joe:a/b#c@a.example/", "ftp://joe:***@a.example/"},
		{"ftp:///joe:secret@a.example/", "ftp:///joe:***@a.example/"},
		{"http://a.example:80/b@c", "http://a.example:80/b@c"},
		{"http://a.example:/b@c", "http://a.example:/b@c"},
		{"http://[::1]/b@c", "http://[::1]/b@c"},
		{"http://joe@a.example:80/", "http://joe@a.example:80/"},
		{"mailto:joe:x@a.example", "mailto:joe:x@a.example"},
		{"http://a.example/ftp://joe:x@b.example/ftp://ann:y@c.example/",
			"http://a.example/ftp://joe:***@b.example/ftp://ann:***@c.example/"},
		{"http://a.example/?x=FTP%3a%2f%2fjoe%3asecret%40b.example",
			"http://a.example/?x=FTP%3a%2f%2fjoe%3a***%40b.example"},
		{"http://a.example/?x=ftp%3A%2F%2Fb.example%3A80%2Fc%40d",
			"http://a.example/?x=ftp%3A%2F%2Fb.example%3A80%2Fc%40d"},
		{"telnet//joe:secret@a.example", "telnet//joe:***@a.example"},
		{"a.example//joe:secret@b.example", "a.example//joe:***@b.example"},
		{"http://a.example//joe:x@b.example/", "http://a.example//joe:x@b.example/"},
		{"://", "://"}, {":/", ":/"}, {"", ""}, {"a://:@", "a://:***@"},
	} {
		require.Equal(t, c.want, RedactURL(c.text))
		require.Equal(t, c.want, RedactURL(c.want), "once is enough")
	}
}

func TestMasksThatOverlapAreOne(t *testing.T) {
	masks := []Mask{{2, 4}, {6, 8}}
	require.Equal(t, []Mask{{0, 1}, {2, 4}, {6, 8}}, InsertMask([]Mask{{2, 4}, {6, 8}}, Mask{0, 1}))
	require.Equal(t, []Mask{{2, 4}, {4, 6}, {6, 8}}, InsertMask(append([]Mask(nil), masks...), Mask{4, 6}))
	require.Equal(t, []Mask{{2, 8}}, InsertMask(append([]Mask(nil), masks...), Mask{3, 7}))
	require.Equal(t, []Mask{{1, 4}, {6, 8}}, InsertMask(append([]Mask(nil), masks...), Mask{1, 3}))
	require.Equal(t, []Mask{{2, 4}, {6, 9}}, InsertMask(append([]Mask(nil), masks...), Mask{7, 9}))
}

// What is cut inside a login shows no part of its password.
func TestNoPartOfAPasswordIsShown(t *testing.T) {
	for _, whole := range []string{"ftp://joe:S3cret@a.example/x and",
		"ftp%3A%2F%2Fjoe%3AS3cret%40a.example%2Fx and"} {
		secret := strings.Index(whole, "S3cret")
		for cut := range secret + len("S3cre") {
			require.NotContains(t, RedactPiece(whole[cut:], true, false), "et", whole[cut:])
			require.Contains(t, RedactPiece(whole[cut:], true, false), "a.example")
		}
		for cut := secret + 1; !strings.HasSuffix(whole[:cut], "a"); cut++ {
			require.NotContains(t, RedactPiece("at "+whole[:cut], false, true), "S", whole[:cut])
		}
	}
	for text, want := range map[string]string{
		"joe@a.example wrote: see http://a.example:80/x@y": "***@a.example wrote: see http://a.example:80/x@y",
		"wrote joe@a.example at http://[::1]/":             "wrote joe@a.example at http://[::1]/",
		"see ftp://joe:se@cret":                            "see ftp://joe:***",
		"wrote at http://a.example/x:y":                    "wrote at http://a.example/x:y",
		"wrote at http://a.example/ftp://joe:se/cr\n":      "wrote at http://a.example/ftp://joe:***\n",
		"see ftp://joe:12":                                 "see ftp://joe:***",
		"see ftp://joe:12 ":                                "see ftp://joe:12 ",
		"see ftp://joe:":                                   "see ftp://joe:***",
		"":                                                 "",
	} {
		require.Equal(t, want, RedactPiece(text, true, true), text)
	}
	require.Equal(t, "joe@a.example ftp://joe:12", RedactPiece("joe@a.example ftp://joe:12", false, false))
	require.Equal(t, "ftp://joe:***", RedactBeginning("ftp://joe:se/cr"))
}
