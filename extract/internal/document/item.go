package document

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

// An Item is a message, appointment or other item of Outlook, with the contents of its
// properties (MS-OXPROPS).
type Item struct {
	// Header is the header of the message, or one made from the properties. It has no
	// blank line at its end.
	Header []byte
	// Texts are the texts of the item. The same text may occur in several formats. RTF is
	// omitted if there is HTML.
	Texts []Part
	// Files are the attachments.
	Files []Part
	// Office reports whether the item is an Office document from before 2007. It has no
	// header and no Texts, but Streams.
	Office  bool
	Streams []Legacy
}

// A Part is a text or a file in a document.
type Part struct {
	// Name is the name of a file, or empty. It comes from the document and must not be
	// trusted.
	Name string
	// Type is the media type, or empty if it is unknown.
	Type string
	// Charset is the charset of a text, or empty.
	Charset string
	// Data is the content. It aliases the document if the content is contiguous there,
	// and is a copy otherwise.
	Data []byte
	// Offset is the offset of Data in the document, in bytes, or -1 if Data is a copy.
	Offset int64
	// Cut reports whether data is missing after Data.
	Cut bool
	// Reader, if not nil, reads the content in place of Data.
	Reader io.Reader
	// Item is an attached message without content of its own, or nil.
	Item *Item
}

// The identifiers of properties.
const (
	propSubject         = 0x0037
	propSubmitTime      = 0x0039
	propHeaders         = 0x007D
	propSenderName      = 0x0C1A
	propSenderAddress   = 0x0C1F
	propDeliveryTime    = 0x0E06
	propBody            = 0x1000
	propRTF             = 0x1009
	propHTML            = 0x1013
	propMessageID       = 0x1035
	propAttachData      = 0x3701
	propAttachName      = 0x3704
	propAttachLongName  = 0x3707
	propAttachPath      = 0x370D
	propAttachType      = 0x370E
	propInternetCharset = 0x3FDE
	propCharset         = 0x3FFD
	propSenderSMTP      = 0x5D01
)

// The types of properties.
const (
	typeShort   = 0x0002
	typeLong    = 0x0003
	typeObject  = 0x000D
	typeString8 = 0x001E
	typeUnicode = 0x001F
	typeTime    = 0x0040
	typeBinary  = 0x0102
	typeMany    = 0x1000 // several values
)

// A property is a value of an Item, or of an attachment.
type property struct {
	id, kind uint16
	data     []byte
	offset   int64 // as in Part
	cut      bool  // as in Part
}

// properties are the properties of one object.
type properties []property

func (all properties) find(id uint16) (property, bool) {
	for _, p := range all {
		if p.id == id {
			return p, true
		}
	}
	return property{}, false
}

// number returns the value of a numeric property, or 0.
func (all properties) number(id uint16) int {
	p, _ := all.find(id)
	if p.kind != typeLong || len(p.data) < 4 {
		return 0
	}
	return int(int32(binary.LittleEndian.Uint32(p.data)))
}

// text returns the value of a text property, or "".
func (all properties) text(id uint16) string {
	p, ok := all.find(id)
	if !ok {
		return ""
	}
	return p.string(all.charset())
}

// charset returns the charset of texts that are not in Unicode.
func (all properties) charset() string {
	if page := all.number(propCharset); page != 1200 {
		return cmp.Or(decode.CodePage(page), western)
	}
	return western
}

func (p property) string(charset string) string {
	switch p.kind {
	case typeUnicode:
		charset = "utf-16le"
	case typeString8:
	default:
		return ""
	}
	return strings.TrimRight(string(decode.Append(nil, charset, p.data)), "\x00")
}

// time returns the value of a time property, which counts units of 100 ns from 1601, or
// the zero Time.
func (all properties) time(id uint16) time.Time {
	p, _ := all.find(id)
	if p.kind != typeTime || len(p.data) < 8 {
		return time.Time{}
	}
	const epoch = 11644473600 // seconds from 1601 to 1970
	ticks := binary.LittleEndian.Uint64(p.data)
	seconds := int64(ticks/1e7) - epoch
	if seconds < -epoch || seconds > 1<<36 || ticks == 0 {
		return time.Time{}
	}
	return time.Unix(seconds, 0).UTC()
}

// item returns an Item with these properties.
func (all properties) item() *Item {
	it := &Item{Header: all.header()}
	html := false
	for _, p := range all {
		switch {
		case p.kind&^typeMany != typeString8 && p.kind&^typeMany != typeUnicode && p.kind != typeBinary:
		case p.id == propBody:
			it.add(p.part("text/plain", all.charset()))
		case p.id == propHTML:
			charset := all.charset()
			if p.kind == typeBinary {
				charset = decode.CodePage(all.number(propInternetCharset))
			}
			it.add(p.part("text/html", charset))
			html = html || len(bytes.TrimRight(p.data, "\x00")) > 0
		case p.id == propHeaders, p.id == propSubject, p.kind == typeBinary:
		case bytes.Contains(bytes.ReplaceAll(p.data, []byte{0}, nil), []byte(":/")):
			it.add(p.part("text/plain", all.charset())) // a link in a text that was not wanted
		}
	}
	if p, ok := all.find(propRTF); ok && !html && p.kind == typeBinary {
		it.add(Part{Type: "text/rtf", Data: decompressRTF(p.data), Offset: -1, Cut: p.cut})
	}
	return it
}

func (it *Item) add(p Part) {
	if len(p.Data) > 0 {
		it.Texts = append(it.Texts, p)
	}
}

// part returns a property as a text.
func (p property) part(mediaType, charset string) Part {
	t := Part{Type: mediaType, Data: p.data, Offset: p.offset, Charset: charset, Cut: p.cut}
	if p.kind&^typeMany == typeUnicode {
		t.Charset = "utf-16le"
		t.Data = t.Data[:len(t.Data)&^1]
		for len(t.Data) > 1 && t.Data[len(t.Data)-1] == 0 && t.Data[len(t.Data)-2] == 0 {
			t.Data = t.Data[:len(t.Data)-2]
		}
		return t
	}
	t.Data = bytes.TrimRight(t.Data, "\x00")
	return t
}

// header returns the header of the message, or one made from its properties.
func (all properties) header() []byte {
	if header := strings.TrimSpace(all.text(propHeaders)); header != "" {
		return []byte(header + "\n")
	}
	var b bytes.Buffer
	field := func(name, value string) {
		value = strings.Join(strings.Fields(value), " ")
		if value != "" {
			fmt.Fprintf(&b, "%s: %s\n", name, value)
		}
	}
	address := cmp.Or(all.text(propSenderSMTP), all.text(propSenderAddress))
	from := all.text(propSenderName)
	if strings.Contains(address, "@") && address != from {
		from += " <" + address + ">"
	}
	field("From", from)
	field("Subject", all.text(propSubject))
	if date := cmp.Or(all.time(propSubmitTime), all.time(propDeliveryTime)); !date.IsZero() {
		field("Date", date.Format(time.RFC1123Z))
	}
	field("Message-ID", all.text(propMessageID))
	return b.Bytes()
}

// file returns an attachment with these properties, without its content.
func (all properties) file() Part {
	return Part{Name: cmp.Or(all.text(propAttachLongName), all.text(propAttachName)),
		Type: strings.ToLower(all.text(propAttachType)), Offset: -1}
}
