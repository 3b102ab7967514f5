// Command score holds a command that finds URLs against the conformance corpus.
//
//	go run ./corpus/score [-v] -- COMMAND [ARGUMENT...]
//
// Each text of corpus/extract goes to the command on standard input. The command prints
// one URL a line, or one JSON object a line with "url", where objects with "rejected":
// true do not count. A line without a ":" is no URL and passed over, since other commands
// guess at hosts and addresses.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urlsift/urlsift/corpus"
)

func main() {
	verbose := flag.Bool("v", false, "print each case that fails, and the rule that it is of")
	flag.Parse()
	if flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "usage: score [-v] -- COMMAND [ARGUMENT...]")
		os.Exit(2)
	}
	extracts, err := corpus.Extracts()
	if err == nil {
		err = run(os.Stdout, extracts, flag.Args(), *verbose)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "score:", err)
		os.Exit(2)
	}
}

// A score is how a command did on some cases.
type score struct {
	cases, passed      int
	right, extra, lost int // URLs
}

func (s *score) add(want, got []string) {
	s.cases++
	if slices.Equal(want, got) {
		s.passed++
	}
	rest := slices.Clone(want)
	for _, url := range got {
		if i := slices.Index(rest, url); i >= 0 {
			rest = slices.Delete(rest, i, i+1)
			s.right++
		} else {
			s.extra++
		}
	}
	s.lost += len(rest)
}

func (s *score) String() string {
	precision, recall := share(s.right, s.right+s.extra), share(s.right, s.right+s.lost)
	f1 := 0.
	if s.right > 0 {
		f1 = 2 * precision * recall / (precision + recall)
	}
	return fmt.Sprintf("%4d of %4d cases  precision %.3f  recall %.3f  F1 %.3f", s.passed, s.cases, precision,
		recall, f1)
}

func share(part, whole int) float64 {
	if whole == 0 {
		return 1
	}
	return float64(part) / float64(whole)
}

// run writes how a command does on some cases.
func run(w io.Writer, extracts []corpus.Extract, command []string, verbose bool) error {
	var all score
	var names []string
	themes := map[string]*score{}
	for _, e := range extracts {
		got, err := find(command, e.Text)
		if err != nil {
			return fmt.Errorf("%s: %w", e.Name, err)
		}
		name, _, _ := strings.Cut(e.Name, "/")
		if themes[name] == nil {
			themes[name] = new(score)
			names = append(names, name)
		}
		want := escaped(e.URLs())
		got = escaped(got)
		themes[name].add(want, got)
		all.add(want, got)
		if verbose && !slices.Equal(want, got) {
			fmt.Fprintf(w, "%s (%s)\n\twant %q\n\tgot  %q\n", e.Name, e.Rule, want, got)
		}
	}
	for _, name := range names {
		fmt.Fprintf(w, "%-10s %s\n", name, themes[name])
	}
	fmt.Fprintf(w, "%-10s %s\n", "all", &all)
	return nil
}

// escaped returns URLs with the bytes of other charsets than UTF-8 as escapes, as many
// commands print them.
func escaped(urls []string) []string {
	var all []string
	for _, url := range urls {
		var b strings.Builder
		for n := 0; len(url) > 0; url = url[n:] {
			var r rune
			if r, n = utf8.DecodeRuneInString(url); r == utf8.RuneError && n == 1 {
				fmt.Fprintf(&b, "%%%02X", url[0])
			} else {
				b.WriteString(url[:n])
			}
		}
		all = append(all, b.String())
	}
	return all
}

// find returns the URLs that a command finds in a text. That it exits with a status is no
// error: many do if they find none.
func find(command []string, text string) ([]string, error) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdin = strings.NewReader(text)
	out, err := cmd.Output()
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		return nil, err
	}
	var urls []string
	for line := range bytes.Lines(out) {
		line = bytes.TrimSpace(line)
		var object struct {
			URL      string
			Rejected bool
		}
		switch {
		case json.Unmarshal(line, &object) == nil:
			if !object.Rejected {
				urls = append(urls, object.URL)
			}
		case bytes.IndexByte(line, ':') >= 0:
			urls = append(urls, string(line))
		}
	}
	return urls, nil
}
