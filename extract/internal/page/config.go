package page

// A Config configures a Reader.
type Config struct {
	Kind Kind
	// All includes texts that cannot contain a URL.
	All bool
	// Relative includes relative links, on pages with a base element, or on all pages if
	// Base is set.
	Relative bool
	Base     string
	// Shown includes the visible text of links.
	Shown bool
	// Refers is called for each link in an Office part that refers to its target by an
	// id, with the place in the target, or an empty one. Places returns the places in the
	// target with an id.
	Refers func(id, place string)
	Places func(id string) []string
	// Names includes the names of namespaces, vocabularies and document types, which look
	// like URLs.
	Names bool
	// Keep is how far back spans are known: the number of bytes before the end of what was
	// read of a text.
	Keep int64
}

// longest returns the length in bytes to which attributes are cut. It grows with Keep, so
// that a cut value is still longer than any URL that the caller can use.
func (c *Config) longest() int { return max(128<<10, int(c.Keep)) }
