package report

import (
	"fmt"
	"html/template"
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/urlsift/urlsift/cmd/internal/heading"
	"github.com/urlsift/urlsift/cmd/internal/printable"
)

// Limits of the page.
const (
	maxSources  = 200
	maxTrouble  = 50
	maxSchemes  = 7
	maxCharted  = 12 // hosts in the figure
	maxHosts    = 1000
	maxURLs     = 2000
	maxKinds    = 40 // of deviations, rules, reasons; urlsift index knows fewer
	maxStanding = 20 // ways in which URLs are delimited
	maxExamples = 3  // of rejected texts, for each rule
	maxCases    = 12
	maxFormats  = 20
	maxSkipped  = 50
	maxRuns     = 20
	maxApart    = 50 // hosts of a class
)

// Longer texts are cut on the page, and longer URLs are not linked, so that the page
// stays small.
const (
	maxShown  = 200 // characters
	maxLinked = 500 // bytes
)

// visible returns text in a form that a page may show: characters that cannot be seen, or
// that change the order of those around them, are written as \xNN or \u{NNNN}.
func visible(text string) string {
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], "\ufffd"):
			fmt.Fprintf(&b, `\x%02X`, text[i])
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\x%02X`, r)
		case shapeless(r):
			fmt.Fprintf(&b, `\u{%04X}`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// shapeless reports whether a character cannot be seen, or changes the order of others. A
// blank is not shapeless.
func shapeless(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp,
		unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// shorten cuts text after max characters, and appends an ellipsis if it does.
func shorten(text string, max int) string {
	n := 0
	for i := range text {
		if n == max {
			return text[:i] + "…"
		}
		n++
	}
	return text
}

// shown returns a URL of the archive, or a text that resembles one, for the page: short,
// visible, and without passwords, since pages are passed on.
func shown(text string) string { return short(printable.RedactURL(text)) }

// short returns a text in a form that a page may show, cut if it is long.
func short(text string) string {
	text = text[:min(len(text), 4*(maxShown+1))] // more characters than are shown
	return shorten(visible(text), maxShown)
}

// private reports whether a URL has a password.
func private(url string) bool { return printable.RedactURL(url) != url }

// A link is a URL to be shown, with its target if it may be followed.
type link struct {
	Text string
	Href template.URL
}

var followed = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^(?:https?|ftp)://([^/?#]+)`)
})

// linkTo returns the link of a URL. It has a target only if a browser opens the URL as a
// page or a file, and the URL has no user, password or backslash. Browsers take a
// backslash for a slash, so it would hide the host.
func linkTo(url string) link {
	l := link{Text: shown(url)}
	if m := followed().FindStringSubmatch(url); m != nil && !strings.ContainsAny(m[1], `@\`) &&
		!private(url) && len(url) <= maxLinked && utf8.ValidString(url) &&
		!strings.ContainsFunc(url, shapeless) && !isPrivate(heading.Host(url)) {
		l.Href = template.URL(url)
	}
	return l
}

// archived returns the link to the copy of a page in the Wayback Machine that is nearest
// to a date. Its text is the day.
func archived(url, date string) link {
	day, _, _ := strings.Cut(date, "T")
	l := link{Text: visible(day)}
	digits := strings.ReplaceAll(day, "-", "")
	if date == "" {
		l.Text, digits = "no date", "*" // all copies
	} else if _, err := strconv.Atoi(digits); err != nil {
		return l
	}
	if to := linkTo(url).Href; to != "" {
		target, _, _ := strings.Cut(string(to), "#")
		l.Href = template.URL("https://web.archive.org/web/" + digits + "/" + target)
	}
	return l
}

// number formats n with commas between thousands.
func number(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// count formats n with the name of the things counted.
func count(n int, one, many string) string {
	if n == 1 {
		return "1\u00a0" + one
	}
	return number(n) + "\u00a0" + many
}

// share formats the share of n in all.
func share(n, all int) string {
	if all == 0 {
		return "0\u00a0%"
	}
	percent := 100 * float64(n) / float64(all)
	switch {
	case n > 0 && percent < 0.1:
		return "<\u00a00.1\u00a0%"
	case n < all && percent > 99.9:
		return ">\u00a099.9\u00a0%"
	case n == 0 || n == all:
		return fmt.Sprintf("%.0f\u00a0%%", percent)
	}
	return fmt.Sprintf("%.1f\u00a0%%", percent)
}

// partOf formats "n of all" things, and the share of n unless it is all of them.
func partOf(n, all int, one, many string) string {
	switch {
	case all == 1 && n == 1:
		return count(all, one, many)
	case n == all:
		return "all " + count(all, one, many)
	}
	return number(n) + " of " + count(all, one, many) + " (" + share(n, all) + ")"
}

// numberAndShare formats n, and its share in all.
func numberAndShare(n, all int) string {
	return number(n) + " (" + share(n, all) + ")"
}

// rate formats a number of occurrences per message.
func rate(value float64) string {
	switch {
	case value >= 100:
		return number(int(value + 0.5))
	case value >= 0.1 || value == 0:
		return strconv.FormatFloat(value, 'f', 2, 64)
	}
	return strconv.FormatFloat(value, 'f', 1-int(math.Floor(math.Log10(value))), 64) // two significant digits
}
