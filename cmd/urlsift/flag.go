package main

import (
	"cmp"
	"slices"
	"strings"
)

// A flag is a row of the table of flags.
type flag struct {
	Name, Short string
	former      string    // a former name, accepted too
	of          string    // the commands that have it, with "find" for the one without a name
	Group       flagGroup // its heading in the help
	Help        string    // its effect, on a line of the help
	Note        string    // the rest of its description in help and manual
	Common      bool      // it is on the screen of -h
	hidden      bool      // accepted without effect, and not shown
	Value       string    // the name of its value in the help; a switch has none
	initial     string    // its default value, if worth mentioning
	Choices     []string  // the possible values, if known
	Alone       string    // its value if given without one, if allowed; then a value must be attached with "="
	formerAlone string    // the same, for older scripts
	Files       bool      // its value is completed as the name of a file
	min, max    int64     // of an *int or a *size
	same        bool      // all runs of index on a database must have the same value
	given       bool      // with same: the values may differ, but all runs have the flag or none has
	how         bool      // it changes no results or output, and is left out of manifests

	// destination of the value: a pointer to a variable of a kind
	to   any
	take func(value string) (used string, _ error) // returns the value to use, or is nil

	typed string // the flag as last typed, or empty
}

// A flagGroup is a heading of flags in the help.
type flagGroup int

// The groups, in the order of the help.
const (
	ungrouped flagGroup = iota // flags of a single command
	toOutput
	filterURLs
	filterMessages
	selectFiles
	findMore
	decoding
	limits
	compatibility
	toStderr
	others
)

func (g flagGroup) String() string {
	return [...]string{"Options", "Output", "Filter URLs", "Filter messages", "Select files", "Find more",
		"Decoding", "Limits", "Compatibility", "Messages on standard error", "Other"}[g]
}

// Usage returns the line of the help.
func (f *flag) Usage() string {
	if f.initial == "" {
		return f.Help
	}
	return f.Help + " (default " + f.initial + ")"
}

// Sentences returns Usage and Note as one text.
func (f *flag) Sentences() string { return strings.TrimSuffix(f.Usage()+". "+f.Note, ". ") }

// Argument returns the name of the value in the help, with what precedes it.
func (f *flag) Argument() string {
	switch {
	case f.Alone != "":
		return "[=" + f.Value + "]"
	case f.Value != "":
		return " " + f.Value
	}
	return ""
}

// valueAlone returns the value of the flag if it is given without one, or "".
func (f *flag) valueAlone() string { return cmp.Or(f.Alone, f.formerAlone) }

// isValueAlone reports whether an argument after the flag, whose value is optional, is
// its value: several choices with commas between them, or a URL. Earlier versions
// accepted these, and they can hardly be paths. A single choice can: "mail" is a path.
func (f *flag) isValueAlone(arg string) bool {
	return (strings.IndexByte(arg, ',') >= 0 || strings.Contains(arg, "://")) && f.chooses(arg)
}

// chooses reports whether the flag can have this value, or each part of it.
func (f *flag) chooses(value string) bool {
	parts := []string{value}
	if len(f.Choices) > 0 {
		parts = strings.Split(value, ",")
	}
	return !slices.ContainsFunc(parts, func(one string) bool { _, err := f.used(one); return err != nil })
}

// isSwitch reports whether the flag takes no value.
func (f *flag) isSwitch() bool { return f.Value == "" }

// dashed returns the name of a flag as it is typed.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// A flagTable holds the flags of all commands.
type flagTable []*flag

// of returns the flags of a command.
func (t flagTable) of(command string) flagTable {
	return slices.DeleteFunc(slices.Clone(t), func(f *flag) bool {
		return !slices.Contains(strings.Fields(f.of), cmp.Or(command, "find"))
	})
}

// named returns the first flag with a long or short name, without dashes, or nil. Flags
// with one name all take a value, or none does.
func (t flagTable) named(name string) *flag {
	for _, f := range t {
		if name != "" && (f.Name == name || f.Short == name || f.former == name) {
			return f
		}
	}
	return nil
}

// shown returns the flags that are not hidden, group by group.
func (t flagTable) shown() flagTable {
	t = slices.DeleteFunc(slices.Clone(t), func(f *flag) bool { return f.hidden })
	slices.SortStableFunc(t, func(a, b *flag) int { return int(a.Group - b.Group) })
	return t
}

// typed returns the flags among names that were given, as typed. Other commands share
// many of these flags of find.
func (t flagTable) typed(names ...string) []string {
	var typed []string
	for _, f := range t.of("") {
		if on, ok := f.to.(*bool); ok && !*on {
			continue
		}
		if f.typed != "" && slices.Contains(names, f.Name) {
			typed = append(typed, dashed(f.Name))
		}
	}
	return typed
}

// A usage is an error in the words of the command line.
type usage string

func (u usage) Error() string { return string(u) }
