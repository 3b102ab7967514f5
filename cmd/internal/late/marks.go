package late

import "slices"

// Marks keeps, for each checksum that has not been compared yet, the counts or the state
// of a consumer before the first result that the checksum covers. The zero Marks is for
// the beginning of a chunk.
type Marks[T any] struct {
	checks []int // in the order of their first results: of two, the inner one may have begun first
	before []T
}

// Cover is called with the Checks of a result, before the result is handled. It keeps the
// value of now for each new checksum, and forgets those that are no longer among checks,
// because they have held.
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

// Failed returns the value kept for a checksum that has failed, and forgets that value
// and the later ones. It reports whether the checksum covers any result.
func (m *Marks[T]) Failed(check int) (before T, ok bool) {
	i := slices.Index(m.checks, check)
	if i < 0 {
		return before, false
	}
	before = m.before[i]
	m.checks, m.before = m.checks[:i], m.before[:i]
	return before, true
}
