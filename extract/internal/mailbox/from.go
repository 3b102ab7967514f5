package mailbox

import (
	"bytes"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/ascii"
	"github.com/urlsift/urlsift/extract/internal/decode"
)

// IsFrom reports whether it is a line such as mailboxes have before each message: "From ", who, and when. Some have only a number.
func IsFrom(line []byte) bool { return FromDate(line) != nil }

// FromDate returns the date of a "From " line, or what stands for it, or nil if it is none.
func FromDate(line []byte) []byte {
	rest, ok := bytes.CutPrefix(decode.TrimEnd(line), []byte("From "))
	const longest = 500
	if !ok || len(rest) == 0 || len(rest) > longest {
		return nil
	}
	if isSerial(rest) {
		return rest
	}
	if date := asctime(rest); date != nil {
		return date
	}
	if date := isoTime(rest); date != nil {
		return date
	}
	// A colon between digits is the time; the date stands around it.
	colon := clock(rest)
	if colon < 0 {
		return nil
	}
	start := dateStart(rest[:colon])
	if start < 0 {
		return nil
	}
	if date := rest[start:]; !ParseMark(string(date)).IsZero() {
		return date
	}
	return nil
}

// asctime returns the date that a line ends with, if it is written as by asctime(3), in the shape that nearly all mailboxes have:
// "Wed May  1 00:04:05 1996". It returns nil for others, and for days that not each month has. [parseMark] reads what it returns.
func asctime(line []byte) []byte {
	date := inShape(line, "Aaa Aaa 09 09:09:09 0909")
	if date == nil || !isDay(date) || !isMonth(date[4:]) || !isDayOfAll(date[8:]) || !isClock(date[11:]) {
		return nil
	}
	return date
}

// isoTime is like asctime for "1996-05-01 00:04:05".
func isoTime(line []byte) []byte {
	date := inShape(line, "0909-09-09 09:09:09")
	if date == nil {
		return nil
	}
	if year, month := two(date)*100+two(date[2:]), two(date[5:]); year < 1 || month < 1 || month > 12 || !isDayOfAll(date[8:]) || !isClock(date[11:]) {
		return nil
	}
	return date
}

// isDayOfAll reports whether text begins with a day that each month has.
func isDayOfAll(text []byte) bool { return two(text) >= 1 && two(text) <= 28 }

// isClock reports whether text in the shape of a time of day begins with one.
func isClock(text []byte) bool { return two(text) <= 23 && two(text[3:]) <= 59 && two(text[6:]) <= 59 }

// two returns the value of the two digits that text begins with. A blank counts as 0.
func two(text []byte) int { return int(text[0]&0x0f)*10 + int(text[1]&0x0f) }

// inShape returns what a line ends with, after a blank, if each of its characters is like that of the shape: a letter, a digit, or the
// same. The first of two digits may be a blank where a blank is before it. It returns nil if the line has another shape.
func inShape(line []byte, shape string) []byte {
	at := len(line) - len(shape)
	if at < 1 || line[at-1] != ' ' {
		return nil
	}
	date := line[at:]
	for i, c := range date {
		fits := false
		switch shape[i] {
		case 'A', 'a':
			fits = ascii.Letter(c)
		case '0':
			fits = ascii.Digit(c) || c == ' ' && i > 0 && shape[i-1] == ' ' && shape[i+2] == ' '
		case '9':
			fits = ascii.Digit(c)
		default:
			fits = c == shape[i]
		}
		if !fits {
			return nil
		}
	}
	return date
}

// isSerial reports whether it is a number alone.
func isSerial(text []byte) bool {
	const least = 6
	text = bytes.TrimPrefix(text, []byte("-"))
	for _, c := range text {
		if !ascii.Digit(c) {
			return false
		}
	}
	return len(text) >= least
}

// clock returns where the first colon between digits is, or -1.
func clock(text []byte) int {
	for i := 1; i+1 < len(text); i++ {
		if text[i] == ':' && ascii.Digit(text[i-1]) && ascii.Digit(text[i+1]) {
			return i
		}
	}
	return -1
}

// dateStart returns where a date begins of which the clock time stands at the end: at the name of a day, a month, or a number,
// after a blank.
func dateStart(text []byte) int {
	const longest = 32
	start := -1
	for i := len(text) - 1; i > 0 && i > len(text)-longest; i-- {
		if text[i-1] != ' ' && text[i-1] != '\t' {
			continue
		}
		word := text[i:]
		switch {
		case word[0] == ' ' || word[0] == '\t':
		case isDateWord(word):
			start = i
		default:
			return start
		}
	}
	return start
}

const dayNames = "montuewedthufrisatsun"

// isDateWord reports whether a word begins with the name of a day or month, or with a number of a date.
func isDateWord(word []byte) bool {
	if ascii.Digit(word[0]) {
		n := 0
		for n < len(word) && (ascii.Digit(word[n]) || word[n] == '-' || word[n] == '/' || word[n] == ',') {
			n++
		}
		return n == len(word) || word[n] == ' '
	}
	if len(word) < 3 {
		return false
	}
	return isDay(word) || isMonth(word)
}

// isDay reports whether a word of three bytes or more begins with the name of a day.
func isDay(word []byte) bool { return isIn(dayNames, word) }

// isMonth reports whether a word of three bytes or more begins with the name of a month.
func isMonth(word []byte) bool { return isIn(monthNames, word) }

// isIn reports whether a word begins with one of some names of three letters.
func isIn(names string, word []byte) bool {
	i := strings.Index(names, string([]byte{word[0] | 0x20, word[1] | 0x20, word[2] | 0x20}))
	return i >= 0 && i%3 == 0
}
