package extract

import (
	"bytes"
	"regexp"
	"slices"

	"github.com/urlsift/urlsift/internal/octet"
	"github.com/urlsift/urlsift/scan"
)

// unquote decodes quoted-printable in a URL if the text certainly was not decoded: in an
// attribute that begins with =3D", or if an =3D and a soft line break are in one
// URL; or if a line has the length of broken lines, and the "=" at its end does not
// belong to a parameter.
func (x *Finder) unquote(r *Result) {
	c := x.candidate
	attribute := c.Kind == scan.Quoted && bytes.HasSuffix(c.Before, []byte(`=3D"`))
	proved := attribute || softBreak(c) && bytes.Contains(c.Text, []byte("=3D"))
	if x.soft = !proved && softBreak(c) && x.isSoftFolded(); proved || x.soft {
		x.decode(r, proved)
	}
}

// A broken line of quoted-printable has 76 columns including its "=", or a few less,
// since an escape is not divided. Some programs write one more column, and quote marks
// may have been added later.
const leastSoft, mostSoft = 72, 77

// isSoftWidth reports whether quoted-printable may be broken after width columns. before
// is the line up to the URL.
func isSoftWidth(width int, before []byte) bool {
	width -= len(quoteMarks.Find(before))
	return leastSoft <= width && width <= mostSoft
}

// quoteMarks matches the marks of a quote at the beginning of a line.
var quoteMarks = regexp.MustCompile(`^[>| ]*[>|] ?`)

// isSoftEnd reports whether the "=" at the end of text, before a line break and the text
// rest, is a soft line break rather than part of a parameter: it is in a path, or among
// other quoted-printable.
func (x *Finder) isSoftEnd(text, rest []byte) bool {
	escape := []byte("=3D")
	return mayBePrintable(text) && mayBePrintable(rest) &&
		(!bytes.ContainsAny(text, "?;#") && !isParameter(text, rest) || bytes.Contains(text, escape) ||
			bytes.HasPrefix(rest, escape) || x.isPrintableText())
}

// isParameter reports whether a path ends in a word and "=", and rest has no dot, so rest
// may be the value of a parameter: "/package=⏎name".
func isParameter(text, rest []byte) bool {
	name, ok := bytes.CutSuffix(lastSegment(text), []byte("="))
	return ok && len(name) > 2 && octet.Letter.Span(name) == len(name) &&
		!bytes.ContainsAny(trim(rest, nil), ".")
}

// endsInEquals reports whether text ends in the name of a parameter of a query and "==":
// that of the parameter, which some programs do not escape, and a soft line break.
func endsInEquals(text []byte) bool {
	name, ok := bytes.CutSuffix(text, []byte("=="))
	k := bytes.LastIndexAny(name, "?&;") + 1
	return ok && 0 < k && k < len(name) && bytes.IndexByte(name[k:], '=') < 0
}

// isSoftFolded reports whether the first line of the candidate that ends in "=" ends in a
// soft line break.
func (x *Finder) isSoftFolded() bool {
	c := x.candidate
	f := c.Folds[slices.IndexFunc(c.Folds, func(f scan.Fold) bool { return breaksAfter(c.Text, f, '=') })]
	line, _ := x.scanner.Around(f.Start, f.Start, 0, 0, scan.MaxAround)
	return isSoftWidth(len(line), line) && x.isSoftEnd(c.Text[:f.At], c.Text[f.At:])
}

// isPrintableText reports whether lines near the candidate are quoted-printable, with
// escapes or soft line breaks.
func (x *Finder) isPrintableText() bool {
	const lines, near = 8, scan.MaxAround / 2
	before, after := x.scanner.Around(x.candidate.Start, x.candidate.End, lines, lines, near)
	_, after, _ = bytes.Cut(after, []byte("\n"))
	return printableText.Match(before) || printableText.Match(after)
}

// printableText matches escapes of "=", of a blank at the end of a line, and of
// characters of UTF-8, and a soft line break.
var printableText = regexp.MustCompile(`=3D|=20\r?\n|=[C-F][0-9A-F]=[89AB][0-9A-F]|(?m:^.{70,75}[^=\s]=\r?$)`)

// isSoftBroken reports whether the bare URL, which ends in "=", continues in piece after
// a soft line break.
func (x *Finder) isSoftBroken(piece scan.Piece) bool {
	c := x.candidate
	isFrame := bytes.HasSuffix(c.Before, []byte("="))
	if isFrame || x.text[len(x.text)-1] != '=' || len(x.text) < len(c.Text) {
		return false
	}
	line, _ := x.scanner.Around(c.Start, c.Start, 0, 0, scan.MaxAround)
	if !isSoftWidth(piece.Width, line) || !x.isSoftEnd(x.text, piece.Text) {
		return false
	}
	indent := octet.Blank.Span(line)
	_, after := x.scanner.Around(c.Start, c.End, 0, 1, scan.MaxAround)
	begin := len(bytes.TrimRight(after[:piece.Start-c.End], octet.Blanks))
	return int(piece.Start-c.End)-begin <= indent || after[begin-1] != '\n' // after a blank is another word
}

// endSoftly removes the "=" at the end of the URL if it is a soft line break after which
// the URL does not continue.
func (x *Finder) endSoftly(r *Result) {
	line, after := x.scanner.Around(r.End, r.End, 0, 0, scan.MaxAround)
	if len(after) == 0 && isSoftWidth(len(line), line) && !bytes.HasSuffix(x.candidate.Before, []byte("=")) &&
		x.isSoftEnd(x.text, nil) {
		x.text, x.soft = x.text[:len(x.text)-1], true
		r.End--
	}
}

// decode decodes quoted-printable in the URL. It removes the "=" before a line break, and
// decodes "=3D" or, if all is set, every escape of a visible character. An escape is one
// only if no line break was folded out of it.
func (x *Finder) decode(r *Result, all bool) {
	text, folds := x.scratch[:0], x.refolded[:0]
	old := x.folds
	for i := 0; i < len(x.text); i++ {
		if len(old) > 0 && old[0].At == i {
			f, n := old[0], len(folds)
			old = old[1:]
			if soft := bytes.TrimSuffix(text, []byte("=")); len(soft) < len(text) {
				// The soft line break proves that a hyphen before it belongs to the URL.
				text, f.Start, f.Notation = soft, f.Start-1, true
			}
			switch f.At = len(text); {
			case f.At == 0:
			case n > 0 && folds[n-1].At == f.At:
				folds[n-1].End = f.End // nothing is left between the two
			default:
				folds = append(folds, f)
			}
		}
		b := x.text[i]
		if meant, ok := escapedOctet(x.text[i:]); ok && (all || meant == '=') &&
			(len(old) == 0 || old[0].At >= i+len("=3D")) {
			r.Escaped = r.Escaped || meant != b
			b = meant
			i += len("3D")
		}
		text = append(text, b)
	}
	x.scratch, x.refolded = text, folds
	x.text, x.folds = text, folds
}

// escapedOctet returns the visible character whose escape of quoted-printable begins text.
func escapedOctet(text []byte) (b byte, ok bool) {
	b, ok = octet.Escaped(text, 0, '=')
	return b, ok && bytes.Equal(text[1:3], bytes.ToUpper(text[1:3])) && '!' <= b && b <= '~'
}

// softBreak reports whether a line of c ends in "=".
func softBreak(c *scan.Candidate) bool {
	return slices.ContainsFunc(c.Folds, func(f scan.Fold) bool { return breaksAfter(c.Text, f, '=') })
}
