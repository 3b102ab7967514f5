// Package urljson writes what is known of URLs as JSON, as --json documents it.
//
// It is written by hand, since it has to keep up with the finder. Tests read it back with encoding/json. It knows no flags, so
// that others than the command may write the same.
package urljson

import (
	"strconv"

	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/archive"
	"github.com/urlsift/urlsift/extract/defang"
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
	// Relative leaves out the numbers of lines and messages, for parts of a file that are read before it is known what
	// numbers they begin with. Line and Message say where in the object they belong.
	Relative bool

	// Line and Message are, with Relative, indexes of what Append returned last. They are -1 where nothing is left out.
	Line, Message int

	from   *archive.Source
	source []byte // as written, with the keys around it
	number int    // where in it the number of the message belongs, or -1
}

// Append appends the object of a result, with its keys in the order in which they are documented, and without a line feed.
func (e *Encoder) Append(b []byte, r *archive.Result) []byte {
	if r.Source != e.from {
		e.begin(r.Source)
	}
	e.Line, e.Message = -1, -1
	b = e.appendURL(b, r)
	if r.Attribute != "" {
		b = e.appendAttribute(b, r.Source)
	} else if e.Around != nil {
		b = e.appendContext(b, r)
	}
	if e.number >= 0 {
		e.Message = len(b) + e.number
	}
	b = append(b, e.source...)
	if r.Err != nil || r.Cut {
		b = e.appendRejected(b, r)
	}
	return append(b, '}')
}

// appendURL appends the keys of any URL up to its parts.
func (e *Encoder) appendURL(b []byte, r *archive.Result) []byte {
	veil := e.veil()
	text, u, deviations := r.String(), r.URL(), r.Deviations()
	if e.Redact {
		text, u, deviations, _ = printable.RedactParsed(text, u, deviations, nil)
	}
	if e.Redact && r.Cut {
		text = printable.RedactBeginning(text)
	}
	if e.Defang {
		text = defang.URL(text)
	}
	if b = append(b, '{'); r.Strict() { // and so it and its parts stand in a string as they are
		b = append(append(b, `"url":"`...), text...)
	} else {
		b = AppendURL(b, "url", text)
		b = b[:len(b)-1] // without its last quote
	}
	b = e.appendPlace(b, r)
	b = strconv.AppendBool(append(b, `,"strict":`...), r.Strict())
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
	b = appendReadings(b, &r.Result, veil)
	b = AppendCautions(b, Cautions(r))
	return appendParts(b, &u, r.Strict(), veil)
}

// appendRejected appends the keys of a result that is no URL.
func (e *Encoder) appendRejected(b []byte, r *archive.Result) []byte {
	b = append(b, `,"rejected":true`...)
	failure := r.Err
	if e.Redact {
		failure = printable.RedactError(r.String(), failure)
	}
	if failure == nil {
		return b
	}
	return AppendError(append(b, ','), failure, r.Flaw.String())
}

// begin writes a source.
func (e *Encoder) begin(s *archive.Source) {
	const key = `,"source":`
	e.from = s
	e.source, e.number = appendSource(append(e.source[:0], key...), s, e.veil(), e.Relative)
}

// kinds are what stands between a URL and its offset, for each kind of results.
var kinds = func() (all [scan.NumKinds]string) {
	for kind := range all {
		all[kind] = `","kind":"` + scan.Kind(kind).String() + `","start":`
	}
	return all
}()

// appendSeldom appends keys that most results do not have.
func (e *Encoder) appendSeldom(b []byte, r *archive.Result) []byte {
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
func Cautions(r *archive.Result) []rfc1738.Caution {
	all := r.Cautions()
	if r.Shown != "" && r.Mismatch(r.Shown) {
		all = append(all, extract.CautionMismatch)
	}
	return all
}

// appendAttribute appends the HTML attribute that a result comes from, and the text that readers see of it.
func (e *Encoder) appendAttribute(b []byte, s *archive.Source) []byte {
	b = AppendString(append(b, `,"attribute":{"element":`...), s.Element)
	b = append(AppendString(append(b, `,"name":`...), s.Attribute), '}')
	return appendText(b, "text", e.veil().Text(s.Shown))
}

// appendPlace appends the kind and the place of a result, after the text of the URL. Lines in what was unpacked from a message are known
// in any case.
func (e *Encoder) appendPlace(b []byte, r *archive.Result) []byte {
	b = strconv.AppendInt(append(b, kinds[r.Kind]...), r.Start, 10)
	b = strconv.AppendInt(append(b, `,"end":`...), r.End, 10)
	if r.Line == 0 {
		return b
	}
	if b = append(b, `,"line":`...); e.Relative && !r.Apart {
		e.Line = len(b)
	} else {
		b = strconv.AppendInt(b, int64(r.Line), 10)
	}
	return strconv.AppendInt(append(b, `,"column":`...), int64(r.Column), 10)
}

// Begin forgets the last source. It is to be called before Relative is changed.
func (e *Encoder) Begin() { e.from = nil }
