//go:build long

package old

import "bytes"

// candidate finds the candidate to which the ":" at index i belongs. It returns false if there is none.
func (s *Scanner) candidate(i int) bool {
	if s.is(i+1, '<') || s.is(i+1, '"') {
		return false // neither a URL nor a bracket goes on like that
	}
	s.folds, s.text = s.folds[:0], s.text[:0]
	s.flaw, s.worn, s.login = Flawless, disguise{}, 0
	run := s.schemeRun(i)
	if open, ok := s.openURL(run, i); ok {
		return s.wrapper(Wrapped, open, i+1)
	}
	backslash := s.is(i+1, '\\')
	if backslash && s.escapedSlashes(i) > 0 {
		return s.escaped(run, i)
	}
	if run > s.floor && s.buf[run-1] == '\\' && s.is(i+1, '/') && s.is(i+2, '/') {
		if start, ok := s.escapedScheme(i); ok {
			s.login = i + len("://")
			s.unescaped(start, false)
			return true
		}
	}
	if s.defang || backslash && s.isLink(run, i) {
		if m, ok := s.masked(i); ok {
			return s.disguised(m)
		}
	}
	slashes := s.is(i+1, '/') && s.is(i+2, '/')
	if open, ok := s.openAngle(run, i, slashes); ok {
		if s.wrapper(Angle, open, open+bracketSize(s.buf[open])) {
			return true
		}
	}
	start, known, ok := s.schemeStart(run, i, slashes)
	if !ok || !slashes && !s.hasAddress(start, i) {
		return false
	}
	if quote := start - 1; quote >= s.floor && s.isQuote(quote) && (known || !s.isSevered(start, i)) {
		if s.quoted(start) {
			return true
		}
	}
	if s.quotedSoftly(start) {
		return true
	}
	s.folds, s.text = s.folds[:0], s.text[:0] // of readings without a candidate
	s.lookLeft(start)
	if !slashes {
		s.bare(start, s.opaque(start, i+1))
		return true
	}
	s.slashed(start, i+3, known)
	return true
}

// slashed makes the text that begins at index start and has its authority at index a the candidate that was found. known reports
// whether its scheme is known.
func (s *Scanner) slashed(start, a int, known bool) {
	s.login = a
	end, path := s.authority(start, a)
	doubtful := false
	if !known {
		kind, _ := s.bareKind(start)
		doubtful = kind == Bare && !s.left.target
	}
	if doubtful && s.flaw == Flawless && !s.hasEvidence(start, a, end, path) {
		s.flaw, end = UnknownScheme, s.host(a, end) // a path is not read, since what is found next may be in it
	} else if path {
		end = s.rest(start, end)
	}
	if s.flaw == Flawless && s.isEscaped(end) && end-start <= s.max {
		s.unescaped(start, false)
		return
	}
	var seen uint16
	if s.flaw == Flawless {
		seen = classesIn(s.buf[start:end])
	}
	if seen&isCommandEnd != 0 {
		end = s.commandEnd(start, end)
	}
	separated := s.flaw == Flawless && (s.delimiter != 0 || seen&isSeparator != 0 || start > 0 && quickClass[s.buf[start-1]]&isSeparator != 0)
	whole := end == s.left.closing || end == s.left.apostrophe
	if separated && !whole && end-start <= s.max {
		if c, ok := s.cell(start, end); ok {
			end, whole = c.end, c.whole
		}
	}
	wider := !s.iri && s.flaw == Flawless && s.has(end) && s.buf[end] >= 0x80
	if wider {
		end = s.enclosed(start, end)
	}
	s.bare(start, end)
	s.found.Whole = whole && !s.cut && !s.left.target
	if wider && !s.cut {
		s.longer = end
	}
}

// classesIn returns the classes of the bytes in text.
func classesIn(text []byte) (seen uint16) {
	for _, b := range text {
		seen |= quickClass[b]
	}
	return seen
}

// isQuote reports whether the byte at index i is a double quote that may have a partner. The last of several has none.
func (s *Scanner) isQuote(i int) bool {
	return s.buf[i] == '"' && s.offset(i) != s.refused && (i == s.floor || s.buf[i-1] != '"')
}

// A leftMark is a mark right before a bare candidate whose partner ends the candidate.
type leftMark struct {
	tag        bool // a "}" of markup such as {b}, so a "{" ends the candidate
	label      bool // "@uref{" of Texinfo, so a "," ends the candidate
	apostrophe int  // the index of the partner of a "'", or 0
	closing    int  // the index of the mark that ends the candidate, whatever precedes it, or 0
	target     bool // the candidate is the target of a hyperlink
}

// lookLeft sets the leftMark of a candidate that begins at index start. An apostrophe's partner is the next apostrophe, unless a
// letter or digit follows that one. Between apostrophes, and in "url(...)" of CSS, a "|" belongs to the query.
func (s *Scanner) lookLeft(start int) {
	s.left = leftMark{}
	if start == s.floor {
		return
	}
	switch s.buf[start-1] {
	case esc:
		s.left.closing = s.targetEnd(start)
		s.left.target = s.left.closing > 0
	case '}':
		s.left.tag = true
	case '{':
		s.left.label = s.opensReference(start)
	case '(':
		if s.left.closing = s.destination(start); s.left.closing == 0 && s.opensStyle(start) {
			s.left.closing = s.styleEnd(start)
		}
	case '\'':
		i, bar := s.apostrophe(start)
		if s.is(i, '\'') && !(s.has(i+1) && alnumSet[s.buf[i+1]]) {
			s.left.apostrophe = i
			if bar {
				s.left.closing = i
			}
		}
	}
}

// styleEnd returns the index of the ")" after a URL at index i that has a "|" in its query, or 0. Before it is no other byte that a
// URL cannot have.
func (s *Scanner) styleEnd(i int) int {
	end := s.runOn(i, i+s.max, styleSet, &s.style)
	if !s.is(end, ')') {
		return 0
	}
	bar := s.runOn(i, end, noBarSet, &s.noBar)
	if bar == end || s.runOn(i, bar, noQuerySet, &s.noQuery) == bar {
		return 0
	}
	return end
}

// apostrophe returns the index of the first "'" from index i on, or of the first byte before it that a URL cannot have. It reports
// whether there is a "|" in the query before that index.
func (s *Scanner) apostrophe(i int) (end int, bar bool) {
	query := false
	for limit := i + s.max; i < limit && s.has(i); i++ {
		switch b := s.buf[i]; {
		case b == '\'', b != '|' && b < 0x80 && !bareSet[b], b == '|' && !query:
			return i, bar
		case b == '?':
			query = true
		case b == '|':
			bar = true
		}
	}
	return i, bar
}

// opensReference reports whether a command of Texinfo whose first argument is a URL, which a "," ends, is right before index i.
func (s *Scanner) opensReference(i int) bool {
	for _, command := range []string{"@uref{", "@url{", "@href{"} {
		if i-len(command) >= s.floor && string(s.buf[i-len(command):i]) == command {
			return true
		}
	}
	return false
}

// opensStyle reports whether "url(" of CSS is right before index i.
func (s *Scanner) opensStyle(i int) bool {
	const opening = "url("
	return i-len(opening) >= s.floor && foldedEqual(s.buf[i-len(opening):i], opening)
}

// schemeRun returns the index at which the run of scheme characters before index i begins.
func (s *Scanner) schemeRun(i int) int {
	start, least := i, max(s.floor, i-maxScheme)
	for start > least && schemeSet[s.buf[start-1]] {
		start--
	}
	return start
}

// schemeStart returns the index at which the scheme before the ":" at index i begins, in the run of scheme characters that begins
// at index run. It reports whether the scheme is known, and whether it can begin a URL in bare text.
func (s *Scanner) schemeStart(run, i int, slashes bool) (start int, known, ok bool) {
	if slashes && run > 0 && i >= quickest && commonScheme(s.buf, i) == run {
		return run, true, true // as mostly
	}
	run += s.escape(run, i)
	name := s.buf[run:i]
	if !slashes {
		for len(name) > 0 && !alnumSet[name[0]] {
			name = name[1:]
		}
		return i - len(name), true, s.schemes.isOpaque(name) && s.has(i+1) && bareSet[s.buf[i+1]]
	}
	edge, known := s.schemes.leftEdge(name)
	start = run + edge
	switch {
	case known:
		return start, true, true
	case edge < 0, i-start == 1, start > 0 && i-start == maxScheme && schemeSet[s.buf[start-1]]:
		return 0, false, false // no letter in it, a drive, or too long
	case start > s.floor && bytes.IndexByte([]byte("%$}"), s.buf[start-1]) >= 0:
		return 0, false, false // a template
	}
	return start, s.schemes.isCommon(s.buf[start:i]), true
}

// escape returns how many letters at index run, the beginning of a run of scheme characters, belong to an escape with the
// backslash before them: in source code the letter of a control character, in roff the name of a font or a string. If the whole
// run is a known scheme, escape returns 0: "\\(http://".
func (s *Scanner) escape(run, i int) int {
	if run == s.floor || s.buf[run-1] != '\\' && s.buf[run-1] != '(' {
		return 0
	}
	least := max(s.floor, run-len(`\*(`))
	before := s.buf[least:run]
	switch {
	case s.schemes.isKnown(s.buf[run:i]):
		return 0
	case bytes.HasSuffix(before, []byte(`\(`)), bytes.HasSuffix(before, []byte(`\*(`)), bytes.HasSuffix(before, []byte(`\f(`)):
		return min(2, i-run)
	case !bytes.HasSuffix(before, []byte(`\`)) || i-run < 3:
		return 0
	case s.buf[run] == 'f' && bytes.IndexByte([]byte("BIPR0123456789"), s.buf[run+1]) >= 0:
		return 2
	case bytes.IndexByte([]byte("nrt"), s.buf[run]) >= 0:
		return 1
	}
	return 0
}

// bare makes [start,end) the candidate that was found. It has no brackets and no quotes around it.
func (s *Scanner) bare(start, end int) {
	kind, before := s.bareKind(start)
	if s.cut = end-start > s.max; s.cut {
		end = start + s.max
	}
	if s.left.target && end == s.left.closing {
		kind = Attribute
	}
	s.emit(kind, start, end, end)
	s.found.Flaw, s.flaw = s.flaw, Flawless
	if s.found.Flaw == Flawless && (s.isOverwritten(end) || start > 0 && s.buf[start-1] == '\b' && !s.schemes.knownBefore(s.buf[start:end])) {
		s.found.Flaw = Overwritten
	}
	s.found.Before = s.buf[max(before-4, 0):before]
	if s.found.Cut = s.cut; !s.cut {
		s.next = end
	}
}

// bareKind returns the kind of the candidate that begins at index start, and the index at which the candidate or the "URL:" before
// it begins.
func (s *Scanner) bareKind(start int) (kind Kind, before int) {
	if start > s.floor && (s.buf[start-1] == ':' || blank(s.buf[start-1])) {
		colon := s.skipBlanksBack(start) - 1
		if colon >= s.floor && s.buf[colon] == ':' {
			if end := s.skipBlanksBack(colon); s.urlEnds(end) {
				return Prefixed, end - len("URL")
			}
		}
	}
	return Bare, start
}

// skipBlanksBack returns the index after the last byte before index i that is not a blank. It skips at most 32 blanks.
func (s *Scanner) skipBlanksBack(i int) int {
	least := max(s.floor, i-32)
	for i > least && blank(s.buf[i-1]) {
		i--
	}
	return i
}

// urlEnds reports whether "URL" is right before index i, without a letter, digit or "-" before it.
func (s *Scanner) urlEnds(i int) bool {
	start := i - len("URL")
	return start >= s.floor && foldedEqual(s.buf[start:i], "url") &&
		(start == 0 || !alnumSet[s.buf[start-1]] && s.buf[start-1] != '-')
}

// slashedEnd returns the end of the candidate that begins at index start and has its authority at index a. The candidate consists
// of characters that user, host and port may have (3.1), and of the text after a "/", "?" or "#" that follows them.
func (s *Scanner) slashedEnd(start, a int) int {
	end, path := s.authority(start, a)
	if path {
		end = s.rest(start, end)
	}
	return end
}

// authority returns the index after the authority at index a of the candidate that begins at index start, and reports whether a
// "/", "?" or "#" follows it. If the authority is disguised or not ASCII, or a drive takes its place, authority returns the end of
// the candidate and false.
func (s *Scanner) authority(start, a int) (end int, path bool) {
	if s.defang || s.worn.any {
		if end, ok := s.disguisedAuthority(start, a); ok {
			return end, false
		}
	}
	limit := start + s.max + 1
	if end, ok := s.drivePath(start, a, limit); ok {
		return end, false
	}
	host, end := a, s.host(a, limit)
	if s.has(end) && userSet[s.buf[end]] {
		switch at := s.userEnd(a, limit); {
		case at == limit:
			return limit, false // the text before the limit may be a user
		case at > 0:
			host, end = at+1, s.host(at+1, limit)
		}
	}
	if s.has(end+1) && !afterHostSet[s.buf[end]] {
		return end, s.pathAt(end, limit)
	}
	if end > host && !s.defang && s.isObfuscated(end) {
		s.flaw = Obfuscated
		if far, ok := s.disguisedAuthority(start, a); ok {
			end = far
		}
		s.worn = disguise{}
		return end, false
	}
	if end > host && s.hostGoesOn(end) {
		s.flaw = ForeignHost
		return end, false
	}
	if end > host && s.isForeign(host, end) {
		s.flaw = ForeignHost
		return s.foreign(end, limit), false
	}
	if end == host && s.is(end, '[') {
		end = s.address(end)
	}
	end = s.template(s.port(host, end, limit))
	return end, s.pathAt(end, limit)
}

// pathAt reports whether a path, a query or a fragment begins at index i, before limit.
func (s *Scanner) pathAt(i, limit int) bool {
	return i < limit && s.has(i) && (s.buf[i] == '/' || s.buf[i] == '?' || s.buf[i] == '#')
}

// run returns the index after the run of bytes of set at index i, or limit.
func (s *Scanner) run(i, limit int, set *charset) int {
	for i < limit && s.has(i) && set[s.buf[i]] {
		i++
	}
	return i
}

// host returns the index after the text at index i that may be a host. A host has no escapes, but host reads them too, so that no
// shorter host is found.
func (s *Scanner) host(i, limit int) int {
	for start := i; ; {
		i = s.run(i, limit, hostSet)
		switch {
		case s.is(i, '%') && s.run(i+1, i+3, hexSet) == i+3:
			i += 3
		default:
			size := s.extra(start, i, limit)
			if size == 0 && i > start && s.has(i) && s.buf[i] >= 0x80 {
				if after, part := s.inHost(i, s.isWhole(start, i)); part == certain {
					size = after - i
				}
			}
			if size == 0 || i >= limit {
				return i
			}
			i += size
		}
	}
}

// extra returns the length of the text at index i, in a host that begins at start, that is outside ASCII or that only Config
// allows; or 0.
func (s *Scanner) extra(start, i, limit int) int {
	size := 0
	if s.has(i) && s.buf[i] >= 0x80 {
		size = s.wordAt(i, i)
		if size == 0 && !s.iri && (i == start || s.buf[i-1] == '.') {
			size = s.labelAt(i, limit, s.buf[start] >= 0x80)
		}
	}
	return size
}

// userEnd returns the index of the "@" before the host of the authority at index a, 0 if there is none, or limit if it may be
// after limit. If the text before the "@" has a comma or the like, and no ":", it is a URL and an address:
// "http://a.example,joe@b.example".
func (s *Scanner) userEnd(a, limit int) int {
	at, password, list := 0, false, false
	i := a
	for ; i < limit && s.has(i) && (userSet[s.buf[i]] || s.buf[i] >= 0x80); i++ {
		if s.buf[i] >= 0x80 {
			size := s.wordAt(i, i)
			if size == 0 {
				return at
			}
			i += size - 1
			continue
		}
		switch s.buf[i] {
		case ':':
			password = true
		case ',', ';', '&':
			if s.splits(i) {
				return at
			}
			list = true
		case '@':
			if s.has(i+1) && (alnumSet[s.buf[i+1]] || s.buf[i+1] == '[') && (password || !list) {
				at = i
			}
		}
	}
	if i == limit && (password || !list) {
		return limit
	}
	return at
}

// address returns the index after an address in brackets at index i, or i.
func (s *Scanner) address(i int) int {
	const longest = len("[ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255]")
	end := s.run(i+1, i+longest, addressSet)
	if s.is(end, ']') {
		return end + 1
	}
	return i
}

// template returns the index after the beginning of a placeholder at index i, or i if there is none. A candidate with a
// placeholder must be rejected as a whole, so that no shorter URL is found. The placeholders are these, with the bytes that
// template reads:
//
//   - the "%" in "http://www.%s.com", and the ":$" in "http://localhost:${port}/"
//   - the ":<" in "http://host.example:<port>/", the ":{" in "http://localhost:{{port}}/", and the "[" in "http://host[:port]/"
//   - the "@$" in "ssh://git@$host/"
//   - the "*" in "ftp://ftp.*.com/", and the first one in "ftp://ftp.***.com/"
//   - the backslash or bracket in a pattern such as "http://host\.com", "http://host\d+.com", "http://host[a-z].com" or
//     "http://host(?:a|b).com"
func (s *Scanner) template(i int) int {
	at := i
	if s.is(at, ':') {
		at++
	}
	if s.is(i, '@') && s.is(i+1, '$') {
		return i + 2
	}
	if s.is(i, ':') && s.has(at) && (s.buf[at] == '{' || (s.buf[at] == '<' || s.buf[at] == '[') && isPortWord(s.buf[at+1:s.run(at+1, at+maxScheme, portSet)])) {
		return at + 1
	}
	if s.is(i, '[') && (s.is(i+1, ':') || s.is(i+1, '#')) && isPortWord(s.buf[i+2:s.run(i+2, i+maxScheme, portSet)]) || s.isPattern(i) {
		return i + 1
	}
	if (s.is(at, '%') || s.is(at, '$')) && s.has(at+1) && (letterSet[s.buf[at+1]] || s.buf[at+1] == '{' || s.buf[at+1] == '(') {
		return at + 1
	}
	return i
}

// isPattern reports whether the byte at index i, right after a host, belongs to a wildcard or a regular expression.
func (s *Scanner) isPattern(i int) bool {
	if !s.has(i) || !s.has(i+1) {
		return false
	}
	next := s.buf[i+1]
	switch s.buf[i] {
	case '*':
		return s.buf[i-1] == '.' && (next == '*' || next == '.' || next == '/' || alnumSet[next])
	case '\\':
		return next == '.' || bytes.IndexByte([]byte("dwsWDSe"), next) >= 0 && s.has(i+2) && bytes.IndexByte([]byte("{+*?.[\\()$"), s.buf[i+2]) >= 0
	case '(':
		return next == '?' || next == '[' || next == '\\' || next == '.' && s.has(i+2) && (s.buf[i+2] == '*' || s.buf[i+2] == '+')
	case '[':
		return next == '^' || next == '\\' || s.textAt(i+1, "a-z") || s.textAt(i+1, "0-9") || s.textAt(i+1, "-a-z")
	}
	return false
}

// isPortWord reports whether a word is in place of a port: one with "port" in it, or nothing but "x" or "n".
func isPortWord(word []byte) bool {
	word = bytes.ToLower(word)
	return bytes.Contains(word, []byte("port")) || len(word) > 1 && (len(bytes.Trim(word, "x")) == 0 || len(bytes.Trim(word, "n")) == 0)
}

// port returns the index after the ":" and the port at index i, or i if there is none. A word up to a "/" counts as a port, so
// "http://host:port/" is rejected and no shorter URL is found. After a host without a dot, so does any word up to white space,
// and after any host so do words such as "port".
func (s *Scanner) port(host, i, limit int) int {
	if !s.is(i, ':') {
		return i
	}
	end := s.run(i+1, limit, digitSet)
	if end > i+1 && !(s.has(end) && portSet[s.buf[end]]) || s.is(end, '/') {
		return end
	}
	words := s.run(end, limit, portSet)
	for words < limit && s.has(words) && s.buf[words] >= 0x80 {
		size := s.iriChar(words, words)
		if size == 0 {
			break
		}
		words = s.run(words+size, limit, portSet)
	}
	for words > end && !alnumSet[s.buf[words-1]] && s.buf[words-1] < 0x80 {
		words--
	}
	ends := s.is(words, '/') || s.has(words) && spaceSet[s.buf[words]] && (bytes.IndexByte(s.buf[host:i], '.') < 0 || isPortWord(s.buf[i+1:words]))
	if words > i+1 && ends && !s.slashedAt(i+1) {
		return words
	}
	if end > i+1 {
		return end
	}
	return i
}

// schemeAt reports whether a URL of a known scheme begins at index i.
func (s *Scanner) schemeAt(i int) bool {
	end := s.run(i, i+maxScheme, schemeSet)
	if !s.is(end, ':') {
		return false
	}
	name := s.buf[i:end]
	return s.schemes.isOpaque(name) || s.textAt(end, "://") && s.schemes.isSlashed(name)
}

// textAt reports whether text is at index i, in any case. text is in lower case.
func (s *Scanner) textAt(i int, text string) bool {
	for k := range len(text) {
		if !s.has(i+k) || lower(s.buf[i+k]) != text[k] {
			return false
		}
	}
	return true
}
