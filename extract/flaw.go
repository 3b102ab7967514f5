package extract

import (
	"github.com/urlsift/urlsift/rfc1738"
)

// reject returns why the text of a candidate with a flaw is no URL, though the lenient reading may take it for one: section 5 does not
// accept it, and what it would have to become is another URL.
func reject(text []byte) *rfc1738.Error {
	_, err := rfc1738.Parse(string(text))
	failure, _ := err.(*rfc1738.Error)
	return failure
}
