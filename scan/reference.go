package scan

import (
	"bytes"
	"html"
	"strings"
	"unicode/utf8"

	"github.com/urlsift/urlsift/internal/octet"
	"github.com/urlsift/urlsift/scan/internal/lexicon"
)

// This file reads the character references of HTML in text that was cut out of a page. A
// reference ends a bare URL if its character does. Any other reference is part of the URL
// as a whole.

// longestReference is the maximum length of a reference in bytes, as in "&#x1F600;".
const longestReference = 10

// referenceSet has the bytes between the "&" and the ";" of a reference.
var referenceSet = octet.SetOf(octet.Letters + octet.Digits + "#")

// reference returns the character that is meant by the reference whose name is at index
// i, after the "&", and the length of the name with its ";", or 0.
func (t *text) reference(i int) (r rune, size int) {
	end := t.span(i, i+longestReference-len("&;"), referenceSet)
	if end < i+2 || !t.is(end, ';') {
		return 0, 0
	}
	meant := html.UnescapeString("&" + string(t.buf[i:end+1]))
	if r, size = utf8.DecodeRuneInString(meant); size < len(meant) {
		return 0, 0 // there is no such name, or it names several characters
	}
	return r, end + 1 - i
}

// referenceEnds reports whether the "&" at index i begins a reference that ends a bare
// URL, possibly escaped several times. An "&amp;" ends it if nothing of the URL follows.
func (t *text) referenceEnds(i int) bool {
	const deepest = 3 // "&amp;amp;lt;"
	start := i
	i++
	for n := range deepest {
		switch r, size := t.reference(i); {
		case size == 0:
			_, escaped := t.escapeAt(i, 0)
			return n == 1 && t.at(i) < 0x80 && !bareSet[t.at(i)] && escaped == 0
		case r != '&':
			return !isLinked(r) && !t.closesReference(r, start)
		default:
			i += size
		}
	}
	return false
}

// closesReference reports whether the bracket r, written as a reference at index i,
// closes one that is a reference of the same URL: "a_&#40;b&#41;".
func (t *text) closesReference(r rune, i int) bool {
	const most = 128
	k := strings.IndexRune(")]}", r)
	if k < 0 {
		return false
	}
	start := max(t.floor, i-most)
	start += max(0, bytes.LastIndex(t.buf[start:i], []byte("://")))
	open := 0
	for ; start < i; start++ {
		if t.buf[start] != '&' {
			continue
		}
		switch bracket, _ := t.reference(start + 1); bracket {
		case rune("([{"[k]):
			open++
		case r:
			open--
		}
	}
	return open > 0
}

// isLinked reports whether a bare URL goes on with r where that is written as a
// reference. Closing brackets and the apostrophe end it, since programs write them so
// around a URL.
func isLinked(r rune) bool {
	if r < utf8.RuneSelf {
		return bareSet[byte(r)] && !strings.ContainsRune("')]}", r)
	}
	c := lexicon.ClassOf(r)
	return c == lexicon.Spaced || c == lexicon.Joiner || c == lexicon.Widthless || isInvisible(r)
}

// endsEntity reports whether the ";" at index i ends a reference, such as "&amp;",
// "&amp;lt;" and `\u0026lt;`.
func (t *text) endsEntity(i int) bool {
	const deepest = 3
	for range deepest {
		if i < 0 || t.buf[i] != ';' {
			return false
		}
		lead := t.buf[max(0, i-len(`\u0026`)-longestReference):i] // perhaps of the last candidate
		name := i - (len(lead) - 1 - bytes.LastIndexAny(lead, "&;"))
		if at := bytes.LastIndex(lead, []byte(`\u0026`)); at >= 0 {
			name = max(name, i-len(lead)+at+len(`\u0026`))
		}
		if _, size := t.reference(name); name+size != i+1 {
			return false
		}
		if name > 0 && t.buf[name-1] != ';' {
			return true
		}
		i = name - 1
	}
	return false
}
