package printable

import (
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
