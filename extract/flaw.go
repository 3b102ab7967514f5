package extract

import (
	"github.com/urlsift/urlsift/rfc1738"
)

// reject returns the error for the text of a candidate with a flaw. It is that of the strict parser, since the lenient one may accept
// the text, though another URL is meant.
func reject(text []byte) *rfc1738.Error {
	_, err := rfc1738.Parse(string(text))
	failure, _ := err.(*rfc1738.Error)
	return failure
}
