package rfc1738

import (
	"net/netip"
	"strconv"
	"strings"
)

// ipNumber returns the IPv4 address as which inet_aton and browsers read a host. It
// reports whether there is one. They accept one to four numbers, each in hexadecimal
// ("0x7f"), octal ("0177") or decimal. The last number fills the rest of the 32 bits.
// "http://0x7f.1/" and "http://2130706433/" lead to 127.0.0.1.
func ipNumber(host string) (address netip.Addr, ok bool) {
	value, left := uint64(0), 4
	for host = strings.TrimSuffix(host, "."); ; left-- {
		label, rest, more := strings.Cut(host, ".")
		if left == 0 || label == "" || !digitSet[label[0]] {
			return netip.Addr{}, false
		}
		bits := 8
		if !more {
			bits *= left
		}
		number, err := strconv.ParseUint(goNumber(label), 0, bits)
		if err != nil {
			return netip.Addr{}, false
		}
		if value = value<<bits | number; !more {
			return netip.AddrFrom4([4]byte{byte(value >> 24), byte(value >> 16), byte(value >> 8),
				byte(value)}), true
		}
		host = rest
	}
}

// isIPNumber reports whether a host is an IPv4 address that is not written as four
// decimal numbers.
func isIPNumber(host string) bool {
	address, ok := ipNumber(host)
	return ok && address.String() != strings.TrimSuffix(host, ".")
}

// goNumber returns a label in the form that strconv parses. "0x" alone is 0. "_" and Go's
// own prefixes are not numbers.
func goNumber(label string) string {
	switch {
	case strings.EqualFold(label, "0x"):
		return "0"
	case strings.IndexByte(label, '_') >= 0, len(label) > 1 && strings.IndexByte("bBoO", label[1]) >= 0:
		return ""
	}
	return label
}
