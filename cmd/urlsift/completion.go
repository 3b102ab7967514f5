package main

import (
	_ "embed"
	"slices"
	"strings"
	"text/template"
)

//go:embed completion.tmpl
var completionScripts string

// completion is the command completion. The library's scripts would run the command line
// that is being typed, and do not complete values. These scripts are self-contained.
func (s *session) completion() error {
	scripts := template.Must(template.New("").Funcs(template.FuncMap{"join": strings.Join, "quote": quote,
		"zsh": zshText, "optional": optional}).Parse(completionScripts))
	if len(s.paths) == 1 && s.paths[0] != "" {
		if script := scripts.Lookup(s.paths[0]); script != nil {
			return script.Execute(s.stdout, commandsOf(s.app, s.flags))
		}
	}
	typed := strings.Join(append([]string{"completion"}, s.paths...), " ")
	return usage(typed + ": must be bash, zsh, fish or powershell")
}

// optional returns the flags of the first command with optional values.
func optional(commands []commandText) []flagText {
	return slices.DeleteFunc(slices.Clone(commands[0].Flags), func(t flagText) bool { return !t.Optional })
}

// shells are the arguments of the command completion.
var shells = []string{"bash", "zsh", "fish", "powershell"}

// Words returns the arguments of the command, if they are fixed.
func (c commandText) Words() []string {
	if c.Name == "completion" {
		return shells
	}
	return nil
}

// Names are the names of the flags.
func (c commandText) Names() []string {
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
