package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/cmd/internal/sqlite"
	"github.com/urlsift/urlsift/cmd/internal/urljson"
)

// writeJSONL writes an object for each occurrence. Keys that urlsift --json has too mean the same and have the same order, and those
// that only a database has follow.
func writeJSONL(e *exporter) error {
	var line []byte
	return e.occurrences(func(row sqlite.Row) error {
		o := object{b: line[:0]}
		if err := o.occurrence(row); err != nil {
			return fmt.Errorf("occurrence %s: %w", row.Text(colOccurrence), err)
		}
		e.n++
		line = append(o.b, e.end())
		_, err := e.w.Write(line)
		return err
	})
}

// An object is a JSON object that is being written.
type object struct {
	b    []byte
	more bool // there is a key already
}

func (o *object) occurrence(row sqlite.Row) error {
	o.open()
	o.url("url", row.Text(colURL))
	o.string("kind", row.Text(colKind))
	o.number("start", row, colStart)
	o.number("end", row, colStop)
	o.number("line", row, colLine)
	o.number("column", row, colColumn)
	o.bool("strict", row.Int(colStrict) != 0)
	if err := o.json("deviations", row, colDeviations); err != nil {
		return err
	}
	if !row.IsNull(colFragment) {
		o.url("fragment", row.Text(colFragment))
	}
	if !row.IsNull(colOriginal) {
		o.url("unwrapped", row.Text(colOriginal))
	}
	if err := o.json("readings", row, colReadings); err != nil {
		return err
	}
	if err := o.json("parts", row, colParts); err != nil {
		return err
	}
	if !row.IsNull(colAttribute) {
		o.key("attribute")
		o.open()
		o.string("element", row.Text(colElement))
		o.string("name", row.Text(colAttribute))
		o.close()
		o.text("text", row, colText)
	} else {
		o.key("context")
		o.open()
		o.string("before", row.Text(colBefore))
		o.string("after", row.Text(colAfter))
		o.close()
	}
	o.key("source")
	o.source(row)
	o.found(row)
	o.close()
	return nil
}

// source writes where an occurrence is.
func (o *object) source(row sqlite.Row) {
	o.open()
	o.string("file", nameOf(row.Text(colFile)))
	if row.Text(colMember) != "" {
		o.string("member", nameOf(row.Text(colMember)))
	}
	o.number("message", row, colMessage)
	o.number("message_offset", row, colMessageOffset)
	o.text("part", row, colPart)
	o.text("header", row, colHeader)
	o.text("message_id", row, colMessageID)
	o.text("date", row, colDate)
	o.text("subject", row, colSubject)
	o.text("from", row, colSender)
	o.text("newsgroups", row, colNewsgroups)
	o.close()
}

// found writes what only a database knows of an occurrence.
func (o *object) found(row sqlite.Row) {
	o.bool("broken", row.Int(colBroken) != 0)
	if !row.IsNull(colAttested) {
		o.bool("attested", row.Int(colAttested) != 0)
	}
	o.url("best", row.Text(colBest))
	o.url("canonical", row.Text(colCanonical))
	o.text("host", row, colHost)
	o.text("domain", row, colDomain)
	o.text("sender_address", row, colSenderAddress)
	o.text("sender_name", row, colSenderName)
	if !row.IsNull(colMismatch) {
		o.bool("mismatch", row.Int(colMismatch) != 0)
	}
	if row.Int(colIdentity) > 0 {
		o.string("identity", row.Text(colIdentity)) // as a number it would be rounded by programs that have only floating-point ones
	}
	o.number("document", row, colDocument)
	o.number("occurrence", row, colOccurrence)
}

func (o *object) open()  { o.b, o.more = append(o.b, '{'), false }
func (o *object) close() { o.b, o.more = append(o.b, '}'), true }

func (o *object) key(name string) {
	if o.more {
		o.b = append(o.b, ',')
	}
	o.more = true
	o.b = append(urljson.AppendString(o.b, name), ':')
}

func (o *object) string(name, text string) {
	o.key(name)
	o.b = urljson.AppendString(o.b, text)
}

// text writes a column, if it has something, as --json has it.
func (o *object) text(name string, row sqlite.Row, column int) {
	if text := row.Text(column); text != "" {
		o.string(name, printable.Unescape(text))
	}
}

// nameOf returns a name of the database as --json has it.
func nameOf(text string) string { return printable.Name(printable.Unescape(text)) }

// url writes a URL or a part of one.
func (o *object) url(name, text string) {
	if o.more {
		o.b = append(o.b, ',')
	}
	o.more = true
	o.b = urljson.AppendURL(o.b, name, text)
}

func (o *object) bool(name string, value bool) {
	o.key(name)
	o.b = strconv.AppendBool(o.b, value)
}

func (o *object) int(name string, n int64) {
	o.key(name)
	o.b = strconv.AppendInt(o.b, n, 10)
}

// number writes a column with a number, if it has one.
func (o *object) number(name string, row sqlite.Row, column int) {
	if !row.IsNull(column) {
		o.int(name, row.Int(column))
	}
}

// json writes a column that is JSON already, if it has something.
func (o *object) json(name string, row sqlite.Row, column int) error {
	value := row.Text(column)
	if value == "" {
		return nil
	}
	o.key(name)
	text := bytes.NewBuffer(o.b)
	if err := json.Compact(text, []byte(value)); err != nil { // so that it has no line feeds
		return fmt.Errorf("%s: not JSON: %w", name, err)
	}
	o.b = text.Bytes()
	return nil
}
