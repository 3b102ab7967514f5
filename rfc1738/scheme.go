package rfc1738

import (
	"fmt"
	"strings"
)

// A Scheme is a scheme that has a syntax of its own (section 4).
type Scheme struct {
	// Name is the scheme's name in lower case.
	Name string
	// Port is the default port, or 0.
	Port int
	// Reserved has the characters of ";/?:@=&" whose escapes are not the same as the characters themselves (2.2).
	Reserved string
	// Syntax reads what follows the scheme's ":", as far as it goes, and is false if that is not what the scheme wants.
	// It reads the scheme's own productions with the methods of the [Cursor], each of which is false for more than six
	// parts in all.
	Syntax func(*Cursor) bool
	// Means tells what a URL of the scheme means to its protocol. It may be nil.
	Means func(URL) []Step

	rule rule // the production named in an error after the last part
}

// The predefined schemes. Their productions are methods of the Cursor, called by readURL. Their reserved characters are
// those that sections 3.2 to 3.11 name; within user and password it is 3.1 that names them.
var (
	schemeFTP      = &Scheme{Name: "ftp", Port: 21, Reserved: "/;", Means: meansFTP, rule: ruleFtpurl}
	schemeHTTP     = &Scheme{Name: "http", Port: 80, Reserved: "/;?", Means: meansHTTP, rule: ruleHttpurl}
	schemeGopher   = &Scheme{Name: "gopher", Port: 70, Means: meansGopher, rule: ruleGopherurl}
	schemeMailto   = &Scheme{Name: "mailto", Means: meansMailto, rule: ruleEncoded822addr}
	schemeNews     = &Scheme{Name: "news", Port: 119, Reserved: "@", Means: meansNews, rule: ruleGrouppart}
	schemeNNTP     = &Scheme{Name: "nntp", Port: 119, Reserved: "/", Means: meansNNTP, rule: ruleNntpurl}
	schemeTelnet   = &Scheme{Name: "telnet", Port: 23, Reserved: reserved, Means: meansTelnet, rule: ruleTelneturl}
	schemeWAIS     = &Scheme{Name: "wais", Port: 210, Reserved: reserved, Means: meansWAIS, rule: ruleWaisurl}
	schemeFile     = &Scheme{Name: "file", Reserved: "/;", Means: meansFile, rule: ruleFileurl}
	schemeProspero = &Scheme{Name: "prospero", Port: 1525, Reserved: ";=", Means: meansProspero, rule: ruleProsperourl}
)

// predefined has the schemes of section 3, most used first.
var predefined = [...]*Scheme{
	schemeHTTP, schemeFTP, schemeMailto, schemeNews, schemeGopher, schemeTelnet, schemeNNTP, schemeFile, schemeWAIS, schemeProspero,
}

// otherPorts has default ports of schemes that the RFC names without defining them, and of https.
var otherPorts = map[string]string{
	"https": "443", "nfs": "2049", "tn3270": "23", "z39.50": "210", "z39.50r": "210", "z39.50s": "210", "snews": "563",
}

func defaultPort(s *Scheme, name string) string {
	switch {
	case s == nil:
		return otherPorts[name]
	case s.Port == 0:
		return ""
	}
	return fmt.Sprint(s.Port)
}

// A Grammar is section 5 together with the schemes that were registered with it. The zero Grammar is section 5 as the
// RFC has it. A Grammar may be used by many goroutines once all schemes are registered.
type Grammar struct {
	registered map[string]*Scheme
}

// Register adds a scheme with a syntax of its own. It is an error to register a name twice, or one that section 5
// defines, or that is no scheme's name in lower case.
func (g *Grammar) Register(s Scheme) error {
	if s.Name == "" || strings.Trim(s.Name, lowalpha+digit+"+-.") != "" {
		return fmt.Errorf("rfc1738: %q is no scheme in lower case", s.Name)
	}
	if s.Syntax == nil {
		return fmt.Errorf("rfc1738: scheme %s has no syntax", s.Name)
	}
	if strings.Trim(s.Reserved, reserved) != "" {
		return fmt.Errorf("rfc1738: scheme %s reserves %q, which has others than %s", s.Name, s.Reserved, reserved)
	}
	if g.lookup(s.Name) != nil {
		return fmt.Errorf("rfc1738: scheme %s is defined already", s.Name)
	}
	if g.registered == nil {
		g.registered = map[string]*Scheme{}
	}
	s.rule = ruleCustom
	g.registered[s.Name] = &s
	return nil
}

// lookup finds the scheme of this name, in any case, or nil. The two that most URLs have are compared first.
func (g *Grammar) lookup(name string) *Scheme {
	switch name {
	case "http":
		return schemeHTTP
	case "ftp":
		return schemeFTP
	}
	for _, s := range predefined {
		if len(s.Name) == len(name) && strings.EqualFold(s.Name, name) {
			return s
		}
	}
	if len(g.registered) == 0 {
		return nil
	}
	return g.registered[strings.ToLower(name)]
}

// registeredURL reads what follows the name and ":" of a registered scheme. The syntax is given a cursor of its own, so
// that this one need not be allocated for the schemes that are not registered.
func (c *Cursor) registeredURL() bool {
	own := *c
	ok := own.url.scheme.Syntax(&own)
	*c = own
	return ok
}
