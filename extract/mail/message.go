package mail

import (
	"strings"
	"time"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/internal/mailbox"
)

// A Message tells of a message what its header says. It stays valid.
type Message struct {
	// Number is the message's place in the stream, from 1.
	Number int
	// Offset is where it begins in the stream, with its "From " line or the like.
	Offset int64

	raw    string // the values of its fields as they stand there, one after the other
	fields [fieldCount]struct{ start, end int32 }
}

// The fields that are read. A Message has the first.
const (
	fieldID = iota
	fieldDate
	fieldSubject
	fieldFrom
	fieldNewsgroups
	fieldPosted // when it was written or came, as are the next ones
	fieldOriginalDate
	fieldInjectionDate
	fieldPostingDate
	fieldGoogleTime
	fieldArrivalTime
	fieldDateReceived
	fieldDeliveryDate
	fieldReceived
	fieldEnvelope // the "From " line, which is no field
	fieldCount

	fieldType = iota
	fieldEncoding
	fieldLength
	fieldDisposition
	fieldCoding // of HTTP, as are the next ones
	fieldTransfer
	fieldRecordID
	fieldRecordDate
	fieldTarget
	otherField
)

func (m *Message) field(i int) string {
	f := m.fields[i]
	return strings.TrimSpace(m.raw[f.start:f.end])
}

// ID is the Message-ID, without brackets.
func (m *Message) ID() string {
	id := m.field(fieldID)
	if i := strings.IndexByte(id, '<'); i >= 0 {
		id = id[i+1:]
		if i := strings.IndexByte(id, '>'); i >= 0 {
			id = id[:i]
		}
	}
	return strings.Join(strings.Fields(id), "")
}

// Date is when the message was written, or else sent or received. It is the zero Time if nothing tells. See [Message.Dated].
func (m *Message) Date() time.Time {
	date, _ := m.Dated()
	return date
}

// dateFields are the fields that tell the date, in the order in which they are believed: when the message was written, when it was
// sent, when it was received. Of several of one name the first counts.
var dateFields = [...]namedKind{
	{"Date", fieldDate}, {"Posted", fieldPosted}, {"X-Original-Date", fieldOriginalDate},
	{"Injection-Date", fieldInjectionDate}, {"NNTP-Posting-Date", fieldPostingDate},
	{"X-Google-ArrivalTime", fieldGoogleTime}, {"X-OriginalArrivalTime", fieldArrivalTime}, {"Date-Received", fieldDateReceived},
	{"Delivery-Date", fieldDeliveryDate}, {"Received", fieldReceived},
}

// Dated returns the date of the message and the name of the field that tells it: the first of Date, Posted, X-Original-Date,
// Injection-Date, NNTP-Posting-Date, X-Google-ArrivalTime, X-OriginalArrivalTime, Date-Received, Delivery-Date and Received that has a
// date, or else "From " for the line before a message. Date stands also for what A News and web archives have in its place. If
// nothing tells the date, it is the zero Time.
func (m *Message) Dated() (date time.Time, field string) {
	for _, f := range dateFields {
		if date = mailbox.ParseDate(m.field(f.kind)); !date.IsZero() {
			return date, f.name
		}
	}
	if date = mailbox.ParseMark(string(mailbox.FromDate([]byte(m.field(fieldEnvelope))))); !date.IsZero() {
		return date, "From "
	}
	return time.Time{}, ""
}

// Subject is the decoded Subject, on one line.
func (m *Message) Subject() string { return decode.Field(m.field(fieldSubject)) }

// From is the decoded From field, on one line.
func (m *Message) From() string { return decode.Field(m.field(fieldFrom)) }

// Newsgroups is the list of newsgroups as it stands there.
func (m *Message) Newsgroups() string { return decode.Field(m.field(fieldNewsgroups)) }
