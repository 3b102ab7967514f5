package printable

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNamesCannotSpeakToATerminal(t *testing.T) {
	require.Equal(t, `a\x1B[2Jb\x0A\x7F`, Text("a\x1b[2Jb\n\x7f"))
	require.Equal(t, `é\xFF\xC2\x85`+"\ufffd", Text("é\xff\u0085\ufffd"))
	require.Equal(t, `a\xEF`, Text("a\xef"))
	require.Equal(t, `\xEF\xBFab`, Text("\xef\xbfab"))
	require.Equal(t, `\xE2\x80\xAEgro\xE2\x81\xA6\xE2\x80\x8B`, Text("\u202egro\u2066\u200b"))
	require.Equal(t, "a\u200cb\u200dc", Text("a\u200cb\u200dc"), "words of some scripts need these")
	require.Equal(t, "http://h/%E2%80%AEgro", string(AppendURL(nil, []byte("http://h/\u202egro"))))
	require.Equal(t, "http://h/%1B%0A%FFé", string(AppendURL(nil, []byte("http://h/\x1b\n\xffé"))))
}
