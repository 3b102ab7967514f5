package main

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urlsift/urlsift/cmd/internal/message"
)

// The types of variables that a flag sets, beside bool, int, string and []string, which is
// a list of patterns. All code that depends on the type is here.
type (
	list []string // the values between commas, from all occurrences of the flag
	size int64    // a number of bytes
	date struct { // a time as typed, or zero
		typed string
		time  time.Time
	}
	share struct { // a share of the input as typed, or the zero share for all of it
		typed      string
		number, of int
	}
)

// set sets the variable of the flag, which was typed as name, to the value in text.
func (f *flag) set(name, text string) (err error) {
	f.typed = dashed(name)
	switch to := f.to.(type) {
	case *bool:
		if *to, err = strconv.ParseBool(text); err != nil {
			return usage(f.typed + " takes no value")
		}
	case *int:
		n, wrong := parseNumber(text)
		*to, err = int(n), cmp.Or(wrong, f.outside(n, 0, ""))
	case *size:
		n, wrong := parseSize(text)
		*to, err = size(n), cmp.Or(wrong, f.outside(n, 20, "M"))
	case *date:
		*to, err = parseDate(text)
	case *share:
		*to, err = parseShare(text)
	case *string:
		*to, err = f.used(text)
	case *[]string:
		err = f.add(to, text, splitGlobs(text))
	case *list:
		err = f.add((*[]string)(to), text, strings.Split(text, ","))
	default:
		panic(fmt.Sprintf("--%s sets a %T", f.Name, f.to))
	}
	if _, ready := err.(usage); err != nil && !ready {
		return usage(f.typed + " " + text + ": " + err.Error())
	}
	return err
}

// text returns the value of the flag as text, or "" if there is none.
func (f *flag) text() string {
	switch to := f.to.(type) {
	case *date:
		return to.typed
	case *share:
		return to.typed
	case *[]string:
		return strings.Join(*to, ",")
	case *list:
		return strings.Join(*to, ",")
	}
	return fmt.Sprint(reflect.ValueOf(f.to).Elem())
}

// outside returns an error for a number that is not in the range of the flag. The error
// has the range in a unit.
func (f *flag) outside(n int64, shift int, unit string) error {
	if f.min <= n && n <= f.max {
		return nil
	}
	return fmt.Errorf("must be from %d%s to %[3]d%[2]s", f.min>>shift, unit, f.max>>shift)
}

// add appends the values in the text of a flag to a list.
func (f *flag) add(list *[]string, text string, values []string) error {
	if text == "" {
		return usage(f.typed + ": needs a value")
	}
	for _, one := range values {
		used, err := f.used(one)
		if err != nil {
			return err
		}
		*list = append(*list, used)
	}
	return nil
}

// used returns the value to use for one of the values in the text of a flag.
func (f *flag) used(one string) (string, error) {
	switch {
	case len(f.Choices) > 0 && !slices.Contains(f.Choices, one):
		return "", usage(f.typed + " " + one + ": must be " + message.List(f.Choices, "or"))
	case f.take == nil || one != "" && one == f.valueAlone():
		return one, nil
	}
	return f.take(one)
}

// splitGlobs returns the patterns between the commas of a value. A comma in braces or
// brackets, or after a backslash, is part of a pattern.
func splitGlobs(value string) []string {
	var globs []string
	from, depth := 0, 0
	for i := 0; i < len(value); i++ {
		switch value[i] {
		case '\\':
			i++
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case ',':
			if depth <= 0 {
				globs = append(globs, value[from:i])
				from = i + 1
			}
		}
	}
	return append(globs, value[from:])
}

func parseNumber(value string) (int64, error) {
	n, err := strconv.ParseInt(value, 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, errors.New("out of range")
	case err != nil:
		return 0, errors.New("not a number")
	}
	return n, nil
}

// parseSize parses a number of bytes. It may end in K, M or G, for 1024 bytes and so on.
func parseSize(value string) (int64, error) {
	shift := 0
	if i := strings.IndexAny(value, "KMGkmg"); i >= 0 && i == len(value)-1 {
		shift = 10 * (1 + strings.IndexByte("kmg", value[i]|0x20))
		value = value[:i]
	}
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil || n<<shift>>shift != n {
		return 0, errors.New("not a size such as 65536, 64K, 64M or 2G")
	}
	return n << shift, nil
}

// parseDate parses a time: a year, a month, a day or a time.
func parseDate(value string) (date, error) {
	for _, layout := range []string{"2006", "2006-01", time.DateOnly, time.RFC3339} {
		if t, err := time.Parse(layout, value); err == nil {
			return date{value, t}, nil
		}
	}
	return date{}, errors.New("not a date such as 1996, 1996-05, 1996-05-01 or 1996-05-01T12:00:00Z")
}

// parseShare parses a share in the form I/N, such as 2/7.
func parseShare(value string) (share, error) {
	number, of, _ := strings.Cut(value, "/")
	n, err := strconv.Atoi(number) // possibly with leading zeros, as from seq -w
	m, wrong := strconv.Atoi(of)
	if err != nil || wrong != nil || n < 1 || n > m {
		return share{}, errors.New("must be I/N, with I from 1 to N, such as 2/7")
	}
	return share{value, n, m}, nil
}

// schemeName returns the name of a scheme in lower case. It may be typed with its colon.
func schemeName(typed string) (string, error) {
	name := strings.TrimSuffix(strings.ToLower(strings.TrimSpace(typed)), ":")
	if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789+-.") != "" {
		return "", fmt.Errorf(`%q is not the name of a scheme: use letters, digits, "+", "-" and "."`, name)
	}
	return name, nil
}
