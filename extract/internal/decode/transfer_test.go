package decode

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWholeLinesOfBase64AreRecognized(t *testing.T) {
	const whole = "QUJDRGVmZ2g0NTY3"
	for _, c := range []struct {
		line  string
		width int
		want  bool
	}{
		{whole, 0, true}, {whole, 16, true}, {whole, 20, true}, {whole, 12, false}, {"QUJDaGV0", 16, true},
		{whole[:8], 16, false}, {whole[:4], 16, false}, {whole[:15], 16, false},
		{whole[:14] + "==", 16, true}, {whole[:13] + "===", 16, false}, {"abcdefghabcdefgh", 20, false},
		{"abcdefghabcdefgh", 16, true}, {"ABCDefgh1234-_==", 16, false},
		{"ABCD", 4, true}, {"====", 4, false}, {"", 0, false}, {"QUJD QUJ", 8, false},
	} {
		require.Equal(t, c.want, IsWholeLine([]byte(c.line+"\n"), c.width), "%q %d", c.line, c.width)
	}
}

// A rule of dashes or the like is not base64. The URL-safe alphabet is decoded character
// by character.
func TestLinesOfDashesAreNoBase64(t *testing.T) {
	for line, want := range map[string]bool{"QUJD\n": true, "----\n": false, "____\n": false, "Q---\n": false,
		"QUJ\n": false, "\n": false, "QUJDQUJD\r\n": true, "QU D\n": false} {
		b := new(Base64)
		b.Buf = []byte(line)
		require.Equal(t, want, b.whole(b.Buf), line)
	}
}
