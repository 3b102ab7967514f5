package texts

import (
	"slices"

	"github.com/urlsift/urlsift/extract/internal/page"
	"github.com/urlsift/urlsift/extract/internal/unpack"
)

// places holds the places within the targets of links, such as the "a" of "#a", in the
// parts of Office documents. A part names a target by an id, and its relationships, which
// are read later, have the URL of each id.
type places struct {
	// the places by the path of the part and the id of the target
	of   map[string]map[string][]string
	size int // the number of bytes in it
}

// maxPlaces is the maximum number of bytes in places. Further links get no place.
const maxPlaces = 4 << 20

// link configures the page for the part at a path. The page reports the places of the
// part. If the part holds the relationships of another part, the page looks up the places
// of that one.
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
