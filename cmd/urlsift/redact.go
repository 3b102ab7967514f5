package main

import (
	"github.com/urlsift/urlsift/cmd/internal/redact"
	"github.com/urlsift/urlsift/rfc1738"
)

// redacted is what is told of a URL without its passwords: the offsets are those in what is left.
func redacted(text []byte, u rfc1738.URL, deviations []rfc1738.Deviation, e *rfc1738.Error) ([]byte, rfc1738.URL, []rfc1738.Deviation, *rfc1738.Error) {
	masks := redact.Passwords(text, "")
	if len(masks) == 0 {
		return text, u, deviations, e
	}
	text = redact.Without(text, masks)
	if u != (rfc1738.URL{}) {
		u, _, _ = rfc1738.Lenient(string(text), nil)
	}
	shifted := make([]rfc1738.Deviation, len(deviations))
	for i, d := range deviations {
		d.Offset, _ = redact.Shift(masks, d.Offset)
		shifted[i] = d
	}
	return text, u, shifted, redactedError(e, masks)
}

// redactedError is an error that does not tell a byte of a password.
func redactedError(e *rfc1738.Error, masks []redact.Mask) *rfc1738.Error {
	if e == nil {
		return nil
	}
	told, masked := *e, false
	if told.Offset, masked = redact.Shift(masks, e.Offset); masked {
		told.Byte = '*'
	}
	return &told
}
