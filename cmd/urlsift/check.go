package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/urlsift/urlsift/rfc1738"
)

func checkFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "json", Usage: "print one JSON object a line", DisableDefaultText: true},
	}
}

// check is the subcommand check.
func check(c *cli.Context, status *int) error {
	w := bufio.NewWriterSize(c.App.Writer, 64<<10)
	explain := explainText
	if c.Bool("json") {
		explain = explainJSON
	}
	one := func(text string) error {
		v := judge(text)
		if v.err != nil && *status == exitFound {
			*status = exitNothing
		}
		_, err := w.Write(explain(nil, v))
		return err
	}
	if c.NArg() == 0 {
		if err := checkLines(c.App.Reader, c.App.ErrWriter, w, one, status); err != nil {
			return err
		}
	}
	for _, text := range c.Args().Slice() {
		if err := one(text); err != nil {
			return err
		}
	}
	return w.Flush()
}

// maxLine is the longest line that check reads.
const maxLine = 1 << 20

// checkLines calls one for each line of r that is not blank. What was written is not held back while more is waited for.
func checkLines(r io.Reader, stderr io.Writer, w *bufio.Writer, one func(string) error, status *int) error {
	var n int64
	lines := bufio.NewReaderSize(&countingReader{r: r, n: &n, before: w.Flush}, maxLine)
	for number := 1; ; number++ {
		line, err := lines.ReadSlice('\n')
		for errors.Is(err, bufio.ErrBufferFull) {
			warn(stderr, "-: line %d: longer than %d bytes, and so skipped", number, maxLine)
			*status = exitTrouble
			for line = nil; errors.Is(err, bufio.ErrBufferFull); {
				_, err = lines.ReadSlice('\n')
			}
		}
		text := bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
		if len(bytes.TrimSpace(text)) > 0 {
			if err := one(string(text)); err != nil {
				return err
			}
		}
		switch {
		case err == io.EOF:
			return nil
		case errors.Is(err, errOutput):
			return w.Flush()
		case err != nil:
			warn(stderr, "-: at offset %d: %v", n, err)
			*status = exitTrouble
			return nil
		}
	}
}

// A verdict is what check has to say of a text.
type verdict struct {
	text       string // as given
	shift      int    // how much of it stands before the URL: "<URL:"
	url        rfc1738.URL
	err        *rfc1738.Error // of the strict parser; nil if it is valid
	deviations []rfc1738.Deviation
	rejected   *rfc1738.Error // of the lenient one
}

// judge parses text without the wrapper or prefix that it may have.
func judge(text string) verdict {
	bare, shift := unwrap(text)
	v := verdict{text: text, shift: shift}
	var err error
	if v.url, err = rfc1738.Parse(bare); err == nil {
		return v
	}
	errors.As(err, &v.err)
	v.url, v.deviations, err = rfc1738.Lenient([]byte(bare), nil)
	errors.As(err, &v.rejected)
	return v
}

// unwrap takes <URL: >, < > or URL: off a text, with blanks around what is inside. It gives the length of what stood before
// that, too.
func unwrap(text string) (bare string, shift int) {
	bare = text
	if strings.HasPrefix(bare, "<") && strings.HasSuffix(bare, ">") && len(bare) > 1 {
		bare = strings.TrimRight(bare[:len(bare)-1], " \t")
		shift = 1
	}
	if prefix := bare[shift:]; len(prefix) >= 4 && strings.EqualFold(prefix[:4], "URL:") {
		shift += len("URL:")
	}
	if shift > 0 {
		rest := bare[shift:]
		shift += len(rest) - len(strings.TrimLeft(rest, " \t"))
	}
	return bare[shift:], shift
}

// explainJSON appends the object of a verdict. Its offsets count from the first byte of the URL, behind a wrapper or prefix.
func explainJSON(b []byte, v verdict) []byte {
	b = appendURLValue(append(b, '{'), "text", []byte(v.text))
	b = strconv.AppendBool(append(b, `,"valid":`...), v.err == nil)
	if v.err != nil {
		b = appendError(append(b, ','), v.err)
	}
	if v.rejected != nil {
		return append(b, "}\n"...)
	}
	b = appendParts(b, v.url)
	b = appendDeviations(b, v.url, v.deviations)
	b = appendCautions(b, v.url)
	b = append(b, `,"means":[`...)
	for i, step := range v.url.Means() {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendString(b, step.String())
	}
	return append(b, "]}\n"...)
}

// explainText appends a verdict for people.
func explainText(b []byte, v verdict) []byte {
	p := &page{b}
	p.line(printable(v.text))
	switch {
	case v.err == nil:
		p.field("valid", "a URL by RFC 1738 section 5")
	case v.rejected == nil:
		p.caret(v.text, v.err.Offset+v.shift)
		p.field("not valid", v.err.Error())
	default:
		p.caret(v.text, v.err.Offset+v.shift)
		p.field("not valid", v.err.Error())
		if *v.rejected != *v.err {
			p.field("", "and not tolerated: "+v.rejected.Error())
		}
		return p.b
	}
	for i, d := range v.deviations {
		p.fieldIf(i == 0, "tolerated", d.String())
	}
	if encoded, ok := v.url.Encoded(v.deviations); ok && len(v.deviations) > 0 {
		p.field("strict form", encoded)
	}
	for part, text := range v.url.Parts() {
		if part == rfc1738.SchemeName {
			text = v.url.Scheme()
		}
		if text == "" {
			text = "(empty)"
		}
		p.field(part.String(), printable(text))
	}
	for i, step := range v.url.Means() {
		p.fieldIf(i == 0, "means", printable(step.String()))
	}
	for i, caution := range v.url.Cautions() {
		p.fieldIf(i == 0, "caution", cautionText(caution))
	}
	return p.b
}

func cautionText(c rfc1738.Caution) string {
	switch c {
	case rfc1738.CautionPort:
		return "port: not the default one of the scheme (section 6)"
	case rfc1738.CautionReservedPort:
		return "reserved-port: it belongs to another protocol (section 6)"
	case rfc1738.CautionControl:
		return "control: an encoded control character would reach the protocol (section 6)"
	}
	return "password: it is not secret (section 6)"
}

// A page is what explainText writes: a line for the text, and below it fields with names.
type page struct{ b []byte }

func (p *page) line(text string) { p.b = append(append(p.b, text...), '\n') }

func (p *page) field(name, text string) { p.line(fmt.Sprintf("  %-11s %s", name, text)) }

// fieldIf is a field that has its name only if it is the first of several.
func (p *page) fieldIf(first bool, name, text string) {
	if !first {
		name = ""
	}
	p.field(name, text)
}

// caret points at the byte at offset in the line above.
func (p *page) caret(text string, offset int) {
	p.line(strings.Repeat(" ", len([]rune(printable(text[:min(offset, len(text))])))) + "^")
}
