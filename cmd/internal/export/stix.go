package export

import (
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/urlsift/urlsift/cmd/internal/urljson"
)

// observables is the namespace of the ids of observables (STIX 2.1, section 2.9).
var observables = uuid.MustParse("00abedb4-aa42-466c-9c01-fed23315a9b7")

// own is the namespace of all other ids, so that the same database has the same ids.
var own = uuid.NewSHA1(uuid.NameSpaceURL, []byte("https://github.com/urlsift/urlsift"))

// stixTime is a timestamp with three fractional digits, as "created" and "modified"
// require (section 3.2).
const stixTime = "2006-01-02T15:04:05.000Z"

// writeSTIX writes a STIX 2.1 bundle: for each URL one indicator, or the observable url
// and observed-data with the number and the times of its occurrences. A URL that occurs
// only in messages without a date has no observed-data.
func writeSTIX(e *exporter) error {
	made, err := e.time()
	if err != nil {
		return err
	}
	e.w.WriteString(`{"type":"bundle"`)
	add := func(o object, id string) error { return e.add(`,"objects":[`+"\n", o, id) }
	err = e.list("u", "", func(l *listed) error {
		if e.Indicators {
			return add(indicator(l, made))
		}
		url, id := observable(l.url)
		if err := add(url, id); err != nil {
			return err
		}
		if first, ok := seen(l.first); ok {
			last, _ := seen(l.last)
			return add(observed(l, id, first, last, made))
		}
		return nil
	})
	if err != nil {
		return err
	}
	if e.n > 0 { // a list must not be empty
		e.w.WriteString("\n]")
	}
	_, err = fmt.Fprintf(e.w, `,"id":"bundle--%s"}`+"\n", uuid.NewSHA1(own, e.ids.Sum(nil)))
	return err
}

// stixObject begins a STIX object.
func stixObject(kind, id string) object {
	var o object
	o.open()
	o.string("type", kind)
	o.string("spec_version", "2.1")
	o.string("id", id)
	return o
}

// observable returns the observable of a URL. Its id is computed from the canonical JSON
// of its value. A URI has no character that needs an escape, so any JSON of it is
// canonical.
func observable(url string) (object, string) {
	name := append(urljson.AppendString([]byte(`{"value":`), url), '}')
	id := "url--" + uuid.NewSHA1(observables, name).String()
	o := stixObject("url", id)
	o.string("value", url)
	o.close()
	return o, id
}

// maxObserved is the greatest number_observed (section 4.14).
const maxObserved = 999_999_999

// observed returns the observed-data of a URL. Its id differs between runs, since
// "created" of an id must never change.
func observed(l *listed, of string, first, last, made time.Time) (object, string) {
	id := "observed-data--" + uuid.NewSHA1(own,
		fmt.Appendf(nil, "%s %s %s %s %d", of, made, l.first, l.last, l.n)).String()
	o := stixObject("observed-data", id)
	o.string("created", made.Format(stixTime))
	o.string("modified", made.Format(stixTime))
	o.string("first_observed", first.Format(stixTime))
	o.string("last_observed", last.Format(stixTime))
	o.int("number_observed", min(l.n, maxObserved))
	o.key("object_refs")
	o.b = append(urljson.AppendString(append(o.b, '['), of), ']')
	o.close()
	return o, id
}

// indicator returns an indicator for a URL. It is valid from the time when the URL was
// first seen. Its id is made like that of observed-data.
func indicator(l *listed, made time.Time) (object, string) {
	id := "indicator--" + uuid.NewSHA1(own, fmt.Appendf(nil, "%s %s", made, l.url)).String()
	o := stixObject("indicator", id)
	o.string("created", made.Format(stixTime))
	o.string("modified", made.Format(stixTime))
	o.key("indicator_types")
	o.b = append(o.b, `["unknown"]`...)
	o.string("pattern", "[url:value = '"+patternEscapes.Replace(l.url)+"']")
	o.string("pattern_type", "stix")
	from := made
	if first, ok := seen(l.first); ok {
		from = first
	}
	o.string("valid_from", from.Format(stixTime))
	o.close()
	return o, id
}

// patternEscapes escapes the characters that a string in a pattern must not contain
// (section 9.2).
var patternEscapes = strings.NewReplacer(`\`, `\\`, `'`, `\'`)

// add adds an object to a list. It writes first before the first one, and a comma before
// any other.
func (e *exporter) add(first string, o object, id string) error {
	if e.n++; e.n > 1 {
		first = ",\n"
	}
	e.ids.Write([]byte(id))
	e.w.WriteString(first)
	_, err := e.w.Write(o.b)
	return err
}
