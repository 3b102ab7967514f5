package rfc1738

import (
	"fmt"
	"iter"
	"strings"

	"github.com/urlsift/urlsift/internal/octet"
)

// A URL is a parsed URL, with its fragment if it has one.
//
// URLs can be compared with == and used as map keys: two URLs are == if the same
// [Grammar] parsed them from equal texts. To compare their meaning, use [URL.Canonical].
// The zero URL has no text and no parts.
//
// The strings that its methods return may share the memory of the parsed text.
// [URL.Clone] returns a URL with memory of its own.
type URL struct {
	text   string
	scheme *Scheme // nil for an unknown scheme
	parts  [maxParts]span
	n      int
}

// maxParts is the maximum number of parts of a URL: scheme, user, password, host, port,
// path, type and fragment.
const maxParts = 8

// A span is the place of a part in the text.
type span struct {
	part       Part
	start, end uint32
}

// A Part is the name of a part of a URL.
type Part uint8

// The parts, with the sections that define them. The methods of URL return parts in the
// order of the text, not of this list.
const (
	PartScheme     Part = iota // 2.1
	PartUser                   // 3.1
	PartPassword               // 3.1
	PartHost                   // 3.1, 3.10
	PartPort                   // 3.1
	PartPath                   // urlpath, fpath or hpath, without the "/" before it: 3.1, 3.2.2, 3.3, 3.10
	PartType                   // ftptype: 3.2.2
	PartSearch                 // 3.3, 3.4.2, 3.9
	PartGtype                  // 3.4.1
	PartSelector               // 3.4.1
	PartGopherPlus             // gopher+_string: 3.4.3
	PartAddress                // encoded822addr: 3.5
	PartGroup                  // 3.6, 3.7
	PartArticle                // 3.6
	PartNumber                 // 3.7
	PartDatabase               // 3.9
	PartWtype                  // 3.9
	PartWpath                  // 3.9
	PartHSOName                // ppath: 3.11
	PartFields                 // all fieldspecs, with each ";" and "=": 3.11
	PartSchemepart             // the whole schemepart of a genericurl without named parts: 5
	PartFragment               // after "#", not part of the URL: 2.2 and the appendix
	numParts
)

var partNames = [numParts]string{
	PartScheme: "scheme", PartUser: "user", PartPassword: "password", PartHost: "host", PartPort: "port",
	PartPath: "path", PartType: "type", PartSearch: "search", PartGtype: "gtype", PartSelector: "selector",
	PartGopherPlus: "gopherplus", PartAddress: "address", PartGroup: "group", PartArticle: "article",
	PartNumber: "number", PartDatabase: "database", PartWtype: "wtype", PartWpath: "wpath",
	PartHSOName: "hsoname", PartFields: "fields", PartSchemepart: "schemepart", PartFragment: "fragment",
}

// String returns the part's name, in lower case.
func (p Part) String() string {
	if p >= numParts {
		return fmt.Sprintf("Part(%d)", uint8(p))
	}
	return partNames[p]
}

// MarshalText returns the part's name. It returns an error if p is not one of the
// constants.
func (p Part) MarshalText() ([]byte, error) { return marshal(p, numParts) }

// UnmarshalText sets p to the part with the given name. If there is none, it returns an
// error and leaves p unchanged.
func (p *Part) UnmarshalText(name []byte) error { return unmarshal(name, p, numParts) }

// A named is a type whose constants have names.
type named interface {
	~uint8
	fmt.Stringer
}

// marshal returns the name of a constant. n is the number of constants.
func marshal[T named](constant, n T) ([]byte, error) {
	if constant >= n {
		return nil, fmt.Errorf("rfc1738: %v has no name", constant)
	}
	return []byte(constant.String()), nil
}

// unmarshal sets to to the constant with a name. n is the number of constants.
func unmarshal[T named](name []byte, to *T, n T) error {
	for constant := range n {
		if constant.String() == string(name) {
			*to = constant
			return nil
		}
	}
	return fmt.Errorf("%T: no name is %q", n, name)
}

// String returns the text that was parsed, byte for byte, including the fragment.
func (u URL) String() string { return u.text }

// Scheme returns the scheme's name in lower case (2.1).
func (u URL) Scheme() string {
	if u.scheme != nil {
		return u.scheme.Name
	}
	name, _ := u.Part(PartScheme)
	return strings.ToLower(name)
}

// Host returns the host as it is written, or "" if the URL has none. See [URL.HostSpan].
func (u URL) Host() string {
	start, end, _ := u.HostSpan()
	return u.text[start:end]
}

// Part returns part p without decoding it, and reports whether the URL has it. An empty
// part is not the same as an absent one (3.1).
func (u URL) Part(p Part) (string, bool) { return u.part(p) }

func (u *URL) part(p Part) (string, bool) {
	for _, s := range u.parts[:u.n] {
		if s.part == p {
			return u.text[s.start:s.end], true
		}
	}
	return "", false
}

// Parts returns an iterator over all parts of the URL and their texts, in order, without
// decoding them.
func (u URL) Parts() iter.Seq2[Part, string] {
	return func(yield func(Part, string) bool) {
		for _, s := range u.parts[:u.n] {
			if !yield(s.part, u.text[s.start:s.end]) {
				return
			}
		}
	}
}

// span returns the offsets of part p in the URL's text, in bytes, and reports whether the
// URL has the part.
func (u URL) span(p Part) (start, end int, ok bool) {
	for _, s := range u.parts[:u.n] {
		if s.part == p {
			return int(s.start), int(s.end), true
		}
	}
	return 0, 0, false
}

// Decode returns part p with each escape replaced by its octet (2.2), and reports whether
// the URL has the part. The result may hold any octets and need not be UTF-8. A "%"
// without two hexadecimal digits stays.
func (u URL) Decode(p Part) (string, bool) {
	text, ok := u.Part(p)
	return decode(text), ok
}

// Port returns the port to connect to, in decimal without leading zeros: the port in the
// URL, or else the default port of the scheme (3.2 to 3.11). It returns "" if there is
// neither, or if the URL has no host. For the port as written, use [URL.Part].
func (u URL) Port() string {
	digits, _ := u.Part(PartPort)
	if _, ok := u.Part(PartHost); !ok {
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

// Clone returns a copy of the URL with memory of its own.
func (u URL) Clone() URL {
	u.text = strings.Clone(u.text)
	return u
}

// MarshalText returns the text that was parsed.
func (u URL) MarshalText() ([]byte, error) { return []byte(u.text), nil }

// UnmarshalText parses text as [Parse] does: strictly and without registered schemes. An
// empty text yields the zero URL. A non-nil error is an [*Error], and leaves the URL
// unchanged.
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

// lowerASCII returns text with ASCII letters in lower case and all other bytes unchanged.
func lowerASCII(text string) string {
	lower := []byte(text)
	for i, b := range lower {
		if 'A' <= b && b <= 'Z' {
			lower[i] = b | 0x20
		}
	}
	return string(lower)
}

// decode replaces each escape by its octet. A "%" without two hex digits stays.
func decode(text string) string { return string(octet.Unescape([]byte(text), '%')) }
