package late

import "slices"

// Marks keeps for each checksum that has not been compared yet what a consumer had counted or written before the first result that it
// covers. The zero Marks is that of the beginning of a chunk.
type Marks[T any] struct {
	checks []int // in the order of these results: of two, the one within the other may have begun first
	before []T
}

// Cover is called with the Checks of a result, before anything is done for the result. It keeps what now returns for those that are
// new, and forgets those that are no longer there, since they have held.
func (m *Marks[T]) Cover(checks []int, now func() T) {
	kept := 0
	for i, check := range m.checks {
		if slices.Contains(checks, check) {
			m.checks[kept], m.before[kept] = check, m.before[i]
			kept++
		}
	}
	m.checks, m.before = m.checks[:kept], m.before[:kept]
	for _, check := range checks {
		if !slices.Contains(m.checks, check) {
			m.checks, m.before = append(m.checks, check), append(m.before, now())
		}
	}
}

// Failed returns what was kept for a checksum that has failed, and forgets it and what was kept since. It reports whether the checksum
// covers any result.
func (m *Marks[T]) Failed(check int) (before T, ok bool) {
	i := slices.Index(m.checks, check)
	if i < 0 {
		return before, false
	}
	before = m.before[i]
	m.checks, m.before = m.checks[:i], m.before[:i]
	return before, true
}
