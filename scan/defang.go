package scan

import (
	"strings"

	"github.com/urlsift/urlsift/scan/internal/lexicon"
	"github.com/urlsift/urlsift/scan/internal/octet"
)

// This file finds what package lexicon has of URLs that were made unclickable, for the rules of all files above it.

// A head is the scheme and the separator with which a URL begins.
type head struct {
	start, end, authority int                // of the scheme, and the beginning of the text after the separator
	separator             lexicon.Substitute // if it may be disguised
	slashes               bool               // it stands for "://", and not for ":"
	back                  bool               // its slashes are backslashes, and so are those of the path
	known                 bool               // the scheme is known
	disguised             bool               // the scheme or the separator is
	spaced                bool               // the parts after it have blanks before them
	guessed               bool               // there is none: what follows is the host of a guess, which an "@" ends
}

// separatorAt returns the separator whose ":" or "_" is at index i as that of a head without a scheme, and reports whether there is one.
// That byte is the first of the separator, or the second. If there is none, the head ends after that byte.
func (t *text) separatorAt(i int) (h head, ok bool) {
	for end := max(i-1, t.floor); end <= i; end++ {
		if p := t.find(end, lexicon.Separators); p.Written != "" {
			back := strings.HasSuffix(p.Written, `\`)
			return head{separator: p, slashes: p.Meant == "://", back: back, end: end, authority: end + len(p.Written)}, true
		}
	}
	return head{separator: lexicon.Substitute{Written: ":", Meant: ":"}, end: i, authority: i + 1}, false
}

// maskedHead returns the scheme before the ":" or "_" at index i, and reports whether it or the separator is disguised, if a host follows.
func (t *text) maskedHead(i int) (m head, ok bool) {
	if m, ok = t.separatorAt(i); !ok {
		return m, false
	}
	masked, _ := lexicon.MaskedBefore(t.buf[t.floor:m.end])
	scheme := m.end - masked
	switch {
	case scheme < m.end && (!gluedSet[t.before(scheme)] || octet.Lower(t.buf[scheme]) == 'h'):
		m.start, m.known = scheme, true
	case m.separator.Written == "://" && !blank(t.at(m.authority)):
		return m, false
	default:
		m.start, m.known, ok = t.schemeStart(t.runBack(m.end, m.end-maxScheme, schemeSet), m.end, m.slashes)
		if !ok || !m.known && !strings.Contains("[({", m.separator.Written[:1]) {
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
var gluedSet = octet.SetOf(octet.Letters + "_")

// isObfuscated reports whether a dot, colon or slash is disguised in brackets at index i, after a host.
func (t *text) isObfuscated(i int) bool {
	mark := t.find(i, lexicon.AuthorityMarks)
	return mark.Written != "" && strings.Contains("[({", mark.Written[:1]) && strings.Contains(".:/", mark.Meant)
}

// find returns the substitute at index i.
func (t *text) find(i int, marks *lexicon.Substitutes) lexicon.Substitute {
	second := octet.Lower(t.at(i + 1))
	for _, mark := range marks.List[octet.Lower(t.at(i))] {
		end := i + len(mark.Written)
		if mark.Written[1] == second && t.textAt(i, mark.Written) && (marks.Anywhere || t.has(end) && mark.GoesBefore(t.buf[end])) {
			return mark
		}
	}
	return lexicon.Substitute{}
}

// markAt returns the substitute at index i of a URL with the head h.
func (t *text) markAt(i int, marks *lexicon.Substitutes, h *head) lexicon.Substitute {
	mark := t.find(i, marks)
	switch {
	case mark.Written != "":
	case h.spaced:
		mark = t.find(i, lexicon.SpacedMarks)
	case h.back && t.is(i, '\\'):
		mark = lexicon.Substitute{Written: `\`, Meant: "/"}
	}
	return mark
}

// isDisguisedDot reports whether "[.]" is at index i of a path, between letters or digits: a disguised dot, whatever the rest of the URL is.
func (t *text) isDisguisedDot(i int) bool {
	return t.textAt(i, "[.]") && octet.Alnum[t.before(i)] && octet.Alnum[t.at(i+len("[.]"))]
}
