package extract

import (
	"bytes"

	"github.com/urlsift/urlsift/scan"
)

// unquote undoes quoted-printable in a URL from text that was not decoded, where it is certain: in an attribute that begins
// with =3D", or where an =3D and a soft line break are in one URL. What goes is the "=" before a break, and the "3D" after
// another "=".
func (x *Extractor) unquote(r *Result) {
	c := x.candidate
	if !attribute(c) && !(softBreak(c) && bytes.Contains(c.Text, []byte("=3D"))) {
		return
	}
	x.decode(r)
}

// decode undoes quoted-printable in the URL of r.
func (x *Extractor) decode(r *Result) {
	c := x.candidate
	x.text, x.folds = x.text[:0], x.folds[:0]
	folds := c.Folds
	for i := 0; i < len(r.Text); i++ {
		if len(folds) > 0 && folds[0].At == i {
			x.text = bytes.TrimSuffix(x.text, []byte("="))
			f, n := folds[0], len(x.folds)
			folds = folds[1:]
			switch f.At = len(x.text); {
			case f.At == 0:
			case n > 0 && x.folds[n-1].At == f.At:
				x.folds[n-1].End = f.End // nothing is left between the two
			default:
				x.folds = append(x.folds, f)
			}
		}
		x.text = append(x.text, r.Text[i])
		if bytes.HasPrefix(r.Text[i:], []byte("=3D")) {
			i += len("3D")
		}
	}
	r.Text, c.Folds = x.text, x.folds
}

// attribute is true for a candidate behind =3D".
func attribute(c *scan.Candidate) bool {
	return c.Kind == scan.Quoted && bytes.HasSuffix(c.Before, []byte(`=3D"`))
}

// softBreak is true if a line of c ends in "=".
func softBreak(c *scan.Candidate) bool {
	for _, f := range c.Folds {
		if f.Break && c.Text[f.At-1] == '=' {
			return true
		}
	}
	return false
}
