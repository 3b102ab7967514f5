package urljson

import (
	"strconv"
	"time"

	"github.com/urlsift/urlsift/cmd/internal/late"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/extract/sift"
)

// appendSource appends ,"source":{...}. The veil is that of its header.
func appendSource(d *late.Draft, s *sift.Source, veil printable.Veil) {
	b := AppendString(append(d.Text, `,"source":{"file":`...), printable.Name(s.File))
	b = appendText(b, "member", printable.Name(s.Member))
	if m := s.Message; m != nil {
		d.Text = append(b, `,"message":`...)
		d.AppendMessage(m.Number)
		b = strconv.AppendInt(append(d.Text, `,"message_offset":`...), m.Offset, 10)
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
	d.Text = append(b, '}')
}

// appendText appends a name and a text, unless that is empty.
func appendText(b []byte, name, text string) []byte {
	if text == "" {
		return b
	}
	return AppendString(append(append(append(b, `,"`...), name...), `":`...), text)
}
