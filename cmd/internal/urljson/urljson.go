// Package urljson writes what is known of URLs as JSON, as --json documents it.
//
// It is written by hand, since it has to keep up with the finder. Tests read it back with encoding/json. It knows no flags, so
// that others than the command may write the same.
package urljson

import (
	"strconv"

	"github.com/urlsift/urlsift/cmd/internal/redact"
	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/archive"
	"github.com/urlsift/urlsift/extract/defang"
	"github.com/urlsift/urlsift/rfc1738"
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
	source []byte // as written
	number int    // where in it the number of the message belongs, or -1
}

// Append appends the object of a result, with its keys in the order in which they are documented, and without a line feed.
func (e *Encoder) Append(b []byte, r *archive.Result) []byte {
	if r.Source != e.from {
		e.from = r.Source
		e.source, e.number = appendSource(e.source[:0], r.Source, e.veil(), e.Relative)
	}
	e.Line, e.Message = -1, -1
	veil := e.veil()
	text, u, deviations, failure := r.Text(), r.URL(), r.Deviations(), r.Err
	if e.Redact {
		text, u, deviations, failure = redact.Parsed(text, u, deviations, failure)
	}
	if e.Redact && r.Cut {
		text = redact.Beginning(text)
	}
	if e.Defang {
		text = defang.URL(text)
	}
	if b = append(b, '{'); r.Strict() { // and so it and its parts stand in a string as they are
		b = appendQuoted(appendName(b, "url"), text)
	} else {
		b = AppendURL(b, "url", text)
	}
	b = appendQuoted(append(b, `,"kind":`...), r.Kind.String())
	b = strconv.AppendInt(append(b, `,"start":`...), r.Start, 10)
	b = strconv.AppendInt(append(b, `,"end":`...), r.End, 10)
	if r.Line > 0 {
		b = e.appendLine(b, r)
	}
	b = strconv.AppendBool(append(b, `,"strict":`...), r.Strict())
	b = AppendDeviations(b, deviations)
	if !r.Strict() {
		if encoded, ok := r.Encoded(); ok {
			b = AppendString(append(b, `,"encoded":`...), veil.URL(encoded))
		}
	}
	if fragment, ok := u.Part(rfc1738.PartFragment); ok {
		b = AppendURL(append(b, ','), "fragment", veil.Part(rfc1738.PartFragment, fragment))
	}
	if r.Escaped {
		b = append(b, `,"escaped":true`...)
	}
	if r.Restored {
		b = append(b, `,"obfuscated":true`...)
	}
	if r.Guessed != 0 {
		b = appendQuoted(append(b, `,"guessed":`...), r.Guessed.String())
		b = AppendURL(append(b, ','), "written", veil.Written(r.Written()))
	}
	if e.Unwrap {
		if original, ok := r.Unwrapped(); ok {
			b = AppendURL(append(b, ','), "unwrapped", veil.URL(original))
		}
	}
	if r.Cut {
		b = append(b, `,"truncated":true`...)
	}
	if r.Incomplete {
		b = append(b, `,"incomplete":true`...)
	}
	b = appendReadings(b, &r.Result, veil)
	b = AppendCautions(b, Cautions(r))
	b = appendParts(b, &u, r.Strict(), veil)
	b = e.appendAttribute(b, r.Source)
	b = e.appendContext(b, r)
	b = append(b, `,"source":`...)
	if e.number >= 0 {
		e.Message = len(b) + e.number
	}
	b = append(b, e.source...)
	if r.Err != nil || r.Cut {
		b = append(b, `,"rejected":true`...)
	}
	if failure != nil {
		b = AppendError(append(b, ','), failure, r.Flaw.String())
	}
	return append(b, '}')
}

// veil returns what the encoder hides.
func (e *Encoder) veil() Veil { return Veil{e.Redact, e.Defang} }

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
	if s.Attribute == "" {
		return b
	}
	b = AppendString(append(b, `,"attribute":{"element":`...), s.Element)
	b = append(AppendString(append(b, `,"name":`...), s.Attribute), '}')
	return appendText(b, "text", e.veil().Text(s.Shown))
}

// appendLine appends the keys for the line of a result. Those in what was unpacked from a message are known in any case.
func (e *Encoder) appendLine(b []byte, r *archive.Result) []byte {
	b = append(b, `,"line":`...)
	if e.Relative && !r.Apart {
		e.Line = len(b)
	} else {
		b = strconv.AppendInt(b, int64(r.Line), 10)
	}
	return strconv.AppendInt(append(b, `,"column":`...), int64(r.Column), 10)
}

// Begin forgets the last source. It is to be called before Relative is changed.
func (e *Encoder) Begin() { e.from = nil }
