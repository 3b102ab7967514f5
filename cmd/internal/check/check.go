// Package check explains a URL: whether RFC 1738 allows it, its parts, and their meaning
// in its protocol.
package check

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/urlsift/urlsift/cmd/internal/message"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/cmd/internal/stop"
	"github.com/urlsift/urlsift/cmd/internal/urljson"
	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/internal/idn"
	"github.com/urlsift/urlsift/rfc1738"
	"github.com/urlsift/urlsift/scan"
)

// A Checker writes an explanation of each text.
type Checker struct {
	Stderr io.Writer
	JSON   bool
	Redact bool
	// Defang makes URLs unclickable.
	Defang bool

	// Invalid reports whether a text was not valid, and Trouble whether one could not be
	// read.
	Invalid, Trouble bool

	w *bufio.Writer
}

// New returns a Checker that writes to w. Output is buffered until Flush.
func New(w io.Writer) *Checker { return &Checker{w: bufio.NewWriterSize(w, 64<<10)} }

// Flush writes the buffered output.
func (c *Checker) Flush() error { return c.w.Flush() }

// Text explains a text.
func (c *Checker) Text(text string) error {
	v := judge(text)
	v.veil.Defang = c.Defang
	v.later, v.browsed = parse3986(v.bare), browse(v.bare)
	if c.Redact {
		v.later = v.later.redacted(v.bare)
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

// maxLine is the maximum length of a line for Lines.
const maxLine = 1 << 20

// Lines explains each line of r that is not blank.
func (c *Checker) Lines(r io.Reader) error {
	lines := bufio.NewReaderSize(r, maxLine)
	for number, offset := 1, 0; ; number++ {
		line, err := lines.ReadSlice('\n')
		offset += len(line)
		for errors.Is(err, bufio.ErrBufferFull) {
			message.Warn(c.Stderr, "-: line %d: longer than %d bytes, skipped", number, maxLine)
			c.Trouble = true
			for errors.Is(err, bufio.ErrBufferFull) {
				line, err = lines.ReadSlice('\n')
				offset += len(line)
			}
			line = nil
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
			message.Warn(c.Stderr, "-: at offset %d: %v", offset, err)
			c.Trouble = true
			return nil
		}
	}
}

// A verdict holds the results of all parsers for a text.
type verdict struct {
	text       string // as given
	bare       string // the URL in it that was parsed
	url        rfc1738.URL
	err        *rfc1738.Error // of the strict parser; nil if it is valid
	deviations []rfc1738.Deviation
	rejected   *rfc1738.Error // of the lenient one
	encoded    string         // the strict form, if it differs
	later      later          // the result by RFC 3986
	browsed    *browsed       // the result by the URL Standard, as in browsers
	veil       printable.Veil // applies when it is written; passwords are hidden before
}

// judge parses text without its wrapper or prefix, if any.
func judge(text string) verdict {
	v := verdict{text: text, bare: unwrap(text)}
	var err error
	if v.url, err = rfc1738.Parse(v.bare); err == nil {
		return v
	}
	errors.As(err, &v.err)
	v.url, v.deviations, err = rfc1738.ParseLenient(v.bare, nil)
	errors.As(err, &v.rejected)
	if encoded, ok := extract.Encoded(v.url, v.deviations); ok {
		v.encoded = encoded
	}
	return v
}

// redact removes passwords from a verdict.
func (v *verdict) redact() {
	v.browsed.href = printable.RedactURL(v.browsed.href)
	v.encoded = printable.RedactURL(v.encoded)
	v.rejected = printable.RedactError(v.bare, v.rejected)
	bare, url, deviations, err := printable.RedactParsed(v.bare, v.url, v.deviations, v.err)
	v.text, v.bare, v.url, v.deviations, v.err = printable.RedactURL(v.text), bare, url, deviations, err
}

// prefix matches "URL:" as the finder does, and blanks around it.
var prefix = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^[ \t]*URL[ \t]*:[ \t]*`)
})

// unwrap removes <URL: >, < > or URL: from a text. Inside brackets all white space is
// dropped (appendix).
func unwrap(text string) string {
	if inner, ok := strings.CutPrefix(text, "<"); ok && strings.HasSuffix(inner, ">") {
		inner = strings.Join(strings.Fields(inner[:len(inner)-1]), "")
		return prefix().ReplaceAllString(inner, "")
	}
	return prefix().ReplaceAllString(text, "")
}

// explainJSON appends the object of a verdict. Its offsets count from the first byte of
// the URL, without wrapper or prefix.
func explainJSON(b []byte, v verdict) []byte {
	b = urljson.AppendURL(append(b, '{'), "text", v.veil.Text(v.text))
	b = strconv.AppendBool(append(b, `,"valid":`...), v.err == nil)
	if v.err != nil {
		b = urljson.AppendError(append(b, ','), v.err, scan.Flawless)
	}
	if v.rejected != nil {
		return append(v.appendOthers(append(b, `,"rejected":true`...)), "}\n"...)
	}
	b = urljson.AppendParts(b, &v.url, v.veil)
	b = urljson.AppendDeviations(b, v.deviations)
	if v.encoded != "" {
		b = urljson.AppendString(append(b, `,"encoded":`...), v.veil.URL(v.encoded))
	}
	cautions := extract.Cautions(v.url)
	if typeCaution(v.url) != "" {
		cautions = append(cautions, "gopher-type")
	}
	b = urljson.AppendCautions(b, cautions)
	b = append(b, `,"means":[`...)
	for i, step := range means(v.url, v.veil) {
		if i > 0 {
			b = append(b, ',')
		}
		b = urljson.AppendText(b, v.veil.Text(step.String()))
	}
	b = append(b, ']')
	if ascii := idnaHost(v.url); ascii != "" {
		b = urljson.AppendString(append(b, `,"idna":`...), v.veil.Text(ascii))
	}
	return append(v.appendOthers(b), "}\n"...)
}

// appendOthers appends the results by other standards.
func (v *verdict) appendOthers(b []byte) []byte {
	return appendBrowsed(appendLater(b, &v.later, v.veil), v.browsed, v.veil)
}

// appendLater appends the result by RFC 3986.
func appendLater(b []byte, u *later, veil printable.Veil) []byte {
	b = strconv.AppendBool(append(b, `,"rfc3986":{"valid":`...), u.err == nil)
	if e := u.err; e != nil {
		b = strconv.AppendInt(append(b, `,"error":{"offset":`...), int64(e.offset), 10)
		b = urljson.AppendString(append(b, `,"rule":`...), e.rule)
		b = urljson.AppendString(append(b, `,"section":`...), e.section)
		b = urljson.AppendString(append(b, `,"message":`...), e.Error())
		return append(b, "}}"...)
	}
	b = append(b, `,"components":{`...)
	for i, c := range u.components {
		if i > 0 {
			b = append(b, ',')
		}
		b = urljson.AppendString(append(append(append(b, '"'), c.name...), `":`...), c.veiled(veil))
	}
	return append(urljson.AppendString(append(b, `},"normal":`...), veil.URL(u.normal())), '}')
}

// idnaHost returns the host of a URL by IDNA if it is not ASCII, or nothing.
func idnaHost(u rfc1738.URL) string {
	host, _ := u.Part(rfc1738.PartHost)
	if ascii, ok := idn.ToASCII(host); ok && ascii != host {
		return ascii
	}
	return ""
}

// means returns the steps of a client for a URL. A host is looked up by its form in
// ASCII.
func means(u rfc1738.URL, veil printable.Veil) []rfc1738.Step {
	steps := u.Means()
	host, _ := u.Part(rfc1738.PartHost)
	shown := veil.Part(rfc1738.PartHost, cmp.Or(idnaHost(u), host))
	for i, step := range steps {
		if rest, ok := strings.CutPrefix(step.With, host); ok && step.Do == "connect" {
			steps[i].With = shown + rest
		}
	}
	return steps
}

// explainText appends a verdict for people.
func explainText(b []byte, v verdict) []byte {
	p := &page{b, v.veil}
	p.line(printable.Text(v.veil.URL(v.bare)))
	if v.err == nil {
		p.field("valid", "a URL by RFC 1738 section 5")
	} else {
		p.caret(v.bare, v.err.Offset)
		p.field("not valid", v.err.Error())
	}
	switch {
	case v.rejected == nil:
		p.parts(v)
	case *v.rejected != *v.err:
		p.caret(v.bare, v.rejected.Offset)
		p.field("rejected", v.rejected.Error())
	}
	p.later(&v.later)
	p.browsed(v.browsed)
	return p.b
}

// parts writes the deviations, the parts and the meaning of a URL.
func (p *page) parts(v verdict) {
	for i, d := range v.deviations {
		p.fieldIf(i == 0, "tolerated", d.String())
	}
	if v.encoded != "" {
		p.field("strict form", printable.Text(v.encoded))
	}
	for part, text := range v.url.Parts() {
		if part == rfc1738.PartScheme {
			text = v.url.Scheme()
		}
		p.field(part.String(), printable.Text(v.veil.Part(part, text)))
		if ascii := idnaHost(v.url); part == rfc1738.PartHost && ascii != "" {
			p.field("by IDNA", ascii)
		}
	}
	for i, step := range means(v.url, v.veil) {
		text := printable.Text(step.String())
		if name := gopherTypes[step.With]; step.Do == "type" && name != "" && v.url.Scheme() == "gopher" {
			text += ", " + name
		}
		p.fieldIf(i == 0, "means", text)
	}
	cautions := extract.Cautions(v.url)
	for i, caution := range cautions {
		p.fieldIf(i == 0, "caution", string(caution)+": "+cautionTexts[caution])
	}
	if text := typeCaution(v.url); text != "" {
		p.fieldIf(len(cautions) == 0, "caution", printable.Text(text))
	}
}

// cautionTexts explains each caution.
var cautionTexts = map[rfc1738.Caution]string{
	rfc1738.CautionPort:         "not the default one of the scheme (section 6)",
	rfc1738.CautionReservedPort: "it belongs to another protocol (section 6)",
	rfc1738.CautionPortRange:    "TCP has no such port; they end at 65535",
	rfc1738.CautionIPNumber:     "an address that is not written as four decimal numbers",
	rfc1738.CautionControl:      "an encoded control character would reach the protocol (section 6)",
	rfc1738.CautionPassword:     "it is not secret (section 6)",
	extract.CautionMixedScript:  "a label of the host has letters of several scripts (UTS 39)",
}

// A page is the output of explainText: a line for the text, and below it fields with
// names.
type page struct {
	b    []byte
	veil printable.Veil
}

func (p *page) line(text string) { p.b = append(append(p.b, strings.TrimRight(text, " ")...), '\n') }

func (p *page) field(name, text string) { p.line(fmt.Sprintf("  %-11s %s", name, p.veil.Text(text))) }

// fieldIf is a field that has its name only if it is the first of several.
func (p *page) fieldIf(first bool, name, text string) {
	if !first {
		name = ""
	}
	p.field(name, text)
}

// later writes the judgement of RFC 3986 on a text.
func (p *page) later(u *later) {
	switch {
	case u.err != nil:
		p.field("RFC 3986", "no URI: "+u.err.Error())
		return
	}
	p.field("RFC 3986", "a URI")
	for _, c := range u.components {
		p.field("", fmt.Sprintf("%-9s %s", c.name, c.veiled(p.veil)))
	}
	p.field("normal form", p.veil.URL(u.normal()))
}

// caret points at the byte at offset in the line above.
func (p *page) caret(text string, offset int) {
	before := printable.Text(p.veil.URL(text[:min(offset, len(text))]))
	p.line(strings.Repeat(" ", utf8.RuneCountInString(before)) + "^")
}
