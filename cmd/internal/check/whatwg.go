package check

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nlnwa/whatwg-url/errors"
	whatwg "github.com/nlnwa/whatwg-url/url"

	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/cmd/internal/urljson"
)

// A browsed is a text parsed by the URL Standard of the WHATWG, as in browsers.
type browsed struct {
	href   string   // the serialized URL, or empty if the text is not a URL
	errors []string // the validation errors; only the last one may be fatal
	long   bool     // it is longer than maxBrowsed, and was not parsed
}

// maxBrowsed is the maximum length in bytes of a text that is parsed as in browsers. For
// some texts the parser takes quadratic time.
const maxBrowsed = 4 << 10

var browser = whatwg.NewParser(whatwg.WithReportValidationErrors())

// browse parses a text as a browser without a base URL does. It returns each kind of
// error once, in order.
func browse(text string) *browsed {
	b := &browsed{long: len(text) > maxBrowsed}
	if b.long {
		return b
	}
	add := func(err error) {
		what := cmp.Or(string(errors.Type(err)), "not a URL")
		if first := what[:1]; len(what) > 1 && (what[1] >= 'a' || what[1] == ' ') { // not an acronym
			what = strings.ToLower(first) + what[1:]
		}
		if !slices.Contains(b.errors, what) {
			b.errors = append(b.errors, what)
		}
	}
	u, err := browser.Parse(text)
	if err != nil {
		add(err)
		return b
	}
	for _, err := range u.ValidationErrors() {
		add(err)
	}
	b.href = u.Href(false)
	return b
}

// appendBrowsed appends the result by the URL Standard, unless the text was too long.
func appendBrowsed(b []byte, u *browsed, veil printable.Veil) []byte {
	if u.long {
		return b
	}
	b = strconv.AppendBool(append(b, `,"whatwg":{"valid":`...), u.href != "" && len(u.errors) == 0)
	if u.href != "" {
		b = urljson.AppendString(append(b, `,"href":`...), veil.URL(u.href))
	}
	for i, what := range u.errors {
		sep := `,`
		if i == 0 {
			sep = `,"errors":[`
		}
		b = urljson.AppendString(append(b, sep...), what)
	}
	if len(u.errors) > 0 {
		b = append(b, ']')
	}
	return append(b, '}')
}

// browsed prints the result by the URL Standard.
func (p *page) browsed(u *browsed) {
	read := "no URL (WHATWG)"
	switch {
	case u.long:
		read = fmt.Sprintf("(not asked: longer than %d bytes)", maxBrowsed)
	case u.href != "":
		read = printable.Text(p.veil.URL(u.href))
	}
	p.field("browsers", read)
	for _, what := range u.errors {
		p.field("", what)
	}
}
