package report

import (
	"slices"
	"time"
)

// A census is what a database has, in tables of numbers: one pass over each table of the database makes it, and every figure is
// counted from it. It has 28 bytes for each URL, 12 for each document and 8 for each occurrence.
type census struct {
	documents numbering
	document  []documentTally
	urls      numbering
	url       []urlTally
	places    numbering // occurrences
	found     []foundTally

	sources  register[int64, sourceTally] // by id
	archives register[string, tally]
	hosts    register[string, hostTally]
	schemes  register[string, tally]
}

type documentTally struct {
	day     day
	source  int32 // or -1
	archive int32
}

type urlTally struct {
	host        int32 // or -1
	scheme      int32
	n           int32
	length      int32 // of its text, in characters
	first, last day   // of its occurrences that the calendar shows
	strict      bool
}

func (u *urlTally) counted() tally { return tally{n: int(u.n)} }

type foundTally struct{ url, document int32 }

type sourceTally struct {
	tally
	id int64
}

// A hostTally is what is counted of a host.
type hostTally struct {
	tally
	urls        int
	messages    int // documents with its URLs
	document    int // the number of the last of these, from 1
	loaded      int // occurrences that programs load by themselves
	first, last day
	class       class
	chart       int // its number in the figure, from 1
}

// A numbering maps ids, which were added in ascending order, to the indexes at which they were added. It needs memory only where ids
// are missing.
type numbering struct {
	n     int
	first int64
	ids   []int64 // or nil, while none is missing
}

func (l *numbering) add(id int64) {
	switch {
	case l.n == 0:
		l.first = id
	case l.ids == nil && id != l.first+int64(l.n):
		l.ids = make([]int64, l.n, 2*l.n+64)
		for i := range l.ids {
			l.ids[i] = l.first + int64(i)
		}
	}
	if l.ids != nil {
		l.ids = append(l.ids, id)
	}
	l.n++
}

// index returns the index of an id, or -1.
func (l *numbering) index(id int64) int {
	if l.ids == nil {
		if i := id - l.first; 0 <= i && i < int64(l.n) {
			return int(i)
		}
		return -1
	}
	if i, ok := slices.BinarySearch(l.ids, id); ok {
		return i
	}
	return -1
}

// id returns the id at an index.
func (l *numbering) id(i int) int64 {
	if l.ids != nil {
		return l.ids[i]
	}
	return l.first + int64(i)
}

// A day is a date as a number that grows with it: the month, counted from January of the year 0, times 32, and the day of the month.
// 0 is no date.
type day int32

// dayOf returns the day of a time as the database writes it, such as 1996-05-01T12:00:00Z.
func dayOf(text string) day {
	if len(text) < len("1996-05-01") {
		return 0
	}
	date, err := time.Parse("2006-01-02", text[:10])
	if err != nil {
		return 0
	}
	return day((12*date.Year()+int(date.Month())-1)<<5 + date.Day())
}

// month is counted as in monthly.
func (d day) month() int {
	if d == 0 {
		return undated
	}
	return int(d >> 5)
}

// String writes a day as 1996-05-01, and no day as nothing.
func (d day) String() string {
	if d == 0 {
		return ""
	}
	return time.Date(int(d>>5)/12, time.Month(d>>5%12+1), int(d&31), 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
}
