package urljson

import (
	"strconv"

	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/internal/flaws"
	"github.com/urlsift/urlsift/rfc1738"
	"github.com/urlsift/urlsift/scan"
)

// MaxReadings is the maximum number of readings of one URL.
const MaxReadings = 16

// AppendDeviations appends ,"deviations":[...] if there are any.
func AppendDeviations(b []byte, deviations []rfc1738.Deviation) []byte {
	if len(deviations) == 0 {
		return b
	}
	b = append(b, `,"deviations":[`...)
	for i := range deviations {
		d := &deviations[i]
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(b, `{"kind":"`...), d.Kind.String()...)
		b = strconv.AppendInt(append(b, `","offset":`...), int64(d.Offset), 10)
		b = append(append(b, `,"rule":"`...), d.Rule.String()...)
		b = append(append(b, `","section":"`...), d.Section()...)
		if d.LegalSince != 0 {
			b = strconv.AppendInt(append(b, `","legal_since":"RFC `...), int64(d.LegalSince), 10)
		}
		b = append(b, `"}`...)
	}
	return append(b, ']')
}

// AppendReadings appends ,"readings":[...] if there are any, in the form of a veil.
func AppendReadings(b []byte, r *extract.Result, veil printable.Veil) []byte {
	n := 0
	for reading := range r.Readings() {
		if n++; n > MaxReadings {
			break
		}
		sep := `,{`
		if n == 1 {
			sep = `,"readings":[{`
		}
		b = AppendURL(append(b, sep...), "url", veil.URL(reading.URL))
		b = append(AppendString(append(b, `,"why":`...), string(reading.Why)), '}')
	}
	if n > 0 {
		b = append(b, ']')
	}
	return b
}

// AppendCautions appends ,"cautions":[...] if there are any.
func AppendCautions(b []byte, cautions []rfc1738.Caution) []byte {
	if len(cautions) == 0 {
		return b
	}
	for i, caution := range cautions {
		sep := `,`
		if i == 0 {
			sep = `,"cautions":[`
		}
		b = AppendString(append(b, sep...), string(caution))
	}
	return append(b, ']')
}

// AppendParts appends ,"parts":{...}, in the form of a veil. The fragment is not part of
// a URL.
func AppendParts(b []byte, u *rfc1738.URL, veil printable.Veil) []byte {
	b, plain := append(b, `,"parts":{`...), isPlain(u.String())
	for part, text := range u.Parts() {
		switch part {
		case rfc1738.PartFragment:
			continue
		case rfc1738.PartScheme: // always first
			text = u.Scheme()
		default:
			b = append(b, ',')
		}
		b, text = appendName(b, part.String()), veil.Part(part, text)
		if plain {
			b = appendQuoted(b, text)
		} else {
			b = AppendText(b, text)
		}
	}
	return append(b, '}')
}

// AppendError appends "error":{...}, with flaw as the reason, unless it is scan.Flawless.
func AppendError(b []byte, e *rfc1738.Error, flaw scan.Flaw) []byte {
	b = strconv.AppendInt(append(b, `"error":{"offset":`...), int64(e.Offset), 10)
	b = AppendString(append(b, `,"rule":`...), e.Rule.String())
	b = AppendString(append(b, `,"section":`...), e.Section)
	b = AppendString(append(b, `,"message":`...), flaws.Message(flaw, e))
	if flaw != scan.Flawless {
		b = AppendString(append(b, `,"reason":`...), string(flaw))
	}
	return append(b, '}')
}
