package rfc1738

// This file reads the most common URLs in one pass: http, https, ftp and gopher in lower
// case, with a hostname, optionally a port, path, search and fragment, and no deviation
// except "~". It is a short cut of ParseLenient, which reads any other text by the
// productions.

// readPlain sets u to the URL in text, and appends a deviation to list for each "~" in
// it. It returns false if text must be read by the productions; u is then undefined.
func (u *URL) readPlain(text string, list *[]Deviation) bool {
	var pos int // text[:pos] has been read
	switch {
	case len(text) > 7 && text[:7] == "http://":
		u.scheme, pos = schemeHTTP, 7
	case len(text) > 8 && text[:8] == "https://":
		u.scheme, pos = schemeHTTPS, 8
	case len(text) > 6 && text[:6] == "ftp://":
		u.scheme, pos = schemeFTP, 6
	case len(text) > 9 && text[:9] == "gopher://":
		u.scheme, pos = schemeGopher, 9
	default:
		return false
	}
	u.text = text
	u.put(PartScheme, 0, pos-len("://"))

	// In the host a letter must follow each "." and "-". Section 5 allows other names
	// too, but these can be checked by pairs of characters.
	start, letters, others := pos, alphaSet, alphadigitSet // in registers
	for {
		if pos == len(text) || !letters[text[pos]] {
			return false
		}
		for pos++; pos < len(text) && others[text[pos]]; pos++ {
		}
		if pos == len(text) || text[pos] != '.' && text[pos] != '-' {
			break
		}
		pos++
	}
	u.put(PartHost, start, pos)
	if pos < len(text) && text[pos] == ':' {
		start = pos + 1
		for pos = start; pos < len(text) && digitSet[text[pos]]; pos++ {
		}
		if pos == start {
			return false
		}
		u.put(PartPort, start, pos)
	}
	if pos == len(text) {
		return true
	}

	part, set := PartPath, plainSet
	switch text[pos] {
	case '/':
	case '#':
		part = PartFragment
	default:
		return false
	}
	for pos, start = pos+1, pos+1; ; pos++ {
		if pos += spanOf(set, text[pos:]); pos == len(text) {
			u.putPlain(part, start, pos)
			return true
		}
		next := part
		switch b := text[pos]; {
		case b == '~':
			d := Deviation{Offset: pos, Kind: KindTilde, Rule: u.plainRule(part, pos == start),
				LegalSince: kinds[KindTilde].legalSince}
			*list = append(*list, d)
		case b == '%' && pos+2 < len(text) && hexSet[text[pos+1]] && hexSet[text[pos+2]] &&
			u.scheme != schemeGopher:
			pos += 2
		case b == '#' && part != PartFragment:
			next, set = PartFragment, plainSet
		case b == '?' && part == PartPath && u.scheme.isHTTP():
			next, set = PartSearch, plainSearchSet
		case b == '?' && (u.scheme == schemeGopher || part == PartFragment):
		default:
			return false
		}
		if next != part {
			u.putPlain(part, start, pos)
			part, start = next, pos+1
		}
	}
}

// put adds text[start:end] as part p.
func (u *URL) put(p Part, start, end int) {
	u.parts[u.n] = span{p, uint32(start), uint32(end)}
	u.n++
}

// putPlain adds text[start:end], which follows the "/", "?" or "#" of a plain URL.
func (u *URL) putPlain(p Part, start, end int) {
	switch {
	case p != PartPath || u.scheme != schemeGopher:
		u.put(p, start, end)
	case start < end:
		u.put(PartGtype, start, start+1)
		u.put(PartSelector, start+1, end)
	}
}

// plainRule returns the production that reads a character of part p of a plain URL. first
// reports whether it is the first character of the part.
func (u *URL) plainRule(p Part, first bool) Rule {
	switch {
	case p == PartFragment:
		return RuleFragment
	case p == PartSearch:
		return RuleSearch
	case u.scheme == schemeFTP:
		return RuleFsegment
	case u.scheme != schemeGopher:
		return RuleHsegment
	case first:
		return RuleGtype
	}
	return RuleSelector
}
