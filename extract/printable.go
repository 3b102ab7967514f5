package extract

import (
	"bytes"
	"slices"

	"github.com/urlsift/urlsift/scan"
)

// unquote decodes quoted-printable in a URL if it is certain that the text was not decoded: in an attribute that begins with =3D"
// or =3D', or if an =3D and a soft line break are in one URL.
func (x *Finder) unquote() {
	c := x.candidate
	attribute := c.Kind == scan.Quoted && (bytes.HasSuffix(c.Before, []byte(`=3D"`)) || bytes.HasSuffix(c.Before, []byte(`=3D'`)))
	if attribute || softBreak(c) && bytes.Contains(c.Text, []byte("=3D")) {
		x.decode()
	}
}

// decode decodes quoted-printable in the URL. It removes the "=" before a line break, and the "3D" after another "=". "=3D" is an
// escape only if no line break was folded out of it.
func (x *Finder) decode() {
	text, folds := x.scratch[:0], x.refolded[:0]
	old := x.folds
	for i := 0; i < len(x.text); i++ {
		if len(old) > 0 && old[0].At == i {
			f, n := old[0], len(folds)
			old = old[1:]
			if soft := bytes.TrimSuffix(text, []byte("=")); len(soft) < len(text) {
				text, f.Start, f.Mark = soft, f.Start-1, true // which proves a hyphen before it
			}
			switch f.At = len(text); {
			case f.At == 0:
			case n > 0 && folds[n-1].At == f.At:
				folds[n-1].End = f.End // nothing is left between the two
			default:
				folds = append(folds, f)
			}
		}
		text = append(text, x.text[i])
		if bytes.HasPrefix(x.text[i:], []byte("=3D")) && (len(old) == 0 || old[0].At >= i+len("=3D")) {
			i += len("3D")
		}
	}
	x.scratch, x.refolded = text, folds
	x.text, x.folds = text, folds
}

// softBreak reports whether a line of c ends in "=".
func softBreak(c *scan.Candidate) bool {
	return slices.ContainsFunc(c.Folds, func(f scan.Fold) bool { return breaksAfter(c.Text, f, '=') })
}
