package page

import (
	"bytes"
	"slices"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/internal/lazyregexp"
	"github.com/urlsift/urlsift/internal/octet"
)

// paragraphs are the elements of Office and OpenDocument within which most elements do
// not divide words: paragraphs, headings, and the strings and comments of spreadsheets.
var paragraphs = octet.Words("p h si is text")

// isParagraph reports whether an element is in paragraphs. "text" counts only without a
// prefix.
func isParagraph(name []byte) bool {
	local := localName(name)
	return paragraphs[string(local)] && (string(local) != "text" || len(local) == len(name))
}

// breaking are the elements that divide the text of a paragraph: breaks, tabs, and the
// marks of fields and notes.
var breaking = octet.Words("br cr lnbr crbr pgbr tab ptab line-break s fldchar footnotereference " +
	"endnotereference note-citation pict object")

// runs are the elements that do not end a line even outside of a paragraph.
var runs = octet.Words("r t rpr span a")

// asides are the elements in a paragraph whose text is not part of it: deletions,
// phonetic guides, notes, comments and objects.
var asides = octet.Words("del deltext movefrom rt rph ruby-text note annotation drawing frame custom-shape")

// inlineObjects occur in objects that are placed in the line like a letter.
var inlineObjects = []string{"<wp:inline", `anchor-type="as-char"`}

// isInline reports whether an element of Office or OpenDocument does not end a line.
func isInline(name []byte, inParagraph bool) bool {
	local := string(localName(name))
	if !inParagraph {
		return runs[local]
	}
	return !isParagraph(name) && !breaking[local] && (!asides[local] || local == "deltext")
}

// raises reports whether an attribute raises text above the line, as the number of a
// note, or lowers it. In OpenDocument a style does, which a span names.
func (p *paragraph) raises(element, attribute, value []byte) bool {
	const most = 1 << 10 // styles
	switch string(localName(element)) {
	case "style":
		if string(localName(attribute)) == "name" {
			p.style = string(value)
		}
	case "text-properties", "properties":
		if string(localName(attribute)) == "text-position" && isOff(value) && len(p.raising) < most {
			p.raising = append(p.raising, p.style)
		}
	case "span":
		return string(localName(attribute)) == "style-name" && slices.Contains(p.raising, string(value))
	case "vertalign":
		return string(localName(attribute)) == "val" && string(value) != "baseline"
	case "position":
		return string(localName(attribute)) == "val" && isOff(value)
	case "rpr":
		return string(attribute) == "baseline" && isOff(value)
	}
	return false
}

// isOff reports whether a position is not that of the line, which is 0.
func isOff(position []byte) bool { return len(position) > 0 && position[0] != '0' }

// moves reports whether an attribute of HTML raises the text of its element, or one of
// SVG moves it to another line.
func (p *paragraph) moves(element, attribute, value []byte) bool {
	isText := string(element) == "tspan" || string(element) == "text"
	switch {
	case string(attribute) == "style":
		return raisedStyle.Match(value[:min(len(value), 1<<10)])
	case isText && string(attribute) == "y":
		last := p.y
		p.y = string(value)
		return last != p.y
	case isText && string(attribute) == "dy":
		return string(value) != "0"
	}
	return false
}

// raisedStyle matches a style that raises or lowers text.
var raisedStyle = lazyregexp.New(`(?i)vertical-align\s*:\s*su(?:per|b)`)

// headings are the headers and footers of a sheet, in which "&" begins a code.
var headings = octet.Words("oddheader evenheader firstheader oddfooter evenfooter firstfooter")

// headingCode returns the text of the code that begins with a reference to "&", of n
// bytes, at the beginning of b, and the length of the code: "&&" is an "&", and others
// begin a part, set the font or insert a number.
func headingCode(b []byte, n int) (text []byte, size int) {
	if rest := b[n:]; bytes.HasPrefix(rest, []byte("&")) {
		if next, size := DecodeEntity(rest); string(next) == "&" {
			return next, n + size
		}
	}
	return lineBreak, min(n+1, len(b))
}

// A paragraph is the state of a Reader in the paragraphs of Office.
type paragraph struct {
	depth    int      // the number of open paragraphs
	closed   bool     // the current tag is also an end tag
	raised   bool     // the text after the tag is raised above the line, or on another line
	style    string   // the style that is described
	raising  []string // the styles that raise text
	y        string   // where the line of an SVG is
	unclosed int64    // before this offset no end of an aside is searched for
}

// count counts the open paragraphs.
func (p *paragraph) count(kind Kind, name []byte, opens bool) {
	switch {
	case kind != Office || !isParagraph(name):
	case opens:
		p.depth++
	case p.depth > 0:
		p.depth--
	}
}

// aside reads an element whose text is read separately, after the word that contains it.
// It returns false if there is no such element, or if the element is too long to be kept.
// In the second case it divides the word, which is then incomplete.
func (p *paragraph) aside(f *decode.Filter, c *comments, name []byte) bool {
	if p.depth == 0 || c.reading || f.At < p.unclosed || !asides[string(localName(name))] {
		return false
	}
	n, empty := elementLength(&f.Input, name)
	b := f.Buf[:n]
	switch {
	case empty:
		return false
	case n == 0:
		p.unclosed = f.At + maxRemark
		inWord := c.inWord(f.Out)
		if inWord {
			c.sever()
		}
		return inWord
	case containsAny(b, inlineObjects):
		return false
	}
	inWord := c.inWord(f.Out)
	c.waiting = append(c.waiting, remark{at: f.At, text: bytes.Clone(b)})
	f.Skip(n)
	return inWord || c.endWord()
}

// elementLength returns the length of the element that begins the input, or 0 if it does
// not end within maxRemark bytes. empty reports whether it consists of one tag.
func elementLength(in *decode.Input, element []byte) (n int, empty bool) {
	in.Has(maxRemark)
	b := in.Buf[:min(len(in.Buf), maxRemark)]
	name := b[1 : 1+len(element)]
	if end := bytes.IndexByte(b, '>'); end > 0 && b[end-1] == '/' {
		return 0, true
	}
	for depth := 0; ; {
		k := bytes.Index(b[n:], name)
		if k < 0 {
			return 0, false
		}
		n += k + len(name)
		switch before := b[:n-len(name)]; {
		case n >= len(b) || tagSet[b[n]]:
		case bytes.HasSuffix(before, []byte("</")):
			if depth--; depth == 0 && b[n] == '>' {
				return n + 1, false
			}
		case bytes.HasSuffix(before, []byte("<")):
			depth++
		}
	}
}

func containsAny(b []byte, some []string) bool {
	for _, one := range some {
		if bytes.Contains(b, []byte(one)) {
			return true
		}
	}
	return false
}
