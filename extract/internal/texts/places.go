package texts

import (
	"slices"

	"github.com/urlsift/urlsift/extract/internal/page"
	"github.com/urlsift/urlsift/extract/internal/unpack"
)

// places are the places in the targets of links of parts of Office: by the path of the part,
// and by the id that its relationships know the target by. A part is read before its
// relationships.
type places struct {
	of   map[string]map[string][]string
	size int // how many bytes they have
}

// maxPlaces is how many bytes of places are kept. Links to others have no place.
const maxPlaces = 4 << 20

// link has a page tell of the places of the part at a path, or ask for them if it has
// relationships.
func (p *places) link(config *page.Config, path string) {
	if part := unpack.RelatedPart(path); part != "" {
		known := p.of[part]
		if delete(p.of, part); len(p.of) == 0 {
			p.size = 0
		}
		config.Places = func(id string) []string { return known[id] }
		return
	}
	delete(p.of, path)
	config.Refers = func(id, place string) { p.add(path, id, place) }
}

// add adds the place of a link. Links may lead to several places of a target, each of which
// counts once.
func (p *places) add(path, id, place string) {
	const few = 64
	known := p.of[path][id]
	if len(known) >= few || p.size > maxPlaces || slices.Contains(known, place) {
		return
	}
	if p.of == nil {
		p.of = map[string]map[string][]string{}
	}
	if p.of[path] == nil {
		p.of[path] = map[string][]string{}
	}
	p.of[path][id] = append(known, place)
	p.size += len(path) + len(id) + len(place) + few
}

// name returns the path of a member of the stream.
func (r *Reader) name(member string) string {
	if r.config.Name == nil {
		return member
	}
	return MemberPath(r.config.Name(), member)
}
