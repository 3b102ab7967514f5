package rfc1738

import (
	"strings"

	"github.com/urlsift/urlsift/internal/octet"
)

// Canonical returns a text that is equal for all URLs that mean the same by the RFC, and
// different for all others. It has no fragment, and these are no differences:
//
//   - the case of schemes, hosts and typecodes
//   - a port that is the default, written or not, and leading zeros of a port
//   - "localhost" or an empty host in a fileurl (3.10)
//   - parts that may be omitted (3.2.2, 3.3, 3.4.1, 3.8)
//   - an escape or its character, if the character is neither unsafe nor reserved in the
//     scheme (2.2)
//
// Canonical does not look up hosts, and treats "." and ".." in a path as ordinary names.
// For a strict URL the text is a strict URL. For any other URL it need not be a URL.
func (u URL) Canonical() string {
	var b strings.Builder
	last := 0
	for part, text := range u.Parts() {
		start, end, _ := u.span(part)
		if part == PartFragment {
			break
		}
		between := u.text[last:start] // the punctuation between two parts
		if part == PartPort && u.Port() == defaultPort(u.scheme, u.Scheme()) {
			between, text = "", "" // without its ":"
		}
		b.WriteString(between)
		b.WriteString(u.canonicalPart(part, text))
		last = end
	}
	b.WriteString(u.beforeFragment()[last:])
	return u.withoutOptional(b.String())
}

// canonicalPart returns the text of a part in a canonical text.
func (u URL) canonicalPart(part Part, text string) string {
	switch {
	case part == PartScheme:
		return u.Scheme()
	case part == PartHost && u.scheme == schemeFile && strings.EqualFold(text, "localhost"):
		return ""
	case part == PartHost, part == PartType:
		return lowerASCII(text)
	case part == PartPort && text != "":
		return u.Port()
	case part == PartUser, part == PartPassword:
		return canonicalEscapes(text, ":@/") // 3.1 reserves these
	case part == PartHSOName:
		return canonicalEscapes(text, ";") // "=" has a meaning only in fieldspecs
	case part == PartFields:
		return canonicalEscapes(text, ";=/") // a fieldvalue has no "/"
	case part == PartGroup, part == PartSchemepart && strings.HasPrefix(text, "//"):
		// a group has no escapes, and another schemepart might have a host
		return canonicalEscapes(text, xchar)
	case u.scheme == nil:
		return canonicalEscapes(text, reserved) // all may be reserved in an unknown scheme
	}
	return canonicalEscapes(text, u.scheme.reserved)
}

// beforeFragment returns the URL's text without the "#" and the fragment.
func (u URL) beforeFragment() string {
	if start, _, ok := u.span(PartFragment); ok {
		return u.text[:start-1]
	}
	return u.text
}

// canonicalEscapes returns text with each escape replaced by its character if that does
// not change the meaning. All other escapes are written in upper case. A "%" that does
// not begin an escape is escaped, unless all xchars are reserved.
func canonicalEscapes(text, reserved string) string {
	if strings.IndexByte(text, '%') < 0 {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		meant, ok := octet.Escaped(text, i, '%')
		switch {
		case text[i] != '%':
			b.WriteByte(text[i])
			continue
		case !ok && reserved == xchar:
			b.WriteByte('%')
			continue
		case !ok:
			b.WriteString("%25")
			continue
		case xcharSet[meant] && strings.IndexByte(reserved, meant) < 0:
			b.WriteByte(meant)
		default:
			b.WriteString(strings.ToUpper(text[i : i+3]))
		}
		i += 2
	}
	return b.String()
}

// withoutOptional removes optional text from the end of a canonical text: the "/" before
// an empty path, and the "1" of gopher's top directory.
func (u URL) withoutOptional(text string) string {
	path, pathed := u.Part(PartPath)
	_, moded := u.Part(PartType)
	_, searched := u.Part(PartSearch)
	switch {
	case (u.scheme.isHTTP() || u.scheme == schemeFTP) && path == "" && !moded && !searched,
		u.scheme == schemeTelnet && !pathed:
		return strings.TrimSuffix(text, "/")
	case u.scheme == schemeGopher && !searched:
		gtype, typed := u.Decode(PartGtype)
		selector, _ := u.Part(PartSelector)
		if !typed {
			return strings.TrimSuffix(text, "/")
		}
		if gtype == "1" && selector == "" {
			return strings.TrimSuffix(text, "/1")
		}
	}
	return text
}
