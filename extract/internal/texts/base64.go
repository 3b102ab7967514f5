package texts

import (
	"bytes"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

// A base64Body is a body in base64. It returns the lines after the base64 to the body.
type base64Body struct {
	decode.Base64
	body       *body
	settled    bool      // settle was called
	pushedBack lineState // the state after the lines that were returned to the body
	open       bool      // it may be cut: it has no padding, and the multipart around it is not closed
}

func (b *base64Body) Next() []byte {
	text := b.Base64.Next()
	if b.Ended && !b.settled {
		b.settle()
	}
	return text
}

// settle decides whether base64 that has ended is cut. If something follows the part, at
// most its padding is missing.
func (b *base64Body) settle() {
	b.settled = true
	if b.Unpadded && b.body.lines.stop != atEnd && !b.body.lines.isUnclosed() {
		b.Cut = false
	}
	if !b.Cut && !b.Padded && b.body.returned > 0 && b.body.lines.isUnclosed() {
		b.open, b.Cut = true, true
	}
	if b.Footer {
		b.pushedBack = b.body.lines.state()
		b.body.back(len(b.Buf))
		b.Buf = nil
		b.Cut = b.Cut || b.body.lines.foreign(b.Width) > 0
	}
}

// problem describes the error of truncated base64.
func (b *base64Body) problem() string {
	if b.open {
		return "multipart ends without its closing boundary, in base64"
	}
	return "base64 is cut"
}

// foreign returns the length of the foreign lines inside base64, whose lines have the
// given width: the lines before the next whole line of base64. It returns 0 if there are
// none, or if only a footer follows.
func (l *lines) foreign(width int) int {
	const most = 4
	for at, n := 0, 0; n <= most; n++ {
		line := l.src.Line(at)
		switch {
		case len(line) == 0, bytes.HasPrefix(line, []byte("--")), bytes.HasPrefix(line, []byte("From ")):
			return 0
		case decode.IsWholeLine(line, width):
			return at
		}
		at += len(line)
	}
	return 0
}
