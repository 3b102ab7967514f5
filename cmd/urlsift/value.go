package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urlsift/urlsift/cmd/internal/message"
)

// A flag is a row of the table of flags.
type flag struct {
	name, short string
	former      string   // a former name, accepted too
	of          string   // the commands that have it, with "find" for the one without a name
	group       string   // its heading in the help
	help        string   // its effect, on a line of the help
	note        string   // the rest of its description in help and manual
	common      bool     // it is on the screen of -h
	hidden      bool     // accepted without effect, and not shown
	value       string   // the name of its value in the help; a switch has none
	initial     string   // its default value, if worth mentioning
	choices     []string // the possible values, if known
	alone       string   // its value if given without one, if allowed; then a value must be attached with "="
	formerAlone string   // the same, for older scripts
	files       bool     // its value is completed as the name of a file
	min, max    int      // of an *int
	same        bool     // all runs of index on a database must have the same value
	given       bool     // with same: the values may differ, but all runs have the flag or none has
	how         bool     // it changes no results or output, and is left out of manifests

	// destination of the value: a pointer to a variable of a kind
	to   any
	take func(value string) (used string, _ error) // returns the value to use, or is nil

	typed string // the flag as last typed, or empty
}

// The groups of flags in the help.
const (
	toOutput       = "Output"
	filterURLs     = "Filter URLs"
	filterMessages = "Filter messages"
	selectFiles    = "Select files"
	findMore       = "Find more"
	decoding       = "Decoding"
	limits         = "Limits"
	compatibility  = "Compatibility"
	toStderr       = "Messages on standard error"
	others         = "Other"
	ungrouped      = "Options" // those of a single command
)

// groups lists the groups in the order of the help.
var groups = []string{
	ungrouped, toOutput, filterURLs, filterMessages, selectFiles, findMore, decoding, limits,
	compatibility, toStderr, others,
}

// isCalled reports whether name, without dashes, is the long or short name of the flag.
func (f *flag) isCalled(name string) bool {
	return name != "" && (f.name == name || f.short == name || f.former == name)
}

// chooses reports whether the flag can have this value: each part of it is one of
// choices, or take accepts it.
func (f *flag) chooses(value string) bool {
	if len(f.choices) == 0 && f.take != nil {
		_, err := f.take(value)
		return err == nil
	}
	return !slices.ContainsFunc(strings.Split(value, ","),
		func(one string) bool { return !slices.Contains(f.choices, one) })
}

// valueAlone returns the value of the flag if it is given without one, or "".
func (f *flag) valueAlone() string { return cmp.Or(f.alone, f.formerAlone) }

// isValueAlone reports whether an argument after the flag, whose value is optional, is
// its value: several choices with commas between them, or a URL. Earlier versions
// accepted these, and they can hardly be paths. A single choice can: "mail" is a path.
func (f *flag) isValueAlone(arg string) bool {
	return (strings.IndexByte(arg, ',') >= 0 || strings.Contains(arg, "://")) && f.chooses(arg)
}

// isSwitch reports whether the flag takes no value.
func (f *flag) isSwitch() bool { return f.value == "" }

// used returns the value to use for one of the values in the text of a flag.
func (f *flag) used(one, text string) (string, error) {
	switch {
	case len(f.choices) > 0 && !slices.Contains(f.choices, one):
		return "", usage(f.typed + " " + one + ": must be " + message.List(f.choices, "or"))
	case f.take == nil || one != "" && one == f.valueAlone():
		return one, nil
	}
	used, err := f.take(one)
	if err != nil {
		return "", f.wrong(text, err.Error())
	}
	return used, nil
}

// wrong returns the error for a value.
func (f *flag) wrong(text, why string) error { return usage(f.typed + " " + text + ": " + why) }

// dashed returns the name of a flag as it is typed.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// names returns the names of flags, long and short.
func names(flags []*flag) []string {
	var all []string
	for _, f := range flags {
		all = append(all, f.name)
		if f.short != "" {
			all = append(all, f.short)
		}
	}
	return all
}

// A flagTable holds the flags of all commands.
type flagTable []*flag

// of returns the flags of a command.
func (t flagTable) of(command string) []*flag {
	var flags []*flag
	for _, f := range t {
		if slices.Contains(strings.Fields(f.of), cmp.Or(command, "find")) {
			flags = append(flags, f)
		}
	}
	return flags
}

// valued returns the flag of any command that has this name and takes a value, or nil.
func (t flagTable) valued(name string) *flag {
	i := slices.IndexFunc(t, func(f *flag) bool { return f.isCalled(name) && !f.isSwitch() })
	if i < 0 {
		return nil
	}
	return t[i]
}

// isLong reports whether name is the long name of a flag.
func (t flagTable) isLong(name string) bool {
	return name == "help" || name == "version" || len(name) > 1 && slices.ContainsFunc(t,
		func(f *flag) bool { return f.name == name || f.former == name })
}

// typed returns the flags among names that were given, as typed. Other commands share
// many of these flags of find.
func (t flagTable) typed(names ...string) []string {
	var typed []string
	for _, f := range t.of("") {
		if on, ok := f.to.(*bool); ok && !*on {
			continue
		}
		if f.typed != "" && slices.Contains(names, f.name) {
			typed = append(typed, dashed(f.name))
		}
	}
	return typed
}

// limits returns the given flags that set limits of unpacking.
func (t flagTable) limits() []string {
	return t.typed("max-nesting", "max-members", "max-ratio", "max-memory")
}

// settings returns the given flags of a command that change results or output, with their
// values.
func (t flagTable) settings(command string) []string {
	var settings []string
	for _, f := range t.of(command) {
		if f.typed == "" || f.how {
			continue
		}
		setting := dashed(f.name)
		if text := f.kind().text(); !f.isSwitch() || text != "true" {
			setting += "=" + text
		}
		settings = append(settings, setting)
	}
	return settings
}

// canonical returns the flags that all runs on a database must share, in a fixed order,
// without those that have no effect.
func (t flagTable) canonical() string {
	var flags []string
	for _, f := range t.of("index") {
		if !f.same {
			continue
		}
		name := dashed(cmp.Or(f.former, f.name)) // as in databases made with the former name
		switch text := f.kind().text(); {
		case f.isSwitch() && text == "false" || !f.isSwitch() && text == f.initial ||
			f.typed == "" && !f.isSwitch():
		case f.isSwitch(), f.given && text != "", len(f.choices) == 0 && text != "" && text == f.valueAlone():
			flags = append(flags, name)
		default:
			flags = append(flags, name+"="+text)
		}
	}
	return strings.Join(flags, " ")
}

// A usage is an error in the words of the command line.
type usage string

func (u usage) Error() string { return string(u) }

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
