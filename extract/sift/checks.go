package sift

import "slices"

// checksOf returns the numbers of the checksums that cover what ends at an offset of the content, or -1 if that is unknown.
func (w *worker) checksOf(end int64) []int {
	w.numbers = w.unpacker.Checks(w.numbers[:0], end)
	if !slices.Equal(w.numbers, w.checks) {
		w.checks = append([]int(nil), w.numbers...) // the old ones may have been kept
	}
	return w.checks
}
