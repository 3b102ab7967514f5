package extract

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/urlsift/urlsift/internal/octet"
)

func TestHostsEndInATopLevelDomain(t *testing.T) {
	label := strings.Repeat("a", 63)
	for host, want := range map[string]bool{
		"host.example": true, "HOST.Example": true, "host.example.": true, "a.b.c.example": true,
		"host.com": true, "host.co.uk": true,
		"a-b.example": true, "1.com": true, "192.0.2.1": true, "host.su": true, "x.github.io": true,
		"xn--bcher-kva.example": true,
		"192.0.2":               false, "192.0.2.256": false, "192.0.2.1.5": false, "host.3x": false,
		"host": false, "": false, ".": false, ".example": false, "host..example": false,
		"-host.example": false, "host-.example": false,
		"host.-example": false, "com": false, "co.uk": false, "host.nosuchdomain": false, "host.html": false,
		"a.-.example":      false,
		label + ".example": true, label + "a.example": false, "x." + label + ".com": true,
		// 253 and 255 bytes
		strings.Repeat("a.", 122) + "b.example": true, strings.Repeat("a.", 123) + "b.example": false,
		strings.Repeat("a.", 122) + "bb.example": false,
	} {
		require.Equal(t, want, knownHost([]byte(host)), host)
	}
	for _, former := range strings.Fields("an bu cs dd nato oz tp um yu zr example test invalid") {
		require.True(t, knownHost([]byte("host."+former)), former)
		require.True(t, plainHost([]byte("host."+former)), former)
	}
}

func TestWordsOfSentencesAreNoHostsOfPages(t *testing.T) {
	for host, want := range map[string]bool{
		"host.example": true, "host.com": true, "HOST.COM": true, "www.host.de": true, "host.de": true,
		"192.0.2.1": false, "host.co": true,
		"host.Com": false, "comp.software": false, "a.de": false, "x.co": true, "x.com": true,
		"host.app": false, "www.host.app": true,
		"README.DE": false, "README.de": false, "AB.de": true, "A12.de": true, "ABC1.de": false,
		"WWW.HOST.DE": true, "x.README.de": false,
		"a.b.de": true, "x.host.md": true, "host.nosuchdomain": false,
		"пример.рф": true, "ПО.РФ": false, "о.рф": false, "дом.дети": false, "о.дом.рф": true,
		"x.xn--p1ai": true, "x.xn--nosuch": false, "例.中国": false,
	} {
		require.Equal(t, want, pageHost([]byte(host)), host)
	}
	for _, suffix := range strings.Fields("ac ag am as cc cs do in la md ml mm pm ps py rs sc sh so st id ad br lu") {
		require.False(t, pageHost([]byte("name."+suffix)), suffix)
		require.True(t, pageHost([]byte("www.name."+suffix)), suffix)
	}
	for _, top := range strings.Fields("com net org edu gov mil int info biz arpa asia mobi coop aero museum example test invalid " +
		"xyz online site dev club shop tech store cloud app рф укр бел срб мкд мон қаз бг ελ ευ հայ გე") {
		require.True(t, pageHost([]byte("www.name."+top)), top)
	}
	for _, word := range strings.Fields("software zone world today systems") {
		require.True(t, knownHost([]byte("www.name."+word)), word)
		require.False(t, pageHost([]byte("www.name."+word)), word)
	}
}

func TestLettersAndDigitsAreASCII(t *testing.T) {
	for b := range 256 {
		require.Equal(t, strings.IndexByte("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
			byte(b)) >= 0, octet.Alnum[byte(b)], b)
	}
}

func TestNamesOfFilesHaveAShortSuffix(t *testing.T) {
	for name, want := range map[string][2]bool{ // at a joint, elsewhere
		"index.html": {true, true}, "a.b.html": {true, false}, "name.abcde": {true, true},
		"name.abcdef": {false, false}, "name.": {false, false},
		"name": {false, false}, ".html": {true, false}, "a.b": {false, false}, "a.bc": {true, true},
		"a.b.": {false, false},
	} {
		require.Equal(t, want, [2]bool{fileName([]byte(name), true), fileName([]byte(name), false)}, name)
	}
}
