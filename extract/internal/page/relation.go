package page

import "bytes"

// A relation is the state of a Reader in an Office tag by which one part of a document
// refers to a target in another part, by an id.
type relation struct {
	refer referring
	id    string // of the target
	place string // in the target
}

// A referring is the kind of reference in a tag.
type referring uint8

const (
	refersByID referring = iota + 1 // a link
	hasTarget                       // a relationship
)

var refersTo = map[string]referring{"hyperlink": refersByID, "relationship": hasTarget}

// noteReference stores an attribute of a link or a relationship.
func (m *Reader) noteReference(name, raw []byte) {
	switch string(bytes.ToLower(localName(name))) {
	case "id":
		m.id = decoded(raw)
	case "anchor", "location":
		m.place = decoded(raw)
	}
}

// endReference reports the link whose tag ends.
func (m *Reader) endReference() {
	if m.refer == refersByID && m.tag && m.id != "" && m.config.Refers != nil {
		m.config.Refers(m.id, m.place)
	}
	m.relation = relation{}
}

// places returns the places to which links lead in the target in an attribute, or nil.
func (m *Reader) places(a rawAttribute, name string) []string {
	const enough = 4 << 10
	if m.refer != hasTarget || name != "target" || m.config.Places == nil || m.config.Kind != Office {
		return nil
	}
	id := m.id
	if id == "" {
		m.Has(a.size + enough)
		value, _ := attributeIn(m.Buf[a.size:min(len(m.Buf), a.size+enough)], "id")
		id = string(value)
	}
	return m.config.Places(id)
}

// placed adds a target once for each of the places in it. A target with a fragment has
// none.
func (m *Reader) placed(places []string, name string, at int, raw []byte) {
	if bytes.IndexByte(raw, '#') >= 0 {
		places = []string{""}
	}
	for _, place := range places {
		n := len(m.attributes)
		m.value(name, at, raw, m.isLink(name, raw))
		if len(m.attributes) > n && place != "" {
			one := &m.attributes[n]
			one.Lump(int64(len(raw)), 0, 1+len(place))
			one.Out = append(append(one.Out, '#'), place...)
		}
	}
}

// decoded returns a value with its character references decoded.
func decoded(raw []byte) string {
	var one attribute
	one.decode(&Reader{}, 0, raw)
	return string(one.Out)
}
