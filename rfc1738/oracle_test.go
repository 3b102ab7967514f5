package rfc1738

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/urlsift/urlsift/corpus"
	"github.com/urlsift/urlsift/internal/octet"
)

// The oracle reads section 5 in the form of the RFC, and builds a finite automaton of it.
// So it knows for any text which of its prefixes are URLs, and which can still become
// one. It shares no code with the parser.
type oracle struct {
	productions map[string]string
	states      []state
	starts      map[string]*place // by scheme, "" for otherurl
	places      map[string]*place
}

// A place is the set of states that a text may have led to, by number, with the next
// place for each byte once that is known.
type place struct {
	states  []int
	accepts bool
	then    [256]*place
}

// A state of the automaton: on a byte of set go to next, or go on to any of free. A state
// with neither accepts.
type state struct {
	set  *octet.Set
	next int
	free []int
}

var theOracle = sync.OnceValue(func() *oracle {
	o := &oracle{productions: productions(), starts: map[string]*place{}, places: map[string]*place{}}
	// RFC 2818
	o.productions["httpsurl"] = strings.Replace(o.productions["httpurl"], `"http://"`, `"https://"`, 1)
	accept := o.state(state{})
	fragment := o.expression(`[ "#" *xchar ]`)(accept)
	for _, s := range predefined {
		o.starts[s.Name] = o.place([]int{o.expression(s.Name + "url")(fragment)})
	}
	o.starts[""] = o.place([]int{o.expression("genericurl")(fragment)})
	return o
})

// productions returns the right sides of the productions of section 5, by the names on
// the left.
func productions() map[string]string {
	right, name := map[string]string{}, ""
	for line := range strings.Lines(corpus.Section5()) {
		line = strings.TrimSuffix(line, "\n")
		if i := strings.Index(line, " ; "); i > 0 {
			line = line[:i] // a comment; the literal ";" has no blanks around it inside its quotes
		}
		left, rest, ok := strings.Cut(line, " = ")
		switch {
		case ok && !strings.HasPrefix(line, " ") && !strings.HasPrefix(line, ";"):
			name = strings.TrimSpace(left)
			right[name] = rest
		case strings.HasPrefix(line, "      ") && name != "":
			right[name] += " " + strings.TrimSpace(line)
		default:
			name = ""
		}
	}
	return right
}

func (o *oracle) state(s state) int {
	o.states = append(o.states, s)
	return len(o.states) - 1
}

// A node builds the states that read its text and then go on at next. It returns the
// first state.
type node func(next int) int

// expression parses the right side of a production: alternatives of sequences of
// elements.
func (o *oracle) expression(text string) node {
	p := &bnf{oracle: o, tokens: tokens(text)}
	n := p.alternatives()
	if len(p.tokens) > 0 {
		panic(fmt.Sprintf("%q: %q left over", text, p.tokens))
	}
	return n
}

// tokens splits the right side of a production into literals, names and signs.
func tokens(text string) []string {
	var list []string
	for {
		text = strings.TrimLeft(text, " ")
		if text == "" {
			return list
		}
		n := 1
		switch {
		case strings.HasPrefix(text, `<">`):
			n = 3
		case text[0] == '"':
			n = strings.IndexByte(text[1:], '"') + 2
		case strings.HasPrefix(text, "1*"):
			n = 2
		case strings.IndexByte("[]|*/", text[0]) >= 0:
		default:
			n = len(text) - len(strings.TrimLeft(text, alphadigit+"-+_"))
		}
		list = append(list, text[:n])
		text = text[n:]
	}
}

type bnf struct {
	*oracle
	tokens []string
}

func (p *bnf) take() string {
	t := p.tokens[0]
	p.tokens = p.tokens[1:]
	return t
}

func (p *bnf) next() string {
	if len(p.tokens) == 0 {
		return ""
	}
	return p.tokens[0]
}

func (p *bnf) alternatives() node {
	list := []node{p.elements()}
	for p.next() == "|" {
		p.take()
		list = append(list, p.elements())
	}
	return func(next int) int {
		var free []int
		for _, n := range list {
			free = append(free, n(next))
		}
		return p.state(state{free: free})
	}
}

func (p *bnf) elements() node {
	var list []node
	for p.next() != "" && p.next() != "|" && p.next() != "]" {
		list = append(list, p.element())
	}
	return func(next int) int {
		for _, n := range slices.Backward(list) {
			next = n(next)
		}
		return next
	}
}

func (p *bnf) element() node {
	switch t := p.take(); {
	case t == "[":
		inner := p.alternatives()
		p.take()
		return func(next int) int { return p.state(state{free: []int{inner(next), next}}) }
	case t == "*" || t == "1*":
		var inner node
		if p.next() == "[" { // brackets enclose repeated elements too
			p.take()
			inner = p.alternatives()
			p.take()
		} else {
			inner = p.element()
		}
		return func(next int) int {
			loop := p.state(state{})
			first := inner(loop)
			p.states[loop].free = []int{first, next}
			if t == "1*" {
				return first
			}
			return loop
		}
	case t == `<">`:
		return p.literal(`"`)
	case t == "/": // the bare / of gopherurl
		return p.literal("/")
	case t[0] == '"':
		return p.literal(strings.Trim(t, `"`))
	default:
		right, ok := p.productions[t]
		if !ok {
			panic(fmt.Sprintf("no production %q", t))
		}
		return p.expression(right)
	}
}

// literal reads text. judge has changed the scheme to lower case.
func (p *bnf) literal(text string) node {
	return func(next int) int {
		for i := len(text) - 1; i >= 0; i-- {
			next = p.state(state{set: octet.SetOf(text[i : i+1]), next: next})
		}
		return next
	}
}

// place returns the place of all states that can be reached from list without a byte.
func (o *oracle) place(list []int) *place {
	seen := map[int]bool{}
	var walk func(int)
	walk = func(s int) {
		if !seen[s] {
			seen[s] = true
			for _, f := range o.states[s].free {
				walk(f)
			}
		}
	}
	for _, s := range list {
		walk(s)
	}
	p := &place{states: slices.Sorted(maps.Keys(seen))}
	key := fmt.Sprint(p.states)
	if known, ok := o.places[key]; ok {
		return known
	}
	p.accepts = slices.ContainsFunc(p.states,
		func(s int) bool { return o.states[s].set == nil && o.states[s].free == nil })
	o.places[key] = p
	return p
}

// after returns the place after b at p.
func (o *oracle) after(p *place, b byte) *place {
	if p.then[b] == nil {
		var list []int
		for _, s := range p.states {
			if set := o.states[s].set; set != nil && set[b] {
				list = append(list, o.states[s].next)
			}
		}
		p.then[b] = o.place(list)
	}
	return p.then[b]
}

// judge returns the length of the longest URL at the beginning of text, or -1, and the
// length of the longest prefix of text that is also a prefix of a URL.
func (o *oracle) judge(text string) (longest, viable int) {
	longest = -1
	colon := strings.IndexByte(text, ':')
	p, ok := o.starts[strings.ToLower(text[:max(colon, 0)])]
	if !ok {
		p = o.starts[""]
	}
	for i := 0; ; i++ {
		if p.accepts {
			longest = i
		}
		if i == len(text) {
			return longest, i
		}
		b := text[i]
		if i < colon || colon < 0 {
			// the scheme production has only lower case; interpreters ignore case
			b = strings.ToLower(text[i : i+1])[0]
		}
		if p = o.after(p, b); len(p.states) == 0 {
			return longest, i
		}
	}
}
