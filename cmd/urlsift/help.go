package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// grouped puts flags under a heading of the help.
func grouped(heading string, flags ...cli.Flag) []cli.Flag {
	for _, flag := range flags {
		switch f := flag.(type) {
		case *cli.BoolFlag:
			f.Category = heading
		case *cli.IntFlag:
			f.Category = heading
		case *cli.StringFlag:
			f.Category = heading
		case *cli.StringSliceFlag:
			f.Category = heading
		}
	}
	return flags
}

// A flagText is what help, manual and completion say of a flag.
type flagText struct {
	Heading, Short, Long string
	Value                string   // what its value is called, or nothing if it has none
	Choices              []string // what the value is one of, if that is known
	Usage                string
}

// choicePattern is how the usage of a flag lists what its value is one of.
var choicePattern = regexp.MustCompile(`[a-z]+(\|[a-z]+)+`)

// textOf gives what is said of a flag, which its usage tells: the name of the value stands there between backquotes.
func textOf(flag cli.Flag) flagText {
	f := flag.(cli.DocGenerationFlag)
	t := flagText{Usage: f.GetUsage()}
	if c, ok := flag.(cli.CategorizableFlag); ok {
		t.Heading = c.GetCategory()
	}
	if t.Heading == "" {
		t.Heading = "Flags"
	}
	for _, name := range flag.Names() {
		if len(name) == 1 {
			t.Short = "-" + name
		} else {
			t.Long = "--" + name
		}
	}
	if !f.TakesValue() {
		return t
	}
	before, rest, _ := strings.Cut(t.Usage, "`")
	name, after, _ := strings.Cut(rest, "`")
	t.Value, t.Usage = name, before+name+after
	if choices := choicePattern.FindString(t.Usage); choices != "" {
		t.Choices = strings.Split(choices, "|")
	}
	if value := f.GetValue(); value != "" && value != "0" {
		t.Usage += " (default " + value + ")"
	}
	return t
}

// textsOf gives what is said of flags, heading by heading.
func textsOf(flags []cli.Flag) []flagText {
	var texts []flagText
	for _, flag := range flags {
		texts = append(texts, textOf(flag))
	}
	var headings []string
	for _, t := range texts {
		if !slices.Contains(headings, t.Heading) {
			headings = append(headings, t.Heading)
		}
	}
	slices.SortStableFunc(texts, func(a, b flagText) int {
		return slices.Index(headings, a.Heading) - slices.Index(headings, b.Heading)
	})
	return texts
}

// line is the line of a flag in the help.
func (t flagText) line() string {
	short := "    "
	if t.Short != "" {
		short = t.Short + ", "
	}
	return fmt.Sprintf("    %-27s %s\n", short+strings.TrimRight(t.Long+" "+t.Value, " "), t.Usage)
}

// flagLines are the lines of flags, under their headings.
func flagLines(flags []cli.Flag) string {
	var b strings.Builder
	heading := ""
	for _, t := range textsOf(flags) {
		if t.Heading != heading {
			heading = t.Heading
			fmt.Fprintf(&b, "\n%s:\n", heading)
		}
		b.WriteString(t.line())
	}
	return b.String()
}

// usageLine tells how a command is called, and what it does.
func usageLine(name, args, usage string) string {
	return fmt.Sprintf("    %-34s %s\n", strings.TrimRight(name+" "+args, " "), usage)
}

// appHelp is what --help prints.
func appHelp(app *cli.App) string {
	var b strings.Builder
	fmt.Fprintf(&b, "urlsift finds the URLs in text, and rejoins those that are broken over lines.\n\nUsage:\n")
	b.WriteString(usageLine("urlsift", "[FLAGS] "+app.ArgsUsage, app.Usage))
	for _, command := range app.Commands {
		b.WriteString(usageLine("urlsift "+command.Name, argsOf(command), command.Usage))
	}
	b.WriteString("\nNo PATH or \"-\" reads standard input; a directory is walked. Flags stand before or after paths.\n")
	b.WriteString("\"urlsift COMMAND --help\" tells those of a command.\n")
	b.WriteString(flagLines(append(app.Flags[:len(app.Flags):len(app.Flags)], grouped("Other", cli.HelpFlag, cli.VersionFlag)...)))
	return b.String() + "\n" + app.Description
}

// argsOf is what stands behind the name of a command.
func argsOf(command *cli.Command) string {
	if len(ownFlags(command)) > 0 && !strings.HasPrefix(command.ArgsUsage, "--") {
		return "[FLAGS] " + command.ArgsUsage
	}
	return command.ArgsUsage
}

// ownFlags are the flags of a command without --help, which the library gives to the one that runs.
func ownFlags(command *cli.Command) []cli.Flag {
	return slices.DeleteFunc(slices.Clone(command.Flags), func(f cli.Flag) bool { return f == cli.HelpFlag })
}

// commandHelp is what --help prints behind the name of a command.
func commandHelp(command *cli.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "urlsift %s: %s.\n\nUsage:\n", command.Name, command.Usage)
	fmt.Fprintf(&b, "    urlsift %s\n", strings.TrimRight(command.Name+" "+argsOf(command), " "))
	if len(command.Flags) > 0 {
		b.WriteString(flagLines(command.Flags))
	}
	if command.Description == "" {
		return b.String()
	}
	return b.String() + "\n" + strings.TrimRight(command.Description, "\n") + "\n"
}

const globDescription = `A GLOB without / is like the name of a file or folder, and one with / like its path, from the PATH
that was named on. * stops at /, and ** does not. A GLOB that ends in / is a folder, with all in it.

`

const findDescription = globDescription + `--join joins a bare URL with the next line where its own is full, so that the rest would not have
fitted on it, and where what the next one begins with looks like the rest of a URL.

Exit status: 0 if URLs were found, 1 if none were, 2 if something could not be read; 129, 130 or
143 if the command was stopped by SIGHUP, SIGINT or SIGTERM, after it has printed what was found so
far. The FILE of -o is as it was then.

Examples:
    urlsift mail.txt                   the URLs in a file, one a line
    urlsift -nH ~/archive              with file and line, as grep writes them
    urlsift -C 2 notes.txt             with two lines of text around each
    urlsift -c *.txt | head            the most frequent ones
    urlsift --by domain ~/Mail         where they lead to
    urlsift --include '*.html' site/   only those on pages
    find . -newer last -print0 | urlsift -f - --csv -o new.csv
                                       those in new files, as a table
    urlsift --json spool/ | jq -r 'select(.strict | not) | .url'
                                       those that RFC 1738 does not allow as they stand
    urlsift check 'ftp://host.dom/%2Fetc/motd'
                                       what a URL means, and what is wrong with it
`

const checkDescription = `No URL reads one a line from standard input; a line may have up to 1 MiB. A wrapper <URL: >, angle
brackets or a prefix URL: around a URL are taken off first.

Exit status: 0 if all are valid, 1 if some are not, 2 if something could not be read; 129, 130 or
143 if it was stopped by SIGHUP, SIGINT or SIGTERM.

Examples:
    urlsift check 'http://host.dom/a%4G'
    urlsift check --json < urls.txt
`

const indexDescription = `"-" is standard input; a directory is walked. Run it again, and it reads what is new or has changed,
and goes on where it was stopped. Of a mailbox that has grown it reads what was added. What is
gone from the disk stays in the database. Standard input and pipes are read each time, and take the
place of what they gave before. All runs on a database must find with the same flags.

` + globDescription + `Exit status: 0 if all was read, also if nothing was new, 2 if something could not be read; 129,
130 or 143 if it was stopped by SIGHUP, SIGINT or SIGTERM.

Examples:
    urlsift index --db links.db ~/Mail
    sqlite3 links.db "SELECT url, first, last FROM seen ORDER BY occurrences DESC LIMIT 10"
    sqlite3 links.db "SELECT url, file, line FROM found WHERE host LIKE '%.example'"
`

const reportDescription = `The database is one that urlsift index has made; it is only read. The page loads nothing from
anywhere. It links to the URLs, and to copies of them in the Wayback Machine.

Exit status: 0 if the page was written, 2 if not.

Examples:
    urlsift report --db links.db -o report.html
    urlsift report --db links.db --title 'URLs on a list, 1993 to 1997' > list.html
`
