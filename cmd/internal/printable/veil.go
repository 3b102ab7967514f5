package printable

import (
	"github.com/urlsift/urlsift/extract/defang"
	"github.com/urlsift/urlsift/rfc1738"
)

// A Veil hides passwords, or makes URLs unclickable, in single values, like an Encoder
// with the same fields.
type Veil struct{ Redact, Defang bool }

// URL returns a URL in the form to be written.
func (v Veil) URL(url string) string { return v.hide(url, RedactURL, defang.URL) }

// Written returns a place without a scheme in the form to be written.
func (v Veil) Written(place string) string { return v.hide(place, RedactURL, defang.Text) }

// Text returns any text in the form to be written.
func (v Veil) Text(text string) string { return v.hide(text, Redact, defang.Text) }

// Piece is like Text, for a piece of a text. See [RedactPiece].
func (v Veil) Piece(text string, begin, end bool) string {
	redact := func(text string) string { return RedactPiece(text, begin, end) }
	return v.hide(text, redact, defang.Text)
}

func (v Veil) hide(text string, redact, defang func(string) string) string {
	if v.Redact {
		text = redact(text)
	}
	if v.Defang {
		text = defang(text)
	}
	return text
}

// Part returns a part of a URL in the form to be written. Its passwords must be hidden
// already.
func (v Veil) Part(part rfc1738.Part, text string) string {
	switch {
	case !v.Defang, part == rfc1738.PartScheme:
		return text
	case part == rfc1738.PartHost, part == rfc1738.PartUser:
		return defang.Host(text)
	}
	return defang.Part(text)
}
