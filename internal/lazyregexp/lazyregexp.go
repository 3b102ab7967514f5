// Package lazyregexp compiles regular expressions when they are first used. A program
// that uses few of many starts faster.
package lazyregexp

import (
	"regexp"
	"sync"
)

// A Regexp is a regular expression. Its methods are those of [regexp.Regexp].
type Regexp struct{ compiled func() *regexp.Regexp }

// New returns the Regexp of expr, whose first use panics if it cannot be parsed.
func New(expr string) *Regexp {
	return &Regexp{sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })}
}

func (r *Regexp) Match(b []byte) bool              { return r.compiled().Match(b) }
func (r *Regexp) Find(b []byte) []byte             { return r.compiled().Find(b) }
func (r *Regexp) FindIndex(b []byte) []int         { return r.compiled().FindIndex(b) }
func (r *Regexp) FindAll(b []byte, n int) [][]byte { return r.compiled().FindAll(b, n) }
func (r *Regexp) FindSubmatch(b []byte) [][]byte   { return r.compiled().FindSubmatch(b) }
func (r *Regexp) FindSubmatchIndex(b []byte) []int { return r.compiled().FindSubmatchIndex(b) }
func (r *Regexp) FindAllSubmatchIndex(b []byte, n int) [][]int {
	return r.compiled().FindAllSubmatchIndex(b, n)
}
