package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/urfave/cli/v2"
	"github.com/xrash/smetrics"
)

// The cli library dispatches the commands. The command line is parsed here, since cli
//
//   - takes what follows the first path as paths: "urlsift mail.txt -n" would read a file
//     called -n;
//   - takes a flag of a command only after its name: not "urlsift --json check URL";
//   - has no optional values: "--guess" and "--guess=mail";
//   - does not read "-nC2";
//   - says "flag provided but not defined" where unknownFlag knows what is meant.
//
// It prints the help by the templates of help.tmpl. Those of its own sort the headings by
// name; its manual and its scripts of completion know neither headings nor values.

// A line is a parsed command line.
type line struct {
	command string // or empty for find
	flags   []typedFlag
	paths   []string
	help    bool // help is requested
	brief   bool // by -h
	version bool
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
	for i := 0; i < len(args); i++ {
		arg := args[i]
		switch first := l.command == "" && len(l.paths) == 0; {
		case arg == "--":
			l.paths = append(l.paths, args[i+1:]...)
			i = len(args)
			continue
		case arg != "-" && strings.HasPrefix(arg, "-"):
		case first && app.Command(arg) != nil:
			l.command = arg
			continue
		case first && arg == "help" && isMissing(arg):
			l.help = true
			continue
		default:
			l.paths = append(l.paths, arg)
			continue
		}
		flags := l.flagsIn(arg, all)
		if last := &flags[len(flags)-1]; all.valued(last.name) != nil && !last.hasValue {
			switch f, more := all.valued(last.name), i+1 < len(args); {
			case f.valueAlone() != "" && !(more && f.isValueAlone(args[i+1])):
				last.value = f.valueAlone()
			case !more:
				return nil, usage(arg + ": needs a value")
			default:
				i++
				last.value = args[i]
			}
			last.hasValue = true
		}
		l.help = l.help || flags[0].name == "help" && strings.HasPrefix(arg, "--") || arg == "-h"
		l.brief = l.brief || arg == "-h"
		l.flags = append(l.flags, flags...)
	}
	return l, nil
}

// flagsIn returns the flags in one argument.
func (l *line) flagsIn(arg string, all flagTable) []typedFlag {
	word, value, hasValue := strings.Cut(strings.TrimLeft(arg, "-"), "=")
	if strings.HasPrefix(arg, "--") || all.isLong(word) || word == "" {
		return []typedFlag{{arg, word, value, hasValue}}
	}
	var flags []typedFlag
	for i := range word {
		letter := word[i : i+1]
		one := typedFlag{arg: arg, name: letter}
		switch rest := word[i+1:]; {
		case rest == "":
			one.value, one.hasValue = value, hasValue
		case all.valued(letter) != nil:
			if one.value, one.hasValue = rest, true; hasValue {
				one.value += "=" + value
			}
			return append(flags, one)
		}
		flags = append(flags, one)
	}
	return flags
}

// take sets the options of the command. If help is requested, it reports no errors.
func (l *line) take(all flagTable, app *cli.App) error {
	if l.help {
		return nil
	}
	known := all.of(l.command)
	for _, t := range l.flags {
		isWord := len(t.name) > 1 && !strings.HasPrefix(t.arg, "--")
		switch i := slices.IndexFunc(known, func(f *flag) bool { return f.isCalled(t.name) }); {
		case l.command == "" && t.isCluster(known):
			return usage(t.arg + ": if " + t.value + " is a file, write -o " + t.value +
				"; urlsift prints only URLs")
		case isWord && (i >= 0 || t.name == "help" || t.name == "version" && l.command == ""):
			return usage(t.arg + ": did you mean -" + t.arg + "?")
		case t.name == "help" || t.name == "h":
			l.help, l.brief = true, l.brief || t.name == "h"
		case t.name == "version" && l.command == "":
			l.version = true
		case i < 0:
			return unknownFlag(all, app, l.command, t.name)
		default:
			f := known[i]
			if f.typed = dashed(t.name); f.isSwitch() && !t.hasValue {
				t.value = "true"
			}
			if err := f.kind().set(f, t.value); err != nil {
				return err
			}
		}
	}
	return nil
}

// isCluster reports whether the file of -o is attached to it and looks like flags: grep
// -on prints matches with their lines, and does not write to a file n.
func (t *typedFlag) isCluster(known []*flag) bool {
	if t.name != "o" || t.value == "" || !strings.HasSuffix(t.arg, "o"+t.value) {
		return false
	}
	for _, letter := range t.value {
		_, habit := habits[string(letter)]
		if letter != 'h' && !habit && !slices.ContainsFunc(known,
			func(f *flag) bool { return f.short == string(letter) }) {
			return false
		}
	}
	return true
}

// habits maps flags of grep and ripgrep that do not exist here to replacements.
var habits = map[string]string{
	"a": "all input is read as text, or by its format", "e": "to select URLs, use --match REGEX",
	"E": "to select URLs, use --match REGEX", "F": "to select URLs, use --match REGEX",
	"P": "to select URLs, use --match REGEX", "regexp": "to select URLs, use --match REGEX",
	"i": "to ignore case, use --match '(?i)REGEX'", "R": "to follow links in directories, use --follow",
	"t": "to select files by name, use -g GLOB", "type": "to select files by name, use -g GLOB",
	"w": "URLs are always printed whole", "z": "compressed files are always read",
}

// unknownFlag returns the error for a flag that a command does not have. The error
// suggests a flag.
func unknownFlag(all flagTable, app *cli.App, command, wrong string) error {
	text := "unknown option " + dashed(wrong)
	if command != "" {
		text = command + ": " + text
	}
	if hint := habits[wrong]; hint != "" && command == "" {
		return usage(text + "; " + hint)
	}
	if hint := closest(wrong, append(names(all.of(command)), "help")); hint != "" {
		return usage(text + "; did you mean " + dashed(hint) + "?")
	}
	if slices.Contains(names(all.of("")), wrong) {
		return usage(text + "; urlsift without " + command + " has it")
	}
	for _, other := range app.Commands {
		if slices.Contains(names(all.of(other.Name)), wrong) {
			return usage(text + "; urlsift " + other.Name + " has it")
		}
	}
	return usage(text + "; see urlsift --help")
}

// forLibrary returns the command line in the form for the cli library, which reads no
// flags after a path.
func (l *line) forLibrary(app *cli.App) []string {
	args := []string{app.Name}
	if l.command != "" {
		args = append(args, l.command)
	}
	if l.command == "" && len(l.paths) > 0 && app.Command(l.paths[0]) != nil {
		// otherwise the library takes it for the command
		l.paths[0] = "." + string(filepath.Separator) + l.paths[0]
	}
	return append(append(args, "--"), l.paths...)
}

func isMissing(name string) bool {
	_, err := os.Lstat(name)
	return err != nil
}

// closest returns the most similar name if it is similar enough, or "".
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

// withoutSlashes matches URLs of the schemes that have no "//".
var withoutSlashes = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^(mailto|news|mid|cid):.`)
})

// hint returns advice about a missing path.
func hint(path string, all flagTable, app *cli.App) string {
	for _, f := range all {
		if f.valueAlone() != "" && f.typed != "" && f.chooses(path) {
			return "; did you mean " + dashed(f.name) + "=" + path + "?"
		}
	}
	scheme, rest, ok := strings.Cut(path, ":")
	if _, err := schemeName(scheme); ok && err == nil && strings.HasPrefix(rest, "//") ||
		withoutSlashes().MatchString(path) {
		return "; to explain a URL, use urlsift check"
	}
	var commands []string
	for _, command := range app.Commands {
		commands = append(commands, command.Name)
	}
	if name := closest(path, commands); name != "" {
		return "; did you mean the command " + name + "?"
	}
	return ""
}
