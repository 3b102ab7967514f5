package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

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

// sentences returns Usage and Note as one text.
func (t flagText) sentences() string {
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

// lines returns the lines of the help for a flag with a text about it.
func (t flagText) lines(text string) string {
	short := "    "
	if t.Short != "" {
		short = t.Short + ", "
	}
	before, after := t.between()
	names := "  " + short + t.Long + before + t.Value + after
	lines := filled(text, helpText, helpWidth)
	if len(names)+len("  ") > helpText {
		return names + "\n" + lines
	}
	return names + lines[len(names):]
}

// filled returns text filled into lines of at most width columns, after indent blanks.
func filled(text string, indent, width int) string {
	var b strings.Builder
	column := width
	for word := range strings.FieldsSeq(text) {
		if column+len(" ")+len(word) > width {
			if b.Len() > 0 {
				b.WriteByte('\n')
			}
			b.WriteString(strings.Repeat(" ", indent))
			column = indent
		} else {
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	b.WriteByte('\n')
	return b.String()
}

// flagLines returns the lines of flags, under their headings.
func flagLines(flags []*flag) string {
	var b strings.Builder
	heading := ""
	for _, t := range textsOf(flags) {
		if t.Heading != heading {
			heading = t.Heading
			fmt.Fprintf(&b, "\n%s:\n", heading)
		}
		b.WriteString(t.lines(t.sentences()))
	}
	return b.String()
}

// usageLine returns the usage of a command and its description.
func usageLine(name, args, usage string) string {
	return fmt.Sprintf("  %-38s  %s\n", strings.TrimRight(name+" "+args, " "), usage)
}

// usageLines returns the usage of all commands.
func usageLines(app *cli.App, all flagTable) string {
	lines := "Usage:\n" + usageLine("urlsift", "[OPTIONS] "+app.ArgsUsage, app.Usage)
	for _, command := range app.Commands {
		lines += usageLine("urlsift "+command.Name, argsOf(command, all), command.Usage)
	}
	return lines
}

const about = "urlsift finds the URLs in text, and rejoins those that are broken over lines.\n\n"

// shortHelp returns the output of -h, which fits on a screen.
func shortHelp(app *cli.App, all flagTable) string {
	b := about + usageLines(app, all) + "\n"
	for _, f := range all.of("") {
		if t := textOf(f); f.common {
			b += t.lines(t.Usage)
		}
	}
	return b + "\n\"urlsift --help\" lists all options, \"urlsift COMMAND --help\" those of a command.\n"
}

// appHelp returns the output of --help.
func appHelp(app *cli.App, all flagTable) string {
	return about + usageLines(app, all) +
		"\nWithout PATH, or for \"-\", reads standard input. Directories are walked. Options\n" +
		"may follow paths. \"urlsift COMMAND --help\" lists the options of a command.\n" +
		flagLines(append(all.of(""),
			&flag{name: "help", group: others, help: "print this help and exit; -h prints a shorter one"},
			&flag{name: "version", group: others, help: "print the version and exit"})) + "\n" + app.Description
}

// helpOf returns the output of --help, for a command if that is not empty, or that of -h
// if brief is set.
func helpOf(app *cli.App, command string, brief bool, all flagTable) string {
	switch {
	case command == "" && brief:
		return shortHelp(app, all)
	case command == "":
		return appHelp(app, all)
	}
	return commandHelp(app.Command(command), all)
}

// argsOf returns the arguments of a command, for its usage.
func argsOf(command *cli.Command, all flagTable) string {
	if len(all.of(command.Name)) > 0 && !strings.HasPrefix(command.ArgsUsage, "--") {
		return "[OPTIONS] " + command.ArgsUsage
	}
	return command.ArgsUsage
}

// ownFlags returns the flags of a command that urlsift without a command lacks, and the
// names of the others.
func ownFlags(name string, all flagTable) (own []*flag, shared []string) {
	for _, f := range all.of(name) {
		if slices.Contains(strings.Fields(f.of), "find") {
			shared = append(shared, "--"+f.name)
		} else {
			own = append(own, f)
		}
	}
	return own, shared
}

// commandHelp returns the output of --help for a command.
func commandHelp(command *cli.Command, all flagTable) string {
	var b strings.Builder
	own, shared := ownFlags(command.Name, all)
	fmt.Fprintf(&b, "urlsift %s: %s.\n\nUsage:\n", command.Name, command.Usage)
	fmt.Fprintf(&b, "  urlsift %s\n", strings.TrimRight(command.Name+" "+argsOf(command, all), " "))
	b.WriteString(flagLines(append(own, &flag{name: "help", short: "h", help: "print this help and exit"})))
	if len(shared) > 0 {
		b.WriteString("\n" + filled(sharedFlags(shared), 0, helpWidth))
	}
	if command.Description == "" {
		return b.String()
	}
	return b.String() + "\n" + strings.TrimRight(command.Description, "\n") + "\n"
}

// sharedFlags describes which flags of urlsift a command also has.
func sharedFlags(names []string) string {
	return "These options are those of urlsift --help: " + strings.Join(names, ", ") + "."
}

const mergeDescription = `Merges the -o files of "urlsift --shard I/N", in any order, into what one run
without --shard prints: results one after the other, the header of a table once,
the counts of -c and --by added up. Databases of "urlsift index --shard" are
merged into one, which needs -o FILE. Each shard names itself: it is an error if
a shard is missing, doubled, incomplete or of a run with other options or paths.

    for i in 1 2 3 4; do
        urlsift --json --shard $i/4 -o part-$i mail &
    done; wait
    urlsift merge -o all.jsonl part-1 part-2 part-3 part-4
`

const findDescription = `Exit status: 0 if URLs were found, 1 if none were, 2 if something could not be
read; 129, 130 or 143 if stopped by SIGHUP, SIGINT or SIGTERM. If you interrupt
urlsift, it prints the URLs found so far, and leaves the FILE of -o as it was.

Examples:
    urlsift mail.txt              the URLs in a file, one a line
    urlsift -nH ~/archive         with file name and line number, like grep
    urlsift -C 2 notes.txt        with two lines of text around each
    urlsift -c *.txt | head       the most frequent ones
    urlsift --by domain ~/Mail    the domains that they are in
    urlsift --format '{date}\t{url}' ~/Mail
                                  each with the date of its message
    urlsift --include '*.html' site/
                                  only those in web pages
    curl -s https://host.example/ | urlsift --base https://host.example/
                                  also the relative links of a page
    find . -newer last -print0 | urlsift -f - --csv -o new.csv
                                  those in new files, as a table
    urlsift --json spool/ | jq -r 'select(.strict | not) | .url'
                                  those that RFC 1738 does not allow
    urlsift check 'ftp://host.example/%2Fetc/motd'
                                  what a URL means, and what is wrong with it
`

const checkDescription = `Without URL, reads one URL a line from standard input, up to 1 MiB a line. A
<URL: > wrapper, angle brackets or a URL: prefix are removed first. For each URL
it prints what RFC 1738, RFC 3986 and browsers (the URL Standard of the WHATWG)
make of it. The exit status is that of RFC 1738.

Exit status: 0 if all are valid, 1 if some are not, 2 if something could not be
read; 129, 130 or 143 if stopped by SIGHUP, SIGINT or SIGTERM.

Examples:
    urlsift check 'http://host.example/a%4G'
    urlsift check --json < urls.txt
`

const indexDescription = `"-" reads standard input; a directory is walked. Run it again to read what is
new or has changed, or to resume after a stop. If a mailbox has grown, only the
new part is read. Deleted files stay in the index. Standard input and pipes are
read each time, and replace their old rows. A file is identified by its absolute
path, or with --root by its path relative to DIR. A file that changes while it
is read, or that the disk fails to read, is an error, and is read again by the
next run. All runs on a database must use the same options for what to find.
Other programs can read the database during a run.

Exit status: 0 if all was read, even if nothing was new, 2 if something could
not be read; 129, 130 or 143 if stopped by SIGHUP, SIGINT or SIGTERM.

Examples:
    urlsift index --db links.db ~/Mail
    sqlite3 links.db "SELECT url, first, last FROM seen ORDER BY last"
    sqlite3 links.db "SELECT url, file FROM found WHERE host LIKE '%.example'"
`

const reportDescription = `Reads a database made by urlsift index. The page has figures and tables, and for
the most frequent hosts and URLs the messages that have them. With -o DIR/ the
report is a directory, with pages for all hosts and URLs and all tables as CSV.
A directory with other files is never replaced. No page loads anything from the
network. Pages link to the URLs and to their copies in the Wayback Machine.

Exit status: 0 if the page was written, 2 if not.

Examples:
    urlsift report --db links.db -o report.html
    urlsift report --db links.db -o site/
    urlsift report --db links.db --title 'URLs on a list' > list.html
`

// exportDescription lists the formats.
func exportDescription() string {
	var b strings.Builder
	b.WriteString("Reads a database made by urlsift index. The formats are:\n\n")
	for _, format := range export.Formats {
		fmt.Fprintf(&b, "    %-6s %s\n", format.Name, format.Help)
	}
	return b.String() + `
urls, stix, misp and cdx list each URL once, as a URI of RFC 3986: without its
fragment, with the host in Punycode, and other characters percent-encoded. A
broken URL counts as its best reading. Without --scheme, they list only http,
https and ftp. --unwrap, --host and --domain apply to that URL. The output is
the same for the same database.

Exit status: 0 if something was written, 1 if nothing was selected, 2 if not all
was written; 129, 130 or 143 if stopped by SIGHUP, SIGINT or SIGTERM.

Examples:
    urlsift export --db links.db --format urls --domain host.example | wget -i -
    urlsift export --db links.db --format jsonl | jq -r .best
    urlsift export --db links.db --format csv --since 1996 -o since.csv
    urlsift export --db links.db --format stix --from '*@evil.example' > e.json
`
}
