package scan

import (
	"encoding/hex"
	"strings"

	"github.com/urlsift/urlsift/internal/octet"
	"github.com/urlsift/urlsift/scan/internal/lexicon"
)

// This file finds the disguises of package lexicon in a text, for the rules of all files
// above it.

// A head is the scheme and the separator with which a URL begins.
type head struct {
	start, end int                // the scheme is [start,end)
	authority  int                // the index after the separator, unless escaped is set
	separator  lexicon.Substitute // if it may be disguised
	known      bool               // the scheme is known
	escaped    bool               // the scheme or the separator has escapes
	gap        gap                // where a line breaks after the scheme or the separator
	style
}

// A style says how the text of a URL is written.
type style struct {
	slashes   bool // the separator means "://" rather than ":"
	disguised bool // the scheme or the separator is disguised
	encoded   bool // the URL is percent-encoded as a whole, as a value in a query
	back      bool // its slashes are backslashes
	spaced    bool // a blank precedes each part of the host, and the path
	guessed   bool // it is the host of a guess, up to an "@"
}

// A gap is white space inside a URL, with a line break and the leader of the next line.
// It is [start,end).
type gap struct{ start, end int }

// separatorAt returns a head without a scheme, whose separator has the ":" or "_" at
// index i as one of its first three bytes, and reports whether there is one. If there is
// none, the separator is ":".
func (t *text) separatorAt(i int) (h head, ok bool) {
	for end := max(i-2, t.floor); end <= i; end++ {
		if p := t.substituteAt(end, lexicon.Separators); p.Written != "" {
			back := strings.HasSuffix(p.Written, `\`)
			encoded := strings.HasSuffix(p.Written, "%2f")
			return head{
				separator: p, end: end, authority: end + len(p.Written),
				style: style{slashes: p.Meant == "://", encoded: encoded, back: back},
			}, true
		}
	}
	return head{separator: lexicon.Substitute{Written: ":", Meant: ":"}, end: i, authority: i + 1}, false
}

// disguisedHead returns the scheme and the separator at the ":" or "_" at index i, and
// reports whether one of them is disguised, or a blank is after "://". If so, meantHead
// decides whether a URL is meant.
func (t *text) disguisedHead(i int) (h head, ok bool) {
	if h, ok = t.separatorAt(i); !ok {
		return h, false
	}
	size, _ := lexicon.DisguisedBefore(t.buf[t.floor:h.end])
	scheme := h.end - size
	switch {
	case size > 0 && (!gluedSet[t.before(scheme)] || octet.Lower(t.buf[scheme]) == 'h'):
		h.start, h.known = scheme, true
	case h.separator.Written == "://" && !blank(t.at(h.authority)):
		return h, false
	default:
		h.start, h.known, ok = t.schemeStart(t.nameStart(h.end), h.end, h.slashes)
		if !ok || !h.known && !strings.Contains("[({", h.separator.Written[:1]) {
			return h, false
		}
	}
	h.disguised = true
	return h, t.buf[i] == ':' || !gluedSet[t.before(h.start)]
}

// beginsDisguised reports whether the ":" or "_" at index i may follow the scheme of
// another URL. An authority ends there, so that no byte is in the authorities of several
// URLs. A plain "//" needs no such rule.
func (t *text) beginsDisguised(i int) bool {
	if !t.restores || !t.is(i+1, '_') {
		return false
	}
	_, ok := t.disguisedHead(i)
	return ok
}

// gluedSet has the bytes that make a scheme right after them a part of a word.
var gluedSet = octet.SetOf(octet.Letters + "_")

// isDisguised reports whether a mark of a URL is disguised at index i, after a host.
func (t *text) isDisguised(i int) bool {
	sub := t.substituteAt(i, lexicon.InAuthority)
	return sub.Written != "" && sub.Meant != "www" && !octet.Letter[sub.Written[0]] &&
		!strings.Contains("^%", sub.Written[:1]) && sub.Written != " dot " && sub.Written != `\.`
}

// goesOnDisguised reports whether a mark that continues a URL after its host is disguised
// at index i.
func (t *text) goesOnDisguised(i int) bool {
	return t.isDisguised(i) && strings.Contains(".:/", t.substituteAt(i, lexicon.InAuthority).Meant)
}

// substituteAt returns the substitute at index i.
func (t *text) substituteAt(i int, in *lexicon.Substitutes) lexicon.Substitute {
	first := octet.Lower(t.at(i))
	if !in.BeginWith(first) {
		return lexicon.Substitute{} // the usual case
	}
	second := octet.Lower(t.at(i + 1))
	for _, sub := range in.With(first, second) {
		end := i + len(sub.Written)
		if t.textAt(i, sub.Written) &&
			(in.Anywhere || t.has(end) && sub.GoesBefore(t.buf[end])) {
			return sub
		}
	}
	return lexicon.Substitute{}
}

// substituteIn is substituteAt for a URL of a style, which may have further substitutes.
func (t *text) substituteIn(i int, in *lexicon.Substitutes, h style) lexicon.Substitute {
	sub := t.substituteAt(i, in)
	switch {
	case sub.Written != "":
	case h.spaced:
		sub = t.substituteAt(i, lexicon.InSpaced)
	case h.encoded && t.is(i, '%') && t.span(i+1, i+3, octet.Hex) == i+3:
		octets, _ := hex.DecodeString(string(t.buf[i+1 : i+3]))
		sub = lexicon.Substitute{Written: string(t.buf[i : i+3]), Meant: string(octets)}
	case h.back && t.is(i, '\\'):
		sub = lexicon.Substitute{Written: `\`, Meant: "/"}
	case in == lexicon.InAuthority && !h.guessed:
		sub = t.substituteAt(i, lexicon.AfterScheme)
	}
	return sub
}

// isDisguisedMark reports whether "[.]", "[dot]" or "[/]" is at index i of a path,
// between letters or digits: a disguise, whatever the rest of the URL is. Unless
// disguises are undone, any other mark in square or curly brackets is one, too.
func (t *text) isDisguisedMark(i int) bool {
	if !t.is(i, '[') && !t.is(i, '\\') && (t.restores || !t.is(i, '{')) {
		return false // without reading on
	}
	sub := t.substituteAt(i, lexicon.InPath)
	return sub.Written != "" && (!t.restores || strings.Contains("./", sub.Meant)) &&
		octet.Alnum[t.before(i)] && octet.Alnum[t.at(i+len(sub.Written))]
}
