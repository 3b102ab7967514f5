package rfc1738

import "strings"

// What a byte is to a sketch.
const (
	skimXchar  = 1 << iota // uchar, "/", or what hsegment, fsegment and search have as well
	skimHost               // can stand in a host
	skimSecond             // "-", "." and the digits: cannot stand behind one of
	skimFirst              // "-" and "."
)

var skimClass = func() (class [256]uint8) {
	for chars, bits := range map[string]uint8{
		uchar + "/:@&=":   skimXchar,
		alphadigit + "-.": skimHost,
		digit + "-.":      skimSecond,
		"-.":              skimFirst,
	} {
		for _, b := range []byte(chars) {
			class[b] |= bits
		}
	}
	return class
}()

// Skim tells quickly of most URLs that people write whether they are strict, which is that [Parse] accepts them, or only
// tolerated, which is that [Lenient] does. Where known is false it cannot tell, and one of these has to. It allocates nothing.
//
// It reads http, https, ftp and gopher URLs with a hostname, a port of digits, a path of uchars and a fragment.
func Skim(text string) (strict, known bool) {
	var s sketch
	if !s.read(text) {
		return false, false
	}
	return s.tildes == 0, true
}

// A sketch is what a quick look sees of a URL: where its parts stand.
type sketch struct {
	text   string
	scheme *skimmable
	host   int // the index after it
	port   int // after it and its ":"
	// The indexes of the "/", "?" and "#" that come first, and of the end for those that do not come.
	path, search, fragment int
	tildes                 int // how many there are, which is all that a sketch tolerates
}

// A skimmable is a scheme that a sketch can be made of.
type skimmable struct {
	prefix string
	scheme *Scheme
	rule   Rule // what reads its path
}

var (
	skimmableHTTP   = &skimmable{"http://", schemeHTTP, ruleHsegment}
	skimmableHTTPS  = &skimmable{"https://", schemeHTTPS, ruleHsegment}
	skimmableFTP    = &skimmable{"ftp://", schemeFTP, ruleFsegment}
	skimmableGopher = &skimmable{"gopher://", schemeGopher, ruleSelector}
)

// read makes a sketch of text. It is false where only the grammar can tell.
func (s *sketch) read(text string) bool {
	switch {
	case len(text) > 7 && text[:7] == "http://":
		s.scheme = skimmableHTTP
	case len(text) > 8 && text[:8] == "https://":
		s.scheme = skimmableHTTPS
	case len(text) > 6 && text[:6] == "ftp://":
		s.scheme = skimmableFTP
	case len(text) > 9 && text[:9] == "gopher://":
		s.scheme = skimmableGopher
	default:
		return false
	}
	s.text = text
	return s.readHost() && s.readPort() && s.readPath()
}

// readHost reads a hostname. Each label begins with a letter, which only the last one must, and has no two hyphens in a row: so
// a look at each pair of characters is enough.
func (s *sketch) readHost() bool {
	text, pos := s.text, len(s.scheme.prefix)
	before, wrong := uint8(skimFirst), uint8(0) // skimFirst>>1 == skimSecond
	for ; pos < len(text); pos++ {
		class := skimClass[text[pos]]
		if class&skimHost == 0 {
			break
		}
		wrong |= before >> 1 & class & skimSecond // no branch, which nobody could foretell
		before = class
	}
	s.host = pos
	return wrong == 0 && before&skimFirst == 0
}

func (s *sketch) readPort() bool {
	text, pos := s.text, s.host
	if s.port = pos; pos == len(text) || text[pos] != ':' {
		return true
	}
	for pos++; pos < len(text) && digitSet[text[pos]]; pos++ {
	}
	s.port = pos
	return pos > s.host+1
}

// readPath reads what stands behind a host.
func (s *sketch) readPath() bool {
	text, pos := s.text, s.port
	s.path, s.search, s.fragment = pos, len(text), len(text)
	if pos < len(text) && text[pos] != '/' && text[pos] != '#' {
		return false
	}
	for ; ; pos++ {
		for pos < len(text) && skimClass[text[pos]]&skimXchar != 0 {
			pos++
		}
		if pos == len(text) {
			return true
		}
		inFragment := s.fragment < len(text)
		switch b := text[pos]; {
		case b == '~':
			s.tildes++
		case b == '%' && pos+2 < len(text) && hexSet[text[pos+1]] && hexSet[text[pos+2]] && s.scheme != skimmableGopher:
			pos += 2
		case b == '#' && !inFragment:
			s.fragment = pos
			s.search = min(s.search, pos)
		case b == '?' && s.scheme.scheme.isHTTP() && !inFragment && s.search == len(text):
			s.search = pos
			if search, _, _ := strings.Cut(text[pos:], "#"); strings.IndexByte(search, '/') >= 0 {
				return false
			}
		case b == '?' && s.scheme == skimmableGopher && !inFragment:
		default:
			return false
		}
	}
}

// parts notes the parts in the URL, and appends what deviates in it.
func (s *sketch) parts(u *URL, deviations []Deviation) []Deviation {
	add := func(p Part, start, end int) {
		u.parts[u.n] = span{p, uint32(start), uint32(end)}
		u.n++
	}
	host, path := len(s.scheme.prefix), s.path+1
	add(PartScheme, 0, host-len("://"))
	add(PartHost, host, s.host)
	if s.port > s.host {
		add(PartPort, s.host+1, s.port)
	}
	switch {
	case path > s.search:
	case s.scheme != skimmableGopher:
		add(PartPath, path, s.search)
	case path < s.search:
		add(PartGtype, path, path+1)
		add(PartSelector, path+1, s.search)
	}
	if s.search < s.fragment {
		add(PartSearch, s.search+1, s.fragment)
	}
	if s.fragment < len(s.text) {
		add(PartFragment, s.fragment+1, len(s.text))
	}
	if s.tildes > 0 {
		deviations = s.deviations(deviations)
	}
	return deviations
}

// deviations appends the tildes.
func (s *sketch) deviations(list []Deviation) []Deviation {
	for i, b := range []byte(s.text) {
		if b != '~' {
			continue
		}
		r := s.scheme.rule
		switch {
		case i > s.fragment:
			r = ruleFragment
		case i > s.search:
			r = ruleSearch
		case r == ruleSelector && i == s.path+1:
			r = ruleGtype
		}
		list = append(list, Deviation{KindTilde, i, r, kinds[KindTilde].section, kinds[KindTilde].legalSince})
	}
	return list
}
