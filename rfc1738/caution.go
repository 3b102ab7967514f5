package rfc1738

import "strings"

// A Caution names something about a URL that calls for care. Section 6 warns of most
// cautions.
type Caution string

// The cautions.
const (
	// the port differs from the scheme's default port, if that is known
	CautionPort         Caution = "port"
	CautionReservedPort Caution = "reserved-port" // CautionPort applies, and the port is below 1024
	CautionPortRange    Caution = "port-range"    // the port is above 65535, which TCP does not have
	// the host is an IPv4 address that is not written as four decimal numbers
	CautionIPNumber Caution = "ip-number"
	// a control character, escaped or not, would be sent to the server
	CautionControl  Caution = "control"
	CautionPassword Caution = "password" // the URL has a password
)

// Cautions returns the cautions that apply to the URL, in the order of the constants. It
// returns nil if there are none.
func (u URL) Cautions() (cautions []Caution) {
	if written, _ := u.part(PartPort); written != "" {
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
	if host, _ := u.part(PartHost); isIPNumber(host) {
		cautions = append(cautions, CautionIPNumber)
	}
	if u.sendsControl() {
		cautions = append(cautions, CautionControl)
	}
	if _, ok := u.part(PartPassword); ok {
		cautions = append(cautions, CautionPassword)
	}
	return cautions
}

// sendsControl reports whether a part has a control character in the form in which it is
// sent. HTTP sends parts undecoded, and a file URL sends nothing. The tabs between the
// parts of a gopher URL belong to its syntax, as do all control characters of 3.4.9.
func (u *URL) sendsControl() bool {
	if u.scheme.isHTTP() || u.scheme == schemeFile ||
		strings.IndexByte(u.text, '%') < 0 && !strings.ContainsFunc(u.text, isControl) {
		return false
	}
	for part, text := range u.Parts() {
		if part != PartFragment && !(part == PartGopherPlus && isForm(text)) &&
			strings.ContainsFunc(decode(text), isControl) {
			return true
		}
	}
	return false
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }
