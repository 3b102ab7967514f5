package main

import (
	"errors"
	"net/url"
	"path"
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/heading"
	"github.com/urlsift/urlsift/cmd/internal/output"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/extract/sift"
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
	help, version bool
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
