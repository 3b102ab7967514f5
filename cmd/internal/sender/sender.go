// Package sender takes the From field of a message apart.
package sender

import (
	"net/mail"
	"strings"
)

// Of returns the address in a decoded From field, with its domain in lower case, and the name beside it. What cannot be parsed
// by RFC 5322 is searched for a word with an "@" or a "!", since old mail has other forms. The address is empty if there is none.
func Of(from string) (address, name string) {
	if a, err := mail.ParseAddress(from); err == nil {
		return lowerDomain(a.Address), a.Name
	}
	before, rest, angle := strings.Cut(from, "<")
	if inner, _, closed := strings.Cut(rest, ">"); angle && closed && strings.ContainsAny(inner, "@!") {
		return lowerDomain(strings.TrimSpace(inner)), strings.Trim(before, ` "`)
	}
	for _, word := range strings.Fields(from) {
		if strings.ContainsAny(word, "@!") {
			return lowerDomain(strings.Trim(word, `<>(),;"`)), strings.Trim(strings.Replace(from, word, "", 1), ` ()"`)
		}
	}
	return "", strings.TrimSpace(from)
}

// lowerDomain returns an address with its domain in lower case. The part before the "@" may depend on case.
func lowerDomain(address string) string {
	at := strings.LastIndexByte(address, '@')
	if at < 0 {
		return address
	}
	return address[:at] + strings.ToLower(address[at:])
}
