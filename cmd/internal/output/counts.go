package output

import (
	"bufio"
	"cmp"
	"slices"
	"strconv"
)

// counts says how often each key occurs.
type counts struct {
	keys map[string]*count
	list []*count // in the order in which they were found first
}

type count struct {
	key string
	n   int
}

func newCounts() *counts { return &counts{keys: map[string]*count{}} }

func (c *counts) add(key []byte) { c.of(key).n++ }

// of returns the count of a key.
func (c *counts) of(key []byte) *count {
	one := c.keys[string(key)]
	if one == nil {
		one = &count{key: string(key)}
		c.keys[one.key] = one
		c.list = append(c.list, one)
	}
	return one
}

// merge adds the counts of what was found after what c counts.
func (c *counts) merge(later *counts) {
	for _, one := range later.list {
		c.of([]byte(one.key)).n += one.n
	}
}

// print writes the most frequent key first, and of two that are equally frequent the one that was found first. In a share it writes
// the keys in the order in which they were found, or whoever merges shares could not know it.
func (c *counts) print(w *bufio.Writer, o *Options) error {
	if !o.Share {
		slices.SortStableFunc(c.list, func(a, b *count) int { return cmp.Compare(b.n, a.n) })
	}
	width := 0
	if o.Align {
		for _, one := range c.list {
			width = max(width, digits(one.n))
		}
	}
	for _, one := range c.list {
		b := w.AvailableBuffer()
		for range width - digits(one.n) {
			b = append(b, ' ')
		}
		if _, err := w.Write(o.Format.Count(o, b, one.key, one.n)); err != nil {
			return err
		}
	}
	return nil
}

// digits returns how many digits a count has.
func digits(n int) int { return len(strconv.Itoa(n)) }
