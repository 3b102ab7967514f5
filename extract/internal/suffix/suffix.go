// Package suffix finds the public suffix of a host, under which anybody can register a name: "com", "co.uk" or "github.io".
//
// It has the rules of the Public Suffix List (https://publicsuffix.org/) that golang.org/x/net/publicsuffix has, and returns the same
// suffixes. It does not allocate, and unlike that package it does not link net/http into a program.
package suffix

import (
	_ "embed"
	"iter"
	"strings"
)

// After an update of golang.org/x/net, "go generate" writes rules.txt and index anew. See generate_test.go.
//
//go:generate go test -run TestFilesAreOfTheList -update

// rules has the rules as the list has them, one a line. Labels outside ASCII are in Punycode.
//
//go:embed rules.txt
var rules string

// index is a hash table of names, with linear probing: those for which there is a rule, a wildcard or an exception, and those that end
// such a name after a dot. The rule "*.kawasaki.jp" makes "kawasaki.jp" and "jp" names. A slot of the table is a number of 4 bytes, the
// least significant first: 0 if it is free, or else, from its least significant bit,
//
//   - the offset of a line in rules, or of a label in it, from which the rest of the line is the name,
//   - flags, and
//   - the lowest bits of the hash of the name, so that few names are compared in vain.
//
//go:embed index
var index string

const (
	offsetBits = 18
	hashShift  = offsetBits + 5 // of the bits of the hash in a slot
	indexBits  = 14             // of the number of a slot
)

// Flags of names.
const (
	isRule      = 1 << (offsetBits + iota) // it is a public suffix
	isWildcard                             // it is one with any label before it
	isException                            // it is none, although a wildcard matches it
	isPrivate                              // its rule or wildcard is of the list's private part
	isInner                                // there may be rules for names that end in it
)

// The hash of a name is FNV-1a, from its last byte to its first.
const noHash uint32 = 2166136261

func addHash(hash uint32, b byte) uint32 { return (hash ^ uint32(b)) * 16777619 }

// Find returns the length of the public suffix of a host, and reports whether that is managed by ICANN: it is not if its rule is of the
// list's private part, or if the list does not have the top-level domain. A host that no rule matches has its last label as suffix.
// The host must be a name in ASCII and in lower case.
func Find[T string | []byte](host T) (length int, icann bool) {
	hash, above := noHash, uint32(0)
	for end := len(host); end > 0; {
		start := end
		for start > 0 && host[start-1] != '.' {
			start--
			hash = addHash(hash, host[start])
		}
		name := lookup(host[start:], hash)
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
		hash, above, end = addHash(hash, '.'), name, start-len(".")
	}
	return length, icann
}

// TopLevels returns an iterator over the top-level domains of the list, some more than once.
func TopLevels() iter.Seq[string] {
	return func(yield func(string) bool) {
		last := ""
		for rule := range strings.Lines(rules) {
			name := strings.TrimSuffix(rule, "\n")
			name = name[strings.LastIndexByte(name, '.')+1:]
			if name != last && !strings.HasPrefix(rule, "//") && !yield(name) {
				return
			}
			last = name
		}
	}
}

// lookup returns the slot of a name, or 0.
func lookup[T string | []byte](name T, hash uint32) uint32 {
	for i := hash >> (32 - indexBits); ; i = (i + 1) % (1 << indexBits) {
		s := index[4*i:]
		slot := uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
		if slot == 0 {
			return 0
		}
		if line := rules[slot%(1<<offsetBits):]; slot>>hashShift == hash%(1<<(32-hashShift)) &&
			len(name) < len(line) && line[len(name)] == '\n' && line[:len(name)] == string(name) {
			return slot
		}
	}
}

// Domain returns the registrable domain of a host, which is its public suffix and the label before that. It reports false if the host
// is a public suffix or has an empty label. The host must be a name in ASCII and in lower case.
func Domain(host string) (string, bool) {
	length, _ := Find(host)
	name := len(host) - length - len(".")
	if name <= 0 || host[len(host)-1] == '.' || host[0] == '.' || strings.Contains(host, "..") {
		return "", false
	}
	return host[strings.LastIndexByte(host[:name], '.')+1:], true
}
