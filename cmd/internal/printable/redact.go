package printable

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Stars replace a password. A password may consist of them (section 5), so a URL stays
// one.
const Stars = "***"

// A Mask is the place of a password in a text.
type Mask struct{ Start, End int }

// FreeStops are the stops of [Passwords] for free text: they end a URL.
const FreeStops = " \t\r\n<>\"`"

// Passwords returns the places of passwords in a text, in order: the bytes between ":"
// and "@" after "//", as in ftp://user:password@host/. The text need not be a valid URL:
// a password may have any characters except stops, even "/", unless a port follows the
// ":". Passwords looks into URLs inside URLs, encoded or not, and into text in which the
// ":" of the scheme is missing.
func Passwords(text string, stops string) []Mask {
	var masks []Mask
	last := strings.LastIndexByte(text, '@')
	at := len(lostColon().FindString(text))
	if at == 0 {
		at = behindSlashes(text, 0)
	}
	for 0 < at && at < last {
		rest := text[at:]
		if n := strings.IndexAny(rest, stops); n >= 0 {
			rest = rest[:n]
		}
		if m, ok := password(rest); ok {
			masks = append(masks, Mask{at + m.Start, at + m.End})
			at += m.End
		}
		at = behindSlashes(text, at)
	}
	if strings.IndexByte(text, '%') >= 0 {
		for _, m := range encodedPassword().FindAllStringSubmatchIndex(text, -1) {
			masks = InsertMask(masks, Mask{m[2], m[3]})
		}
	}
	return masks
}

var lostColon = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*//`)
})

// behindSlashes returns the index after the next ":" and any slashes that follow it, or
// 0.
func behindSlashes(text string, from int) int {
	i := strings.Index(text[from:], ":/")
	if i < 0 {
		return 0
	}
	return len(text) - len(strings.TrimLeft(text[from+i+1:], "/"))
}

// encodedPassword matches a password in an encoded URL, as in parameters of links.
var encodedPassword = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)%3A%2F%2F(?:[^&\s%]|%(?:[^23\s]|2[^F]|3[^A]))*` + // the user
		`%3A((?:[^&\s%]|%(?:[^2\s]|2[^F]))*)%40`)
})

// InsertMask inserts a mask in order, and merges it with the masks that it overlaps.
func InsertMask(masks []Mask, m Mask) []Mask {
	i := 0
	for i < len(masks) && masks[i].End <= m.Start {
		i++
	}
	rest := i
	for ; rest < len(masks) && masks[rest].Start < m.End; rest++ {
		m = Mask{min(m.Start, masks[rest].Start), max(m.End, masks[rest].End)}
	}
	return slices.Replace(masks, i, rest, m)
}

// password returns the place of the password in the text after "//".
func password(text string) (m Mask, ok bool) {
	authority := text
	if i := strings.IndexAny(text, "/?#"); i >= 0 {
		authority = text[:i]
	}
	colon, at := strings.IndexByte(authority, ':'), strings.LastIndexByte(authority, '@')
	switch {
	case at >= 0:
		return Mask{colon + 1, at}, 0 <= colon && colon < at
	case colon < 0, text[0] == '[', len(strings.Trim(authority[colon+1:], "0123456789")) == 0:
		return Mask{}, false // a host and its port
	}
	at = strings.LastIndexByte(text, '@')
	return Mask{colon + 1, at}, at > colon
}

// RedactURL returns a URL without its passwords.
func RedactURL(url string) string { return WithoutMasks(url, Passwords(url, "")) }

// Redact returns any text without the passwords of URLs in it.
func Redact(text string) string { return WithoutMasks(text, Passwords(text, FreeStops)) }

// RedactBeginning returns the beginning of a URL without its password, whose end may be
// missing.
func RedactBeginning(url string) string { return redactPiece(url, "", false, true) }

// RedactPiece returns a piece of free text without the passwords of URLs in it. begin and
// end report whether it may begin or end inside a URL: a login of which only a part is
// there is hidden, too.
func RedactPiece(text string, begin, end bool) string {
	return redactPiece(text, FreeStops, begin, end)
}

func redactPiece(text, stops string, begin, end bool) string {
	masks := Passwords(text, stops)
	if end {
		masks = openPasswords(strings.TrimRight(text, "\r\n"), stops)
	}
	if begin {
		word := text
		if n := strings.IndexAny(text, stops); n >= 0 {
			word = text[:n]
		}
		if at := max(strings.LastIndexByte(word, '@'), strings.LastIndex(word, "%40")); at > 0 {
			masks = InsertMask(masks, Mask{0, at})
		}
	}
	return WithoutMasks(text, masks)
}

// openPasswords is Passwords for a text that an "@", encoded or not, may follow.
func openPasswords(text, stops string) []Mask {
	known := strings.TrimSuffix(strings.TrimSuffix(text, "%"), "%4")
	masks := Passwords(known+"%40@", stops)
	for i, m := range masks {
		if m.End >= len(known) {
			masks[i].End = len(text)
		}
	}
	return masks
}

// WithoutMasks returns a text with stars in place of masks.
func WithoutMasks[T string | []byte](text T, masks []Mask) T {
	if len(masks) == 0 {
		return text
	}
	var b []byte
	last := 0
	for _, m := range masks {
		b = append(append(b, text[last:m.Start]...), Stars...)
		last = m.End
	}
	return T(append(b, text[last:]...))
}

// ShiftMasked returns the offset of a byte of a text in the text without masks, and
// reports whether a mask covers it.
func ShiftMasked(masks []Mask, offset int) (shifted int, masked bool) {
	shifted = offset
	for _, m := range masks {
		switch {
		case m.End <= offset:
			shifted += len(Stars) - (m.End - m.Start)
		case m.Start <= offset:
			return shifted + m.Start - offset, true
		}
	}
	return shifted, false
}
