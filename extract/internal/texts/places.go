package texts

import (
	"slices"

	"github.com/urlsift/urlsift/extract/internal/page"
	"github.com/urlsift/urlsift/extract/internal/unpack"
)

// places holds the places in link targets of parts of Office documents, by the path of
// the part and the id of the target in its relationships. A part is read before its
// relationships.
type places struct {
	of   map[string]map[string][]string
	size int // the number of bytes in it
}

// maxPlaces is the maximum number of bytes in places. Further links get no place.
const maxPlaces = 4 << 20

// link makes a page report the places of the part at a path, or look them up if the page
// contains its relationships.
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

// add adds the place of a link, once for each target and place.
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
