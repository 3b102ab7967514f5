package main

import (
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// The cli library dispatches the commands and executes the template of the help. The
// command line is parsed here. cli cannot do what these cases of the tests show:
//
//	mail.txt -n        flags after paths: cli would read a file called -n
//	--json check URL   flags of a command before its name
//	-nshttp, -C2       a value attached to a short flag, alone or after others
//	--guess mail       a flag whose value is optional, before a path
//	-oout, -on         the latter is a habit from grep, and no file n
//	-j x               errors with the flag as typed; those of cli have its first name
//	--jsno, -csv       suggestions, if a flag is similar enough
//	chekc a.txt        a file that is missing, since any word may be a path

// A line is a parsed command line.
type line struct {
	command string // or empty for find
	flags   []typedFlag
	paths   []string
}

// A typedFlag is a flag on the command line.
type typedFlag struct {
	arg      string // the argument that contains it
	name     string // without dashes
	value    string
	hasValue bool
}

// split parses the arguments of a command line. Flags may precede and follow the command
// and its paths. Several short flags, and the value of the last one, may share an
// argument. An optional value follows a "="; see isValueAlone. Arguments after "--" are
// neither flags nor commands.
func split(args []string, all flagTable, app *cli.App) (*line, error) {
	l := &line{}
	for len(args) > 0 {
		arg, first := args[0], l.command == "" && len(l.paths) == 0
		args = args[1:]
		switch {
		case arg == "--":
			l.paths = append(l.paths, args...)
			return l, nil
		case arg != "-" && strings.HasPrefix(arg, "-"):
			flags := flagsIn(arg, all)
			last := &flags[len(flags)-1]
			if f := all.named(last.name); f != nil && !f.isSwitch() && !last.hasValue {
				switch {
				case f.valueAlone() != "" && !(len(args) > 0 && f.isValueAlone(args[0])):
					last.value = f.valueAlone()
				case len(args) == 0:
					return nil, usage(arg + ": needs a value")
				default:
					last.value, args = args[0], args[1:]
				}
				last.hasValue = true
			}
			l.flags = append(l.flags, flags...)
		case first && app.Command(arg) != nil:
			l.command = arg
		case first && arg == "help" && isMissing(arg):
			l.flags = append(l.flags, typedFlag{arg: "--help", name: "help"})
		default:
			l.paths = append(l.paths, arg)
		}
	}
	return l, nil
}

// flagsIn returns the flags in one argument.
func flagsIn(arg string, all flagTable) []typedFlag {
	word, value, hasValue := strings.Cut(strings.TrimLeft(arg, "-"), "=")
	if strings.HasPrefix(arg, "--") || len(word) != 1 && all.named(word) != nil || word == "" {
		return []typedFlag{{arg, word, value, hasValue}}
	}
	var flags []typedFlag
	for i := range word {
		one := typedFlag{arg: arg, name: word[i : i+1]}
		if f := all.named(one.name); i+1 == len(word) {
			one.value, one.hasValue = value, hasValue
		} else if f != nil && !f.isSwitch() {
			one.value, one.hasValue = arg[len("-")+i+1:], true
			return append(flags, one)
		}
		flags = append(flags, one)
	}
	return flags
}

// take sets the options of the command. If help is requested, it reports no errors.
func (l *line) take(all flagTable, app *cli.App) error {
	known := all.of(l.command)
	asksForHelp := func(t typedFlag) bool { return t.arg == "-h" || t.arg == "--help" }
	if i := slices.IndexFunc(l.flags, asksForHelp); i >= 0 {
		return known.named("help").set(l.flags[i].name, "true")
	}
	for _, t := range l.flags {
		switch f := known.named(t.name); {
		case l.command == "" && t.isCluster(known):
			return usage(t.arg + ": if " + t.value + " is a file, write -o " + t.value +
				"; urlsift prints only URLs")
		case f == nil:
			return unknownFlag(all, app, l.command, t.name)
		case len(t.name) > 1 && !strings.HasPrefix(t.arg, "--"):
			return usage(t.arg + ": did you mean -" + t.arg + "?")
		default:
			if f.isSwitch() && !t.hasValue {
				t.value = "true"
			}
			if err := f.set(t.name, t.value); err != nil {
				return err
			}
		}
	}
	return nil
}

// isCluster reports whether the file of -o is attached to it and looks like flags: grep
// -on prints matches with their lines, and does not write to a file n.
func (t *typedFlag) isCluster(known flagTable) bool {
	if t.name != "o" || t.value == "" || !strings.HasSuffix(t.arg, "o"+t.value) {
		return false
	}
	for _, letter := range t.value {
		if habits[string(letter)] == "" && known.named(string(letter)) == nil {
			return false
		}
	}
	return true
}

func isMissing(name string) bool {
	_, err := os.Lstat(name)
	return err != nil
}
