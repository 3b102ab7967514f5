package flaws

import (
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/rfc1738"
	"github.com/urlsift/urlsift/scan"
)

func TestEachFlawHasAMeaning(t *testing.T) {
	source, err := os.ReadFile("../../scan/candidate.go")
	require.NoError(t, err)
	declared := regexp.MustCompile(`Flaw = "(.+)"`).FindAllSubmatch(source, -1)
	require.Len(t, meanings, len(declared))
	for _, flaw := range declared {
		require.Contains(t, meanings, scan.Flaw(flaw[1]))
	}
}

func TestACandidateWithoutAFlawHasTheErrorOfTheParser(t *testing.T) {
	_, err := rfc1738.Parse("http://host.example:x/")
	failure := err.(*rfc1738.Error)
	require.Equal(t, err.Error(), Message(scan.Flawless, failure))
	require.Equal(t, "it was made unclickable", Message(scan.Obfuscated, failure))
}
