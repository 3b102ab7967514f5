package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// A kind is the type of a variable that a flag sets. Its values can be parsed from text
// and formatted as text. All code that depends on the type is here.
type kind interface {
	// set sets the variable to the value of f in text.
	set(f *flag, text string) error
	// text returns the value as text, or "" if there is none.
	text() string
}

// kind returns the variable of the flag.
func (f *flag) kind() kind {
	switch to := f.to.(type) {
	case *bool:
		return (*boolean)(to)
	case *int:
		return (*number)(to)
	case *string:
		return (*plain)(to)
	case *[]string:
		return (*globs)(to)
	case kind:
		return to
	}
	panic(fmt.Sprintf("--%s sets a %T", f.name, f.to))
}

type (
	boolean bool
	number  int
	plain   string
	globs   []string
	list    []string // the values between commas, from all occurrences of the flag
	size    int64    // a number of bytes
	date    struct { // a time as typed, or zero
		typed string
		time  time.Time
	}
	share struct { // a share of the input as typed, or the zero share for all of it
		typed      string
		number, of int
	}
)

func (b *boolean) set(f *flag, text string) error {
	on, err := strconv.ParseBool(text)
	if err != nil {
		return usage(f.typed + " takes no value")
	}
	*b = boolean(on)
	return nil
}

func (n *number) set(f *flag, text string) error {
	value, err := strconv.Atoi(text)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return f.wrong(text, "out of range")
	case err != nil:
		return f.wrong(text, "not a number")
	case value < f.min || value > f.max:
		return f.wrong(text, fmt.Sprintf("must be from %d to %d", f.min, f.max))
	}
	*n = number(value)
	return nil
}

func (s *size) set(f *flag, text string) error {
	n, err := parseSize(text)
	switch {
	case err != nil:
		return f.wrong(text, err.Error())
	case n < int64(f.min) || n > int64(f.max):
		return f.wrong(text, fmt.Sprintf("must be from %dM to %dM", f.min>>20, f.max>>20))
	}
	*s = size(n)
	return nil
}

func (d *date) set(f *flag, text string) error {
	t, err := parseDate(text)
	if err != nil {
		return f.wrong(text, err.Error())
	}
	*d = date{text, t}
	return nil
}

// set reads a share in the form I/N, such as 2/7.
func (s *share) set(f *flag, text string) error {
	number, of, _ := strings.Cut(text, "/")
	n, err := strconv.Atoi(number) // possibly with leading zeros, as from seq -w
	m, wrong := strconv.Atoi(of)
	if err != nil || wrong != nil || n < 1 || n > m {
		return f.wrong(text, "must be I/N, with I from 1 to N, such as 2/7")
	}
	*s = share{text, n, m}
	return nil
}

func (p *plain) set(f *flag, text string) error {
	value, err := f.used(text, text)
	*p = plain(value)
	return err
}

func (g *globs) set(f *flag, text string) error {
	return addTo((*[]string)(g), f, text, splitGlobs(text))
}

func (l *list) set(f *flag, text string) error {
	return addTo((*[]string)(l), f, text, strings.Split(text, ","))
}

// addTo appends the values in the text of a flag to a list.
func addTo(list *[]string, f *flag, text string, values []string) error {
	if text == "" {
		return usage(f.typed + ": needs a value")
	}
	for _, one := range values {
		used, err := f.used(one, text)
		if err != nil {
			return err
		}
		*list = append(*list, used)
	}
	return nil
}

func (b *boolean) text() string { return strconv.FormatBool(bool(*b)) }
func (n *number) text() string  { return strconv.Itoa(int(*n)) }
func (s *size) text() string    { return strconv.FormatInt(int64(*s), 10) }
func (d *date) text() string    { return d.typed }
func (s *share) text() string   { return s.typed }
func (p *plain) text() string   { return string(*p) }
func (g *globs) text() string   { return strings.Join(*g, ",") }
func (l *list) text() string    { return strings.Join(*l, ",") }

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
func parseDate(value string) (time.Time, error) {
	for _, layout := range []string{"2006", "2006-01", time.DateOnly, time.RFC3339} {
		if t, err := time.Parse(layout, value); err == nil {
			return t, nil
		}
	}
	return time.Time{}, errors.New("not a date such as 1996, 1996-05, 1996-05-01 or 1996-05-01T12:00:00Z")
}

// schemeName returns the name of a scheme in lower case. It may be typed with its colon.
func schemeName(typed string) (string, error) {
	name := strings.TrimSuffix(strings.ToLower(strings.TrimSpace(typed)), ":")
	if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789+-.") != "" {
		return "", fmt.Errorf(`%q is not the name of a scheme: use letters, digits, "+", "-" and "."`, name)
	}
	return name, nil
}
