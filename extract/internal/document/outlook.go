package document

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/richardlehane/mscfb"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

// compoundMagic is the beginning of a compound file (MS-CFB section 2.2).
const compoundMagic = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

// IsCompound reports whether a document that begins with head is a compound file, the
// format of Outlook and of older versions of Office.
func IsCompound(head decode.Head) bool { return head.Starts(compoundMagic) }

// A NotOutlook is the error for a compound file that is not a message: the media type of
// the file.
type NotOutlook string

func (e NotOutlook) Error() string { return "not a message of Outlook: " + string(e) }

// compoundTypes are the media types of compound files that are not read, by a stream or
// storage that they contain. For all others the media type is that of file(1).
var compoundTypes = []struct{ stream, mediaType string }{
	{"VisioDocument", "application/vnd.visio"}, {"Quill", "application/vnd.ms-publisher"},
	{"Props9", "application/vnd.ms-project"}, {"Props12", "application/vnd.ms-project"},
	{"Props14", "application/vnd.ms-project"}, {"Props", "application/vnd.ms-project"},
	{"MatOST", "application/vnd.ms-works"}, {"HwpSummaryInformation", "application/x-hwp"},
	{"PP40", "application/vnd.ms-powerpoint"}, {"", "application/x-ole-storage"},
}

// Names of streams and storages in a message (MS-OXMSG section 2).
const (
	msgProperties = "__properties_version1.0"
	msgStream     = "__substg1.0_"
	msgAttachment = "__attach_version1.0_"
	msgNested     = msgStream + "3701000D"
)

// Lengths of the header before the properties in a stream of properties.
const (
	msgHeadTop      = 32
	msgHeadNested   = 24
	msgHeadAttached = 8
	msgEntry        = 16
)

// maxNestedItems is the maximum depth of nested messages.
const maxNestedItems = 20

// Outlook returns the message in a compound file (MS-OXMSG), or the streams of an Office
// document from before 2007. With an error it returns the readable contents, except with
// [ErrEncrypted] and [NotOutlook], with which it returns nil. The texts of a message have
// no offset.
func Outlook(b []byte) (item *Item, err error) {
	defer func() {
		if p := recover(); p != nil { // the library may panic for malformed files
			item, err = &Item{}, fmt.Errorf("damaged compound file: %v", p)
		}
	}()
	file, err := mscfb.New(bytes.NewReader(b))
	if err != nil {
		return &Item{}, fmt.Errorf("damaged compound file: %w", err)
	}
	m := msg{order: file.File, storages: map[string][]*mscfb.File{}, left: int64(len(b))}
	for _, f := range file.File {
		if strings.EqualFold(f.Name, "EncryptedPackage") || strings.EqualFold(f.Name, "EncryptionInfo") {
			return nil, ErrEncrypted
		}
		folder := strings.Join(append([]string{""}, f.Path...), "/")
		m.storages[folder] = append(m.storages[folder], f)
	}
	if !m.has("", msgProperties) {
		item = &Item{Office: true, Streams: m.streams(), Files: m.packages()}
		if len(item.Streams)+len(item.Files) > 0 {
			return item, m.err
		}
		for _, t := range compoundTypes {
			if t.stream == "" || m.has("", t.stream) {
				return nil, NotOutlook(t.mediaType)
			}
		}
	}
	item = m.item("", msgHeadTop, 0)
	return item, m.err
}

// A msg is the message being read.
type msg struct {
	order    []*mscfb.File            // as in the file
	storages map[string][]*mscfb.File // by the path of their parent, each of whose names has a "/" before it
	left     int64                    // bytes that all streams may still have, initially the size of the file
	err      error                    // the first
}

func (m *msg) has(folder, name string) bool {
	return slices.ContainsFunc(m.storages[folder], func(f *mscfb.File) bool { return f.Name == name })
}

// item returns the message in a storage.
func (m *msg) item(folder string, head, depth int) *Item {
	it := m.properties(folder, head).item()
	for _, f := range m.storages[folder] {
		if strings.HasPrefix(f.Name, msgAttachment) {
			m.attachment(it, folder+"/"+f.Name, depth)
		}
	}
	return it
}

// attachment adds an attachment to a message.
func (m *msg) attachment(it *Item, folder string, depth int) {
	props := m.properties(folder, msgHeadAttached)
	file := props.file()
	if p, ok := props.find(propAttachPath); ok { // a file that is not included
		it.Files = append(it.Files, p.part("text/plain", props.charset()))
	}
	if p, ok := props.find(propAttachData); ok && p.kind == typeBinary && len(p.data) > 0 {
		file.Data = p.data
		it.Files = append(it.Files, file)
	}
	if !m.has(folder, msgNested) {
		return
	}
	if depth >= maxNestedItems {
		m.fail(fmt.Errorf("messages are nested deeper than %d", maxNestedItems))
		return
	}
	nested := folder + "/" + msgNested
	if m.has(nested, msgProperties) {
		file.Item = m.item(nested, msgHeadNested, depth+1)
		it.Files = append(it.Files, file)
	}
}

func (m *msg) fail(err error) { m.err = cmp.Or(m.err, err) }

// properties returns the properties in a storage. Properties of fixed length are in one
// stream; each other property has its own.
func (m *msg) properties(folder string, head int) properties {
	var all properties
	for _, f := range m.storages[folder] {
		if f.Name == msgProperties {
			all = append(all, fixedProperties(m.read(f), head)...)
			continue
		}
		tag, ok := strings.CutPrefix(f.Name, msgStream)
		if !ok || len(tag) < 8 {
			continue
		}
		n, err := strconv.ParseUint(tag[:8], 16, 32)
		if err != nil || n&0xFFFF == typeObject {
			continue
		}
		if p := (property{id: uint16(n >> 16), kind: uint16(n), offset: -1}); wanted(p) {
			p.data = m.read(f)
			all = append(all, p)
		}
	}
	return all
}

// wanted reports whether a property is read: a text, or one of a few others.
func wanted(p property) bool {
	switch p.kind &^ typeMany {
	case typeString8, typeUnicode:
		return true
	case typeBinary:
		return p.id == propHTML || p.id == propRTF || p.id == propAttachData
	}
	return false
}

// fixedProperties reads the stream of the properties of fixed length.
func fixedProperties(b []byte, head int) properties {
	var all properties
	for b = b[min(head, len(b)):]; len(b) >= msgEntry; b = b[msgEntry:] {
		tag := binary.LittleEndian.Uint32(b)
		if kind := uint16(tag); kind == typeLong || kind == typeTime {
			all = append(all, property{id: uint16(tag >> 16), kind: kind, data: b[8:msgEntry], offset: -1})
		}
	}
	return all
}

// read returns the readable content of a stream.
func (m *msg) read(f *mscfb.File) []byte {
	if f.Size > m.left {
		m.fail(fmt.Errorf("the stream %q is longer than the file", f.Name))
		return nil
	}
	m.left -= f.Size
	b, err := io.ReadAll(f)
	if err != nil {
		m.fail(fmt.Errorf("the stream %q: %w", f.Name, err))
	}
	return b
}

// streamTexts maps the names of streams with text, in lower case, to their readers.
var streamTexts = map[string]func(*Legacy, func(*LegacyText) bool) error{
	"worddocument": wordTexts, "workbook": bookTexts, "book": bookTexts, "powerpoint document": slideTexts,
}

// tables are the names of streams with the positions of texts in other streams.
var tables = []string{"0Table", "1Table", "Current User"}

// streams returns the streams with text of all documents in the file. If there are two
// versions of a workbook, it returns the later one.
func (m *msg) streams() []Legacy {
	var all []Legacy
	for _, f := range m.order {
		folder := strings.Join(append([]string{""}, f.Path...), "/")
		texts := streamTexts[strings.ToLower(f.Name)]
		if texts == nil || strings.EqualFold(f.Name, "Book") && m.has(folder, "Workbook") {
			continue
		}
		s := Legacy{Name: strings.TrimPrefix(folder+"/"+f.Name, "/"), Data: m.read(f), texts: texts}
		s.beside = map[string][]byte{}
		for _, g := range m.storages[folder] {
			for _, name := range tables {
				if strings.EqualFold(g.Name, name) {
					s.beside[name] = m.read(g)
				}
			}
		}
		all = append(all, s)
	}
	return all
}

// packages returns the embedded documents of Office 2007 and later.
func (m *msg) packages() (all []Part) {
	for _, f := range m.order {
		if f.Name == "Package" || f.Name == "EmbeddedOdf" {
			all = append(all, Part{Name: f.Name, Data: m.read(f), Offset: -1})
		}
	}
	return all
}
