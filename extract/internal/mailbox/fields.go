package mailbox

import (
	"strings"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

// Fields holds the values of the header fields that describe a message.
type Fields struct {
	Text   string // the unchanged values, one after the other
	Values [FieldCount]struct{ Start, End int32 }
}

// The fields of Fields. The first of [DateFields] is FieldDate, and the others follow it.
const (
	FieldID = iota
	FieldSubject
	FieldFrom
	FieldNewsgroups
	FieldEnvelope // the "From " line, not a field
	FieldCharset  // the charset of the body, not a field either
	FieldDate

	FieldCount    = FieldDate + len(DateFields)
	FieldReceived = FieldCount - 1
)

// DateFields are the fields with a date, in order of precedence: when the message was
// written, when it was sent, when it was received. The first of several fields with one
// name is used.
var DateFields = [...]string{
	"Date", "Posted", "X-Original-Date", "Injection-Date", "NNTP-Posting-Date", "X-Google-ArrivalTime",
	"X-OriginalArrivalTime", "Date-Received", "Delivery-Date", "Received",
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
