package heading

import (
	"net/mail"
	"strings"
)

// Sender returns the address in a decoded From field, with its domain in lower case, and the name beside it. What cannot be parsed
// by RFC 5322 is searched for a word with an "@" or a "!", since old mail has other forms: joe@host.example for "joe at host.example",
// as archives of mailing lists write it and RFC 733 did, joe%host.example, or what stands in angle brackets. The address is empty if there
// is none.
func Sender(from string) (address, name string) {
	if a, err := mail.ParseAddress(from); err == nil {
		return lowerDomain(a.Address), a.Name
	}
	before, rest, angle := strings.Cut(from, "<")
	if inner, _, closed := strings.Cut(rest, ">"); angle && closed {
		inner = strings.TrimSpace(inner)
		if at := spelled(inner, true); at != "" {
			inner = at
		}
		if inner != "" && !strings.ContainsAny(inner, " \t") || strings.ContainsAny(inner, "@!") {
			return lowerDomain(inner), strings.Trim(before, ` "`)
		}
	}
	for _, word := range strings.Fields(from) {
		if strings.ContainsAny(word, "@!") {
			return lowerDomain(strings.Trim(word, `<>(),;"`)), strings.Trim(strings.Replace(from, word, "", 1), ` ()"`)
		}
	}
	outside, comment, commented := strings.Cut(from, "(")
	outside = strings.TrimSpace(outside)
	if at := spelled(outside, commented); at != "" {
		return at, strings.Trim(comment, " ()")
	}
	if user, host, ok := strings.Cut(outside, "%"); ok && user != "" && isHost(host, false) {
		return outside, strings.Trim(comment, " ()")
	}
	return "", strings.TrimSpace(from)
}

// spelled returns the address in text of the form "joe at host.example", or "". certain reports that it stands where addresses do, so that
// a host may have a name without a dot.
func spelled(text string, certain bool) string {
	words := strings.Fields(text)
	if len(words) != 3 || !strings.EqualFold(words[1], "at") || !isHost(words[2], certain) {
		return ""
	}
	return lowerDomain(words[0] + "@" + words[2])
}

// isHost reports whether text is the name of a host: with a dot in it, or else, as on the ARPANET, in capitals and with a hyphen in
// it if that is not certain.
func isHost(text string, certain bool) bool {
	labels := strings.Split(text, ".")
	for _, label := range labels {
		if label == "" || label[0] == '-' || label[len(label)-1] == '-' || strings.ContainsFunc(label, notInHost) {
			return false
		}
	}
	if last := labels[len(labels)-1]; last[0] <= '9' {
		return false
	}
	return len(labels) > 1 || text == strings.ToUpper(text) && (certain || strings.Contains(text, "-"))
}

func notInHost(r rune) bool {
	return !('a' <= r|0x20 && r|0x20 <= 'z' || '0' <= r && r <= '9' || r == '-')
}

// lowerDomain returns an address with its domain in lower case. The part before the "@" may depend on case.
func lowerDomain(address string) string {
	at := strings.LastIndexByte(address, '@')
	if at < 0 {
		return address
	}
	return address[:at] + strings.ToLower(address[at:])
}
