package index

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/cmd/internal/database"
)

func TestListsOfHostsThatAreDownAreReadInEachForm(t *testing.T) {
	list, err := ReadHostsDown(strings.NewReader("\ufeff# checked\n\nA.Example.\n" +
		"b.example\t2026-01-31\tNXDOMAIN\r\n" +
		"c.example,\"timed out\",2026-01-31T10:00:00Z\nd.example 404 Not Found\n" +
		"b\u00fccher.example;;2026-02-01\nb.example 2026-02-02 \x1b[2Jgone\nd.example:8080\n"))
	require.NoError(t, err)
	require.Equal(t, []database.HostDown{
		{Host: "a.example"},
		{Host: "b.example", Checked: "2026-02-02", Status: `\x1B[2Jgone`},
		{Host: "c.example", Checked: "2026-01-31T10:00:00Z", Status: "timed out"},
		{Host: "d.example"}, {Host: "xn--bcher-kva.example", Checked: "2026-02-01"},
	}, list)
	for _, line := range []string{"http://a.example/", "joe@a.example", ", 2026-01-31",
		strings.Repeat("a", 100_000)} {
		_, err := ReadHostsDown(strings.NewReader("a.example\n" + line + "\n"))
		require.Error(t, err, line)
	}
}

func TestTheLineAroundAURLIsCutAndEscaped(t *testing.T) {
	long := strings.Repeat("\u00e9", database.MaxBeside)
	for _, c := range []struct{ text, before, after string }{
		{"", "", ""},
		{" \ta\tb ", "a b ", "  a b"},
		{"a\x1b[2J\x00b\xff", `a\x1B[2J\x00b\xFF`, `a\x1B[2J\x00b\xFF`},
		{"\u202eabc", `\xE2\x80\xAEabc`, `\xE2\x80\xAEabc`},
		{long[:database.MaxBeside], long[:database.MaxBeside], long[:database.MaxBeside]},
		{long[1:database.MaxBeside] + "a", long[2:database.MaxBeside] + "a", ""},
		{"a" + long[:database.MaxBeside-1], "", "a" + long[:database.MaxBeside-2]},
	} {
		if c.before != "" || c.text == "" {
			before, _ := shownAround([]byte(c.text), nil)
			require.Equal(t, c.before, before)
		}
		if c.after != "" || c.text == "" {
			_, after := shownAround(nil, []byte(c.text))
			require.Equal(t, c.after, after)
		}
	}
}
