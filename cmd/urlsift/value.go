package main

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urlsift/urlsift/cmd/internal/message"
)

// The types of variables that a flag sets, beside bool, int, string and []string, which
// is a list of patterns. All code that depends on the type is here.
type (
	list []string // the values between commas, from all occurrences of the flag
	size int64    // a number of bytes
	date struct { // a time as typed, or zero
		typed string
		time  time.Time
	}
	shard struct { // a shard of the input as typed, or the zero shard for all of it
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
	case *shard:
		*to, err = parseShard(text)
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
	case *shard:
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
