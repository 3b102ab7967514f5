package extract

import (
	"strings"

	"github.com/urlsift/urlsift/rfc1738"
)

// reject returns the error for the text of a candidate with a flaw. It is that of the strict parser, since the lenient one may
// accept the text although another URL is meant. If the strict parser accepts the text too, reject returns the error of a URL
// without a host.
func reject(text string) *rfc1738.Error {
	u, err := rfc1738.Parse(text)
	if failure, ok := err.(*rfc1738.Error); ok {
		return failure
	}
	if failure := u.Nameless(); failure != nil {
		return failure
	}
	slashes := strings.IndexByte(text, ':') + len(":")
	if strings.HasPrefix(text[slashes:], "//") {
		slashes += len("//")
	}
	u, err = rfc1738.Parse(text[:slashes])
	failure, ok := err.(*rfc1738.Error)
	if !ok {
		failure = u.Nameless()
	}
	if failure != nil && slashes < len(text) {
		failure.Byte = int(text[slashes])
	}
	return failure
}
