package extract

import (
	"bytes"
	"net/netip"
	"strings"

	"golang.org/x/net/publicsuffix"
)

// formerDomains are top-level domains that are in no list of today's, because they were given up or never were ICANN's, but in
// mail and news of their time, and those that RFC 2606 keeps for examples.
var formerDomains = map[string]bool{
	"an": true, "bu": true, "cs": true, "dd": true, "nato": true, "oz": true, "tp": true, "um": true, "yu": true, "zr": true,
	"example": true, "test": true, "invalid": true,
}

// knownHost reports whether a host ends in a top-level domain, and not in one alone, or is an address of numbers.
func knownHost(host []byte) bool {
	name := strings.TrimSuffix(string(bytes.ToLower(host)), ".")
	dot := strings.LastIndexByte(name, '.')
	if dot <= 0 || len(name) > 253 {
		return false
	}
	for label := range strings.SplitSeq(name, ".") {
		if label == "" || len(label) > 63 || strings.HasPrefix(label, "-") || strings.HasSuffix(label, "-") {
			return false
		}
	}
	if last := name[dot+1]; '0' <= last && last <= '9' {
		_, err := netip.ParseAddr(name)
		return err == nil
	}
	if formerDomains[name[dot+1:]] {
		return true
	}
	suffix, official := publicsuffix.PublicSuffix(name)
	return official && suffix != name || !official && strings.IndexByte(suffix, '.') >= 0 // which somebody registered
}
