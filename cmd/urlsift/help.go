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
	Value                string   // what its value is called, or nothing if it has none
	Optional             bool     // the value may be left out, and is otherwise attached with "="
	Choices              []string // what the value is one of, if that is known
	IsFile               bool     // the value is the name of a file
	Usage                string
}

// textOf returns the description of a flag.
func textOf(f *flag) flagText {
	t := flagText{Heading: cmp.Or(f.group, "Flags"), Long: "--" + f.name, Value: f.value, Optional: f.alone != "", Choices: f.choices, IsFile: f.files, Usage: f.help}
	if f.short != "" {
		t.Short = "-" + f.short
	}
	if f.initial != "" {
		t.Usage += " (default " + f.initial + ")"
	}
	return t
}

// textsOf returns the descriptions of flags, heading by heading.
func textsOf(flags []*flag) []flagText {
	var texts []flagText
	var headings []string
	for _, f := range flags {
		t := textOf(f)
		if texts = append(texts, t); !slices.Contains(headings, t.Heading) {
			headings = append(headings, t.Heading)
		}
	}
	slices.SortStableFunc(texts, func(a, b flagText) int {
		return slices.Index(headings, a.Heading) - slices.Index(headings, b.Heading)
	})
	return texts
}

// between returns what stands between the name of a flag and that of its value, and after the latter.
func (t flagText) between() (before, after string) {
	switch {
	case t.Optional:
		return "[=", "]"
	case t.Value != "":
		return " ", ""
	}
	return "", ""
}

// line returns the line of a flag in the help.
func (t flagText) line() string {
	short := "    "
	if t.Short != "" {
		short = t.Short + ", "
	}
	before, after := t.between()
	return fmt.Sprintf("    %-27s %s\n", short+t.Long+before+t.Value+after, t.Usage)
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
		b.WriteString(t.line())
	}
	return b.String()
}

// usageLine returns the usage of a command and its description.
func usageLine(name, args, usage string) string {
	return fmt.Sprintf("    %-34s %s\n", strings.TrimRight(name+" "+args, " "), usage)
}

// appHelp returns what --help prints.
func appHelp(app *cli.App, o *options) string {
	var b strings.Builder
	fmt.Fprintf(&b, "urlsift finds the URLs in text, and rejoins those that are broken over lines.\n\nUsage:\n")
	b.WriteString(usageLine("urlsift", "[FLAGS] "+app.ArgsUsage, app.Usage))
	for _, command := range app.Commands {
		b.WriteString(usageLine("urlsift "+command.Name, argsOf(command, o), command.Usage))
	}
	b.WriteString("\nWithout PATH, or for \"-\", reads standard input. Directories are walked. Flags may follow paths.\n")
	b.WriteString("\"urlsift COMMAND --help\" lists the flags of a command.\n")
	b.WriteString(flagLines(append(o.flagsOf(""),
		&flag{name: "help", short: "h", group: "Other", help: "print this help and exit"},
		&flag{name: "version", group: "Other", help: "print the version and exit"})))
	return b.String() + "\n" + app.Description
}

// help returns what --help prints, after the name of a command if that is not empty.
func help(app *cli.App, command string, o *options) string {
	if command == "" {
		return appHelp(app, o)
	}
	return commandHelp(app.Command(command), o)
}

// argsOf returns the arguments of a command, for its usage.
func argsOf(command *cli.Command, o *options) string {
	if len(o.flagsOf(command.Name)) > 0 && !strings.HasPrefix(command.ArgsUsage, "--") {
		return "[FLAGS] " + command.ArgsUsage
	}
	return command.ArgsUsage
}

// commandHelp returns what --help prints after the name of a command.
func commandHelp(command *cli.Command, o *options) string {
	var b strings.Builder
	fmt.Fprintf(&b, "urlsift %s: %s.\n\nUsage:\n", command.Name, command.Usage)
	fmt.Fprintf(&b, "    urlsift %s\n", strings.TrimRight(command.Name+" "+argsOf(command, o), " "))
	b.WriteString(flagLines(append(o.flagsOf(command.Name), &flag{name: "help", short: "h", help: "print this help and exit"})))
	if command.Description == "" {
		return b.String()
	}
	return b.String() + "\n" + strings.TrimRight(command.Description, "\n") + "\n"
}

const manifestDescription = `--manifest writes a JSON object a line: the settings of the run, what each input is (name, size,
SHA-256, format, members), what of it was skipped or could not be read and why, and totals. Each
input is read to its end. An interrupted run leaves no manifest. That of index also names all
sources of the database, read now or earlier, with their SHA-256.

`

const globDescription = `A GLOB without / matches names of files and directories. A GLOB with / matches paths relative to
PATH: * stops at /, and ** does not. A GLOB that ends in / matches directories with all they hold.

`

const mergeDescription = `Merges the -o files of "urlsift --shard I/N", in any order, into what one run without --shard
prints: results one after the other, the header of a table once, the counts of -c and --by added up.
Databases of "urlsift index --shard" are merged into one, which needs -o FILE. Each share names
itself: one that is missing, doubled, incomplete or of a run with other flags or paths is an error.

    for i in 1 2 3 4; do urlsift --json --shard $i/4 -o part-$i mail & done; wait
    urlsift merge -o all.jsonl part-1 part-2 part-3 part-4
`

const findDescription = globDescription + `--join joins a bare URL with the next line if its own line is full and the next one begins like the
rest of a URL.

--base resolves relative links of pages against the page's <base href>, or else against URL.

--guess also finds www.host.example and ftp.host.example (www), host.example:/path (host-path),
joe@host.example (mail) and host.example/path (domain). Without =KINDS, it finds the first two.

` + manifestDescription + `--by counts by url, host, domain, scheme, newsgroup, sender, month, year, source, kind (wrapped,
bare ...) or deviation. A URL in several newsgroups, or with several deviations, counts for each.

--format prints TEXT with values in place of {NAME}: {url}, {host}, {path} and the other keys of
--json, {domain}, and {context}, the line around it. {{ is a brace, \t a tab, \n a newline, \0 a
NUL.

Exit status: 0 if URLs were found, 1 if none were, 2 if something could not be read; 129, 130 or
143 if stopped by SIGHUP, SIGINT or SIGTERM. If interrupted, urlsift prints what it has found, and
the FILE of -o stays as it was.

Examples:
    urlsift mail.txt                   the URLs in a file, one a line
    urlsift -nH ~/archive              with file name and line number, like grep
    urlsift -C 2 notes.txt             with two lines of text around each
    urlsift -c *.txt | head            the most frequent ones
    urlsift --by domain ~/Mail         the domains that they are in
    urlsift --format '{date}\t{url}' ~/Mail
                                       each with the date of its message
    urlsift --include '*.html' site/   only those in web pages
    curl -s https://host.dom/ | urlsift --base=https://host.dom/
                                       also the relative links of a page
    find . -newer last -print0 | urlsift -f - --csv -o new.csv
                                       those in new files, as a table
    urlsift --json spool/ | jq -r 'select(.strict | not) | .url'
                                       those that RFC 1738 does not allow
    urlsift check 'ftp://host.dom/%2Fetc/motd'
                                       what a URL means, and what is wrong with it
`

const checkDescription = `Without URL, reads one URL a line from standard input, with up to 1 MiB a line. A <URL: > wrapper,
angle brackets or a URL: prefix are removed first. --against 3986 prints whether RFC 3986 allows the
URL, too, its components, and its normal form, and what browsers make of it, by the URL Standard of
the WHATWG; the exit status is that of RFC 1738.

Exit status: 0 if all are valid, 1 if some are not, 2 if something could not be read; 129, 130 or
143 if it was stopped by SIGHUP, SIGINT or SIGTERM.

Examples:
    urlsift check 'http://host.dom/a%4G'
    urlsift check --against 3986 http://host.dom/~joe
    urlsift check --json < urls.txt
`

const indexDescription = `"-" reads standard input; a directory is walked. Run it again to read what is new or has changed, or
to resume after a stop. If a mailbox has grown, only what was added is read. Deleted files stay in
the index. Standard input and pipes are read each time, and replace their old rows. A file is
identified by its absolute path, or with --root by its path relative to DIR. A file that changes
while it is read, or that the disk fails to read, is an error, and is read again by the next run.
All runs on a database must use the same flags for what to find. Other programs can read the
database during a run.

--hosts-down FILE records which hosts are down, as a checker of links found them: a host on each
line, and after it, if known, a date such as 2026-01-31 and the status. The list replaces the one
before. No PATH is needed. The views dead and wayback use it.

--datasette-metadata prints a description of the tables, with queries, for datasette -m FILE.

` + manifestDescription + globDescription + `Exit status: 0 if all was read, even if nothing was new, 2 if something could not be read; 129,
130 or 143 if it was stopped by SIGHUP, SIGINT or SIGTERM.

Examples:
    urlsift index --db links.db ~/Mail
    sqlite3 links.db "SELECT url, first, last FROM seen ORDER BY occurrences DESC LIMIT 10"
    sqlite3 links.db "SELECT url, file, line FROM found WHERE host LIKE '%.example'"
`

const reportDescription = `Reads a database made by urlsift index. The page has figures and tables, and for the most frequent
hosts and URLs the messages that have them. With -o DIR/ the report is a folder, with pages for all
hosts and URLs and all tables as CSV. A folder with other files is never replaced. No page loads
anything from the network. They link to the URLs and to their copies in the Wayback Machine.

Exit status: 0 if the page was written, 2 if not.

Examples:
    urlsift report --db links.db -o report.html
    urlsift report --db links.db -o site/
    urlsift report --db links.db --title 'URLs on a list, 1993 to 1997' > list.html
`

// exportDescription lists the formats.
func exportDescription() string {
	var b strings.Builder
	b.WriteString("Reads a database made by urlsift index. The formats are:\n\n")
	for _, format := range export.Formats {
		fmt.Fprintf(&b, "    %-6s %s\n", format.Name, format.Help)
	}
	return b.String() + `
urls, stix, misp and cdx have each URL once, without its fragment, as RFC 3986 allows it: with the
host in ASCII, and other characters escaped. A broken URL counts as its best reading. Without
--scheme, they have only http, https and ftp. --unwrap, --host and --domain apply to that URL.

The output is the same for the same database. Parquet is not written: DuckDB reads the database.

Exit status: 0 if something was written, 1 if nothing was selected, 2 if not all was written; 129,
130 or 143 if stopped by SIGHUP, SIGINT or SIGTERM.

Examples:
    urlsift export --db links.db --format urls --domain host.example | wget -i -
    urlsift export --db links.db --format jsonl | jq -r 'select(.attested == false) | .best'
    urlsift export --db links.db --format csv --since 1996 --until 1997 -o 1996.csv
    urlsift export --db links.db --format stix --from '*@evil.example' --indicators -o urls.json
`
}
