package urljson

import (
	"strconv"
	"time"

	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/extract/archive"
)

// appendSource appends a source as a JSON object. If it is relative, the number of its message is left out, and message is where
// it belongs; otherwise that is -1. The veil is that of its header.
func appendSource(b []byte, s *archive.Source, veil printable.Veil, relative bool) (object []byte, message int) {
	message = -1
	b = AppendString(append(b, `{"file":`...), printable.Name(s.File))
	b = appendText(b, "member", printable.Name(s.Member))
	if m := s.Message; m != nil {
		b = append(b, `,"message":`...)
		if message = len(b); !relative {
			b, message = strconv.AppendInt(b, int64(m.Number), 10), -1
		}
		b = strconv.AppendInt(append(b, `,"message_offset":`...), m.Offset, 10)
	}
	b = appendText(b, "part", s.Part)
	b = appendText(b, "header", s.Header)
	if m := s.Message; m != nil {
		subject, from := veil.Text(m.Subject()), veil.Text(m.From())
		b = appendText(b, "message_id", m.ID())
		if date, field := m.Dated(); !date.IsZero() {
			b = appendText(b, "date", date.Format(time.RFC3339))
			if field != "Date" {
				b = appendText(b, "date_field", field)
			}
		}
		b = appendText(b, "subject", subject)
		b = appendText(b, "from", from)
		b = appendText(b, "newsgroups", m.Newsgroups())
	}
	return append(b, '}'), message
}

// appendText appends a name and a text, unless that is empty.
func appendText(b []byte, name, text string) []byte {
	if text == "" {
		return b
	}
	return AppendString(append(append(append(b, `,"`...), name...), `":`...), text)
}
