package main

import (
	"bytes"
	"embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"github.com/urfave/cli/v2"

	"github.com/urlsift/urlsift/cmd/internal/export"
)

// Help, manual and completion are templates, which are executed with the description of a
// command, or with those of all. The templates of cli sort headings by name, and do not
// wrap the text about a flag. Its manual has neither headings nor the names of values,
// and roff prints its "-" and "'" as other characters. Its scripts of completion run the
// command line that is being typed, and know no values.
//
//go:embed *.tmpl
var templates embed.FS

// helpWidth is the width of the help.
const helpWidth = 80

// A commandText is the description of a command.
type commandText struct {
	*cli.Command           // its name is empty for the one without a name
	Flags, Own   flagTable // all flags, and those that urlsift without a command lacks
	Shared       string    // names the others
	All          []commandText
	Brief        bool // -h is requested
}

// Line returns the command with its arguments.
func (c commandText) Line() string {
	return strings.Join(strings.Fields("urlsift "+c.Name+" "+c.ArgsUsage), " ")
}

// commandsOf returns the command without a name, and then all others.
func commandsOf(app *cli.App, all flagTable) (commands []commandText) {
	find := &cli.Command{Usage: app.Usage, ArgsUsage: app.ArgsUsage}
	for _, command := range append([]*cli.Command{find}, app.Commands...) {
		c := commandText{Command: command, Flags: all.of(command.Name).shown()}
		var shared []string
		for _, f := range c.Flags {
			if command != find && slices.Contains(strings.Fields(f.of), "find") {
				shared = append(shared, "--"+f.Name)
			} else {
				c.Own = append(c.Own, f)
			}
		}
		if len(shared) > 0 {
			c.Shared = "These options are those of urlsift --help: " + strings.Join(shared, ", ") + "."
		}
		commands = append(commands, c)
	}
	return commands
}

// helpOf returns the output of --help, or that of -h if brief is set, for a command if
// that is not empty.
func helpOf(app *cli.App, command string, brief bool, all flagTable) string {
	commands := commandsOf(app, all)
	shown := commands[slices.IndexFunc(commands, func(c commandText) bool { return c.Name == command })]
	shown.All, shown.Brief = commands, brief
	var b bytes.Buffer
	text, _ := templates.ReadFile("help.tmpl")
	cli.HelpPrinterCustom(&b, string(text), shown, template.FuncMap{
		"description": description, "wrapAt": func() int { return helpWidth }})
	return b.String()
}

// parsed returns the template in a file.
func parsed(file string) *template.Template {
	return template.Must(template.New(file).Funcs(template.FuncMap{
		"description": description, "formats": func() []export.Format { return export.Formats },
		"quote": quote, "zsh": zsh, "join": strings.Join,
		"roff": roff, "roffText": roffText, "upper": strings.ToUpper,
	}).ParseFS(templates, file))
}

// description returns the description of a command, or "" if there is none.
func description(name string) string {
	var b bytes.Buffer
	if text := parsed("commands.tmpl").Lookup(name); text != nil {
		text.Execute(&b, nil)
	}
	return b.String()
}

// manual is the command man. It prints the manual in roff, with the macros of man(7).
func (s *session) manual() error {
	if len(s.paths) > 0 {
		return usage(fmt.Sprintf("man %s: there is only one manual; leave out %[1]s", s.paths[0]))
	}
	module, settings := build()
	date, _, _ := strings.Cut(settings["vcs.time"], "T")
	return parsed("man.tmpl").Execute(s.stdout, struct {
		Date, Module string
		Commands     []commandText
	}{date, module, commandsOf(s.app, s.flags)})
}

// roffText returns a description in roff. Its examples stay unchanged.
func roffText(text string) string {
	text = strings.ReplaceAll("\n"+strings.TrimRight(roff(text), "\n"), "\n\n", "\n.PP\n")
	examples := regexp.MustCompile(`(\n\.PP)?(\n    .*)+(\n\.PP)?`)
	text = examples.ReplaceAllStringFunc(text, func(lines string) string {
		lines = strings.ReplaceAll(strings.ReplaceAll(lines, "\n.PP", ""), "\n    ", "\n")
		return "\n.PP\n.RS\n.EX" + lines + "\n.EE\n.RE\n.PP"
	})
	return strings.TrimSuffix(strings.TrimPrefix(text, "\n"), "\n.PP") + "\n"
}

// roff escapes text so that roff prints it unchanged. A "-" stays an ASCII one, for
// copying.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "~", `\(ti`, "^", `\(ha`, "'", `\(aq`, "`",
		`\(ga`).Replace(text)
	if strings.HasPrefix(text, ".") {
		text = `\&` + text
	}
	return text
}

// completion is the command completion. Its scripts are self-contained.
func (s *session) completion() error {
	if len(s.paths) == 1 && s.paths[0] != "" {
		if script := parsed("completion.tmpl").Lookup(s.paths[0]); script != nil {
			return script.Execute(s.stdout, commandsOf(s.app, s.flags))
		}
	}
	typed := strings.Join(append([]string{"completion"}, s.paths...), " ")
	return usage(typed + ": must be bash, zsh, fish or powershell")
}

// quote returns text in single quotes, for fish and PowerShell.
func quote(escape, text string) string { return "'" + strings.ReplaceAll(text, "'", escape) + "'" }

// zsh returns text for a specification of _arguments in single quotes.
func zsh(text string) string {
	return strings.NewReplacer(`'`, `'\''`, `\`, `\\`, `[`, `\[`, `]`, `\]`, `:`, `\:`).Replace(text)
}
