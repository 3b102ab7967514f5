package main

import (
	_ "embed"
	"fmt"
	"strings"
	"text/template"
)

//go:embed man.tmpl
var manTemplate string

// manual is the command man. It prints the manual, made from the same texts as the help,
// in roff with the macros of man(7).
func (s *session) manual() error {
	if len(s.paths) > 0 {
		return usage(fmt.Sprintf("man %s: there is only one manual; leave out %[1]s", s.paths[0]))
	}
	commands := commandsOf(s.app, s.flags)
	status, examples, _ := strings.Cut(description("find"), "\n\nExamples:\n")
	module, settings := build()
	date, _, _ := strings.Cut(settings["vcs.time"], "T")
	page := template.Must(template.New("").Funcs(template.FuncMap{
		"roff": roff, "text": roffText, "flags": roffFlags, "synopsis": synopsis, "description": description,
		"title": func(text string) string { return strings.ToUpper(text[:1]) + text[1:] },
	}).Parse(manTemplate))
	return page.Execute(s.stdout, struct {
		Date, Module, Status, Examples string
		Find                           commandText
		Commands                       []commandText
	}{date, module, strings.TrimPrefix(status, "Exit status: "), examples, commands[0], commands})
}

// synopsis returns the usage of a command.
func synopsis(c commandText) string {
	return strings.TrimRight(`\fB`+roff(strings.TrimRight("urlsift "+c.Name, " "))+`\fR `+roff(c.Args), " ")
}

// roffFlags returns items for flags, under their headings if headings is set.
func roffFlags(flags []flagText, headings bool) string {
	var b strings.Builder
	heading := ""
	for _, t := range flags {
		if headings && t.Heading != heading {
			heading = t.Heading
			b.WriteString(".SS " + roff(heading) + "\n")
		}
		tag := `\fB` + roff(t.Long) + `\fR`
		if t.Short != "" {
			tag = `\fB` + roff(t.Short) + `\fR, ` + tag
		}
		if before, after := t.between(); t.Value != "" {
			tag += before + `\fI` + roff(t.Value) + `\fR` + after
		}
		b.WriteString(".TP\n" + tag + "\n" + roff(t.Sentences()) + "\n")
	}
	return b.String()
}

// roffText returns a description from the help. Lines that begin with four blanks are an
// example, and stay unchanged.
func roffText(text string) string {
	var b strings.Builder
	example, blank := false, false
	for line := range strings.Lines(strings.TrimRight(text, "\n")) {
		rest, indented := strings.CutPrefix(line, "    ")
		switch {
		case line == "\n":
			blank = true
			continue
		case indented && !example:
			b.WriteString(".PP\n.RS\n.EX\n")
		case !indented && example:
			b.WriteString(".EE\n.RE\n.PP\n")
		case blank && example:
			b.WriteByte('\n')
		case blank:
			b.WriteString(".PP\n")
		}
		example, blank = indented, false
		b.WriteString(roff(strings.TrimRight(rest, "\n")) + "\n")
	}
	if example {
		b.WriteString(".EE\n.RE\n")
	}
	return b.String()
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
