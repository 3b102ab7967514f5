package main

import (
	"fmt"
	"strings"

	"github.com/cpuguy83/go-md2man/v2/md2man"
	"github.com/urfave/cli/v2"
)

// manual is the command man. It prints the manual in roff, made from the same texts as the help.
func (s *session) manual() error {
	if len(s.paths) > 0 {
		return usage(fmt.Sprintf("man %s: there is only one manual; leave out %[1]s", s.paths[0]))
	}
	_, err := s.stdout.Write(md2man.Render([]byte(manualText(s.app, s.options))))
	return err
}

// manualText is the manual in Markdown.
func manualText(app *cli.App, o *options) string {
	var b strings.Builder
	notes, rest, _ := strings.Cut(app.Description, "\n\nExit status")
	fmt.Fprintf(&b, "%% URLSIFT 1 \"\" \"urlsift\" \"User Commands\"\n\n# NAME\n\nurlsift - %s\n\n", app.Usage)
	fmt.Fprintf(&b, "# SYNOPSIS\n\n**urlsift** [FLAGS] %s\n", markdown(app.ArgsUsage))
	for _, command := range app.Commands {
		fmt.Fprintf(&b, "\n**urlsift %s** %s\n", command.Name, markdown(argsOf(command, o)))
	}
	b.WriteString("\n# DESCRIPTION\n\nurlsift finds the URLs in text the way RFC 1738's appendix describes, and rejoins those that are broken over lines. " +
		"It reads plain text, mailboxes, news spools, web pages and documents, also in compressed files and archives. " +
		"Without PATH, or for \"-\", it reads standard input. Directories are walked. Flags may follow paths.\n\n")
	writeDescription(&b, notes)
	b.WriteString("\n\n# OPTIONS\n")
	writeFlags(&b, "##", o.flagsOf(""))
	b.WriteString("\n# COMMANDS\n")
	for _, command := range app.Commands {
		fmt.Fprintf(&b, "\n## urlsift %s %s\n\n%s.\n", command.Name, markdown(argsOf(command, o)), markdown(strings.ToUpper(command.Usage[:1])+command.Usage[1:]))
		if command.Description != "" {
			writeDescription(&b, "\n"+command.Description)
		}
		writeFlags(&b, "", o.flagsOf(command.Name))
	}
	b.WriteString("\n# EXIT STATUS AND EXAMPLES\n")
	writeDescription(&b, "Exit status"+rest)
	b.WriteString("\n# ENVIRONMENT\n\nThese variables apply if --color and --progress are auto.\n")
	for _, variable := range []struct{ name, usage string }{
		{"NO_COLOR", "If not empty, disables colors and links."},
		{"CLICOLOR", "If 0, disables colors and links."},
		{"CLICOLOR_FORCE", "If neither empty nor 0, enables colors and links without a terminal, unless NO_COLOR is set."},
		{"TERM", "If dumb, disables colors, links and progress."},
	} {
		fmt.Fprintf(&b, "\n**%s**\n: %s\n", markdown(variable.name), markdown(variable.usage))
	}
	b.WriteString("\n# SEE ALSO\n\n**grep**(1), RFC 1738\n")
	return b.String()
}

// writeFlags writes flags. If mark is not empty, it writes their headings too.
func writeFlags(b *strings.Builder, mark string, flags []*flag) {
	heading := ""
	for _, t := range textsOf(flags) {
		if t.Heading != heading && mark != "" {
			heading = t.Heading
			fmt.Fprintf(b, "\n%s %s\n", mark, heading)
		}
		names := "**" + t.Long + "**"
		if t.Short != "" {
			names = "**" + t.Short + "**, " + names
		}
		if t.Value != "" {
			names += " *" + t.Value + "*"
		}
		fmt.Fprintf(b, "\n%s\n: %s\n", names, markdown(t.Usage))
	}
}

// writeDescription writes a description. Lines that begin with blanks are not changed.
func writeDescription(b *strings.Builder, text string) {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "    ") {
			b.WriteString(line)
			continue
		}
		if strings.HasSuffix(line, ":\n") {
			line += "\n"
		}
		b.WriteString(markdown(line))
	}
}

// markdown escapes characters that have a meaning in Markdown.
func markdown(text string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "<", `\<`, ">", `\>`, "[", `\[`, "]", `\]`, "|", `\|`, "`", "\\`").Replace(text)
}
