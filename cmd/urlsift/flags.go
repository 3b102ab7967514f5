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
		{name: "db", of: "index", value: "FILE", files: true, to: &o.db,
			help: "the database, created if it does not exist"},
		{name: "root", of: "index", value: "DIR", files: true, same: true, given: true, to: &o.root,
			help: "keep paths relative to DIR, so that DIR can be moved"},
		{name: "manifest", of: "index", value: "FILE", files: true, how: true, to: &o.manifest,
			help: "write what was read and skipped to FILE",
			note: indexManifestNote},
		{name: "force", of: "index", how: true, to: &o.force,
			help: "replace the FILE of --manifest if it exists"},
		{name: "hosts-down", of: "index", value: "FILE", files: true, how: true, to: &o.hostsDown,
			help: "record the hosts in FILE as down",
			note: "FILE comes from a checker of links: a host on each line, and after it, if known, a " +
				"date such as 2026-01-31 and the status. The list replaces the one before. No PATH is " +
				"needed. The views dead and wayback use it."},
		{name: "datasette-metadata", of: "index", how: true, to: &o.metadata,
			help: "print metadata for Datasette, and read nothing",
			note: "It describes the tables, with queries, for datasette -m FILE."},
		{name: "label", former: "name", of: "index", value: "NAME", to: &o.name,
			help: "keep standard input as NAME instead of \"-\""},
		{name: "db", of: "report export", value: "FILE", files: true, to: &o.db,
			help: "a database made by urlsift index"},
		{name: "format", of: "export", value: "NAME", choices: export.Names(), to: &o.exported,
			help: "write the format NAME",
			note: "NAME is " + strings.Join(export.Names(), ", ") + "."},
		{name: "strict", of: "find", to: &o.chosen.Strict, group: filterURLs,
			help: "print only URLs that RFC 1738 allows"},
		{name: "rejected", of: "find", to: &o.chosen.Rejected, group: filterURLs,
			help: "also print text that looks like a URL but is none",
			note: "The reason follows each."},
		{name: "scheme", short: "s", of: "find export",
			value: "a,b", to: (*list)(&o.chosen.Schemes), take: schemeName, group: filterURLs, common: true,
			help: "print only URLs with the schemes a,b"},
		{name: "host", of: "find export",
			value: "GLOB", to: (*list)(&o.chosen.Hosts), take: hostPattern, group: filterURLs,
			help: "print only URLs with a host that matches GLOB",
			note: "An example is '*.host.example'."},
		{name: "domain", of: "find export",
			value: "NAME", to: (*list)(&o.chosen.Domains), take: domainName, group: filterURLs,
			help: "print only URLs with the host NAME or one below it"},
		{name: "match", of: "find", value: "REGEX", to: &o.match, take: checked(regexp.Compile),
			group: filterURLs,
			help:  "print only URLs that match REGEX, in Go's syntax"},
		{name: "add-scheme", of: "find index", value: "a,b", same: true, to: &o.addSchemes,
			group: findMore,
			help:  "find the schemes a,b without \"//\", as mailto"},
		{name: "join", of: "find", to: &o.config.Extract.Join, group: findMore,
			help: "join bare URLs that look broken over lines",
			note: "The line of the URL is full, and the next line begins like the rest of a URL."},
		{name: "iri", of: "find index", same: true, to: &o.config.Extract.IRI, group: findMore,
			help: "let URLs include Chinese, Japanese, Thai and similar letters"},
		{name: "refang", former: "deobfuscate", of: "find index",
			same: true, to: &o.config.Extract.Deobfuscate, group: findMore, common: true,
			help: "restore URLs made unclickable: hxxp://, [.], [dot]"},
		{name: "guess", of: "find index",
			value: "KINDS", alone: "www,host-path", same: true, choices: guessKinds, to: &o.guess,
			group: findMore, common: true, help: "also find KINDS of URLs without a scheme",
			note: "KINDS are www (www.host.example, ftp.host.example), host-path (host.example:/path), " +
				"mail (joe@host.example) and domain (host.example/path). Without =KINDS, the first two " +
				"are found."},
		{name: "unwrap", of: "find export", to: &o.unwrap, group: toOutput,
			help: "print the originals of rewritten links",
			note: "Rewriters are SafeLinks, urldefense and others."},
		{name: "namespaces", of: "find index", same: true, to: &o.config.Names, group: findMore,
			help: "also find the names of namespaces and document types in XML"},
		{name: "max-url", of: "find index",
			value: "BYTES", same: true, initial: "65536", min: 1, max: maxMaxURL,
			to: &o.config.Extract.MaxURL, group: limits,
			help: "report URLs longer than BYTES as truncated"},
		{name: "files-from", short: "f", of: "find index",
			value: "LIST", files: true, to: &o.filesFrom, group: selectFiles,
			help: "also read the paths in LIST, or in \"-\"",
			note: "LIST has a path on each line, or NULs between them."},
		{name: "include", of: "find index", value: "GLOB", same: true, to: &o.config.Include,
			take: filePattern, group: selectFiles,
			help: "read only files that match GLOB",
			note: "This applies in directories and archives. A GLOB without / matches names. A GLOB " +
				"with / matches paths relative to PATH, in which * stops at / and ** does not. A GLOB " +
				"that ends in / matches directories with all they hold."},
		{name: "exclude", of: "find index", value: "GLOB", same: true, to: &o.config.Exclude,
			take: filePattern, group: selectFiles,
			help: "skip files and directories that match GLOB"},
		{name: "exclude-dir", of: "find index", value: "GLOB", same: true, to: &o.excludeDirs,
			take: filePattern, group: selectFiles,
			help: "skip directories that match GLOB"},
		{name: "glob", short: "g", of: "find index",
			value: "GLOB", same: true, to: &o.config.Globs, take: filePattern, group: selectFiles,
			help: "read only files that match GLOB, or skip those of '!GLOB'",
			note: "The last GLOB that matches counts."},
		{name: "hidden", of: "find index", to: &o.config.Hidden, group: selectFiles,
			help: "also read hidden files and directories"},
		{name: "follow", of: "find index", to: &o.config.Follow, group: selectFiles,
			help: "follow symbolic links in directories"},
		{name: "max-depth", of: "find index",
			value: "N", min: 1, max: maxDepth, same: true, to: &o.config.MaxDepth, group: selectFiles,
			help: "read N levels of directories; 1 reads no subdirectory"},
		{name: "recursive", short: "r", of: "find index", to: &o.recursive, group: compatibility,
			help: "has no effect: directories are always read"},
		{name: "input", of: "find index",
			value: "TYPE", same: true, initial: "auto", choices: inputTypes, to: &o.input, group: decoding,
			help: "treat input as TYPE",
			note: "TYPE is auto, text, csv, tsv, mail, mbox or html."},
		{name: "relative", of: "find index", to: &o.relative, group: findMore,
			help: "also find relative links of pages that state a base URL"},
		{name: "base", of: "find index",
			value: "URL", formerAlone: pagesOnly, same: true, to: &o.base, take: baseURL, group: findMore,
			help: "also find relative links of pages, resolved against URL",
			note: "A page's own <base href> comes first. This implies --relative."},
		{name: "max-nesting", of: "find index",
			value: "N", initial: "10", min: 1, max: maxNesting, to: &o.config.MaxNesting, group: limits,
			help: "unpack N formats within each other",
			note: "A .tar.gz has two."},
		{name: "max-members", of: "find index",
			value: "N", initial: "100000000", min: 1, max: maxNumber, to: &o.config.MaxMembers, group: limits,
			help: "unpack N members of the archives in a file"},
		{name: "max-ratio", of: "find index",
			value: "N", initial: "500", min: 1, max: maxNumber, to: &o.config.MaxRatio, group: limits,
			help: "unpack at most N times the size of a file, or 1 GiB if more"},
		{name: "max-memory", of: "find index",
			value: "SIZE", initial: "512M", min: 1 << 20, max: maxNumber, to: (*size)(&o.config.Memory),
			group: limits,
			help:  "limit the memory of decompressors, as in 64M or 2G"},
		{name: "jobs", short: "j", of: "find index",
			value: "N", min: 0, max: sift.MaxReaders, how: true, to: &o.jobs, group: limits,
			help: "read N files, or chunks of one, at a time",
			note: "0 means one for each processor."},
		{name: "shard", of: "find index", value: "I/N", to: &o.share, group: selectFiles,
			help: "read shard I of N of the input, from 1/N to N/N",
			note: "urlsift merge puts the outputs together."},
		{name: "headers", of: "find index", to: &o.headers, group: compatibility,
			help: "has no effect: header fields are searched",
			note: "It undoes no other option."},
		{name: "no-headers", of: "find index", same: true, to: &o.chosen.NoHeaders, group: filterMessages,
			help: "do not search header fields"},
		{name: "parts", of: "find index",
			value: "text,html", same: true, choices: []string{"text", "html"},
			to: (*list)(&o.chosen.Parts), group: filterMessages,
			help: "search only parts that are text, html or both"},
		{name: "since", of: "find index export",
			value: "DATE", same: true, to: &o.since, group: filterMessages, common: true,
			help: "search only messages dated DATE or later",
			note: "DATE is a year, a month, a day or a time, such as 1996-05. Text without a date is " +
				"left out."},
		{name: "until", of: "find index export", value: "DATE", same: true, to: &o.until,
			group: filterMessages,
			help:  "search only messages dated before DATE",
			note:  "DATE itself is excluded: --until 1997 ends with 1996."},
		{name: "newsgroup", of: "find index",
			value: "GLOB", same: true, to: (*list)(&o.chosen.Newsgroups), take: checked(pattern),
			group: filterMessages,
			help:  "search only messages in newsgroups that match GLOB"},
		{name: "from", of: "find index export",
			value: "GLOB", same: true, to: (*list)(&o.chosen.From), take: pattern, group: filterMessages,
			help: "search only messages whose sender matches GLOB",
			note: "GLOB must match all of the address or all of the name."},
		{name: "line-number", short: "n", of: "find", to: &o.out.Numbers, group: toOutput, common: true,
			help: "print the line number before each URL"},
		{name: "byte-offset", short: "b", of: "find", to: &o.out.Offsets, group: toOutput,
			help: "print the byte offset before each URL",
			note: "With -C, print that of each line."},
		{name: "with-filename", short: "H", of: "find", to: &o.out.Names, group: toOutput, common: true,
			help: "print the file name before each URL"},
		{name: "no-filename", of: "find", to: &o.noNames, group: compatibility,
			help: "print no file names, even with -H"},
		{name: "files-with-matches", short: "l", of: "find", to: &o.out.With, group: toOutput,
			help: "print only the names of files with URLs"},
		{name: "files-without-match", short: "L", of: "find", to: &o.out.Without, group: toOutput,
			help: "print only the names of files without URLs"},
		{name: "quiet", short: "q", of: "find", to: &o.quiet, group: toOutput,
			help: "print nothing; stop at the first URL with status 0"},
		{name: "max-count", short: "m", of: "find",
			value: "N", min: 1, max: maxNumber, to: &o.out.Max, group: toOutput,
			help: "stop reading a file after N URLs"},
		{name: "after-context", short: "A", of: "find",
			value: "N", min: 0, max: output.MaxContext, to: &o.after, group: toOutput,
			help: "print lines with URLs, and N lines after them"},
		{name: "before-context", short: "B", of: "find",
			value: "N", min: 0, max: output.MaxContext, to: &o.before, group: toOutput,
			help: "print lines with URLs, and N lines before them"},
		{name: "context", short: "C", of: "find",
			value: "N", min: 0, max: output.MaxContext, to: &o.context, group: toOutput,
			help: "print lines with URLs, and N lines around them",
			note: "With --json, add the lines as \"context\"."},
		{name: "invert-match", short: "v", of: "find", to: &o.out.Invert, group: toOutput,
			help: "print the lines of text without URLs",
			note: "With -c, print their number."},
		{name: "unique", short: "u", of: "find", to: &o.out.Unique, group: toOutput, common: true,
			help: "print each URL once, in order of first appearance"},
		{name: "count", short: "c", of: "find", to: &o.count, group: toOutput, common: true,
			help: "print the number of each URL, highest first"},
		{name: "by", of: "find", value: "WHAT", choices: output.Keys, to: &o.out.By, group: toOutput,
			common: true,
			help:   "count by WHAT in place of URLs",
			note: "WHAT is " + strings.Join(output.Keys, ", ") +
				". A URL in several newsgroups, or with several deviations, counts for each."},
		{name: "format", of: "find",
			value: "TEXT", to: &o.template, take: checked(output.Template), group: toOutput,
			help: "print TEXT for each URL",
			note: "{NAME} in TEXT is replaced by a value: {url}, {host}, {path} and the other keys of " +
				"--json, {domain}, and {context}, the line around the URL. {{ is a brace, \\t a tab, \\n " +
				"a newline, \\0 a NUL."},
	}, o.formatFlags(), []*flag{
		{name: "csv-safe", of: "find export", to: &o.inert, group: toOutput,
			help: "write ' before cells that are formulas",
			note: "-o FILE.csv implies it."},
		{name: "null", short: "0", of: "find export", to: &o.null, group: toOutput,
			help: "end each URL with a NUL instead of a newline"},
		{name: "line-buffered", of: "find", how: true, to: &o.out.Flushes, group: toOutput,
			help: "write each URL at once"},
		{name: "redact", of: "find", to: &o.out.Redact, group: toOutput,
			help: "replace passwords by ***"},
		{name: "defang", of: "find", to: &o.out.Defang, group: toOutput,
			help: "print URLs that cannot be clicked: hxxp://host[.]example/"},
		{name: "output", short: "o", of: "find",
			value: "FILE", files: true, to: &o.output, group: toOutput, common: true,
			help: "write to FILE, which is replaced only on success"},
		{name: "manifest", of: "find", value: "FILE", files: true, how: true, to: &o.manifest,
			group: toOutput,
			help:  "write what was read and skipped to FILE",
			note:  manifestNote},
		{name: "force", of: "find", how: true, to: &o.force, group: toOutput,
			help: "replace the FILE of -o or --manifest if it exists"},
		{name: "color", of: "find",
			value: "WHEN", initial: "auto", choices: []string{"auto", "always", "never"}, how: true,
			to: &o.color, group: toOutput,
			help: "when to use colors: auto, always or never"},
		{name: "hyperlink", of: "find",
			value: "WHEN", alone: "always", initial: "auto",
			choices: []string{"auto", "always", "never"}, how: true, to: &o.hyperlink, group: toOutput,
			help: "when to make URLs links: auto, always or never"},
		{name: "progress", of: "find index",
			value: "WHEN", initial: "auto", choices: []string{"auto", "never"}, how: true,
			to: &o.progress, group: toStderr,
			help: "when to show progress: auto or never"},
		{name: "quiet", short: "q", of: "index", how: true, to: &o.quiet, group: toStderr,
			help: "print nothing but what could not be read"},
		{name: "stats", of: "find index", how: true, to: &o.stats, group: toStderr,
			help: "print statistics: what was read and found"},
		{name: "json", of: "check", to: &o.json,
			help: "print one JSON object a line"},
		{name: "against", of: "check", value: "RFC", choices: []string{"3986"}, to: &o.against,
			hidden: true,
			help:   "also print what RFC 3986 and browsers make of each URL: 3986"},
		{name: "defang", of: "check", to: &o.veil.Defang,
			help: "print URLs that cannot be clicked: hxxp://host[.]example/"},
		{name: "redact", of: "check", to: &o.veil.Redact,
			help: "replace passwords by ***"},
		{name: "output", short: "o", of: "report", value: "FILE|DIR/", files: true, to: &o.output,
			help: "write a page to FILE, or many to DIR; replaced only on success"},
		{name: "output", short: "o", of: "export merge", value: "FILE", files: true, to: &o.output,
			help: "write to FILE, which is replaced only on success"},
		{name: "force", of: "report export merge", how: true, to: &o.force,
			help: "replace the FILE of -o if it exists"},
		{name: "indicators", of: "export", to: &o.indicators,
			help: "stix: write indicators; misp: mark URLs for detection"},
		{name: "defang", of: "report", to: &o.defang,
			help: "show URLs that cannot be clicked, and no links"},
		{name: "title", of: "report", value: "TEXT", to: &o.title,
			help: "the headline of the page"},
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
			name: format.Name, of: "find", group: toOutput, to: &o.formats[i], help: format.Help,
			common: i == 0,
		})
	}
	return flags
}
