package rfc1738

import (
	"strconv"
	"strings"
)

// isIPNumber reports whether a host is an IPv4 address that is not written as four decimal numbers. inet_aton and browsers accept
// one to four numbers, each in hexadecimal ("0x7f"), octal ("0177") or decimal. The last number fills the rest of the 32 bits.
// "http://0x7f.1/" and "http://2130706433/" lead to 127.0.0.1.
func isIPNumber(host string) bool {
	const groups = 4
	left, plain := groups, true
	for host = strings.TrimSuffix(host, "."); ; left-- {
		label, rest, more := strings.Cut(host, ".")
		if left == 0 || !startsWithDigit(label) {
			return false
		}
		bits := 8
		if !more {
			bits *= left
		}
		if _, err := strconv.ParseUint(goNumber(label), 0, bits); err != nil {
			return false
		}
		plain = plain && (label == "0" || label[0] != '0')
		if !more {
			return !plain || left > 1
		}
		host = rest
	}
}

// startsWithDigit reports whether a label starts with a digit.
func startsWithDigit(label string) bool { return label != "" && digitSet[label[0]] }

// goNumber returns a label in the form that strconv parses. "0x" alone is 0. "_" and Go's own prefixes are not numbers.
func goNumber(label string) string {
	switch {
	case strings.EqualFold(label, "0x"):
		return "0"
	case strings.IndexByte(label, '_') >= 0, len(label) > 1 && strings.IndexByte("bBoO", label[1]) >= 0:
		return ""
	}
	return label
}
