package urljson

import "strconv"

// A numeral appends decimal numbers of which each is near the one before, such as offsets: it keeps the digits that they share, which
// costs a third of [strconv.AppendInt]. The zero numeral is ready to use.
type numeral struct {
	high   int64  // the number without its last four digits
	digits []byte // those of high
}

func (n *numeral) append(b []byte, i int64) []byte {
	const low = 10_000
	if i < low {
		return strconv.AppendInt(b, i, 10)
	}
	if high := i / low; high != n.high {
		n.high, n.digits = high, strconv.AppendInt(n.digits[:0], high, 10)
	}
	last := uint(i - n.high*low)
	b = append(b, n.digits...)
	b = append(b, pairs[last/100][:]...)
	return append(b, pairs[last%100][:]...)
}

// pairs has the numbers from 00 to 99.
var pairs = func() (all [100][2]byte) {
	for i := range all {
		all[i] = [2]byte{'0' + byte(i/10), '0' + byte(i%10)}
	}
	return all
}()
