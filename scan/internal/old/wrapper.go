//go:build long

package old

import "bytes"

// openURL returns the index of the bracket of the "<URL:" whose ":" is at index i, and reports whether there is one. A run of scheme
// characters begins at index start. Blanks may stand before the ":".
func (s *Scanner) openURL(start, i int) (int, bool) {
	end := i
	if start == i {
		end = s.skipBlanksBack(i)
	}
	if start = end - len("URL"); start < s.floor || !foldedEqual(s.buf[start:end], "url") {
		return 0, false
	}
	return s.bracketBefore(start)
}

// bracketBefore returns the index of the "<" or "&lt;" right before index i, and reports whether there is one.
func (s *Scanner) bracketBefore(i int) (open int, ok bool) {
	switch {
	case i-1 >= s.floor && s.buf[i-1] == '<':
		open = i - 1
	case i-len("&lt;") >= s.floor && s.buf[i-1] == ';' && s.textAt(i-len("&lt;"), "&lt;"):
		open = i - len("&lt;")
	default:
		return 0, false
	}
	return open, s.offset(open) != s.refused
}

// bracketSize returns the length of the opening bracket that begins with b.
func bracketSize(b byte) int {
	if b == '&' {
		return len("&lt;")
	}
	return 1
}

// openAngle returns the index of the bracket before the scheme that ends at index i, and reports whether there is one. The run of
// scheme characters before i begins at index run. If "//" follows the ":", any scheme will do. Otherwise, and if the scheme is broken
// over two lines, it must be a known one.
func (s *Scanner) openAngle(run, i int, slashes bool) (open int, ok bool) {
	if open, ok := s.bracketBefore(run); ok && run < i {
		return open, slashes || s.schemes.isKnown(s.buf[run:i])
	}
	if before := s.skipBlanksBack(run) - 1; slashes && before >= 0 && (edgeSet[s.buf[before]] || spaceSet[s.buf[before]]) {
		return s.openBroken(run, i)
	}
	return 0, false
}

// openBroken returns the index of the bracket before a known scheme that is broken over two lines, and reports whether there is one:
// "<ht", and on the next line, from index run to i, "tp".
func (s *Scanner) openBroken(run, i int) (open int, ok bool) {
	least := max(s.floor, run-longestLeader)
	line := s.lineStart(run, least)
	if line == least {
		return 0, false
	}
	end := line - 1
	for end > least && s.buf[end-1] == '\r' {
		end--
	}
	for end > least && blank(s.buf[end-1]) {
		end--
	}
	first := end
	for first > least && schemeSet[s.buf[first-1]] {
		first--
	}
	if open, ok = s.bracketBefore(first); !ok || first == end {
		return 0, false
	}
	s.opening = opening{bracket: open}
	if g := s.lineGap(line, i); g.end != run {
		return 0, false // there is other text before it
	}
	s.text = append(append(s.text[:0], s.buf[first:end]...), s.buf[run:i]...)
	return open, s.schemes.isKnown(s.text)
}

// A reading is the text found so far between a bracket and its partner.
type reading struct {
	start, end int // the candidate is [start,end)
	text       int // how much of Scanner.text is its text
	folds      int // how many of Scanner.folds are its folds
	next       int // the index after the closing bracket, or 0
}

// wrapper reads the text between the bracket at index open and its partner, beginning at index from. It returns false if there is
// no partner, or if the text is prose.
//
// All white space is folded out (appendix), and with a line break the leader of the next line. If the reading with leaders does
// not reach a closing bracket, the first ">" that was folded out with a leader closes the wrapper.
func (s *Scanner) wrapper(kind Kind, open, from int) bool {
	s.folds, s.text = s.folds[:0], s.text[:0]
	s.opening = opening{bracket: open}
	var r, early reading
	var p prose
	limit := from + s.max
	for i := from; ; {
		g := s.gap(i, limit)
		if g.dropped > 0 && early.next == 0 && r.text > 0 {
			early = r
			early.next = g.dropped
		}
		token := g.end
		end := s.token(token, limit)
		if end == s.end {
			s.leftOpen(max(r.start, from))
		}
		if g.kind == badGap || end > limit {
			break
		}
		if end == token {
			if size := s.closes(end, s.buf[open]); size > 0 && r.text > 0 {
				r.next = end + size
				return s.closed(kind, r)
			}
			break
		}
		if r.text == 0 {
			r.start = token
		} else if p.begins(s, g.kind, token) {
			break
		} else {
			s.folds = append(s.folds, Fold{At: r.text, Start: s.offset(r.end), End: s.offset(token), Break: g.kind == breakGap})
		}
		last := s.visibleEnd(token, end)
		s.appendToken(token, last)
		p.was(s, g.kind, token, end)
		r.end, r.text, r.folds = last, len(s.text), len(s.folds)
		i = end
	}
	return s.closed(kind, early)
}

// appendToken adds the token at [i,end) to the text, without its escapes and marks without width.
func (s *Scanner) appendToken(i, end int) {
	for from := i; ; {
		at := s.run(from, end, plainTokenSet)
		if at == end {
			s.text = append(s.text, s.buf[i:end]...)
			return
		}
		from = at + 1
		if at == i || from == end {
			continue
		}
		meant, size := "", 0
		if s.buf[at] == '\\' {
			meant, size = s.named(at)
		} else {
			size = s.invisible(at)
		}
		if size > 0 && at+size < end {
			s.text = append(append(s.text, s.buf[i:at]...), meant...)
			from = at + size
			s.folds = append(s.folds, Fold{At: len(s.text) - len(meant), Start: s.offset(at), End: s.offset(from - len(meant)), Mark: true})
			i = from
		}
	}
}

// closed makes a reading the candidate that was found, and reports whether it has a closing bracket. In plain angle brackets, only a
// URL that may stand in bare text is a candidate.
func (s *Scanner) closed(kind Kind, r reading) bool {
	s.text, s.folds = s.text[:r.text], s.folds[:r.folds]
	if r.next == 0 || kind == Angle && (!s.standsBare(s.text) || hasLabel(s.text, true)) {
		s.text, s.folds = s.text[:0], s.folds[:0]
		return false
	}
	if r.text > 1 && s.text[r.text-1] == '\\' && s.opening.bracket > 0 && s.buf[s.opening.bracket-1] == '\\' {
		r.end, s.text = r.end-1, s.text[:r.text-1] // both brackets are escaped
	}
	s.emit(kind, r.start, r.end, r.next)
	return true
}

// standsBare reports whether text begins with a scheme and "//", or with a scheme that needs no "//".
func (s *Scanner) standsBare(text []byte) bool {
	if s.defang {
		text, _ = Restore(text)
	}
	name, rest, ok := bytes.Cut(text, []byte(":"))
	return ok && (bytes.HasPrefix(rest, []byte("//")) || s.schemes.isOpaque(name))
}

// token returns the index of the first white space, quote or angle bracket from index i on. Angle brackets may be escaped.
func (s *Scanner) token(i, limit int) int {
	for {
		for most := min(limit+1, s.end); i < most && tokenSet[s.buf[i]]; i++ {
		}
		if i > limit || !s.has(i) {
			return i
		}
		switch b := s.buf[i]; {
		case tokenSet[b]:
		case b == '&' && !s.textAt(i, "&lt;") && !s.textAt(i, "&gt;"):
		case b == '&' && s.textAt(i, "&gt;") && s.buf[s.opening.bracket] == '<':
		default:
			return i
		}
		i++
	}
}

// closes returns the length of the bracket at index i if it is the partner of one that begins with open, or 0.
func (s *Scanner) closes(i int, open byte) int {
	switch {
	case open == '<' && s.is(i, '>'):
		return 1
	case open == '&' && s.textAt(i, "&gt;"):
		return len("&gt;")
	}
	return 0
}

// A prose has the signs that tell a sentence, after a wrapper that lacks its closing bracket, from a URL in a wrapper.
type prose struct {
	blanks int  // in mid-line, so far
	gopher bool // whose selectors are full of blanks and words
	word   bool // the last token consists of a to z alone
	beside bool // and a blank in mid-line stands before it
	ends   bool // the last token ends in a comma, a dot or a semicolon
	mail   bool // a mailto with an address has been read
}

// begins reports whether a token that begins at index i, after a gap, makes the wrapper prose.
func (p *prose) begins(s *Scanner, gap gapKind, i int) bool {
	mid := gap == blankGap
	if mid {
		p.blanks++
	}
	switch {
	case s.slashedAt(i), mid && p.ends:
		return true
	case mid && p.mail && bytes.IndexByte(s.buf[i:s.run(i, i+maxHost, tokenSet)], '@') >= 0:
		return true // another address
	case p.gopher:
		return p.blanks > 8
	}
	return p.blanks > 3 || p.word && (mid || p.beside)
}

// was records the token at [i,end), which follows a gap and has been added to the text.
func (p *prose) was(s *Scanner, gap gapKind, i, end int) {
	p.beside = gap == blankGap && len(s.text) > end-i
	k := i
	for k < end && 'a' <= s.buf[k] && s.buf[k] <= 'z' {
		k++
	}
	p.word = k == end
	last := s.buf[end-1]
	p.ends = last == ',' || last == '.' || last == ';'
	const gopher, mailto = "gopher:", "mailto:"
	switch s.text[0] | 0x20 {
	case 'g':
		p.gopher = len(s.text) >= len(gopher) && foldedEqual(s.text[:len(gopher)], gopher)
	case 'm':
		p.mail = p.mail || len(s.text) >= len(mailto) && foldedEqual(s.text[:len(mailto)], mailto) && bytes.IndexByte(s.buf[i:end], '@') >= 0
	}
}

// slashedAt reports whether a known scheme and "://" stand at index i.
func (s *Scanner) slashedAt(i int) bool {
	end := s.run(i, i+maxScheme, schemeSet)
	return s.textAt(end, "://") && s.schemes.isSlashed(s.buf[i:end])
}

// hasLabel reports whether a "|" in the text of a URL begins the label of a link, as in Slack's "<http://host.example/a|label>": one
// that is not a drive's, and before the query; or in that, if asked for, where no other parameter follows.
func hasLabel(text []byte, query bool) bool {
	i := bytes.IndexByte(text, '|')
	if i < 0 {
		return false
	}
	rest := text[i+1:]
	if i > 1 && text[i-2] == '/' && letterSet[text[i-1]] && (len(rest) == 0 || rest[0] == '/' || rest[0] == '\\') {
		return hasLabel(rest, query)
	}
	return bytes.IndexByte(text[:i], '?') < 0 || query && !bytes.ContainsAny(rest, "=&|/")
}

// quoted reads the text between the quote before index start and its partner. It returns false if the partner does not follow
// within four line breaks, or if the text is not made of pieces of a URL.
func (s *Scanner) quoted(start int) bool {
	breaks := 4
	if s.delimiter != 0 {
		breaks = 0 // those of a field are its own
	}
	last, end, ok := s.pieces(start, breaks, '"', false)
	if ok = ok && !hasLabel(s.text, false) && !(isHost(s.text) && s.hostGoesOn(end)); ok {
		s.emit(Quoted, start, last, end)
	} else {
		s.folds, s.text = s.folds[:0], s.text[:0]
	}
	return ok
}

// isHost reports whether a URL has a host and nothing after it.
func isHost(url []byte) bool {
	_, host, ok := bytes.Cut(url, []byte("://"))
	return ok && len(host) > 0 && !bytes.ContainsAny(host, "/?#:")
}

// quotedSoftly reads the text between the apostrophe before index start and its partner, in quoted-printable that was not
// decoded: after "=3D", or if each line but the last ends in "=". It returns false for any other text.
func (s *Scanner) quotedSoftly(start int) bool {
	quote := start - 1
	if quote < s.floor || s.buf[quote] != '\'' || s.offset(quote) == s.refused {
		return false
	}
	encoded := bytes.HasSuffix(s.buf[s.floor:quote], []byte("=3D"))
	if last, end, ok := s.pieces(start, 4, '\'', true); ok && (encoded || len(s.folds) > 0) {
		s.emit(Quoted, start, last, end)
		return true
	}
	return false
}

// pieces reads the text from index start to a closing quote: pieces on several lines, each of which ends in "=" if the breaks are
// soft. It returns the index after the last piece, and that of the quote.
func (s *Scanner) pieces(start, breaks int, closing byte, soft bool) (last, end int, ok bool) {
	limit := start + s.max
	s.folds, s.text = s.folds[:0], s.text[:0]
	s.opening = opening{bracket: start - 1}
	end = s.piece(start, limit, closing)
	last = s.visibleEnd(start, end)
	s.appendToken(start, last)
	for range breaks {
		if soft && s.buf[end-1] != '=' {
			break
		}
		g := s.gap(end, limit)
		if g.kind != breakGap || s.slashedAt(g.end) {
			break
		}
		if end = s.piece(g.end, limit, closing); end > g.end {
			s.folds = append(s.folds, Fold{At: len(s.text), Start: s.offset(last), End: s.offset(g.end), Break: true})
			last = s.visibleEnd(g.end, end)
			s.appendToken(g.end, last)
		}
	}
	if end <= limit && s.is(end, closing) {
		return last, end, true
	}
	if end == s.end {
		s.leftOpen(start)
	}
	return last, end, false
}

// piece returns the index after the text from index i on that can be one line of a quoted URL.
func (s *Scanner) piece(i, limit int, closing byte) int {
	for i <= limit && s.has(i) && (tokenSet[s.buf[i]] && s.buf[i] != '\\' || s.buf[i] == '&') && s.buf[i] != closing {
		if b := s.buf[i]; (b == ',' || b == ';') && s.schemeAt(i+1) {
			return i
		}
		i++
	}
	return i
}
