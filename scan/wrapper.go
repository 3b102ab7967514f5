package scan

import "bytes"

// openURL returns the index of the bracket of the "<URL:" whose ":" is at index i, and reports whether there is one. A run of scheme
// characters begins at index start. Blanks may stand before the ":".
func (t *text) openURL(start, i int) (int, bool) {
	end := i
	if start == i {
		end = t.skipBlanksBack(i)
	} else if t.buf[i-1]|0x20 != 'l' {
		return 0, false // as mostly
	}
	if start = end - len("URL"); start < t.floor || !foldedEqual(t.buf[start:end], "url") {
		return 0, false
	}
	return t.bracketBefore(start)
}

// bracketBefore returns the index of the "<" or "&lt;" right before index i, and reports whether there is one.
func (t *text) bracketBefore(i int) (open int, ok bool) {
	switch {
	case i-1 >= t.floor && t.buf[i-1] == '<':
		open = i - 1
	case i-len("&lt;") >= t.floor && t.buf[i-1] == ';' && t.textAt(i-len("&lt;"), "&lt;"):
		open = i - len("&lt;")
	default:
		return 0, false
	}
	return open, true
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
func (t *text) openAngle(run, i int, slashes bool) (open int, ok bool) {
	if open, ok := t.bracketBefore(run); ok && run < i {
		return open, slashes || t.schemes.isKnown(t.buf[run:i])
	}
	before := t.skipBlanksBack(run) - 1
	if !slashes || before < 1 {
		return 0, false
	}
	switch b := t.buf[before]; {
	case spaceSet[b], edgeSet[b] && (b == '>' || b == ';' || !alnumSet[t.buf[before-1]]):
		return t.openBroken(run, i)
	}
	return 0, false
}

// openBroken returns the index of the bracket before a known scheme that is broken over two lines, and reports whether there is one:
// "<ht", and on the next line, from index run to i, "tp".
func (t *text) openBroken(run, i int) (open int, ok bool) {
	least := max(t.floor, run-longestLeader)
	line := t.lineStart(run, least)
	if line == least {
		return 0, false
	}
	end := t.runBack(t.runBack(line-1, least, returnSet), least, blankSet)
	first := t.runBack(end, least, schemeSet)
	if open, ok = t.bracketBefore(first); !ok || first == end {
		return 0, false
	}
	o := opening{bracket: open}
	if g := o.lineGap(t, line, i); g.end != run {
		return 0, false // there is other text before it
	}
	var name [2 * longestLeader]byte
	return open, t.schemes.isKnown(append(append(name[:0], t.buf[first:end]...), t.buf[run:i]...))
}

// A reading is what stands between two brackets or quotes.
type reading struct {
	piece
	text    []byte // without its folds
	folds   []Fold
	joined  []byte // the memory of text
	opening opening
	open    bool // the text ended before the closing mark came
}

// A piece is a reading up to some place.
type piece struct {
	start, end int // it is [start,end)
	size       int // how much of text is its text
	marks      int // how many of folds are its folds
	next       int // the index after the closing mark, or 0
}

// begin makes the reading empty. It begins after the mark at index bracket.
func (r *reading) begin(bracket int) {
	r.piece, r.text, r.folds, r.opening, r.open = piece{}, r.joined[:0], r.folds[:0], opening{bracket: bracket}, false
}

// keep makes p all of the reading, and reports whether it has a closing mark.
func (r *reading) keep(p piece) bool {
	r.piece, r.text, r.folds = p, r.text[:p.size], r.folds[:p.marks]
	return p.next > 0
}

// add adds the token at [i,end), which follows a gap, without its escapes and marks without width, which it may have if it is odd.
func (r *reading) add(t *text, kind gapKind, i, end int, odd bool) {
	if len(r.text) == 0 {
		r.start = i
	} else {
		r.folds = append(r.folds, Fold{At: len(r.text), Start: t.offset(r.end), End: t.offset(i), Break: kind == breakGap})
	}
	last := t.visibleEnd(i, end)
	for from := i; odd && from < last; {
		at := t.run(from, last, plainTokenSet)
		if from = at + 1; at == i || from >= last {
			continue
		}
		meant, size := "", 0
		if t.buf[at] == '\\' {
			meant, size = t.named(at, 0)
		} else {
			size = t.invisible(at)
		}
		if size > 0 && at+size < last {
			r.text = append(append(r.text, t.buf[i:at]...), meant...)
			from = at + size
			r.folds = append(r.folds, Fold{At: len(r.text) - len(meant), Start: t.offset(at), End: t.offset(from - len(meant)), Mark: true})
			i = from
		}
	}
	r.text = append(r.text, t.buf[i:last]...)
	r.joined, r.end, r.size, r.marks = r.text, last, len(r.text), len(r.folds)
}

// wrapper reads the text between the bracket at index open and its partner, beginning at index from. It returns false if there is
// no partner, or if the text is prose.
//
// All white space is folded out (appendix), and with a line break the leader of the next line. If the reading with leaders does
// not reach a closing bracket, the first ">" that was folded out with a leader closes the wrapper.
func (r *reading) wrapper(t *text, open, from int) bool {
	r.begin(open)
	var early piece
	var p prose
	limit := from + t.max
	for i := from; ; {
		g := r.opening.gap(t, i, limit)
		if g.dropped > 0 && early.next == 0 && r.size > 0 {
			early = r.piece
			early.next = g.dropped
		}
		end, odd := t.token(g.end, limit, t.buf[open])
		r.open = end == t.end
		if g.kind == badGap || end > limit {
			break
		}
		if end == g.end {
			if size := t.closes(end, t.buf[open]); size > 0 && r.size > 0 {
				r.next = end + size
				return r.keep(r.piece)
			}
			break
		}
		if r.size > 0 && p.begins(t, g.kind, g.end) {
			break
		}
		r.add(t, g.kind, g.end, end, odd)
		if i = end; spaceSet[t.at(end)] {
			p.was(t, r, g.kind, g.end, end)
		}
	}
	return r.keep(early)
}

// standsBare reports whether text begins with a scheme and "//", or with a scheme that needs no "//".
func (t *text) standsBare(text []byte) bool {
	if t.defang {
		text, _ = Restore(text)
	}
	name, rest, ok := bytes.Cut(text, []byte(":"))
	return ok && (bytes.HasPrefix(rest, []byte("//")) || t.schemes.isOpaque(name))
}

// token returns the index of the first white space, quote or angle bracket from index i on, and reports whether there may be an escape or
// a mark without width before it. Angle brackets may be escaped.
func (t *text) token(i, limit int, open byte) (end int, odd bool) {
	for {
		for most := min(limit+1, t.end); i < most && wrappedSet[t.buf[i]]; i++ {
		}
		if i > limit || !t.has(i) {
			return i, odd
		}
		switch b := t.buf[i]; {
		case tokenSet[b]:
			odd = odd || !wrappedSet[b]
		case b == '&' && !t.textAt(i, "&lt;") && !t.textAt(i, "&gt;"):
		case b == '&' && t.textAt(i, "&gt;") && open == '<':
		default:
			return i, odd
		}
		i++
	}
}

// closes returns the length of the bracket at index i if it is the partner of one that begins with open, or 0.
func (t *text) closes(i int, open byte) int {
	switch {
	case open == '<' && t.is(i, '>'):
		return 1
	case open == '&' && t.textAt(i, "&gt;"):
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
func (p *prose) begins(t *text, gap gapKind, i int) bool {
	mid := gap == blankGap
	if mid {
		p.blanks++
	}
	switch {
	case t.slashedAt(i), mid && p.ends:
		return true
	case mid && p.mail && bytes.IndexByte(t.buf[i:t.run(i, i+maxHost, tokenSet)], '@') >= 0:
		return true // another address
	case p.gopher:
		return p.blanks > 8
	}
	return p.blanks > 3 || p.word && (mid || p.beside)
}

// was records the token at [i,end), which follows a gap and has been added to the text.
func (p *prose) was(t *text, r *reading, gap gapKind, i, end int) {
	p.beside = gap == blankGap && len(r.text) > end-i
	k := i
	for k < end && 'a' <= t.buf[k] && t.buf[k] <= 'z' {
		k++
	}
	p.word = k == end
	last := t.buf[end-1]
	p.ends = last == ',' || last == '.' || last == ';'
	const gopher, mailto = "gopher:", "mailto:"
	switch r.text[0] | 0x20 {
	case 'g':
		p.gopher = len(r.text) >= len(gopher) && foldedEqual(r.text[:len(gopher)], gopher)
	case 'm':
		p.mail = p.mail || len(r.text) >= len(mailto) && foldedEqual(r.text[:len(mailto)], mailto) && bytes.IndexByte(t.buf[i:end], '@') >= 0
	}
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
func (r *reading) quoted(t *text, start int) bool {
	breaks := 4
	if t.delimiter != 0 {
		breaks = 0 // those of a field are its own
	}
	return r.pieces(t, start, breaks, '"', false) && !hasLabel(r.text, false) && !(isHost(r.text) && t.hostGoesOn(r.next))
}

// isHost reports whether a URL has a host and nothing after it.
func isHost(url []byte) bool {
	_, host, ok := bytes.Cut(url, []byte("://"))
	return ok && len(host) > 0 && !bytes.ContainsAny(host, "/?#:")
}

// quotedSoftly reads the text between the apostrophe before index start and its partner, in quoted-printable that was not
// decoded: after "=3D", or if each line but the last ends in "=". It returns false for any other text.
func (r *reading) quotedSoftly(t *text, start int) bool {
	return t.before(start) == '\'' && r.pieces(t, start, 4, '\'', true) && (len(r.folds) > 0 || t.endsIn(start-1, "=3d"))
}

// pieces reads the text from index start to a closing quote: pieces on several lines, each of which ends in "=" if the breaks are
// soft. It returns false if there is no closing quote.
func (r *reading) pieces(t *text, start, breaks int, closing byte, soft bool) bool {
	r.begin(start - 1)
	limit := start + t.max
	end := t.piece(start, limit, closing)
	r.add(t, noGap, start, end, true)
	for range breaks {
		if soft && t.buf[end-1] != '=' {
			break
		}
		g := r.opening.gap(t, end, limit)
		if g.kind != breakGap || t.slashedAt(g.end) {
			break
		}
		if end = t.piece(g.end, limit, closing); end > g.end {
			r.add(t, breakGap, g.end, end, true)
		}
	}
	if end <= limit && t.is(end, closing) {
		r.next = end
		return true
	}
	r.open = end == t.end
	return false
}

// piece returns the index after the text from index i on that can be one line of a quoted URL.
func (t *text) piece(i, limit int, closing byte) int {
	for ; i <= limit && t.has(i) && (tokenSet[t.buf[i]] && t.buf[i] != '\\' || t.buf[i] == '&') && t.buf[i] != closing; i++ {
		if b := t.buf[i]; (b == ',' || b == ';') && t.schemeAt(i+1) {
			return i
		}
	}
	return i
}
