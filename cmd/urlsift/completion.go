package main

import (
	_ "embed"
	"slices"
	"strings"
	"text/template"

	"github.com/urfave/cli/v2"
)

const completionDescription = `SHELL is bash, zsh, fish or powershell.

Examples:
    source <(urlsift completion bash)           in ~/.bashrc
    urlsift completion zsh > ~/.zsh/_urlsift    in a directory of $fpath
    urlsift completion fish > ~/.config/fish/completions/urlsift.fish
    urlsift completion powershell | Out-String | Invoke-Expression
`

//go:embed completion.tmpl
var completionScripts string

// completion is the command completion. The library's scripts would run the command line
// that is being typed, and do not complete values. These scripts are self-contained.
func (s *session) completion() error {
	shells := template.Must(template.New("").Funcs(template.FuncMap{"join": strings.Join, "quote": quote,
		"zsh": zshText, "optional": optional}).Parse(completionScripts))
	if len(s.paths) == 1 && s.paths[0] != "" {
		if script := shells.Lookup(s.paths[0]); script != nil {
			return script.Execute(s.stdout, completions(s.app, s.flags))
		}
	}
	typed := strings.Join(append([]string{"completion"}, s.paths...), " ")
	return usage(typed + ": must be bash, zsh, fish or powershell")
}

// A completed is a command whose flags are completed.
type completed struct {
	Name, Usage string
	Flags       []flagText
	Words       []string // its arguments, if they are fixed
}

// completions returns the command without a subcommand, under an empty name, and the
// subcommands.
func completions(app *cli.App, all flagTable) []completed {
	commands := []completed{{Flags: textsOf(all.of(""))}}
	for _, command := range app.Commands {
		one := completed{Name: command.Name, Usage: command.Usage, Flags: textsOf(all.of(command.Name))}
		if command.Name == "completion" {
			one.Words = []string{"bash", "zsh", "fish", "powershell"}
		}
		commands = append(commands, one)
	}
	return commands
}

// optional returns the flags of the first command with optional values.
func optional(commands []completed) []flagText {
	return slices.DeleteFunc(slices.Clone(commands[0].Flags), func(t flagText) bool { return !t.Optional })
}

// Names are the names of the flags.
func (c completed) Names() []string {
	var names []string
	for _, t := range c.Flags {
		names = append(names, t.Long)
		if t.Short != "" {
			names = append(names, t.Short)
		}
	}
	return append(names, "--help")
}

// quote returns text in single quotes, for fish and PowerShell.
func quote(escape, text string) string { return "'" + strings.ReplaceAll(text, "'", escape) + "'" }

// zshText returns text for a specification of _arguments in single quotes.
func zshText(text string) string {
	return strings.NewReplacer(`'`, `'\''`, `\`, `\\`, `[`, `\[`, `]`, `\]`, `:`, `\:`).Replace(text)
}
