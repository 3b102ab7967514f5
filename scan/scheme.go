package scan

import "bytes"

// Opaque reports whether name, in any case, is a scheme that begins a URL in bare text without "//".
func (t *text) Opaque(name []byte) bool { return t.schemes.isOpaque(name) }

// schemeStart returns the index at which the scheme before the ":" at index i begins, in the run of scheme characters that begins
// at index run. It reports whether the scheme is known, and whether it can begin a URL in bare text.
func (t *text) schemeStart(run, i int, slashes bool) (start int, known, ok bool) {
	run += t.escape(run, i)
	name := t.buf[run:i]
	if !slashes {
		for len(name) > 0 && !alnumSet[name[0]] {
			name = name[1:]
		}
		return i - len(name), true, t.schemes.isOpaque(name) && bareSet[t.at(i+1)]
	}
	edge, known := t.schemes.leftEdge(name)
	start = run + edge
	switch {
	case known:
		return start, true, true
	case edge < 0, i-start == 1, start > 0 && i-start == maxScheme && schemeSet[t.buf[start-1]]:
		return 0, false, false // no letter in it, a drive, or too long
	case start > t.floor && bytes.IndexByte([]byte("%$}"), t.buf[start-1]) >= 0:
		return 0, false, false // a template
	}
	return start, contains(common, t.buf[start:i]), true
}

// escape returns how many letters at index run, the beginning of a run of scheme characters, belong to an escape with the
// backslash before them: in source code the letter of a control character, in roff the name of a font or a string. If the whole
// run is a known scheme, escape returns 0: "\\(http://".
func (t *text) escape(run, i int) int {
	if run == t.floor || t.buf[run-1] != '\\' && t.buf[run-1] != '(' {
		return 0
	}
	least := max(t.floor, run-len(`\*(`))
	before := t.buf[least:run]
	switch {
	case t.schemes.isKnown(t.buf[run:i]):
		return 0
	case bytes.HasSuffix(before, []byte(`\(`)), bytes.HasSuffix(before, []byte(`\*(`)), bytes.HasSuffix(before, []byte(`\f(`)):
		return min(2, i-run)
	case !bytes.HasSuffix(before, []byte(`\`)) || i-run < 3:
		return 0
	case t.buf[run] == 'f' && bytes.IndexByte([]byte("BIPR0123456789"), t.buf[run+1]) >= 0:
		return 2
	case bytes.IndexByte([]byte("nrt"), t.buf[run]) >= 0:
		return 1
	}
	return 0
}

// bareKind returns the kind of the candidate that begins at index start, and the index at which the candidate or the "URL:" before
// it begins.
func (t *text) bareKind(start int) (kind Kind, before int) {
	if start > t.floor && (t.buf[start-1] == ':' || blank(t.buf[start-1])) {
		colon := t.skipBlanksBack(start) - 1
		if colon >= t.floor && t.buf[colon] == ':' {
			if end := t.skipBlanksBack(colon); t.urlEnds(end) {
				return Prefixed, end - len("URL")
			}
		}
	}
	return Bare, start
}

// urlEnds reports whether "URL" is right before index i, without a letter, digit or "-" before it.
func (t *text) urlEnds(i int) bool {
	start := i - len("URL")
	return t.endsIn(i, "url") && (start == 0 || !alnumSet[t.buf[start-1]] && t.buf[start-1] != '-')
}

// schemeAt reports whether a URL of a known scheme begins at index i.
func (t *text) schemeAt(i int) bool {
	end := t.run(i, i+maxScheme, schemeSet)
	if !t.is(end, ':') {
		return false
	}
	name := t.buf[i:end]
	return t.schemes.isOpaque(name) || t.textAt(end, "://") && t.schemes.isSlashed(name)
}

// usual are the schemes that most URLs have.
var usual = []string{"http", "https", "ftp", "gopher"}

// usualScheme returns the index at which the scheme before the ":" at index i begins, if it is a usual one in lower case, or -1.
func usualScheme(text []byte, i int) int {
	for _, name := range usual {
		if bytes.HasSuffix(text[:i], []byte(name)) {
			return i - len(name)
		}
	}
	return -1
}

// entities are the characters that end a bare URL, as HTML writes them.
var entities = []string{"gt;", "lt;", "quot;", "#60;", "#62;", "#34;", "#x3c;", "#x3e;", "#x22;"}

// splits reports whether another URL, or the path of a file, follows the "," or ";" at index i, or whether the "&" there begins
// one of entities, possibly escaped several times.
func (t *text) splits(i int) bool {
	if t.buf[i] != '&' {
		return t.schemeAt(i+1) || t.drivesAt(i+1)
	}
	i++
	for range 3 {
		for _, entity := range entities {
			if t.textAt(i, entity) {
				return true
			}
		}
		const again = "amp;"
		if !t.textAt(i, again) {
			return false
		}
		i += len(again)
	}
	return false
}

// drivesAt reports whether a Windows path begins at index i: with a drive, or with a variable.
func (t *text) drivesAt(i int) bool {
	if t.is(i, '%') {
		end := t.run(i+1, i+maxScheme, letterSet)
		return end > i+1 && t.is(end, '%') && t.is(end+1, '\\')
	}
	return letterSet[t.at(i)] && t.is(i+1, ':') && t.is(i+2, '\\')
}

// endsEntity reports whether the ";" at index i ends an entity of HTML, such as "&amp;".
func (t *text) endsEntity(i int) bool {
	const longest = len("&quot")
	if t.buf[i] != ';' {
		return false
	}
	start := i
	for least := max(0, i-longest); start > least && (alnumSet[t.buf[start-1]] || t.buf[start-1] == '#'); start-- {
	}
	return start < i && start > 0 && t.buf[start-1] == '&'
}

// slashedAt reports whether a known scheme and "://" stand at index i.
func (t *text) slashedAt(i int) bool {
	end := t.run(i, i+maxScheme, schemeSet)
	return t.textAt(end, "://") && t.schemes.isSlashed(t.buf[i:end])
}

// isHostName reports whether name may be the name of a host: its labels are those of one, and the last is a top-level domain, or it is an
// IP address.
func (t *text) isHostName(name []byte) bool {
	if t.topLevel == nil {
		return true
	}
	const longest = 63
	name = bytes.TrimSuffix(name, []byte("."))
	for label := range bytes.SplitSeq(name, []byte(".")) {
		if n := len(label); n == 0 || n > longest || label[0] == '-' || label[n-1] == '-' {
			return false
		}
	}
	dot := bytes.LastIndexByte(name, '.')
	last := name[dot+1:]
	if dot < 0 {
		return false
	}
	if digitSet[last[0]] {
		return bytes.Count(name, []byte(".")) == 3 && len(bytes.Trim(name, digits+".")) == 0
	}
	var room [longest]byte
	for i, b := range last {
		room[i] = lower(b)
	}
	return t.topLevel(room[:len(last)])
}
