package mail

import (
	"strings"
	"time"
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

// Date is when the message was written, by its Date field or else by its "From " line. It is the zero Time if neither
// tells.
func (m *Message) Date() time.Time {
	if t := parseDate(m.field(fieldDate)); !t.IsZero() {
		return t
	}
	return parseDate(string(fromDate([]byte(m.field(fieldEnvelope)))))
}

// Subject is the decoded Subject, on one line.
func (m *Message) Subject() string { return decodeField(m.field(fieldSubject)) }

// From is the decoded From field, on one line.
func (m *Message) From() string { return decodeField(m.field(fieldFrom)) }

// Newsgroups is the list of newsgroups as it stands there.
func (m *Message) Newsgroups() string { return decodeField(m.field(fieldNewsgroups)) }
