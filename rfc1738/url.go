package rfc1738

import (
	"iter"
	"strings"
	"unsafe"
)

// A URL is a parsed URL, with its fragment if it has one. URLs are values: two that were parsed by one grammar from the
// same text are ==. The zero URL is no URL.
//
// All that it gives are views of the text it was parsed from. [Clone] makes one that holds no buffer.
type URL struct {
	text   string
	scheme *Scheme // nil for a scheme that nobody defined
	parts  [maxParts]span
	n      int
}

// maxParts is how many parts a URL can have: scheme, user, password, host, port, path, type and fragment.
const maxParts = 8

// A span is where a part stands in the text.
type span struct {
	part       Part
	start, end uint32
}

// A Part names a part of a URL.
type Part uint8

// The parts, by the sections that define them. Their order in a URL is that of its text.
const (
	SchemeName Part = iota // 2.1
	User                   // 3.1
	Password               // 3.1
	Host                   // 3.1, 3.10
	Port                   // 3.1
	Path                   // urlpath, fpath or hpath, without the "/" before it: 3.1, 3.2.2, 3.3, 3.10
	Type                   // ftptype: 3.2.2
	Search                 // 3.3, 3.4.2, 3.9
	Gtype                  // 3.4.1
	Selector               // 3.4.1
	GopherPlus             // gopher+_string: 3.4.3
	Address                // encoded822addr: 3.5
	Group                  // 3.6, 3.7
	Article                // 3.6
	Number                 // 3.7
	Database               // 3.9
	Wtype                  // 3.9
	Wpath                  // 3.9
	HSOName                // ppath: 3.11
	Fields                 // all fieldspecs, with their ";" and "=": 3.11
	Schemepart             // of a genericurl whose parts have no names: 5
	Fragment               // 2.2 and the appendix; no part of the URL
	numParts
)

var partNames = [numParts]string{
	SchemeName: "scheme", User: "user", Password: "password", Host: "host", Port: "port", Path: "path", Type: "type",
	Search: "search", Gtype: "gtype", Selector: "selector", GopherPlus: "gopherplus", Address: "address", Group: "group",
	Article: "article", Number: "number", Database: "database", Wtype: "wtype", Wpath: "wpath", HSOName: "hsoname",
	Fields: "fields", Schemepart: "schemepart", Fragment: "fragment",
}

// String is the part's name, in lower case.
func (p Part) String() string { return partNames[p] }

// String is the text that was parsed, byte for byte, with the fragment.
func (u URL) String() string { return u.text }

// Scheme is the scheme's name in lower case (2.1).
func (u URL) Scheme() string {
	if u.scheme != nil {
		return u.scheme.Name
	}
	name, _ := u.Part(SchemeName)
	return strings.ToLower(name)
}

// Part gives a part as it stands in the text. It is false for a part that is absent, which is not the same as a part
// that is empty (3.1).
func (u URL) Part(p Part) (string, bool) {
	for _, s := range u.parts[:u.n] {
		if s.part == p {
			return u.text[s.start:s.end], true
		}
	}
	return "", false
}

// Parts gives all parts in the order of the text, as they stand there.
func (u URL) Parts() iter.Seq2[Part, string] {
	return func(yield func(Part, string) bool) {
		for _, s := range u.parts[:u.n] {
			if !yield(s.part, u.text[s.start:s.end]) {
				return
			}
		}
	}
}

// span gives where a part stands in the text.
func (u URL) span(p Part) (start, end int, ok bool) {
	for _, s := range u.parts[:u.n] {
		if s.part == p {
			return int(s.start), int(s.end), true
		}
	}
	return 0, 0, false
}

// Decode gives a part with its escapes replaced by the octets they stand for (2.2). The result may hold any octet.
func (u URL) Decode(p Part) (string, bool) {
	text, ok := u.Part(p)
	return decode(text), ok
}

// Port gives the port to connect to, as decimal digits without leading zeros: the one in the URL, or the default of its
// scheme (3.2 to 3.11). It is empty if there is neither, or no host.
func (u URL) Port() string {
	digits, _ := u.Part(Port)
	if _, ok := u.Part(Host); !ok {
		return ""
	}
	if digits == "" {
		return defaultPort(u.scheme, u.Scheme())
	}
	if digits = strings.TrimLeft(digits, "0"); digits == "" {
		return "0"
	}
	return digits
}

// Clone gives the same URL with a text of its own.
func (u URL) Clone() URL {
	u.text = strings.Clone(u.text)
	return u
}

// MarshalText gives the text that was parsed.
func (u URL) MarshalText() ([]byte, error) { return []byte(u.text), nil }

// UnmarshalText parses text as [Parse] does, strictly and without registered schemes. Its error is an [*Error]. An empty
// text is that of the zero URL.
func (u *URL) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*u = URL{}
		return nil
	}
	parsed, err := Parse(string(text))
	if err == nil {
		*u = parsed
	}
	return err
}

// lowerASCII gives text with the letters of ASCII in lower case, and all other bytes as they are.
func lowerASCII(text string) string {
	lower := []byte(text)
	for i, b := range lower {
		if 'A' <= b && b <= 'Z' {
			lower[i] = b | 0x20
		}
	}
	return string(lower)
}

// decode replaces escapes by their octets. A "%" without two hex digits stays.
func decode(text string) string {
	if strings.IndexByte(text, '%') < 0 {
		return text
	}
	decoded := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if octet, ok := escapeAt(text, i); ok {
			decoded = append(decoded, octet)
			i += 2
			continue
		}
		decoded = append(decoded, text[i])
	}
	return string(decoded)
}

// escapeAt gives the octet of the escape that stands at text[i:].
func escapeAt(text string, i int) (octet byte, ok bool) {
	if text[i] != '%' || i+2 >= len(text) || !hexSet[text[i+1]] || !hexSet[text[i+2]] {
		return 0, false
	}
	return unhex(text[i+1])<<4 | unhex(text[i+2]), true
}

func unhex(b byte) byte {
	if b <= '9' {
		return b - '0'
	}
	return b&^0x20 - 'A' + 10
}

// view gives b as a string without a copy. It lives as long as b is not changed.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// octets gives s as bytes without a copy. They must not be changed.
func octets(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
