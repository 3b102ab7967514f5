package main

import (
	"errors"
	"io/fs"
	"strconv"

	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/cmd/internal/urljson"
	"github.com/urlsift/urlsift/extract/archive"
	"github.com/urlsift/urlsift/extract/mail"
)

// appendLetter appends a dead letter: what could not be read, where, and why, as a JSON object and a line feed. If it is
// relative, the number of its message counts from the beginning of a part, and is left out: message says where it belongs.
func appendLetter(b []byte, e *archive.Error, relative bool) (line []byte, message blank) {
	message = blank{at: -1}
	b = urljson.AppendString(append(b, `{"file":`...), printable.Name(e.File))
	if e.Member != "" {
		b = urljson.AppendString(append(b, `,"member":`...), printable.Name(e.Member))
	}
	if e.Message > 0 {
		b = append(b, `,"message":`...)
		if relative {
			message = blank{len(b), e.Message}
		} else {
			b = strconv.AppendInt(b, int64(e.Message), 10)
		}
	}
	if e.Part != "" {
		b = urljson.AppendString(append(b, `,"part":`...), e.Part)
	}
	if e.Offset >= 0 {
		b = strconv.AppendInt(append(b, `,"offset":`...), e.Offset, 10)
	}
	b = urljson.AppendString(append(b, `,"reason":`...), reason(e))
	return append(b, "}\n"...), message
}

// reason returns why something cannot be read, without what other keys of a dead letter say.
func reason(e *archive.Error) string {
	var inMail *mail.Error
	var inPath *fs.PathError
	switch {
	case errors.As(e.Err, &inMail):
		return inMail.Problem
	case e.Offset < 0 && errors.As(e.Err, &inPath):
		return inPath.Err.Error()
	}
	return e.Err.Error()
}
