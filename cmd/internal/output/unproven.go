package output

import (
	"bytes"
	"slices"
)

// A level holds the entries that are covered by a checksum that has not been compared
// yet. The checksum also covers the entries of later levels, which are held only there.
// Levels are in the order of their first results: of two checksums, the inner one may
// have begun first. The memory of a level grows with the number of different URLs in it,
// unless all are printed as they are found.
type level struct {
	held   []*Entry        // entries to be printed if the checksum holds, each once
	seen   map[string]bool // their keys
	counts *Counts         // their counts, if they are counted
	size   int64           // size of the target before the level, if entries are printed at once
	shown  int             // Printer.Shown before the level
}

// hold keeps an entry.
func (l *level) hold(e *Entry) {
	kept := *e
	kept.Line, kept.key = bytes.Clone(e.Line), bytes.Clone(e.key)
	l.held = append(l.held, &kept)
	l.seen[string(kept.key)] = true
}

// hasSeen reports whether an entry with a key has been printed or is held.
func (p *Printer) hasSeen(key []byte) bool {
	return p.seen[string(key)] || slices.ContainsFunc(p.levels,
		func(l *level) bool { return l.seen[string(key)] })
}

// countsOf returns the counts of the last of n levels, or the proven counts if n is 0.
func (p *Printer) countsOf(n int) *Counts {
	if n == 0 {
		return p.counts
	}
	return p.levels[n-1].counts
}

// cover sets the checksums that cover the following entries, as in sift.Result.Checks.
// The Check of a later sift.Error may be one of them.
func (p *Printer) cover(checks []int) error {
	for i, check := range slices.Backward(p.checks) {
		if slices.Contains(checks, check) {
			continue
		}
		if err := p.proven(i); err != nil {
			return err
		}
	}
	for _, check := range checks {
		if slices.Contains(p.checks, check) {
			continue
		}
		l := &level{shown: p.Shown}
		switch {
		case p.counts != nil:
			l.counts = NewCounts()
		case p.seen != nil:
			l.seen = map[string]bool{}
		case p.to != nil:
			l.size = p.to.Size() + int64(p.w.Buffered())
		}
		p.levels, p.checks = append(p.levels, l), append(p.checks, check)
	}
	return nil
}

// proven moves the entries of a level to the previous level, or prints them if there is
// none.
func (p *Printer) proven(i int) error {
	l := p.levels[i]
	if l.counts != nil {
		for _, one := range l.counts.List {
			p.countsOf(i).Add([]byte(one.Key), one.N)
		}
	}
	p.levels, p.checks = slices.Delete(p.levels, i, i+1), slices.Delete(p.checks, i, i+1)
	for _, e := range l.held {
		if i > 0 {
			p.levels[i-1].hold(e)
			continue
		}
		p.seen[string(e.key)] = true
		if err := p.print(e); err != nil {
			return err
		}
	}
	return nil
}

// leaveOut drops the entries that a failed checksum covers, if they are not printed yet
// or can be removed.
func (p *Printer) leaveOut(check int) error {
	i := slices.Index(p.checks, check)
	if i < 0 {
		return nil
	}
	l := p.levels[i]
	p.levels, p.checks = p.levels[:i], p.checks[:i:i]
	if !p.LeavesOut() {
		return nil
	}
	p.Shown = l.shown
	if p.Keeps() || p.to == nil {
		return nil
	}
	if err := p.w.Flush(); err != nil {
		return err
	}
	return p.to.Truncate(l.size)
}
