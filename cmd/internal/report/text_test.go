package report

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/rfc1738"
	"github.com/urlsift/urlsift/scan"
)

func TestInvisibleCharactersAreShownAsEscapes(t *testing.T) {
	for text, want := range map[string]string{
		"http://a.example/é日":   "http://a.example/é日",
		"a\x00b\x1b[2J\n":       `a\x00b\x1B[2J\x0A`,
		"a\xffb\ufffd":          "a\\xFFb\ufffd",
		"\u202egro\u2066\u200b": `\u{202E}gro\u{2066}\u{200B}`,
		"a\u00adb\u0085":        `a\u{00AD}b\u{0085}`,
		"\U000e0041\u3164":      `\u{E0041}\u{3164}`,
	} {
		require.Equal(t, want, visible(text))
	}
	require.Equal(t, strings.Repeat("é", maxShown), shown(strings.Repeat("é", maxShown)))
	require.Equal(t, strings.Repeat("é", maxShown)+"…", shown(strings.Repeat("é", maxShown+1)))
	require.Equal(t, strings.Repeat("\U0001f600", maxShown)+"…", shown(strings.Repeat("\U0001f600", 100000)))
}

func TestPasswordsAreNotShown(t *testing.T) {
	for text, want := range map[string]string{
		"ftp://joe:secret@host.example/":                             "ftp://joe:***@host.example/",
		"FTP://:se@cret@host.example":                                "FTP://:***@host.example",
		"http://host.example:80/a@b":                                 "http://host.example:80/a@b",
		"http://host.example/?a=b:c@d":                               "http://host.example/?a=b:c@d",
		"telnet//joe:secret@host.example":                            "telnet//joe:***@host.example",
		"mailto:joe@host.example":                                    "mailto:joe@host.example",
		"ftp://joe:" + strings.Repeat("x", 10000) + "@host.example/": "ftp://joe:***@host.example/",
	} {
		require.Equal(t, want, shown(text))
	}
}

func TestOnlyWhatABrowserOpensIsLinked(t *testing.T) {
	for _, url := range []string{"http://host.example/~joe/", "HTTPS://host.example",
		"ftp://host.example/a;type=i", "http://host.example/a@b", "http://local.example/", "http://xlocal.com/",
		"http://100.128.0.1/", "http://172.32.0.1/", "http://[2001:470::1]/", "http://[2002:808:808::]/",
		"http://home.cern.ch/", "http://a.box/"} {
		require.Equal(t, url, string(linkTo(url).Href))
	}
	for _, url := range []string{
		"gopher://host.example/", "mailto:joe@host.example", "javascript:alert(1)", "file:///etc/passwd",
		"http:/x", "http://", "xhttp://host.example/",
		"ftp://joe:secret@host.example/", "http://www.bank.example@evil.example/",
		"http://host.example/\u202e", "http://host.example/\n", "http://host.example/\xff",
		"http://host.example\\@evil.example/", "http://host.example\\.evil.example/",
		"http://host.example/" + strings.Repeat("x", maxLinked),
	} {
		require.Empty(t, linkTo(url).Href, url)
	}
	for _, url := range []string{
		"http://localhost/", "http://localhost:8080/quit", "http://LOCALHOST./", "http://a.localhost/",
		"http://router/reboot", "http://127.0.0.1:631/", "http://10.0.0.1/",
		"http://192.168.1.1/", "http://169.254.169.254/latest/", "http://[::1]/", "http://[fe80::1]:80/",
		"http://0.0.0.0/", "http://0x7f.1/", "http://2130706433/", "http://0177.0.0.01:80/", "http://%6cocalhost./",
		"http://router.local/", "http://Router.LAN./", "http://nas.home.arpa/", "http://a.internal/",
		"http://a.corp/", "http://a.localdomain/", "http://fritz.box/", "http://www.fritz.box/", "http://a.test/",
		"http://router\u3002local/", "http://127.0.0.1.nip.io/", "http://100.64.0.1/", "http://172.31.0.1/",
		"http://192.0.0.8/", "http://198.19.0.1/", "http://224.0.0.251/", "http://255.255.255.255/", "http://[::]/",
		"http://[::ffff:10.0.0.1]/", "http://[::127.0.0.1]/", "http://[64:ff9b::a00:1]/", "http://[2002:7f00:1::]/",
		"http://[64:ff9b:1::1]/", "http://[fd00::1]/", "http://[fec0::1]/", "http://[fe80::1%25eth0]/",
		"http://[ff02::fb]/",
	} {
		require.Empty(t, linkTo(url).Href, "%s is one of the reader's own", url)
	}
}

func TestADateLinksToTheArchivedCopyOfThatTime(t *testing.T) {
	for _, c := range []struct{ url, date, text, href string }{
		{"http://host.example/a?b#c", "1996-05-01T10:00:00Z", "1996-05-01",
			"https://web.archive.org/web/19960501/http://host.example/a?b"},
		{"http://host.example/", "", "no date", "https://web.archive.org/web/*/http://host.example/"},
		{"mailto:joe@host.example", "1996-05-01T10:00:00Z", "1996-05-01", ""},
		{"http://host.example/", "soon", "soon", ""},
		{"http://host.example/", "1996/../../x", "1996/../../x", ""},
	} {
		require.Equal(t, c.text, archived(c.url, c.date).Text)
		require.Equal(t, c.href, string(archived(c.url, c.date).Href))
	}
}

func TestNumbersHaveCommasAndPercentages(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567"} {
		require.Equal(t, want, number(n))
	}
	for _, c := range []struct {
		n, all int
		want   string
	}{{0, 0, "0 %"}, {0, 5, "0 %"}, {5, 5, "100 %"}, {1, 3, "33.3 %"}, {1, 100000, "< 0.1 %"},
		{99999, 100000, "> 99.9 %"}} {
		require.Equal(t, c.want, strings.ReplaceAll(share(c.n, c.all), "\u00a0", " "))
	}
}

func TestTheByteThatDeviatesIsMarked(t *testing.T) {
	for _, c := range []struct {
		url    string
		offset int
		want   string
	}{
		{"http://h.example/~joe", 17, "http://h.example/⟦~⟧joe"},
		{"http://h.example/é", 17, "http://h.example/⟦é⟧"},
		{"http://h.example/é", 18, "http://h.example/é⟦⟧"},
		{"http://h.example:/", 99, "http://h.example:/⟦⟧"},
		{"http://h.example/\x1b", 17, `http://h.example/⟦\x1B⟧`},
		{"http://joe:secret@h.example/", 7, "http://joe:***@h.example/⟦⟧"},
		{strings.Repeat("é", 100) + "~" + strings.Repeat("é", 100), 200,
			"…" + strings.Repeat("é", 50) + "⟦~⟧" + strings.Repeat("é", 50) + "…"},
	} {
		m := marked(c.url, c.offset)
		require.Equal(t, c.want, m.Before+"⟦"+m.Mark+"⟧"+m.After)
	}
}

func TestEachKindAndReasonHasAMeaning(t *testing.T) {
	known := 0
	for k := rfc1738.Kind(0); ; k++ {
		name, err := k.MarshalText()
		if err != nil {
			break
		}
		known++
		require.NotEmpty(t, meanings()["deviation "+string(name)], "%s", name)
	}
	for name := range meanings() {
		if strings.HasPrefix(name, "deviation ") {
			known--
		}
	}
	require.Zero(t, known)
	for kind := scan.Bare; kind <= scan.Attribute; kind++ {
		require.NotEmpty(t, meanings()["kind "+kind.String()])
	}
	for _, why := range []extract.Reason{extract.ReasonHyphen, extract.ReasonSpace, extract.ReasonSoftBreak,
		extract.ReasonStars, extract.ReasonNextLine} {
		require.NotEmpty(t, meanings()["reason "+string(why)])
	}
}
