package main

import (
	_ "embed"
	"strings"
	"text/template"

	"github.com/urfave/cli/v2"
)

const completionDescription = `SHELL is bash, zsh, fish or powershell.

Examples:
    source <(urlsift completion bash)                            in ~/.bashrc
    urlsift completion zsh > ~/.zsh/_urlsift                     in a folder of $fpath
    urlsift completion fish > ~/.config/fish/completions/urlsift.fish
    urlsift completion powershell | Out-String | Invoke-Expression
`

//go:embed completion.tmpl
var completionScripts string

// completion is the command completion. The library's scripts run the command line that is being typed, and know of no
// values; these have all that they need in them.
func completion(c *cli.Context) error {
	shells := template.Must(template.New("").Funcs(template.FuncMap{"join": strings.Join, "quote": quote, "zsh": zshText}).Parse(completionScripts))
	shell := c.Args().First()
	if script := shells.Lookup(shell); c.NArg() == 1 && shell != "" && script != nil {
		return script.Execute(c.App.Writer, completions(c.App))
	}
	typed := strings.Join(append([]string{"completion"}, c.Args().Slice()...), " ")
	return usage(typed + ": the shell is bash, zsh, fish or powershell")
}

// A completed command is one whose flags are completed.
type completed struct {
	Name, Usage string
	Flags       []flagText
	Words       []string // its arguments, if they are known
}

// completions gives the command without a subcommand, whose name is empty, and the subcommands.
func completions(app *cli.App) []completed {
	all := []completed{{Flags: textsOf(ownFlags(&cli.Command{Flags: app.Flags}))}}
	for _, command := range app.Commands {
		one := completed{Name: command.Name, Usage: command.Usage, Flags: textsOf(ownFlags(command))}
		if command.Name == "completion" {
			one.Words = []string{"bash", "zsh", "fish", "powershell"}
		}
		all = append(all, one)
	}
	return all
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

// IsFile is true for a flag whose value is the name of a file.
func (t flagText) IsFile() bool {
	return t.Value == "FILE" || t.Value == "LIST"
}

// quote gives text between single quotes, as fish and PowerShell have them.
func quote(escape, text string) string { return "'" + strings.ReplaceAll(text, "'", escape) + "'" }

// zshText gives text as it stands in the specifications of _arguments, between single quotes.
func zshText(text string) string {
	return strings.NewReplacer(`'`, `'\''`, `\`, `\\`, `[`, `\[`, `]`, `\]`, `:`, `\:`).Replace(text)
}
