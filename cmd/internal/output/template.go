package output

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urlsift/urlsift/cmd/internal/heading"
	"github.com/urlsift/urlsift/cmd/internal/late"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/cmd/internal/urljson"
	"github.com/urlsift/urlsift/extract/defang"
	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/extract/sift"
	"github.com/urlsift/urlsift/internal/flaws"
	"github.com/urlsift/urlsift/rfc1738"
)

// A piece of a template is text, or a field if it has a name.
type piece struct {
	text string
	name string
	of   field
}

// A field returns a value of a result in the form to be printed, or "".
type field func(t *template, r *sift.Result) string

// Template returns a format that prints results by a template: text with names of fields
// in braces, such as "{host}\t{path}". The names are the keys of JSON, "domain" and
// "context". "{{" and "}}" are braces; \t, \n, \0 and \\ are a tab, a newline, a NUL and
// a backslash. A template that ends in a newline or a NUL ends lines itself.
func Template(text string) (Format, error) {
	pieces, err := parseTemplate(text)
	if err != nil {
		return Format{}, err
	}
	f := Format{Name: "format", Message: true, Rejected: true, NUL: true}
	for _, p := range pieces {
		switch p.name {
		case "line", "column":
			f.Lines = true
		case "text":
			f.Shown = true
		case "context":
			f.Around = true
		}
	}
	last := pieces[len(pieces)-1].text
	ends := strings.HasSuffix(last, "\n") || strings.HasSuffix(last, "\x00")
	divided := slices.ContainsFunc(pieces, func(p piece) bool { return strings.Contains(p.text, "\x00") })
	f.Encoder = func(o *Options) Append {
		return (&template{o: o, pieces: pieces, ends: ends, divided: divided || o.End == 0 && !ends}).append
	}
	return f, nil
}

// parseTemplate splits a template into pieces.
func parseTemplate(text string) (pieces []piece, err error) {
	var plain []byte
	for i := 0; i < len(text); i++ {
		two := text[i:min(i+2, len(text))]
		switch {
		case two == "{{" || two == "}}":
			plain = append(plain, text[i])
			i++
		case text[i] == '{':
			length := strings.IndexByte(text[i:], '}')
			if length < 0 {
				return nil, fmt.Errorf(`"{" at offset %d is not closed; for a brace write {{`, i)
			}
			name := text[i+1 : i+length]
			of, err := fieldOf(name)
			if err != nil {
				return nil, err
			}
			pieces = append(pieces, piece{text: string(plain)}, piece{name: shortName(name), of: of})
			plain = plain[:0]
			i += length
		case text[i] == '\\':
			c := strings.IndexByte(`tn0\`, text[min(i+1, len(text)-1)])
			if c < 0 || len(two) < 2 {
				return nil, fmt.Errorf(`%s at offset %d: must be \t, \n, \0 or \\`, two, i)
			}
			plain = append(plain, "\t\n\x00\\"[c])
			i++
		default:
			plain = append(plain, text[i])
		}
	}
	switch {
	case slices.ContainsFunc(Formats, func(f Format) bool { return f.Name == text }):
		return nil, errors.New("names no field, such as {host}; did you mean --" + text + "?")
	case len(pieces) == 0:
		return nil, errors.New("names no field, such as {host}")
	}
	if len(plain) > 0 {
		pieces = append(pieces, piece{text: string(plain)})
	}
	return pieces, nil
}

// fieldOf returns the field with a name. Names in the objects "parts" and "source" of
// JSON may omit the object.
func fieldOf(name string) (field, error) {
	short := shortName(name)
	if of, ok := fields[short]; ok {
		return of, nil
	}
	var part rfc1738.Part
	if part.UnmarshalText([]byte(short)) == nil {
		return func(t *template, _ *sift.Result) string {
			text, _ := t.parsed.Part(part)
			if part == rfc1738.PartScheme {
				text = t.parsed.Scheme()
			}
			return printable.URL(t.o.Part(part, text))
		}, nil
	}
	return nil, fmt.Errorf("unknown field {%s}; fields have the names of JSON keys, such as {url}, "+
		"{host}, {path}, {file}, {line}, {date}, {subject}", name)
}

// shortName returns the name of a key without its object.
func shortName(name string) string {
	return strings.TrimPrefix(strings.TrimPrefix(name, "parts."), "source.")
}

// fields holds the fields other than the parts of a URL. A number that is left open has
// no function.
var fields = map[string]field{
	"url":        func(t *template, _ *sift.Result) string { return printable.URL(t.url) },
	"kind":       func(_ *template, r *sift.Result) string { return r.Kind.String() },
	"start":      func(_ *template, r *sift.Result) string { return strconv.FormatInt(r.Start, 10) },
	"end":        func(_ *template, r *sift.Result) string { return strconv.FormatInt(r.End, 10) },
	"column":     func(_ *template, r *sift.Result) string { return strconv.Itoa(r.Column) },
	"strict":     func(_ *template, r *sift.Result) string { return strconv.FormatBool(r.Strict()) },
	"escaped":    func(_ *template, r *sift.Result) string { return trueIf(r.Escaped) },
	"obfuscated": func(_ *template, r *sift.Result) string { return trueIf(r.Restored) },
	"rejected":   func(_ *template, r *sift.Result) string { return trueIf(r.Err != nil) },
	"deviations": func(_ *template, r *sift.Result) string {
		var kinds []string
		for _, d := range r.Deviations {
			kinds = append(kinds, d.Kind.String())
		}
		return strings.Join(kinds, ",")
	},
	"cautions": func(_ *template, r *sift.Result) string {
		var all []string
		for _, c := range urljson.Cautions(r) {
			all = append(all, string(c))
		}
		return strings.Join(all, ",")
	},
	"readings": func(t *template, r *sift.Result) string {
		var all []string
		for reading := range r.Readings() {
			if len(all) == urljson.MaxReadings {
				break
			}
			all = append(all, printable.URL(t.o.URL(reading.URL)))
		}
		return strings.Join(all, " ")
	},
	"encoded": func(t *template, r *sift.Result) string {
		if encoded, ok := r.Encoded(); ok && !r.Strict() {
			return t.o.URL(encoded)
		}
		return ""
	},
	"unwrapped": func(t *template, r *sift.Result) string {
		original, _ := r.Unwrapped()
		return printable.URL(t.o.URL(original))
	},
	"guessed": func(_ *template, r *sift.Result) string { return r.Guessed.String() },
	"written": func(t *template, r *sift.Result) string {
		if r.Guessed == 0 {
			return ""
		}
		return printable.URL(t.o.Written(r.Written()))
	},
	"error": func(t *template, r *sift.Result) string {
		if t.failure == nil {
			return ""
		}
		return flaws.Message(r.Flaw, t.failure)
	},
	"domain": func(t *template, _ *sift.Result) string {
		return printable.URL(t.o.Part(rfc1738.PartHost, heading.Domain(heading.Host(t.clear))))
	},
	"file":      func(t *template, r *sift.Result) string { return nameOf(t.o.Name(r.File), t.divided) },
	"member":    func(t *template, r *sift.Result) string { return nameOf(t.o.Name(r.Member), t.divided) },
	"part":      func(_ *template, r *sift.Result) string { return r.Part },
	"header":    func(_ *template, r *sift.Result) string { return printable.Text(r.Header) },
	"element":   func(_ *template, r *sift.Result) string { return printable.Text(r.Element) },
	"attribute": func(_ *template, r *sift.Result) string { return printable.Text(r.Attribute) },
	"context": func(t *template, r *sift.Result) string {
		if r.Attribute != "" {
			return ""
		}
		before, after := t.o.Around.Around(r)
		return t.text(before) + printable.URL(t.url) + t.text(after)
	},
	"text": func(t *template, r *sift.Result) string {
		return printable.Text(urljson.LinkText(r.Shown, t.o.Veil))
	},
	"line":    nil, // see append
	"message": nil,
	"message_offset": ofMessage(func(_ *template, m *mail.Message) string {
		return strconv.FormatInt(m.Offset, 10)
	}),
	"message_id": ofMessage(func(t *template, m *mail.Message) string {
		return printable.Text(t.o.ID(m.ID()))
	}),
	"date":       ofMessage(func(_ *template, m *mail.Message) string { return dateOf(m) }),
	"subject":    ofMessage(func(t *template, m *mail.Message) string { return t.text(m.Subject()) }),
	"from":       ofMessage(func(t *template, m *mail.Message) string { return t.text(m.From()) }),
	"newsgroups": ofMessage(func(t *template, m *mail.Message) string { return t.text(m.Newsgroups()) }),
}

// ofMessage returns a field that is empty outside of messages.
func ofMessage(of func(t *template, m *mail.Message) string) field {
	return func(t *template, r *sift.Result) string {
		if r.Message == nil {
			return ""
		}
		return of(t, r.Message)
	}
}

// dateOf returns the date of a message, or "".
func dateOf(m *mail.Message) string {
	if m.Date().IsZero() {
		return ""
	}
	return m.Date().Format(time.RFC3339)
}

// trueIf returns "true", or "".
func trueIf(is bool) string {
	if is {
		return "true"
	}
	return ""
}

// A template prints results by its pieces.
type template struct {
	o      *Options
	pieces []piece
	ends   bool // the last piece ends a line
	// divided reports whether the output contains NULs.
	divided bool

	// Of the result:
	clear   string // the URL, without passwords if they are redacted
	url     string // the URL in the form to be printed
	parsed  rfc1738.URL
	failure *rfc1738.Error
}

func (t *template) append(d *late.Draft, r *sift.Result) {
	t.clear, t.parsed = r.String(), r.URL
	t.failure, _ = r.Err.(*rfc1738.Error)
	if t.o.Redact {
		t.clear, t.parsed, _, t.failure = printable.RedactParsed(t.clear, t.parsed, nil, t.failure)
	}
	if t.url = t.clear; t.o.Defang {
		t.url = defang.URL(t.url)
	}
	for i := range t.pieces {
		p := &t.pieces[i]
		switch {
		case p.of != nil:
			d.Text = append(d.Text, p.of(t, r)...)
		case p.name == "":
			d.Text = append(d.Text, p.text...)
		case p.name == "line" && r.Line > 0:
			d.AppendLine(r)
		case p.name == "message" && r.Message != nil:
			d.AppendMessage(r.Message.Number)
		}
	}
	if !t.ends {
		d.Text = append(d.Text, t.o.End)
	}
}

// text returns the text of a header field, or of a link, in the form to be printed.
func (t *template) text(text string) string { return printable.Text(t.o.Text(text)) }
