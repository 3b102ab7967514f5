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

	offsets, lines numeral

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
	text, failure := r.Text(), r.Err
	u, deviations := r.Parsed()
	if e.Redact {
		text, u, deviations, failure = redacted(text, u, deviations, failure)
	}
	if e.Redact && r.Cut {
		text = redact.Beginning(text)
	}
	if e.Defang {
		text = defang.URL(text)
	}
	plain := onlyTildes(deviations) && failure == nil && !r.Cut // as nearly always
	if plain {
		b = append(append(b, `{"url":"`...), text...)
	} else {
		b = AppendURL(append(b, '{'), "url", text)
		b = b[:len(b)-1] // without its last quote
	}
	b = e.offsets.append(append(b, kinds[r.Kind]...), r.Start)
	b = e.offsets.append(append(b, `,"end":`...), r.End)
	if r.Line > 0 {
		b = e.appendLine(b, r)
	}
	if r.Strict() {
		b = append(b, `,"strict":true`...)
	} else {
		b = e.appendDeviating(b, r, deviations)
	}
	if fragment, ok := u.Fragment(); ok {
		b = AppendURL(append(b, ','), "fragment", veil.Part(rfc1738.PartFragment, fragment))
	}
	b = e.appendSeldom(b, r)
	if r.MayHaveReadings() {
		b = appendReadings(b, &r.Result, veil)
	}
	if r.MayHaveCautions() || r.Shown != "" {
		b = AppendCautions(b, Cautions(r))
	}
	b = appendParts(b, u, plain, veil)
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

// onlyTildes reports whether a URL has no deviations but "~". It stands in a string as it is.
func onlyTildes(deviations []rfc1738.Deviation) bool {
	for i := range deviations {
		if deviations[i].Kind != rfc1738.KindTilde {
			return false
		}
	}
	return true
}

// kinds are what stands between a URL and its offset, for each kind of results.
var kinds = func() (all [scan.NumKinds]string) {
	for kind := range all {
		all[kind] = `","kind":"` + scan.Kind(kind).String() + `","start":`
	}
	return all
}()

// appendDeviating appends the keys of a URL that is not strict.
func (e *Encoder) appendDeviating(b []byte, r *archive.Result, deviations []rfc1738.Deviation) []byte {
	b = AppendDeviations(append(b, `,"strict":false`...), deviations)
	const key = `,"encoded":"`
	if veil := e.veil(); onlyTildes(deviations) && veil == (Veil{}) {
		if encoded, ok := r.AppendEncoded(append(b, key...)); ok {
			b = append(encoded, '"')
		}
	} else if encoded, ok := r.Encoded(); ok {
		b = AppendString(append(b, key[:len(key)-1]...), veil.URL(encoded))
	}
	return b
}

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

// redacted returns the parsed URL of a result without its password.
func redacted(text []byte, u *rfc1738.URL, deviations []rfc1738.Deviation, failure *rfc1738.Error) ([]byte, *rfc1738.URL, []rfc1738.Deviation, *rfc1738.Error) {
	text, clear, deviations, failure := redact.Parsed(text, *u, deviations, failure)
	return text, &clear, deviations, failure
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
		b = e.lines.append(b, int64(r.Line))
	}
	return strconv.AppendInt(append(b, `,"column":`...), int64(r.Column), 10)
}

// Begin forgets the last source. It is to be called before Relative is changed.
func (e *Encoder) Begin() { e.from = nil }
