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
	"github.com/urlsift/urlsift/extract/sift"
	"github.com/urlsift/urlsift/rfc1738"
)

// A piece of a template is text, or a field if that has a name.
type piece struct {
	text string
	name string
	of   field
}

// A field appends a value of a result as it is printed, or nothing.
type field func(t *template, b []byte, r *sift.Result) []byte

// Template returns a format that prints results by a template: text with names of fields in braces, such as "{host}\t{path}". The names
// are those of the keys of JSON, "domain" and "context". "{{" and "}}" are braces; \t, \n, \0 and \\ are a tab, a newline, a NUL and a
// backslash. A template that ends in a newline or a NUL ends lines itself.
func Template(text string) (Format, error) {
	pieces, err := parseTemplate(text)
	if err != nil {
		return Format{}, err
	}
	f := Format{Name: "format", Rejected: true, NUL: true}
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
	ends := false
	if len(pieces) > 0 {
		last := pieces[len(pieces)-1].text
		ends = strings.HasSuffix(last, "\n") || strings.HasSuffix(last, "\x00")
	}
	f.Encoder = func(o *Options) Encoder {
		return &template{o: o, pieces: pieces, ends: ends}
	}
	return f, nil
}

// parseTemplate takes a template apart.
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
		return nil, errors.New("is a text that would be printed for each URL; did you mean --" + text + "?")
	case len(pieces) == 0:
		return nil, errors.New("names no field, such as {host}")
	}
	if len(plain) > 0 {
		pieces = append(pieces, piece{text: string(plain)})
	}
	return pieces, nil
}

// fieldOf returns the field of a name. What JSON has in "parts" and "source" may be named with or without that.
func fieldOf(name string) (field, error) {
	short := shortName(name)
	if of, ok := fields[short]; ok {
		return of, nil
	}
	var part rfc1738.Part
	if part.UnmarshalText([]byte(short)) == nil {
		return func(t *template, b []byte, _ *sift.Result) []byte {
			text, _ := t.parsed.Part(part)
			if part == rfc1738.PartScheme {
				text = t.parsed.Scheme()
			}
			return printable.AppendURL(b, t.o.veil().Part(part, text))
		}, nil
	}
	return nil, fmt.Errorf("there is no field {%s}; the names are those of the keys of JSON, such as {url}, {host}, {path}, {file}, {line}, {date}, {subject}", name)
}

// shortName returns the name of a key without that of its object.
func shortName(name string) string {
	return strings.TrimPrefix(strings.TrimPrefix(name, "parts."), "source.")
}

// fields are those that are no part of a URL. Numbers that are left open have no function.
var fields = map[string]field{
	"url":   func(t *template, b []byte, _ *sift.Result) []byte { return printable.AppendURL(b, t.url) },
	"kind":  func(_ *template, b []byte, r *sift.Result) []byte { return append(b, r.Kind.String()...) },
	"start": func(_ *template, b []byte, r *sift.Result) []byte { return strconv.AppendInt(b, r.Start, 10) },
	"end":   func(_ *template, b []byte, r *sift.Result) []byte { return strconv.AppendInt(b, r.End, 10) },
	"column": func(_ *template, b []byte, r *sift.Result) []byte {
		return strconv.AppendInt(b, int64(r.Column), 10)
	},
	"strict":     func(_ *template, b []byte, r *sift.Result) []byte { return strconv.AppendBool(b, r.Strict()) },
	"escaped":    func(_ *template, b []byte, r *sift.Result) []byte { return appendIf(b, r.Escaped) },
	"obfuscated": func(_ *template, b []byte, r *sift.Result) []byte { return appendIf(b, r.Restored) },
	"rejected":   func(_ *template, b []byte, r *sift.Result) []byte { return appendIf(b, r.Err != nil) },
	"deviations": func(_ *template, b []byte, r *sift.Result) []byte {
		from := len(b)
		for _, d := range r.Deviations {
			b = append(appendComma(b, from), d.Kind.String()...)
		}
		return b
	},
	"cautions": func(_ *template, b []byte, r *sift.Result) []byte {
		from := len(b)
		for _, c := range urljson.Cautions(r) {
			b = append(appendComma(b, from), c...)
		}
		return b
	},
	"readings": func(t *template, b []byte, r *sift.Result) []byte {
		from, n := len(b), 0
		for reading := range r.Readings() {
			if n++; n > urljson.MaxReadings {
				break
			}
			if len(b) > from {
				b = append(b, ' ')
			}
			b = printable.AppendURL(b, t.o.veil().URL(reading.URL))
		}
		return b
	},
	"encoded": func(t *template, b []byte, r *sift.Result) []byte {
		encoded, ok := r.Encoded()
		if !ok || r.Strict() {
			return b
		}
		return append(b, t.o.veil().URL(encoded)...)
	},
	"unwrapped": func(t *template, b []byte, r *sift.Result) []byte {
		original, _ := r.Unwrapped()
		return printable.AppendURL(b, t.o.veil().URL(original))
	},
	"guessed": func(_ *template, b []byte, r *sift.Result) []byte {
		if r.Guessed == 0 {
			return b
		}
		return append(b, r.Guessed.String()...)
	},
	"written": func(t *template, b []byte, r *sift.Result) []byte {
		if r.Guessed == 0 {
			return b
		}
		return printable.AppendURL(b, t.o.veil().Written(r.Written()))
	},
	"error": func(t *template, b []byte, _ *sift.Result) []byte {
		if t.failure == nil {
			return b
		}
		return append(b, t.failure.Error()...)
	},
	"domain": func(t *template, b []byte, _ *sift.Result) []byte {
		host := heading.Host(t.clear)
		return printable.AppendURL(b, t.o.defangedHost(heading.Domain(host)))
	},
	"file":    func(_ *template, b []byte, r *sift.Result) []byte { return append(b, printable.Text(r.File)...) },
	"member":  func(_ *template, b []byte, r *sift.Result) []byte { return append(b, printable.Text(r.Member)...) },
	"part":    func(_ *template, b []byte, r *sift.Result) []byte { return append(b, r.Part...) },
	"header":  func(_ *template, b []byte, r *sift.Result) []byte { return append(b, printable.Text(r.Header)...) },
	"element": func(_ *template, b []byte, r *sift.Result) []byte { return append(b, printable.Text(r.Element)...) },
	"attribute": func(_ *template, b []byte, r *sift.Result) []byte {
		return append(b, printable.Text(r.Attribute)...)
	},
	"context": func(t *template, b []byte, r *sift.Result) []byte {
		if r.Attribute != "" {
			return b
		}
		before, after := t.o.Around.Around(r)
		b = t.appendText(b, before)
		return t.appendText(printable.AppendURL(b, t.url), after)
	},
	"text":    func(t *template, b []byte, r *sift.Result) []byte { return t.appendText(b, r.Shown) },
	"line":    nil, // see Append
	"message": nil,
	"message_offset": ofMessage(func(_ *template, b []byte, r *sift.Result) []byte {
		return strconv.AppendInt(b, r.Message.Offset, 10)
	}),
	"message_id": ofMessage(func(_ *template, b []byte, r *sift.Result) []byte {
		return append(b, printable.Text(r.Message.ID())...)
	}),
	"date": ofMessage(func(_ *template, b []byte, r *sift.Result) []byte {
		date := r.Message.Date()
		if date.IsZero() {
			return b
		}
		return date.AppendFormat(b, time.RFC3339)
	}),
	"subject": ofMessage(func(t *template, b []byte, r *sift.Result) []byte { return t.appendText(b, r.Message.Subject()) }),
	"from":    ofMessage(func(t *template, b []byte, r *sift.Result) []byte { return t.appendText(b, r.Message.From()) }),
	"newsgroups": ofMessage(func(_ *template, b []byte, r *sift.Result) []byte {
		return append(b, printable.Text(r.Message.Newsgroups())...)
	}),
}

// ofMessage returns a field that is empty outside of messages.
func ofMessage(of field) field {
	return func(t *template, b []byte, r *sift.Result) []byte {
		if r.Message == nil {
			return b
		}
		return of(t, b, r)
	}
}

// appendIf appends "true", or nothing.
func appendIf(b []byte, is bool) []byte {
	if is {
		return append(b, "true"...)
	}
	return b
}

// appendComma appends a comma after the first of some values.
func appendComma(b []byte, from int) []byte {
	if len(b) > from {
		return append(b, ',')
	}
	return b
}

// A template prints results by its pieces.
type template struct {
	o      *Options
	pieces []piece
	ends   bool // the last piece ends a line

	// Of the result:
	clear   string // its URL, without passwords if they are redacted
	url     string // that as it is printed
	parsed  rfc1738.URL
	failure *rfc1738.Error
}

func (t *template) Append(d *late.Draft, r *sift.Result) {
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
			d.Text = p.of(t, d.Text, r)
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

// appendText appends the text of a field of a header, or of a link.
func (t *template) appendText(b []byte, text string) []byte {
	return append(b, printable.Text(t.o.veil().Text(text))...)
}
