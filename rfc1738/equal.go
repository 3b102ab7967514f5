package rfc1738

import "strings"

// Equivalent is true if two URLs, without their fragments, mean the same by the RFC: schemes and hosts in any case, a
// default port or none, ports as numbers, the parts that 3.3, 3.4.1 and 3.8 let be omitted, and escapes of characters
// that are neither unsafe nor reserved in the scheme (2.2). Nothing is looked up and no path is walked.
func Equivalent(u, v URL) bool { return u.Canonical() == v.Canonical() }

// Canonical gives a text that is the same for all URLs that are [Equivalent]. It is a URL, as strict as u is, and has no
// fragment.
func (u URL) Canonical() string {
	var b strings.Builder
	last := 0
	for part, text := range u.Parts() {
		start, end, _ := u.Span(part)
		if part == Fragment {
			break
		}
		b.WriteString(u.text[last:start]) // the punctuation between two parts
		last = end
		switch part {
		case SchemeName:
			b.WriteString(u.Scheme())
		case Host:
			b.WriteString(strings.ToLower(text))
		case Port:
			u.canonicalPort(&b)
		case User, Password:
			canonicalEscapes(&b, text, ":@/")
		case Fields:
			canonicalEscapes(&b, text, ";=/") // a fieldvalue has no "/"
		case Schemepart:
			keep := u.reserved()
			if strings.HasPrefix(text, "//") {
				keep = xchar // without its escapes it might have a host
			}
			canonicalEscapes(&b, text, keep)
		default:
			canonicalEscapes(&b, text, u.reserved())
		}
	}
	b.WriteString(strings.TrimSuffix(u.beforeFragment()[last:], ":"))
	return u.canonicalEnd(b.String())
}

// beforeFragment is the URL's text without the fragment.
func (u URL) beforeFragment() string {
	if start, _, ok := u.Span(Fragment); ok {
		return u.text[:start-1]
	}
	return u.text
}

// reserved has the characters whose escapes are not the same as the characters. Where nothing is known of a scheme, all
// may be reserved.
func (u URL) reserved() string {
	if u.scheme == nil {
		return reserved
	}
	return u.scheme.Reserved
}

// canonicalPort writes the port, or takes back its ":" where it is the default.
func (u URL) canonicalPort(b *strings.Builder) {
	port := u.Port()
	if port != defaultPort(u.scheme, u.Scheme()) {
		b.WriteString(port)
		return
	}
	text := strings.TrimSuffix(b.String(), ":")
	b.Reset()
	b.WriteString(text)
}

// canonicalEscapes writes text with each escape replaced by its character where that means the same, and else in
// capitals.
func canonicalEscapes(b *strings.Builder, text, reserved string) {
	for i := 0; i < len(text); i++ {
		octet, ok := escapeAt(text, i)
		switch {
		case !ok:
			b.WriteByte(text[i])
			continue
		case xcharSet[octet] && strings.IndexByte(reserved, octet) < 0:
			b.WriteByte(octet)
		default:
			b.WriteString(strings.ToUpper(text[i : i+3]))
		}
		i += 2
	}
}

// canonicalEnd leaves out what may be omitted at the end: the "/" before an empty path (3.2.2, 3.3, 3.4.1, 3.8), and the
// gopher type of the top directory.
func (u URL) canonicalEnd(text string) string {
	authority := strings.Index(text, "//") + len("//")
	switch u.scheme {
	case schemeGopher:
		if rest := text[authority:]; strings.HasSuffix(rest, "/1") && strings.Count(rest, "/") == 1 {
			return strings.TrimSuffix(text, "/1")
		}
		fallthrough
	case schemeHTTP, schemeFTP, schemeTelnet:
		if strings.IndexByte(text[authority:], '/') == len(text)-authority-1 {
			return strings.TrimSuffix(text, "/")
		}
	}
	return text
}
