package mailbox

import (
	"bytes"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/internal/octet"
)

// IsFrom reports whether line separates the messages of a mailbox: "From ", a sender and
// a date. In some mailboxes it has only a number.
func IsFrom(line []byte) bool { return FromDate(line) != nil }

// IsBareFrom reports whether line is a "From" line of Thunderbird, without sender and
// date. It separates messages if a header follows.
func IsBareFrom(line []byte) bool {
	switch string(decode.TrimEnd(line)) {
	case "From", "From -":
		return len(line) > len("From ")
	}
	return false
}

// FromDate returns the date of a "From " line, or the number in place of the date. It
// returns nil if line is not a "From " line.
func FromDate(line []byte) []byte {
	const mark, longest = "From ", 500
	if len(line) < len(mark) || string(line[:len(mark)]) != mark {
		return nil
	}
	rest := decode.TrimEnd(line[len(mark):])
	if len(rest) == 0 || len(rest) > longest {
		return nil
	}
	for i := range shapes {
		if date := shapes[i].find(rest); date != nil {
			return date
		}
	}
	if isSerial(rest) {
		return rest
	}
	// A colon between digits belongs to the time. The date is around it.
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

// A shape is the form of a date whose order is certain: the least and the greatest byte
// at each place, and the indexes of the day, the month and the hour.
type shape struct {
	least, most      string
	day, month, hour int
}

// shapes are those of asctime(3), ISO 8601 and RFC 822, which most mailboxes have.
var shapes = [...]shape{
	{"AAA AAA  0 00:00:00 0000", "zzz zzz 39 29:59:59 9999", 8, 4, 11},
	{"0000-00-00 00:00:00", "9999-19-39 29:59:59", 8, 5, 11},
	{"AAA, 00 AAA 0000 00:00:00 GMT", "zzz, 39 zzz 9999 29:59:59 GMT", 5, 8, 17},
}

// daysOf holds the number of days of each month, by its number. A leap day is left to
// ParseMark.
var daysOf = [20]int{1: 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}

// find returns the date at the end of a line, after a blank, or nil if the end does not
// have the shape.
func (s *shape) find(line []byte) []byte {
	at := len(line) - len(s.least)
	if at < 1 || line[at-1] != ' ' {
		return nil
	}
	date := line[at:]
	least, most := s.least[:len(date)], s.most[:len(date)]
	for i, c := range date {
		if c < least[i] || c > most[i] {
			return nil
		}
	}
	number := func(i int) int { return int(date[i]&0x0f*10 + date[i+1]&0x0f) }
	day, month := number(s.day), 0
	switch {
	case date[0] >= 'A' && nameIn(dayNames, date) > 0:
		month = nameIn(monthNames, date[s.month:])
	case date[0] <= '9' && string(date[:4]) != "0000":
		month = number(s.month)
	}
	if day < 1 || day > daysOf[month] || number(s.hour) > 23 || date[s.day] > ' ' && date[s.day] < '0' {
		return nil
	}
	return date
}

// isSerial reports whether text is a number.
func isSerial(text []byte) bool {
	const least = 6
	text = bytes.TrimPrefix(text, []byte("-"))
	return len(text) >= least && octet.Digit[text[0]] && len(bytes.Trim(text, octet.Digits)) == 0
}

// clock returns the index of the first colon between digits, or -1.
func clock(text []byte) int {
	for i := 1; i+1 < len(text); i++ {
		if text[i] == ':' && octet.Digit[text[i-1]] && octet.Digit[text[i+1]] {
			return i
		}
	}
	return -1
}

// dateStart returns the index of the first word of the date in text, which ends with the
// hour, or -1. A word of a date follows a blank and begins with the name of a day or
// month or with a number.
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

// isDateWord reports whether a word begins with the name of a day or month, or with a
// number of a date.
func isDateWord(word []byte) bool {
	if octet.Digit[word[0]] {
		n := 0
		for n < len(word) && (octet.Digit[word[n]] || word[n] == '-' || word[n] == '/' || word[n] == ',') {
			n++
		}
		return n == len(word) || word[n] == ' ' || word[n] == 'T' && n == len("1996-03-05")
	}
	return len(word) >= 3 && nameIn(dayNames+monthNames, word) > 0
}

// nameIn returns the number, from 1, of the name with which a word begins, or 0. Each of
// the names has three letters.
func nameIn(names string, word []byte) int {
	i := strings.Index(names, string([]byte{word[0] | 0x20, word[1] | 0x20, word[2] | 0x20}))
	if i < 0 || i%3 > 0 {
		return 0
	}
	return i/3 + 1
}
