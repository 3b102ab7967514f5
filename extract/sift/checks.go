package sift

import (
	"slices"

	"github.com/urlsift/urlsift/extract/internal/unpack"
)

// checksums are those that cover a result.
type checksums struct {
	last    []int // numbers, which may be kept
	scratch []int
}

// at returns the numbers of the checksums that cover what ends at an offset of the content, or -1 if that is unknown.
func (c *checksums) at(u *unpack.Unpacker, end int64) []int {
	c.scratch = u.Checks(c.scratch[:0], end)
	if !slices.Equal(c.scratch, c.last) {
		c.last = append([]int(nil), c.scratch...) // the old ones may have been kept
	}
	return c.last
}
