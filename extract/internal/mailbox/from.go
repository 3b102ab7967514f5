package mailbox

import (
	"bytes"
	"regexp"
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
	colon := clock.FindIndex(rest)
	if colon == nil {
		return nil
	}
	const most = 32
	before := rest[max(0, colon[0]+1-most) : colon[0]+1]
	if found := dateBefore.FindSubmatch(before); found != nil {
		if date := rest[colon[0]+1-len(found[1]):]; !ParseMark(string(date)).IsZero() {
			return date
		}
	}
	return nil
}

// clock is a colon between digits, which is that of the time. The date stands around it.
var clock = regexp.MustCompile(`[0-9]:[0-9]`)

// dateBefore is what stands of a date before that colon: names of days and months, and numbers, after a blank.
var dateBefore = regexp.MustCompile(`(?i)[ \t]((?:` + dateWord + `[ \t]+)*` + dateWord + `)$`)

const dateWord = `(?:(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[^ \t]*|[0-9][-0-9/,]*)`

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
	return len(text) >= least && len(bytes.TrimLeft(text, "0123456789")) == 0
}

const dayNames = "montuewedthufrisatsun"

// isIn reports whether a word begins with one of some names of three letters.
func isIn(names string, word []byte) bool {
	i := strings.Index(names, string([]byte{word[0] | 0x20, word[1] | 0x20, word[2] | 0x20}))
	return i >= 0 && i%3 == 0
}
