package extract

import (
	"bytes"
	"net/netip"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"github.com/urlsift/urlsift/internal/octet"
	"github.com/urlsift/urlsift/internal/suffix"
	"github.com/urlsift/urlsift/internal/urlhost"
)

// formerDomains are top-level domains missing from today's list. They were given up or
// were never ICANN's, but occur in the mail and news of their time. The reserved domains
// of RFC 2606 are included.
var formerDomains = octet.Words("an bu cs dd nato oz tp um yu zr example test invalid")

// isTopLevel reports whether name, in lower case, is a top-level domain of the list or
// one of formerDomains.
func isTopLevel(name []byte) bool {
	top := string(name)
	if bytes.ContainsFunc(name, func(r rune) bool { return r >= utf8.RuneSelf }) {
		top, _ = idna.Punycode.ToASCII(top)
	}
	return suffix.IsTopLevel(top) || formerDomains[top]
}

// knownHost reports whether a host ends in a known top-level domain and has a label
// before it, or is an IP address.
func knownHost(host []byte) bool {
	const longest = 253
	name := bytes.TrimSuffix(bytes.ToLower(host), []byte("."))
	dot := bytes.LastIndexByte(name, '.')
	if dot <= 0 || len(name) > longest || !urlhost.HasLabels(name) {
		return false
	}
	if last := name[dot+1]; '0' <= last && last <= '9' {
		_, err := netip.ParseAddr(string(name))
		return err == nil
	}
	if top, err := idna.Punycode.ToASCII(string(name[dot+1:])); err == nil {
		name = append(name[:dot+1:dot+1], top...)
	}
	length, official := suffix.Find(name)
	return official && length < len(name) || !official && length > len(name)-dot-1 || // a private suffix
		formerDomains[string(name[dot+1:])]
}

// A host is checked more strictly if only its path shows that it is a host of pages,
// since names of files and ends of sentences look like hosts.
var (
	// pageDomains are the generic top-level domains of such hosts. Most of those added
	// since 2013 are words. Those of countries in scripts with blanks follow: others do not
	// show where a host begins.
	pageDomains = octet.Words("com net org edu gov mil int info biz arpa asia mobi coop aero museum " +
		"example test invalid xyz online site dev club shop tech store cloud app " +
		"рф укр бел срб мкд мон қаз бг ελ ευ հայ გე")

	// fileSuffixes are top-level domains of countries that are also suffixes of files. A
	// host with one of these needs two dots.
	fileSuffixes = octet.Words("ac ag am as cc cs do in la md ml mm pm ps py rs sc sh so st id ad br lu")
)

// pageHost reports whether a host may serve pages.
func pageHost(host []byte) bool {
	if !plainHost(host) {
		return false
	}
	last, dot := bytes.Count(host, []byte(".")), bytes.LastIndexByte(host, '.')
	whole, name := bytes.ToLower(host), host[bytes.LastIndexByte(host[:dot], '.')+1:dot]
	top := whole[bytes.LastIndexByte(whole, '.')+1:]
	country := len(top) == 2 || top[0] >= utf8.RuneSelf
	switch {
	case '0' <= top[0] && top[0] <= '9', string(top) == "app" && last < 2, last == 1 && country &&
		fileSuffixes[string(top)]:
		return false
	case last == 1 && string(top) == "net" && products[strings.ToLower(string(name))],
		registries[string(whole)]:
		return false
	case last > 1 && host[1] == '.' && len(name) == 1 && isUpper(name):
		return false // the dots of an abbreviation
	case country && isUpper(name) && len(bytes.Trim(name, octet.Digits)) > 2 && !hasName(host, "www"):
		return false // a file of an old system
	case country && last == 1:
		return utf8.RuneCount(name) > 1 || string(top) == "co"
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

// products are products whose names end in ".NET". registries are hosts of container
// images, whose names look like those of pages: "ghcr.io/joe/tool:latest".
var (
	products   = octet.Words("asp ado vb ml")
	registries = octet.Words("ghcr.io gcr.io us.gcr.io eu.gcr.io asia.gcr.io k8s.gcr.io registry.k8s.io " +
		"quay.io docker.io mcr.microsoft.com public.ecr.aws lscr.io")
)

// plainHost reports whether a host is an IP address, or ends in a top-level domain that
// is not a word of a sentence or a program and is written in letters of one case.
func plainHost(host []byte) bool {
	top := host[bytes.LastIndexByte(host, '.')+1:]
	small := bytes.ToLower(top)
	return len(top) > 0 && (bytes.Equal(top, small) || isUpper(top)) &&
		(len(small) == 2 || '0' <= top[0] && top[0] <= '9' || pageDomains[string(small)] ||
			bytes.HasPrefix(small, []byte("xn--")) || formerDomains[string(small)]) && knownHost(host)
}

// hasName reports whether a host begins with name, ignoring case. name is in lower case.
func hasName(host []byte, name string) bool {
	return len(host) > len(name) && strings.EqualFold(string(host[:len(name)]), name)
}
