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
	if isSerial(rest) {
		return rest
	}
	// Most mailboxes have dates as in asctime(3) or ISO 8601.
	if date := inShape(rest, "Aaa Aaa 29 29:59:59 9999"); date != nil && isIn(dayNames, date) &&
		isIn(monthNames, date[4:]) {
		return date
	}
	if date := inShape(rest, "9999-19-29 29:59:59"); date != nil && string(date[:4]) > "0000" {
		if month := string(date[5:7]); "01" <= month && month <= "12" {
			return date
		}
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

// inShape returns the date at the end of a line, after a blank, or nil if the end does
// not have the shape. A shape consists of letters and of the greatest digit at each
// place, with the day at index 8 and the hour at 11. Days after the 28th are rejected,
// since some months do not have them.
func inShape(line []byte, shape string) []byte {
	at := len(line) - len(shape)
	if at < 1 || line[at-1] != ' ' {
		return nil
	}
	date := line[at:]
	for i, c := range date {
		switch s := shape[i]; {
		case c == s, octet.Digit[s] && (c-'0' <= s-'0' || c == ' ' && i == 8 && shape[7] == ' '):
		case octet.Letter[s] && octet.Letter[c]:
		default:
			return nil
		}
	}
	if day := date[8]&0x0f*10 + date[9]&0x0f; day < 1 || day > 28 || string(date[11:13]) > "23" {
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
	return len(word) >= 3 && isIn(dayNames+monthNames, word)
}

// isIn reports whether a word begins with one of the names, each of three letters.
func isIn(names string, word []byte) bool {
	i := strings.Index(names, string([]byte{word[0] | 0x20, word[1] | 0x20, word[2] | 0x20}))
	return i >= 0 && i%3 == 0
}
