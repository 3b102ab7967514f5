package mailbox

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/internal/octet"
)

const monthNames = "janfebmaraprmayjunjulaugsepoctnovdec"

// months maps beginnings of names of months, without accents, to their numbers: in
// English, and where they differ in German, French, Italian, Spanish, Dutch, Portuguese,
// Polish, Czech, Russian, Ukrainian, Bulgarian, Turkish, Finnish, Hungarian, Romanian,
// Greek and the Scandinavian languages.
var months = func() map[string]int {
	names := make(map[string]int)
	for i, list := range [...]string{
		"jan gen ene sty led oca tam ian янв яну січ ιαν", "feb fev lut uno sub hel фев лют φεβ",
		"mar mrz mrt maer bre maar maal мар бер μαρ", "apr avr abr kwi dub nis huh апр кві απρ",
		"may mai maj mag mei kve tou май мая тра μαι", "jun juin giu cze cer cvn haz kes iun июн юни чер ιουν",
		"jul juil lug lip cec cvc cervenc cervene tem hei iul июл юли лип ιουλ",
		"aug aou ago sie srp agu elo avg авг сер αυγ", "sep set wrz zar eyl syy sze сен сеп вер σεπ",
		"oct okt ott out paz rij eki lok окт жов οκτ", "nov lis kas marr noi ноя ное лис νοε",
		"dec dez dic des gru pro ara jou дек гру δεκ",
	} {
		for name := range strings.FieldsSeq(list) {
			names[name] = i + 1
		}
	}
	return names
}()

// plainer removes the accents that occur in names of months, and replaces the units of a
// Japanese time by colons.
var plainer = strings.NewReplacer("ä", "a", "é", "e", "û", "u", "ç", "c", "ź", "z", "á", "a", "ú", "u", "í",
	"i", "ě", "e", "ř", "r", "č", "c", "ş", "s", "ğ", "g", "ϊ", "ι", "ύ", "υ", "ά", "α",
	"時", ":", "分", ":", "秒", "")

// zones maps the names of time zones in mail to minutes east of Greenwich. Other names
// count as UTC, as required by RFC 2822, section 4.3.
var zones = map[string]int{
	"edt": -240, "est": -300, "cdt": -300, "cst": -360, "mdt": -360, "mst": -420, "pdt": -420, "pst": -480,
	"akdt": -480, "akst": -540, "hst": -600, "adt": -180, "ast": -240, "ndt": -150, "nst": -210, "bst": 60,
	"wet": 0, "west": 60, "met": 60, "mez": 60, "mesz": 120, "mest": 120, "metdst": 120, "cet": 60,
	"cest": 120, "swt": 60, "sst": 120, "eet": 120, "eest": 180, "msk": 180, "msd": 240, "ist": 330,
	"hkt": 480, "jst": 540, "kst": 540, "aest": 600, "aedt": 660, "nzt": 720, "nzst": 720, "nzdt": 780,
}

// A date holds the parts of a date read so far.
type date struct {
	year, month, day     int
	hour, minute, second int
	zone                 int // minutes east of Greenwich
	hasYear, hasTime     bool
	named                bool // the zone has a name, so DST may follow
	numbers              int  // the number of numbers of the day read so far
	any                  bool // other languages than English, and dates in numbers alone, are allowed
	tentative            bool // the name of the month may also name a day, such as "mar" of mardi
}

// ParseDate parses the dates of RFC 822, asctime and ISO 8601 and their variants: years
// of two digits, names of zones, comments, any order, months in other languages, and
// numbers alone if their order is certain. Bytes that are not UTF-8 are decoded from
// charset, if it is known. The result is the zero Time if day, month or year is missing.
func ParseDate(text, charset string) time.Time {
	if strings.Contains(text, "=?") || strings.ContainsFunc(text,
		func(r rune) bool { return r >= utf8.RuneSelf || r == 0x1b }) {
		text = plainer.Replace(strings.ToLower(decode.Field(text, charset)))
	}
	return (&date{any: true}).parse(text)
}

// ParseMark is [ParseDate] for a line that separates messages only if it contains a date.
// It accepts only what is certainly a date.
func ParseMark(text string) time.Time { return new(date).parse(text) }

func (d *date) parse(text string) time.Time {
	var lower [32]byte // words longer than usual names allocate
	for text != "" {
		n := 1
		switch c := text[0]; {
		case c == '(':
			n = CommentLength(text)
		case octet.Digit[c]:
			n = d.number(text)
		case (c == '+' || c == '-' && d.hasTime) && len(text) > 1 && octet.Digit[text[1]]:
			n = d.offset(text)
		case octet.Letter[c] || c >= utf8.RuneSelf:
			word := text[:letters(text)]
			n = max(len(word), 1)
			d.word(string(octet.AppendLower(lower[:0], word)))
		}
		text = text[n:]
	}
	if d.month == 0 || d.day < 1 || d.day > 28 && d.day > daysIn(d.year, d.month) || !d.hasYear ||
		d.hour > 24 || d.minute > 59 || d.second > 61 {
		return time.Time{}
	}
	zone := time.UTC
	if d.zone != 0 {
		zone = time.FixedZone("", d.zone*60)
	}
	t := time.Date(d.year, time.Month(d.month), d.day, d.hour, d.minute, d.second, 0, zone)
	if year := t.UTC().Year(); year < 1 || year > 9999 || t.Year() > 9999 {
		return time.Time{} // RFC 3339 has four digits
	}
	return t
}

// letters returns the length of the letters at the beginning of text.
func letters(text string) int {
	for i, r := range text {
		if r < utf8.RuneSelf && !octet.Letter[r] || r >= utf8.RuneSelf && !unicode.IsLetter(r) {
			return i
		}
	}
	return len(text)
}

// daysIn returns the number of days of a month.
func daysIn(year, month int) int {
	return time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
}

func CommentLength(text string) int {
	if i := strings.IndexByte(text, ')'); i >= 0 {
		return i + 1
	}
	return len(text)
}

func (d *date) word(word string) {
	if d.hasTime {
		if minutes, ok := zones[word]; ok {
			d.zone, d.named = minutes, true
			return
		}
	}
	if word == "dst" && d.named {
		d.zone, d.named = d.zone+60, false // as in "MET DST"
	}
	if word == "pm" && d.hasTime && d.hour < 12 {
		d.hour += 12
	}
	if word == "am" && d.hour == 12 {
		d.hour = 0
	}
	if len(word) < 3 || d.month > 0 && !d.tentative {
		return
	}
	month := 0
	if i := strings.Index(monthNames, word[:3]); i >= 0 && i%3 == 0 {
		month = i/3 + 1
	}
	if d.any {
		month = monthOf(word)
	}
	switch {
	case d.month == 0:
		d.month, d.tentative = month, d.any && d.numbers == 0
	case month > 0 && d.numbers == 1 && !d.hasTime:
		d.month, d.tentative = month, false
	}
}

// monthOf returns the number of the month whose name begins a word, or 0.
func monthOf(word string) int {
	if strings.HasPrefix(word, "mard") || strings.HasPrefix(word, "marte") { // mardi, martes, martedì
		return 0
	}
	if len(word) <= 3 { // the usual case
		return months[word]
	}
	for _, n := range [...]int{7, 4, 3} {
		if month := months[firstLetters(word, n)]; month > 0 {
			return month
		}
	}
	return 0
}

// firstLetters returns the first n letters of a word.
func firstLetters(word string, n int) string {
	for i := range word {
		if n--; n < 0 {
			return word[:i]
		}
	}
	return word
}

// number reads a number: a time if a colon follows, otherwise a day, a year or a complete
// date.
func (d *date) number(text string) int {
	if d.any && d.numbers == 0 && d.month == 0 {
		if n := d.inNumbers(text); n > 0 {
			return n
		}
	}
	value, n := Digits(text)
	if size := d.unit(text[n:], value, n); size > 0 {
		return n + size
	}
	switch {
	case n < len(text) && text[n] == ':' && !d.hasTime:
		return d.time(text, ':')
	case d.any && value < 24 && d.day > 0 && d.month > 0 && !d.hasTime &&
		(dotted(text[n:]) == 2 || d.hasYear && dotted(text[n:]) == 1):
		return d.time(text, '.')
	case d.any && n == 4 && d.hasYear && d.day > 0 && d.month > 0 && !d.hasTime && value%100 < 60: // 1034-EST
		d.hour, d.minute, d.hasTime = value/100, value%100, true
	case d.any && n == 6 && d.hasYear && d.day > 0 && d.month > 0 && !d.hasTime: // 103412
		d.hour, d.minute, d.second, d.hasTime = value/1e4, value/100%100, value%100, true
	case n == 5 && value/100 == 191 && d.day > 0 && !d.hasYear: // "19" and 100, the years since 1900
		d.hasYear, d.year = true, value-19100+2000
		d.numbers++
	case n == 4 && n+2 < len(text) && text[n] == '-' && octet.Digit[text[n+1]] && !d.hasYear:
		return d.iso(text)
	case n > 4:
	case n >= 3 || d.day > 0 || value > 31 && n == 2:
		if !d.hasYear && d.numbers < 3 {
			d.hasYear, d.year = true, fullYear(value, n)
			d.numbers++
		}
	default:
		d.day = value
		d.numbers++
	}
	return n
}

// unit stores a value of n digits as the year, month or day if text begins with that word
// in Japanese or Korean. It returns the length of the word, or 0.
func (d *date) unit(text string, value, n int) int {
	switch {
	case text == "" || text[0] < utf8.RuneSelf || !d.any:
		return 0
	case (strings.HasPrefix(text, "年") || strings.HasPrefix(text, "년")) && n == 4:
		d.year, d.hasYear = value, true
	case (strings.HasPrefix(text, "月") || strings.HasPrefix(text, "월")) && value <= 12:
		d.month = value
	case strings.HasPrefix(text, "日"), strings.HasPrefix(text, "일"):
		d.day = value
	default:
		return 0
	}
	d.numbers++
	return len("日")
}

// dotted returns the number of parts, such as ".11", of a time with dots at the beginning
// of text. The time must end before a blank or with the text.
func dotted(text string) int {
	n := 0
	for len(text) >= 3 && text[0] == '.' && octet.Digit[text[1]] && text[1] < '6' && octet.Digit[text[2]] {
		text = text[3:]
		n++
	}
	if text != "" && text[0] > ' ' {
		return 0
	}
	return n
}

// inNumbers reads a day in three numbers, separated by the same "/", "-" or ".", and
// returns its length, or 0 if there is none. With dots the day comes first. An uncertain
// order is not guessed: 03/04/98 is not a date.
func (d *date) inNumbers(text string) int {
	var value, size [3]int
	at, mark := 0, byte(0)
	for i := range value {
		if i > 0 {
			if at == len(text) || text[at] != mark && mark != 0 || strings.IndexByte("/-.", text[at]) < 0 {
				return 0
			}
			mark = text[at]
			at++
			for size[0] == 4 && mark == '.' && at < len(text) && text[at] == ' ' { // as in Korea
				at++
			}
		}
		value[i], size[i] = Digits(text[at:])
		at += size[i]
	}
	if at+1 < len(text) && text[at] == mark && octet.Digit[text[at+1]] { // an IP address or a version
		return 0
	}
	var fits []date
	for _, order := range [...]struct{ year, month, day int }{{2, 1, 0}, {2, 0, 1}, {0, 1, 2}} {
		year, month, day := fullYear(value[order.year],
			size[order.year]), value[order.month], value[order.day]
		if s := size[order.year]; s < 2 || s > 4 || size[order.month] > 2 || size[order.day] > 2 ||
			month < 1 || month > 12 || day < 1 || day > daysIn(year, month) {
			continue
		}
		if one := (date{year: year, month: month, day: day}); !slices.Contains(fits, one) {
			fits = append(fits, one)
		}
		if mark == '.' {
			break
		}
	}
	switch len(fits) {
	case 0:
		return 0
	case 1:
		d.year, d.month, d.day, d.hasYear = fits[0].year, fits[0].month, fits[0].day, true
	}
	d.numbers = len(value)
	return at
}

// fullYear returns the year for an abbreviated one, as in RFC 2822, section 4.3. 0102,
// written by programs that were not ready for the year 2000, means the same as 102.
func fullYear(value, n int) int {
	switch {
	case (n == 2 || n == 4) && value < 50:
		return value + 2000
	case value < 1000:
		return value + 1900
	}
	return value
}

func (d *date) time(text string, mark byte) int {
	d.hasTime = true
	parts := [...]*int{&d.hour, &d.minute, &d.second}
	i := 0
	for _, part := range parts {
		value, n := Digits(text[i:])
		*part = value
		i += n
		if n == 0 || i >= len(text) || text[i] != mark {
			break
		}
		i++
	}
	if i < len(text) && text[i] == '.' {
		_, n := Digits(text[i+1:])
		i += 1 + n
	}
	return i
}

// iso reads YYYY-MM-DD.
func (d *date) iso(text string) int {
	year, i := Digits(text)
	month, n := Digits(text[i+1:])
	i += 1 + n
	if i >= len(text) || text[i] != '-' {
		return i
	}
	day, n := Digits(text[i+1:])
	d.year, d.month, d.day, d.hasYear, d.numbers = year, month, day, true, 3
	if d.month > 12 {
		d.month = 0
	}
	return i + 1 + n
}

// offset reads a numeric zone such as +0100.
func (d *date) offset(text string) int {
	value, n := Digits(text[1:])
	i := 1 + n
	if n <= 2 {
		value *= 100
		if i+2 < len(text) && text[i] == ':' && octet.Digit[text[i+1]] {
			minutes, m := Digits(text[i+1:])
			value, i = value+minutes, i+1+m
		}
	}
	if d.zone = value/100*60 + value%100; value%100 > 59 {
		d.zone = value // some gateways write minutes: -0480
	}
	if d.zone >= 24*60 {
		d.zone = 0 // no place is that far from Greenwich; RFC 3339 allows hours up to 23
	}
	if text[0] == '-' {
		d.zone = -d.zone
	}
	return i
}

// Digits reads a number. Digits after the sixth do not change its value.
func Digits(text string) (value, n int) {
	for n < len(text) && octet.Digit[text[n]] {
		if n < 6 {
			value = value*10 + int(text[n]-'0')
		}
		n++
	}
	return value, n
}
