package main

import (
	"strconv"

	"github.com/urlsift/urlsift/cmd/internal/late"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/cmd/internal/urljson"
	"github.com/urlsift/urlsift/extract/sift"
)

// appendLetter appends a dead letter: the unreadable input or part, the place and the
// reason, as a JSON object and a line feed.
func appendLetter(d *late.Draft, e *sift.Error) {
	b := urljson.AppendString(append(d.Text, `{"file":`...), printable.Name(e.File))
	if e.Member != "" {
		b = urljson.AppendString(append(b, `,"member":`...), printable.Name(e.Member))
	}
	if e.Message > 0 {
		d.Text = append(b, `,"message":`...)
		d.AppendMessage(e.Message)
		b = d.Text
	}
	if e.Part != "" {
		b = urljson.AppendString(append(b, `,"part":`...), e.Part)
	}
	if e.Offset >= 0 {
		b = strconv.AppendInt(append(b, `,"offset":`...), e.Offset, 10)
	}
	b = urljson.AppendString(append(b, `,"reason":`...), e.Reason())
	d.Text = append(b, "}\n"...)
}
