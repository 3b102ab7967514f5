package main

import (
	"errors"
	"fmt"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urlsift/urlsift/cmd/internal/export"
	"github.com/urlsift/urlsift/cmd/internal/heading"
	"github.com/urlsift/urlsift/cmd/internal/message"
	"github.com/urlsift/urlsift/cmd/internal/output"
	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/rfc1738"
	"github.com/urlsift/urlsift/scan"
)

// To add a flag: add a field to options and a row to the table below, use the field where its effect is, and add a case to a
// script in testdata/script. Help, manual, completion and checks come from the row. If its value changes what is found in a
// file, mark the row as same, so that urlsift index asks for it in all runs on a database.

// options are what the flags of all commands say.
type options struct {
	// What to find:
	strict, rejected               bool
	schemes, addSchemes            list
	join, iri, deobfuscate, unwrap bool
	guess                          list
	hosts, domains                 list
	match                          string
	maxURL                         int
	grammar                        *rfc1738.Grammar // of addSchemes

	// What to read:
	filesFrom        string
	include, exclude []string
	excludeDirs      []string
	globs            []string
	hidden, follow   bool
	recursive        bool // which folders are in any case
	maxDepth         int
	maxRatio         int
	maxMembers       int
	maxNesting       int
	maxMemory        size
	input            string
	base             string // pagesOnly, or a URL, or empty
	jobs             int
	shard            string // as typed; share is its value
	share            share

	// What of messages:
	headers, noHeaders bool
	parts              list
	since, until       date
	newsgroups, from   list

	// Output:
	numbers, offsets, names, unique bool
	noNames, lineBuffered           bool
	context, before, after          int // output.NoContext if they are not given
	with, without, quiet, invert    bool
	max                             int
	count                           bool
	by                              string
	formats                         []bool // for each of output.Formats whether it is asked for
	template                        string // of --format
	null, redact, defang, csvSafe   bool
	output, manifest                string
	force                           bool
	color                           string

	// Messages on standard error:
	progress string
	stats    bool

	json       bool   // of check
	against    string // of check: the number of a later RFC
	db, title  string // of index, report and export
	exported   string // of export: the name of a format
	indicators bool   // likewise
	root, name string // of index
	hostsDown  string // likewise
	metadata   bool   // likewise

	flags []*flag
}

// A list has the values between the commas, of all occurrences of its flag.
type list []string

// A size is a number of bytes.
type size int64

// A date is a time as it was typed, or zero.
type date struct {
	typed string
	time  time.Time
}

// A flag is a row of the table of flags.
type flag struct {
	name, short string
	of          []string // the names of the commands that have it; that of find is empty
	group       string   // its heading in the help
	help        string   // said of it in help and manual
	value       string   // what the help calls its value; a switch has none
	initial     string   // its value if it is not given, if that is worth a word
	choices     []string // what its value is one of, if that is known
	alone       string   // its value where it is given without one, if it may be; then a value must be attached with "="
	files       bool     // its value is completed as the name of a file
	min, max    int      // of an *int
	same        bool     // all runs of index on a database must have the same value
	given       bool     // of that, only whether there is one
	how         bool     // it changes nothing of what is found or written, and is left out of manifests

	to    any                      // where the value goes: a pointer to a variable of a kind
	check func(value string) error // or nil

	typed string // the flag as it was typed last, or empty
}

// Headings in the help.
const (
	toFind     = "What to find"
	toRead     = "What to read"
	ofMessages = "Parts of messages"
	toOutput   = "Output"
	toStderr   = "Messages on standard error"
)

// Commands that have a flag.
var (
	inFind    = []string{""}
	inIndex   = []string{"index"}
	inReport  = []string{"report"}
	inBoth    = []string{"", "index"}
	inCheck   = []string{"check"}
	inExport  = []string{"export"}
	inReading = []string{"report", "export"}          // of a database
	inChosen  = []string{"", "export"}                // of results
	inPicking = []string{"", "index", "export"}       // of messages
	inSaving  = []string{"export", "merge"}           // one file
	inWriting = []string{"report", "export", "merge"} // a file
)

// The greatest values.
const (
	maxMaxURL  = 64 << 20 // the buffer must hold a URL, and so be a little longer
	maxJobs    = 256      // each has a buffer
	maxDepth   = 1 << 20
	maxLimit   = 1<<31 - 1
	maxMemory  = 1<<31 - 1 // and more is no int everywhere
	maxNesting = 100       // each level has buffers
	maxCount   = 1<<31 - 1
)

// newOptions returns the options of a command line without flags.
func newOptions() *options {
	o := &options{
		maxURL: scan.DefaultMaxURL, input: "auto", headers: true, context: output.NoContext,
		before: output.NoContext, after: output.NoContext, color: "auto", progress: "auto",
		formats: make([]bool, len(output.Formats)),
	}
	o.flags = slices.Concat([]*flag{
		{name: "db", of: inIndex, value: "FILE", files: true, to: &o.db, help: "the database, created if it does not exist"},
		{name: "root", of: inIndex, value: "DIR", files: true, same: true, given: true, to: &o.root, help: "keep paths relative to DIR, so that DIR can be moved"},
		{name: "manifest", of: inIndex, value: "FILE", files: true, how: true, to: &o.manifest, help: "write what was read and skipped to FILE; see below"},
		{name: "force", of: inIndex, how: true, to: &o.force, help: "replace the FILE of --manifest if it exists"},
		{name: "hosts-down", of: inIndex, value: "FILE", files: true, how: true, to: &o.hostsDown, help: "record the hosts listed in FILE as down; see below"},
		{name: "datasette-metadata", of: inIndex, how: true, to: &o.metadata, help: "print a metadata file for Datasette, and read nothing"},
		{name: "name", of: inIndex, value: "NAME", to: &o.name, help: `keep standard input as NAME instead of "-"`},
		{name: "db", of: inReading, value: "FILE", files: true, to: &o.db, help: "a database made by urlsift index"},
		{name: "format", of: inExport, value: "NAME", choices: export.Names(), to: &o.exported, help: "what to write: " + strings.Join(export.Names(), "|") + "; see below"},

		{name: "strict", of: inFind, group: toFind, to: &o.strict, help: "print only URLs that RFC 1738 allows"},
		{name: "rejected", of: inFind, group: toFind, to: &o.rejected, help: "also print URL-like but invalid text, with the reason"},
		{name: "scheme", short: "s", of: inChosen, group: toFind, value: "a,b", to: &o.schemes, check: isScheme, help: "print only URLs with the schemes a,b"},
		{name: "host", of: inChosen, group: toFind, value: "GLOB", to: &o.hosts, check: isPattern, help: "print only URLs with hosts like GLOB, such as '*.host.example'"},
		{name: "domain", of: inChosen, group: toFind, value: "NAME", to: &o.domains, check: isDomain, help: "print only URLs with the host NAME or one below it"},
		{name: "match", of: inFind, group: toFind, value: "REGEX", to: &o.match, check: isRegexp, help: "print only URLs that match REGEX, in the syntax of Go's regexp"},
		{name: "add-scheme", of: inBoth, group: toFind, value: "a,b", same: true, to: &o.addSchemes, help: `find the schemes a,b without "//" in bare text, like mailto`},
		{name: "join", of: inFind, group: toFind, to: &o.join, help: "join bare URLs that look broken over lines; see below"},
		{name: "iri", of: inBoth, group: toFind, same: true, to: &o.iri, help: "continue URLs over scripts without blanks, such as Chinese"},
		{name: "deobfuscate", of: inBoth, group: toFind, same: true, to: &o.deobfuscate, help: "restore URLs made unclickable: hxxp://, [.], [dot]"},
		{name: "guess", of: inBoth, group: toFind, value: "KINDS", alone: "www,host-path", same: true, choices: guessKinds, to: &o.guess, help: "also find KINDS without a scheme: www,host-path,mail,domain"},
		{name: "unwrap", of: inChosen, group: toFind, to: &o.unwrap, help: "print the originals of rewritten links: SafeLinks, urldefense, ..."},
		{name: "max-url", of: inBoth, group: toFind, value: "BYTES", same: true, initial: "65536", min: 1, max: maxMaxURL, to: &o.maxURL, help: "report URLs longer than BYTES as truncated"},

		{name: "files-from", short: "f", of: inBoth, group: toRead, value: "LIST", files: true, to: &o.filesFrom, help: `also read the paths in LIST or "-", one a line or separated by NULs`},
		{name: "include", of: inBoth, group: toRead, value: "GLOB", same: true, to: &o.include, help: "in directories and archives, read only files like GLOB; see below"},
		{name: "exclude", of: inBoth, group: toRead, value: "GLOB", same: true, to: &o.exclude, help: "skip files and directories like GLOB"},
		{name: "exclude-dir", of: inBoth, group: toRead, value: "GLOB", same: true, to: &o.excludeDirs, help: "skip directories like GLOB"},
		{name: "glob", short: "g", of: inBoth, group: toRead, value: "GLOB", same: true, to: &o.globs, help: "read only files like GLOB, or none like '!GLOB'; the last counts"},
		{name: "hidden", of: inBoth, group: toRead, to: &o.hidden, help: "also read hidden files and directories"},
		{name: "follow", of: inBoth, group: toRead, to: &o.follow, help: "follow symbolic links in directories"},
		{name: "max-depth", of: inBoth, group: toRead, value: "N", min: 1, max: maxDepth, same: true, to: &o.maxDepth, help: "in directories, read N levels; 1 reads only the files in them"},
		{name: "recursive", short: "r", of: inBoth, group: toRead, to: &o.recursive, help: "read directories (which is the default)"},
		{name: "input", of: inBoth, group: toRead, value: "TYPE", same: true, initial: "auto", choices: inputTypes, to: &o.input, help: "treat input as TYPE: auto|text|csv|tsv|mail|mbox|html"},
		{name: "base", of: inBoth, group: toRead, value: "URL", alone: pagesOnly, same: true, to: &o.base, check: isBase, help: "also find relative links of pages, as if from URL; see below"},
		{name: "max-nesting", of: inBoth, group: toRead, value: "N", initial: "10", min: 1, max: maxNesting, to: &o.maxNesting, help: "unpack N formats within each other; a .tar.gz has two"},
		{name: "max-members", of: inBoth, group: toRead, value: "N", initial: "100000000", min: 1, max: maxLimit, to: &o.maxMembers, help: "unpack N members of the archives in a file"},
		{name: "max-ratio", of: inBoth, group: toRead, value: "N", initial: "500", min: 1, max: maxLimit, to: &o.maxRatio, help: "unpack N times the size of a file, or 1 GiB if more"},
		{name: "max-memory", of: inBoth, group: toRead, value: "SIZE", initial: "512M", min: 1 << 20, max: maxMemory, to: &o.maxMemory, help: "memory of a decompressor, such as 64M or 2G"},
		{name: "jobs", short: "j", of: inBoth, group: toRead, value: "N", min: 0, max: maxJobs, how: true, to: &o.jobs, help: "read N files, or parts of one, at a time (default 0: one per CPU)"},
		{name: "shard", of: inBoth, group: toRead, value: "I/N", to: &o.shard, check: isShare, help: "read share I of N of the input, from 1/N to N/N; see urlsift merge"},

		{name: "headers", of: inBoth, group: ofMessages, to: &o.headers, help: "search header fields (the default)"},
		{name: "no-headers", of: inBoth, group: ofMessages, same: true, to: &o.noHeaders, help: "do not search header fields"},
		{name: "parts", of: inBoth, group: ofMessages, value: "text,html", same: true, choices: []string{"text", "html"}, to: &o.parts, help: "search only parts that are text, html or both"},
		{name: "since", of: inPicking, group: ofMessages, value: "DATE", same: true, to: &o.since, help: "search only messages dated DATE or later, such as 1996-05"},
		{name: "until", of: inPicking, group: ofMessages, value: "DATE", same: true, to: &o.until, help: "search only messages dated before DATE"},
		{name: "newsgroup", of: inBoth, group: ofMessages, value: "GLOB", same: true, to: &o.newsgroups, check: isPattern, help: "search only messages in newsgroups matching GLOB"},
		{name: "from", of: inPicking, group: ofMessages, value: "GLOB", same: true, to: &o.from, check: isPattern, help: "search only messages whose sender's address or name is like GLOB"},

		{name: "line-number", short: "n", of: inFind, group: toOutput, to: &o.numbers, help: "print the line number before each URL"},
		{name: "byte-offset", short: "b", of: inFind, group: toOutput, to: &o.offsets, help: "print the byte offset before each URL; with -C, of each line"},
		{name: "with-filename", short: "H", of: inFind, group: toOutput, to: &o.names, help: "print the file name before each URL"},
		{name: "no-filename", of: inFind, group: toOutput, to: &o.noNames, help: "print no file names (the default)"},
		{name: "files-with-matches", short: "l", of: inFind, group: toOutput, to: &o.with, help: "print only the names of files with URLs"},
		{name: "files-without-match", short: "L", of: inFind, group: toOutput, to: &o.without, help: "print only the names of files without URLs"},
		{name: "quiet", short: "q", of: inFind, group: toOutput, to: &o.quiet, help: "print nothing; stop at the first URL with status 0"},
		{name: "max-count", short: "m", of: inFind, group: toOutput, value: "N", min: 1, max: maxCount, to: &o.max, help: "stop reading a file after N URLs"},
		{name: "after-context", short: "A", of: inFind, group: toOutput, value: "N", min: 0, max: output.MaxContext, to: &o.after, help: "print lines with URLs, and N lines after them"},
		{name: "before-context", short: "B", of: inFind, group: toOutput, value: "N", min: 0, max: output.MaxContext, to: &o.before, help: "print lines with URLs, and N lines before them"},
		{name: "context", short: "C", of: inFind, group: toOutput, value: "N", min: 0, max: output.MaxContext, to: &o.context, help: "print lines with URLs, and N around them; with --json \"context\""},
		{name: "invert-match", short: "v", of: inFind, group: toOutput, to: &o.invert, help: "print the lines of text without URLs; with -c, their number"},
		{name: "unique", short: "u", of: inFind, group: toOutput, to: &o.unique, help: "print each URL once, where it is found first"},
		{name: "count", short: "c", of: inFind, group: toOutput, to: &o.count, help: "print how often each URL is found, most frequent first"},
		{name: "by", of: inFind, group: toOutput, value: "WHAT", choices: output.Keys, to: &o.by, help: "count by WHAT, such as host, domain, sender or year; see below"},
		{name: "format", of: inFind, group: toOutput, value: "TEXT", to: &o.template, check: isTemplate, help: "print TEXT for each URL, with {url}, {host}, {date} ...; see below"},
	}, o.formatFlags(), []*flag{
		{name: "csv-safe", of: inChosen, group: toOutput, to: &o.csvSafe, help: "write ' before cells that are formulas; implied by -o FILE.csv"},
		{name: "null", short: "0", of: inChosen, group: toOutput, to: &o.null, help: "end each URL with a NUL instead of a newline"},
		{name: "line-buffered", of: inFind, group: toOutput, how: true, to: &o.lineBuffered, help: "write each URL at once"},
		{name: "redact", of: inFind, group: toOutput, to: &o.redact, help: "replace passwords by ***"},
		{name: "defang", of: inFind, group: toOutput, to: &o.defang, help: "print URLs that cannot be clicked: hxxp://host[.]example/"},
		{name: "output", short: "o", of: inFind, group: toOutput, value: "FILE", files: true, to: &o.output, help: "write to FILE, which is replaced only on success"},
		{name: "manifest", of: inFind, group: toOutput, value: "FILE", files: true, how: true, to: &o.manifest, help: "write what was read and skipped to FILE; see below"},
		{name: "force", of: inFind, group: toOutput, how: true, to: &o.force, help: "replace the FILE of -o or --manifest if it exists"},
		{name: "color", of: inFind, group: toOutput, value: "WHEN", initial: "auto", choices: []string{"auto", "always", "never"}, how: true, to: &o.color, help: "when to use colors and links: auto|always|never"},

		{name: "progress", of: inBoth, group: toStderr, value: "WHEN", initial: "auto", choices: []string{"auto", "never"}, how: true, to: &o.progress, help: "when to show progress: auto|never"},
		{name: "stats", of: inBoth, group: toStderr, how: true, to: &o.stats, help: "print statistics: what was read and found"},

		{name: "json", of: inCheck, to: &o.json, help: "print one JSON object a line"},
		{name: "against", of: inCheck, value: "RFC", choices: []string{"3986"}, to: &o.against, help: "also print what RFC 3986 and browsers make of each URL: 3986"},
		{name: "defang", of: inCheck, to: &o.defang, help: "print URLs that cannot be clicked: hxxp://host[.]example/"},
		{name: "redact", of: inCheck, to: &o.redact, help: "replace passwords by ***"},

		{name: "output", short: "o", of: inReport, value: "FILE|DIR/", files: true, to: &o.output, help: "write a page to FILE, or many to DIR; replaced only on success"},
		{name: "output", short: "o", of: inSaving, value: "FILE", files: true, to: &o.output, help: "write to FILE, which is replaced only on success"},
		{name: "force", of: inWriting, how: true, to: &o.force, help: "replace the FILE of -o if it exists"},
		{name: "indicators", of: inExport, to: &o.indicators, help: "stix: write indicators; misp: mark URLs for detection"},
		{name: "defang", of: inReport, to: &o.defang, help: "show URLs that cannot be clicked, and no links"},
		{name: "title", of: inReport, value: "TEXT", to: &o.title, help: "the headline of the page"},
	})
	return o
}

// formatFlags returns a flag for each format.
func (o *options) formatFlags() []*flag {
	var flags []*flag
	for i, format := range output.Formats {
		flags = append(flags, &flag{name: format.Name, of: inFind, group: toOutput, to: &o.formats[i], help: format.Help})
	}
	return flags
}

// inputTypes are the values of --input. inputFormats are the formats they ask for, and delimiters the characters between the
// fields of those that are tables.
var (
	inputTypes   = []string{"auto", "text", "csv", "tsv", "mail", "mbox", "html"}
	inputFormats = map[string]mail.Format{
		"auto": mail.Auto, "text": mail.Plain, "csv": mail.Plain, "tsv": mail.Plain, "mail": mail.Single, "mbox": mail.Mbox, "html": mail.HTML,
	}
	delimiters = map[string]byte{"csv": ',', "tsv": '\t'}
)

// pagesOnly is the value of --base that asks for the relative links of pages that have a base URL.
const pagesOnly = "page"

// isBase returns an error if value is not a URL to which links can be relative.
func isBase(value string) error {
	if u, err := url.Parse(value); err != nil || !u.IsAbs() || !strings.Contains(value, "://") {
		return errors.New("must be a URL, such as https://host.example/")
	}
	return nil
}

// guessKinds are the values of --guess.
var guessKinds = strings.Split(scan.GuessAll.String(), ",")

// guesses returns the kinds of guesses that --guess asks for.
func (o *options) guesses() scan.Guess {
	var kinds scan.Guess
	for _, name := range o.guess {
		kind, _ := scan.ParseGuess(name)
		kinds |= kind
	}
	return kinds
}

// flagsOf returns the flags of a command.
func (o *options) flagsOf(command string) []*flag {
	var flags []*flag
	for _, f := range o.flags {
		if slices.Contains(f.of, command) {
			flags = append(flags, f)
		}
	}
	return flags
}

// isCalled reports whether name, without dashes, is the long or short name of the flag.
func (f *flag) isCalled(name string) bool { return name != "" && (f.name == name || f.short == name) }

// chooses reports whether the flag can have this value: every part of it is one of choices, or it passes check.
func (f *flag) chooses(value string) bool {
	if len(f.choices) == 0 {
		return f.check != nil && f.check(value) == nil
	}
	for one := range strings.SplitSeq(value, ",") {
		if !slices.Contains(f.choices, one) {
			return false
		}
	}
	return true
}

// isValueAlone reports whether an argument after the flag, whose value is optional, is its value: several choices with commas between
// them, or a URL. Earlier versions took it so, and it can hardly be a path. A single choice can: "mail" is a path.
func (f *flag) isValueAlone(arg string) bool {
	return (strings.IndexByte(arg, ',') >= 0 || strings.Contains(arg, "://")) && f.chooses(arg)
}

// isSwitch reports whether the flag takes no value.
func (f *flag) isSwitch() bool { return f.value == "" }

// set takes a value from the command line.
func (f *flag) set(text string) error {
	values, err := f.kind().set(f, text)
	if err != nil {
		return err
	}
	for _, one := range values {
		if len(f.choices) > 0 && !slices.Contains(f.choices, one) {
			return usage(f.typed + " " + one + ": must be " + message.List(f.choices, "or"))
		}
		if f.check == nil || f.alone != "" && one == f.alone {
			continue
		}
		if err := f.check(one); err != nil {
			return f.wrong(text, err.Error())
		}
	}
	return nil
}

// wrong returns the error for a value.
func (f *flag) wrong(text, why string) error { return usage(f.typed + " " + text + ": " + why) }

// splitGlobs returns the patterns between the commas of a value. A comma in braces or brackets, or after a backslash, is part of a
// pattern.
func splitGlobs(value string) []string {
	var globs []string
	from, depth := 0, 0
	for i := 0; i < len(value); i++ {
		switch value[i] {
		case '\\':
			i++
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case ',':
			if depth <= 0 {
				globs = append(globs, value[from:i])
				from = i + 1
			}
		}
	}
	return append(globs, value[from:])
}

// isScheme returns an error if name is not the name of a scheme.
func isScheme(name string) error {
	name = schemeName(name)
	if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789+-.") != "" {
		return fmt.Errorf("%q is not a scheme", name)
	}
	return nil
}

// schemeName returns the name of a scheme in lower case. It may be typed with its colon.
func schemeName(typed string) string {
	return strings.TrimSuffix(strings.ToLower(strings.TrimSpace(typed)), ":")
}

// isShare returns an error if value is not a share.
func isShare(value string) error {
	_, err := parseShare(value)
	return err
}

// isPattern returns an error if value is not a pattern of path.Match.
func isPattern(value string) error {
	_, err := path.Match(value, "")
	return err
}

// isDomain returns an error if value is not the name of a host.
func isDomain(value string) error {
	if name := domainName(value); name == "" || strings.ContainsAny(value, "/:@*? ") {
		return errors.New("must be the name of a host, such as host.example")
	}
	return nil
}

// domainName returns the name of a host as it is compared.
func domainName(typed string) string {
	return heading.Host("http://" + strings.Trim(typed, ". ") + "/")
}

// isRegexp returns an error if value is not a regular expression.
func isRegexp(value string) error {
	_, err := regexp.Compile(value)
	return err
}

// isTemplate returns an error if value is not a template.
func isTemplate(value string) error {
	_, err := output.Template(value)
	return err
}

// parseSize returns the number of bytes that a value names. It may end in K, M or G, for 1024 bytes and so on.
func parseSize(value string) (int64, error) {
	shift := 0
	if i := strings.IndexAny(value, "KMGkmg"); i >= 0 && i == len(value)-1 {
		shift = 10 * (1 + strings.IndexByte("kmg", value[i]|0x20))
		value = value[:i]
	}
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil || n<<shift>>shift != n {
		return 0, errors.New("not a size such as 65536, 64K, 64M or 2G")
	}
	return n << shift, nil
}

// parseDate returns the time that a value names: a year, a month, a day or a time.
func parseDate(value string) (time.Time, error) {
	for _, layout := range []string{"2006", "2006-01", time.DateOnly, time.RFC3339} {
		if t, err := time.Parse(layout, value); err == nil {
			return t, nil
		}
	}
	return time.Time{}, errors.New("not a date such as 1996, 1996-05, 1996-05-01 or 1996-05-01T12:00:00Z")
}

// typed returns the flags of find, many of which other commands have, too, that are among names and were given, as typed.
func (o *options) typed(names ...string) []string {
	var typed []string
	for _, f := range o.flagsOf("") {
		if on, ok := f.to.(*bool); ok && !*on {
			continue
		}
		if f.typed != "" && slices.Contains(names, f.name) {
			typed = append(typed, dashed(f.name))
		}
	}
	return typed
}

// limits returns the flags that set limits of unpacking and were given.
func (o *options) limits() []string {
	return o.typed("max-nesting", "max-members", "max-ratio", "max-memory")
}

// finish checks combinations of flags and sets the options that follow from them.
func (o *options) finish(paths []string) error {
	o.noHeaders = o.noHeaders || !o.headers
	o.names = o.names && !o.noNames
	if kinds := o.guesses(); kinds != 0 {
		o.guess = strings.Split(kinds.String(), ",") // in their order, each once
	}
	if err := o.finishFilters(); err != nil {
		return err
	}
	if o.shard != "" {
		o.share, _ = parseShare(o.shard)
	}
	o.grammar = new(rfc1738.Grammar)
	for _, name := range o.addSchemes {
		name = strings.TrimSuffix(strings.TrimSpace(name), ":")
		if err := o.grammar.Register(rfc1738.Scheme{Name: name, Opaque: true}); err != nil {
			return usage("--add-scheme " + strings.TrimPrefix(err.Error(), "rfc1738: "))
		}
	}
	if o.filesFrom == "-" && slices.Contains(paths, "-") {
		return usage("-: standard input is already the list of files")
	}
	if o.shard != "" {
		if err := o.agreesWithShard(paths); err != nil {
			return err
		}
	}
	return o.agree()
}

// finishFilters brings the values of filters into the form in which they are compared, and checks their combination.
func (o *options) finishFilters() error {
	for i, name := range o.schemes {
		o.schemes[i] = schemeName(name)
	}
	for i, name := range o.domains {
		o.domains[i] = domainName(name)
	}
	for i, pattern := range o.hosts {
		o.hosts[i] = heading.Pattern(pattern)
	}
	for i, pattern := range o.from {
		o.from[i] = strings.ToLower(pattern)
	}
	if since, until := o.since, o.until; since.typed != "" && until.typed != "" && !since.time.Before(until.time) {
		return usage(fmt.Sprintf("--since %s --until %s: %[1]s is not before %[2]s", since.typed, until.typed))
	}
	return nil
}

// agreesWithShard returns an error for an input that cannot be divided into shares, or for results that cannot be merged.
func (o *options) agreesWithShard(paths []string) error {
	if others := o.typed("unique", "context", "after-context", "before-context", "invert-match", "format", "files-with-matches", "files-without-match", "quiet", "max-count"); len(others) > 0 {
		return usage("--shard: the outputs of shares cannot be merged with " + others[0] + "; leave it out")
	}
	if o.filesFrom == "" && len(paths) == 0 || slices.Contains(paths, "-") {
		return usage("--shard: standard input cannot be divided; name files, or list them with -f")
	}
	return nil
}

// agree returns an error for flags of find that exclude each other.
func (o *options) agree() error {
	var names, formats []string
	for i, format := range output.Formats {
		names = append(names, dashed(format.Name))
		if o.formats[i] {
			formats = append(formats, format.Name)
		}
	}
	if names = append(names, "--format"); o.template != "" {
		formats = append(formats, "format")
	}
	format := o.format()
	places := []string{"unique", "rejected", "line-number", "byte-offset", "with-filename"}
	switch {
	case o.counts() && o.template != "":
		return usage("--format prints URLs, not counts; leave out " + message.List(o.typed("count", "by"), "and"))
	case o.counts() && !o.invert && len(o.typed(places...)) > 0:
		counts := o.typed("count", "by")
		others := o.typed(places...)
		return usage(counts[len(counts)-1] + " prints counts only; leave out " + message.List(others, "and"))
	case len(formats) > 1:
		return usage(message.List(names, "and") + " exclude each other")
	case o.rejected && !format.Rejected:
		return usage("tables have no column for errors of rejected URLs; use --json")
	case o.null && !format.NUL:
		return usage("the rows of a table end in newlines; leave out --null")
	case o.redact && format.Around && (o.template != "" || o.hasContext() && !o.invert):
		return usage("--redact cannot know all passwords in the text around a URL, which may be broken over lines; leave out " + append(o.typed("context", "after-context", "before-context"), "{context}")[0])
	case o.max > 0 && o.unique:
		return usage("--max-count counts all URLs, not each once; leave out --unique")
	}
	if err := o.agreeOnNames(formats); err != nil || !o.hasContext() {
		return err
	}
	return o.agreeOnLines(formats)
}

// agreeOnLines returns an error for flags that do not go together with those that print lines of text.
func (o *options) agreeOnLines(formats []string) error {
	contexts := o.typed("context", "after-context", "before-context")
	if f := o.format(); f.Around && !o.invert {
		if typed := o.typed("count", "by"); len(typed) > 0 {
			return usage(typed[0] + " prints counts only; leave out " + contexts[0])
		}
		return nil
	}
	if o.template != "" && !o.invert {
		return usage("--format: " + contexts[0] + " has an effect only on {context}, which it does not name")
	}
	others := append([]string{"by", "unique", "null", "unwrap"}, formats...)
	if !o.invert {
		others = append(others, "count")
	} else if o.count {
		others = append(others, "line-number", "byte-offset", "context", "after-context", "before-context", "max-count")
	}
	typed := o.typed(others...)
	switch {
	case len(typed) == 0:
		return nil
	case o.invert && o.count:
		return usage("--invert-match with --count prints how many lines there are; leave out " + typed[0])
	case o.invert:
		return usage("--invert-match prints lines of text without URLs; leave out " + typed[0])
	}
	return usage(contexts[0] + " prints lines of text, not URLs; leave out " + typed[0])
}

// agreeOnNames returns an error for flags that do not go together with -l, -L and -q.
func (o *options) agreeOnNames(formats []string) error {
	those := o.typed("files-with-matches", "files-without-match", "quiet")
	switch {
	case len(those) > 1:
		return usage(message.List(those, "and") + " exclude each other")
	case len(those) == 0:
		return nil
	}
	others := []string{"output", "manifest"}
	what := "nothing"
	if !o.quiet {
		what = "names of files"
		others = append(formats, "count", "by", "invert-match", "unique", "line-number", "byte-offset", "context", "after-context", "before-context", "max-count", "rejected")
	}
	if typed := o.typed(others...); len(typed) > 0 {
		return usage(those[0] + " prints " + what + "; leave out " + typed[0])
	}
	return nil
}

// hasContext reports whether lines of text are printed.
func (o *options) hasContext() bool { return o.linesBefore() != output.NoContext }

// linesBefore returns how many lines are printed before one with a URL, or output.NoContext if no lines are.
func (o *options) linesBefore() int {
	if o.before == output.NoContext && o.context == output.NoContext && (o.after != output.NoContext || o.invert) {
		return 0
	}
	return orDefault(o.before, o.context)
}

// linesAfter returns how many lines are printed after one with a URL.
func (o *options) linesAfter() int { return max(orDefault(o.after, o.context), 0) }

// orDefault returns a number of lines, or another if it was not given.
func orDefault(n, other int) int {
	if n == output.NoContext {
		return other
	}
	return n
}

// counts reports whether keys are counted.
func (o *options) counts() bool { return o.count || o.by != "" }

// format returns the format that is asked for.
func (o *options) format() output.Format {
	if o.template != "" {
		format, _ := output.Template(o.template) // which was checked
		return format
	}
	if i := slices.Index(o.formats, true); i >= 0 {
		return output.Formats[i]
	}
	return output.Lines
}

// canonical returns the flags that all runs on a database must have in common, in a fixed order, without those that have no
// effect.
func (o *options) canonical() string {
	var flags []string
	for _, f := range o.flagsOf("index") {
		if !f.same {
			continue
		}
		switch text := f.kind().text(); {
		case f.isSwitch() && text == "false" || !f.isSwitch() && text == f.initial || f.typed == "" && !f.isSwitch():
		case f.isSwitch(), f.given && text != "", len(f.choices) == 0 && f.alone != "" && text == f.alone:
			flags = append(flags, dashed(f.name))
		default:
			flags = append(flags, dashed(f.name)+"="+text)
		}
	}
	return strings.Join(flags, " ")
}
