package scan

import "strings"

// A head is the scheme and the separator with which a URL begins.
type head struct {
	start, end, authority int    // of the scheme, and the beginning of the text after the separator
	separator             string // as it is written, if it may be disguised
	slashes               bool   // it stands for "://", and not for ":"
	back                  bool   // its slashes are backslashes, and so are those of the path
	known                 bool   // the scheme is known
	disguised             bool   // the scheme or the separator is
	spaced                bool   // the parts after it have blanks before them
}

// masked returns the scheme before the ":" or "_" at index i, and reports whether it or the separator is disguised, and a host follows.
func (t *text) masked(i int) (m head, ok bool) {
	m, ok = t.maskedHead(i)
	return m, ok && t.looksMeant(&m)
}

// maskedHead is masked, whether or not a host follows.
func (t *text) maskedHead(i int) (m head, ok bool) {
	if m, ok = t.separatorAt(i); !ok {
		return m, false
	}
	scheme, _ := t.maskedScheme(m.end)
	switch {
	case scheme < m.end && (!t.isGlued(scheme) || t.buf[i] == ':' && lower(t.buf[scheme]) == 'h'):
		m.start, m.known = scheme, true
	case m.separator == "://" && !blank(t.at(m.authority)):
		return m, false
	default:
		m.start, m.known, ok = t.schemeStart(t.runBack(m.end, m.end-maxScheme, schemeSet), m.end, m.slashes)
		if !ok || !m.known && (m.end == i || strings.Contains(m.separator, " ")) {
			return m, false
		}
	}
	m.disguised = true
	return m, t.buf[i] == ':' || !t.isGlued(m.start)
}

// beginsMasked reports whether the ":" or "_" at index i may be that of another URL, so that no authority goes on after it. Thus no byte is
// in the authorities of several URLs. The "//" of other URLs needs no such rule.
func (t *text) beginsMasked(i int) bool {
	if b := t.buf[i]; !t.defang || b != ':' && b != '_' || !t.is(i+1, '_') {
		return false
	}
	_, ok := t.maskedHead(i)
	return ok
}

// isGlued reports whether the text at index i continues a word.
func (t *text) isGlued(i int) bool {
	return i > t.floor && (letterSet[t.buf[i-1]] || t.buf[i-1] == '_')
}

// linkNames are the attributes of HTML that hold a URL, in which browsers read a backslash as a slash.
var linkNames = []string{"href", "src", "action", "formaction", "background", "poster", "cite", "longdesc", "data"}

// isLink reports whether an attribute that holds a URL has one at index i.
func (t *text) isLink(i int) bool {
	if quote := t.before(i); quote == '"' || quote == '\'' {
		i--
	}
	equals := t.skipBlanksBack(i)
	if t.before(equals) != '=' {
		return false
	}
	end := t.skipBlanksBack(equals - 1)
	return contains(linkNames, t.buf[t.runBack(end, 0, letterSet):end])
}

// looksMeant reports whether a host follows a separator. After blanks it must begin with "www", or another part of it must follow
// a blank or a dot in brackets. After "_" it must have a dot, and a name that may be one.
func (t *text) looksMeant(m *head) bool {
	m.authority = t.skipBlanks(m.authority, m.authority+2)
	after := m.authority - 1
	blank := strings.Contains(m.separator, " ") || blank(t.buf[after])
	switch {
	case !blank && m.separator == "__":
		var d decoded
		d.undisguise(t, m.authority, m.authority, m.authority+maxHost, &head{disguised: true})
		end, _ := d.host(0, maxHost)
		return d.isWhole(0, end)
	case !blank:
		return true
	}
	if t.textAt(m.authority, "www") && (t.is(m.authority+3, '.') || t.find(m.authority+3, authorityMarks).meant == ".") {
		return true
	}
	label := t.run(m.authority, m.authority+maxHost, alnumSet)
	m.spaced = label > m.authority && t.find(label, spacedMarks).meant == "."
	host := t.run(label, m.authority+maxHost, hostSet)
	return m.spaced || host > m.authority && t.isObfuscated(host) && t.find(host, authorityMarks).meant == "."
}

// undisguise makes d the text from index start of t on, of which the authority at index a, up to limit, has no disguise. If that has one, d
// has some text after it too.
func (d *decoded) undisguise(t *text, start, a, limit int, h *head) {
	d.begin(t, start)
	d.buf = append(d.buf, t.buf[start:a]...)
	i := d.readAuthority(t, a, limit, h)
	if slash := t.markAt(i, authorityMarks, h); slash.meant == "/" {
		d.put(t, i, len(slash.written), "/")
		i += len(slash.written)
	}
	if (h.disguised || len(d.folds) > 0) && t.has(i) && t.buf[i-1] != '\n' {
		t.has(i + maxHost - 1)
		more := t.buf[i:min(i+maxHost, t.end)]
		d.buf = append(d.buf, more[:min(indexOrEnd(more, '\n')+1, len(more))]...)
	}
	d.end = len(d.buf)
}

// authority is the rule of that name for a URL in t that may be disguised, after the head h.
func (s *Scanner) authority(t *text, start, a int, m leftMark, h *head) ending {
	e := t.authority(start, a, m)
	e.disguised = h.disguised
	if e.path || !t.defang && !h.disguised && e.flaw != Obfuscated {
		return e
	}
	d := &s.undisguised
	d.undisguise(t, start, a, start+t.max+1, h)
	plain := d.authority(0, a-start, leftMark{})
	if !plain.path && (len(d.folds) == 0 || d.folds[0].At >= plain.end) {
		return e // there is no disguise in it
	}
	if plain.disguised = true; e.flaw == Obfuscated {
		plain.flaw = Obfuscated
	}
	plain.end = int(d.offset(plain.end) - t.base)
	return plain
}

// path is body for a URL after the head h, which may stand for slashes in the path too.
func (t *text) path(start int, m leftMark, h *head, e *ending) {
	for limit := start + t.max; ; {
		t.body(start, m, e)
		switch size := 1; {
		case e.end > limit:
			return
		case h.spaced && t.find(e.end, spacedMarks).meant == "/":
			size = len(" /")
			fallthrough
		case h.back && t.is(e.end, '\\') && plainSet[t.at(e.end+1)]:
			e.end += size
		default:
			return
		}
	}
}
