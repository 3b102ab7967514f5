package heading

import (
	"net/mail"
	"strings"
)

// Sender returns the address in a decoded From field, with its domain in lower case, and
// the name beside it. A field that is not valid by RFC 5322 is searched for other forms,
// as in old mail: an address in angle brackets, a word with an "@" or a "!",
// joe%host.example, and "joe at host.example", as in RFC 733 and in archives of mailing
// lists, which is returned as joe@host.example. The address is empty if there is none.
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
			return lowerDomain(strings.Trim(word, `<>(),;"`)),
				strings.Trim(strings.Replace(from, word, "", 1), ` ()"`)
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

// spelled returns the address in text of the form "joe at host.example", or "". certain
// reports whether the text must be an address, and is passed to isHost.
func spelled(text string, certain bool) string {
	words := strings.Fields(text)
	if len(words) != 3 || !strings.EqualFold(words[1], "at") || !isHost(words[2], certain) {
		return ""
	}
	return lowerDomain(words[0] + "@" + words[2])
}

// isHost reports whether text is the name of a host. A name without a dot must be in
// upper case, as on the ARPANET, and must have a hyphen unless certain is set.
func isHost(text string, certain bool) bool {
	labels := strings.Split(text, ".")
	for _, label := range labels {
		if label == "" || label[0] == '-' || label[len(label)-1] == '-' ||
			strings.ContainsFunc(label, notInHost) {
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

// lowerDomain returns an address with its domain in lower case. The part before the "@"
// may depend on case.
func lowerDomain(address string) string {
	at := strings.LastIndexByte(address, '@')
	if at < 0 {
		return address
	}
	return address[:at] + strings.ToLower(address[at:])
}
