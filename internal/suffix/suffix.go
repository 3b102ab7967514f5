// Package suffix finds the public suffix of a host, under which anybody can register a
// name: "com", "co.uk" or "github.io".
//
// It has the rules of the Public Suffix List (https://publicsuffix.org/) that
// golang.org/x/net/publicsuffix has, and returns the same suffixes. It does not allocate,
// and unlike that package it does not link net/http into a program.
package suffix

import (
	_ "embed"
	"strings"
	"sync"
)

// After an update of golang.org/x/net, "go generate" writes rules.txt anew. See
// generate_test.go.
//
//go:generate go test -run TestRulesAreThoseOfTheList -update

// rules has the rules as the list has them, one a line. Labels outside ASCII are in
// Punycode.
//
//go:embed rules.txt
var rules string

// Flags of names.
const (
	isRule      = 1 << iota // it is a public suffix
	isWildcard              // it is one with any label before it
	isException             // it is none, although a wildcard matches it
	isPrivate               // its rule or wildcard is of the list's private part
	isInner                 // there may be rules for names that end in it
)

// names has the flags of the names for which there is a rule, a wildcard or an exception,
// and of those that end such a name after a dot. The rule "*.kawasaki.jp" makes
// "kawasaki.jp" and "jp" names.
var names = sync.OnceValue(func() map[string]uint8 {
	names, part := make(map[string]uint8, 12<<10), uint8(0)
	for line := range strings.Lines(rules) {
		name, flags := strings.TrimSuffix(line, "\n"), isRule|part
		switch {
		case name == "// ===BEGIN PRIVATE DOMAINS===":
			part = isPrivate
			continue
		case name == "", name[0] == '/':
			continue
		case name[0] == '*':
			name, flags = name[len("*."):], isWildcard|isInner|part
		case name[0] == '!':
			name, flags = name[len("!"):], isException|part
		}
		names[name] |= flags
		for _, name, inner := strings.Cut(name, "."); inner && names[name]&isInner == 0; {
			names[name] |= isInner
			_, name, inner = strings.Cut(name, ".")
		}
	}
	return names
})

// Find returns the length of the public suffix of a host, and reports whether that is
// managed by ICANN: it is not if its rule is of the list's private part, or if the list
// does not have the top-level domain. A host that no rule matches has its last label as
// suffix. The host must be a name in ASCII and in lower case.
func Find[T string | []byte](host T) (length int, icann bool) {
	names, above := names(), uint8(0)
	for end := len(host); end > 0; {
		start := end
		for start > 0 && host[start-1] != '.' {
			start--
		}
		name := names[string(host[start:])]
		switch {
		case name&isException != 0:
			return len(host) - end - len("."), above&isPrivate == 0
		case name&isRule != 0:
			length, icann = len(host)-start, name&isPrivate == 0
		case above&isWildcard != 0:
			length, icann = len(host)-start, above&isPrivate == 0
		case length == 0:
			length, icann = len(host)-start, name != 0
		}
		if name&isInner == 0 {
			break
		}
		above, end = name, start-len(".")
	}
	return length, icann
}

// topLevels holds the top-level domains. It needs a tenth of the time and memory of names.
var topLevels = sync.OnceValue(func() map[string]bool {
	set, last := make(map[string]bool, 2<<10), ""
	for line := range strings.Lines(rules) {
		name := strings.TrimSuffix(line, "\n")
		if name = name[strings.LastIndexByte(name, '.')+1:]; name != last && name != "" && line[0] != '/' {
			set[name], last = true, name
		}
	}
	return set
})

// IsTopLevel reports whether a name, in ASCII and in lower case, is a top-level domain of
// the list.
func IsTopLevel[T string | []byte](name T) bool { return topLevels()[string(name)] }

// Domain returns the registrable domain of a host, which is its public suffix and the
// label before that, or the whole host if it is a public suffix or has an empty label.
// The host must be a name in ASCII and in lower case.
func Domain(host string) string {
	length, _ := Find(host)
	name := len(host) - length - len(".")
	if name <= 0 || host[len(host)-1] == '.' || host[0] == '.' || strings.Contains(host, "..") {
		return host
	}
	return host[strings.LastIndexByte(host[:name], '.')+1:]
}
