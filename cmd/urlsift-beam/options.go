package main

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/extract/sift"
	"github.com/urlsift/urlsift/rfc1738"
	"github.com/urlsift/urlsift/scan"
)

// Options are the flags of the command in the form for workers.
type Options struct {
	Inputs []string // patterns, files and folders
	Output string   // prefix of the names of all output files
	Temp   string   // the folder of intermediate files

	Shards    int   // number of files of results, or 0 for one per 256 MiB
	RangeSize int64 // approximate size of the ranges in which a large file is read
	Buckets   int   // number of files of the tables of URLs and hosts, and of the readings

	Counts, Readings bool

	Rejected, Redact, Unwrap, Join, IRI, Deobfuscate, Relative, Hidden, Follow bool

	Base      string // the base URL of relative links
	MaxURL    int
	MaxDepth  int // depth to which a folder is walked, or 0 for no limit
	Input     string
	AddScheme []string
}

// A list is the value of a flag that may be repeated, and takes commas.
type list []string

func (l *list) String() string { return strings.Join(*l, ",") }

func (l *list) Set(text string) error {
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			*l = append(*l, part)
		}
	}
	return nil
}

// register adds the flags to a set, which already has those of the Beam SDK.
func (o *Options) register(flags *flag.FlagSet) {
	flags.Var((*list)(&o.Inputs), "input",
		"read these `PATHS`, separated by commas: files, folders and patterns, also of gs:// and s3://")
	flags.StringVar(&o.Output, "output", "", "write `NAME`-00000-of-00016.jsonl and so on")
	flags.IntVar(&o.Shards, "shards", 0, "write `N` files of results (default: one per 256 MiB)")
	flags.Int64Var(&o.RangeSize, "range", 64<<20, "read large files in ranges of about `BYTES`")
	flags.StringVar(&o.Temp, "temp", "",
		"write intermediate files into `FOLDER` (default: beside the output)")
	flags.BoolVar(&o.Counts, "counts", false,
		"also write tables of how often each URL, host, scheme and year was found")
	flags.BoolVar(&o.Readings, "readings", false,
		"also write which readings of broken URLs occur elsewhere, unbroken")
	flags.IntVar(&o.Buckets, "buckets", 1,
		"divide the tables of URLs and hosts, and the readings, among `N` files")

	flags.BoolVar(&o.Rejected, "rejected", false, "also write URL-like but invalid text, with the reason")
	flags.BoolVar(&o.Redact, "redact", false, "write *** for passwords in URLs")
	flags.BoolVar(&o.Unwrap, "unwrap", false, "add the originals of rewritten links")
	flags.BoolVar(&o.Join, "join", false, "join bare URLs that seem to be broken over lines")
	flags.BoolVar(&o.IRI, "iri", false, "continue URLs over scripts without spaces, such as Chinese")
	flags.BoolVar(&o.Deobfuscate, "refang", false, "restore URLs that were made unclickable")
	flags.BoolVar(&o.Deobfuscate, "deobfuscate", false, "the former name of -refang")
	flags.BoolVar(&o.Relative, "relative", false, "also find relative links, on pages with a base element")
	flags.StringVar(&o.Base, "base", "", "also find relative links of pages, as if from `URL`")
	flags.BoolVar(&o.Hidden, "hidden", false, "also read hidden files in folders")
	flags.BoolVar(&o.Follow, "follow", false, "follow symbolic links in folders")
	flags.IntVar(&o.MaxDepth, "max-depth", 0,
		"walk folders `N` deep; 1 reads only the files in them (default: no limit)")
	flags.IntVar(&o.MaxURL, "max-url", scan.DefaultMaxURL, "report URLs longer than `BYTES` as truncated")
	flags.StringVar(&o.Input, "input-type", "auto", "treat the input as `TYPE`: auto|text|mail|mbox|html")
	flags.Var((*list)(&o.AddScheme), "add-scheme",
		"find the schemes `a,b` without \"//\" in bare text, like mailto")
}

// formats holds the values of --input-type.
var formats = map[string]mail.Format{"auto": mail.Auto, "text": mail.Plain, "mail": mail.Single,
	"mbox": mail.Mbox, "html": mail.HTML}

// check returns an error for invalid options.
func (o *Options) check() error {
	_, known := formats[o.Input]
	switch {
	case len(o.Inputs) == 0:
		return errors.New("nothing to read: --input is missing")
	case o.Output == "":
		return errors.New("nowhere to write: --output is missing")
	case !known:
		return fmt.Errorf("--input-type %s: must be auto, text, mail, mbox or html", o.Input)
	case o.MaxURL < 1 || o.MaxURL > 64<<20:
		return fmt.Errorf("--max-url %d: must be from 1 to %d", o.MaxURL, 64<<20)
	case o.RangeSize < 1:
		return fmt.Errorf("--range %d: must be at least 1", o.RangeSize)
	case o.Shards < 0 || o.Shards > maxShards || o.Buckets < 1 || o.Buckets > maxShards:
		return fmt.Errorf("--shards and --buckets are at most %d", maxShards)
	}
	_, err := o.reader()
	return err
}

// maxShards is the greatest number with room in the names of files.
const maxShards = 99_999

// reader returns the Reader for these options.
func (o *Options) reader() (*sift.Reader, error) {
	grammar := new(rfc1738.Grammar)
	for _, name := range o.AddScheme {
		if err := grammar.Register(rfc1738.Scheme{Name: strings.TrimSuffix(name, ":"),
			Opaque: true}); err != nil {
			return nil, fmt.Errorf("--add-scheme %s: %w", name, err)
		}
	}
	return sift.New(sift.Config{
		Extract: extract.Config{
			Grammar: grammar, MaxURL: o.MaxURL, Lines: true, Join: o.Join, IRI: o.IRI,
			Deobfuscate: o.Deobfuscate,
			Rejected:    true, // since they are counted
		},
		Format: formats[o.Input], Relative: o.Relative || o.Base != "", Base: o.Base, Shown: true,
		Hidden: o.Hidden, Follow: o.Follow, MaxDepth: o.MaxDepth,
	})
}

// tables returns the names of the tables that are written, in order.
func (o *Options) tables() (names []string) {
	if o.Counts {
		names = slices.Clone(countTables)
	}
	if o.Readings {
		names = append(names, readingsTable)
	}
	return names
}

// buckets returns the number of files that a table is divided among.
func (o *Options) buckets(table string) int {
	if table == schemeTable || table == yearTable {
		return 1
	}
	return max(o.Buckets, 1)
}

// name returns the name of a file of the output.
func (o *Options) name(kind string, n, of int, ext string) string {
	return fmt.Sprintf("%s%s-%05d-of-%05d.%s", strings.TrimSuffix(o.Output, ".jsonl"), kind, n, of, ext)
}
