package printable

import (
	"strings"

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

// Name returns the name of a file in the form to be written. Only URLs, addresses and
// hosts that begin with "www." in it are links.
func (v Veil) Name(name string) string { return v.hide(name, Redact, defang.Part) }

// ID returns a Message-ID in the form to be written. It stays an identifier, "@" and all,
// unless it contains a URL.
func (v Veil) ID(id string) string {
	v.Defang = v.Defang && strings.Contains(id, "://")
	return v.Name(id)
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
