// Package urljson writes URLs and their descriptions as JSON, as documented for --json.
//
// The code is written by hand to be as fast as the finder. Tests read its output with
// encoding/json. It does not depend on flags, so other programs than the command can
// write the same output.
package urljson

import (
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/urlsift/urlsift/cmd/internal/late"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/defang"
	"github.com/urlsift/urlsift/extract/sift"
	"github.com/urlsift/urlsift/rfc1738"
)

// An Encoder writes results as JSON objects. The zero Encoder is ready to use. Results
// that share a source should be consecutive, since the Encoder caches the last source.
type Encoder struct {
	// Unwrap adds the original URL of a rewritten link.
	Unwrap bool
	// A Veil that defangs also makes URLs in the texts of links and in header fields
	// unclickable. The offsets of deviations remain those in the URL itself.
	printable.Veil
	// Around asks for the text around each URL, unless it is nil.
	Around *Lines

	from   *sift.Source
	source late.Draft // in JSON, with the keys around it
}

// Append appends the object of a result, with its keys in the documented order, and
// without a line feed.
func (e *Encoder) Append(d *late.Draft, r *sift.Result) {
	if r.Source != e.from {
		e.from = r.Source
		e.source.Reset()
		appendSource(&e.source, r.Source, e.Veil)
	}
	e.appendURL(d, r)
	if r.Attribute != "" {
		d.Text = e.appendAttribute(d.Text, r.Source)
	} else if e.Around != nil {
		d.Text = e.appendContext(d.Text, r)
	}
	d.Append(&e.source)
	if r.Err != nil || r.Truncated {
		d.Text = e.appendRejected(d.Text, r)
	}
	d.Text = append(d.Text, '}')
}

// appendURL appends the keys of any URL up to its parts.
func (e *Encoder) appendURL(d *late.Draft, r *sift.Result) {
	text, u, deviations := r.String(), r.URL, r.Deviations
	if e.Redact {
		text, u, deviations, _ = printable.RedactParsed(text, u, deviations, nil)
	}
	if e.Redact && (r.Truncated || r.Incomplete) {
		text = printable.RedactBeginning(text)
	}
	if e.Defang {
		text = defang.URL(text)
	}
	b := append(d.Text, '{')
	if r.Strict() { // a strict URL needs no escapes in a string
		b = appendQuoted(appendName(b, "url"), text)
	} else {
		b = AppendURL(b, "url", text)
	}
	b = append(append(append(b, `,"kind":"`...), r.Kind.String()...), `","start":`...)
	b = strconv.AppendInt(b, r.Start, 10)
	d.Text = strconv.AppendInt(append(b, `,"end":`...), r.End, 10)
	if r.Line > 0 {
		d.Text = append(d.Text, `,"line":`...)
		d.AppendLine(r)
		d.Text = strconv.AppendInt(append(d.Text, `,"column":`...), int64(r.Column), 10)
	}
	b = strconv.AppendBool(append(d.Text, `,"strict":`...), r.Strict())
	if !r.Strict() {
		b = AppendDeviations(b, deviations)
		if encoded, ok := r.Encoded(); ok {
			b = AppendString(append(b, `,"encoded":`...), e.URL(encoded))
		}
	}
	if fragment, ok := u.Part(rfc1738.PartFragment); ok {
		b = AppendURL(append(b, ','), "fragment", e.Part(rfc1738.PartFragment, fragment))
	}
	b = e.appendSeldom(b, r)
	b = AppendReadings(b, &r.Result, e.Veil)
	b = AppendCautions(b, Cautions(r))
	d.Text = AppendParts(b, &u, e.Veil)
}

// appendRejected appends the keys of a rejected candidate.
func (e *Encoder) appendRejected(b []byte, r *sift.Result) []byte {
	b = append(b, `,"rejected":true`...)
	failure, _ := r.Err.(*rfc1738.Error)
	if e.Redact {
		failure = printable.RedactError(r.String(), failure)
	}
	if failure == nil {
		return b
	}
	return AppendError(append(b, ','), failure, r.Flaw)
}

// appendSeldom appends keys that most results do not have.
func (e *Encoder) appendSeldom(b []byte, r *sift.Result) []byte {
	if r.Escaped {
		b = append(b, `,"escaped":true`...)
	}
	if r.Restored {
		b = append(b, `,"obfuscated":true`...)
	}
	if r.Guessed != 0 {
		b = appendQuoted(append(b, `,"guessed":`...), r.Guessed.String())
		b = AppendURL(append(b, ','), "written", e.Written(r.Written()))
	}
	if e.Unwrap {
		if original, ok := r.Unwrapped(); ok {
			b = AppendURL(append(b, ','), "unwrapped", e.URL(original))
		}
	}
	if r.Truncated {
		b = append(b, `,"truncated":true`...)
	}
	if r.Incomplete {
		b = append(b, `,"incomplete":true`...)
	}
	return b
}

// Cautions returns the cautions for a result, including those about the visible text of
// its link.
func Cautions(r *sift.Result) []rfc1738.Caution {
	all := extract.Cautions(r.URL)
	if r.Shown != "" && r.Mismatch(r.Shown) {
		all = append(all, extract.CautionMismatch)
	}
	return all
}

// appendAttribute appends the HTML attribute of a result, and the visible text of the
// link.
func (e *Encoder) appendAttribute(b []byte, s *sift.Source) []byte {
	b = AppendString(append(b, `,"attribute":{"element":`...), s.Element)
	b = append(AppendString(append(b, `,"name":`...), s.Attribute), '}')
	return appendText(b, "text", LinkText(s.Shown, e.Veil))
}

// LinkText returns the visible text of a link, which may be cut, in the form of a veil.
func LinkText(shown string, veil printable.Veil) string {
	const longest = 250
	if veil.Redact && len(shown) > longest-utf8.UTFMax {
		shown = printable.RedactPiece(shown, false, true)
	}
	return veil.Text(shown)
}

// appendSource appends ,"source":{...}. veil applies to names and the
// header.
func appendSource(d *late.Draft, s *sift.Source, veil printable.Veil) {
	b := AppendString(append(d.Text, `,"source":{"file":`...), printable.Name(veil.Name(s.File)))
	b = appendText(b, "member", printable.Name(veil.Name(s.Member)))
	if m := s.Message; m != nil {
		d.Text = append(b, `,"message":`...)
		d.AppendMessage(m.Number)
		b = strconv.AppendInt(append(d.Text, `,"message_offset":`...), m.Offset, 10)
	}
	b = appendText(b, "part", s.Part)
	b = appendText(b, "header", s.Header)
	if m := s.Message; m != nil {
		subject, from := veil.Text(m.Subject()), veil.Text(m.From())
		b = appendText(b, "message_id", veil.ID(m.ID()))
		if date, field := m.Dated(); !date.IsZero() {
			var text [len(time.RFC3339)]byte
			b = appendText(b, "date", string(date.AppendFormat(text[:0], time.RFC3339)))
			if field != "Date" {
				b = appendText(b, "date_field", field)
			}
		}
		b = appendText(b, "subject", subject)
		b = appendText(b, "from", from)
		b = appendText(b, "newsgroups", veil.Text(m.Newsgroups()))
	}
	d.Text = append(b, '}')
}

// appendText appends a name and a text, unless the text is empty.
func appendText(b []byte, name, text string) []byte {
	if text == "" {
		return b
	}
	return AppendString(appendName(append(b, ','), name), text)
}
