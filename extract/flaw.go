package extract

import (
	"strings"

	"github.com/urlsift/urlsift/rfc1738"
)

// reject returns the error for the text of a candidate with a flaw. It is the error of
// the strict parser, since the lenient one may accept the text although another URL is
// meant. If the strict parser accepts the text too, reject returns the error for a URL
// without a host.
func reject(text string) error {
	u, err := rfc1738.Parse(text)
	if err == nil {
		err = u.Nameless()
	}
	if err != nil {
		return err
	}
	slashes := strings.IndexByte(text, ':') + len(":")
	if strings.HasPrefix(text[slashes:], "//") {
		slashes += len("//")
	}
	if u, err = rfc1738.Parse(text[:slashes]); err == nil {
		err = u.Nameless()
	}
	if failure, ok := err.(*rfc1738.Error); ok && slashes < len(text) {
		failure.Byte = int(text[slashes])
	}
	return err
}
