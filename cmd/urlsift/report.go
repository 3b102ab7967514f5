package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/urlsift/urlsift/cmd/internal/report"
)

func reportFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "db", Usage: "the database that urlsift index has made: `FILE`"},
		&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`, which changes only when all is written"},
		&cli.StringFlag{Name: "title", Usage: "the headline of the page: `TEXT`"},
	}
}

// makeReport is the subcommand report.
func makeReport(c *cli.Context) (err error) {
	name := c.String("db")
	switch {
	case name == "":
		return usage("report wants --db FILE; see urlsift report --help")
	case c.NArg() > 0:
		return usage(fmt.Sprintf("%s: report reads the database alone; urlsift index reads files", c.Args().First()))
	}
	db, err := report.Open(name)
	if err != nil {
		return err
	}
	defer db.Close()
	if isSameFile(name, c.String("output")) {
		return usage(fmt.Sprintf("-o %s: the page would take the place of the database", name))
	}
	target, err := openTarget(c.String("output"), c.App.Writer)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, target.close(err == nil)) }()
	title := c.String("title")
	if title == "" {
		title = "URLs in " + filepath.Base(name)
	}
	err = report.Write(target, db, report.Config{Title: title, Version: version(), Now: time.Now()})
	if err != nil && !isClosedPipe(err) {
		return fmt.Errorf("%s: %w", name, err)
	}
	return err
}

func isSameFile(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil {
		return false
	}
	second, err := os.Stat(b)
	return err == nil && os.SameFile(first, second)
}
