// Package corpus holds texts with their expected results: the conformance corpus, whose
// README.md defines its format for any language. It is embedded, so that the tests of
// other packages can read it in any directory.
//
// The package does not depend on the packages that it tests.
package corpus

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"
)

//go:embed parse extract options mail rfc1738-section-5.txt worst.txt
var files embed.FS

// Section5 is the text of section 5 of RFC 1738, without the RFC's page breaks.
func Section5() string {
	text, err := files.ReadFile("rfc1738-section-5.txt")
	if err != nil {
		panic(err)
	}
	return string(text)
}

// A Case is one case of a file in parse/.
type Case struct {
	// At is the place of the case, as file:line.
	At string
	// Text is the text to parse, with escapes resolved and marks removed.
	Text string
	// Marks holds the offsets in Text of the removed "^" marks.
	Marks []int
	// Fields holds the fields after the text on its line, with escapes resolved.
	Fields []string
	// Lines holds the indented lines below it, with escapes resolved.
	Lines []string
}

// Parse reads the cases of parse/NAME.txt.
func Parse(name string) ([]Case, error) {
	file := path.Join("parse", name+".txt")
	text, err := files.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var cases []Case
	for i, line := range strings.Split(string(text), "\n") {
		at := fmt.Sprintf("corpus/%s:%d", file, i+1)
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(line, "# ") {
			continue
		}
		if strings.HasPrefix(line, "\t") {
			if len(cases) == 0 {
				return nil, fmt.Errorf("%s: an indented line before the first case", at)
			}
			last := &cases[len(cases)-1]
			last.Lines = append(last.Lines, unescape(line[1:]))
			continue
		}
		c := Case{At: at}
		c.Text, c.Marks = marked(fields[0])
		for _, field := range fields[1:] {
			c.Fields = append(c.Fields, unescape(field))
		}
		cases = append(cases, c)
	}
	return cases, nil
}

// marked resolves escapes in text, and removes its marks.
func marked(text string) (string, []int) { return resolved(text, `\^`) }

// unescape resolves escapes in text.
func unescape(text string) string {
	text, _ = resolved(text, `\`)
	return text
}

// resolved resolves escapes in text, and removes marks if special contains "^".
func resolved(text, special string) (string, []int) {
	var b strings.Builder
	var marks []int
	for {
		i := strings.IndexAny(text, special)
		if i < 0 {
			b.WriteString(text)
			return b.String(), marks
		}
		b.WriteString(text[:i])
		if text[i] == '^' {
			marks, text = append(marks, b.Len()), text[i+1:]
			continue
		}
		octet, size := escaped(text[i:])
		b.WriteByte(octet)
		text = text[i+size:]
	}
}

// escaped resolves the escape at the beginning of text: \xNN, or a backslash and the
// character itself.
func escaped(text string) (octet byte, size int) {
	if len(text) >= 4 && text[1] == 'x' {
		if n, err := strconv.ParseUint(text[2:4], 16, 8); err == nil {
			return byte(n), 4
		}
	}
	if len(text) > 1 {
		return text[1], 2
	}
	return '\\', 1
}

// An Extract is one case of a file in extract/ or options/: a text, and the URLs that
// must be found in it.
type Extract struct {
	// Name is the case's name, after the name of its file: "wrapped/plain".
	Name string
	// Rule is the rule of the cases in the file.
	Rule string
	// Text is the text, and Want the expected result, in the form of README.md.
	Text, Want string
}

// URLs returns the URLs that must be found in the text, without further details.
func (e Extract) URLs() []string {
	var urls []string
	for line := range strings.Lines(e.Want) {
		if fields := strings.Fields(line); line[0] != ' ' && fields[0] != "rejected" {
			urls = append(urls, fields[1])
		}
	}
	return urls
}

// Extracts reads the cases of all files in extract/.
func Extracts() ([]Extract, error) { return extracts("extract") }

// Options reads the cases of all files in options/. Each file is named after the option
// to be set for its cases.
func Options() ([]Extract, error) { return extracts("options") }

// Mails reads the cases of all files in mail/, whose Want has texts instead of URLs.
func Mails() ([]Extract, error) { return extracts("mail") }

func extracts(dir string) ([]Extract, error) {
	var cases []Extract
	entries, err := fs.ReadDir(files, dir)
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		data, err := files.ReadFile(path.Join(dir, entry.Name()))
		if err != nil {
			return nil, err
		}
		archive := txtar.Parse(data)
		_, rule, ok := strings.Cut(string(archive.Comment), "Rule: ")
		if !ok {
			return nil, fmt.Errorf("corpus/%s/%s: it names no rule", dir, entry.Name())
		}
		parts := archive.Files
		for i := 0; i < len(parts); i += 2 {
			name, ok := strings.CutSuffix(parts[i].Name, ".txt")
			if !ok || i+1 == len(parts) || parts[i+1].Name != name+".want" {
				return nil, fmt.Errorf("corpus/%s/%s: %s is not followed by its .want", dir, entry.Name(),
					parts[i].Name)
			}
			cases = append(cases, Extract{
				Name: path.Join(strings.TrimSuffix(entry.Name(), ".txtar"), name),
				Rule: strings.TrimSpace(rule),
				Text: string(parts[i].Data),
				Want: string(parts[i+1].Data),
			})
		}
	}
	return cases, nil
}
