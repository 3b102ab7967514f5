package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/scan"
)

func findFlags() []cli.Flag {
	flag := func(name, short, usage string) cli.Flag {
		f := &cli.BoolFlag{Name: name, Usage: usage, DisableDefaultText: true}
		if short != "" {
			f.Aliases = []string{short}
		}
		return f
	}
	return []cli.Flag{
		flag("line-number", "n", "print the number of the line before each URL"),
		flag("byte-offset", "b", "print the offset in bytes before each URL"),
		flag("with-filename", "H", "print the name of the file before each URL"),
		flag("null", "0", "end each URL with a NUL instead of a line feed"),
		flag("json", "", "print one JSON object a line, with kind, place, parts and readings"),
		flag("count", "c", "print how often each URL is found, most frequent first"),
		flag("unique", "u", "print each URL once, where it is first found"),
		flag("strict", "", "only URLs that RFC 1738 allows as they stand"),
		flag("rejected", "", "also what looks like a URL and can be none, with the reason"),
		&cli.StringSliceFlag{Name: "scheme", Aliases: []string{"s"}, Usage: "only URLs of these schemes: `a,b`"},
		&cli.StringSliceFlag{Name: "add-scheme", Usage: "schemes that need no \"//\" in bare text, as mailto does: `a,b`"},
		flag("join", "", "join bare URLs that are broken over lines, where the next line looks like it"),
		flag("iri", "", "URLs go on over letters that are not ASCII, in UTF-8; JSON has the URI form in encoded"),
		flag("deobfuscate", "", "restore URLs that were made unclickable: hxxp://, [.], [dot], \"http:// www\""),
		flag("unwrap", "", "print the original of a rewritten link (SafeLinks, urldefense, ...); JSON has it in unwrapped"),
		&cli.IntFlag{Name: "max-url", Usage: "report longer URLs as cut: `BYTES`", Value: scan.DefaultMaxURL},
		&cli.StringFlag{Name: "input", Usage: "what the input is: `auto|text`", Value: "auto"},
		&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`, which changes only when all is written"},
		flag("stats", "", "tell on standard error what was read and found"),
	}
}

// A finder is one run of urlsift over its paths.
type finder struct {
	stdin     io.Reader
	stderr    io.Writer
	extractor *extract.Extractor
	filter    filter
	out       output
	flush     func() error
	stats     stats
	status    *int
}

// find is the command without a subcommand.
func find(c *cli.Context, status *int) (err error) {
	f, err := newFinder(c)
	if err != nil {
		return err
	}
	f.status = status
	target, err := openTarget(c.String("output"), c.App.Writer)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, target.close(err == nil)) }()
	w := bufio.NewWriterSize(target, 64<<10)
	f.flush = w.Flush
	f.out = newOutput(c, w)

	paths := c.Args().Slice()
	if len(paths) == 0 {
		paths = []string{"-"}
	}
	for _, path := range paths {
		if err := f.path(path); err != nil {
			return err
		}
	}
	if err := errors.Join(f.out.finish(), w.Flush()); err != nil {
		return err
	}
	if c.Bool("stats") {
		f.stats.print(f.stderr)
	}
	if *status == exitFound && f.stats.shown == 0 {
		*status = exitNothing
	}
	return nil
}

// maxMaxURL is the greatest --max-url. The buffer must hold a URL, and so be a little longer.
const maxMaxURL = 64 << 20

func newFinder(c *cli.Context) (*finder, error) {
	if input := c.String("input"); input != "auto" && input != "text" {
		return nil, usage(fmt.Sprintf("--input %s: it is auto or text", input))
	}
	if max := c.Int("max-url"); max < 1 || max > maxMaxURL {
		return nil, usage(fmt.Sprintf("--max-url %d: it is from 1 to %d", max, maxMaxURL))
	}
	if c.Bool("count") && (c.Bool("unique") || c.Bool("rejected")) {
		return nil, usage("--count counts each URL, and no more; leave out --unique and --rejected")
	}
	added, err := schemeNames(c.StringSlice("add-scheme"))
	if err != nil {
		return nil, err
	}
	only, err := schemeNames(c.StringSlice("scheme"))
	if err != nil {
		return nil, err
	}
	return &finder{
		stdin: c.App.Reader, stderr: c.App.ErrWriter,
		extractor: extract.New(extract.Config{
			Schemes:  added,
			MaxURL:   c.Int("max-url"),
			Lines:    c.Bool("line-number") || c.Bool("json"),
			Join:     c.Bool("join"),
			IRI:      c.Bool("iri"),
			Rejected: c.Bool("rejected") || c.Bool("stats"),

			Deobfuscate: c.Bool("deobfuscate"),
		}),
		filter: newFilter(c, only),
		stats:  newStats(),
	}, nil
}

// schemeNames gives names in lower case.
func schemeNames(names []string) ([]string, error) {
	var list []string
	for _, name := range names {
		name = strings.TrimSuffix(strings.ToLower(strings.TrimSpace(name)), ":")
		if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789+-.") != "" {
			return nil, usage(fmt.Sprintf("%q is no scheme", name))
		}
		list = append(list, name)
	}
	return list, nil
}

// path finds the URLs in a file, in the files of a directory, or in standard input. What cannot be read is reported, and
// the rest goes on; an error is that of the output.
func (f *finder) path(path string) error {
	if path == "-" {
		return f.read("-", f.stdin)
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		f.warn("%v", err)
		return nil
	case !info.IsDir():
		return f.file(path)
	}
	root := strings.TrimRight(path, string(filepath.Separator)) + string(filepath.Separator) // a link that is named is followed
	return filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			f.warn("%v", err)
			if entry != nil && entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case name != root && strings.HasPrefix(entry.Name(), "."):
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case !entry.Type().IsRegular(): // directories come one by one; links and devices are not followed
			return nil
		}
		return f.file(name)
	})
}

func (f *finder) file(name string) error {
	file, err := os.Open(name)
	if err != nil {
		f.warn("%v", err)
		return nil
	}
	defer file.Close()
	return f.read(name, file)
}

// read finds the URLs in r, which is called name. An error is that of the output.
func (f *finder) read(name string, r io.Reader) error {
	f.stats.files++
	counted := &countingReader{r: r, n: &f.stats.bytes, start: f.stats.bytes}
	if !isRegular(r) {
		counted.before = f.flush // what was found is not held back while more is waited for
	}
	for result, err := range f.extractor.All(counted) {
		switch {
		case errors.Is(err, errOutput):
			return counted.err
		case err != nil:
			f.warn("%s: at offset %d: %v", name, *counted.n-counted.start, err)
			continue
		}
		if result.Cut {
			f.warn("%s: at offset %d: longer than --max-url, and so cut: %.60s...", name, result.Start, result.Text)
		}
		f.stats.count(result)
		if !f.filter.shows(result) {
			continue
		}
		f.stats.shown++
		if err := f.out.result(result, name); err != nil {
			return err
		}
	}
	return nil
}

// warn reports trouble, after what has been found so far.
func (f *finder) warn(format string, args ...any) {
	*f.status = exitTrouble
	f.flush()
	warn(f.stderr, format, args...)
}

func warn(w io.Writer, format string, args ...any) {
	fmt.Fprintf(w, "urlsift: %s\n", printable(fmt.Sprintf(format, args...)))
}

// isRegular is true for a file that is read without waiting.
func isRegular(r io.Reader) bool {
	file, ok := r.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode().IsRegular()
}

// errOutput ends an input because the output failed.
var errOutput = errors.New("output failed")

// A countingReader counts what is read from r, and calls before ahead of each Read.
type countingReader struct {
	r      io.Reader
	n      *int64
	start  int64
	before func() error
	err    error
}

func (c *countingReader) Read(p []byte) (int, error) {
	if c.before != nil {
		if c.err = c.before(); c.err != nil {
			return 0, errOutput
		}
	}
	n, err := c.r.Read(p)
	*c.n += int64(n)
	return n, err
}

// A filter tells which results are shown.
type filter struct {
	schemes          map[string]bool // nil for all
	strict, rejected bool
	seen             map[string]bool // nil unless each is shown once
	text             urlText
}

func newFilter(c *cli.Context, schemes []string) filter {
	f := filter{strict: c.Bool("strict"), rejected: c.Bool("rejected"), text: newURLText(c)}
	if len(schemes) > 0 {
		f.schemes = map[string]bool{}
		for _, name := range schemes {
			f.schemes[name] = true
		}
	}
	if c.Bool("unique") {
		f.seen = map[string]bool{}
	}
	return f
}

func (f *filter) shows(r extract.Result) bool {
	switch {
	case r.Err != nil && !f.rejected:
		return false
	case f.strict && r.Err == nil && !r.Strict() && !r.Cut:
		return false
	case f.schemes != nil && !f.schemes[schemeOf(r)]:
		return false
	case f.seen == nil:
		return true
	}
	text := string(f.text(r))
	seen := f.seen[text]
	f.seen[text] = true
	return !seen
}

// schemeOf is the scheme of a result, in lower case, also of one that was rejected or cut.
func schemeOf(r extract.Result) string {
	name, _, _ := strings.Cut(string(r.Text), ":")
	return strings.ToLower(name)
}
