package main

import (
	"regexp"
	"strings"
	"sync"

	"github.com/urfave/cli/v2"
	"github.com/xrash/smetrics"
)

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
	var names []string
	for _, f := range all.of(command) {
		names = append(names, f.Name)
	}
	if hint := closest(wrong, names); hint != "" {
		return usage(text + "; did you mean " + dashed(hint) + "?")
	}
	if all.of("").named(wrong) != nil {
		return usage(text + "; urlsift without " + command + " has it")
	}
	for _, other := range app.Commands {
		if all.of(other.Name).named(wrong) != nil {
			return usage(text + "; urlsift " + other.Name + " has it")
		}
	}
	return usage(text + "; see urlsift --help")
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
			return "; did you mean " + dashed(f.Name) + "=" + path + "?"
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
