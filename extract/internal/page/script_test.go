package page

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

func TestLiteralArgumentsOfScriptsAreDecoded(t *testing.T) {
	for script, want := range map[string]string{
		`x=atob( 'aHR0cDovL2EuZXhhbXBsZS8' )+1`:    `x="http://a.example/"+1`,
		`w(unescape("%3Ca%20b%22"))`:               `w("<a b"")`,
		`w(unescape("%u0068%74tp:"))`:              `w("\u0068ttp:")`,
		`f=decodeURI('a%2fb');g=decodeURI('%')`:    `f="a/b";g="%"`,
		`String.fromCharCode(104,0x69, 33);`:       `String."hi!";`,
		`atob(x) unescape("a"+b) atob("%") atob("`: `atob(x) unescape("a"+b) atob("%") atob("`,
		`unescape("a\"b") fromCharCode(1,) atob(`:  `unescape("a\"b") fromCharCode(1,) atob(`,
		strings.Repeat("(unescape)", 2_000) + `atob("YQ==")`: strings.Repeat("(unescape)", 2_000) +
			`"a"`,
	} {
		for name, in := range map[string]func(io.Reader) io.Reader{"whole": func(r io.Reader) io.Reader { return r },
			"in pieces": iotest.OneByteReader} {
			got := ""
			for text := range textsOf(in(strings.NewReader("<script>"+script+"</script>")), Config{}) {
				data, err := io.ReadAll(&text)
				require.NoError(t, err)
				got += string(data)
			}
			require.Equal(t, want, strings.TrimSpace(got), "%s, %.40s", name, script)
		}
	}
}

// A script or style in a comment, or in an element whose tags a browser does not read,
// does not hide the page after that.
func TestAScriptEndsWithWhatIsAroundIt(t *testing.T) {
	for _, around := range []string{
		"<style>a</style>", "<script>'</x>'</script>", "<!-- <style> -->", "<!-- <SCRIPT> -->",
		"<noframes><style></noframes>", "<noembed><script></noembed>", "<xmp><style></xmp>",
		"<title><style></title>", "<TextArea><script></textarea>", "<iframe><b><style></iframe>",
		"<svg><style/></svg>", "<math><script/></math>", "<svg><style>a</style></svg>", "<svg/><style>a/></style>",
	} {
		var links []string
		for text := range textsOf(strings.NewReader(around+"<a href='http://host.example/&#97;'>"), Config{}) {
			if text.Whole {
				link, err := io.ReadAll(&text)
				require.NoError(t, err)
				links = append(links, string(link))
			}
		}
		require.Equal(t, []string{"http://host.example/a"}, links, around)
	}
}
