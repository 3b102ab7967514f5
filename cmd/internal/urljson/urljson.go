// Package urljson writes what is known of URLs as JSON, as --json documents it.
//
// It is written by hand, since it has to keep up with the finder. Tests read it back with encoding/json. It knows no flags, so
// that others than the command may write the same.
package urljson

import (
	"strconv"

	"github.com/urlsift/urlsift/cmd/internal/late"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/defang"
	"github.com/urlsift/urlsift/extract/sift"
	"github.com/urlsift/urlsift/rfc1738"
	"github.com/urlsift/urlsift/scan"
)

// An Encoder writes results as JSON objects. The zero Encoder is ready to use. Results that share a source should follow each
// other: it keeps the last one as written.
type Encoder struct {
	// Unwrap adds the URL that a rewritten link was made of.
	Unwrap bool
	// Redact writes *** for passwords.
	Redact bool
	// Defang makes URLs unclickable, and what could be one in the texts of links and in header fields. The offsets of deviations
	// stay those in the URL itself.
	Defang bool
	// Around asks for the text around each URL, unless it is nil.
	Around *Lines

	from   *sift.Source
	source late.Draft // as written, with the keys around it
}

// Append appends the object of a result, with its keys in the order in which they are documented, and without a line feed.
func (e *Encoder) Append(d *late.Draft, r *sift.Result) {
	if r.Source != e.from {
		e.from = r.Source
		e.source.Reset()
		appendSource(&e.source, r.Source, e.veil())
	}
	e.appendURL(d, r)
	if r.Attribute != "" {
		d.Text = e.appendAttribute(d.Text, r.Source)
	} else if e.Around != nil {
		d.Text = e.appendContext(d.Text, r)
	}
	d.Append(&e.source)
	if r.Err != nil || r.Cut {
		d.Text = e.appendRejected(d.Text, r)
	}
	d.Text = append(d.Text, '}')
}

// appendURL appends the keys of any URL up to its parts.
func (e *Encoder) appendURL(d *late.Draft, r *sift.Result) {
	veil := e.veil()
	text, u, deviations := r.String(), r.URL, r.Deviations
	if e.Redact {
		text, u, deviations, _ = printable.RedactParsed(text, u, deviations, nil)
	}
	if e.Redact && r.Cut {
		text = printable.RedactBeginning(text)
	}
	if e.Defang {
		text = defang.URL(text)
	}
	b := append(d.Text, '{')
	if r.Strict() { // and so it and its parts stand in a string as they are
		b = append(append(b, `"url":"`...), text...)
	} else {
		b = AppendURL(b, "url", text)
		b = b[:len(b)-1] // without its last quote
	}
	d.Text = b
	appendPlace(d, r)
	b = strconv.AppendBool(append(d.Text, `,"strict":`...), r.Strict())
	if !r.Strict() {
		b = AppendDeviations(b, deviations)
		if encoded, ok := r.Encoded(); ok {
			b = AppendString(append(b, `,"encoded":`...), veil.URL(encoded))
		}
	}
	if fragment, ok := u.Part(rfc1738.PartFragment); ok {
		b = AppendURL(append(b, ','), "fragment", veil.Part(rfc1738.PartFragment, fragment))
	}
	b = e.appendSeldom(b, r)
	b = AppendReadings(b, &r.Result, veil)
	b = AppendCautions(b, Cautions(r))
	d.Text = AppendParts(b, &u, r.Strict(), veil)
}

// appendRejected appends the keys of a result that is no URL.
func (e *Encoder) appendRejected(b []byte, r *sift.Result) []byte {
	b = append(b, `,"rejected":true`...)
	failure, _ := r.Err.(*rfc1738.Error)
	if e.Redact {
		failure = printable.RedactError(r.String(), failure)
	}
	if failure == nil {
		return b
	}
	return AppendError(append(b, ','), failure, r.Flaw.String())
}

// kinds are what stands between a URL and its offset, for each kind of results.
var kinds = func() (all [scan.NumKinds]string) {
	for kind := range all {
		all[kind] = `","kind":"` + scan.Kind(kind).String() + `","start":`
	}
	return all
}()

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
		b = AppendURL(append(b, ','), "written", e.veil().Written(r.Written()))
	}
	if e.Unwrap {
		if original, ok := r.Unwrapped(); ok {
			b = AppendURL(append(b, ','), "unwrapped", e.veil().URL(original))
		}
	}
	if r.Cut {
		b = append(b, `,"truncated":true`...)
	}
	if r.Incomplete {
		b = append(b, `,"incomplete":true`...)
	}
	return b
}

// veil returns what the encoder hides.
func (e *Encoder) veil() printable.Veil { return printable.Veil{Redact: e.Redact, Defang: e.Defang} }

// Cautions returns the cautions that a result deserves, also for the text that readers see of it.
func Cautions(r *sift.Result) []rfc1738.Caution {
	all := extract.Cautions(r.URL)
	if r.Shown != "" && r.Mismatch(r.Shown) {
		all = append(all, extract.CautionMismatch)
	}
	return all
}

// appendAttribute appends the HTML attribute that a result comes from, and the text that readers see of it.
func (e *Encoder) appendAttribute(b []byte, s *sift.Source) []byte {
	b = AppendString(append(b, `,"attribute":{"element":`...), s.Element)
	b = append(AppendString(append(b, `,"name":`...), s.Attribute), '}')
	return appendText(b, "text", e.veil().Text(s.Shown))
}

// appendPlace appends the kind and the place of a result, after the text of the URL.
func appendPlace(d *late.Draft, r *sift.Result) {
	b := strconv.AppendInt(append(d.Text, kinds[r.Kind]...), r.Start, 10)
	d.Text = strconv.AppendInt(append(b, `,"end":`...), r.End, 10)
	if r.Line == 0 {
		return
	}
	d.Text = append(d.Text, `,"line":`...)
	d.AppendLine(r)
	d.Text = strconv.AppendInt(append(d.Text, `,"column":`...), int64(r.Column), 10)
}
