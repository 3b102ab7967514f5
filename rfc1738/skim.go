package rfc1738

import "strings"

// The classes of bytes in a sketch.
const (
	skimXchar  = 1 << iota // uchar, "/", or what hsegment, fsegment and search have as well
	skimHost               // can stand in a host
	skimSecond             // "-", "." and the digits: cannot stand after one of skimFirst
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

// Skim is a fast test for the most common URLs. If known is true, [Lenient] accepts text, and strict reports whether [Parse] does
// too. If known is false, Skim cannot tell, and the caller must call Parse or Lenient. Skim does not allocate.
//
// Skim knows http, https, ftp and gopher URLs in lower case that have a hostname, optionally a port, path, search and fragment,
// and no deviation but "~".
func Skim(text string) (strict, known bool) {
	var s sketch
	if !s.read(text) {
		return false, false
	}
	return s.tildes == 0, true
}

// SetSkimmed sets u to the URL that [Lenient] returns for text, appends the deviations to a slice, and returns that. Skim must know
// the text, and strict must be what it reported, since SetSkimmed finds the parts by the characters between them and checks nothing.
// If host is not 0, it must be the index after the host, in a text without "?" and "#". The URL shares the memory of text.
func (u *URL) SetSkimmed(text string, host int, strict bool, deviations []Deviation) []Deviation {
	s := sketch{text: text}
	s.readScheme()
	s.locate(host)
	s.setParts(u)
	if strict {
		return deviations
	}
	return s.deviations(deviations)
}

// A sketch is the result of one pass over a common URL: the offsets of its parts.
type sketch struct {
	text   string
	scheme *skimmable
	host   int // the index after the host
	port   int // the index after the port, or after the host if there is no port
	// The indexes of the "/" of the path, the "?" of the search and the "#" of the fragment. An absent search or fragment begins
	// at the end.
	path, search, fragment int
	tildes                 int // the number of "~", the only deviation in a sketch
}

// A skimmable is a scheme whose URLs can be sketched.
type skimmable struct {
	prefix string
	scheme *Scheme
	rule   Rule // the production that reads its path
}

var (
	skimmableHTTP   = &skimmable{"http://", schemeHTTP, ruleHsegment}
	skimmableHTTPS  = &skimmable{"https://", schemeHTTPS, ruleHsegment}
	skimmableFTP    = &skimmable{"ftp://", schemeFTP, ruleFsegment}
	skimmableGopher = &skimmable{"gopher://", schemeGopher, ruleSelector}
)

// read makes a sketch of text. It returns false if text must be read by the productions.
func (s *sketch) read(text string) bool {
	s.text = text
	return s.readScheme() && s.readHost() && s.readPort() && s.readPath()
}

func (s *sketch) readScheme() bool {
	switch text := s.text; {
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
	return true
}

// readHost reads a hostname in which a letter follows each "." and "-". Section 5 allows other names too, but these can be
// checked by pairs of characters.
func (s *sketch) readHost() bool {
	text, pos := s.text, len(s.scheme.prefix)
	before, wrong := uint8(skimFirst), uint8(0) // skimFirst>>1 == skimSecond
	for ; pos < len(text); pos++ {
		class := skimClass[text[pos]]
		if class&skimHost == 0 {
			break
		}
		wrong |= before >> 1 & class & skimSecond // without a branch, which could not be predicted
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

// readPath reads the text after host and port.
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
		case b == '?' && (s.scheme == skimmableGopher || inFragment):
		default:
			return false
		}
	}
}

// locate sets what read sets after the scheme, for a text that read accepts. host is as in SetSkimmed.
func (s *sketch) locate(host int) {
	text := s.text
	s.host, s.path, s.port, s.search, s.fragment = host, host, host, len(text), len(text)
	if host > 0 && (host == len(text) || text[host] == '/') {
		return
	}
	start := len(s.scheme.prefix)
	s.fragment = indexOr(text, start, len(text), '#')
	s.path = indexOr(text, start, s.fragment, '/')
	s.port, s.host = s.path, indexOr(text, start, s.path, ':')
	if s.search = s.fragment; s.scheme.scheme.isHTTP() {
		s.search = indexOr(text, s.path, s.fragment, '?')
	}
}

// indexOr returns the index of the first b in text[start:end], or end.
func indexOr(text string, start, end int, b byte) int {
	if i := strings.IndexByte(text[start:end], b); i >= 0 {
		return start + i
	}
	return end
}

// setParts sets u to the URL.
func (s *sketch) setParts(u *URL) {
	u.text, u.scheme, u.n = s.text, s.scheme.scheme, 0
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
	clear(u.parts[u.n:])
}

// deviations appends a deviation for each tilde to list.
func (s *sketch) deviations(list []Deviation) []Deviation {
	for i := s.path; ; i++ {
		n := strings.IndexByte(s.text[i:], '~')
		if n < 0 {
			return list
		}
		i += n
		r := s.scheme.rule
		switch {
		case i > s.fragment:
			r = ruleFragment
		case i > s.search:
			r = ruleSearch
		case r == ruleSelector && i == s.path+1:
			r = ruleGtype
		}
		list = append(list, Deviation{Offset: i, Kind: KindTilde, Rule: r, LegalSince: kinds[KindTilde].legalSince})
	}
}
