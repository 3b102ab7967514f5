package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Each case has months with the number of places, the first and the last period shown,
// and the years left out: the impossible ones, and after "|" those that are few and far
// from the others.
func TestWrongDatesDoNotStretchTheAxis(t *testing.T) {
	for _, c := range []struct{ months, first, last, leftOut string }{
		{"", "", "", ""},
		{"1996-05:1", "1996-05", "1996-05", ""},
		{"1996-05:9 1997-02:9", "1996-05", "1997-02", ""},
		{"1993-05:9 1997-04:9", "1993-05", "1997-04", ""},
		{"1993-05:9 1997-05:9", "1993", "1997", ""},
		{"1904-01:50 1970-01:3 1996-05:9 2093-01:2", "1996-05", "1996-05", "1904:50 1970:3 2093:2"},
		{"1904-01:1", "", "", "1904:1"},
		{"1970-01:1 1971-01:1", "1971-01", "1971-01", "1970:1"},
		{"1982-05:9 1985-05:9", "1982-05", "1985-05", ""},           // early Usenet
		{"1982-05:1 1996-05:500", "1996-05", "1996-05", "| 1982:1"}, // a date of early Usenet among others
		{"1904-01:1 1982-05:1 1996-05:500", "1996-05", "1996-05", "1904:1 | 1982:1"},
		// few, and far from the others
		{"1996-05:500 2019-01:2 2020-01:2", "1996-05", "1996-05", "| 2019:2 2020:2"},
		// too many to be a mistake
		{"1996-05:500 2019-01:20", "1996", "2019", ""},
		{"1996-05:500 1997-06:2 1998-07:2", "1996-05", "1998-07", ""}, // few, but not far
		{"1990-02:1 1991-02:1 1996-05:500", "1996-05", "1996-05", "| 1990:1 1991:1"},
		{"1996-05:500 2026-11:8", "1996", "2026", ""}, // today is believed
		{"1996-05:500 2027-01:8", "1996-05", "1996-05", "2027:8"},
		{"9999-12:1 1996-05:1 0000-01:1", "1996-05", "1996-05", "0000:1 9999:1"},
	} {
		months := monthly{}
		total := 0
		for _, field := range strings.Fields(c.months) {
			var month string
			var n int
			_, err := fmt.Sscanf(strings.Replace(field, ":", " ", 1), "%s %d", &month, &n)
			require.NoError(t, err)
			months.add(month, 0, n)
			total += n
		}
		months.add("", 0, 5)
		months.add("never", 0, 6)
		got := newCalendar(months, now)
		var leftOut []string
		for i, years := range [][]tally{got.implausible, got.stray} {
			if i > 0 && len(years) > 0 {
				leftOut = append(leftOut, "|")
			}
			for _, year := range years {
				leftOut = append(leftOut, fmt.Sprintf("%s:%d", year.name, year.n))
				total -= year.n
			}
		}
		require.Equal(t, c.leftOut, strings.Join(leftOut, " "), c.months)
		require.Equal(t, total, got.dated, c.months)
		require.Equal(t, 11, got.undated, c.months)
		require.Equal(t, c.first == "", got.empty(), c.months)
		if !got.empty() {
			require.Equal(t, c.first, got.name(0), c.months)
			require.Equal(t, c.last, got.name(got.len()-1), c.months)
		}
	}
}

func TestAxesHaveRoundTicks(t *testing.T) {
	for max, want := range map[float64]axis{
		0:    {1, 1},
		1:    {1, 1},
		4:    {4, 1},
		7:    {8, 2},
		12:   {15, 5},
		100:  {100, 20},
		101:  {150, 50},
		6239: {8000, 2000},
		1e6:  {1e6, 2e5},
	} {
		require.Equal(t, want, newAxis(max, 5, 1), "%v", max)
	}
}

func TestKnownSchemesKeepTheirColours(t *testing.T) {
	list := []series{{name: "http"}, {name: "ftp"}, {name: "svn"}, {name: "cid"}, {name: "wais"}, {name: ""}}
	var got []string
	for rank := range list {
		got = append(got, schemeClass(list, rank))
	}
	require.Equal(t, "s0 s2 s6 s1 s3 s7", strings.Join(got, " "))
}

func TestColumnsHaveRoomForTheirLabels(t *testing.T) {
	c := calendar{first: 12 * 1993, last: 12*1995 + 11, years: true}
	for _, width := range []px{720, 360} {
		d := drawing{Width: width}
		schemeColumns(c, []series{{name: "http", counts: []int{1, 0, 1234567}},
			{name: "ftp", counts: []int{1, 0, 0}}}, false)(&d)
		require.Equal(t, "1,000,000", slices.MaxFunc(d.Texts,
			func(a, b label) int { return len(a.Text) - len(b.Text) }).Text)
		for _, text := range d.Texts {
			if text.Class == "end" {
				require.GreaterOrEqual(t, float64(text.X), character*float64(len(text.Text)))
				require.True(t, slices.ContainsFunc(d.Lines,
					func(l line) bool { return l.Class == "grid" && l.Y1 == text.Y-4 && l.Y2 == l.Y1 }),
					text.Text)
			}
		}
		d = drawing{Width: width}
		schemeColumns(c, []series{{name: "http", counts: []int{1, 0, 1234567}},
			{name: "ftp", counts: []int{1, 0, 0}}}, true)(&d)
		var classes []string
		for _, r := range d.Rects {
			classes = append(classes, r.Class)
		}
		require.Equal(t, "paper, s0 pale, s2 pale, s0", strings.Join(classes, ", "), "nothing stands in 1994")
	}
}
