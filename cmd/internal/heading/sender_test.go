package heading

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestASenderHasAnAddressAndAName(t *testing.T) {
	for _, c := range []struct{ from, address, name string }{
		{"joe@A.Example", "joe@a.example", ""},
		{"Joe Doe <Joe@a.example>", "Joe@a.example", "Joe Doe"},
		{`"Doe, Joe" <joe@a.example>`, "joe@a.example", "Doe, Joe"},
		{"joe@a.example (Joe Doe)", "joe@a.example", "Joe Doe"},
		{"Joe @ Home <joe@a.example>", "joe@a.example", "Joe @ Home"},
		{"uucp!site!joe (Joe Doe)", "uucp!site!joe", "Joe Doe"},
		{"Zoë <zoe@a.example>", "zoe@a.example", "Zoë"},
		{"root", "", "root"},
		{"jd at Host.example (John Doe)", "jd@host.example", "John Doe"},
		{"jd at a.host.example", "jd@a.host.example", ""},
		{"J.D at host.example (John (Joe) Doe)", "J.D@host.example", "John (Joe) Doe"},
		{"John Doe <jd at host.example>", "jd@host.example", "John Doe"},
		{"MOON at MIT-MC (David)", "MOON@mit-mc", "David"},
		{"MOON@MIT-MC", "MOON@mit-mc", ""},
		{"JMC at SAIL (John)", "JMC@sail", "John"},
		{"MOON AT MIT-MC", "MOON@mit-mc", ""},
		{"Meet at noon", "", "Meet at noon"},
		{"Meet at noon (daily)", "", "Meet at noon (daily)"},
		{"Meet at NOON", "", "Meet at NOON"},
		{"Meet us at host.example", "", "Meet us at host.example"},
		{"Webmaster at CERN", "", "Webmaster at CERN"},
		{"Lunch at 12.30", "", "Lunch at 12.30"},
		{"Lunch at Joe's.example", "", "Lunch at Joe's.example"},
		{"Lunch at host.", "", "Lunch at host."},
		{"at host.example", "", "at host.example"},
		{"bob%a.example (Bob Doe)", "bob%a.example", "Bob Doe"},
		{"100% Fun", "", "100% Fun"},
		{"100%", "", "100%"},
		{"Kent Doe <kent>", "kent", "Kent Doe"},
		{"Kent <the great>", "", "Kent <the great>"},
		{"<>", "", "<>"},
		{"<@>", "@", ""},
		{"", "", ""},
	} {
		address, name := Sender(c.from)
		require.Equal(t, []string{c.address, c.name}, []string{address, name}, c.from)
	}
}
