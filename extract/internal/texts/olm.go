package texts

import (
	"bytes"
	"encoding/xml"
	"io"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/internal/mailbox"
	"github.com/urlsift/urlsift/extract/internal/page"
)

// isOLM reports whether h is XML from an archive of Outlook for Mac, with messages,
// appointments or the like. Their text is escaped.
func isOLM(h decode.Head) bool {
	h = h.First(4 << 10).AfterBlanks()
	return (h.Starts("<?xml") || h.Starts("<email")) && h.Contains("<OPF")
}

// An olmMessage holds the elements of a message.
type olmMessage struct {
	start   int64  // its offset, or 0 for elements outside of messages
	element string // the element that began last
	from    string
	texts   []olmText
}

// An olmText is the text of an element, with its offsets.
type olmText struct {
	element    string
	start, end int64
}

// olmFields maps elements to header fields.
var olmFields = map[string]int{
	"OPFMessageCopySubject": mailbox.FieldSubject, "OPFMessageCopyMessageID": mailbox.FieldID,
	"OPFMessageCopySentTime": mailbox.FieldDate, "OPFMessageCopyReceivedTime": mailbox.FieldReceived,
}

// olm reads messages of an archive of Outlook for Mac.
func (w *walker) olm(b []byte, at int64) (more bool, err error) {
	d := xml.NewDecoder(bytes.NewReader(b))
	d.Strict = false
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	m := &olmMessage{}
	for {
		start := d.InputOffset()
		t, err := d.RawToken()
		switch t := t.(type) {
		case nil:
			if err == io.EOF {
				err = nil
			}
			return w.olmItem(m, b, at), err
		case xml.StartElement:
			if t.Name.Local == "email" {
				m = &olmMessage{start: start}
			}
			m.begin(t)
		case xml.CharData:
			if len(bytes.TrimSpace(t)) > 0 {
				m.texts = append(m.texts, olmText{m.element, start, d.InputOffset()})
			}
		case xml.EndElement:
			if t.Name.Local != "email" {
				continue
			}
			if !w.olmItem(m, b, at) {
				return false, nil
			}
			m = &olmMessage{}
		}
	}
}

// begin begins an element. The address of a sender is an element within the element of
// the sender.
func (m *olmMessage) begin(t xml.StartElement) {
	if t.Name.Local != "emailAddress" {
		m.element = t.Name.Local
		return
	}
	if m.element != "OPFMessageCopyFromAddresses" &&
		(m.element != "OPFMessageCopySenderAddress" || m.from != "") {
		return
	}
	name, address := "", ""
	for _, a := range t.Attr {
		switch a.Name.Local {
		case "OPFContactEmailAddressName":
			name = a.Value
		case "OPFContactEmailAddressAddress":
			address = a.Value
		}
	}
	if m.from = address; name != "" && name != address {
		m.from = name + " <" + address + ">"
	}
}

// olmItem yields the texts of a message, after its complete header, or texts outside of
// messages.
func (w *walker) olmItem(m *olmMessage, b []byte, at int64) bool {
	stages := make([]*decode.Value, len(m.texts))
	for i, t := range m.texts {
		stages[i] = unescape(b[t.start:t.end], at+t.start, &w.src, '&', page.DecodeEntity)
	}
	if m.start > 0 {
		w.begin()
		defer w.endMessage()
		w.message.Offset, _ = w.src.Span(at+m.start, at+m.start)
		w.keep(w.message, mailbox.FieldFrom, []byte(m.from))
		for i, t := range m.texts {
			if field, ok := olmFields[t.element]; ok {
				w.keep(w.message, field, stages[i].Out)
			}
		}
		w.headed()
	}
	for i, t := range m.texts {
		if !w.olmText(t.element, stages[i]) {
			return false
		}
	}
	return true
}

// olmText yields the text of an element.
func (w *walker) olmText(element string, v *decode.Value) bool {
	if element == "OPFMessageCopySubject" {
		return !w.mayHold([]byte("Subject"), v.Out) || w.field("Subject", v, false)
	}
	mediaType := "text/plain"
	if element == "OPFMessageCopyHTMLBody" || page.IsHTML(decode.Whole(v.Out)) {
		mediaType = "text/html"
	} else if element != "OPFMessageCopyBody" && !w.mayHold(nil, v.Out) {
		return true
	}
	return w.sameMessage(v, func(in *walker) bool { return in.leaf(ofType(mediaType, "utf-8")) })
}
