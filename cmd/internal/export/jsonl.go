package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/cmd/internal/sqlite"
	"github.com/urlsift/urlsift/cmd/internal/urljson"
)

// writeJSONL writes an object for each occurrence.
func writeJSONL(e *exporter) error {
	var line []byte
	return e.occurrences(func(row sqlite.Row) error {
		o := object{b: line[:0]}
		o.open()
		for i := range fields {
			if err := o.field(&fields[i], row, i); err != nil {
				return fmt.Errorf("occurrence %s: %w", row.Text(indexOf("occurrence")), err)
			}
		}
		o.close()
		e.n++
		line = append(o.b, e.end())
		_, err := e.w.Write(line)
		return err
	})
}

// An object is a JSON object that is being written.
type object struct {
	b      []byte
	more   bool   // it has a key already
	within string // the key of the nested object that is being written, or empty
}

// field writes a field if it has a value.
func (o *object) field(f *field, row sqlite.Row, i int) error {
	text := row.Text(i)
	if f.key == "" || row.IsNull(i) || text == "" && f.as != asString && f.as != asURL {
		return nil
	}
	object, name, inner := strings.Cut(f.key, ".")
	if !inner {
		object, name = "", f.key
	}
	if object != o.within {
		if o.within != "" {
			o.close()
		}
		if object != "" {
			o.key(object)
			o.open()
		}
		o.within = object
	}
	switch f.as {
	case asText:
		o.string(name, printable.Unescape(text))
	case asName:
		o.string(name, printable.Name(printable.Unescape(text))) // as in --json
	case asURL:
		o.url(name, text)
	case asNumber:
		o.int(name, row.Int(i))
	case asBool:
		o.bool(name, row.Int(i) != 0)
	case asJSON:
		return o.json(name, text)
	default:
		o.string(name, text)
	}
	return nil
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

// json writes a JSON value.
func (o *object) json(name, value string) error {
	o.key(name)
	text := bytes.NewBuffer(o.b)
	if err := json.Compact(text, []byte(value)); err != nil { // removes line feeds
		return fmt.Errorf("%s: not JSON: %w", name, err)
	}
	o.b = text.Bytes()
	return nil
}
