package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"
)

// manual is the command man. It prints the manual, made from the same texts as the help,
// in roff with the macros of man(7).
func (s *session) manual() error {
	if len(s.paths) > 0 {
		return usage(fmt.Sprintf("man %s: there is only one manual; leave out %[1]s", s.paths[0]))
	}
	return s.print(manualText(s.app, s.flags))
}

// manualText returns the manual in roff.
func manualText(app *cli.App, all flagTable) string {
	var m manual
	status, examples, _ := strings.Cut(app.Description, "\n\nExamples:\n")
	module, settings := build()
	date, _, _ := strings.Cut(settings["vcs.time"], "T")
	m.line(fmt.Sprintf(`.TH URLSIFT 1 %q %q "User Commands"`, date, "urlsift "+module))
	m.line(".nh")
	m.heading("NAME")
	m.text("urlsift - " + app.Usage)
	m.heading("SYNOPSIS")
	m.synopsis("urlsift", "[OPTIONS] "+app.ArgsUsage)
	for _, command := range app.Commands {
		m.synopsis("urlsift "+command.Name, argsOf(command, all))
	}
	m.heading("DESCRIPTION")
	m.text("urlsift finds the URLs in text the way RFC 1738's appendix describes, and rejoins those that " +
		"are broken over lines. " +
		"It reads plain text, mailboxes, news spools, web pages and documents, also in compressed files " +
		"and archives. " +
		"Without PATH, or for \"-\", it reads standard input. Directories are walked. Options may follow " +
		"paths.")
	m.heading("OPTIONS")
	m.flags(all.of(""), true)
	m.heading("COMMANDS")
	for _, command := range app.Commands {
		m.line(".SS " + roff(strings.TrimRight("urlsift "+command.Name+" "+argsOf(command, all), " ")))
		m.text(strings.ToUpper(command.Usage[:1]) + command.Usage[1:] + ".")
		if command.Description != "" {
			m.line(".PP")
			m.description(command.Description)
		}
		own, shared := ownFlags(command.Name, all)
		if m.flags(own, false); len(shared) > 0 {
			m.line(".PP")
			m.text(sharedFlags(shared))
		}
	}
	m.heading("EXIT STATUS")
	m.text(strings.TrimPrefix(status, "Exit status: "))
	m.heading("EXAMPLES")
	m.description(examples)
	m.heading("ENVIRONMENT")
	m.text("These variables apply if --color, --hyperlink and --progress are auto.")
	m.tagged(`\fBNO_COLOR\fR`, "If not empty, disables colors.")
	m.tagged(`\fBCLICOLOR\fR`, "If 0, disables colors.")
	m.tagged(`\fBCLICOLOR_FORCE\fR`, "If neither empty nor 0, enables colors without a terminal, unless "+
		"NO_COLOR is set.")
	m.tagged(`\fBTERM\fR`, "If dumb, disables colors and progress. URLs are links only if this, or "+
		"TERM_PROGRAM, VTE_VERSION or the like, names a terminal that is known to take links.")
	m.heading("SEE ALSO")
	m.line(`.BR grep (1),`)
	m.text("RFC 1738")
	return m.String()
}

// A manual is a text in roff that is being written.
type manual struct{ strings.Builder }

// line writes a line of roff.
func (m *manual) line(roff string) { m.WriteString(roff + "\n") }

// text writes lines that are filled to the width of the page.
func (m *manual) text(lines string) {
	for line := range strings.Lines(lines) {
		m.line(roff(strings.TrimRight(line, "\n")))
	}
}

func (m *manual) heading(name string) { m.line(".SH " + name) }

// synopsis writes the usage of a command.
func (m *manual) synopsis(command, args string) {
	m.line(".PP")
	m.line(strings.TrimRight(`\fB`+roff(command)+`\fR `+roff(args), " "))
}

// tagged writes an item and below it, indented, its description. The tag is roff.
func (m *manual) tagged(tag, description string) {
	m.line(".TP")
	m.line(tag)
	m.text(description)
}

// flags writes flags, under their headings if headings is set.
func (m *manual) flags(flags []*flag, headings bool) {
	heading := ""
	for _, t := range textsOf(flags) {
		if headings && t.Heading != heading {
			heading = t.Heading
			m.line(".SS " + roff(heading))
		}
		tag := `\fB` + roff(t.Long) + `\fR`
		if t.Short != "" {
			tag = `\fB` + roff(t.Short) + `\fR, ` + tag
		}
		if before, after := t.between(); t.Value != "" {
			tag += before + `\fI` + roff(t.Value) + `\fR` + after
		}
		m.tagged(tag, t.sentences())
	}
}

// description writes a description from the help. Lines that begin with four blanks are
// an example, and stay unchanged.
func (m *manual) description(text string) {
	example, blank := false, false
	for line := range strings.Lines(strings.TrimRight(text, "\n")) {
		rest, indented := strings.CutPrefix(line, "    ")
		switch {
		case line == "\n":
			blank = true
			continue
		case indented && !example:
			m.line(".PP")
			m.line(".RS")
			m.line(".EX")
		case !indented && example:
			m.line(".EE")
			m.line(".RE")
			m.line(".PP")
		case blank && example:
			m.line("")
		case blank:
			m.line(".PP")
		}
		example, blank = indented, false
		m.text(rest)
	}
	if example {
		m.line(".EE")
		m.line(".RE")
	}
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
