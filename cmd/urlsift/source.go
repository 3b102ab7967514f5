package main

import (
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/urlsift/urlsift/cmd/internal/redact"
	"github.com/urlsift/urlsift/extract/mail"
)

// A source is where results come from.
type source struct {
	file, member string
	message      *mail.Message // nil outside of messages
	part, header string
	offset       int64 // what to add to the offset of the message
}

// appendName appends the name of a source as it is printed before a result.
func (s *source) appendName(b []byte) []byte {
	b = append(b, printable(s.file)...)
	if s.member != "" {
		b = append(append(b, '!'), printable(s.member)...)
	}
	return b
}

// appendObject appends a source as a JSON object, and tells where in it the number of the message belongs, or -1 if it is
// there. What the header says is told without passwords if that is asked for.
func (s *source) appendObject(b []byte, hides bool) (object []byte, message int) {
	message = -1
	b = appendString(append(b, `{"file":`...), validName(s.file))
	b = appendText(b, "member", validName(s.member))
	if m := s.message; m != nil {
		b = append(b, `,"message":`...)
		if message = len(b); s.offset == 0 {
			b, message = strconv.AppendInt(b, int64(m.Number), 10), -1
		}
		b = strconv.AppendInt(append(b, `,"message_offset":`...), s.offset+m.Offset, 10)
	}
	b = appendText(b, "part", s.part)
	b = appendText(b, "header", s.header)
	if m := s.message; m != nil {
		subject, from := m.Subject(), m.From()
		if hides {
			subject, from = redact.Text(subject), redact.Text(from)
		}
		b = appendText(b, "message_id", m.ID())
		if date := m.Date(); !date.IsZero() {
			b = appendText(b, "date", date.Format(time.RFC3339))
		}
		b = appendText(b, "subject", subject)
		b = appendText(b, "from", from)
		b = appendText(b, "newsgroups", m.Newsgroups())
	}
	return append(b, '}'), message
}

// appendText appends a name and a text, if there is one.
func appendText(b []byte, name, text string) []byte {
	if text == "" {
		return b
	}
	return appendString(append(append(append(b, `,"`...), name...), `":`...), text)
}

// validName gives a file name that JSON and databases can have: one that is not valid UTF-8 as -H prints it.
func validName(name string) string {
	if utf8.ValidString(name) {
		return name
	}
	return printable(name)
}
