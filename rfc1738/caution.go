package rfc1738

import "strings"

// A Caution is something about a URL that section 6 warns of.
type Caution string

// The cautions.
const (
	CautionPort         Caution = "port"          // a port that is not the scheme's default, where that is known
	CautionReservedPort Caution = "reserved-port" // such a port below 1024
	CautionPortRange    Caution = "port-range"    // a port above 65535, which TCP does not have
	CautionIPNumber     Caution = "ip-number"     // a host that is an IPv4 address, but not written as four decimal numbers
	CautionControl      Caution = "control"       // an encoded control character that would reach a protocol
	CautionPassword     Caution = "password"      // a password
)

// Cautions returns what section 6 warns of in a URL, ports that do not exist, and addresses that few people can read, in the
// order of the constants.
func (u URL) Cautions() []Caution {
	var cautions []Caution
	if digits, _ := u.Part(PartPort); digits != "" {
		known, port := defaultPort(u.scheme, u.Scheme()), u.Port()
		if known != "" && port != "" && port != known {
			cautions = append(cautions, CautionPort)
			if len(port) < 4 || len(port) == 4 && port < "1024" {
				cautions = append(cautions, CautionReservedPort)
			}
		}
		if len(port) > 5 || len(port) == 5 && port > "65535" {
			cautions = append(cautions, CautionPortRange)
		}
	}
	if host, ok := u.Part(PartHost); ok && isIPNumber(host) {
		cautions = append(cautions, CautionIPNumber)
	}
	if u.sendsControl() {
		cautions = append(cautions, CautionControl)
	}
	if _, ok := u.Part(PartPassword); ok {
		cautions = append(cautions, CautionPassword)
	}
	return cautions
}

// sendsControl is true if a part, decoded for the protocol, has a control character. HTTP sends parts without decoding
// them, and a file is not sent. The tabs between a gopher URL's parts belong to its syntax, as does all of 3.4.9.
func (u *URL) sendsControl() bool {
	switch {
	case u.scheme.isHTTP(), u.scheme == schemeFile:
		return false
	}
	if strings.IndexByte(u.text, '%') < 0 && !hasControl(u.text) {
		return false
	}
	for part, text := range u.Parts() {
		if part != PartFragment && !(part == PartGopherPlus && isForm(text)) && strings.ContainsFunc(decode(text), isControl) {
			return true
		}
	}
	return false
}

func hasControl(text string) bool {
	for i := range len(text) {
		if isControl(rune(text[i])) {
			return true
		}
	}
	return false
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }
