package main

import (
	"errors"
	"fmt"
	"net/url"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"

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
	shard       shard
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

// splitGlobs returns the patterns between the commas of a value. A pattern that has a
// comma, such as "{a,b}", is incomplete before it.
func splitGlobs(value string) []string {
	var globs []string
	for part := range strings.SplitSeq(value, ",") {
		if last := len(globs) - 1; last >= 0 && !doublestar.ValidatePattern(globs[last]) {
			globs[last] += "," + part
			continue
		}
		globs = append(globs, part)
	}
	return globs
}

func parseNumber(value string) (int64, error) {
	n, err := strconv.ParseInt(value, 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, errors.New("out of range")
	case err != nil:
		return 0, errors.New("not a number")
	}
	return n, nil
}

// parseSize parses a number of bytes. It may end in K, M or G, for 1024 bytes and so on.
func parseSize(value string) (int64, error) {
	shift := 0
	if i := strings.IndexAny(value, "KMGkmg"); i >= 0 && i == len(value)-1 {
		shift = 10 * (1 + strings.IndexByte("kmg", value[i]|0x20))
		value = value[:i]
	}
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil || n<<shift>>shift != n {
		return 0, errors.New("not a size such as 64M or 1G")
	}
	return n << shift, nil
}

// parseDate parses a time: a year, a month, a day or a time.
func parseDate(value string) (date, error) {
	for _, layout := range []string{"2006", "2006-01", time.DateOnly, time.RFC3339} {
		if t, err := time.Parse(layout, value); err == nil {
			return date{value, t}, nil
		}
	}
	return date{}, errors.New("not a date such as 1996, 1996-05, 1996-05-01 or 1996-05-01T12:00:00Z")
}

// parseShard parses a shard in the form I/N, such as 2/7.
func parseShard(value string) (shard, error) {
	number, of, _ := strings.Cut(value, "/")
	n, err := strconv.Atoi(number) // possibly with leading zeros, as from seq -w
	m, wrong := strconv.Atoi(of)
	if err != nil || wrong != nil || n < 1 || n > m {
		return shard{}, errors.New("must be I/N, with I from 1 to N, such as 2/7")
	}
	return shard{value, n, m}, nil
}

// schemeName returns the name of a scheme in lower case. It may be typed with its colon.
func schemeName(typed string) (string, error) {
	name := strings.TrimSuffix(strings.ToLower(strings.TrimSpace(typed)), ":")
	if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789+-.") != "" {
		return "", fmt.Errorf(`%q is not the name of a scheme: use letters, digits, "+", "-" and "."`, name)
	}
	return name, nil
}
