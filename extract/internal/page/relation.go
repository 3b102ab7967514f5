package page

import (
	"bytes"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

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

// note stores an attribute of a link or a relationship.
func (r *relation) note(name, raw []byte) {
	switch string(bytes.ToLower(localName(name))) {
	case "id":
		r.id = decodedValue(raw)
	case "anchor", "location":
		r.place = decodedValue(raw)
	}
}

// end reports the link whose tag ends. start reports whether that is a start tag.
func (r *relation) end(config *Config, start bool) {
	if r.refer == refersByID && start && r.id != "" && config.Refers != nil {
		config.Refers(r.id, r.place)
	}
	*r = relation{}
}

// places returns the places to which links lead in the target in an attribute, or nil.
func (r *relation) places(in *decode.Input, config *Config, a rawAttribute, name string) []string {
	const enough = 4 << 10
	if r.refer != hasTarget || name != "target" || config.Places == nil || config.Kind != Office {
		return nil
	}
	id := r.id
	if id == "" {
		in.Has(a.size + enough)
		value, _ := attributeIn(in.Buf[a.size:min(len(in.Buf), a.size+enough)], "id")
		id = string(value)
	}
	return config.Places(id)
}
