package extract

import (
	"bytes"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urlsift/urlsift/internal/lazyregexp"
	"github.com/urlsift/urlsift/internal/octet"
	"github.com/urlsift/urlsift/scan"
)

// This file decides where a bare URL may continue on the next line. The continuation is a
// reading, or the result if Config.Join is set and its lines are known to belong to it.

// nextLines adds the readings of a bare URL that continues for one line, for two, and so
// on. If it ends in a hyphen, there are readings with and without the hyphen.
func (x *Finder) nextLines(r *Result, add func(Reading)) {
	piece, ok := x.nextLine(r)
	if !ok {
		return
	}
	for _, first := range x.beginnings(piece) {
		for joined := range x.continuations(first, piece) {
			text := string(joined.text)
			switch joined.why {
			case ReasonSoftBreak:
				text = printable(text)
			case ReasonStars:
				if starless := string(withoutStars(joined.text)); x.options.admits(starless) {
					text = starless
				}
			}
			add(Reading{text, joined.why})
			x.spelledAt(joined.text, joined.piece.End, add)
			if rest, ok := bytes.CutPrefix(joined.text[len(first.text):], []byte("+")); ok && !first.cut {
				x.offer(slices.Concat(first.text, rest), joined.why, add)
			}
		}
		if text := bytes.TrimSuffix(first.text, []byte("=")); lostDot(text, piece.Text) {
			x.offer(trim(slices.Concat(text, []byte("."), piece.Text), nil), first.why, add)
		}
	}
}

// offer adds the reading text, without quoted-printable, if it is a URL.
func (x *Finder) offer(text []byte, why Reason, add func(Reading)) {
	if url := printable(string(text)); x.options.admits(url) {
		add(Reading{url, why})
	}
}

// nextLine returns the beginning of the next line if it may continue the URL of r, and
// reports whether there is one.
func (x *Finder) nextLine(r *Result) (piece scan.Piece, ok bool) {
	width, text := narrowLine, x.candidate.Text
	cut := x.isCut() || text[len(text)-1] == '-' || bytes.HasSuffix(text, []byte(stars))
	if cut {
		width = 0
	}
	if r.Kind != scan.Bare && r.Kind != scan.Prefixed {
		return piece, false
	}
	if piece, ok = x.scanner.Continue(scan.Piece{}, width); !ok {
		return piece, false // the usual case
	}
	if !cut && !piece.Enclosed && (r.Err != nil || !x.candidate.Plain &&
		!bytes.Contains(x.text, []byte("//")) && !endsInAddress(x.text, nil)) {
		return piece, false
	}
	inURL := bytes.HasSuffix(text, []byte("://")) && bytes.IndexByte(piece.Text, ':') < 0
	isOther := !inURL && !piece.Embedded && isURL(piece.Text)
	return piece, (cut || !endsClause(text, piece)) && !isOther && x.isRestOfCut(piece.Text)
}

// endsClause reports whether the mark at the end of text is one of the sentence, and the
// next line no part of the URL.
func endsClause(text []byte, piece scan.Piece) bool {
	last, isRest := text[len(text)-1], piece.Enclosed && octet.Alnum[piece.Text[0]]
	switch {
	case bytes.IndexByte([]byte(",:!'"), last) < 0, isRest, bytes.HasSuffix(text, []byte("#!")),
		isDefended(text):
		return false
	case last == ',':
		inQuery := bytes.IndexByte(text, '?') > 0 && bytes.ContainsAny(piece.Text, "&=")
		return !(piece.Alone && (inQuery || isQuery(piece.Text)))
	case last == ':':
		inTail := bytes.ContainsAny(text, "?#") || piece.Sole && bytes.IndexByte(piece.Text, '/') > 0
		return bytes.IndexByte(piece.Text, '_') <= 0 && !(piece.Alone && inTail)
	}
	return true
}

// isCut reports whether the candidate certainly continues on the next line: it ends right
// after its scheme, or inside a word.
func (x *Finder) isCut() bool {
	return x.candidate.Flaw == scan.Broken || x.candidate.Flaw == scan.SoftBroken || x.lacksHost()
}

// lacksHost reports whether the candidate ends right after a known scheme.
func (x *Finder) lacksHost() bool {
	switch string(x.candidate.Text[schemeLength(x.candidate.Text):]) {
	case ":", ":/", "://":
		return x.candidate.Flaw == scan.Flawless
	}
	return false
}

// A beginning is the text of a bare URL up to the end of its line, assuming that the next
// line belongs to it.
type beginning struct {
	text []byte
	why  Reason
	cut  bool // it is cut inside a word, or after the scheme
}

// beginnings returns the possible beginnings of the candidate if the next line belongs to
// it, the most likely first. If there is a hyphen, there are two.
func (x *Finder) beginnings(piece scan.Piece) []beginning {
	text := x.candidate.Text
	if len(piece.Unclosed) > 0 {
		text = slices.Concat(text, piece.Unclosed)
	}
	if x.candidate.Flaw == scan.SoftBroken {
		return []beginning{{text, ReasonSoftBreak, true}}
	}
	if starless, ok := bytes.CutSuffix(text, []byte(stars)); ok && withoutStars(text) != nil {
		return []beginning{{starless, ReasonStars, true}}
	}
	if endsInEquals(text) {
		return []beginning{{text, ReasonSoftBreak, true}, {text, ReasonNextLine, true}}
	}
	if softless, ok := bytes.CutSuffix(text, []byte("=")); ok && isParameter(text, piece.Text) &&
		mayBePrintable(text) && !x.isSoftEnd(text, piece.Text) {
		return []beginning{{text, ReasonNextLine, true}, {softless, ReasonSoftBreak, true}}
	}
	whole := beginning{text, ReasonNextLine, x.isCut()}
	hyphenless, ok := bytes.CutSuffix(text, []byte("-"))
	if !ok && whole.cut {
		if _, after := x.scanner.Around(x.candidate.End, x.candidate.End, 0, 0,
			utf8.UTFMax); octet.IsSoftHyphen(after) {
			return []beginning{{text, ReasonHyphen, true},
				{append(bytes.Clone(text), '-'), ReasonNextLine, true}}
		}
	}
	if !ok {
		return []beginning{whole}
	}
	whole.cut = true
	both := []beginning{whole, {hyphenless, ReasonHyphen, true}}
	if breaks, _ := x.breaksWord(hyphenless, piece.Text); breaks {
		slices.Reverse(both)
	}
	return both
}

// A continuation is a bare URL with the text of the lines that continue it.
type continuation struct {
	text  []byte     // valid until the next one
	piece scan.Piece // its last line
	why   Reason
}

// maxLines is the maximum number of lines that continue a bare URL.
const maxLines = 8

// continuations yields the URL that begins with first, continued by the piece from the
// next line, by one more line, and so on, as long as each line is full and the beginning
// of the next could continue the URL.
func (x *Finder) continuations(first beginning, piece scan.Piece) iter.Seq[continuation] {
	return func(yield func(continuation) bool) {
		raw := append(x.lines[:0], first.text...) // with what was trimmed from its end, which is now in the middle
		why, ok, ranOver := first.why, true, false
		var softHyphen []byte // as the reading has it
		if x.isCut() && why == ReasonNextLine && bytes.HasSuffix(raw, []byte("-")) {
			softHyphen = []byte("-")
		}
		var last scan.Piece
		for n := range maxLines {
			if !ok || !(first.cut && n == 0) && !last.Broken && !continues(raw, piece) &&
				!followsRemnant(raw, last, piece, ranOver) {
				break
			}
			ranOver = ranOver || piece.RanOver
			if raw[len(raw)-1] == '=' && (why == ReasonSoftBreak || x.isSoftEnd(raw, piece.Text)) {
				raw, why = raw[:len(raw)-1], ReasonSoftBreak
			}
			next := piece
			raw = append(raw, piece.Text...)
			text := trim(raw, nil)
			piece.End -= int64(len(raw) - len(text))
			if piece.Broken { // the rest of the word is on the next line
				raw = append(raw, softHyphen...)
			} else if len(text) <= len(raw)-len(piece.Text) || !x.options.admits(string(text)) &&
				!(why == ReasonSoftBreak && x.options.admits(printable(string(text)))) ||
				!yield(continuation{text, piece, why}) {
				break
			}
			width := narrowLine
			if last = piece; last.Alone || last.Broken {
				width = 0
			}
			piece, ok = x.scanner.Continue(next, width)
			raw = append(raw, piece.Unclosed...)
		}
		x.lines = raw[:0]
	}
}

// isRemnant reports whether a line consists of a few bytes of a URL, without its end, as
// in text that was filled twice.
func isRemnant(piece scan.Piece) bool {
	const most = 16
	return piece.Alone && len(piece.Text) <= most && bytes.IndexByte(piece.Text, '.') < 0
}

// followsRemnant reports whether a piece continues text after the piece last: a remnant,
// a line that ends in a hyphen, or any line if a program has broken one before it. The
// piece must be a few bytes long, or not look like a word, or follow the hyphen.
func followsRemnant(text []byte, last, piece scan.Piece, ranOver bool) bool {
	const few = 6
	token := trim(piece.Text, nil)
	cut := last.Alone && text[len(text)-1] == '-'
	switch {
	case len(token) == 0, isURL(token), strings.IndexByte("([{", token[0]) >= 0,
		token[0] == '_' && token[len(token)-1] == '_':
		return false
	case bytes.IndexByte(token, '@') >= 0:
		return isInPath(text, token, false)
	case cut:
		return true
	case !piece.Alone && !(isRemnant(last) && (hasSuffix(token) || bytes.IndexByte(token, '/') > 0)),
		isCommon(token), ranOver && isFinished(text, token):
		return false
	}
	return isRemnant(last) && len(token) <= few && !unicode.IsUpper(rune(token[0])) ||
		(isRemnant(last) || ranOver) && bytes.ContainsAny(token, "/.-_=&%#0123456789")
}

// isInPath reports whether the "@" of token belongs to a path, as in the identifier of a
// message, or to the value of a query. A host is no word then, and an address has no "/"
// before the "@".
func isInPath(text, token []byte, enclosed bool) bool {
	name, rest, _ := bytes.Cut(token, []byte("@"))
	host, _, ok := bytes.Cut(rest, []byte("/"))
	return ok && (enclosed || knownHost(host)) || isRestOfID(text, token) ||
		bytes.IndexByte(name, '=') > 0 && bytes.ContainsRune(slices.Concat(text, name), '?') ||
		text[len(text)-1] == '/' && bytes.IndexByte(name, '/') > 0
}

// isRestOfID reports whether token has the "@" of the identifier of a message, with the
// digits of a date, of a time or of a hash, at the end of text, or in token after a "/" or
// before a dot.
func isRestOfID(text, token []byte) bool {
	name := lastSegment(text)
	rest, _, _ := bytes.Cut(token, []byte("@"))
	inToken := len(name) == 0 || !isID(name) && bytes.IndexByte(rest, '.') > 0
	if inToken {
		name = rest
	}
	return isID(name) && !(inToken && digitsIn(name) == len(name)) && bytes.IndexByte(token, '@') >= 0
}

// isInHostOfID reports whether text ends in the identifier of a message, after its "@"
// and before the end of a host.
func isInHostOfID(text []byte) bool {
	name, host, ok := bytes.Cut(lastSegment(text), []byte("@"))
	return ok && isID(name) && (text[len(text)-1] == '.' || !knownHost(host))
}

// endsInAddress reports whether text, without "//", ends in an address without a known
// host, which is known with the host at the beginning of token, if that is not nil.
func endsInAddress(text, token []byte) bool {
	_, host, ok := bytes.Cut(text, []byte("@"))
	rest := token[:schemeSet.Span(token)]
	return ok && !bytes.ContainsAny(text, "/?") && !knownHost(host) &&
		(token == nil || knownHost(slices.Concat(host, rest)))
}

// isID reports whether name has the digits of a date, of a time or of a hash, or is a
// long mixture of letters and digits, as in Gmail's and mutt's identifiers.
func isID(name []byte) bool {
	const many, some, long = 8, 4, 24
	digits := digitsIn(name)
	return digits >= many || digits > 0 && len(name) >= long && !bytes.ContainsAny(name, "?&") &&
		(digits >= some && !bytes.ContainsAny(name, "-_.") ||
			bytes.ContainsFunc(name, unicode.IsUpper) && bytes.ContainsFunc(name, unicode.IsLower))
}

func digitsIn(text []byte) (digits int) {
	for _, b := range text {
		if octet.Digit[b] {
			digits++
		}
	}
	return digits
}

// isRestOfCut reports whether text, at the beginning of a line, may be the rest of a URL
// that is cut. A host alone must have a dot, a port or a path.
func (x *Finder) isRestOfCut(text []byte) bool {
	return !x.lacksHost() || bytes.ContainsAny(bytes.TrimRight(text, ".:,;"), ".:/") ||
		bytes.EqualFold(text, []byte("localhost"))
}

// isURL reports whether text, at the beginning of a line, is a URL or an address by
// itself.
func isURL(text []byte) bool {
	at := bytes.Index(text, []byte("://"))
	return at >= 0 && !bytes.ContainsAny(text[:at], "/&%") ||
		len(text) >= len("www.") && octet.EqualFold(text[:len("www.")], "www.")
}

// Widths of lines, in bytes.
const (
	fullLine   = 72 // text is commonly filled to this width
	shortLine  = 44 // ..., or to at least this one, if no line near it is longer
	narrowLine = 24 // below it the next line is not read, so that results of a pipe need not wait for it
	brokenWord = 68 // the minimum width of a line broken between two letters or digits
	softLine   = 70 // the minimum width of a broken line of quoted-printable

	longestSoft = 76 // the maximum width of such a line
)

// A junction is the end of a bare URL, at the end of its line, and the text on the next
// line that may continue it.
type junction struct {
	scan.Piece
	url   []byte // with the lines that continue it so far
	token []byte // the text on the next line, without what belongs to a sentence
	apart bool   // url and token do not form a word, so a URL may break between them
}

// continues reports whether piece may continue url on the next line. The first of
// junctionRules that holds decides.
func continues(url []byte, piece scan.Piece) bool {
	token := trim(piece.Text, nil)
	if len(token) == 0 {
		return false
	}
	j := &junction{piece, url, token, !octet.Alnum[url[len(url)-1]] || !octet.Alnum[token[0]]}
	k := slices.IndexFunc(junctionRules, func(rule junctionRule) bool { return rule.holds(j) })
	return k >= 0 && junctionRules[k].continues
}

// fills reports whether the piece would not have fitted on a line of a width.
func (j *junction) fills(width int) bool {
	if j.Flowed {
		width--
	}
	return j.Width+len(j.Text) > width
}

// last returns the last byte of the URL.
func (j *junction) last() byte { return j.url[len(j.url)-1] }

// A junctionRule decides its example, in which "⏎" is the end of the line.
type junctionRule struct {
	continues bool
	example   string
	holds     func(j *junction) bool
}

// junctionRules are in the order in which they are asked.
var junctionRules = []junctionRule{
	{true, "http://a.example/web/20010203/⏎http://b.example/", func(j *junction) bool { return j.Embedded }},
	{false, "http://a.example/b⏎http://c.example/", func(j *junction) bool { return isURL(j.token) }},
	{false, "http://a.example/b⏎joe@c.example", func(j *junction) bool {
		return bytes.IndexByte(j.token, '@') >= 0 && !isInPath(j.url, j.token, j.Enclosed)
	}},
	{true, "http://a.example/b⏎c/d<http://a.example/bc/d>", func(j *junction) bool { return j.Repeated }},
	{false, "(http://a.example/b⏎and)", func(j *junction) bool {
		return j.Enclosed && isCommon(j.token) && !isRestOfSuffix(j.url, j.token) &&
			(j.apart || j.Width < brokenWord)
	}},
	{true, "(http://a.example/b⏎c)", func(j *junction) bool { return j.Enclosed }},
	{true, "http://a.example/v3/__http://b.example/c__;!!⏎D1", func(j *junction) bool {
		return isDefended(j.url)
	}},
	{true, "http://a.example/b#!⏎c/d", func(j *junction) bool {
		return bytes.HasSuffix(j.url, []byte("#!")) && j.Alone && bytes.IndexByte(j.token, '/') > 0
	}},
	{true, "see mailto:joe@" + wide + ".exa⏎mple", func(j *junction) bool {
		return j.Width >= brokenWord && endsInAddress(j.url, j.token)
	}},
	{false, "mailto:joe@localhost⏎a/b", func(j *junction) bool { return !bytes.Contains(j.url, []byte("//")) }},
	{true, "http://a.example/19990102.1234⏎5.x@c.example", func(j *junction) bool {
		return isRestOfID(j.url, j.token) && (j.Alone || j.fills(fullLine))
	}},
	{true, "http://a.example/19990102.1234@c.⏎example", func(j *junction) bool {
		return isInHostOfID(j.url) && (j.Alone && !isCommon(j.token) && !unicode.IsUpper(rune(j.token[0])) ||
			j.Width >= brokenWord && bytes.IndexByte(j.token, '.') > 0 &&
				knownHost(slices.Concat(lastSegment(j.url), j.token)))
	}},
	{true, "http://a.example/" + wide + "0123abcd⏎0123 x", func(j *junction) bool {
		return j.fills(fullLine) && isRestOfHash(j.url, j.token)
	}},
	{true, "http://a.example/b.html⏎#c_d is", func(j *junction) bool {
		return j.Sole && len(j.token) > 1 && j.token[0] == '#' && octet.Letter[j.token[1]] &&
			bytes.ContainsAny(j.token, "_-0123456789") && hasSuffix(j.url)
	}},
	{true, "http://a.example/b_⏎__c/d", func(j *junction) bool { return j.last() == '_' && j.token[0] == '_' }},
	{true, "see http://a.example/b.⏎c.d.e now", func(j *junction) bool {
		dots := bytes.Count(j.token, []byte("."))
		return j.last() == '.' && isSmall(j.token[0]) && (dots > 1 ||
			j.Sole && dots > 0 && bytes.ContainsFunc(j.token, unicode.IsUpper))
	}},
	{true, "http://a.example/⏎b/c/d now", func(j *junction) bool {
		return j.Sole && j.last() == '/' && isSmall(j.token[0]) && bytes.Count(j.token, []byte("/")) > 1 &&
			!isOtherHost(j.url, j.token)
	}},
	{true, "http://a.example/b⏎#c", func(j *junction) bool {
		return j.Alone && (slices.Contains(slashes, string(j.token)) || j.token[0] == '#' && len(j.token) > 1 ||
			j.token[0] == '?' && isQuery(j.token))
	}},
	{true, "http://a.example/b.ht⏎ml now", func(j *junction) bool {
		return isRestOfSuffix(j.url, j.token) || isInEscape(j.url, j.token) && !isCommon(j.token)
	}},
	{false, "http://a.example/b⏎**c**", func(j *junction) bool { return j.token[0] == '#' || j.isOwnLine() }},
	{true, "http://a.example/b#⏎also", func(j *junction) bool { return j.last() == '#' }},
	{false, "see http://a.example/" + wide + "/b.html⏎C/D and", func(j *junction) bool {
		return isFinished(j.url, j.token) && unicode.IsUpper(rune(j.token[0])) && !j.Alone
	}},
	{true, "http://a.example/" + wide + "b⏎c", (*junction).isRemainder},
	{true, "a line that is long\nsee http://a.example/b/" + wide[:16] + "/⏎c.html", (*junction).isOnShortLine},
	{true, "http://a.example/b/⏎c.html", func(j *junction) bool {
		return j.Sole && j.Alone && (j.last() == '/' || j.last() == '_') && hasSuffix(j.token)
	}},
	{true, "http://a.example/b/⏎c-d", (*junction).isSoleRest},
	{true, "http://a.example/bcdefghijklmn⏎op-q now", (*junction).isAtStep},
	{true, "see http://a.example/" + wide + "/gr⏎oups.c.example now", func(j *junction) bool {
		name := lastSegment(j.url)
		rest := j.token[:octet.Letter.Span(j.token)]
		return !j.apart && j.Width >= shortLine && isSmall(j.token[0]) && octet.Letter.Span(name) == len(name) &&
			slices.Contains(usualWords, string(name)+string(rest))
	}},
	{false, "see http://a.example/b⏎c/d and", func(j *junction) bool {
		return !j.fills(fullLine) && !j.RanOver
	}},
	{true, "see http://a.example/b#" + wide + "⏎also", func(j *junction) bool { // a fragment of one word
		return j.Alone && bytes.LastIndexByte(j.url, '#') > bytes.LastIndexByte(j.url, '/')
	}},
	{true, "see http://a.example/b?" + wide[:48] + "c=⏎d", func(j *junction) bool {
		return j.last() == '=' && softLine <= j.Width && j.Width <= longestSoft && mayBePrintable(j.url)
	}},
	{true, "see http://a.example/" + wide + "?b=c_⏎def now", func(j *junction) bool {
		return strings.IndexByte("_=", j.last()) >= 0 && isName(j.token) || j.last() == '_' && j.Alone
	}},
	{true, "see http://a.example/" + wide + "/10.1234/b.⏎c.567 now", func(j *junction) bool {
		_, suffix, _ := bytes.Cut(j.url, []byte("10.")) // of a DOI
		publisher, _, ok := bytes.Cut(suffix, []byte("/"))
		digits := digitsIn(j.token)
		return ok && len(publisher) > 3 && digitsIn(publisher) == len(publisher) &&
			0 < digits && digits < len(j.token)
	}},
	{true, "http://a.example/" + wide + wide[:8] + "/⏎BCD", func(j *junction) bool {
		return j.Sole && j.Alone && j.last() == '/' && !bytes.ContainsFunc(j.token, unicode.IsLower)
	}},
	{true, "see http://a.example/" + wide + "/⏎BeeCee now", func(j *junction) bool {
		inQuery := bytes.LastIndexByte(j.url, '=') > bytes.LastIndexByte(j.url, '/')
		return hasHump(j.token) && (j.last() == '/' || inQuery && digitsIn(j.token) > 0)
	}},
	{false, "see http://a.example/b" + wide + "⏎c.example/d", func(j *junction) bool {
		isRest := j.Sole && j.Alone && j.Width >= brokenWord
		inPath := j.Alone && bytes.ContainsAny(j.token, "/.-_=&%#0123456789")
		return !j.apart && !j.RanOver &&
			(isOtherHost(j.url, j.token) && !isRest || j.Width < brokenWord && !inPath)
	}},
	{true, "see http://a.example/b/" + wide + "/⏎c_d", func(j *junction) bool {
		hasDigits := digitsIn(j.token) > 0
		return bytes.ContainsAny(j.token, "/?=&%_~#") || isRestOfName(j.url, j.token) || hasDigits && (j.Alone ||
			!j.apart && j.Sole && unicode.IsLower(rune(j.token[0])) && bytes.IndexByte(j.token, '-') > 0)
	}},
	{true, "see http://a.example/b" + wide + "⏎word", func(j *junction) bool {
		return j.Alone && !j.apart && isRestOfWord(j.token)
	}},
	{true, "see http://a.example/b" + wide + "⏎c. In", func(j *junction) bool {
		return !j.apart && len(j.token) == 1 && isSmall(j.token[0]) && bytes.HasPrefix(j.Text[1:], []byte("."))
	}},
	{true, "> see http://a.example/b" + wide + "⏎>cdef is\n> the", func(j *junction) bool {
		return j.RanOver && !j.apart && isSmall(j.token[0]) && !isCommon(j.token)
	}},
	{true, "see http://a.example/" + wide + "/ ⏎name now", func(j *junction) bool {
		return j.Flowed && j.last() == '/' && isName(j.token)
	}},
	{true, "see http://a.example/b/" + wide + "/⏎name", func(j *junction) bool {
		return fileName(j.token, j.apart) || j.last() == '/' && (string(j.token) == "README" ||
			(j.Alone || len(j.token) < len(j.Text)) && isName(j.token))
	}},
	{true, "see http://a.example/b/" + wide + "/⏎12345 and", func(j *junction) bool {
		return j.last() == '/' && len(j.token) > 4 && digitsIn(j.token) == len(j.token)
	}},
}

// wide makes the line of an example full.
const wide = "wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww"

// isOnShortLine reports whether the token looks like the rest of the URL, on a line that
// is full only beside the lines near it.
func (j *junction) isOnShortLine() bool {
	full := min(fullLine, max(j.Longest, shortLine))
	inWord := j.Sole && j.Alone && !j.apart && !unicode.IsUpper(rune(j.token[0])) && !isCommon(j.token)
	isLong := hasHump(j.token) && digitsIn(j.token) > 0 || j.Alone && j.Text[len(j.Text)-1] != ':' &&
		(hasHump(j.token) || bytes.ContainsAny(j.token, ".+-0123456789"))
	inName := j.last() == '/' && isLong || j.last() == '_' && isName(j.token)
	return j.Longest > 0 && j.fills(full) && (j.Width >= full || j.apart) &&
		!isOtherHost(j.url, j.token) && !isFinished(j.url, j.token) &&
		(bytes.ContainsAny(j.token, "/?=&%_~") || hasSuffix(j.token) || inWord || inName ||
			isRestOfName(j.url, j.token))
}

// isSoleRest reports whether the URL and the token are alone on their lines, and the token
// may be the rest of a path after a "/", of a name after a ".", or of a number in a query.
func (j *junction) isSoleRest() bool {
	t := j.token
	if !j.Sole || !j.Alone || isOtherHost(j.url, t) || knownHost(t) {
		return false
	}
	isNumber := digitsIn(t) == len(t) && len(t) > 1
	switch name := lastSegment(j.url); {
	case strings.IndexByte("/+&=_", j.last()) >= 0:
		return isSmall(t[0]) && bytes.ContainsAny(t, "/-_=+&")
	case j.last() == '.':
		return bytes.IndexByte(t, '.') > 0 || hasHump(t)
	default:
		value := name[bytes.LastIndexByte(name, '=')+1:]
		return isNumber && 0 < len(value) && len(value) < len(name) && digitsIn(value) == len(value)
	}
}

// isDefended reports whether text is the beginning of a link of urldefense, which ends in
// a "$".
func isDefended(text []byte) bool {
	k := bytes.LastIndex(text, []byte("__;"))
	return k > 0 && bytes.Contains(text[:k], []byte("/v3/__")) && bytes.IndexByte(text[k:], '$') < 0
}

// mostDigits is the maximum number of digits of a telephone's number (E.164). Identifiers
// such as ORCID's have more.
const mostDigits = 15

// isOwnLine reports whether the token begins a line of its own kind: decoration, the next
// entry of a log, a word in quotes, a note, a request of roff, a number of a telephone,
// or a key.
func (j *junction) isOwnLine() bool {
	t, decoded := j.token, j.token
	if bytes.IndexByte(t, '=') >= 0 {
		decoded = []byte(printable(string(t)))
	}
	isMark := !slices.ContainsFunc(decoded, func(b byte) bool { return octet.Alnum[b] })
	isNumber := len(bytes.Trim(t, "0123456789+-.()")) == 0 && bytes.Count(t, []byte("-")) > 1 &&
		t[0] != '-' && digitsIn(t) <= mostDigits
	isRequest := t[0] == '.' && len(t) < 5 && len(t) > 1 && unicode.IsUpper(rune(t[1])) &&
		!slices.Contains(suffixes, strings.ToLower(string(t[1:]))) ||
		t[0] == '.' && len(t) == len(".fi") && j.last() == '/'
	isKey := !j.Alone && bytes.IndexByte(t, '/') < 0 && bytes.HasPrefix(j.Text[len(t):], []byte(":"))
	switch first, last := t[0], t[len(t)-1]; {
	case isMark, isNumber, isRequest, isKey, !j.Alone && octet.Digit[first] && date.Match(t):
		return true
	case strings.IndexByte("([{'", first) >= 0, first == '_' && last == '_':
		return true
	default:
		return len(t) > 1 && first == t[1] && !octet.Alnum[first] // decoration
	}
}

// isAtStep reports whether the line ends inside a word of a path where Gmail allows a
// break, after 30 or 60 bytes of the URL, or up to two less in a quote, and the token may
// be the rest.
func (j *junction) isAtStep() bool {
	n, t := len(j.url), j.token
	atStep := (n == 29 || n == 30 || 58 <= n && n <= 60) && bytes.Count(j.url, []byte("/")) > 2
	isRest := bytes.ContainsAny(t, "/-_=&%+0123456789") || hasHump(t) || j.Alone && isSmall(t[0])
	return atStep && !j.apart && isRest && !(octet.Digit[j.last()] && octet.Digit[t[0]]) && !isCommon(t) &&
		!hasSuffix(lastSegment(j.url)) && !isOtherHost(j.url, t) &&
		!bytes.ContainsFunc(t, func(r rune) bool { return r >= utf8.RuneSelf })
}

// isRemainder reports whether the token is one or two letters on a line by themselves,
// after a line that a program has broken, although they may form a word.
func (j *junction) isRemainder() bool {
	t := j.token
	return j.Alone && len(t) <= 2 && unicode.IsLower(rune(t[0])) && !isFinished(j.url, t) &&
		(j.RanOver || j.Sole && j.Width >= brokenWord && (len(t) == 1 || !isCommon(t) || len(j.url) > j.Width))
}

// isRestOfSuffix reports whether token, up to a query or a fragment, is or completes the
// suffix of a file with which text ends.
func isRestOfSuffix(text, token []byte) bool {
	name := lastSegment(text)
	dot := bytes.LastIndexByte(name, '.')
	rest, _, _ := bytes.Cut(token, []byte("#"))
	rest, _, _ = bytes.Cut(rest, []byte("?"))
	return dot > 0 && len(rest) > 0 && slices.Contains(suffixes, string(name[dot+1:])+string(rest)) ||
		len(name) > 0 && len(rest) > 2 && rest[0] == '.' && slices.Contains(suffixes, string(rest[1:]))
}

// isRestOfName reports whether token continues the name of a page that consists of words,
// or a hash.
func isRestOfName(text, token []byte) bool {
	name := lastSegment(text)
	switch words := bytes.Count(token, []byte("-")); {
	case unicode.IsUpper(rune(token[0])) && (words < 2 || len(name) > 0):
	case words > 1:
		return len(name) == 0 || bytes.IndexByte(name, '-') > 0
	case words == 1 && bytes.Count(name, []byte("-")) > 3,
		token[0] == '-' && bytes.Count(name, []byte("-")) > 2:
		return true
	}
	return isRestOfHash(text, token)
}

// isRestOfHash reports whether token continues many hexadecimal digits, or is a whole hash.
func isRestOfHash(text, token []byte) bool {
	const digits, hexadecimal, many, whole = "0123456789", "0123456789abcdef", 8, 32
	name := lastSegment(text)
	tail := name[max(0, len(name)-many):]
	isHex := len(bytes.Trim(tail, hexadecimal))+len(bytes.Trim(token, hexadecimal)) == 0
	return isHex && (len(tail) == 0 && len(token) >= whole || len(tail) == many && len(token) > 2 &&
		(bytes.ContainsAny(token, digits) || len(bytes.Trim(tail, digits)) > 0))
}

// isOtherHost reports whether token begins with a host, alone or with a path, and text
// does not end in the beginning of one.
func isOtherHost(text, token []byte) bool {
	_, host, ok := bytes.Cut(text, []byte("://"))
	isPart := ok && !bytes.ContainsAny(host, "/?#") && !knownHost(host)
	other, _, slash := bytes.Cut(token, []byte("/"))
	return slash && bytes.IndexByte(other, '@') < 0 && knownHost(other) && !endsInHost(text) && !isPart
}

// hasSuffix reports whether text ends in one of suffixes.
func hasSuffix(text []byte) bool {
	dot := bytes.LastIndexByte(text, '.')
	return dot >= 0 && slices.Contains(suffixes, string(text[dot+1:]))
}

// lostDot reports whether a "." at the beginning of the line rest may have been lost in
// transport, which escapes such a dot by another one: a host ends in a top-level domain,
// or a path in the suffix of a file, and "www" is the first label of a host.
func lostDot(text, rest []byte) bool {
	end := octet.Alnum.Span(rest)
	label, name := rest[:end], lastSegment(text)
	ends := func(marks string) bool { return end == len(rest) || strings.IndexByte(marks, rest[end]) >= 0 }
	switch {
	case end == 0 || len(name) == 0:
		return false
	case isInHost(text):
		return string(name) == "www" && !octet.Digit[rest[0]] ||
			ends("/?#:.,)") && name[len(name)-1] != '.' && genericDomains[string(label)]
	}
	return ends("?#,)") && end > 2 && slices.Contains(suffixes, string(label)) &&
		!bytes.ContainsAny(name, ".?#=")
}

// isInHost reports whether text ends in the host of a URL.
func isInHost(text []byte) bool {
	_, host, ok := bytes.Cut(text, []byte("://"))
	return ok && !bytes.ContainsAny(host, "/?#")
}

// isFinished reports whether text ends in the suffix of a file, and token does not begin
// with a mark after which it could go on.
func isFinished(text, token []byte) bool {
	return len(token) > 1 && octet.Alnum[token[0]] && hasSuffix(lastSegment(text))
}

// isQuery reports whether a query with a value begins in token.
func isQuery(token []byte) bool {
	_, query, _ := bytes.Cut(token, []byte("?"))
	return bytes.IndexByte(query, '=') > 0
}

// isInEscape reports whether text ends inside an escape that token continues.
func isInEscape(text, token []byte) bool {
	return bytes.IndexByte(text[len(text)-2:], '%') >= 0 && octet.Hex[token[0]]
}

// lastSegment returns the text after the last "/" of a URL.
func lastSegment(text []byte) []byte { return text[bytes.LastIndexByte(text, '/')+1:] }

// isRestOfWord reports whether token, alone on its line after a line filled up to a
// letter or digit, may be the rest of a word.
func isRestOfWord(token []byte) bool {
	isName := unicode.IsUpper(rune(token[0])) && bytes.ContainsFunc(token, unicode.IsLower)
	return (len(token) <= 12 || hasHump(token)) && !isName && !isCommon(token)
}

// hasHump reports whether a capital letter follows a small one or a digit in token.
func hasHump(token []byte) bool {
	for i := 1; i < len(token); i++ {
		if unicode.IsUpper(rune(token[i])) && (isSmall(token[i-1]) || octet.Digit[token[i-1]]) {
			return true
		}
	}
	return false
}

// isName reports whether token may be the name of a file or directory rather than a word
// that continues a sentence after a URL. A capital letter more often begins the next line
// of a list.
func isName(token []byte) bool {
	return len(token) > 2 && 'a' <= token[0] && token[0] <= 'z' && !isCommon(token)
}

// endsInHost reports whether text ends in a host in its path or query: after the "@" of
// the identifier of a message, or after "://".
func endsInHost(text []byte) bool {
	slash := bytes.LastIndexByte(text, '/')
	return bytes.LastIndexByte(text, '@') > slash || bytes.HasSuffix(text[:slash+1], []byte("://"))
}

func isCommon(token []byte) bool { return slices.Contains(commonWords, strings.ToLower(string(token))) }

// commonWords are the words that most often follow a URL in a sentence.
var commonWords = strings.Fields(`about after all also an and any are as at be before best but by bye can
	cheers click contains do does for from greetings has have hello here hi how hth if in into is it
	its list may me more must my no not now of ok on only or our please regards see
	should since sincerely so some thanks that the their then there these they this
	those thx to under until using via was we web well were what when where which while
	who why will with would yes you your`)

// suffixes are those that most often end a URL.
var suffixes = strings.Fields(`asp aspx bin bz2 c cfm cgi cpp css csv doc eps exe gif git gz h htm html ico
	jpeg jpg js json jsp md mp3 mpg msi pdf php pl png ppt ps py rpm rtf shtml stm svg tar tex tgz txt wav
	xls xml zip`)

// slashes are the parts of a path without letters: GitLab has one, and Gerrit the other.
var slashes = []string{"/", "/-/", "/+/"}

// fileName reports whether token ends like the name of a file: in a dot and one to five
// bytes. A name with several dots may also be a host, and counts only at a joint.
func fileName(token []byte, joint bool) bool {
	dot := bytes.LastIndexByte(token, '.')
	suffix := len(token) - dot - 1
	return (len(token) > 3 && dot > 0 || len(token) > 2 && joint && dot == 0) &&
		1 <= suffix && suffix <= 5 && (joint || bytes.Count(token, []byte(".")) == 1)
}

// join takes the longest continuation for the URL of r whose lines are known to belong to
// it.
func (x *Finder) join(r *Result) {
	var last scan.Piece
	piece, ok := x.nextLine(r)
	if !ok {
		return
	}
	if x.soft = !x.options.Join && x.isSoftBroken(piece); !x.soft && !x.options.Join {
		return
	}
	for c := range x.continuations(x.beginnings(piece)[0], piece) {
		x.scratch, last = append(x.scratch[:0], c.text...), c.piece
		if c.why == ReasonSoftBreak {
			x.scratch = []byte(printable(string(x.scratch)))
		}
		x.joined = true
		if x.soft && !bytes.HasSuffix(c.piece.Text, []byte("=")) {
			break
		}
	}
	x.soft = x.soft && x.joined
	if x.joined {
		x.text, r.End = x.scratch, last.End
	}
}

// date matches a date such as 12/05/1999, 1999-05-12 or 12.5.99 at the beginning of a
// token: three numbers separated by the same mark, the second with one or two digits.
var date = lazyregexp.New(dated("/") + "|" + dated("-") + "|" + dated(`\.`))

func dated(mark string) string {
	const day, year, end = `[0-9]{1,2}`, `(?:[0-9]{4}|[0-9]{2})`, `(?:[^0-9A-Za-z/]|T|$)`
	return "^(?:" + day + mark + day + mark + year + "|" + year + mark + day + mark + day + ")" + end
}

// mayBePrintable reports whether text may be quoted-printable: two hexadecimal digits, or
// the end of text, follow each "=".
func mayBePrintable(text []byte) bool {
	for i, b := range text {
		if b == '=' && i+1 < len(text) && !(i+2 < len(text) && octet.Hex[text[i+1]] &&
			octet.Hex[text[i+2]]) {
			return false
		}
	}
	return true
}
