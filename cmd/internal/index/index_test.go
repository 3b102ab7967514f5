package index

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheHostOfAnAddressIsThatOfTheFirst(t *testing.T) {
	for url, want := range map[string]string{
		"mailto:Jane@B.Example": "b.example", "mailto:joe@a.example,jane@b.example?cc=c@d.example": "a.example", "mailto:joe": "",
		"mailto:joe%40a.example": "a.example", "http://A.Example/b@c": "a.example", "news:1@a.example": "", "http://A.Example./b": "a.example", "file://c|/b": "",
	} {
		require.Equal(t, want, describe(url).Host, url)
	}
}
