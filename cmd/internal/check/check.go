// Package check explains a URL: whether RFC 1738 allows it, what its parts are, and what it means to its protocol.
package check

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/message"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/cmd/internal/redact"
	"github.com/urlsift/urlsift/cmd/internal/stop"
	"github.com/urlsift/urlsift/cmd/internal/urljson"
	"github.com/urlsift/urlsift/extract/iri"
	"github.com/urlsift/urlsift/rfc1738"
)

// A Checker writes an explanation of each text.
type Checker struct {
	Stderr io.Writer
	JSON   bool
	Redact bool

	// Invalid reports whether a text was not valid, and Trouble whether some could not be read.
	Invalid, Trouble bool

	w *bufio.Writer
}

// New returns a Checker that writes to w. What it writes is held back until Flush.
func New(w io.Writer) *Checker { return &Checker{w: bufio.NewWriterSize(w, 64<<10)} }

// Flush writes what was held back.
func (c *Checker) Flush() error { return c.w.Flush() }

// Text explains a text.
func (c *Checker) Text(text string) error {
	v := judge(text)
	if c.Redact {
		v.redact()
	}
	if v.err != nil {
		c.Invalid = true
	}
	explain := explainText
	if c.JSON {
		explain = explainJSON
	}
	_, err := c.w.Write(explain(nil, v))
	return err
}

// maxLine is the longest line that Lines reads.
const maxLine = 1 << 20

// Lines explains each line of r that is not blank.
func (c *Checker) Lines(r io.Reader) error {
	counted := &countingReader{r: r}
	lines := bufio.NewReaderSize(counted, maxLine)
	for number := 1; ; number++ {
		line, err := lines.ReadSlice('\n')
		for errors.Is(err, bufio.ErrBufferFull) {
			message.Warn(c.Stderr, "-: line %d: longer than %d bytes, skipped", number, maxLine)
			c.Trouble = true
			for line = nil; errors.Is(err, bufio.ErrBufferFull); {
				_, err = lines.ReadSlice('\n')
			}
		}
		text := bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
		if len(bytes.TrimSpace(text)) > 0 {
			if err := c.Text(string(text)); err != nil {
				return err
			}
		}
		switch {
		case err == io.EOF:
			return nil
		case errors.As(err, new(stop.Error)):
			return err
		case err != nil:
			message.Warn(c.Stderr, "-: at offset %d: %v", counted.n, err)
			c.Trouble = true
			return nil
		}
	}
}

// A countingReader counts what is read from r.
type countingReader struct {
	r io.Reader
	n int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// A verdict is what is found out about a text.
type verdict struct {
	text       string // as given
	bare       string // the URL in it, as it was parsed
	url        rfc1738.URL
	err        *rfc1738.Error // of the strict parser; nil if it is valid
	deviations []rfc1738.Deviation
	rejected   *rfc1738.Error // of the lenient one
	encoded    string         // the strict form, if it differs
}

// judge parses text without the wrapper or prefix that it may have.
func judge(text string) verdict {
	v := verdict{text: text, bare: unwrap(text)}
	var err error
	if v.url, err = rfc1738.Parse(v.bare); err == nil {
		return v
	}
	errors.As(err, &v.err)
	v.url, v.deviations, err = rfc1738.Lenient(v.bare, nil)
	errors.As(err, &v.rejected)
	if encoded, ok := iri.Encoded(new(rfc1738.Grammar), v.url, v.deviations); ok && len(v.deviations) > 0 {
		v.encoded = encoded
	}
	return v
}

// redact takes passwords out of a verdict.
func (v *verdict) redact() {
	v.encoded = redact.URL(v.encoded)
	v.rejected = redact.Error([]byte(v.bare), v.rejected)
	bare, url, deviations, err := redact.Parsed([]byte(v.bare), v.url, v.deviations, v.err)
	v.text, v.bare, v.url, v.deviations, v.err = redact.URL(v.text), string(bare), url, deviations, err
}

// prefix is "URL:" as the finder takes it, and blanks around it.
var prefix = regexp.MustCompile(`(?i)^[ \t]*URL[ \t]*:[ \t]*`)

// unwrap takes <URL: >, < > or URL: off a text. Inside brackets all white space is dropped (appendix).
func unwrap(text string) string {
	if inner, ok := strings.CutPrefix(text, "<"); ok && strings.HasSuffix(inner, ">") {
		inner = strings.Join(strings.Fields(inner[:len(inner)-1]), "")
		return prefix.ReplaceAllString(inner, "")
	}
	return prefix.ReplaceAllString(text, "")
}

// explainJSON appends the object of a verdict. Its offsets count from the first byte of the URL, without wrapper or prefix.
func explainJSON(b []byte, v verdict) []byte {
	b = urljson.AppendURL(append(b, '{'), "text", v.text)
	b = strconv.AppendBool(append(b, `,"valid":`...), v.err == nil)
	if v.err != nil {
		b = urljson.AppendError(append(b, ','), v.err, "")
	}
	if v.rejected != nil {
		return append(b, ",\"rejected\":true}\n"...)
	}
	b = urljson.AppendParts(b, &v.url, false)
	b = urljson.AppendDeviations(b, v.deviations)
	if v.encoded != "" {
		b = urljson.AppendString(append(b, `,"encoded":`...), v.encoded)
	}
	b = urljson.AppendCautions(b, iri.Cautions(v.url))
	b = append(b, `,"means":[`...)
	for i, step := range v.url.Means() {
		if i > 0 {
			b = append(b, ',')
		}
		b = urljson.AppendText(b, []byte(step.String()))
	}
	return append(b, "]}\n"...)
}

// explainText appends a verdict for people.
func explainText(b []byte, v verdict) []byte {
	p := &page{b}
	p.line(printable.Text(v.bare))
	if v.err == nil {
		p.field("valid", "a URL by RFC 1738 section 5")
	} else {
		p.caret(v.bare, v.err.Offset)
		p.field("not valid", v.err.Error())
	}
	if v.rejected != nil {
		if *v.rejected != *v.err {
			p.caret(v.bare, v.rejected.Offset)
			p.field("rejected", v.rejected.Error())
		}
		return p.b
	}
	for i, d := range v.deviations {
		p.fieldIf(i == 0, "tolerated", d.String())
	}
	if v.encoded != "" {
		p.field("strict form", v.encoded)
	}
	for part, text := range v.url.Parts() {
		if part == rfc1738.PartScheme {
			text = v.url.Scheme()
		}
		p.field(part.String(), printable.Text(text))
	}
	for i, step := range v.url.Means() {
		p.fieldIf(i == 0, "means", printable.Text(step.String()))
	}
	for i, caution := range iri.Cautions(v.url) {
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
	case rfc1738.CautionPortRange:
		return "port-range: TCP has no such port"
	case rfc1738.CautionIPNumber:
		return "ip-number: an address that is not written as four decimal numbers"
	case rfc1738.CautionControl:
		return "control: an encoded control character would reach the protocol (section 6)"
	case iri.CautionMixedScript:
		return "mixed-script: a label of the host has letters of several scripts (UTS 39)"
	}
	return "password: it is not secret (section 6)"
}

// A page is what explainText writes: a line for the text, and below it fields with names.
type page struct{ b []byte }

func (p *page) line(text string) { p.b = append(append(p.b, strings.TrimRight(text, " ")...), '\n') }

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
	p.line(strings.Repeat(" ", len([]rune(printable.Text(text[:min(offset, len(text))])))) + "^")
}
