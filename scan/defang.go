package scan

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// This file has everything the package knows of URLs that were made unclickable. The authority of such a URL is made another text,
// without its disguise, which the plain rules read to find where it ends. The same is done to the candidate, to restore the URL that is
// meant. All disguises are in tables, so a new one is one more entry.

// A substitute is a piece of text and what it stands for, in lower case.
type substitute struct{ written, meant string }

// goesBefore reports whether b can follow the substitute in an authority. Usually that must be a letter or digit.
func (m substitute) goesBefore(b byte) bool {
	return alnumSet[b] || b >= 0x80 || m.meant == "www" || m.meant == "@" && b == '[' || m.meant == ":" && b == '/'
}

// separators are other ways to write the "://" after a scheme, or the ":" after a scheme that needs no "//", and "://" itself.
var separators = sync.OnceValue(func() *byFirst {
	return newByFirst(true, slices.Concat(
		[]substitute{{"://", "://"}, {`:\\`, "://"}, {":__", "://"}, {"__", "://"}, {": //", "://"}, {" ://", "://"}, {" : //", "://"}},
		bracketed("://", "[:]//", "[://]", "[:][//]", "[:][/][/]", ":[//]", ":[/][/]", `[:]\\`), bracketed(":", "[:]"),
	))
})

// separatorAt returns the separator whose ":" or "_" is at index i as that of a head without a scheme, and reports whether there is one.
func (t *text) separatorAt(i int) (h head, ok bool) {
	for start := max(i-1, t.floor); start <= i && (t.buf[i] == ':' || t.buf[i] == '_'); start++ {
		if p := t.find(start, separators()); p.written != "" && strings.IndexAny(p.written, ":_") == i-start {
			return head{
				separator: p.written, slashes: p.meant == "://", back: strings.HasSuffix(p.written, `\`), end: start, authority: start + len(p.written),
			}, true
		}
	}
	return h, false
}

// maskedSchemes matches a scheme at the end of a text that may be disguised: other characters stand for "t", or brackets are around all of it
// or its "s".
var maskedSchemes = sync.OnceValue(func() *regexp.Regexp {
	scheme := strings.ReplaceAll(`(\[NAME\]|\(NAME\)|NAME|(htt|ft)p(\[s\]|\(s\)))$`, "NAME", "((htt|ft)ps?|sftp)")
	return regexp.MustCompile(strings.ReplaceAll(scheme, "t", "[x*_#+.^t-]"))
})

const longestScheme = len("[hxxps]") // the longest disguised scheme

// maskedScheme returns the index at which the disguised scheme that ends at index i begins, and the scheme that is meant. If there is none,
// that is i.
func (t *text) maskedScheme(i int) (start int, meant string) {
	if i <= t.floor || bytes.IndexByte([]byte("psPS])"), t.buf[i-1]) < 0 {
		return i, ""
	}
	written := maskedSchemes().Find(bytes.ToLower(t.buf[max(i-longestScheme, t.floor):i]))
	name := bytes.Trim(written, "[()]")
	switch {
	case len(name) == 0:
		return i, ""
	case name[0] == 'h':
		meant = "http"
	case name[0] == 'f':
		meant = "ftp"
	default:
		meant = "sftp"
	}
	if name[len(name)-1] == 's' {
		meant += "s"
	}
	if meant == string(written) {
		return i, ""
	}
	return i - len(written), meant
}

// byFirst has substitutes of two bytes or more, indexed by their first byte. A letter or digit must follow them, unless they may be anywhere.
type byFirst struct {
	list     [256][]substitute
	anywhere bool
}

func newByFirst(anywhere bool, list []substitute) *byFirst {
	marks := byFirst{anywhere: anywhere}
	slices.SortStableFunc(list, func(a, b substitute) int { return len(b.written) - len(a.written) })
	for _, mark := range list {
		marks.list[mark.written[0]] = append(marks.list[mark.written[0]], mark)
	}
	return &marks
}

// none returns the bytes of set with which no substitute begins.
func (marks *byFirst) none(set *charset) *charset {
	var none charset
	for b := range set {
		none[b] = set[b] && len(marks.list[lower(byte(b))]) == 0
	}
	return &none
}

var (
	// authorityMarks are the substitutes in an authority, and in an address after "mailto:".
	authorityMarks = newByFirst(false, slices.Concat(
		bracketed(".", "[.]", "[,]", "[dot]", "[punkt]", "[punto]", "[ . ]", "[ dot ]", " [.] ", " [dot] "),
		bracketed("@", "[@]", "[at]", "[arroba]", "[ @ ]", "[ at ]", " [@] ", " [at] "),
		bracketed("/", "[/]"), bracketed(":", "[:]"), bracketed("-", "[-]"), bracketed("www", "[www]"),
		[]substitute{{"[.", "."}, {".]", "."}, {"[dot", "."}, {"dot]", "."}, {`\.`, "."}, {"^.", "."}, {" dot ", "."}},
	))

	// undisguisedSet has the bytes of a host with which no substitute, and no disguised separator, begins.
	undisguisedSet = authorityMarks.none(hostSet.but("_"))

	// spacedMarks are added after a "//" with a blank after it, since Cisco's filters put a blank before each part.
	spacedMarks = newByFirst(false, []substitute{{" .", "."}, {" /", "/"}})

	// pathMarks are the substitutes after an authority that was disguised.
	pathMarks = newByFirst(true, slices.Concat(bracketed(".", "[.]"), bracketed(":", "[:]"), bracketed("/", "[/]"), bracketed("@", "[@]")))
)

// bracketed returns substitutes for meant, which are written with brackets of each kind.
func bracketed(meant string, written ...string) []substitute {
	var list []substitute
	for _, pair := range []string{"[]", "()", "{}"} {
		brackets := strings.NewReplacer("[", pair[:1], "]", pair[1:])
		for _, w := range written {
			list = append(list, substitute{brackets.Replace(w), meant})
		}
	}
	return list
}

// isObfuscated reports whether a dot, colon or slash is disguised in brackets at index i, after a host.
func (t *text) isObfuscated(i int) bool {
	mark := t.find(i, authorityMarks)
	return mark.written != "" && strings.Contains("[({", mark.written[:1]) && strings.Contains(".:/", mark.meant)
}

// find returns the substitute at index i.
func (t *text) find(i int, marks *byFirst) substitute {
	list := marks.list[lower(t.at(i))]
	if len(list) == 0 {
		return substitute{}
	}
	second := lower(t.at(i + 1))
	for _, mark := range list {
		end := i + len(mark.written)
		if second == mark.written[1] && t.textAt(i, mark.written) && (marks.anywhere || t.has(end) && mark.goesBefore(t.buf[end])) {
			return mark
		}
	}
	return substitute{}
}

// markAt returns the substitute at index i of a URL with the head h.
func (t *text) markAt(i int, marks *byFirst, h *head) substitute {
	mark := t.find(i, marks)
	switch {
	case mark.written != "":
	case h.spaced:
		mark = t.find(i, spacedMarks)
	case h.back && t.is(i, '\\'):
		mark = substitute{`\`, "/"}
	}
	return mark
}

// isDisguisedDot reports whether the brackets of a dot in a path are at index i, between letters or digits. They disguise it whatever the rest
// of the URL is.
func (t *text) isDisguisedDot(i int) bool {
	const dot = "[.]"
	return t.is(i, '[') && alnumSet[t.before(i)] && t.textAt(i, dot) && alnumSet[t.at(i+len(dot))]
}

// readAuthority adds the authority at index i of t without its disguise, after the head h, and returns the index after it. What it
// reads may go on after the authority, since the plain rules find the end of that.
func (d *decoded) readAuthority(t *text, i, limit int, h *head) int {
	host, marked := len(d.buf), h.disguised
	for i < limit && t.has(i) {
		b, size := t.buf[i], 1
		if undisguisedSet[b] {
			d.buf = append(d.buf, b)
			i++
			continue
		}
		mark := t.markAt(i, authorityMarks, h)
		if mark.meant == "www" && len(d.buf) > host || mark.written == " dot " && !t.wordDot(i, d.buf[host:], marked) {
			mark = substitute{}
		}
		switch {
		case mark.meant == "/":
			return i
		case mark.written != "":
			size, marked = len(mark.written), true
			d.put(t, i, size, mark.meant)
		case b == '[' && len(d.buf) == host && t.address(i) > i:
			size = t.address(i) - i
			d.buf = append(d.buf, t.buf[i:i+size]...)
		case (isSeparator(b) || b == '&') && t.splits(i), !userSet[b] && b < 0x80, t.beginsMasked(i),
			b == ':' && h.authority > 0 && !h.slashes: // after a scheme without "//", another one may end there
			return i
		default:
			d.buf = append(d.buf, b)
		}
		i += size
		if next := t.at(i); d.buf[len(d.buf)-1] == '@' && (alnumSet[next] || next == '[') {
			host, marked = len(d.buf), h.disguised
		}
	}
	return i
}

// wordDot reports whether the " dot " at index i is a dot of a host and not a word of the sentence. It is a dot if the host, which has been
// read up to there, has no other dot, except after "www", or if it is already known to be disguised.
func (t *text) wordDot(i int, host []byte, marked bool) bool {
	host = bytes.TrimPrefix(host, []byte("www."))
	end := t.run(i+len(" dot "), i+maxHost, alnumSet)
	return (marked || bytes.IndexByte(host, '.') < 0) && end > i+len(" dot ")+1 && !t.is(end, '\'')
}

// readScheme adds the scheme and the separator with which t begins, without their disguise, and returns the index after them and what is
// known of them.
func (d *decoded) readScheme(t *text) (int, head) {
	for k, b := range t.buf {
		if b != ':' && b != '_' {
			continue
		}
		h, ok := t.separatorAt(k)
		if !ok {
			if b == ':' {
				d.buf = append(d.buf, t.buf[:k+1]...)
				return k + 1, h
			}
			continue
		}
		start, meant := t.maskedScheme(h.end)
		switch h.disguised = start == 0 && h.end > 0; {
		case h.disguised:
			d.put(t, 0, h.end, meant)
		case b == '_' && !contains([]string{"http", "https", "ftp"}, t.buf[:k]):
			continue
		default:
			d.buf = append(d.buf, t.buf[:h.end]...)
		}
		after := t.skipBlanks(h.authority, t.end)
		h.spaced = after > h.authority
		h.disguised = h.disguised || h.spaced || h.separator != "://"
		if meant = ":"; h.slashes {
			meant = "://"
		}
		d.put(t, h.end, h.authority-h.end, meant)
		d.put(t, h.authority, after-h.authority, "")
		h.authority = 0 // a ":" after an address is part of what is meant
		return after, h
	}
	return 0, head{}
}

// restore makes d what is meant by the URL that is all of t, or by a guess, which has no scheme. It reports whether that was disguised.
func (d *decoded) restore(t *text, hasScheme bool) bool {
	var h head
	i := 0
	d.begin(t, 0)
	if hasScheme {
		i, h = d.readScheme(t)
	}
	i = d.readAuthority(t, i, t.end, &h)
	if !h.disguised && len(d.folds) == 0 && t.markAt(i, authorityMarks, &h).meant != "/" && !t.hasDisguisedDot(i) {
		return false
	}
	for i < t.end {
		if mark := t.markAt(i, pathMarks, &h); mark.written != "" {
			d.put(t, i, len(mark.written), mark.meant)
			i += len(mark.written)
			continue
		}
		d.buf = append(d.buf, t.buf[i])
		i++
	}
	return true
}

// hasDisguisedDot reports whether the path at index i, which ends before a "?", is disguised.
func (t *text) hasDisguisedDot(i int) bool {
	for i < t.end && t.buf[i] != '?' && !t.isDisguisedDot(i) {
		i++
	}
	return t.is(i, '[')
}

// Restore returns the URL that is meant by a disguised one, and reports whether text was disguised. If it was not, the result is
// text itself. Otherwise it is a new slice. text must be a URL with nothing around it.
func Restore(text []byte) (restored []byte, disguised bool) {
	var d decoded
	if !d.restore(textOf(text, &settings{schemes: defaultSchemes()}), true) {
		return text, false
	}
	return d.buf, true
}

// restore undoes the disguise of a candidate. What it takes out are folds.
func (s *Scanner) restore(c *Candidate) {
	d := &s.undisguised
	if c.Restored = d.restore(textOf(c.Text, s.settings), c.Guess == 0); c.Restored {
		c.Text, c.Folds = d.buf, joinFolds(d.folds, 0, c.Folds, c.Start)
	}
}
