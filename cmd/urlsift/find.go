package main

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/archive"
	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/rfc1738"
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
	return slices.Concat(
		grouped("What to find",
			flag("strict", "", "only URLs that RFC 1738 allows as they stand"),
			flag("rejected", "", "also what looks like a URL and can be none, with the reason"),
			&cli.StringSliceFlag{Name: "scheme", Aliases: []string{"s"}, Usage: "only URLs of the schemes `a,b`"},
			&cli.StringSliceFlag{Name: "add-scheme", Usage: "`a,b` need no \"//\" in bare text, as mailto does not"},
			flag("join", "", "join bare URLs that seem to be broken over lines; see below"),
			flag("iri", "", "URLs go on over scripts without blanks, too, such as Chinese"),
			flag("deobfuscate", "", "restore URLs that were made unclickable: hxxp://, [.], [dot]"),
			flag("unwrap", "", "print the originals of rewritten links: SafeLinks, urldefense, ..."),
			&cli.IntFlag{Name: "max-url", Usage: "report longer URLs than `BYTES` as cut", Value: scan.DefaultMaxURL},
		),
		grouped("What to read",
			&cli.StringFlag{Name: "files-from", Aliases: []string{"f"}, Usage: "also the paths in `LIST` or \"-\": one a line, or each ended by a NUL"},
			&cli.StringSliceFlag{Name: "include", Usage: "in folders and archives, only files like `GLOB`; with a / it is a path"},
			&cli.StringSliceFlag{Name: "exclude", Usage: "no files and folders like `GLOB`"},
			flag("hidden", "", "also files and folders whose names begin with a dot, as in a Maildir"),
			&cli.StringFlag{Name: "input", Usage: "take the input for `TYPE`: auto|text|mail|mbox|html", Value: "auto"},
			flag("base", "", "also relative links, on pages that tell their <base href>"),
			&cli.IntFlag{Name: "jobs", Aliases: []string{"j"}, Usage: "read `N` files, or parts of one, at a time (default 0: one a CPU)"},
		),
		grouped("What of messages",
			&cli.BoolFlag{Name: "headers", Usage: "also the header fields, which is the default", Value: true, DisableDefaultText: true},
			flag("no-headers", "", "not the header fields"),
			&cli.StringSliceFlag{Name: "parts", Usage: "only the parts `text,html`, or one of these"},
			&cli.StringFlag{Name: "since", Usage: "only messages from `DATE` on, such as 1996-05; none without a date"},
			&cli.StringFlag{Name: "until", Usage: "only messages before `DATE`; none without a date"},
			&cli.StringFlag{Name: "newsgroup", Usage: "only messages in newsgroups like `GLOB`"},
		),
		grouped("Output",
			flag("line-number", "n", "print the number of the line before each URL"),
			flag("byte-offset", "b", "print the offset in bytes before each URL; with -C, of each line"),
			flag("with-filename", "H", "print the name of the file before each URL"),
			&cli.IntFlag{Name: "context", Aliases: []string{"C"}, Usage: "print the lines with URLs, and `N` lines around them, as grep does"},
			flag("unique", "u", "print each URL once, where it is first found"),
			flag("count", "c", "print how often each URL is found, most frequent first"),
			&cli.StringFlag{Name: "by", Usage: "count by `WHAT`: url|host|domain|scheme"},
			flag("json", "", "print one JSON object a line, with kind, place, parts and readings"),
			flag("csv", "", "print a table with commas: url, kind, strict, file, line, ..."),
			flag("tsv", "", "the same with tabs; those in fields are escaped as \\x09 or %09"),
			flag("null", "0", "end each URL with a NUL instead of a line feed"),
			flag("redact", "", "print *** for the passwords in URLs"),
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`, which changes only when all is written"},
			&cli.StringFlag{Name: "color", Usage: "say `WHEN` to use colors and links: auto|always|never", Value: "auto"},
		),
		grouped("Messages on standard error",
			&cli.StringFlag{Name: "progress", Usage: "say `WHEN` to tell how far it is: auto|never", Value: "auto"},
			flag("stats", "", "tell what was read and found"),
		),
	)
}

// find is the command without a subcommand.
func find(c *cli.Context, status *int) (err error) {
	e, err := newEngine(c, newForm(c))
	if err != nil {
		return err
	}
	target, err := openTarget(c.String("output"), c.App.Writer)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, target.close(err == nil)) }()
	stop := newStopper()
	defer stop.end()
	out := newPrinter(c, target, e.form, &stop.asked, status)
	if !out.keyed() && (e.jobs == 1 || c.NArg() == 0) {
		debug.SetGCPercent(50) // hardly anything is allocated for a stream, and so no more memory is held than is needed
	}
	in, err := newInputs(c, e.reader, out.w.Flush, stop)
	if err != nil {
		return err
	}
	in.passes = target.takes()
	if i := slices.IndexFunc(c.Args().Slice(), in.passes); i >= 0 {
		return usage(c.Args().Get(i) + ": it is read, and also written; write to another file")
	}
	begun, shown := time.Now(), func() {}
	if showsProgress(c, e.form) {
		p := newProgress(c.App.ErrWriter, in.read, in.files)
		go in.measure(&p.total)
		out.stderr, shown = p, p.stop
	}
	err = stop.run(func() error { return e.reader.Run(stop.ctx, in.all(), e.handlers(out, out.keyed())) })
	shown()
	stopped := errors.As(err, new(interrupted))
	if stopped && target.name != "" {
		err = fmt.Errorf("%w; %s is as it was", err, c.String("output"))
	}
	if err = errors.Join(err, out.finish(e.form)); err != nil && !stopped {
		return err
	}
	if c.Bool("stats") && !stopped {
		printStats(c.App.ErrWriter, e.made, time.Since(begun))
	}
	if *status == exitFound && out.shown == 0 {
		*status = exitNothing
	}
	return err
}

// maxMaxURL is the greatest --max-url. The buffer must hold a URL, and so be a little longer.
const maxMaxURL = 64 << 20

// partSize is about how many bytes the parts of a large file have. Tests make it smaller.
var partSize int64 = 4 << 20

// An engine is what reads and finds, as the flags say.
type engine struct {
	reader  *archive.Reader
	form    form
	filter  filter
	jobs    int
	tells   bool
	context int // how many lines are printed around those with URLs, or -1
	maxURL  int
	made    []*handler
}

func newEngine(c *cli.Context, form form) (*engine, error) {
	if err := choose(c); err != nil {
		return nil, err
	}
	if max := c.Int("max-url"); max < 1 || max > maxMaxURL {
		return nil, usage(fmt.Sprintf("--max-url %d: it is from 1 to %d", max, maxMaxURL))
	}
	if err := agree(c); err != nil {
		return nil, err
	}
	jobs := c.Int("jobs")
	if jobs == 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	if jobs < 0 || jobs > maxJobs {
		return nil, usage(fmt.Sprintf("-j %d: it is from 1 to %d, or 0 for the number of processors", jobs, maxJobs))
	}
	grammar := new(rfc1738.Grammar)
	for _, name := range commaList(c, "add-scheme") {
		name = strings.TrimSuffix(strings.TrimSpace(name), ":")
		if err := grammar.Register(rfc1738.Scheme{Name: name, Opaque: true}); err != nil {
			return nil, usage("--add-scheme " + strings.TrimPrefix(err.Error(), "rfc1738: "))
		}
	}
	only, err := schemeNames(commaList(c, "scheme"))
	if err != nil {
		return nil, err
	}
	filter, err := newFilter(c, only)
	if err != nil {
		return nil, err
	}
	filter.rejected = filter.rejected || form.records
	e := &engine{form: form, filter: filter, jobs: jobs, tells: c.Bool("stats"), context: -1, maxURL: c.Int("max-url")}
	config := archive.Config{
		Extract: extract.Config{
			Grammar:  grammar,
			MaxURL:   e.maxURL,
			Lines:    form.lines(),
			Join:     c.Bool("join"),
			IRI:      c.Bool("iri"),
			Rejected: filter.rejected || e.tells,

			Deobfuscate: c.Bool("deobfuscate"),
		},
		Format: formats[c.String("input")], Base: c.Bool("base"), Hidden: c.Bool("hidden"), Choose: filter.reads,
		Include: c.StringSlice("include"), Exclude: c.StringSlice("exclude"), PartSize: partSize,
	}
	if jobs > 1 || form.records {
		config.Readers = jobs
	}
	if c.IsSet("context") {
		e.context, config.PartSize = c.Int("context"), -1
	}
	e.reader, err = archive.New(config)
	if err != nil {
		return nil, usage(err.Error())
	}
	return e, nil
}

// formats has the values of --input.
var formats = map[string]mail.Format{"text": mail.Plain, "mail": mail.Single, "mbox": mail.Mbox, "html": mail.HTML}

// handlers gives what makes handlers whose entries go to out.
func (e *engine) handlers(out sink, keyed bool) func() archive.Handler {
	spare := make(spare, 2*e.jobs+2)
	return func() archive.Handler {
		h := &handler{form: e.form, filter: e.filter, keyed: keyed, tells: e.tells, out: out, spare: spare}
		h.stats.formats = map[mail.Format]int{}
		e.made = append(e.made, h)
		if e.context < 0 {
			return h
		}
		h.around = &surrounding{lines: e.context, reach: int64(e.maxURL + keep), form: &h.form}
		return contextHandler{h, h.around}
	}
}

// A contextHandler is a handler that prints the lines of texts.
type contextHandler struct {
	*handler
	*surrounding
}

// choose tells of a flag whose value is none of its choices.
func choose(c *cli.Context) error {
	for _, flag := range c.Command.Flags {
		name, all := flag.Names()[0], textOf(flag).Choices
		if len(all) > 0 && c.IsSet(name) && !slices.Contains(all, c.String(name)) {
			return usage(fmt.Sprintf("--%s %s: it is %s", name, c.String(name), listed(all, "or")))
		}
	}
	return nil
}

// agree tells which flags do not go together.
func agree(c *cli.Context) error {
	table := c.Bool("csv") || c.Bool("tsv")
	if err := countAgrees(c); err != nil {
		return err
	}
	switch {
	case c.Bool("csv") && c.Bool("tsv"), table && c.Bool("json"):
		return usage("--json, --csv and --tsv are different forms; leave out all but one")
	case table && c.Bool("rejected"):
		return usage("a table has no column for the reason why a URL is rejected; use --json")
	case c.String("files-from") == "-" && slices.Contains(c.Args().Slice(), "-"):
		return usage("-: standard input is the list of files already")
	case table && c.Bool("null"):
		return usage("the rows of a table end in line feeds; leave out --null")
	}
	if c.IsSet("context") {
		return contextAgrees(c)
	}
	return nil
}

// countAgrees tells which flags do not go together with --count and --by.
func countAgrees(c *cli.Context) error {
	counts := "--count"
	switch {
	case c.IsSet("by"):
		counts = "--by"
	case !c.Bool("count"):
		return nil
	}
	var others []string
	for _, other := range []string{"unique", "rejected", "line-number", "byte-offset", "with-filename"} {
		if c.Bool(other) {
			others = append(others, "--"+other)
		}
	}
	if len(others) == 0 {
		return nil
	}
	return usage(counts + " counts, and prints no URL or place apart; leave out " + listed(others, "and"))
}

// listed gives names as a sentence has them.
func listed(names []string, word string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " " + word + " " + names[last]
}

// contextAgrees tells which flags do not go together with --context.
func contextAgrees(c *cli.Context) error {
	if n := c.Int("context"); n < 0 || n > maxLines {
		return usage(fmt.Sprintf("--context %d: it is from 0 to %d", n, maxLines))
	}
	for _, other := range []string{"json", "csv", "tsv", "count", "by", "unique", "null", "unwrap"} {
		if c.IsSet(other) {
			return usage("--context prints lines of text, and not URLs; leave out --" + other)
		}
	}
	return nil
}

// commaList gives what stands between the commas of a flag, and all of it where the flag is given more than once.
func commaList(c *cli.Context, flag string) []string {
	var all []string
	for _, value := range c.StringSlice(flag) {
		all = append(all, strings.Split(value, ",")...)
	}
	return all
}

// maxJobs is the greatest -j. Each has a buffer.
const maxJobs = 256

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
