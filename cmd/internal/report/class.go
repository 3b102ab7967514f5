package report

import (
	"net/netip"
	"slices"
	"strings"
)

// A class is a kind of hosts that is shown apart from the others, because nobody meant to
// point a reader to them.
type class int

const (
	ordinary class = iota
	loading        // loaded by programs that show a page
	documentary
	oneLabel
	numClasses
)

var classNames = [numClasses]string{
	loading:     "Pictures and tracking pixels",
	documentary: "Examples and documentation",
	oneLabel:    "Host names without a dot",
}

var classMeanings = [numClasses]string{
	loading: "Nearly all URLs of these hosts are what a program loads by itself when it shows a " +
		"message: pictures, backgrounds, frames. Tracking pixels are among them.",
	documentary: "These names and addresses are reserved for documentation, tests and the local machine: " +
		"example.com, .example, .test, .invalid, localhost and the like.",
	oneLabel: "A name without a dot leads nowhere outside its own network, and mostly stands for any " +
		"host.",
}

// classOf returns the class of a host with n occurrences. loaded is the number of these
// that programs load.
func classOf(host string, n, loaded int) class {
	switch {
	case isDocumentary(host):
		return documentary
	case !strings.ContainsAny(host, ".:") && host != "":
		return oneLabel
	case loaded*10 >= n*9 && loaded > 0:
		return loading
	}
	return ordinary
}

// reservedNames are the names reserved by RFC 2606 and RFC 6761.
var reservedNames = []string{"example", "test", "invalid", "localhost", "example.com", "example.net",
	"example.org"}

// reservedAddresses are those of the local machine, and those for documentation of RFC
// 5737, RFC 3849 and RFC 9637.
var reservedAddresses = prefixes(`127.0.0.0/8 192.0.2.0/24 198.51.100.0/24 203.0.113.0/24 ::1/128
	2001:db8::/32 3fff::/20`)

// isDocumentary reports whether a host is reserved for documentation, tests or the local
// machine.
func isDocumentary(host string) bool {
	if isBelow(host, reservedNames) {
		return true
	}
	address, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && slices.ContainsFunc(reservedAddresses,
		func(prefix netip.Prefix) bool { return prefix.Contains(address) })
}

// isLoaded reports whether programs load the value of an attribute when they show a page.
func isLoaded(element, attribute string) bool {
	switch attribute {
	case "src":
		return element != "" // img, iframe, frame, script, input, embed ...
	case "background", "poster", "lowsrc", "dynsrc", "srcset":
		return true
	}
	return false
}
