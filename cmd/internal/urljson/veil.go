package urljson

import (
	"github.com/urlsift/urlsift/cmd/internal/redact"
	"github.com/urlsift/urlsift/extract/defang"
	"github.com/urlsift/urlsift/rfc1738"
)

// A veil says what is hidden in what is written: passwords, or what makes a URL a link.
type veil struct{ redact, defang bool }

// url returns a URL as it is written.
func (v veil) url(url string) string {
	if v.redact {
		url = redact.URL(url)
	}
	if v.defang {
		url = defang.URL(url)
	}
	return url
}

// written returns a place without a scheme as it is written.
func (v veil) written(place string) string {
	if v.redact {
		place = redact.URL(place)
	}
	if v.defang {
		place = defang.Text(place)
	}
	return place
}

// text returns any text as it is written.
func (v veil) text(text string) string {
	if v.redact {
		text = redact.Text(text)
	}
	if v.defang {
		text = defang.Text(text)
	}
	return text
}

// part returns a part of a URL as it is written. Its passwords are hidden already.
func (v veil) part(part rfc1738.Part, text string) string {
	switch {
	case !v.defang, part == rfc1738.PartScheme:
		return text
	case part == rfc1738.PartHost, part == rfc1738.PartUser:
		return defang.Host(text)
	}
	return defang.Part(text)
}

// A Veil hides passwords, or what makes a URL a link, in single values, as an Encoder with the same fields does.
type Veil struct{ Redact, Defang bool }

func (v Veil) veil() veil { return veil{v.Redact, v.Defang} }

// URL returns a URL as it is written.
func (v Veil) URL(url string) string { return v.veil().url(url) }

// Written returns a place without a scheme as it is written.
func (v Veil) Written(place string) string { return v.veil().written(place) }

// Text returns any text as it is written.
func (v Veil) Text(text string) string { return v.veil().text(text) }

// Part returns a part of a URL as it is written. Its passwords are to be hidden already.
func (v Veil) Part(part rfc1738.Part, text string) string { return v.veil().part(part, text) }
