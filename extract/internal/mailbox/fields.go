package mailbox

import (
	"strings"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

// Fields has the values of the fields of a header that a message is described by.
type Fields struct {
	Text   string // the values as they stand there, one after the other
	Values [FieldCount]struct{ Start, End int32 }
}

// The fields of Fields. The first of [DateFields] is FieldDate, and the others follow it.
const (
	FieldID = iota
	FieldSubject
	FieldFrom
	FieldNewsgroups
	FieldEnvelope // the "From " line, which is no field
	FieldCharset  // that of the body, which is no field either
	FieldDate

	FieldCount    = FieldDate + len(DateFields)
	FieldReceived = FieldCount - 1
)

// DateFields are the fields that have the date, in the order in which they are believed: when the message was written, when it was sent,
// when it was received. Of several of one name the first counts.
var DateFields = [...]string{
	"Date", "Posted", "X-Original-Date", "Injection-Date", "NNTP-Posting-Date", "X-Google-ArrivalTime", "X-OriginalArrivalTime",
	"Date-Received", "Delivery-Date", "Received",
}

// Decoded returns the value of a field on one line, decoded.
func (f *Fields) Decoded(field int) string {
	return decode.Field(f.Value(field), f.Value(FieldCharset))
}

// Value returns the value of a field, without the blanks around it.
func (f *Fields) Value(field int) string {
	at := f.Values[field]
	return strings.TrimSpace(f.Text[at.Start:at.End])
}
