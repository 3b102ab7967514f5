package check

import (
	"fmt"

	"github.com/urlsift/urlsift/internal/octet"
	"github.com/urlsift/urlsift/rfc1738"
)

// gopherTypes describes the types of items. Digits, "+", "T", "g" and "I" are from RFC
// 1436 section 3.8; the others are later.
var gopherTypes = map[string]string{
	"0": "a text file", "1": "a menu", "2": "a CSO phone book", "3": "an error",
	"4": "a BinHex file of a Macintosh", "5": "a DOS archive",
	"6": "a uuencoded file", "7": "a search", "8": "a telnet session", "9": "a binary file",
	"+": "a redundant server",
	"T": "a tn3270 session", "g": "a GIF picture", "I": "a picture",
	"h": "a page in HTML", "i": "a line of information", "s": "a sound", "d": "a document",
	"M": "a message in MIME", "c": "a calendar",
	"p": "a PNG picture", "P": "a PDF file", "r": "a document in RTF", "x": "a document in XML",
	":": "a bitmap picture", ";": "a movie", "<": "a sound",
}

// typeCaution returns a caution for a gopher URL whose type is missing, so that the first
// letter of its path is taken for the type: it is a letter without a type, and the path
// continues like a word.
func typeCaution(u rfc1738.URL) string {
	gtype, _ := u.Part(rfc1738.PartGtype)
	selector, _ := u.Part(rfc1738.PartSelector)
	if gtype == "" || gopherTypes[gtype] != "" || !octet.Letter[gtype[0]] || selector == "" ||
		!octet.Letter[selector[0]] {
		return ""
	}
	return fmt.Sprintf("gopher-type: %q is no type of an item; one seems to be missing, as in /0%s%s for "+
		"a text file", gtype, gtype, selector)
}
