package rfc1738

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

// A byteSet is a set of bytes.
type byteSet [256]bool

func newByteSet(chars string) *byteSet {
	var set byteSet
	for i := 0; i < len(chars); i++ {
		set[chars[i]] = true
	}
	return &set
}

// span returns the length of the characters of set at the beginning of text. It tests
// four at a time for speed.
func (set *byteSet) span(text string) int {
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
	alphaSet      = newByteSet(alpha)
	digitSet      = newByteSet(digit)
	alphadigitSet = newByteSet(alphadigit)
	nationalSet   = newByteSet(national)
	hexSet        = newByteSet(hex)
	ucharSet      = newByteSet(uchar)
	xcharSet      = newByteSet(xchar)
	reservedSet   = newByteSet(reserved)

	schemeSet  = newByteSet(lowalpha + hialpha + digit + "+-.") // in either case (2.1)
	labelSet   = newByteSet(alphadigit + "-")
	userSet    = newByteSet(uchar + ";?&=")
	fsegSet    = newByteSet(uchar + "?:@&=") // also of psegment
	hsegSet    = newByteSet(uchar + ";:@&=") // also of search
	groupSet   = newByteSet(alphadigit + "-.+_")
	articleSet = newByteSet(uchar + ";/?:&=")
	fieldSet   = newByteSet(uchar + "?:@&")

	plainSearchSet = newByteSet(uchar + ":@&=")  // the characters common to hsegment, fsegment and search
	plainSet       = newByteSet(uchar + "/:@&=") // the same and "/"

	looseSet = newLooseSet()
)

// newLooseSet returns the characters that a lenient reading accepts in a host, other than
// escapes.
func newLooseSet() *byteSet {
	set := newByteSet(alphadigit + "-._")
	for b := 0x80; b <= 0xff; b++ {
		set[b] = true
	}
	return set
}
