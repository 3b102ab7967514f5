package mail

import (
	"strings"
	"time"

	"github.com/urlsift/urlsift/extract/internal/mailbox"
	"github.com/urlsift/urlsift/internal/octet"
)

// A Message describes a message by its header. It may be kept, and used by several
// goroutines at once. Each call of a method reads the header.
type Message struct {
	// Number is the number of the message in its input or member, from 1.
	Number int
	// Offset is the offset in bytes at which the message begins there, including a "From
	// " line or the like.
	Offset int64
	// Header holds the fields that the methods read. Only the readers of this module can
	// set it.
	Header mailbox.Fields
}

// ID returns the Message-ID, without brackets.
func (m *Message) ID() string {
	id := m.Header.Value(mailbox.FieldID)
	if i := strings.IndexByte(id, '<'); i >= 0 {
		id = id[i+1:]
		if i := strings.IndexByte(id, '>'); i >= 0 {
			id = id[:i]
		}
	}
	for i := 0; i < len(id); i++ {
		if mayBeSpace[id[i]] {
			return strings.Join(strings.Fields(id), "")
		}
	}
	return id
}

// mayBeSpace has the bytes with which white space begins, also outside ASCII.
var mayBeSpace = octet.Outside(octet.Spaces)

// Date returns the date when the message was written, or else sent or received. It is the
// zero Time if the header has none. See [Message.Dated].
func (m *Message) Date() time.Time {
	date, _ := m.Dated()
	return date
}

// Dated returns the date of the message and the name of its field: the first of Date,
// Posted, X-Original-Date, Injection-Date, NNTP-Posting-Date, X-Google-ArrivalTime,
// X-OriginalArrivalTime, Date-Received, Delivery-Date and Received with a date, or else
// "From " for the line before a message. The name is Date also for the dates of A News
// and web archives. If there is no date, Dated returns the zero Time.
func (m *Message) Dated() (date time.Time, field string) {
	for i, name := range mailbox.DateFields {
		if date = mailbox.ParseDate(m.Header.Value(mailbox.FieldDate+i),
			m.Header.Value(mailbox.FieldCharset)); !date.IsZero() {
			return date, name
		}
	}
	from := mailbox.FromDate([]byte(m.Header.Value(mailbox.FieldEnvelope)))
	if date = mailbox.ParseMark(string(from)); !date.IsZero() {
		return date, "From "
	}
	return time.Time{}, ""
}

// Subject returns the decoded Subject, on one line.
func (m *Message) Subject() string { return m.Header.Decoded(mailbox.FieldSubject) }

// From returns the decoded From field, on one line.
func (m *Message) From() string { return m.Header.Decoded(mailbox.FieldFrom) }

// Newsgroups returns the list of newsgroups unchanged, on one line.
func (m *Message) Newsgroups() string { return m.Header.Decoded(mailbox.FieldNewsgroups) }
