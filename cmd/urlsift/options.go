package main

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/export"
	"github.com/urlsift/urlsift/cmd/internal/heading"
	"github.com/urlsift/urlsift/cmd/internal/message"
	"github.com/urlsift/urlsift/cmd/internal/output"
	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/extract/sift"
	"github.com/urlsift/urlsift/rfc1738"
	"github.com/urlsift/urlsift/scan"
)

// To add a flag: add a row to the table below, with a field of options or of what that hands on, use the field where its effect is, and
// add a case to a script in testdata/script. Help, manual, completion and checks come from the row. If its value changes what is found in a
// file, mark the row as same, so that urlsift index asks for it in all runs on a database.

// options are what the flags of all commands say. What a flag says to one package alone goes where that package takes it.
type options struct {
	chosen     heading.Filter // but for what filter adds
	config     sift.Config    // but for what reader adds, and what a command asks for
	out        output.Options // but for what printed adds
	addSchemes list
	guess      list
	match      string // a regular expression

	// What to read:
	filesFrom   string
	excludeDirs []string
	recursive   bool // which folders are in any case
	input       string
	base        string // pagesOnly, or a URL, or empty
	jobs        int
	share       share

	// What of messages:
	headers      bool
	since, until date

	// Output:
	noNames, count         bool
	context, before, after int    // output.NoContext if they are not given
	formats                []bool // for each of output.Formats whether it is asked for
	template               string // of --format
	null, force            bool
	output, manifest       string
	color, hyperlink       string

	progress string // messages on standard error

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

// A flag is a row of the table of flags.
type flag struct {
	name, short string
	of          string   // the names of the commands that have it, with "find" for the one without a name
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

	to   any                                       // where the value goes: a pointer to a variable of a kind
	take func(value string) (used string, _ error) // returns a value as it is used, or nil

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

// The greatest values.
const (
	maxMaxURL  = 64 << 20 // the buffer must hold a URL, and so be a little longer
	maxDepth   = 1 << 20
	maxNesting = 100       // each level has buffers
	maxNumber  = 1<<31 - 1 // and more is no int everywhere
)

// newOptions returns the options of a command line without flags.
func newOptions() *options {
	o := &options{
		input: "auto", headers: true, context: output.NoContext, before: output.NoContext, after: output.NoContext, color: "auto", hyperlink: "auto",
		progress: "auto", formats: make([]bool, len(output.Formats)),
	}
	o.config.Extract.MaxURL = scan.DefaultMaxURL
	o.flags = slices.Concat([]*flag{
		{name: "db", of: "index", value: "FILE", files: true, to: &o.db, help: "the database, created if it does not exist"},
		{name: "root", of: "index", value: "DIR", files: true, same: true, given: true, to: &o.root, help: "keep paths relative to DIR, so that DIR can be moved"},
		{name: "manifest", of: "index", value: "FILE", files: true, how: true, to: &o.manifest, help: "write what was read and skipped to FILE; see below"},
		{name: "force", of: "index", how: true, to: &o.force, help: "replace the FILE of --manifest if it exists"},
		{name: "hosts-down", of: "index", value: "FILE", files: true, how: true, to: &o.hostsDown, help: "record the hosts listed in FILE as down; see below"},
		{name: "datasette-metadata", of: "index", how: true, to: &o.metadata, help: "print a metadata file for Datasette, and read nothing"},
		{name: "name", of: "index", value: "NAME", to: &o.name, help: `keep standard input as NAME instead of "-"`},
		{name: "db", of: "report export", value: "FILE", files: true, to: &o.db, help: "a database made by urlsift index"},
		{name: "format", of: "export", value: "NAME", choices: export.Names(), to: &o.exported, help: "what to write: " + strings.Join(export.Names(), "|") + "; see below"},

		{name: "strict", of: "find", group: toFind, to: &o.chosen.Strict, help: "print only URLs that RFC 1738 allows"},
		{name: "rejected", of: "find", group: toFind, to: &o.chosen.Rejected, help: "also print URL-like but invalid text, with the reason"},
		{name: "scheme", short: "s", of: "find export", group: toFind, value: "a,b", to: (*list)(&o.chosen.Schemes), take: schemeName, help: "print only URLs with the schemes a,b"},
		{name: "host", of: "find export", group: toFind, value: "GLOB", to: (*list)(&o.chosen.Hosts), take: hostPattern, help: "print only URLs with hosts like GLOB, such as '*.host.example'"},
		{name: "domain", of: "find export", group: toFind, value: "NAME", to: (*list)(&o.chosen.Domains), take: domainName, help: "print only URLs with the host NAME or one below it"},
		{name: "match", of: "find", group: toFind, value: "REGEX", to: &o.match, take: checked(regexp.Compile), help: "print only URLs that match REGEX, in the syntax of Go's regexp"},
		{name: "add-scheme", of: "find index", group: toFind, value: "a,b", same: true, to: &o.addSchemes, help: `find the schemes a,b without "//" in bare text, like mailto`},
		{name: "join", of: "find", group: toFind, to: &o.config.Extract.Join, help: "join bare URLs that look broken over lines; see below"},
		{name: "iri", of: "find index", group: toFind, same: true, to: &o.config.Extract.IRI, help: "continue URLs over scripts without blanks, such as Chinese"},
		{name: "deobfuscate", of: "find index", group: toFind, same: true, to: &o.config.Extract.Deobfuscate, help: "restore URLs made unclickable: hxxp://, [.], [dot]"},
		{name: "guess", of: "find index", group: toFind, value: "KINDS", alone: "www,host-path", same: true, choices: guessKinds, to: &o.guess, help: "also find KINDS without a scheme: www,host-path,mail,domain"},
		{name: "unwrap", of: "find export", group: toFind, to: &o.out.Unwrap, help: "print the originals of rewritten links: SafeLinks, urldefense, ..."},
		{name: "namespaces", of: "find index", group: toFind, same: true, to: &o.config.Names, help: "also find the names of namespaces and document types in XML"},
		{name: "max-url", of: "find index", group: toFind, value: "BYTES", same: true, initial: "65536", min: 1, max: maxMaxURL, to: &o.config.Extract.MaxURL, help: "report URLs longer than BYTES as truncated"},

		{name: "files-from", short: "f", of: "find index", group: toRead, value: "LIST", files: true, to: &o.filesFrom, help: `also read the paths in LIST or "-", one a line or separated by NULs`},
		{name: "include", of: "find index", group: toRead, value: "GLOB", same: true, to: &o.config.Include, help: "in directories and archives, read only files like GLOB; see below"},
		{name: "exclude", of: "find index", group: toRead, value: "GLOB", same: true, to: &o.config.Exclude, help: "skip files and directories like GLOB"},
		{name: "exclude-dir", of: "find index", group: toRead, value: "GLOB", same: true, to: &o.excludeDirs, help: "skip directories like GLOB"},
		{name: "glob", short: "g", of: "find index", group: toRead, value: "GLOB", same: true, to: &o.config.Globs, help: "read only files like GLOB, or none like '!GLOB'; the last counts"},
		{name: "hidden", of: "find index", group: toRead, to: &o.config.Hidden, help: "also read hidden files and directories"},
		{name: "follow", of: "find index", group: toRead, to: &o.config.Follow, help: "follow symbolic links in directories"},
		{name: "max-depth", of: "find index", group: toRead, value: "N", min: 1, max: maxDepth, same: true, to: &o.config.MaxDepth, help: "in directories, read N levels; 1 reads only the files in them"},
		{name: "recursive", short: "r", of: "find index", group: toRead, to: &o.recursive, help: "read directories (which is the default)"},
		{name: "input", of: "find index", group: toRead, value: "TYPE", same: true, initial: "auto", choices: inputTypes, to: &o.input, help: "treat input as TYPE: auto|text|csv|tsv|mail|mbox|html"},
		{name: "base", of: "find index", group: toRead, value: "URL", alone: pagesOnly, same: true, to: &o.base, take: baseURL, help: "also find relative links of pages, as if from URL; see below"},
		{name: "max-nesting", of: "find index", group: toRead, value: "N", initial: "10", min: 1, max: maxNesting, to: &o.config.MaxNesting, help: "unpack N formats within each other; a .tar.gz has two"},
		{name: "max-members", of: "find index", group: toRead, value: "N", initial: "100000000", min: 1, max: maxNumber, to: &o.config.MaxMembers, help: "unpack N members of the archives in a file"},
		{name: "max-ratio", of: "find index", group: toRead, value: "N", initial: "500", min: 1, max: maxNumber, to: &o.config.MaxRatio, help: "unpack N times the size of a file, or 1 GiB if more"},
		{name: "max-memory", of: "find index", group: toRead, value: "SIZE", initial: "512M", min: 1 << 20, max: maxNumber, to: (*size)(&o.config.Memory), help: "memory of a decompressor, such as 64M or 2G"},
		{name: "jobs", short: "j", of: "find index", group: toRead, value: "N", min: 0, max: sift.MaxReaders, how: true, to: &o.jobs, help: "read N files, or chunks of one, at a time (default 0: one per CPU)"},
		{name: "shard", of: "find index", group: toRead, value: "I/N", to: &o.share, help: "read share I of N of the input, from 1/N to N/N; see urlsift merge"},

		{name: "headers", of: "find index", group: ofMessages, to: &o.headers, help: "search header fields (the default)"},
		{name: "no-headers", of: "find index", group: ofMessages, same: true, to: &o.chosen.NoHeaders, help: "do not search header fields"},
		{name: "parts", of: "find index", group: ofMessages, value: "text,html", same: true, choices: []string{"text", "html"}, to: (*list)(&o.chosen.Parts), help: "search only parts that are text, html or both"},
		{name: "since", of: "find index export", group: ofMessages, value: "DATE", same: true, to: &o.since, help: "search only messages dated DATE or later, such as 1996-05"},
		{name: "until", of: "find index export", group: ofMessages, value: "DATE", same: true, to: &o.until, help: "search only messages dated before DATE"},
		{name: "newsgroup", of: "find index", group: ofMessages, value: "GLOB", same: true, to: (*list)(&o.chosen.Newsgroups), take: checked(pattern), help: "search only messages in newsgroups matching GLOB"},
		{name: "from", of: "find index export", group: ofMessages, value: "GLOB", same: true, to: (*list)(&o.chosen.From), take: pattern, help: "search only messages whose sender's address or name is like GLOB"},

		{name: "line-number", short: "n", of: "find", group: toOutput, to: &o.out.Numbers, help: "print the line number before each URL"},
		{name: "byte-offset", short: "b", of: "find", group: toOutput, to: &o.out.Offsets, help: "print the byte offset before each URL; with -C, of each line"},
		{name: "with-filename", short: "H", of: "find", group: toOutput, to: &o.out.Names, help: "print the file name before each URL"},
		{name: "no-filename", of: "find", group: toOutput, to: &o.noNames, help: "print no file names (the default)"},
		{name: "files-with-matches", short: "l", of: "find", group: toOutput, to: &o.out.With, help: "print only the names of files with URLs"},
		{name: "files-without-match", short: "L", of: "find", group: toOutput, to: &o.out.Without, help: "print only the names of files without URLs"},
		{name: "quiet", short: "q", of: "find", group: toOutput, to: &o.out.Quiet, help: "print nothing; stop at the first URL with status 0"},
		{name: "max-count", short: "m", of: "find", group: toOutput, value: "N", min: 1, max: maxNumber, to: &o.out.Max, help: "stop reading a file after N URLs"},
		{name: "after-context", short: "A", of: "find", group: toOutput, value: "N", min: 0, max: output.MaxContext, to: &o.after, help: "print lines with URLs, and N lines after them"},
		{name: "before-context", short: "B", of: "find", group: toOutput, value: "N", min: 0, max: output.MaxContext, to: &o.before, help: "print lines with URLs, and N lines before them"},
		{name: "context", short: "C", of: "find", group: toOutput, value: "N", min: 0, max: output.MaxContext, to: &o.context, help: "print lines with URLs, and N around them; with --json \"context\""},
		{name: "invert-match", short: "v", of: "find", group: toOutput, to: &o.out.Invert, help: "print the lines of text without URLs; with -c, their number"},
		{name: "unique", short: "u", of: "find", group: toOutput, to: &o.out.Unique, help: "print each URL once, where it is found first"},
		{name: "count", short: "c", of: "find", group: toOutput, to: &o.count, help: "print how often each URL is found, most frequent first"},
		{name: "by", of: "find", group: toOutput, value: "WHAT", choices: output.Keys, to: &o.out.By, help: "count by WHAT, such as host, domain, sender or year; see below"},
		{name: "format", of: "find", group: toOutput, value: "TEXT", to: &o.template, take: checked(output.Template), help: "print TEXT for each URL, with {url}, {host}, {date} ...; see below"},
	}, o.formatFlags(), []*flag{
		{name: "csv-safe", of: "find export", group: toOutput, to: &o.out.Inert, help: "write ' before cells that are formulas; implied by -o FILE.csv"},
		{name: "null", short: "0", of: "find export", group: toOutput, to: &o.null, help: "end each URL with a NUL instead of a newline"},
		{name: "line-buffered", of: "find", group: toOutput, how: true, to: &o.out.Flushes, help: "write each URL at once"},
		{name: "redact", of: "find", group: toOutput, to: &o.out.Redact, help: "replace passwords by ***"},
		{name: "defang", of: "find", group: toOutput, to: &o.out.Defang, help: "print URLs that cannot be clicked: hxxp://host[.]example/"},
		{name: "output", short: "o", of: "find", group: toOutput, value: "FILE", files: true, to: &o.output, help: "write to FILE, which is replaced only on success"},
		{name: "manifest", of: "find", group: toOutput, value: "FILE", files: true, how: true, to: &o.manifest, help: "write what was read and skipped to FILE; see below"},
		{name: "force", of: "find", group: toOutput, how: true, to: &o.force, help: "replace the FILE of -o or --manifest if it exists"},
		{name: "color", of: "find", group: toOutput, value: "WHEN", initial: "auto", choices: []string{"auto", "always", "never"}, how: true, to: &o.color, help: "when to use colors: auto|always|never"},
		{name: "hyperlink", of: "find", group: toOutput, value: "WHEN", alone: "always", initial: "auto", choices: []string{"auto", "always", "never"}, how: true, to: &o.hyperlink, help: "when to make URLs links: auto|always|never"},

		{name: "progress", of: "find index", group: toStderr, value: "WHEN", initial: "auto", choices: []string{"auto", "never"}, how: true, to: &o.progress, help: "when to show progress: auto|never"},
		{name: "quiet", short: "q", of: "index", group: toStderr, how: true, to: &o.out.Quiet, help: "print nothing but what could not be read"},
		{name: "stats", of: "find index", group: toStderr, how: true, to: &o.out.Stats, help: "print statistics: what was read and found"},

		{name: "json", of: "check", to: &o.json, help: "print one JSON object a line"},
		{name: "against", of: "check", value: "RFC", choices: []string{"3986"}, to: &o.against, help: "also print what RFC 3986 and browsers make of each URL: 3986"},
		{name: "defang", of: "check", to: &o.out.Defang, help: "print URLs that cannot be clicked: hxxp://host[.]example/"},
		{name: "redact", of: "check", to: &o.out.Redact, help: "replace passwords by ***"},

		{name: "output", short: "o", of: "report", value: "FILE|DIR/", files: true, to: &o.output, help: "write a page to FILE, or many to DIR; replaced only on success"},
		{name: "output", short: "o", of: "export merge", value: "FILE", files: true, to: &o.output, help: "write to FILE, which is replaced only on success"},
		{name: "force", of: "report export merge", how: true, to: &o.force, help: "replace the FILE of -o if it exists"},
		{name: "indicators", of: "export", to: &o.indicators, help: "stix: write indicators; misp: mark URLs for detection"},
		{name: "defang", of: "report", to: &o.out.Defang, help: "show URLs that cannot be clicked, and no links"},
		{name: "title", of: "report", value: "TEXT", to: &o.title, help: "the headline of the page"},
	})
	return o
}

// formatFlags returns a flag for each format.
func (o *options) formatFlags() []*flag {
	var flags []*flag
	for i, format := range output.Formats {
		flags = append(flags, &flag{name: format.Name, of: "find", group: toOutput, to: &o.formats[i], help: format.Help})
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
	delimiters = map[string]byte{"csv": scan.AnyDelimiter, "tsv": '\t'}
)

// pagesOnly is the value of --base that asks for the relative links of pages that have a base URL.
const pagesOnly = "page"

// baseURL returns a URL to which links can be relative.
func baseURL(value string) (string, error) {
	if u, err := url.Parse(value); err != nil || !u.IsAbs() || !strings.Contains(value, "://") {
		return "", errors.New("must be a URL, such as https://host.example/")
	}
	return value, nil
}

// guessKinds are the values of --guess.
var guessKinds = strings.Split(scan.GuessAll.String(), ",")

// flagsOf returns the flags of a command.
func (o *options) flagsOf(command string) []*flag {
	var flags []*flag
	for _, f := range o.flags {
		if slices.Contains(strings.Fields(f.of), cmp.Or(command, "find")) {
			flags = append(flags, f)
		}
	}
	return flags
}

// isCalled reports whether name, without dashes, is the long or short name of the flag.
func (f *flag) isCalled(name string) bool { return name != "" && (f.name == name || f.short == name) }

// chooses reports whether the flag can have this value: every part of it is one of choices, or it can be taken.
func (f *flag) chooses(value string) bool {
	if len(f.choices) == 0 && f.take != nil {
		_, err := f.take(value)
		return err == nil
	}
	return !slices.ContainsFunc(strings.Split(value, ","), func(one string) bool { return !slices.Contains(f.choices, one) })
}

// isValueAlone reports whether an argument after the flag, whose value is optional, is its value: several choices with commas between
// them, or a URL. Earlier versions took it so, and it can hardly be a path. A single choice can: "mail" is a path.
func (f *flag) isValueAlone(arg string) bool {
	return (strings.IndexByte(arg, ',') >= 0 || strings.Contains(arg, "://")) && f.chooses(arg)
}

// isSwitch reports whether the flag takes no value.
func (f *flag) isSwitch() bool { return f.value == "" }

// used returns one of the values in the text of a flag as it is used.
func (f *flag) used(one, text string) (string, error) {
	switch {
	case len(f.choices) > 0 && !slices.Contains(f.choices, one):
		return "", usage(f.typed + " " + one + ": must be " + message.List(f.choices, "or"))
	case f.take == nil || f.alone != "" && one == f.alone:
		return one, nil
	}
	used, err := f.take(one)
	if err != nil {
		return "", f.wrong(text, err.Error())
	}
	return used, nil
}

// wrong returns the error for a value.
func (f *flag) wrong(text, why string) error { return usage(f.typed + " " + text + ": " + why) }

// schemeName returns the name of a scheme in lower case. It may be typed with its colon.
func schemeName(typed string) (string, error) {
	name := strings.TrimSuffix(strings.ToLower(strings.TrimSpace(typed)), ":")
	if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789+-.") != "" {
		return "", fmt.Errorf("%q is not a scheme", name)
	}
	return name, nil
}

// checked returns a function that checks a value as parse does, and returns it as it was typed.
func checked[T any](parse func(string) (T, error)) func(string) (string, error) {
	return func(typed string) (string, error) {
		_, err := parse(typed)
		return typed, err
	}
}

// pattern returns a pattern of path.Match in lower case.
func pattern(typed string) (string, error) {
	_, err := path.Match(typed, "")
	return strings.ToLower(typed), err
}

// hostPattern returns a pattern of path.Match in the form in which hosts are compared with it.
func hostPattern(typed string) (string, error) {
	_, err := path.Match(typed, "")
	return heading.Pattern(typed), err
}

// domainName returns the name of a host as it is compared.
func domainName(typed string) (string, error) {
	name := heading.Host("http://" + strings.Trim(typed, ". ") + "/")
	if name == "" || strings.ContainsAny(typed, "/:@*? ") {
		return "", errors.New("must be the name of a host, such as host.example")
	}
	return name, nil
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
	o.chosen.NoHeaders = o.chosen.NoHeaders || !o.headers
	o.out.Names = o.out.Names && !o.noNames
	for _, name := range o.guess {
		kind, _ := scan.ParseGuess(name)
		o.config.Extract.Guess |= kind
	}
	if o.guess != nil {
		o.guess = strings.Split(o.config.Extract.Guess.String(), ",") // in their order, each once
	}
	if err := o.agreesOnDates(); err != nil {
		return err
	}
	o.config.Extract.Grammar = new(rfc1738.Grammar)
	for _, name := range o.addSchemes {
		name = strings.TrimSuffix(strings.TrimSpace(name), ":")
		if err := o.config.Extract.Grammar.Register(rfc1738.Scheme{Name: name, Opaque: true}); err != nil {
			return usage("--add-scheme " + strings.TrimPrefix(err.Error(), "rfc1738: "))
		}
	}
	if o.filesFrom == "-" && slices.Contains(paths, "-") {
		return usage("-: standard input is already the list of files")
	}
	if o.share.number > 0 {
		if err := o.agreesWithShard(paths); err != nil {
			return err
		}
	}
	return o.agree()
}

// agreesOnDates returns an error for dates between which there is none.
func (o *options) agreesOnDates() error {
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
	case o.counts() && !o.out.Invert && len(o.typed(places...)) > 0:
		counts := o.typed("count", "by")
		others := o.typed(places...)
		return usage(counts[len(counts)-1] + " prints counts only; leave out " + message.List(others, "and"))
	case len(formats) > 1:
		return usage(message.List(names, "and") + " exclude each other")
	case o.chosen.Rejected && !format.Rejected:
		return usage("tables have no column for errors of rejected URLs; use --json")
	case o.null && !format.NUL:
		return usage("the rows of a table end in newlines; leave out --null")
	case o.out.Redact && format.Around && (o.template != "" || o.hasContext() && !o.out.Invert):
		return usage("--redact cannot know all passwords in the text around a URL, which may be broken over lines; leave out " + append(o.typed("context", "after-context", "before-context"), "{context}")[0])
	case o.out.Max > 0 && o.out.Unique:
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
	if f := o.format(); f.Around && !o.out.Invert {
		if typed := o.typed("count", "by"); len(typed) > 0 {
			return usage(typed[0] + " prints counts only; leave out " + contexts[0])
		}
		return nil
	}
	if o.template != "" && !o.out.Invert {
		return usage("--format: " + contexts[0] + " has an effect only on {context}, which it does not name")
	}
	others, why := append([]string{"by", "unique", "null", "unwrap"}, formats...), "--invert-match prints lines of text without URLs"
	switch {
	case !o.out.Invert:
		others, why = append(others, "count"), contexts[0]+" prints lines of text, not URLs"
	case o.count:
		others = append(others, "line-number", "byte-offset", "context", "after-context", "before-context", "max-count")
		why = "--invert-match with --count prints how many lines there are"
	}
	return o.leaveOut(why, others...)
}

// leaveOut returns an error that says why the first of some flags that were given is to be left out, if any was.
func (o *options) leaveOut(why string, names ...string) error {
	if typed := o.typed(names...); len(typed) > 0 {
		return usage(why + "; leave out " + typed[0])
	}
	return nil
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
	if !o.out.Quiet {
		what = "names of files"
		others = append(formats, "count", "by", "invert-match", "unique", "line-number", "byte-offset", "context", "after-context", "before-context", "max-count", "rejected")
	}
	return o.leaveOut(those[0]+" prints "+what, others...)
}

// hasContext reports whether lines of text are printed.
func (o *options) hasContext() bool { return o.linesBefore() != output.NoContext }

// linesBefore returns how many lines are printed before one with a URL, or output.NoContext if no lines are.
func (o *options) linesBefore() int {
	if o.before == output.NoContext && o.context == output.NoContext && (o.after != output.NoContext || o.out.Invert) {
		return 0
	}
	return orDefault(o.before, o.context)
}

// orDefault returns a number of lines, or another if it was not given.
func orDefault(n, other int) int {
	if n == output.NoContext {
		return other
	}
	return n
}

// counts reports whether keys are counted.
func (o *options) counts() bool { return o.count || o.out.By != "" }

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
