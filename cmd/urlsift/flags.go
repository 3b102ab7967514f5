package main

import (
	"regexp"
	"slices"
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/export"
	"github.com/urlsift/urlsift/cmd/internal/output"
	"github.com/urlsift/urlsift/extract/sift"
	"github.com/urlsift/urlsift/scan"
)

// To add a flag: add a row to the table below, with a field in the part of options that
// its commands have, use the field where its effect is, and add a case to a script in
// testdata/script. Help, manual, completion and checks are derived from the row. If its
// value changes the results in a file, mark the row as same, so that urlsift index
// requires it in all runs on a database.

// Maximum values.
const (
	maxMaxURL  = 64 << 20 // the buffer must be a little longer than a URL
	maxDepth   = 1 << 20
	maxNesting = 100       // each level has buffers
	maxNumber  = 1<<31 - 1 // a greater one may not fit in an int
)

// newOptions returns the options of an empty command line, and the flags that set them.
func newOptions() (*options, flagTable) {
	o := &options{
		inputOptions: inputOptions{input: "auto", headers: true},
		messages:     messages{progress: "auto"},
		findOptions: findOptions{
			context: output.NoContext, before: output.NoContext, after: output.NoContext,
			color: "auto", hyperlink: "auto", formats: make([]bool, len(output.Formats)),
		},
	}
	o.config.Extract.MaxURL = scan.DefaultMaxURL
	return o, o.table()
}

// table returns the flags of all commands.
func (o *options) table() flagTable {
	return slices.Concat([]*flag{
		{Name: "db", of: "index", Value: "FILE", Files: true, to: &o.db,
			Help: "the database, created if it does not exist"},
		{Name: "root", of: "index", Value: "DIR", Files: true, same: true, given: true, to: &o.root,
			Help: "keep paths relative to DIR, so that DIR can be moved"},
		{Name: "manifest", of: "index", Value: "FILE", Files: true, how: true, to: &o.manifest,
			Help: "write what was read and skipped to FILE",
			Note: indexManifestNote},
		{Name: "force", of: "index", how: true, to: &o.force,
			Help: "replace the FILE of --manifest if it exists"},
		{Name: "hosts-down", of: "index", Value: "FILE", Files: true, how: true, to: &o.hostsDown,
			Help: "record the hosts in FILE as down",
			Note: "FILE comes from a checker of links: a host on each line, and after it, if known, a " +
				"date such as 2026-01-31 and the status. The list replaces the one before. No PATH is " +
				"needed. The views dead and wayback use it."},
		{Name: "datasette-metadata", of: "index", how: true, to: &o.metadata,
			Help: "print metadata for Datasette, and read nothing",
			Note: "It describes the tables, with queries, for datasette -m FILE."},
		{Name: "label", former: "name", of: "index", Value: "NAME", to: &o.name,
			Help: "keep standard input as NAME instead of \"-\""},
		{Name: "db", of: "report export", Value: "FILE", Files: true, to: &o.db,
			Help: "a database made by urlsift index"},
		{Name: "format", of: "export", Value: "NAME", Choices: export.Names(), to: &o.exported,
			Help: "write the format NAME",
			Note: "NAME is " + strings.Join(export.Names(), ", ") + "."},
		{Name: "strict", of: "find", to: &o.chosen.Strict, Group: filterURLs,
			Help: "print only URLs that RFC 1738 allows"},
		{Name: "rejected", of: "find", to: &o.chosen.Rejected, Group: filterURLs,
			Help: "also print text that looks like a URL but is none",
			Note: "The reason follows each."},
		{Name: "scheme", Short: "s", of: "find export",
			Value: "a,b", to: (*list)(&o.chosen.Schemes), take: schemeName, Group: filterURLs, Common: true,
			Help: "print only URLs with the schemes a,b"},
		{Name: "host", of: "find export",
			Value: "GLOB", to: (*list)(&o.chosen.Hosts), take: hostPattern, Group: filterURLs,
			Help: "print only URLs with a host that matches GLOB",
			Note: "An example is '*.host.example'."},
		{Name: "domain", of: "find export",
			Value: "NAME", to: (*list)(&o.chosen.Domains), take: domainName, Group: filterURLs,
			Help: "print only URLs with the host NAME or one below it"},
		{Name: "match", of: "find", Value: "REGEX", to: &o.match, take: checked(regexp.Compile),
			Group: filterURLs,
			Help:  "print only URLs that match REGEX, in Go's syntax"},
		{Name: "add-scheme", of: "find index", Value: "a,b", same: true, to: &o.addSchemes,
			Group: findMore,
			Help:  "find the schemes a,b without \"//\", as mailto"},
		{Name: "join", of: "find", to: &o.config.Extract.Join, Group: findMore,
			Help: "join bare URLs that look broken over lines",
			Note: "The line of the URL is full, and the next line begins like the rest of a URL."},
		{Name: "iri", of: "find index", same: true, to: &o.config.Extract.IRI, Group: findMore,
			Help: "let URLs include Chinese, Japanese, Thai and similar letters"},
		{Name: "refang", former: "deobfuscate", of: "find index",
			same: true, to: &o.config.Extract.Deobfuscate, Group: findMore, Common: true,
			Help: "restore URLs made unclickable: hxxp://, [.], [dot]"},
		{Name: "guess", of: "find index",
			Value: "KINDS", Alone: "www,host-path", same: true, Choices: guessKinds, to: &o.guess,
			Group: findMore, Common: true, Help: "also find KINDS of URLs without a scheme",
			Note: "KINDS are www (www.host.example, ftp.host.example), host-path (host.example:/path), " +
				"mail (joe@host.example) and domain (host.example/path). Without =KINDS, the first two " +
				"are found."},
		{Name: "unwrap", of: "find export", to: &o.unwrap, Group: toOutput,
			Help: "print the originals of rewritten links",
			Note: "Rewriters are SafeLinks, urldefense and others."},
		{Name: "namespaces", of: "find index", same: true, to: &o.config.Names, Group: findMore,
			Help: "also find the names of namespaces and document types in XML"},
		{Name: "max-url", of: "find index",
			Value: "BYTES", same: true, initial: "65536", min: 1, max: maxMaxURL,
			to: &o.config.Extract.MaxURL, Group: limits,
			Help: "report URLs longer than BYTES as truncated"},
		{Name: "files-from", Short: "f", of: "find index",
			Value: "LIST", Files: true, to: &o.filesFrom, Group: selectFiles,
			Help: "also read the paths in LIST, or in \"-\"",
			Note: "LIST has a path on each line, or NULs between them."},
		{Name: "include", of: "find index", Value: "GLOB", same: true, to: &o.config.Include,
			take: filePattern, Group: selectFiles,
			Help: "read only files that match GLOB",
			Note: "This applies in directories and archives. A GLOB without / matches names. A GLOB " +
				"with / matches paths relative to PATH, in which * stops at / and ** does not. A GLOB " +
				"that ends in / matches directories with all they hold."},
		{Name: "exclude", of: "find index", Value: "GLOB", same: true, to: &o.config.Exclude,
			take: filePattern, Group: selectFiles,
			Help: "skip files and directories that match GLOB"},
		{Name: "exclude-dir", of: "find index", Value: "GLOB", same: true, to: &o.excludeDirs,
			take: filePattern, Group: selectFiles,
			Help: "skip directories that match GLOB"},
		{Name: "glob", Short: "g", of: "find index",
			Value: "GLOB", same: true, to: &o.config.Globs, take: filePattern, Group: selectFiles,
			Help: "read only files that match GLOB, or skip those of '!GLOB'",
			Note: "The last GLOB that matches counts."},
		{Name: "hidden", of: "find index", to: &o.config.Hidden, Group: selectFiles,
			Help: "also read hidden files and directories"},
		{Name: "follow", of: "find index", to: &o.config.Follow, Group: selectFiles,
			Help: "follow symbolic links in directories"},
		{Name: "max-depth", of: "find index",
			Value: "N", min: 1, max: maxDepth, same: true, to: &o.config.MaxDepth, Group: selectFiles,
			Help: "read N levels of directories; 1 reads no subdirectory"},
		{Name: "recursive", Short: "r", of: "find index", to: &o.recursive, Group: compatibility,
			Help: "has no effect: directories are always read"},
		{Name: "input", of: "find index",
			Value: "TYPE", same: true, initial: "auto", Choices: inputTypes, to: &o.input, Group: decoding,
			Help: "treat input as TYPE",
			Note: "TYPE is auto, text, csv, tsv, mail, mbox or html."},
		{Name: "relative", of: "find index", to: &o.relative, Group: findMore,
			Help: "also find relative links of pages that state a base URL"},
		{Name: "base", of: "find index",
			Value: "URL", formerAlone: pagesOnly, same: true, to: &o.base, take: baseURL, Group: findMore,
			Help: "also find relative links of pages, resolved against URL",
			Note: "A page's own <base href> comes first. This implies --relative."},
		{Name: "max-nesting", of: "find index",
			Value: "N", initial: "10", min: 1, max: maxNesting, to: &o.config.MaxNesting, Group: limits,
			Help: "unpack N formats within each other",
			Note: "A .tar.gz has two."},
		{Name: "max-members", of: "find index",
			Value: "N", initial: "100000000", min: 1, max: maxNumber, to: &o.config.MaxMembers, Group: limits,
			Help: "unpack N members of the archives in a file"},
		{Name: "max-ratio", of: "find index",
			Value: "N", initial: "500", min: 1, max: maxNumber, to: &o.config.MaxRatio, Group: limits,
			Help: "unpack at most N times the size of a file, or 1 GiB if more"},
		{Name: "max-memory", of: "find index",
			Value: "SIZE", initial: "512M", min: 1 << 20, max: maxNumber, to: (*size)(&o.config.Memory),
			Group: limits,
			Help:  "limit the memory of decompressors, as in 64M or 1G; at most 2047M"},
		{Name: "jobs", Short: "j", of: "find index",
			Value: "N", min: 0, max: sift.MaxReaders, how: true, to: &o.jobs, Group: limits,
			Help: "read N files, or chunks of one, at a time",
			Note: "0 means one for each processor."},
		{Name: "shard", of: "find index", Value: "I/N", to: &o.shard, Group: selectFiles,
			Help: "read shard I of N of the input, from 1/N to N/N",
			Note: "urlsift merge puts the outputs together."},
		{Name: "headers", of: "find index", to: &o.headers, Group: compatibility,
			Help: "has no effect: header fields are searched",
			Note: "It undoes no other option."},
		{Name: "no-headers", of: "find index", same: true, to: &o.chosen.NoHeaders, Group: filterMessages,
			Help: "do not search header fields"},
		{Name: "parts", of: "find index",
			Value: "text,html", same: true, Choices: []string{"text", "html"},
			to: (*list)(&o.chosen.Parts), Group: filterMessages,
			Help: "search only parts that are text, html or both"},
		{Name: "since", of: "find index export",
			Value: "DATE", same: true, to: &o.since, Group: filterMessages, Common: true,
			Help: "search only messages dated DATE or later",
			Note: "DATE is a year, a month, a day or a time, such as 1996-05. Text without a date is " +
				"left out."},
		{Name: "until", of: "find index export", Value: "DATE", same: true, to: &o.until,
			Group: filterMessages,
			Help:  "search only messages dated before DATE",
			Note:  "DATE itself is excluded: --until 1997 ends with 1996."},
		{Name: "newsgroup", of: "find index",
			Value: "GLOB", same: true, to: (*list)(&o.chosen.Newsgroups), take: checked(pattern),
			Group: filterMessages,
			Help:  "search only messages in newsgroups that match GLOB"},
		{Name: "from", of: "find index export",
			Value: "GLOB", same: true, to: (*list)(&o.chosen.From), take: pattern, Group: filterMessages,
			Help: "search only messages whose sender matches GLOB",
			Note: "GLOB must match all of the address or all of the name."},
		{Name: "line-number", Short: "n", of: "find", to: &o.out.Numbers, Group: toOutput, Common: true,
			Help: "print the line number before each URL"},
		{Name: "byte-offset", Short: "b", of: "find", to: &o.out.Offsets, Group: toOutput,
			Help: "print the byte offset before each URL",
			Note: "With -C, print that of each line."},
		{Name: "with-filename", Short: "H", of: "find", to: &o.out.Names, Group: toOutput, Common: true,
			Help: "print the file name before each URL"},
		{Name: "no-filename", of: "find", to: &o.noNames, Group: compatibility,
			Help: "print no file names, even with -H"},
		{Name: "files-with-matches", Short: "l", of: "find", to: &o.out.With, Group: toOutput,
			Help: "print only the names of files with URLs"},
		{Name: "files-without-match", Short: "L", of: "find", to: &o.out.Without, Group: toOutput,
			Help: "print only the names of files without URLs"},
		{Name: "quiet", Short: "q", of: "find", to: &o.quiet, Group: toOutput,
			Help: "print nothing; stop at the first URL with status 0"},
		{Name: "max-count", Short: "m", of: "find",
			Value: "N", min: 1, max: maxNumber, to: &o.out.Max, Group: toOutput,
			Help: "stop reading a file after N URLs"},
		{Name: "after-context", Short: "A", of: "find",
			Value: "N", min: 0, max: output.MaxContext, to: &o.after, Group: toOutput,
			Help: "print lines with URLs, and N lines after them"},
		{Name: "before-context", Short: "B", of: "find",
			Value: "N", min: 0, max: output.MaxContext, to: &o.before, Group: toOutput,
			Help: "print lines with URLs, and N lines before them"},
		{Name: "context", Short: "C", of: "find",
			Value: "N", min: 0, max: output.MaxContext, to: &o.context, Group: toOutput,
			Help: "print lines with URLs, and N lines around them",
			Note: "With --json, add the lines as \"context\"."},
		{Name: "invert-match", Short: "v", of: "find", to: &o.out.Invert, Group: toOutput,
			Help: "print the lines of text without URLs",
			Note: "With -c, print their number."},
		{Name: "unique", Short: "u", of: "find", to: &o.out.Unique, Group: toOutput, Common: true,
			Help: "print each URL once, in order of first appearance"},
		{Name: "count", Short: "c", of: "find", to: &o.count, Group: toOutput, Common: true,
			Help: "print the number of each URL, highest first"},
		{Name: "by", of: "find", Value: "WHAT", Choices: output.Keys, to: &o.out.By, Group: toOutput,
			Common: true,
			Help:   "count by WHAT in place of URLs",
			Note: "WHAT is " + strings.Join(output.Keys, ", ") +
				". A URL in several newsgroups, or with several deviations, counts for each."},
		{Name: "format", of: "find",
			Value: "TEXT", to: &o.template, take: checked(output.Template), Group: toOutput,
			Help: "print TEXT for each URL",
			Note: "{NAME} in TEXT is replaced by a value: {url}, {host}, {path} and the other keys of " +
				"--json, {domain}, and {context}, the line around the URL. {{ is a brace, \\t a tab, \\n " +
				"a newline, \\0 a NUL."},
	}, o.formatFlags(), []*flag{
		{Name: "csv-safe", of: "find export", to: &o.inert, Group: toOutput,
			Help: "write ' before cells that are formulas",
			Note: "-o FILE.csv implies it."},
		{Name: "null", Short: "0", of: "find export", to: &o.null, Group: toOutput,
			Help: "end each URL with a NUL instead of a newline"},
		{Name: "line-buffered", of: "find", how: true, to: &o.out.Flushes, Group: toOutput,
			Help: "write each URL at once"},
		{Name: "redact", of: "find", to: &o.out.Redact, Group: toOutput,
			Help: "replace passwords by ***"},
		{Name: "defang", of: "find", to: &o.out.Defang, Group: toOutput,
			Help: "print URLs that cannot be clicked: hxxp://host[.]example/"},
		{Name: "output", Short: "o", of: "find",
			Value: "FILE", Files: true, to: &o.output, Group: toOutput, Common: true,
			Help: "write to FILE, which is replaced only on success"},
		{Name: "manifest", of: "find", Value: "FILE", Files: true, how: true, to: &o.manifest,
			Group: toOutput,
			Help:  "write what was read and skipped to FILE",
			Note:  manifestNote},
		{Name: "force", of: "find", how: true, to: &o.force, Group: toOutput,
			Help: "replace the FILE of -o or --manifest if it exists"},
		{Name: "color", of: "find",
			Value: "WHEN", initial: "auto", Choices: []string{"auto", "always", "never"}, how: true,
			to: &o.color, Group: toOutput,
			Help: "when to use colors: auto, always or never"},
		{Name: "hyperlink", of: "find",
			Value: "WHEN", Alone: "always", initial: "auto",
			Choices: []string{"auto", "always", "never"}, how: true, to: &o.hyperlink, Group: toOutput,
			Help: "when to make URLs links: auto, always or never"},
		{Name: "progress", of: "find index",
			Value: "WHEN", initial: "auto", Choices: []string{"auto", "never"}, how: true,
			to: &o.progress, Group: toStderr,
			Help: "when to show progress: auto or never"},
		{Name: "quiet", Short: "q", of: "index", how: true, to: &o.quiet, Group: toStderr,
			Help: "print nothing but what could not be read"},
		{Name: "stats", of: "find index", how: true, to: &o.stats, Group: toStderr,
			Help: "print statistics: what was read and found"},
		{Name: "json", of: "check", to: &o.json,
			Help: "print one JSON object a line"},
		{Name: "against", of: "check", Value: "RFC", Choices: []string{"3986"}, to: &o.against,
			hidden: true,
			Help:   "also print what RFC 3986 and browsers make of each URL: 3986"},
		{Name: "defang", of: "check", to: &o.veil.Defang,
			Help: "print URLs that cannot be clicked: hxxp://host[.]example/"},
		{Name: "redact", of: "check", to: &o.veil.Redact,
			Help: "replace passwords by ***"},
		{Name: "output", Short: "o", of: "report", Value: "FILE|DIR/", Files: true, to: &o.output,
			Help: "write a page to FILE, or many to DIR; replaced only on success"},
		{Name: "output", Short: "o", of: "export merge", Value: "FILE", Files: true, to: &o.output,
			Help: "write to FILE, which is replaced only on success"},
		{Name: "force", of: "report export merge", how: true, to: &o.force,
			Help: "replace the FILE of -o if it exists"},
		{Name: "indicators", of: "export", to: &o.indicators,
			Help: "stix: write indicators; misp: mark URLs for detection"},
		{Name: "defang", of: "report", to: &o.defang,
			Help: "show URLs that cannot be clicked, and no links"},
		{Name: "title", of: "report", Value: "TEXT", to: &o.title,
			Help: "the headline of the page"},
		{Name: "help", Short: "h", of: "find", how: true, to: &o.help, Group: others,
			Help: "print this help and exit; -h prints a shorter one"},
		{Name: "help", Short: "h", of: "check index report export merge completion man", how: true,
			to: &o.help, Help: "print this help and exit; -h prints a shorter one"},
		{Name: "version", of: "find", how: true, to: &o.version, Group: others,
			Help: "print the version and exit"},
	})
}

const manifestNote = "FILE has a JSON object a line: the settings of the run, each input with its name, " +
	"size, SHA-256, format and members, everything that was skipped or could not be read, with the reason, " +
	"and totals. Each input is read to its end. An interrupted run leaves no manifest."

const indexManifestNote = manifestNote +
	" It also names all sources of the database, read now or earlier, with their SHA-256."

// formatFlags returns a flag for each format.
func (o *options) formatFlags() []*flag {
	var flags []*flag
	for i, format := range output.Formats {
		flags = append(flags, &flag{
			Name: format.Name, of: "find", Group: toOutput, to: &o.formats[i], Help: format.Help,
			Common: i == 0,
		})
	}
	return flags
}
