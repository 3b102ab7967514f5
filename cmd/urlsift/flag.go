package main

import (
	"cmp"
	"slices"
	"strings"

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
