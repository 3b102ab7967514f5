package export

import "strings"

// cdxHeader names the fields of a CDX file: N the key, b the time, a the URL, m the type,
// s the status, k the digest, r a redirect, M tags, S the size, V the offset, and g the
// file. Its first byte is the separator of the fields.
const cdxHeader = " CDX N b a m s k r M S V g\n"

// writeCDX writes a line for each URL, with the time when it was first seen. Fields known
// only to a crawler are "-".
func writeCDX(e *exporter) error {
	e.w.WriteString(cdxHeader)
	return e.list("u", "urlsift_surt(x)", func(l *listed) error {
		e.n++
		when := "-"
		if first, ok := seen(l.first); ok {
			when = first.Format("20060102150405")
		}
		e.w.WriteString(l.key + " " + when + " " + l.url)
		_, err := e.w.WriteString(strings.Repeat(" -", 8) + "\n")
		return err
	})
}
