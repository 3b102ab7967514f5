package scan

import "bytes"

// A masked is a scheme and a separator of which one is disguised.
type masked struct {
	separator
	start, end, authority int  // of the scheme, and the beginning of the text after the separator
	known                 bool // the scheme is known
	spaced                bool // the parts after it have blanks before them
}

// masked returns the scheme before the ":" or "_" at index i, and reports whether it or the separator is disguised.
func (t *text) masked(i int) (m masked, ok bool) {
	if m.separator, ok = t.separatorAt(i); !ok {
		return m, false
	}
	m.end, m.authority = i-len(m.before), i+1+len(m.after)
	plain := m.before == "" && m.after == "//" && !blank(t.at(m.authority))
	scheme, _ := t.maskedScheme(m.end)
	switch {
	case scheme < m.end && (!t.isGlued(scheme) || m.mark == ':' && lower(t.buf[scheme]) == 'h'):
		m.start, m.known = scheme, true
	case plain:
		return m, false
	case !m.slashes:
		m.start = t.runBack(m.end, m.end-maxScheme, schemeSet)
		for m.start < m.end && !alnumSet[t.buf[m.start]] {
			m.start++
		}
		if !t.schemes.isOpaque(t.buf[m.start:m.end]) {
			return m, false
		}
	default:
		m.start, m.known, ok = t.schemeStart(t.runBack(m.end, m.end-maxScheme, schemeSet), m.end, true)
		if !ok || !m.known && (m.before == "" || m.blank) {
			return m, false
		}
	}
	return m, (m.mark == ':' || !t.isGlued(m.start)) && t.looksMeant(&m)
}

// isGlued reports whether the text at index i continues a word.
func (t *text) isGlued(i int) bool {
	return i > t.floor && (letterSet[t.buf[i-1]] || t.buf[i-1] == '_')
}

// linkNames are the attributes of HTML that hold a URL, in which browsers read a backslash as a slash.
var linkNames = []string{"href", "src", "action", "formaction", "background", "poster", "cite", "longdesc", "data"}

// isLink reports whether ":\\" is at index i, in an attribute that holds a URL, after a run of scheme characters that begins at
// index run.
func (t *text) isLink(run, i int) bool {
	if !t.is(i+1, '\\') || !t.is(i+2, '\\') || run == t.floor {
		return false
	}
	at := run
	if quote := t.buf[at-1]; quote == '"' || quote == '\'' {
		at--
	}
	at = t.skipBlanksBack(at)
	if at <= t.floor || t.buf[at-1] != '=' {
		return false
	}
	end := t.skipBlanksBack(at - 1)
	start := end
	for start > t.floor && letterSet[t.buf[start-1]] {
		start--
	}
	return contains(linkNames, t.buf[start:end])
}

// looksMeant reports whether a host follows a separator. After blanks it must begin with "www", or another part of it must follow
// a blank or a dot in brackets. After "_" it must be a known host.
func (t *text) looksMeant(m *masked) bool {
	m.authority = t.skipBlanks(m.authority, m.authority+2)
	after := m.authority - 1
	blank := m.separator.blank || blank(t.buf[after])
	if !blank {
		return m.mark != '_' || t.knownAt(m.authority)
	}
	if t.textAt(m.authority, "www") && (t.is(m.authority+3, '.') || t.markAt(m.authority+3, authorityMarks, ".") > 0) {
		return true
	}
	label := t.run(m.authority, m.authority+maxHost, alnumSet)
	m.spaced = label > m.authority && t.markAt(label, spacedMarks, ".") > 0
	host := t.run(label, m.authority+maxHost, hostSet)
	return m.spaced || host > m.authority && t.isObfuscated(host) && t.markAt(host, authorityMarks, ".") > 0
}

// knownAt reports whether there is a host with a dot at index i whose name may be one.
func (t *text) knownAt(i int) bool {
	end, _ := t.disguisedHost(i, i+maxHost, disguise{})
	return t.isKnown(i, end)
}

// isKnown reports whether the host at [start,end), which may be disguised, has a dot, and it may be a host by its name.
func (t *text) isKnown(start, end int) bool {
	host, _ := Restore(append([]byte("http://"), t.buf[start:end]...))
	host = bytes.TrimPrefix(host, []byte("http://"))
	return bytes.IndexByte(host, '.') > 0 && t.isHostName(host)
}

// disguisedAuthority returns the end of the URL that begins at index start, after the mark m, and has its authority at index a. It
// reports whether the authority is disguised.
func (t *text) disguisedAuthority(start, a int, m leftMark, worn disguise) (e ending, ok bool) {
	limit := start + t.max + 1
	host, inUser := t.disguisedUser(a, limit)
	i, inHost := t.disguisedHost(host, limit, worn)
	if !inUser && !inHost && !worn.spaced && !worn.back {
		return e, false
	}
	worn.any = true
	e = ending{end: i, list: true, worn: worn}
	for { // one pass for each backslash that stands for a slash
		if e.end < limit && beginsPath(t.at(e.end)) {
			t.body(start, m, &e)
		}
		size := 0
		switch i := e.end; {
		case i >= limit:
			return e, true
		case worn.back && t.is(i, '\\') && plainSet[t.at(i+1)]:
			size = 1
		case worn.spaced:
			size = t.markAt(i, spacedMarks, "/")
		}
		if size == 0 {
			size = t.markAt(e.end, authorityMarks, "/")
		}
		if size == 0 {
			return e, true
		}
		e.end += size
		t.body(start, m, &e)
	}
}

// disguisedHost returns the index after a host and its port at index i, and reports whether part of it is disguised.
func (t *text) disguisedHost(i, limit int, worn disguise) (end int, marked bool) {
	first := i
	if t.is(i, '[') && t.find(i, authorityMarks).written == "" {
		i = t.address(i)
	}
	for label := i; i < limit && t.has(i); {
		b := t.buf[i]
		if undisguisedSet[b] {
			i++
			continue
		}
		mark := t.find(i, authorityMarks)
		if mark.written == " dot " && !t.wordDot(first, i, marked || worn.any) || mark.meant == "www" && i > first {
			mark = substitute{}
		}
		if mark.written == "" && worn.spaced {
			mark = t.find(i, spacedMarks)
		}
		size := len(mark.written)
		switch {
		case mark.meant == "/":
			return i, true
		case size > 0:
			marked, label = true, i+size
		case hostSet[b]:
			size = 1
		case b == '%' && t.run(i+1, i+3, hexSet) == i+3:
			size = 3
		default:
			if b >= 0x80 {
				size = t.wordAt(i, inHost)
			}
			if size == 0 && b >= 0x80 {
				if after, part := t.inHost(label, i, limit, marked && i-first <= maxHost && t.isKnown(first, i)); part == certain {
					size = after - i
				}
			}
			if size == 0 {
				return t.template(t.port(first, i, limit)), marked
			}
		}
		i += size
	}
	return i, marked
}

// disguisedUser returns the index after the "@" of a user and password at index i, or i if there is none, and reports whether
// part of it is disguised. It accepts the same characters for a user as userEnd.
func (t *text) disguisedUser(i, limit int) (end int, marked bool) {
	end = i
	password, list, any := false, false, false
	for i < limit && t.has(i) {
		mark := t.find(i, authorityMarks)
		size := max(len(mark.written), 1)
		switch b := t.buf[i]; {
		case mark.meant == "@", b == '@' && t.has(i+1) && (alnumSet[t.buf[i+1]] || t.buf[i+1] == '['):
			if any = any || mark.written != ""; password || !list {
				end, marked = i+size, any
			}
		case mark.meant == "/", mark.written != "" && blank(b):
			return end, marked
		case b >= 0x80:
			if size = t.wordAt(i, inHost); size == 0 {
				return end, marked
			}
		case mark.written != "":
			any = true
		case (b == ',' || b == ';' || b == '&') && t.splits(i), !userSet[b] && b < 0x80:
			return end, marked
		case b == ',' || b == ';' || b == '&':
			list = true
		case b == ':':
			password = true
		}
		i += size
	}
	return end, marked
}

// wordDot reports whether the " dot " at index i, in a host that begins at index first, is a dot of the host and not a word of
// the sentence. It is a dot if the host has no other dot before it, except after "www", or if the host is already known to be
// disguised.
func (t *text) wordDot(first, i int, marked bool) bool {
	host := t.buf[first:i]
	host = bytes.TrimPrefix(host, []byte("www."))
	end := t.run(i+len(" dot "), i+maxHost, alnumSet)
	return (marked || bytes.IndexByte(host, '.') < 0) && end > i+len(" dot ")+1 && !t.is(end, '\'')
}
