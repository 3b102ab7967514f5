package output

import (
	"bufio"
	"cmp"
	"slices"
	"strconv"
)

// Counts says how often each key occurs.
type Counts struct {
	// List has the counts in the order in which their keys were found first, or as Sort has left them.
	List []*Count
	keys map[string]*Count
}

// A Count says how often a key occurs.
type Count struct {
	Key string
	N   int
}

// NewCounts returns Counts without keys.
func NewCounts() *Counts { return &Counts{keys: map[string]*Count{}} }

// Add counts a key n times more.
func (c *Counts) Add(key []byte, n int) {
	one := c.keys[string(key)]
	if one == nil {
		one = &Count{Key: string(key)}
		c.keys[one.Key] = one
		c.List = append(c.List, one)
	}
	one.N += n
}

// Sort puts the most frequent key first, and of two that are equally frequent the one that was found first.
func (c *Counts) Sort() {
	slices.SortStableFunc(c.List, func(a, b *Count) int { return cmp.Compare(b.N, a.N) })
}

// print writes the counts, sorted. The output of a share has them in the order in which their keys were found: merge needs that order for
// equal counts.
func (c *Counts) print(w *bufio.Writer, o *Options) {
	if !o.Share {
		c.Sort()
	}
	width := 0
	if o.Align {
		for _, one := range c.List {
			width = max(width, digits(one.N))
		}
	}
	for _, one := range c.List {
		b := w.AvailableBuffer()
		for range width - digits(one.N) {
			b = append(b, ' ')
		}
		w.Write(o.Format.Count(o, b, one.Key, one.N)) // an error comes back from Flush
	}
}

// digits returns how many digits a count has.
func digits(n int) int { return len(strconv.Itoa(n)) }
