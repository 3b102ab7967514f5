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
