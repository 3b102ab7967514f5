package rfc1738

import "github.com/urlsift/urlsift/internal/octet"

// The characters of section 5, in a form that can be read beside it. The sets uchar and
// xchar lack escape, since an escape is three characters.
const (
	//	lowalpha       = "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" |
	//	                 "i" | "j" | "k" | "l" | "m" | "n" | "o" | "p" |
	//	                 "q" | "r" | "s" | "t" | "u" | "v" | "w" | "x" |
	//	                 "y" | "z"
	lowalpha = "abcdefghijklmnopqrstuvwxyz"

	//	hialpha        = "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" |
	//	                 "J" | "K" | "L" | "M" | "N" | "O" | "P" | "Q" | "R" |
	//	                 "S" | "T" | "U" | "V" | "W" | "X" | "Y" | "Z"
	hialpha = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

	//	alpha          = lowalpha | hialpha
	alpha = lowalpha + hialpha

	//	digit          = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" |
	//	                 "8" | "9"
	digit = "0123456789"

	//	alphadigit     = alpha | digit
	alphadigit = alpha + digit

	//	safe           = "$" | "-" | "_" | "." | "+"
	safe = "$-_.+"

	//	extra          = "!" | "*" | "'" | "(" | ")" | ","
	extra = "!*'(),"

	//	national       = "{" | "}" | "|" | "\" | "^" | "~" | "[" | "]" | "`"
	national = "{}|\\^~[]`"

	//	punctuation    = "<" | ">" | "#" | "%" | <">
	punctuation = "<>#%\""

	//	reserved       = ";" | "/" | "?" | ":" | "@" | "&" | "="
	reserved = ";/?:@&="

	//	hex            = digit | "A" | "B" | "C" | "D" | "E" | "F" |
	//	                 "a" | "b" | "c" | "d" | "e" | "f"
	hex = digit + "ABCDEF" + "abcdef"

	//	unreserved     = alpha | digit | safe | extra
	unreserved = alpha + digit + safe + extra

	//	uchar          = unreserved | escape
	uchar = unreserved

	//	xchar          = unreserved | reserved | escape
	xchar = unreserved + reserved
)

// spanOf returns the length of the characters of set at the beginning of text. It tests
// four at a time for speed.
func spanOf(set *octet.Set, text string) int {
	i := 0
	for i < len(text)-3 && set[text[i]] && set[text[i+1]] && set[text[i+2]] && set[text[i+3]] {
		i += 4
	}
	for i < len(text) && set[text[i]] {
		i++
	}
	return i
}

var (
	alphaSet      = octet.SetOf(alpha)
	digitSet      = octet.SetOf(digit)
	alphadigitSet = octet.SetOf(alphadigit)
	nationalSet   = octet.SetOf(national)
	hexSet        = octet.SetOf(hex)
	ucharSet      = octet.SetOf(uchar)
	xcharSet      = octet.SetOf(xchar)
	reservedSet   = octet.SetOf(reserved)

	schemeSet  = octet.SetOf(lowalpha + hialpha + digit + "+-.") // in either case (2.1)
	labelSet   = octet.SetOf(alphadigit + "-")
	userSet    = octet.SetOf(uchar + ";?&=")
	fsegSet    = octet.SetOf(uchar + "?:@&=") // also of psegment
	hsegSet    = octet.SetOf(uchar + ";:@&=") // also of search
	groupSet   = octet.SetOf(alphadigit + "-.+_")
	articleSet = octet.SetOf(uchar + ";/?:&=")
	fieldSet   = octet.SetOf(uchar + "?:@&")

	plainSearchSet = octet.SetOf(uchar + ":@&=")  // the characters common to hsegment, fsegment and search
	plainSet       = octet.SetOf(uchar + "/:@&=") // the same and "/"

	// the characters that a lenient reading accepts in a host, other than escapes
	looseSet = octet.Outside(alphadigit + "-._")
)
