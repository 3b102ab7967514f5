package mailbox

import "strings"

// Fields has the values of the fields of a header that a message is described by.
type Fields struct {
	Text   string // the values as they stand there, one after the other
	Values [FieldCount]struct{ Start, End int32 }
}

// The fields of Fields.
const (
	FieldID = iota
	FieldDate
	FieldSubject
	FieldFrom
	FieldNewsgroups
	FieldPosted // when it was written or came, as are the next ones
	FieldOriginalDate
	FieldInjectionDate
	FieldPostingDate
	FieldGoogleTime
	FieldArrivalTime
	FieldDateReceived
	FieldDeliveryDate
	FieldReceived
	FieldEnvelope // the "From " line, which is no field
	FieldCount
)

// A NamedField is one of the fields and its name.
type NamedField struct {
	Name  string
	Field int
}

// DateFields are the fields that have the date, in the order in which they are believed: when the message was written, when it was sent,
// when it was received. Of several of one name the first counts.
var DateFields = [...]NamedField{
	{"Date", FieldDate}, {"Posted", FieldPosted}, {"X-Original-Date", FieldOriginalDate},
	{"Injection-Date", FieldInjectionDate}, {"NNTP-Posting-Date", FieldPostingDate},
	{"X-Google-ArrivalTime", FieldGoogleTime}, {"X-OriginalArrivalTime", FieldArrivalTime}, {"Date-Received", FieldDateReceived},
	{"Delivery-Date", FieldDeliveryDate}, {"Received", FieldReceived},
}

// Value returns the value of a field, without the blanks around it.
func (f *Fields) Value(field int) string {
	at := f.Values[field]
	return strings.TrimSpace(f.Text[at.Start:at.End])
}
