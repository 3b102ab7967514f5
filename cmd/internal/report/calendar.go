package report

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"
)

// A monthly holds counts by month, and within a month by the index of the thing counted.
// Months count from January of the year 0. The month undated is for things without a date.
type monthly map[int][]int

const undated = -1

// add adds n to the thing at index i, in a month such as 1996-05.
func (m monthly) add(month string, i, n int) {
	at := undated
	if date, err := time.Parse("2006-01", month); err == nil {
		at = 12*date.Year() + int(date.Month()) - 1
	}
	m.count(at, i, n)
}

// count adds n to the thing at index i, in a month in the form of the keys.
func (m monthly) count(at, i, n int) {
	for len(m[at]) <= i {
		m[at] = append(m[at], 0)
	}
	m[at][i] += n
}

// A calendar is the time shown on the page, in months or, where these would be too many,
// in years.
type calendar struct {
	first, last int // months; both 0 if there is no time to show
	years       bool
	dated       int     // places whose date is shown
	undated     int     // places without a date
	implausible []tally // impossible years, in order
	stray       []tally // years with few places, far from the others, in order
}

// maxMonths is the maximum number of months. A longer time is shown in years.
const maxMonths = 48

// firstYear is the year of the first mail between computers. An earlier date is wrong,
// mostly because a clock was not set: 1970 with Unix, 1904 with the Macintosh. Usenet
// began in 1980, and URLs in 1990, but archives of older messages have texts that are
// URLs, too.
const firstYear = 1971

// newCalendar chooses the time to show. Wrong dates are frequent in old mail, and a
// single one would stretch the axis too far. So years before firstYear and after now are
// left out. Then, at either end, years are left out that together have less than one in a
// hundred of the places, and are separated from the others by two or more years without
// places.
func newCalendar(months monthly, now time.Time) calendar {
	var c calendar
	years := map[int]int{}
	for month, counts := range months {
		n := 0
		for _, one := range counts {
			n += one
		}
		if month == undated {
			c.undated = n
		} else {
			years[month/12] += n
		}
	}
	var shown []int
	for year, n := range years {
		if plausible(year, now) {
			shown = append(shown, year)
			c.dated += n
		}
	}
	slices.Sort(shown)
	all := c.dated
	for range 2 { // at either end
		stray := strays(shown, years, all)
		for _, year := range shown[:stray] {
			c.dated -= years[year]
		}
		shown = shown[stray:]
		slices.Reverse(shown)
	}
	for _, year := range slices.Sorted(maps.Keys(years)) {
		left := tally{fmt.Sprintf("%04d", year), years[year]}
		switch {
		case !plausible(year, now):
			c.implausible = append(c.implausible, left)
		case !slices.Contains(shown, year):
			c.stray = append(c.stray, left)
		}
	}
	if len(shown) > 0 {
		c.limit(months, shown[0], shown[len(shown)-1])
	}
	return c
}

func plausible(year int, now time.Time) bool {
	return firstYear <= year && year <= now.AddDate(0, 0, 1).Year()
}

// strays returns the number of years, from the first on, that have few places and are far
// from the others.
func strays(list []int, years map[int]int, all int) (stray int) {
	n := 0
	for i, year := range list {
		if n += years[year]; n*100 >= all || i+1 == len(list) {
			break
		}
		if gap := list[i+1] - year; gap > 2 || gap < -2 {
			stray = i + 1
		}
	}
	return stray
}

// limit finds the first and the last month in the years shown.
func (c *calendar) limit(months monthly, firstYear, lastYear int) {
	c.first, c.last = 12*lastYear+11, 12*firstYear
	for month := range months {
		if month/12 >= firstYear && month/12 <= lastYear && month != undated {
			c.first, c.last = min(c.first, month), max(c.last, month)
		}
	}
	c.years = c.last-c.first+1 > maxMonths
}

// empty reports whether there is no time to show.
func (c *calendar) empty() bool { return c.last == 0 }

// len returns the number of periods.
func (c *calendar) len() int {
	switch {
	case c.empty():
		return 0
	case c.years:
		return c.last/12 - c.first/12 + 1
	}
	return c.last - c.first + 1
}

// name returns the i-th period in the form 1996 or 1996-05.
func (c *calendar) name(i int) string {
	if c.years {
		return strconv.Itoa(c.first/12 + i)
	}
	return fmt.Sprintf("%04d-%02d", (c.first+i)/12, (c.first+i)%12+1)
}

// unit returns the word for a period: "year" or "month".
func (c *calendar) unit() string {
	if c.years {
		return "year"
	}
	return "month"
}

// shows reports whether the year of a day is shown.
func (c *calendar) shows(d day) bool {
	year := d.month() / 12
	return d != 0 && !c.empty() && c.first/12 <= year && year <= c.last/12
}

// A series counts occurrences in each period.
type series struct {
	name   string
	n      int   // including places without a plausible date
	counts []int // by period of the calendar
}

// series returns the number of occurrences of each tally in each period.
func (c *calendar) series(tallies []tally, months monthly) []series {
	list := make([]series, len(tallies))
	for i, t := range tallies {
		list[i] = series{name: t.name, n: t.n, counts: make([]int, c.len())}
	}
	for month, counts := range months {
		if month < c.first || month > c.last || c.empty() {
			continue
		}
		period := month - c.first
		if c.years {
			period = month/12 - c.first/12
		}
		for i, n := range counts {
			list[i].counts[period] += n
		}
	}
	return list
}

// A day is a date as a number: the month, counted from January of the year 0, times 32,
// plus the day of the month. 0 is no date.
type day int32

// dayOf returns the day of a time in the form of the database, such as
// 1996-05-01T12:00:00Z.
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

// month returns the month in the form of the keys of monthly.
func (d day) month() int {
	if d == 0 {
		return undated
	}
	return int(d >> 5)
}

// String returns a day as 1996-05-01, and no day as "".
func (d day) String() string {
	if d == 0 {
		return ""
	}
	return time.Date(int(d>>5)/12, time.Month(d>>5%12+1), int(d&31), 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
}

// A span is the first and the last day of something among the days that the calendar
// shows.
type span struct{ first, last day }

// extend extends a span to a day.
func (s *span) extend(d day) {
	if s.first == 0 || d != 0 && d < s.first {
		s.first = d
	}
	s.last = max(s.last, d)
}
