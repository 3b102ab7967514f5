package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/message"
	"github.com/urlsift/urlsift/cmd/internal/output"
	"github.com/urlsift/urlsift/rfc1738"
)

// finish checks combinations of flags that find and index share, and sets derived options.
func (o *inputCommand) finish() error {
	o.chosen.NoHeaders = o.chosen.NoHeaders || !o.headers
	if o.relative && o.base == "" {
		o.base = pagesOnly
		o.flags.named("base").typed = "--relative"
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
	if o.shard.number > 0 {
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

// agreesWithShard returns an error for an input that cannot be divided into shards, or
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
