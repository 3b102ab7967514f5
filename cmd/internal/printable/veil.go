package printable

import (
	"github.com/urlsift/urlsift/extract/defang"
	"github.com/urlsift/urlsift/rfc1738"
)

// A Veil hides passwords, or what makes a URL a link, in single values, as an Encoder with the same fields does.
type Veil struct{ Redact, Defang bool }

// URL returns a URL as it is written.
func (v Veil) URL(url string) string {
	if v.Redact {
		url = RedactURL(url)
	}
	if v.Defang {
		url = defang.URL(url)
	}
	return url
}

// Written returns a place without a scheme as it is written.
func (v Veil) Written(place string) string {
	if v.Redact {
		place = RedactURL(place)
	}
	if v.Defang {
		place = defang.Text(place)
	}
	return place
}

// Text returns any text as it is written.
func (v Veil) Text(text string) string {
	if v.Redact {
		text = Redact(text)
	}
	if v.Defang {
		text = defang.Text(text)
	}
	return text
}

// Part returns a part of a URL as it is written. Its passwords are to be hidden already.
func (v Veil) Part(part rfc1738.Part, text string) string {
	switch {
	case !v.Defang, part == rfc1738.PartScheme:
		return text
	case part == rfc1738.PartHost, part == rfc1738.PartUser:
		return defang.Host(text)
	}
	return defang.Part(text)
}
