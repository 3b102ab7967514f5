package rfc1738

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Scheme is a scheme that a [Grammar] adds to those of section 5 (section 4). Its URLs
// have the syntax of genericurl.
type Scheme struct {
	// Name is the scheme's name, in upper or lower case.
	Name string
	// Opaque reports whether package scan looks for the scheme in bare text without "//"
	// too, as it does for mailto.
	Opaque bool

	port int // the default port, or 0
	// the reserved characters of the scheme: an escape of one is not the character (2.2)
	reserved string
	means    func(URL) []Step // or nil
	rule     Rule             // the production named in an error after the last part
}

// isHTTP reports whether s has the syntax of httpurl.
func (s *Scheme) isHTTP() bool { return s == schemeHTTP || s == schemeHTTPS }

// The predefined schemes. Their productions are methods of cursor, which readURL calls.
// Their reserved characters are those that sections 3.2 to 3.11 name. Those of user and
// password are in 3.1, and are the same for all schemes.
var (
	schemeFTP    = &Scheme{Name: "ftp", port: 21, reserved: "/;", means: meansFTP, rule: RuleFtpurl}
	schemeHTTP   = &Scheme{Name: "http", port: 80, reserved: "/;?", means: meansHTTP, rule: RuleHttpurl}
	schemeHTTPS  = &Scheme{Name: "https", port: 443, reserved: "/;?", means: meansHTTP, rule: RuleHttpurl}
	schemeGopher = &Scheme{Name: "gopher", port: 70, means: meansGopher, rule: RuleGopherurl}
	schemeMailto = &Scheme{Name: "mailto", means: meansMailto, rule: RuleEncoded822addr}
	schemeNews   = &Scheme{Name: "news", port: 119, reserved: "@", means: meansNews, rule: RuleGrouppart}
	schemeNNTP   = &Scheme{Name: "nntp", port: 119, reserved: "/", means: meansNNTP, rule: RuleNntpurl}
	schemeTelnet = &Scheme{Name: "telnet", port: 23, reserved: reserved, means: meansTelnet,
		rule: RuleTelneturl}
	schemeWAIS     = &Scheme{Name: "wais", port: 210, reserved: reserved, means: meansWAIS, rule: RuleWaisurl}
	schemeFile     = &Scheme{Name: "file", reserved: "/;", means: meansFile, rule: RuleFileurl}
	schemeProspero = &Scheme{Name: "prospero", port: 1525, reserved: ";=", means: meansProspero,
		rule: RuleProsperourl}
)

// predefined holds the schemes of section 3 and https, the most frequent ones first.
var predefined = [...]*Scheme{
	schemeHTTP, schemeHTTPS, schemeFTP, schemeMailto, schemeNews, schemeGopher, schemeTelnet, schemeNNTP,
	schemeFile, schemeWAIS, schemeProspero,
}

// otherPorts holds the default ports of schemes that the RFC names but does not define.
var otherPorts = map[string]string{
	"nfs": "2049", "tn3270": "23", "z39.50": "210", "z39.50r": "210", "z39.50s": "210", "snews": "563",
}

func defaultPort(s *Scheme, name string) string {
	switch {
	case s == nil:
		return otherPorts[name]
	case s.port == 0:
		return ""
	}
	return fmt.Sprint(s.port)
}

// A Grammar is section 5 together with registered schemes. The zero Grammar has no
// registered schemes. After the last call of [Grammar.Register], several goroutines may
// use a Grammar at once.
type Grammar struct {
	registered map[string]*Scheme
}

// Register adds a scheme to the Grammar. It returns an error, and adds nothing, in these
// cases: the name is not a scheme name (2.1), has no letter, or is longer than 64 bytes;
// section 5 or the Grammar already defines the name.
func (g *Grammar) Register(s Scheme) error {
	name := s.Name
	s.Name = lowerASCII(name)
	switch {
	case strings.Trim(s.Name, lowalpha+digit+"+-.") != "":
		return fmt.Errorf(`rfc1738: %q is not the name of a scheme: use letters, digits, "+", "-" and "."`,
			name)
	case len(name) > maxScheme:
		return fmt.Errorf("rfc1738: scheme %.20q... is longer than %d bytes", name, maxScheme)
	case strings.Trim(s.Name, digit+"+-.") == "":
		return fmt.Errorf("rfc1738: scheme %q has no letter", name)
	case g.lookup(s.Name) != nil:
		return fmt.Errorf("rfc1738: scheme %s is defined already", name)
	}
	if g.registered == nil {
		g.registered = map[string]*Scheme{}
	}
	s.reserved, s.rule = reserved, RuleXchar
	g.registered[s.Name] = &s
	return nil
}

// maxScheme is the maximum length in bytes of a registered scheme's name. Package scan
// looks no further to the left.
const maxScheme = 64

// Registered returns the registered schemes, sorted by name. The names are in lower case.
func (g *Grammar) Registered() []Scheme {
	var list []Scheme
	for _, name := range slices.Sorted(maps.Keys(g.registered)) {
		list = append(list, *g.registered[name])
	}
	return list
}

// lookup returns the scheme with this name, in any case, or nil.
func (g *Grammar) lookup(name string) *Scheme {
	for _, s := range predefined {
		if len(s.Name) == len(name) && s.Name[0] == name[0]|0x20 && strings.EqualFold(s.Name, name) {
			return s
		}
	}
	return g.registered[strings.ToLower(name)]
}
