package main

import (
	"path/filepath"
	"regexp"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/xrash/smetrics"
)

// order moves flags before paths, and the subcommand before both, since the library reads no flag behind a path. What
// follows "--" is no flag, and no subcommand.
func order(args []string, app *cli.App) ([]string, error) {
	valued := valuedFlags(app)
	var flags, paths []string
	command := ""
	for i := 1; i < len(args); i++ {
		arg := args[i]
		switch {
		case arg == "--":
			paths = append(paths, args[i+1:]...)
			i = len(args)
		case arg == "-" || !strings.HasPrefix(arg, "-"):
			if command == "" && len(paths) == 0 && app.Command(arg) != nil {
				command = arg
			} else {
				paths = append(paths, arg)
			}
		case glued(arg, valued) > 0:
			n := glued(arg, valued)
			flags = append(flags, arg[:n], arg[n:])
		case !valued(arg):
			flags = append(flags, arg)
		case i+1 == len(args):
			return nil, usage(arg + ": it needs a value")
		default:
			flags = append(flags, arg, args[i+1])
			i++
		}
	}
	ordered := args[:1:1]
	if command != "" {
		ordered = append(ordered, command)
	} else if len(paths) > 0 && app.Command(paths[0]) != nil {
		paths[0] = "." + string(filepath.Separator) + paths[0] // or the library would take it for the subcommand
	}
	return append(append(append(ordered, flags...), "--"), paths...), nil
}

// glued gives the length of the short flags in an argument that ends in the value of the last of them, as in -j2, or 0.
func glued(arg string, valued func(string) bool) int {
	if strings.HasPrefix(arg, "--") || strings.Contains(arg, "=") {
		return 0
	}
	for i := 1; i < len(arg)-1; i++ {
		if valued(arg[i : i+1]) {
			return i + 1
		}
	}
	return 0
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

var mistypedFlag = regexp.MustCompile(`not defined: -+(\S+)`)

// mistyped gives the flag that an error of the library complains of.
func mistyped(err error) string {
	if m := mistypedFlag.FindStringSubmatch(err.Error()); m != nil {
		return m[1]
	}
	return ""
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
