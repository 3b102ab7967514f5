package scan

import (
	"slices"
	"strings"
)

// This file has what stands for something else in URLs that were made unclickable. All of it is in tables, so a new disguise is one more
// entry.

// A substitute is a piece of text and what it stands for, in lower case.
type substitute struct{ written, meant string }

// goesBefore reports whether b can follow the substitute in an authority. Usually that must be a letter or digit.
func (m substitute) goesBefore(b byte) bool {
	return alnumSet[b] || b >= 0x80 || m.meant == "www" || m.meant == "@" && b == '[' || m.meant == ":" && b == '/'
}

// A head is the scheme and the separator with which a URL begins.
type head struct {
	start, end, authority int        // of the scheme, and the beginning of the text after the separator
	separator             substitute // if it may be disguised
	slashes               bool       // it stands for "://", and not for ":"
	back                  bool       // its slashes are backslashes, and so are those of the path
	known                 bool       // the scheme is known
	disguised             bool       // the scheme or the separator is
	spaced                bool       // the parts after it have blanks before them
	guessed               bool       // there is none: what follows is the host of a guess, which an "@" ends
}

// separators are other ways to write the "://" after a scheme, or the ":" after a scheme that needs no "//", and "://" itself.
var separators = newByFirst(true, slices.Concat(
	[]substitute{{"://", "://"}, {`:\\`, "://"}, {":__", "://"}, {"__", "://"}, {": //", "://"}, {" ://", "://"}, {" : //", "://"}},
	bracketed("://", "[:]//", "[://]", "[:][//]", "[:][/][/]", ":[//]", ":[/][/]", `[:]\\`), bracketed(":", "[:]"),
))

// separatorAt returns the separator whose ":" or "_" is at index i as that of a head without a scheme, and reports whether there is one.
// That byte is the first of the separator, or the second. If there is none, the head ends after that byte.
func (t *text) separatorAt(i int) (h head, ok bool) {
	for end := max(i-1, t.floor); end <= i; end++ {
		if p := t.find(end, separators); p.written != "" {
			back := strings.HasSuffix(p.written, `\`)
			return head{separator: p, slashes: p.meant == "://", back: back, end: end, authority: end + len(p.written)}, true
		}
	}
	return head{separator: substitute{":", ":"}, end: i, authority: i + 1}, false
}

// maskedSchemes are the schemes that may be disguised, each before those that it ends in. Brackets may be around all of one or its "s".
// maskSet has what may stand for a "t", and maskedEndSet the last bytes.
var (
	maskedSchemes = []substitute{
		{"http", "http"}, {"https", "https"}, {"sftp", "sftp"}, {"ftp", "ftp"}, {"ftps", "ftps"},
		{"[https]", "https"}, {"(https)", "https"}, {"http[s]", "https"}, {"http(s)", "https"}, {"[http]", "http"}, {"(http)", "http"},
		{"[ftps]", "ftps"}, {"(ftps)", "ftps"}, {"ftp[s]", "ftps"}, {"ftp(s)", "ftps"}, {"[sftp]", "sftp"}, {"(sftp)", "sftp"},
		{"[ftp]", "ftp"}, {"(ftp)", "ftp"},
	}
	maskSet      = setOf("tTxX*_#+.^-")
	maskedEndSet = setOf("pPsS])")
)

// maskedScheme returns the index at which the disguised scheme that ends at index i begins, and the scheme that is meant. If there is none,
// that is i.
func (t *text) maskedScheme(i int) (start int, meant string) {
	if !maskedEndSet[t.before(i)] || usualBefore(t.buf, i) > 0 {
		return i, "" // as mostly
	}
	for _, scheme := range maskedSchemes {
		if start = i - len(scheme.written); start < t.floor {
			continue
		}
		k := len(scheme.written) - 1
		for k >= 0 && (lower(t.buf[start+k]) == scheme.written[k] || scheme.written[k] == 't' && maskSet[t.buf[start+k]]) {
			k--
		}
		if k < 0 && !foldedEqual(t.buf[start:i], scheme.meant) {
			return start, scheme.meant
		}
	}
	return i, ""
}

// maskedHead returns the scheme before the ":" or "_" at index i, and reports whether it or the separator is disguised, if a host follows.
func (t *text) maskedHead(i int) (m head, ok bool) {
	if m, ok = t.separatorAt(i); !ok {
		return m, false
	}
	scheme, _ := t.maskedScheme(m.end)
	switch {
	case scheme < m.end && (!gluedSet[t.before(scheme)] || lower(t.buf[scheme]) == 'h'):
		m.start, m.known = scheme, true
	case m.separator.written == "://" && !blank(t.at(m.authority)):
		return m, false
	default:
		m.start, m.known, ok = t.schemeStart(t.runBack(m.end, m.end-maxScheme, schemeSet), m.end, m.slashes)
		if !ok || !m.known && !strings.Contains("[({", m.separator.written[:1]) {
			return m, false
		}
	}
	m.disguised = true
	return m, t.buf[i] == ':' || !gluedSet[t.before(m.start)]
}

// beginsMasked reports whether the ":" or "_" at index i may be that of another URL, so that no authority goes on after it. Thus no byte is
// in the authorities of several URLs. The "//" of other URLs needs no such rule.
func (t *text) beginsMasked(i int) bool {
	if !t.defang || !t.is(i+1, '_') {
		return false
	}
	_, ok := t.maskedHead(i)
	return ok
}

// gluedSet has the bytes before a scheme that continue a word.
var gluedSet = setOf(letters + "_")

// byFirst has substitutes of two bytes or more, indexed by their first byte. A letter or digit follows them, unless they may be anywhere.
type byFirst struct {
	list     [256][]substitute
	anywhere bool
}

func newByFirst(anywhere bool, list []substitute) *byFirst {
	marks := byFirst{anywhere: anywhere}
	slices.SortStableFunc(list, func(a, b substitute) int { return len(b.written) - len(a.written) }) // a longer one is found first
	for _, mark := range list {
		marks.list[mark.written[0]] = append(marks.list[mark.written[0]], mark)
	}
	return &marks
}

var (
	// authorityMarks are the substitutes in an authority, and in an address after "mailto:".
	authorityMarks = newByFirst(false, slices.Concat(
		bracketed(".", "[.]", "[,]", "[dot]", "[punkt]", "[punto]", "[ . ]", "[ dot ]", " [.] ", " [dot] "),
		bracketed("@", "[@]", "[at]", "[arroba]", "[ @ ]", "[ at ]", " [@] ", " [at] "),
		bracketed("/", "[/]"), bracketed(":", "[:]"), bracketed("-", "[-]"), bracketed("www", "[www]"),
		[]substitute{{"[.", "."}, {".]", "."}, {"[dot", "."}, {"dot]", "."}, {`\.`, "."}, {"^.", "."}, {" dot ", "."}},
	))

	// clearSet has the bytes that are not those of brackets, blanks and the like, of which each substitute has one.
	clearSet = complement("()[]{}^\\" + blanks)

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
	second := lower(t.at(i + 1))
	for _, mark := range marks.list[lower(t.at(i))] {
		end := i + len(mark.written)
		if mark.written[1] == second && t.textAt(i, mark.written) && (marks.anywhere || t.has(end) && mark.goesBefore(t.buf[end])) {
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

// isDisguisedDot reports whether the brackets of a dot in a path are at index i, between letters or digits. They disguise it whatever the
// rest of the URL is.
func (t *text) isDisguisedDot(i int) bool {
	return t.textAt(i, "[.]") && alnumSet[t.before(i)] && alnumSet[t.at(i+len("[.]"))]
}
