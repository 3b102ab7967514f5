package extract

import (
	"bytes"

	"github.com/urlsift/urlsift/scan"
)

// unquote undoes quoted-printable in a URL from text that was not decoded, where it is certain: in an attribute that begins
// with =3D", or where an =3D and a soft line break are in one URL. What goes is the "=" before a break, and the "3D" after
// another "=".
func (m *match) unquote() {
	c := m.candidate
	if !attribute(c) && !(softBreak(c) && bytes.Contains(c.Text, []byte("=3D"))) {
		return
	}
	m.decode()
}

// decode undoes quoted-printable in the URL, as it stood there before its line breaks were folded out: "=3D" is an escape only
// where no line break stands in it.
func (m *match) decode() {
	text, folds := m.scratch[:0], m.refolded[:0]
	old := m.folds
	for i := 0; i < len(m.text); i++ {
		if len(old) > 0 && old[0].At == i {
			text = bytes.TrimSuffix(text, []byte("="))
			f, n := old[0], len(folds)
			old = old[1:]
			switch f.At = len(text); {
			case f.At == 0:
			case n > 0 && folds[n-1].At == f.At:
				folds[n-1].End = f.End // nothing is left between the two
			default:
				folds = append(folds, f)
			}
		}
		text = append(text, m.text[i])
		if bytes.HasPrefix(m.text[i:], []byte("=3D")) && (len(old) == 0 || old[0].At >= i+len("=3D")) {
			i += len("3D")
		}
	}
	m.scratch, m.refolded = text, folds
	m.text, m.folds = text, folds
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
