package document

import (
	"bytes"
	"math"
	"slices"
	"strings"

	"github.com/urlsift/urlsift/internal/octet"
)

// This file decides what is between two strings that a document in PostScript shows, from
// the operators and procedures between them: nothing, a blank, a line break, or one of
// these that is not known.

// A gap is what is between two strings. Of several, the last one in this list counts.
type gap uint8

const (
	joined gap = iota
	untold     // joined or spaced
	spaced
	lines
)

// A pen is the state of the place at which the next string is shown.
type pen struct {
	gap    gap     // between the last string and the next
	spread float64 // the space after each character of the string, in points
	delta  float64 // the last move of dvips, in pixels
	point  float64 // the length of a point in the unit of the document
	moved  bool    // the next string is at another place
	y      float64 // the ordinate of the next string
	shown  float64 // the ordinate of the last string
	scale  float64 // the unit of Td in points, or 0 for 1
}

// text returns what the text has between two strings: nothing between blanks.
func (g gap) text(last, next byte) string {
	switch {
	case g == lines:
		return "\n"
	case g == joined || last <= ' ' || next <= ' ' || g == untold && strings.IndexByte(".,;:!?)", next) >= 0:
		return "" // no blank is before a mark of a sentence
	case g == spaced:
		return " "
	}
	return "\ufffd"
}

// before returns what is between the last string and the next, which the operands and the
// operator in rest follow, and sets what follows that.
func (d *PostScript) before(rest []byte) gap {
	between, argument := d.gap, d.name != ""
	if d.moved {
		between = max(between, d.lineOf())
	}
	operands, operator := psOperands(rest)
	spread := d.spread
	d.name, d.gap, d.spread, d.moved, d.letters = "", joined, 0, false, 0
	if argument || d.braces > 0 {
		d.gap = lines
		return lines
	}
	switch {
	case operator == "@start" && len(d.numbers) > 0: // of dvips
		d.point = d.numbers[len(d.numbers)-1] / 72.27
		d.gap = lines
	case d.program == groff:
		between = max(between, d.moveOfGroff(operator, operands, spread))
	case d.program == others && !d.array && !psShows[d.meaning(operator)],
		d.program == dvips && (len(operator) != 1 || strings.IndexByte("bcdefghijklmnopqrsty", operator[0]) < 0):
		d.gap = untold
	}
	d.numbers = d.numbers[:0]
	return between
}

// moveOfGroff returns what an operator of groff puts before its string. Those from A to T
// show the string in four ways, after one of five kinds of moves.
func (d *PostScript) moveOfGroff(operator string, operands []float64, spread float64) gap {
	if len(operator) != 1 || operator[0] < 'A' || operator[0] > 'T' {
		return untold
	}
	kind := (operator[0] - 'A') / 4
	if way := (operator[0] - 'A') % 4; way >= 2 && len(d.numbers) > 0 { // ashow, awidthshow
		d.spread = d.numbers[len(d.numbers)-1]
	}
	if needed := []int{0, 1, 1, 2, 2}[kind]; len(operands) < needed {
		return untold
	}
	operands = operands[max(0, len(operands)-2):]
	switch last := len(operands) - 1; kind {
	case 0:
		return kerned(spread)
	case 1:
		return kerned(spread + operands[last])
	case 4:
		d.y = operands[last]
		return d.lineOf()
	}
	return untold
}

// widestKern is the widest move between two letters, in points.
const widestKern = 1.3

// kerned returns the gap of a move to the right, in points.
func kerned(move float64) gap {
	if move > widestKern {
		return spaced
	}
	return joined
}

// lineOf returns the gap of a move to another place, perhaps on another line: a mark may
// be a bit higher or lower.
func (p *pen) lineOf() gap {
	const leastLine = 5 // points
	was := p.shown
	if p.shown = p.y; math.Abs(p.y-was) > leastLine*p.point {
		return lines
	}
	return untold
}

// operate does what an operator or a procedure does to the gap before the next string.
func (d *PostScript) operate(name string) {
	last := len(d.numbers) - 1
	switch {
	case d.program == dvips && len(name) <= len("Fab") && name[0] == 'F':
		d.font = d.symbols[name]
	case d.program == dvips && d.operateInDvips(name), d.program == groff && len(name) == 1: // see before
	case last >= 1 && slices.Contains([]string{"rmoveto", "Td", "TD"}, name):
		d.moved = d.moved || d.numbers[last-1] != 0 || d.numbers[last] != 0
		d.y += d.numbers[last] * max(d.scale, 1)
	case last >= 0 && slices.Contains([]string{"moveto", "Tm", "cm", "concat"}, name):
		if d.moved, d.y = true, d.numbers[last]; name == "Tm" && last == 5 {
			d.scale = max(math.Abs(d.numbers[2]), math.Abs(d.numbers[3]))
		}
	case psMoves[name]:
		d.gap = lines
	}
}

// operateInDvips is operate for the procedures of dvips: "b" to "t" show a string and
// move to the right. It reports whether name is one.
func (d *PostScript) operateInDvips(name string) bool {
	last := len(d.numbers) - 1
	switch {
	case (name == "a" || name == "y") && last >= 0:
		d.moved, d.y = true, d.numbers[last]
	case name == "x" && last >= 0:
		d.moved = true
		d.y += d.numbers[last]
	case name == "bop" || name == "eop":
		d.gap = lines
	case name == "v" || name == "V":
		d.gap = max(d.gap, untold) // a rule, perhaps for "_"
	case (name == "b" || name == "w") && last >= 0:
		if name == "b" {
			d.delta = d.numbers[last]
		}
		d.gap = max(d.gap, kerned(d.numbers[last]/d.point))
	case len(name) == 1 && 'c' <= name[0] && name[0] <= 'k':
		d.delta += float64(name[0]) - 'g'
		d.gap = max(d.gap, kerned(d.delta/d.point))
	default:
		return false
	}
	return true
}

// meaning returns the operator that a name means.
func (d *PostScript) meaning(name string) string {
	if operator, ok := d.aliases[name]; ok {
		return operator
	}
	return name
}

// alias records the name before an operator as another name for it, if there is one.
func (d *PostScript) alias(operator string) {
	const most = 1000
	if d.name == "" || !psShows[operator] && !psMoves[operator] || len(d.aliases) == most {
		return
	}
	if d.aliases == nil {
		d.aliases = map[string]string{}
	}
	d.aliases[d.name] = operator
}

// psMoves are the operators that move to another place, and psShows those that show a
// string.
var (
	psMoves = octet.Words(`moveto rmoveto Td TD T* Tm translate cm concat showpage ' "`)
	psShows = octet.Words("show ashow widthshow awidthshow kshow xshow yshow xyshow Tj TJ")
)

// psOperands returns the numbers and the name at the beginning of b, after arrays.
func psOperands(b []byte) (numbers []float64, operator string) {
	for len(b) > 0 {
		b = bytes.TrimLeft(b, " \t\r\n")
		if len(b) > 0 && b[0] == '[' {
			_, b, _ = bytes.Cut(b, []byte{']'})
			continue
		}
		n := wordEnd(b, 0)
		if n == 0 {
			break
		}
		number, ok := psNumber(b[:n])
		if !ok {
			return numbers, string(b[:n])
		}
		numbers, b = append(numbers, number), b[n:]
	}
	return numbers, ""
}
