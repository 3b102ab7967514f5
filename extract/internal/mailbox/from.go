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
// "Wed May  1 00:04:05 1996". It returns nil for others, and for days that not each month has.
func asctime(line []byte) []byte {
	const most = "Aaa Aaa 29 29:59:59 9999" // the greatest digits
	at := len(line) - len(most)
	if at < 1 || line[at-1] != ' ' {
		return nil
	}
	date := line[at:]
	for i, c := range date {
		switch m := most[i]; {
		case ascii.Digit(m) && (ascii.Digit(c) && c <= m || c == ' ' && i == len("Wed May ")):
		case ascii.Letter(m) && ascii.Letter(c) || c == m:
		default:
			return nil
		}
	}
	day, hour := date[8:10], date[11:13]
	if !isIn(dayNames, date) || !isIn(monthNames, date[4:]) || string(day) == "29" || day[0]&0x0f == 0 && day[1] == '0' || string(hour) > "23" {
		return nil
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
	return len(word) >= 3 && isIn(dayNames+monthNames, word)
}

// isIn reports whether a word begins with one of some names of three letters.
func isIn(names string, word []byte) bool {
	i := strings.Index(names, string([]byte{word[0] | 0x20, word[1] | 0x20, word[2] | 0x20}))
	return i >= 0 && i%3 == 0
}
