package report

import (
	"slices"
	"time"
)

// A census is what a database has, in tables of numbers: one pass over each table of the database makes it, and every figure is
// counted from it. It has 36 bytes for each URL, 20 for each document and 16 for each occurrence.
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

// A numbering maps ids, which were added in ascending order, to the indexes at which they were added.
type numbering []int64

// index returns the index of an id, or -1.
func (l numbering) index(id int64) int {
	if len(l) > 0 {
		if i := id - l[0]; 0 <= i && i < int64(len(l)) && l[i] == id { // as nearly always
			return int(i)
		}
	}
	if i, ok := slices.BinarySearch(l, id); ok {
		return i
	}
	return -1
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
