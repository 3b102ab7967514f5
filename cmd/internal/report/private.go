package report

import (
	"net/netip"
	"slices"
	"strings"
)

// privateNames are names that only the reader's own machine or network resolves, and so
// are the names below them: those of RFC 6761, 6762, 8375 and 9665, top-level domains that
// are never delegated, and public names that routers answer or that lead to 127.0.0.1.
var privateNames = strings.Fields(`
	localhost local test home.arpa service.arpa resolver.arpa 10.in-addr.arpa 168.192.in-addr.arpa
	internal intranet private lan home corp mail localdomain domain workgroup ip cpe nas cube
	localhost.com localhost.localdomain localtest.me lvh.me vcap.me nip.io sslip.io xip.io
	fritz.box myfritz.box easy.box o2.box congstar.box speedport.box router.box alice.box
	routerlogin.net routerlogin.com orbilogin.net orbilogin.com tplinkwifi.net tplinklogin.net
	tplinkmodem.net tplinkrepeater.net mywifiext.net router.asus.com asusrouter.com
	repeater.asus.com mwlogin.net tendawifi.com miwifi.com hi.link`)

// privateAddresses are those of the special-purpose registries of IANA that do not lead
// to another network, and the deprecated site-local ones.
var privateAddresses = prefixes(`
	0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
	192.168.0.0/16 198.18.0.0/15 224.0.0.0/4 240.0.0.0/4
	::/127 64:ff9b:1::/48 100::/64 fc00::/7 fe80::/10 fec0::/10 ff00::/8`)

// embedding are the prefixes of IPv6 addresses that contain an IPv4 address, with the
// index of its first byte.
var embedding = map[netip.Prefix]int{
	netip.MustParsePrefix("::/96"): 12, netip.MustParsePrefix("::ffff:0:0:0/96"): 12,
	netip.MustParsePrefix("64:ff9b::/96"): 12, netip.MustParsePrefix("2002::/16"): 2,
}

func prefixes(list string) (all []netip.Prefix) {
	for text := range strings.FieldsSeq(list) {
		all = append(all, netip.MustParsePrefix(text))
	}
	return all
}

// isPrivate reports whether a host, in the form of the database, is on a private network
// or is the local machine. The author of a text meant a machine of their own network. A
// click must not send a request to a machine of the reader's.
func isPrivate(host string) bool {
	if address, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return isPrivateAddress(address.WithZone(""))
	}
	return !strings.Contains(host, ".") || isBelow(host, privateNames)
}

// isBelow reports whether a host is one of some names, or below one.
func isBelow(host string, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		above, ok := strings.CutSuffix(host, name)
		return ok && (above == "" || strings.HasSuffix(above, "."))
	})
}

func isPrivateAddress(address netip.Addr) bool {
	for prefix, at := range embedding {
		if prefix.Contains(address) {
			bytes := address.AsSlice()
			address, _ = netip.AddrFromSlice(bytes[at : at+4])
			break
		}
	}
	return slices.ContainsFunc(privateAddresses,
		func(prefix netip.Prefix) bool { return prefix.Contains(address) })
}
