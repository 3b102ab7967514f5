package output

import (
	"bufio"
	"cmp"
	"slices"
	"strconv"
)

// Counts holds the number of occurrences of each key.
type Counts struct {
	// List holds the counts in the order in which their keys were first found, or sorted
	// by Sort.
	List []*Count
	keys map[string]*Count
}

// A Count is the number of occurrences of a key.
type Count struct {
	Key string
	N   int
}

// NewCounts returns Counts without keys.
func NewCounts() *Counts { return &Counts{keys: map[string]*Count{}} }

// Add adds n to the count of a key.
func (c *Counts) Add(key []byte, n int) {
	one := c.keys[string(key)]
	if one == nil {
		one = &Count{Key: string(key)}
		c.keys[one.Key] = one
		c.List = append(c.List, one)
	}
	one.N += n
}

// Sort puts the most frequent key first. Of equally frequent keys, the one found first
// comes first.
func (c *Counts) Sort() {
	slices.SortStableFunc(c.List, func(a, b *Count) int { return cmp.Compare(b.N, a.N) })
}

// print writes the counts, sorted. The output of a shard has them in the order in which
// their keys were first found: merge needs that order for equal counts.
func (c *Counts) print(w *bufio.Writer, o *Options) {
	if !o.Shard {
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
		w.Write(o.Format.Count(o, b, one.Key, one.N)) // Flush returns the error
	}
}

// digits returns the number of digits of a count.
func digits(n int) int { return len(strconv.Itoa(n)) }
