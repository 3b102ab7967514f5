package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// A kind is what a flag sets: a kind of variable that is set from the text of a value, and can be written as such a text. All that
// depends on the type of the variable is here.
type kind interface {
	// set sets the variable, and returns the values in text that f.choices and f.check are to be asked about.
	set(f *flag, text string) (values []string, err error)
	// text returns the text of the value, or "" if there is none.
	text() string
}

// kind returns what the flag sets.
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
)

func (b *boolean) set(f *flag, text string) ([]string, error) {
	on, err := strconv.ParseBool(text)
	if err != nil {
		return nil, usage(f.typed + " takes no value")
	}
	*b = boolean(on)
	return nil, nil
}

func (n *number) set(f *flag, text string) ([]string, error) {
	value, err := strconv.Atoi(text)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return nil, f.wrong(text, "out of range")
	case err != nil:
		return nil, f.wrong(text, "not a number")
	case value < f.min || value > f.max:
		return nil, f.wrong(text, fmt.Sprintf("must be from %d to %d", f.min, f.max))
	}
	*n = number(value)
	return nil, nil
}

func (s *size) set(f *flag, text string) ([]string, error) {
	n, err := parseSize(text)
	switch {
	case err != nil:
		return nil, f.wrong(text, err.Error())
	case n < int64(f.min) || n > int64(f.max):
		return nil, f.wrong(text, fmt.Sprintf("must be from %dM to %dM", f.min>>20, f.max>>20))
	}
	*s = size(n)
	return nil, nil
}

func (d *date) set(f *flag, text string) ([]string, error) {
	t, err := parseDate(text)
	if err != nil {
		return nil, f.wrong(text, err.Error())
	}
	*d = date{text, t}
	return nil, nil
}

func (p *plain) set(_ *flag, text string) ([]string, error) {
	*p = plain(text)
	return []string{text}, nil
}

func (g *globs) set(_ *flag, text string) ([]string, error) {
	values := splitGlobs(text)
	*g = append(*g, values...)
	return values, nil
}

func (l *list) set(_ *flag, text string) ([]string, error) {
	values := strings.Split(text, ",")
	*l = append(*l, values...)
	return values, nil
}

func (b *boolean) text() string { return strconv.FormatBool(bool(*b)) }
func (n *number) text() string  { return strconv.Itoa(int(*n)) }
func (s *size) text() string    { return strconv.FormatInt(int64(*s), 10) }
func (d *date) text() string    { return d.typed }
func (p *plain) text() string   { return string(*p) }
func (g *globs) text() string   { return strings.Join(*g, ",") }
func (l *list) text() string    { return strings.Join(*l, ",") }
