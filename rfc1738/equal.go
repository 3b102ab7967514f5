package rfc1738

import "strings"

// Equivalent reports whether two URLs mean the same by the RFC, without their fragments. These make no difference:
//
//   - the case of schemes, hosts and typecodes
//   - whether a default port is written, and leading zeros of a port
//   - "localhost" or no host in a fileurl (3.10)
//   - parts that may be omitted (3.2.2, 3.3, 3.4.1, 3.8)
//   - whether a character is escaped, if it is neither unsafe nor reserved in the scheme (2.2)
//
// Hosts are not looked up, and "." and ".." in a path are names like any other.
func Equivalent(u, v URL) bool { return u.Canonical() == v.Canonical() }

// Canonical returns a text that is the same for all URLs that are [Equivalent], and differs for all others. For a strict URL it
// is a strict URL without a fragment. For any other it need not be a URL.
func (u URL) Canonical() string {
	var b strings.Builder
	last := 0
	for part, text := range u.Parts() {
		start, end, _ := u.Span(part)
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

// canonicalPart returns the text of a part as Canonical writes it.
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
		return canonicalEscapes(text, ";") // a "=" means something in fieldspecs alone
	case part == PartFields:
		return canonicalEscapes(text, ";=/") // a fieldvalue has no "/"
	case part == PartGroup, part == PartSchemepart && strings.HasPrefix(text, "//"):
		return canonicalEscapes(text, xchar) // a group has no escapes, and another schemepart might have a host
	case u.scheme == nil:
		return canonicalEscapes(text, reserved) // all may be reserved in a scheme of which nothing is known
	}
	return canonicalEscapes(text, u.scheme.Reserved)
}

// beforeFragment returns the URL's text without "#" and fragment.
func (u URL) beforeFragment() string {
	if start, _, ok := u.Span(PartFragment); ok {
		return u.text[:start-1]
	}
	return u.text
}

// canonicalEscapes returns text with each escape replaced by its character if that means the same, and otherwise in capitals.
// A "%" that is not part of an escape is escaped, unless all xchars are reserved.
func canonicalEscapes(text, reserved string) string {
	if strings.IndexByte(text, '%') < 0 {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		octet, ok := escapeAt(text, i)
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
		case xcharSet[octet] && strings.IndexByte(reserved, octet) < 0:
			b.WriteByte(octet)
		default:
			b.WriteString(strings.ToUpper(text[i : i+3]))
		}
		i += 2
	}
	return b.String()
}

// withoutOptional removes what may be omitted from the end of a canonical text: the "/" before an empty path, and gopher's
// "1" of the top directory.
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
