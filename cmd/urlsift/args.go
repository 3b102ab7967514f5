package main

import (
	"regexp"
	"strings"

	"github.com/urfave/cli/v2"
)

// order moves flags before paths, and the subcommand before both, since the library reads no flag behind a path. What
// follows "--" is no flag.
func order(args []string, app *cli.App) []string {
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
		default:
			flags = append(flags, arg)
			if valued(arg) && i+1 < len(args) {
				i++
				flags = append(flags, args[i])
			}
		}
	}
	ordered := args[:1:1]
	if command != "" {
		ordered = append(ordered, command)
	}
	return append(append(append(ordered, flags...), "--"), paths...)
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
