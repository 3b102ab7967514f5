package index

import (
	"bytes"
	"strings"
	"time"
	"unsafe"

	"github.com/urlsift/urlsift/cmd/internal/database"
	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/cmd/internal/urljson"
	"github.com/urlsift/urlsift/extract/sift"
	"github.com/urlsift/urlsift/internal/flaws"
	"github.com/urlsift/urlsift/rfc1738"
)

// A row is an occurrence or a rejected candidate in a document. Its line, and the number
// of the document, count from the beginning of its chunk.
type row struct {
	document   *database.Document
	occurrence database.Occurrence // unless rejected is set
	rejected   *database.Rejected
	apart      bool // lines count in the attachment
}

// size returns the approximate size of the row in bytes.
func (r *row) size() int {
	return int(unsafe.Sizeof(*r)) + len(r.occurrence.URL) + len(r.occurrence.Readings) +
		len(r.occurrence.Before) + len(r.occurrence.After)
}

// place returns its place.
func (r *row) place() *database.Place {
	if r.rejected != nil {
		return &r.rejected.Place
	}
	return &r.occurrence.Place
}

// documentOf returns the document of a source.
func documentOf(s *sift.Source) *database.Document {
	d := &database.Document{Member: containerOf(s)}
	if m := s.Message; m != nil {
		d.Number, d.Offset = m.Number, m.Offset
		d.MessageID, d.Subject, d.Sender, d.Newsgroups = m.ID(), m.Subject(), m.From(), m.Newsgroups()
		if t, field := m.Dated(); !t.IsZero() {
			d.Date = t.UTC().Format(time.RFC3339)
			if field != "Date" {
				d.DateField = field
			}
		}
	}
	return d
}

// containerOf returns the path of the archive member that contains a source, without the
// path of an attachment.
func containerOf(s *sift.Source) string {
	return strings.TrimSuffix(strings.TrimSuffix(s.Member, s.Attachment), "!")
}

// skippedOf returns the row of a skipped part.
func skippedOf(s *sift.Skipped) database.Skipped {
	return database.Skipped{
		Member: containerOf(s.Source), Number: s.Message, Part: s.Part, Attachment: s.Attachment,
		Start: s.Offset, Type: s.Type, Why: s.Why,
	}
}

// detailOf returns the Detail of a result, or nil if it has none.
func detailOf(r *sift.Result) *database.Detail {
	if r.Attachment == "" && r.Attribute == "" && !r.Escaped && !r.Restored && r.Guessed == 0 {
		return nil
	}
	d := &database.Detail{
		Attachment: r.Attachment, Element: r.Element, Attribute: r.Attribute, Text: r.Shown,
		Mismatch: r.Shown != "" && r.Mismatch(r.Shown), Escaped: r.Escaped, Obfuscated: r.Restored,
	}
	if r.Guessed != 0 {
		d.Guessed, d.Written = r.Guessed.String(), r.Written()
	}
	return d
}

// of fills the row of a complete result. It returns an error if a method of the result
// panics.
func (one *row) of(r *sift.Result, d *database.Document) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = r.Panicked(value)
		}
	}()
	one.document, one.apart = d, r.Apart
	place := database.Place{Kind: r.Kind.String(), Start: r.Start, End: r.End, Line: r.Line, Column: r.Column,
		Part: r.Part, Header: r.Header, Detail: detailOf(r)}
	if e, rejected := r.Err.(*rfc1738.Error); rejected {
		one.rejected = &database.Rejected{
			Place: place, Text: r.String(), Offset: e.Offset, Rule: e.Rule.String(), Section: e.Section,
			Message: flaws.Message(r.Flaw, e),
		}
		return nil
	}
	place.Before, place.After = shownAround(r.Around(0, 0, database.MaxBeside))
	var deviations []rfc1738.Deviation
	if !r.Strict() {
		deviations = r.Deviations
	}
	var scratch [512]byte
	one.occurrence = database.Occurrence{
		Place: place, URL: r.String(), Broken: r.Broken,
		Deviations: value(urljson.AppendDeviations(scratch[:0], deviations)),
		Readings:   value(urljson.AppendReadings(scratch[:0], &r.Result, printable.Veil{})),
	}
	return nil
}

// shownAround returns the text before and after a URL on its line, in a form that can be
// shown.
func shownAround(before, after []byte) (string, string) {
	before, after = urljson.Whole(before, after, database.MaxBeside)
	return shown(bytes.TrimLeft(before, " \t")), shown(bytes.TrimRight(after, " \t"))
}

// shown returns text with blanks for tabs, and with other control characters and invalid
// UTF-8 as \xNN.
func shown(text []byte) string {
	for _, c := range text {
		if c < ' ' || c > '~' {
			return printable.Text(strings.ReplaceAll(string(text), "\t", " "))
		}
	}
	return string(text)
}

// value returns the value in a pair of a JSON key and a value, which a comma precedes, or
// "".
func value(pair []byte) string {
	_, text, _ := bytes.Cut(pair, []byte(":"))
	return string(text)
}
