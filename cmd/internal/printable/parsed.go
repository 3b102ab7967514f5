package printable

import "github.com/urlsift/urlsift/rfc1738"

// RedactParsed returns a URL and the results of parsing it without its passwords. Offsets
// refer to the returned text. An error that would show a byte of a password shows "*".
// The zero URL stays zero.
func RedactParsed(text string, u rfc1738.URL, deviations []rfc1738.Deviation, e *rfc1738.Error) (string,
	rfc1738.URL, []rfc1738.Deviation, *rfc1738.Error) {
	masks := Passwords(text, "")
	if len(masks) == 0 {
		return text, u, deviations, e
	}
	text = WithoutMasks(text, masks)
	if u != (rfc1738.URL{}) {
		u, _, _ = rfc1738.ParseLenient(text, nil)
	}
	shifted := make([]rfc1738.Deviation, len(deviations))
	for i, d := range deviations {
		d.Offset, _ = ShiftMasked(masks, d.Offset)
		shifted[i] = d
	}
	if e != nil {
		hidden, masked := *e, false
		if hidden.Offset, masked = ShiftMasked(masks, e.Offset); masked {
			hidden.Byte = '*'
		}
		e = &hidden
	}
	return text, u, shifted, e
}

// RedactError returns the error of a text without its passwords, like RedactParsed.
func RedactError(text string, e *rfc1738.Error) *rfc1738.Error {
	_, _, _, e = RedactParsed(text, rfc1738.URL{}, nil, e)
	return e
}
