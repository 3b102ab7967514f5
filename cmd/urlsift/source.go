package main

import (
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/urlsift/urlsift/cmd/internal/redact"
	"github.com/urlsift/urlsift/extract/archive"
)

// appendSourceName appends the name of a source as it is printed before a result.
func appendSourceName(b []byte, s *archive.Source) []byte { return append(b, printable(s.Name())...) }

// appendSourceObject appends a source as a JSON object, and tells where in it the number of the message belongs, or -1 if it is
// there, since it does not come from a later part of a file. What the header says is told without passwords if that is asked for.
func appendSourceObject(b []byte, s *archive.Source, hides, later bool) (object []byte, message int) {
	message = -1
	b = appendString(append(b, `{"file":`...), validName(s.File))
	b = appendText(b, "member", validName(s.Member))
	if m := s.Message; m != nil {
		b = append(b, `,"message":`...)
		if message = len(b); !later {
			b, message = strconv.AppendInt(b, int64(m.Number), 10), -1
		}
		b = strconv.AppendInt(append(b, `,"message_offset":`...), m.Offset, 10)
	}
	b = appendText(b, "part", s.Part)
	b = appendText(b, "header", s.Header)
	if m := s.Message; m != nil {
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
