package main

import (
	"errors"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/heading"
	"github.com/urlsift/urlsift/cmd/internal/message"
	"github.com/urlsift/urlsift/cmd/internal/output"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/extract/sift"
	"github.com/urlsift/urlsift/rfc1738"
	"github.com/urlsift/urlsift/scan"
)

// options holds the values of all flags. Only the table of flags has them all. A command
// has the parts that it uses. A flag for a single package is a field of that package's
// configuration.
type options struct {
	inputOptions
	selection
	messages
	outputOptions
	databaseOptions
	findOptions
	indexOptions
	reportOptions
	exportOptions
	checkOptions
}

// inputOptions say what find and index read, and how.
type inputOptions struct {
	config      sift.Config // reader and the commands add the rest
	addSchemes  list
	guess       list
	filesFrom   string
	excludeDirs []string
	recursive   bool // folders are always walked
	headers     bool
	input       string
	base        string // pagesOnly, a URL, or empty
	relative    bool   // find relative links of pages
	jobs        int
	share       share
	manifest    string
}

// A selection selects URLs and messages, in find, index and export.
type selection struct {
	chosen       heading.Filter // filter adds the rest
	since, until date
	unwrap       bool
	seen         heading.Seen // the parts of selecting flags that have matched
}

// messages say what find and index print on standard error.
type messages struct {
	quiet, stats bool
	progress     string
}

// outputOptions say where find, index, report, export and merge write, and how.
type outputOptions struct {
	output      string
	force       bool
	inert, null bool // of find and export
}

// databaseOptions are those of index, report and export.
type databaseOptions struct{ db string }

type findOptions struct {
	out                    output.Options // printed adds the rest
	match                  string         // a regular expression
	noNames, count         bool
	context, before, after int    // output.NoContext by default
	formats                []bool // for each of output.Formats, whether its flag is given
	template               string // of --format
	color, hyperlink       string
}

type indexOptions struct {
	root, name, hostsDown string
	metadata              bool
}

type reportOptions struct {
	title  string
	defang bool
}

type exportOptions struct {
	exported   string // the name of a format
	indicators bool
}

type checkOptions struct {
	json    bool
	against string // the number of a later RFC
	veil    printable.Veil
}

// inputTypes holds the values of --input. inputFormats holds their formats, and
// delimiters the characters between the fields of tables.
var (
	inputTypes   = []string{"auto", "text", "csv", "tsv", "mail", "mbox", "html"}
	inputFormats = map[string]mail.Format{
		"auto": mail.Auto, "text": mail.Plain, "csv": mail.Plain, "tsv": mail.Plain, "mail": mail.Single,
		"mbox": mail.Mbox, "html": mail.HTML,
	}
	delimiters = map[string]byte{"csv": scan.AnyDelimiter, "tsv": '\t'}
)

// pagesOnly is the value of --base that asks for the relative links of pages that have a
// base URL.
const pagesOnly = "page"

// baseURL returns a URL to which links can be relative.
func baseURL(value string) (string, error) {
	if u, err := url.Parse(value); err != nil || !u.IsAbs() || !strings.Contains(value, "://") {
		return "", errors.New("must be a URL, such as https://host.example/")
	}
	return value, nil
}

// guessKinds holds the values of --guess.
var guessKinds = strings.Split(scan.GuessAll.String(), ",")

// schemeName returns the name of a scheme in lower case. It may be typed with its colon.
func schemeName(typed string) (string, error) {
	name := strings.TrimSuffix(strings.ToLower(strings.TrimSpace(typed)), ":")
	if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789+-.") != "" {
		return "", fmt.Errorf(`%q is not the name of a scheme: use letters, digits, "+", "-" and "."`, name)
	}
	return name, nil
}

// checked returns a function that checks a value with parse, and returns it unchanged.
func checked[T any](parse func(string) (T, error)) func(string) (string, error) {
	return func(typed string) (string, error) {
		_, err := parse(typed)
		return typed, err
	}
}

// errPattern is the error for a pattern that cannot be parsed.
var errPattern = errors.New(`not a pattern; write "\[" and "\\" for "[" and "\"`)

// pattern returns a pattern of path.Match in lower case.
func pattern(typed string) (string, error) {
	if _, err := path.Match(typed, ""); err != nil {
		return "", errPattern
	}
	return strings.ToLower(typed), nil
}

// hostPattern returns a pattern of path.Match in the form for matching hosts.
func hostPattern(typed string) (string, error) {
	_, err := pattern(typed)
	return heading.Pattern(typed), err
}

// filePattern returns a pattern for names of files as typed.
func filePattern(typed string) (string, error) {
	if _, err := sift.New(sift.Config{Globs: []string{typed}}); err != nil {
		return "", errPattern
	}
	return typed, nil
}

// domainName returns the name of a host in the form for comparisons.
func domainName(typed string) (string, error) {
	name := heading.Host("http://" + strings.Trim(typed, ". ") + "/")
	if name == "" || strings.ContainsAny(typed, "/:@*? ") {
		return "", errors.New("must be the name of a host, such as host.example")
	}
	return name, nil
}

// finish checks combinations of flags that find and index share, and sets derived options.
func (o *inputCommand) finish() error {
	o.chosen.NoHeaders = o.chosen.NoHeaders || !o.headers
	if o.relative && o.base == "" {
		o.base = pagesOnly
		o.flags.valued("base").typed = "--relative"
	}
	if o.guess != nil {
		o.config.Extract.Guess.UnmarshalText([]byte(strings.Join(o.guess, ","))) // already checked
		o.guess = strings.Split(o.config.Extract.Guess.String(), ",")            // in order, each once
	}
	if err := o.agreesOnDates(); err != nil {
		return err
	}
	o.config.Extract.Grammar = new(rfc1738.Grammar)
	for _, name := range o.addSchemes {
		name = strings.TrimSuffix(strings.TrimSpace(name), ":")
		if err := o.config.Extract.Grammar.Register(rfc1738.Scheme{Name: name, Opaque: true}); err != nil {
			return usage("--add-scheme " + name + ": " + strings.TrimPrefix(err.Error(), "rfc1738: "))
		}
	}
	if o.filesFrom == "-" && slices.Contains(o.paths, "-") {
		return usage("-: standard input is already the list of files")
	}
	if o.share.number > 0 {
		return o.agreesWithShard()
	}
	return nil
}

// agreesOnDates returns an error for an empty range of dates.
func (o *selection) agreesOnDates() error {
	if since, until := o.since, o.until; since.typed != "" && until.typed != "" &&
		!since.time.Before(until.time) {
		return usage(fmt.Sprintf("--since %s --until %s: no date is in this range; --until excludes its date",
			since.typed, until.typed))
	}
	return nil
}

// agreesWithShard returns an error for an input that cannot be divided into shares, or
// for results that cannot be merged.
func (o *inputCommand) agreesWithShard() error {
	if others := o.flags.typed("unique", "context", "after-context", "before-context", "invert-match", "format",
		"files-with-matches", "files-without-match", "quiet", "max-count"); len(others) > 0 {
		return usage("--shard: output of " + others[0] + " cannot be merged; leave out " + others[0])
	}
	if o.filesFrom == "" && len(o.paths) == 0 || slices.Contains(o.paths, "-") {
		return usage("--shard: standard input cannot be divided; name files, or list them with -f")
	}
	return nil
}

// agree returns an error for flags of find that exclude each other.
func (o *findCommand) agree() error {
	var formats []string
	for i, format := range output.Formats {
		if o.formats[i] {
			formats = append(formats, format.Name)
		}
	}
	if o.template != "" {
		formats = append(formats, "format")
	}
	format := o.format()
	places := []string{"unique", "rejected", "line-number", "byte-offset", "with-filename"}
	switch {
	case o.counts() && o.template != "":
		return usage("--format prints URLs, not counts; leave out " +
			message.List(o.flags.typed("count", "by"), "and"))
	case o.counts() && !o.out.Invert && len(o.flags.typed(places...)) > 0:
		counts := o.flags.typed("count", "by")
		others := o.flags.typed(places...)
		return usage(counts[len(counts)-1] + " prints counts only; leave out " + message.List(others, "and"))
	case len(formats) > 1:
		return usage(message.List(o.flags.typed(formats...), "and") + " cannot be combined")
	case o.chosen.Rejected && !format.Rejected:
		return usage("--rejected: tables have no column for the error; use --json")
	case o.null && !format.NUL:
		return usage("--null: rows of a table end in newlines; leave it out")
	case o.out.Redact && format.Around && (o.template != "" || o.hasContext() && !o.out.Invert):
		return usage("--redact cannot find all passwords in the text around a URL; leave out " +
			append(o.flags.typed("context", "after-context", "before-context"), "{context}")[0])
	case o.out.Max > 0 && o.out.Unique:
		return usage("--max-count counts all URLs, not each once; leave out --unique")
	}
	if err := o.agreeOnNames(formats); err != nil || !o.hasContext() {
		return err
	}
	return o.agreeOnLines(formats)
}

// agreeOnLines returns an error for flags that exclude the printing of lines of text.
func (o *findCommand) agreeOnLines(formats []string) error {
	contexts := o.flags.typed("context", "after-context", "before-context")
	if f := o.format(); f.Around && !o.out.Invert {
		if typed := o.flags.typed("count", "by"); len(typed) > 0 {
			return usage(typed[0] + " prints counts only; leave out " + contexts[0])
		}
		return nil
	}
	if o.template != "" && !o.out.Invert {
		return usage("--format: " + contexts[0] + " needs the field {context}")
	}
	others, why := append([]string{"by", "unique", "null", "unwrap"}, formats...),
		"--invert-match prints lines of text without URLs"
	switch {
	case !o.out.Invert:
		others, why = append(others, "count"), contexts[0]+" prints lines of text, not URLs"
	case o.count:
		others = append(others, "line-number", "byte-offset", "context", "after-context",
			"before-context", "max-count")
		why = "--invert-match with --count prints how many lines there are"
	}
	return o.leaveOut(why, others...)
}

// leaveOut returns an error with the reason to omit the first of some flags that was
// given, or nil if none was.
func (o *findCommand) leaveOut(why string, names ...string) error {
	if typed := o.flags.typed(names...); len(typed) > 0 {
		return usage(why + "; leave out " + typed[0])
	}
	return nil
}

// agreeOnNames returns an error for flags that exclude -l, -L and -q.
func (o *findCommand) agreeOnNames(formats []string) error {
	those := o.flags.typed("files-with-matches", "files-without-match", "quiet")
	switch {
	case len(those) > 1:
		return usage(message.List(those, "and") + " cannot be combined")
	case len(those) == 0:
		return nil
	}
	others := []string{"output", "manifest"}
	what := "nothing"
	if !o.quiet {
		what = "names of files"
		others = append(formats, "count", "by", "invert-match", "unique", "line-number", "byte-offset",
			"context", "after-context", "before-context", "max-count", "rejected")
	}
	return o.leaveOut(those[0]+" prints "+what, others...)
}

// hasContext reports whether lines of text are printed.
func (o *findCommand) hasContext() bool { return o.linesBefore() != output.NoContext }

// linesBefore returns the number of lines to print before one with a URL, or
// output.NoContext if no lines are printed.
func (o *findCommand) linesBefore() int {
	if o.before == output.NoContext && o.context == output.NoContext &&
		(o.after != output.NoContext || o.out.Invert) {
		return 0
	}
	return orDefault(o.before, o.context)
}

// orDefault returns a number of lines, or other if none was given.
func orDefault(n, other int) int {
	if n == output.NoContext {
		return other
	}
	return n
}

// counts reports whether keys are counted.
func (o *findCommand) counts() bool { return o.count || o.out.By != "" }

// format returns the selected format.
func (o *findCommand) format() output.Format {
	if o.template != "" {
		format, _ := output.Template(o.template) // already checked
		return format
	}
	if i := slices.Index(o.formats, true); i >= 0 {
		return output.Formats[i]
	}
	return output.Lines
}
