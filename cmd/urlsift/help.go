package main

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"text/template"

	"github.com/urfave/cli/v2"

	"github.com/urlsift/urlsift/cmd/internal/export"
)

// A flagText is the description of a flag for help, manual and completion.
type flagText struct {
	Heading, Short, Long string
	Value                string   // the name of its value, or empty
	Optional             bool     // the value is optional, and attached with "="
	Choices              []string // the possible values, if known
	IsFile               bool     // the value is the name of a file
	Usage                string   // a line
	Note                 string   // the rest of its description, in sentences
}

// textOf returns the description of a flag.
func textOf(f *flag) flagText {
	t := flagText{
		Heading: cmp.Or(f.group, ungrouped), Long: "--" + f.name, Value: f.value, Optional: f.alone != "",
		Choices: f.choices, IsFile: f.files, Usage: f.help, Note: f.note,
	}
	if f.short != "" {
		t.Short = "-" + f.short
	}
	if f.initial != "" {
		t.Usage += " (default " + f.initial + ")"
	}
	return t
}

// textsOf returns the descriptions of the visible flags, group by group.
func textsOf(flags []*flag) []flagText {
	var texts []flagText
	for _, f := range flags {
		if !f.hidden {
			texts = append(texts, textOf(f))
		}
	}
	slices.SortStableFunc(texts, func(a, b flagText) int {
		return slices.Index(groups, a.Heading) - slices.Index(groups, b.Heading)
	})
	return texts
}

// between returns the text before and after the name of the flag's value.
func (t flagText) between() (before, after string) {
	switch {
	case t.Optional:
		return "[=", "]"
	case t.Value != "":
		return " ", ""
	}
	return "", ""
}

// Sentences returns Usage and Note as one text.
func (t flagText) Sentences() string {
	if t.Note == "" {
		return t.Usage
	}
	return t.Usage + ". " + t.Note
}

// Columns of the help: its width, and the beginning of the text about a flag.
const (
	helpWidth = 80
	helpText  = 30
)

// Lines returns the lines of the help for a flag with a text about it.
func (t flagText) Lines(text string) string {
	short := "    "
	if t.Short != "" {
		short = t.Short + ", "
	}
	before, after := t.between()
	names := "  " + short + t.Long + before + t.Value + after
	lines := filled(text, helpText) + "\n"
	if len(names)+len("  ") > helpText {
		return names + "\n" + lines
	}
	return names + lines[len(names):]
}

// filled returns text filled into lines of helpWidth, after indent blanks.
func filled(text string, indent int) string {
	var lines []string
	line := strings.Repeat(" ", indent)
	for word := range strings.FieldsSeq(text) {
		if len(line)+len(" ")+len(word) > helpWidth {
			lines, line = append(lines, line), strings.Repeat(" ", indent)
		}
		if len(line) > indent {
			line += " "
		}
		line += word
	}
	return strings.Join(append(lines, line), "\n")
}

// A commandText is the description of a command for help, manual and completion.
type commandText struct {
	Name, Usage, Args string
	Flags             []flagText
	Shared            string        // names those that urlsift without a command has, too
	own               []*flag       // the others
	All               []commandText // for the help of all commands
}

// commandsOf returns the command without a name, and then all others.
func commandsOf(app *cli.App, all flagTable) []commandText {
	commands := []commandText{{Usage: app.Usage, Args: "[OPTIONS] " + app.ArgsUsage, own: all.of(""),
		Flags: textsOf(all.of(""))}}
	for _, command := range app.Commands {
		c := commandText{Name: command.Name, Usage: command.Usage, Args: strings.TrimSpace(command.ArgsUsage)}
		var shared []string
		for _, f := range all.of(command.Name) {
			if slices.Contains(strings.Fields(f.of), "find") {
				shared = append(shared, "--"+f.name)
			} else {
				c.own = append(c.own, f)
			}
		}
		if len(shared) > 0 {
			c.Shared = "These options are those of urlsift --help: " + strings.Join(shared, ", ") + "."
		}
		if len(shared)+len(c.own) > 0 && !strings.HasPrefix(c.Args, "--") {
			c.Args = strings.TrimSpace("[OPTIONS] " + c.Args)
		}
		c.Flags = textsOf(all.of(command.Name))
		commands = append(commands, c)
	}
	return commands
}

// Own returns the flags that urlsift without a command lacks.
func (c commandText) Own() []flagText { return textsOf(c.own) }

// Line returns the command with its arguments.
func (c commandText) Line() string {
	return strings.Join(strings.Fields("urlsift "+c.Name+" "+c.Args), " ")
}

//go:embed help.tmpl
var helpTexts string

// description returns the description of a command, or "" if there is none.
func description(name string) string {
	var b bytes.Buffer
	if text := template.Must(template.New("").Funcs(helpFuncs()).Parse(helpTexts)).Lookup(name); text != nil {
		text.Execute(&b, nil)
	}
	return b.String()
}

func helpFuncs() template.FuncMap {
	return template.FuncMap{"description": description, "wrap": filled,
		"formats": func() []export.Format { return export.Formats }}
}

// helpOf returns the output of --help, or that of -h if brief is set, for a command if that
// is not empty.
func helpOf(app *cli.App, command string, brief bool, all flagTable) string {
	commands := commandsOf(app, all)
	name, shown := "long", commands[0]
	help := &flag{name: "help", group: others, help: "print this help and exit; -h prints a shorter one"}
	switch {
	case command != "":
		if name = "command"; brief {
			name = "brief"
		}
		shown = commands[slices.IndexFunc(commands, func(c commandText) bool { return c.Name == command })]
		shown.own = append(shown.own, help)
	case brief:
		name, shown.Flags = "short", nil
		for _, f := range all.of("") {
			if f.common {
				shown.Flags = append(shown.Flags, textOf(f))
			}
		}
	default:
		shown.own = append(shown.own, help,
			&flag{name: "version", group: others, help: "print the version and exit"})
	}
	shown.All = commands
	var b bytes.Buffer
	cli.HelpPrinterCustom(&b, helpTexts+fmt.Sprintf("{{- template %q .}}", name), shown, helpFuncs())
	return b.String()
}
