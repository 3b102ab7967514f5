package main

import (
	"encoding/base64"
	"strconv"
	"unicode/utf8"

	"github.com/urlsift/urlsift/cmd/internal/redact"
	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/rfc1738"
)

// maxReadings is how many readings of one URL are printed.
const maxReadings = 16

// appendResult appends the object of a result, its keys in the order in which they are documented. The number of its message
// belongs at an index of source, unless that is -1. It is written by hand, since it must keep up with the finder; the tests read
// it back with encoding/json.
func appendResult(e *entry, b []byte, r *extract.Result, source []byte, inSource int, f *form, later bool) []byte {
	text, u, deviations, failure := r.Text(), r.URL(), r.Deviations(), r.Err
	if f.redact {
		text, u, deviations, failure = redacted(text, u, deviations, failure)
	}
	if f.redact && r.Cut {
		text = redact.Beginning(text)
	}
	if b = append(b, '{'); r.Strict() { // and so it and its parts stand in a string as they are
		b = appendQuoted(appendName(b, "url"), text)
	} else {
		b = appendURLValue(b, "url", text)
	}
	b = appendQuoted(append(b, `,"kind":`...), r.Kind.String())
	b = strconv.AppendInt(append(b, `,"start":`...), r.Start, 10)
	b = strconv.AppendInt(append(b, `,"end":`...), r.End, 10)
	b = e.appendLine(append(b, `,"line":`...), r.Line, later)
	b = strconv.AppendInt(append(b, `,"column":`...), int64(r.Column), 10)
	b = strconv.AppendBool(append(b, `,"strict":`...), r.Strict())
	b = appendDeviations(b, deviations)
	if !r.Strict() {
		if encoded, ok := r.Encoded(); ok {
			b = appendString(append(b, `,"encoded":`...), f.hidden(encoded))
		}
	}
	if fragment, ok := u.Part(rfc1738.PartFragment); ok {
		b = appendURLValue(append(b, ','), "fragment", fragment)
	}
	if r.Restored {
		b = append(b, `,"obfuscated":true`...)
	}
	if f.unwrap {
		if original, ok := r.Unwrapped(); ok {
			b = appendURLValue(append(b, ','), "unwrapped", f.hidden(original))
		}
	}
	if r.Cut {
		b = append(b, `,"truncated":true`...)
	}
	b = appendReadings(b, r, f)
	b = appendCautions(b, r.Cautions())
	b = appendParts(b, &u, r.Strict())
	b = append(b, `,"source":`...)
	if inSource >= 0 {
		e.message.at = len(b) + inSource
	}
	b = append(b, source...)
	if r.Err != nil || r.Cut {
		b = append(b, `,"rejected":true`...)
	}
	if failure != nil {
		b = appendError(append(b, ','), failure, r.Flaw.String())
	}
	return append(b, '}')
}

// hidden gives a URL as it is printed.
func (f *form) hidden(url string) string {
	if f.redact {
		return redact.URL(url)
	}
	return url
}

// appendURLValue appends a name and a URL, or a part of one. What is not valid UTF-8 in it is escaped as in a URL, and then
// the URL itself stands beside it in base64.
func appendURLValue[T string | []byte](b []byte, name string, text T) []byte {
	b = appendName(b, name)
	if isPlain(text) {
		return appendQuoted(b, text)
	}
	raw := []byte(text)
	b = appendEscaped(b, raw)
	if (name == "url" || name == "text") && !utf8.Valid(raw) {
		b = appendString(append(b, `,"raw_base64":`...), base64.StdEncoding.EncodeToString(raw))
	}
	return b
}

func appendName(b []byte, name string) []byte {
	return append(append(append(b, '"'), name...), `":`...)
}

// appendQuoted appends text that stands in a JSON string as it is.
func appendQuoted[T string | []byte](b []byte, text T) []byte {
	return append(append(append(b, '"'), text...), '"')
}

// appendEscaped appends a URL, or what is made of one, as a JSON string. What is not valid UTF-8 is escaped as in a URL.
func appendEscaped(b, text []byte) []byte {
	if !utf8.Valid(text) {
		text = appendURL(nil, text)
	}
	return appendString(b, string(text))
}

func appendDeviations(b []byte, deviations []rfc1738.Deviation) []byte {
	if len(deviations) == 0 {
		return b
	}
	b = append(b, `,"deviations":[`...)
	for i, d := range deviations {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendString(append(b, `{"kind":`...), d.Kind.String())
		b = strconv.AppendInt(append(b, `,"offset":`...), int64(d.Offset), 10)
		b = appendString(append(b, `,"rule":`...), d.Rule.String())
		b = appendString(append(b, `,"section":`...), d.Section)
		if d.LegalSince != "" {
			b = appendString(append(b, `,"legal_since":`...), d.LegalSince)
		}
		b = append(b, '}')
	}
	return append(b, ']')
}

func appendReadings(b []byte, r *extract.Result, f *form) []byte {
	n := 0
	for reading := range r.Readings() {
		if n++; n > maxReadings {
			break
		}
		sep := `,{`
		if n == 1 {
			sep = `,"readings":[{`
		}
		b = appendURLValue(append(b, sep...), "url", f.hidden(reading.URL))
		b = append(appendString(append(b, `,"why":`...), string(reading.Why)), '}')
	}
	if n > 0 {
		b = append(b, ']')
	}
	return b
}

func appendCautions(b []byte, cautions []rfc1738.Caution) []byte {
	if len(cautions) == 0 {
		return b
	}
	for i, caution := range cautions {
		sep := `,`
		if i == 0 {
			sep = `,"cautions":[`
		}
		b = appendString(append(b, sep...), string(caution))
	}
	return append(b, ']')
}

// appendParts appends the parts of a URL, strict or not, without its fragment, which is none.
func appendParts(b []byte, u *rfc1738.URL, strict bool) []byte {
	b = append(b, `,"parts":{`...)
	n := 0
	for part, text := range u.Parts() {
		if part == rfc1738.PartFragment {
			continue
		}
		if part == rfc1738.PartScheme {
			text = u.Scheme()
		}
		if n++; n > 1 {
			b = append(b, ',')
		}
		if strict {
			b = appendQuoted(appendName(b, part.String()), text)
		} else {
			b = appendURLValue(b, part.String(), text)
		}
	}
	return append(b, '}')
}

// appendError appends an error, and the reason that extract has for it, if there is one.
func appendError(b []byte, e *rfc1738.Error, reason string) []byte {
	b = strconv.AppendInt(append(b, `"error":{"offset":`...), int64(e.Offset), 10)
	b = appendString(append(b, `,"rule":`...), e.Rule.String())
	b = appendString(append(b, `,"section":`...), e.Section)
	b = appendString(append(b, `,"message":`...), e.Error())
	if reason != "" {
		b = appendString(append(b, `,"reason":`...), reason)
	}
	return append(b, '}')
}

// isPlain is true for text that stands in a JSON string as it is.
func isPlain[T string | []byte](text T) bool {
	for i := range len(text) {
		if !plainSet[text[i]] {
			return false
		}
	}
	return true
}

var plainSet = func() (set [256]bool) {
	for b := ' '; b < 0x7f; b++ {
		set[b] = b != '"' && b != '\\'
	}
	return set
}()

// appendString appends text as a JSON string. What is not valid UTF-8 becomes U+FFFD.
func appendString(b []byte, text string) []byte {
	if isPlain(text) {
		return appendQuoted(b, text)
	}
	b = append(b, '"')
	start := 0
	for i, r := range text {
		var escape string
		switch {
		case r == '"' || r == '\\':
			escape = `\` + string(r)
		case r < ' ' || 0x7f <= r && r < 0xa0: // also what a terminal would obey
			escape = `\u00` + string(hexDigits[r>>4]) + string(hexDigits[r&15])
		case r == utf8.RuneError && text[i] != 0xef:
			escape = `\ufffd`
		default:
			continue
		}
		b = append(append(b, text[start:i]...), escape...)
		start = i + utf8.RuneLen(r)
		if escape == `\ufffd` {
			start = i + 1
		}
	}
	return append(append(b, text[start:]...), '"')
}
