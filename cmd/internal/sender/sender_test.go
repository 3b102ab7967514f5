package sender

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAddressAndNameAreToldApart(t *testing.T) {
	for _, c := range []struct{ from, address, name string }{
		{"joe@A.Example", "joe@a.example", ""},
		{"Joe Doe <Joe@a.example>", "Joe@a.example", "Joe Doe"},
		{`"Doe, Joe" <joe@a.example>`, "joe@a.example", "Doe, Joe"},
		{"joe@a.example (Joe Doe)", "joe@a.example", "Joe Doe"},
		{"Joe @ Home <joe@a.example>", "joe@a.example", "Joe @ Home"},
		{"uucp!site!joe (Joe Doe)", "uucp!site!joe", "Joe Doe"},
		{"Zoë <zoe@a.example>", "zoe@a.example", "Zoë"},
		{"root", "", "root"},
		{"<@>", "@", ""},
		{"", "", ""},
	} {
		address, name := Of(c.from)
		require.Equal(t, []string{c.address, c.name}, []string{address, name}, c.from)
	}
}
