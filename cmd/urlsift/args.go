package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/xrash/smetrics"
)

// order moves flags before paths, and the subcommand before both, since the library reads no flag behind a path. What
// follows "--" is no flag, and no subcommand. Where help is asked for, nothing else is left.
func order(args []string, app *cli.App) ([]string, error) {
	valued := valuedFlags(app)
	var flags, paths, short []string
	command, helps := "", false
	for i := 1; i < len(args); i++ {
		arg := args[i]
		switch {
		case arg == "--":
			paths = append(paths, args[i+1:]...)
			i = len(args)
		case arg == "-" || !strings.HasPrefix(arg, "-"):
			switch first := command == "" && len(paths) == 0; {
			case first && app.Command(arg) != nil:
				command = arg
			case first && arg == "help" && isMissing(arg):
				helps = true
			default:
				paths = append(paths, arg)
			}
		case glued(arg, valued) > 0:
			n := glued(arg, valued)
			short = append(short, arg)
			flags = append(flags, arg[:n], arg[n:])
		case arg == "--help" || strings.TrimLeft(arg, "-") == "h":
			helps = true
		case !valued(arg):
			short = append(short, arg)
			flags = append(flags, arg)
		case i+1 == len(args):
			return nil, usage(arg + ": it needs a value")
		default:
			short = append(short, arg)
			flags = append(flags, arg, args[i+1])
			i++
		}
	}
	ordered := args[:1:1]
	if command != "" {
		ordered = append(ordered, command)
	}
	if !helps {
		var err error
		if helps, err = letters(short, valued, app, command); err != nil {
			return nil, err
		}
	}
	if helps {
		return append(ordered, "--help"), nil
	}
	if command == "" && len(paths) > 0 && app.Command(paths[0]) != nil {
		paths[0] = "." + string(filepath.Separator) + paths[0] // or the library would take it for the subcommand
	}
	return append(append(append(ordered, flags...), "--"), paths...), nil
}

// glued gives the length of the short flags in an argument that ends in the value of the last of them, as in -j2, or 0.
func glued(arg string, valued func(string) bool) int {
	if strings.HasPrefix(arg, "--") {
		return 0
	}
	for i := 1; i < len(arg)-1 && arg[i] != '=' && arg[i+1] != '='; i++ {
		if valued(arg[i : i+1]) {
			return i + 1
		}
	}
	return 0
}

// letters looks at the letters behind one dash: whether the command has such flags, and whether one of them asks for help. The
// whole name of a flag is none of them.
func letters(args []string, valued func(string) bool, app *cli.App, name string) (helps bool, err error) {
	command := &cli.Command{Name: app.Name, Flags: append(app.Flags[:len(app.Flags):len(app.Flags)], cli.VersionFlag)}
	if name != "" {
		command = app.Command(name)
	}
	names := append(flagNames(command.Flags), cli.HelpFlag.Names()...)
	for _, arg := range args {
		word, _, _ := strings.Cut(strings.TrimPrefix(arg, "-"), "=")
		switch {
		case strings.HasPrefix(word, "-"):
			continue
		case len(word) > 1 && slices.Contains(names, word):
			return false, usage(arg + ": did you mean -" + arg + "?")
		}
		if n := glued(arg, valued); n > 0 {
			word = arg[1:n]
		}
		for _, letter := range word {
			if !slices.Contains(names, string(letter)) {
				return false, noFlag(app, command, string(letter))
			}
			helps = helps || letter == 'h'
		}
	}
	return helps, nil
}

func isMissing(name string) bool {
	_, err := os.Lstat(name)
	return err != nil
}

// valuedFlags tells of an argument that is a flag whether its value is the next argument.
func valuedFlags(app *cli.App) func(arg string) bool {
	valued := map[string]bool{}
	flags := app.Flags
	for _, command := range app.Commands {
		flags = append(flags[:len(flags):len(flags)], command.Flags...)
	}
	for _, flag := range flags {
		_, isBool := flag.(*cli.BoolFlag)
		for _, name := range flag.Names() {
			valued[name] = !isBool
		}
	}
	return func(arg string) bool {
		name := strings.TrimLeft(arg, "-")
		if strings.Contains(name, "=") {
			return false
		}
		if _, known := valued[name]; known || strings.HasPrefix(arg, "--") {
			return valued[name]
		}
		return name != "" && valued[name[len(name)-1:]] // the last of some short flags
	}
}

// What the library says of a flag that there is not, and of values that flags do not take.
var (
	mistypedFlag  = regexp.MustCompile(`not defined: -+(\S+)`)
	neededNoValue = regexp.MustCompile(`^invalid boolean value .* for -(\S+): `)
	wrongNumber   = regexp.MustCompile(`^invalid value "(.*)" for flag -(\S+): (.*)`)
)

// mistyped gives the flag that an error of the library says there is not.
func mistyped(err error) string {
	if m := mistypedFlag.FindStringSubmatch(err.Error()); m != nil {
		return m[1]
	}
	return ""
}

// wrongValue gives what the library says of a value in the words of the command line.
func wrongValue(err error) usage {
	text := err.Error()
	if m := neededNoValue.FindStringSubmatch(text); m != nil {
		return usage(dashed(m[1]) + " takes no value")
	}
	if m := wrongNumber.FindStringSubmatch(text); m != nil {
		why := "it is a number"
		if strings.Contains(m[3], "out of range") {
			why = "it is out of range"
		}
		return usage(dashed(m[2]) + " " + m[1] + ": " + why)
	}
	return usage(text + "; see urlsift --help")
}

// dashed gives the name of a flag as it is typed.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

func flagNames(flags []cli.Flag) []string {
	var names []string
	for _, flag := range flags {
		names = append(names, flag.Names()...)
	}
	return names
}

// closest gives the name that was meant, if one is much like what was typed.
func closest(typed string, names []string) string {
	const like, boost, prefix = 0.85, 0.7, 4
	best, hint := like, ""
	for _, name := range names {
		if s := smetrics.JaroWinkler(strings.ToLower(typed), name, boost, prefix); len(name) > 1 && s >= best {
			best, hint = s, name
		}
	}
	return hint
}

// commandHint tells of a path that is missing which command is much like it.
func commandHint(path string, app *cli.App) string {
	var names []string
	for _, command := range app.Commands {
		names = append(names, command.Name)
	}
	if name := closest(path, names); name != "" {
		return "; did you mean the command " + name + "?"
	}
	return ""
}
