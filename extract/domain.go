package extract

import (
	"bytes"
	"maps"
	"net/netip"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/urlsift/urlsift/extract/internal/suffix"
)

// formerDomains are top-level domains that no list of today has. They were given up or were never ICANN's, but occur in the mail
// and news of their time. It also has those that RFC 2606 reserves for examples.
var formerDomains = map[string]bool{
	"an": true, "bu": true, "cs": true, "dd": true, "nato": true, "oz": true, "tp": true, "um": true, "yu": true, "zr": true,
	"example": true, "test": true, "invalid": true,
}

// topLevels are the top-level domains of the list, and formerDomains.
var topLevels = sync.OnceValue(func() map[string]bool {
	set := maps.Clone(formerDomains)
	for name := range suffix.TopLevels() {
		set[name] = true
	}
	return set
})

// knownHost reports whether a host ends in a known top-level domain and has a label before it, or is an IP address.
func knownHost(host []byte) bool {
	var room [maxName + 1]byte
	name := bytes.TrimSuffix(lower(room[:], host), []byte("."))
	dot := bytes.LastIndexByte(name, '.')
	if dot <= 0 || len(name) > maxName || !hasLabels(name) {
		return false
	}
	if last := name[dot+1]; '0' <= last && last <= '9' {
		_, err := netip.ParseAddr(string(name))
		return err == nil
	}
	length, official := suffix.Find(name)
	return official && length < len(name) || !official && length > len(name)-dot-1 || // which somebody registered
		formerDomains[string(name[dot+1:])]
}

// maxName and maxLabel are how long the name of a host and a label of it may be.
const maxName, maxLabel = 253, 63

// lower returns a host in lower case. It uses room if the host is in ASCII and not longer.
func lower(room, host []byte) []byte {
	if len(host) > len(room) {
		return bytes.ToLower(host)
	}
	for i, b := range host {
		switch {
		case 'A' <= b && b <= 'Z':
			b += 'a' - 'A'
		case b >= utf8.RuneSelf:
			return bytes.ToLower(host)
		}
		room[i] = b
	}
	return room[:len(host)]
}

// hasLabels reports whether the labels of a name may be those of a host.
func hasLabels(name []byte) bool {
	start := 0
	for i := 0; i <= len(name); i++ {
		if i < len(name) && name[i] != '.' {
			continue
		}
		if i == start || i-start > maxLabel || name[start] == '-' || name[i-1] == '-' {
			return false
		}
		start = i + 1
	}
	return true
}

// A host is checked more strictly if only its path shows that it is a page's, since names of files and ends of sentences look
// like hosts.
var (
	// pageDomains are the generic top-level domains that such a host may have. Of those added since 2013, most are words.
	pageDomains = newSet("com net org edu gov mil int info biz arpa asia mobi coop aero museum example test invalid " +
		"xyz online site dev club shop tech store cloud app")

	// fileSuffixes are top-level domains of countries that names of files end in, too. A host with one of these needs two dots.
	fileSuffixes = newSet("ac ag am as cc cs do in la md ml mm pm ps py rs sc sh so st id ad br lu")
)

func newSet(names string) map[string]bool {
	set := map[string]bool{}
	for _, name := range strings.Fields(names) {
		set[name] = true
	}
	return set
}

// pageHost reports whether a host may be that of a page.
func pageHost(host []byte) bool {
	if !plainHost(host) {
		return false
	}
	var room [maxName + 1]byte
	last, dot := bytes.Count(host, []byte(".")), bytes.LastIndexByte(host, '.')
	whole, name := lower(room[:], host), host[bytes.LastIndexByte(host[:dot], '.')+1:dot]
	top := whole[bytes.LastIndexByte(whole, '.')+1:]
	country := len(top) == 2
	switch {
	case '0' <= top[0] && top[0] <= '9', string(top) == "app" && last < 2, last == 1 && country && fileSuffixes[string(top)]:
		return false
	case last == 1 && string(top) == "net" && products[strings.ToLower(string(name))], registries[string(whole)]:
		return false
	case last > 1 && host[1] == '.' && len(name) == 1 && isUpper(name):
		return false // the dots of an abbreviation
	case country && isUpper(name) && len(bytes.Trim(name, digits)) > 2 && !hasName(host, "www"):
		return false // a file of an old system
	case country && last == 1:
		return len(name) > 1 || string(top) == "co"
	}
	return true
}

// isUpper reports whether text has no small letters.
func isUpper(text []byte) bool {
	for _, b := range text {
		switch {
		case 'a' <= b && b <= 'z':
			return false
		case b >= utf8.RuneSelf:
			return bytes.Equal(bytes.ToUpper(text), text)
		}
	}
	return true
}

// products are products whose names end in ".NET". registries are hosts of container images, whose names look like those of
// pages: "ghcr.io/joe/tool:latest".
var (
	products   = map[string]bool{"asp": true, "ado": true, "vb": true, "ml": true}
	registries = map[string]bool{
		"ghcr.io": true, "gcr.io": true, "us.gcr.io": true, "eu.gcr.io": true, "asia.gcr.io": true, "k8s.gcr.io": true, "registry.k8s.io": true,
		"quay.io": true, "docker.io": true, "mcr.microsoft.com": true, "public.ecr.aws": true, "lscr.io": true,
	}
)

// plainHost reports whether a host ends in a top-level domain that is not a word of a sentence or a program and is written in
// letters of one case, or is an IP address.
func plainHost(host []byte) bool {
	top := host[bytes.LastIndexByte(host, '.')+1:]
	if len(top) == 0 || len(top) > maxLabel {
		return false
	}
	var room [maxLabel]byte
	small := lower(room[:], top)
	return (bytes.Equal(top, small) || isUpper(top)) &&
		(len(small) == 2 || '0' <= top[0] && top[0] <= '9' || pageDomains[string(small)] || formerDomains[string(small)]) &&
		knownHost(host)
}

const digits = "0123456789"
