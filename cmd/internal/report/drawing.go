package report

import (
	"math"
	"slices"
	"strconv"
)

// A drawing is an SVG picture. The page's style determines its colors and lines.
type drawing struct {
	ID, Title, Desc string
	Narrow          bool // for a narrow screen
	Width, Height   px
	Rects           []rect
	Lines           []line
	Texts           []label
}

// A px is a length as written in the page.
type px float64

func (p px) String() string {
	return strconv.FormatFloat(math.Round(float64(p)*10)/10, 'f', -1, 64)
}

type rect struct {
	X, Y, W, H px
	Class      string
	Tip        string // shown beside the pointer
}

type line struct {
	X1, Y1, X2, Y2 px
	Class          string
}

type label struct {
	X, Y  px
	Class string // start unless "mid" or "end"
	Text  string
}

func (d *drawing) rect(x, y, w, h float64, class, tip string) {
	d.Rects = append(d.Rects, rect{px(x), px(y), px(w), px(h), class, tip})
}

func (d *drawing) line(x1, y1, x2, y2 float64, class string) {
	d.Lines = append(d.Lines, line{px(x1), px(y1), px(x2), px(y2), class})
}

func (d *drawing) text(x, y float64, class, text string) {
	d.Texts = append(d.Texts, label{px(x), px(y), class, text})
}

// character is the approximate width of a character in a label.
const character = 7

// A figure is a drawing with its title and its legend.
type figure struct {
	ID, Title string
	// Saw describes the figure in a sentence.
	Saw      string
	Legend   legend
	Drawings []drawing
}

// A legend explains colours and their patterns, in the order of the figure.
type legend struct {
	From string // where the order begins
	Keys []key
}

type key struct{ Class, Name string }

// newFigure draws a figure twice: for wide screens and paper, and for narrow screens.
func newFigure(id, title, saw string, legend legend, draw func(d *drawing)) *figure {
	f := &figure{ID: id, Title: title, Saw: saw, Legend: legend}
	f.Drawings = []drawing{{ID: id + "-wide", Width: 720}, {ID: id + "-narrow", Width: 360, Narrow: true}}
	for i := range f.Drawings {
		d := &f.Drawings[i]
		d.Title, d.Desc = title, saw
		draw(d)
	}
	return f
}

// An axis is divided by ticks.
type axis struct {
	max  float64 // at its end
	step float64 // between two ticks
}

// newAxis returns the axis for values from 0 to max. Its ticks, at most n, are at 1, 2 or
// 5 times a power of ten, and at least least apart.
func newAxis(max float64, n int, least float64) axis {
	if max <= 0 {
		max = 1
	}
	step := math.Pow(10, math.Floor(math.Log10(max/float64(n))))
	for _, times := range []float64{1, 2, 5, 10} {
		if max/(step*times) <= float64(n) {
			step *= times
			break
		}
	}
	step = math.Max(step, least)
	return axis{math.Ceil(max/step) * step, step}
}

// A plot is a figure with a column for each period of a calendar.
type plot struct {
	*drawing
	calendar
	left, right, height float64
	axis
}

// plotTop is the top of columns that reach the end of the axis.
const plotTop = 12

// draw draws the axes, with names for the ticks, and calls do for each period with the
// left edge and the width of its column.
func (p *plot) draw(tickName func(value float64) string, do func(i int, x, w float64)) {
	p.Height = px(plotTop + p.height + 26)
	for tick := 0; float64(tick)*p.step <= p.max*1.001; tick++ {
		value := float64(tick) * p.step
		at := plotTop + p.height*(1-value/p.max)
		p.line(p.left, at, p.right, at, "grid")
		p.text(p.left-6, at+4, "end", tickName(value))
	}
	band := (p.right - p.left) / float64(p.len())
	gap := gapOf(band, 4)
	for i := range p.len() {
		do(i, p.left+band*float64(i)+gap/2, band-gap)
	}
	bottom := plotTop + p.height
	p.line(p.left, bottom, p.right, bottom, "axis")
	p.periods(p.calendar, p.left, p.right, bottom)
}

// part draws a part of a column, between two shares of its height.
func (p *plot) part(x, w, base, h float64, class, tip string) {
	p.rect(x, plotTop+p.height*(1-base)-h, w, h, class, tip)
}

// schemeColumns draws stacked columns over the periods of a calendar, as counts or as
// shares of each period. Shares of few occurrences are pale.
func schemeColumns(c calendar, list []series, shares bool) func(*drawing) {
	return func(d *drawing) {
		totals, most := sums(list, c.len())
		y, unit := newAxis(float64(most), 5, 1), ""
		left := math.Max(46, character*float64(len(number(int(y.max))))+8)
		if shares {
			y, unit = axis{100, 25}, "\u00a0%"
		}
		p := &plot{d, c, left, float64(d.Width) - 6, 220, y}
		p.draw(func(value float64) string { return number(int(value)) + unit }, func(i int, x, w float64) {
			base, pale, all := 0.0, "", y.max
			if shares {
				all = float64(totals[i])
			}
			if shares && 0 < totals[i] && totals[i] < enough {
				pale = " pale"
				p.part(x, w, 0, p.height, "paper", "") // hides the lines behind it
			}
			for rank, s := range list {
				if n := s.counts[i]; n > 0 {
					share := float64(n) / all
					tip := c.name(i) + ", " + schemeName(s.name) + ": " + numberAndShare(n, totals[i])
					p.part(x, w, base, p.height*share, schemeClass(list, rank)+pale, tip)
					base += share
				}
			}
		})
	}
}

// rateColumns draws the number of occurrences per message. Rates of few messages are
// pale.
func rateColumns(c calendar, values []float64, messages []int) func(*drawing) {
	return func(d *drawing) {
		p := &plot{d, c, 46, float64(d.Width) - 6, 160, newAxis(slices.Max(values), 4, 0)}
		p.draw(func(value float64) string { return strconv.FormatFloat(value, 'g', 3, 64) },
			func(i int, x, w float64) {
				if values[i] == 0 {
					return
				}
				class := "bar"
				if messages[i] < enough {
					class = "bar pale"
				}
				h := p.height * values[i] / p.max
				p.part(x, w, 0, h, "paper", "") // hides the lines behind it
				p.part(x, w, 0, h, class, c.name(i)+": "+rate(values[i])+" per message, "+
					"in "+count(messages[i],
					"message", "messages"))
			})
	}
}

// gapOf returns the gap between two columns, which limits the width of few columns.
func gapOf(band, most float64) float64 {
	return math.Max(math.Min(band*0.18, most), band-60)
}

// sums returns the total of each period, and the greatest total.
func sums(list []series, periods int) (totals []int, most int) {
	totals = make([]int, periods)
	for i := range totals {
		for _, s := range list {
			totals[i] += s.counts[i]
		}
		most = max(most, totals[i])
	}
	return totals, most
}

// periods writes as many names of periods below an axis as there is room for.
func (d *drawing) periods(c calendar, left, right, y float64) {
	band := (right - left) / float64(c.len())
	room := character * float64(len(c.name(0))+2)
	steps := []int{1, 2, 5, 10, 20, 50, 100}
	first := c.first / 12
	if !c.years {
		steps = []int{1, 2, 3, 6, 12, 24, 48}
		first = c.first
	}
	step := steps[len(steps)-1]
	for _, s := range steps {
		if band*float64(s) >= room {
			step = s
			break
		}
	}
	for i := range c.len() {
		if c.len() > 1 && (first+i)%step != 0 {
			continue
		}
		at := left + band*(float64(i)+0.5)
		d.line(at, y, at, y+4, "axis")
		half := room/2 - character
		d.text(math.Min(math.Max(at, half), right+4-half), y+18, "mid", c.name(i))
	}
}

// A bar is a row of a bar chart. It is divided into parts.
type bar struct {
	name  string
	parts []part
	text  string // after the bar
}

type part struct {
	n     int
	class string
	tip   string
}

// bars draws horizontal bars, one below the other.
func bars(list []bar) func(*drawing) {
	return func(d *drawing) {
		const row, thick = 26, 15
		names, texts, most := 0, 0, 1
		for _, b := range list {
			names, texts = max(names, len([]rune(b.name))), max(texts, len([]rune(b.text)))
			n := 0
			for _, p := range b.parts {
				n += p.n
			}
			most = max(most, n)
		}
		left := math.Min(character*float64(names)+12, float64(d.Width)*0.4)
		length := float64(d.Width) - left - character*float64(texts) - 12
		d.Height = px(row*len(list) + 4)
		for i, b := range list {
			y := float64(row*i) + 4
			d.text(left-8, y+12, "end", shorten(b.name, int((left-8)/character)))
			x := left
			for _, p := range b.parts {
				if p.n == 0 {
					continue
				}
				w := math.Max(length*float64(p.n)/float64(most), 1.5)
				d.rect(x, y, w, thick, p.class, p.tip)
				x += w
			}
			d.text(x+7, y+12, "", b.text)
		}
		d.line(left, 0, left, float64(d.Height), "axis")
	}
}

// rows draws a small chart for each series, one below the other, over the same time.
func rows(c calendar, list []series) func(*drawing) {
	return func(d *drawing) {
		left, right, above, high := 216.0, float64(d.Width)-4, 6.0, 26.0
		if d.Narrow {
			left, above = 4, 24
		}
		pitch := above + high
		bottom := pitch * float64(len(list))
		d.Height = px(bottom + 24)
		band := (right - left) / float64(c.len())
		gap := gapOf(band, 3)
		for i, s := range list {
			base := pitch*float64(i) + pitch
			most := slices.Max(s.counts)
			if d.Narrow {
				d.text(left, base-high-5, "", shorten(shown(s.name), 34))
				d.text(right, base-high-5, "end muted", number(s.n))
			} else {
				d.text(left-58, base-5, "end", shorten(shown(s.name), 20))
				d.text(left-10, base-5, "end muted", number(s.n))
			}
			d.line(left, base, right, base, "grid")
			for j, n := range s.counts {
				if n == 0 {
					continue
				}
				h := math.Max(high*float64(n)/float64(most), 1)
				d.rect(left+band*float64(j)+gap/2, base-h, band-gap, h, "bar",
					shown(s.name)+", "+c.name(j)+": "+number(n))
			}
		}
		d.line(left, bottom, right, bottom, "axis")
		d.periods(c, left, right, bottom)
	}
}

// knownSchemes are the schemes that readers look for. They come first, in this order, so
// that pages can be compared.
var knownSchemes = []string{"http", "https", "ftp", "gopher", "news", "mailto"}

// schemeName names a series of schemes.
func schemeName(name string) string {
	if name == "" {
		return "others"
	}
	return shown(name)
}

// schemeClass returns the colour and the pattern of a scheme. Known schemes have the same
// ones on each page; the others take the remaining ones.
func schemeClass(list []series, rank int) string {
	name := list[rank].name
	if name == "" {
		return "s7"
	}
	if i := orderIn(knownSchemes, name); i < len(knownSchemes) {
		return "s" + strconv.Itoa(i)
	}
	free := 0 // the number of unknown schemes before this one
	for _, s := range list[:rank] {
		if orderIn(knownSchemes, s.name) == len(knownSchemes) {
			free++
		}
	}
	for slot := len(knownSchemes); ; slot = (slot + 1) % 7 {
		taken := slot < len(knownSchemes) &&
			slices.ContainsFunc(list, func(s series) bool { return s.name == knownSchemes[slot] })
		if taken {
			continue
		}
		if free == 0 {
			return "s" + strconv.Itoa(slot)
		}
		free--
	}
}

// enough is the minimum number of dated places of a period whose shares are shown.
const enough = 20

// A section has a figure, and the same as a table, or only words if there is nothing to
// draw.
type section struct {
	Saw    string
	Notes  []string
	Figure *figure
	Table  table

	bars []bar
}

// add adds a bar to the figure, and its row to the table unless it has no cells.
func (s *section) add(b bar, cells ...string) {
	s.bars = append(s.bars, b)
	if len(cells) > 0 {
		s.Table.add(cells...)
	}
}

// draw draws the bars that were added.
func (s *section) draw(id, title string, l legend) {
	s.Figure = newFigure(id, title, s.Saw, l, bars(s.bars))
}

// tallyBar returns a bar with one part.
func tallyBar(name string, n int) bar {
	return bar{name, []part{{n, "bar", name + ": " + number(n)}}, number(n)}
}
