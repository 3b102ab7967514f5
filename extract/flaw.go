package extract

import (
	"github.com/urlsift/urlsift/rfc1738"
	"github.com/urlsift/urlsift/scan"
)

// reject returns why a candidate with a flaw is no URL, though the lenient reading may take it for one: section 5 does not
// accept it, and what it would have to become is another URL.
func reject(c *scan.Candidate) *rfc1738.Error {
	_, err := rfc1738.Parse(string(c.Text))
	failure, _ := err.(*rfc1738.Error)
	return failure
}
