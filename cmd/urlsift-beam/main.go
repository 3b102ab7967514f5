// Command urlsift-beam finds the URLs in archives of any size, on any runner of Apache
// Beam. It writes the JSON Lines of urlsift --json, to as many files as the user asks
// for.
//
// It reads with package sift, and writes with the encoder of the command. README.md
// describes how to run it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/metrics"
	beamlog "github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"
	"github.com/google/uuid"
)

// The exit statuses are those of urlsift.
const (
	exitFound   = 0
	exitNothing = 1
	exitTrouble = 2 // something could not be read, see the dead letters, or the pipeline failed
)

func main() {
	var o Options
	o.register(flag.CommandLine)
	force := flag.Bool("force", false, "write over the output of an earlier run")
	verbose := flag.Bool("verbose", false, "also print the messages of the runner")
	flag.Usage = usage
	flag.Parse()
	if !*verbose {
		beamlog.SetupLogging("warn", "text")
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(50) // nearly all memory is buffers, which are reused
	}
	beam.Init() // does not return in a worker
	status, err := run(context.Background(), o, flag.Args(), *force, os.Stderr)
	if err != nil {
		fmt.Fprintf(os.Stderr, "urlsift-beam: %v\n", err)
	}
	os.Exit(status)
}

func usage() {
	fmt.Fprintln(flag.CommandLine.Output(),
		"usage: urlsift-beam --input PATHS --output NAME [FLAGS]\n\nThe flags, and those of the Beam SDK:")
	flag.PrintDefaults()
}

// run runs the pipeline, and returns the exit status.
func run(ctx context.Context, o Options, args []string, force bool,
	stderr io.Writer) (status int, err error) {
	o.Inputs = append(o.Inputs, args...)
	if err := o.check(); err != nil {
		return exitTrouble, err
	}
	o.settle()
	if err := o.free(ctx, force); err != nil {
		return exitTrouble, err
	}
	p, s := beam.NewPipelineWithRoot()
	build(s, o)
	result, err := beamx.RunWithMetrics(ctx, p)
	if err != nil {
		return exitTrouble, errors.Join(err, removeAll(ctx, o.Temp))
	}
	if result == nil { // the pipeline was submitted, and runs elsewhere
		return exitFound, nil
	}
	return summary(result.Metrics(), stderr), nil
}

// settle makes names absolute, since workers may run in another folder, and chooses the
// folder of intermediate files.
func (o *Options) settle() {
	if !isRemote(o.Output) {
		if whole, err := filepath.Abs(o.Output); err == nil {
			o.Output = whole
		}
	}
	folder := strings.TrimSuffix(o.Temp, "/")
	switch {
	case folder == "" && isRemote(o.Output):
		folder = o.Output[:strings.LastIndexByte(o.Output, '/')]
	case folder == "":
		folder = filepath.Dir(o.Output)
	}
	o.Temp = folder + "/.urlsift-" + uuid.NewString()
}

// free returns an error if there is output of an earlier run. With force, it is removed.
func (o *Options) free(ctx context.Context, force bool) error {
	name := strings.TrimSuffix(o.Output, ".jsonl")
	kinds := strings.Join(slices.Concat(countTables, []string{readingsTable, "dead"}), "|")
	ours := regexp.MustCompile(`^(\.(` + kinds + `))?-\d{5}-of-\d{5}\.(jsonl|csv)$`)
	names, err := beginning(ctx, name)
	if err != nil {
		return err
	}
	old := slices.DeleteFunc(names, func(one string) bool {
		return !ours.MatchString(strings.TrimPrefix(one, name))
	})
	switch {
	case len(old) == 0:
		return nil
	case !force:
		return fmt.Errorf("%s already exists; use --force to replace it", old[0])
	}
	for _, name := range old {
		if err := removeFile(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

// summary prints the counts of a run, and returns its exit status.
func summary(results metrics.Results, stderr io.Writer) int {
	counted := map[string]int64{}
	for _, c := range results.AllMetrics().Counters() {
		if c.Key.Namespace == "urlsift" {
			counted[c.Key.Name] += c.Result()
		}
	}
	fmt.Fprintf(stderr, "urlsift-beam: %d bytes, %d messages, %d URLs, %d rejected, %d dead letters\n",
		counted["bytes"], counted["messages"], counted["urls"], counted["rejected"], counted["dead"])
	switch {
	case counted["dead"] > 0:
		return exitTrouble
	case counted["urls"] == 0:
		return exitNothing
	}
	return exitFound
}
