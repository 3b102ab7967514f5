package export

import (
	"slices"
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/sqlite"
)

// A field is a value of an occurrence, in the formats with a record for each occurrence.
type field struct {
	key    string // of JSON, after the key of its object, or empty
	column string // of the tables, or empty
	as     as     // its form in JSON
	from   string // in SQL, for fromOccurrences
}

// An as is the JSON form of a value of the database. NULL is omitted, and so is an empty
// value, unless the form is asString or asURL.
type as int

const (
	asText   as = iota // a text that may be escaped
	asString           // a text without escapes
	asName             // of a file
	asURL              // or a part of one
	asNumber
	asBool
	asJSON // JSON already
)

// fields holds all fields, in the order of JSON. Keys shared with urlsift --json have the
// same meaning and order, and those that only a database has follow.
var fields = []field{
	{"url", "url", asURL, "u.url"},
	{"kind", "kind", asString, "o.kind"},
	{"start", "start", asNumber, "o.start"},
	{"end", "end", asNumber, "o.stop"},
	{"line", "line", asNumber, "o.line"},
	{"column", "", asNumber, "o.col"},
	{"strict", "strict", asBool, "u.strict"},
	{"deviations", "", asJSON, "o.deviations"},
	{"encoded", "", asString, "iif(o.deviations IS NULL, NULL, nullif(urlsift_encoded(u.url), ''))"},
	{"fragment", "", asURL, "coalesce(u.fragment, iif(instr(u.url, '#'), '', NULL))"},
	{"escaped", "", asBool, "o.escaped"},
	{"obfuscated", "", asBool, "o.obfuscated"},
	{"guessed", "", asText, "o.guessed"},
	{"written", "", asURL, "o.written"},
	{"unwrapped", "original", asURL, "u.original"},
	{"readings", "", asJSON, "o.readings"},
	{"cautions", "", asJSON, "urlsift_cautions(u.url, coalesce(o.mismatch, 0))"},
	{"parts", "", asJSON, "u.parts"},
	{"attribute.element", "", asString, "iif(o.attribute IS NULL, NULL, coalesce(o.element, ''))"},
	{"attribute.name", "", asString, "o.attribute"},
	{"text", "", asText, "iif(o.attribute IS NULL, NULL, o.text)"},
	{"context.before", "", asString, "iif(o.attribute IS NULL, coalesce(o.line_before, ''), NULL)"},
	{"context.after", "", asString, "iif(o.attribute IS NULL, coalesce(o.line_after, ''), NULL)"},
	{"source.file", "", asName, "s.path"},
	{"source.member", "", asName, member},
	{"source.message", "message", asNumber, "d.number"},
	{"source.message_offset", "", asNumber, "d.message_offset"},
	{"source.part", "part", asText, "o.part"},
	{"source.header", "header", asText, "o.header"},
	{"source.message_id", "message_id", asText, "d.message_id"},
	{"source.date", "date", asText, "d.date"},
	{"source.date_field", "", asText, "d.date_field"},
	{"source.subject", "subject", asText, "d.subject"},
	{"source.from", "sender", asText, "d.sender"},
	{"source.newsgroups", "newsgroups", asText, "d.newsgroups"},
	{"broken", "", asBool, "o.broken"},
	{"attested", "", asBool, "o.attested"},
	{"best", "best", asURL, "e.url"},
	{"canonical", "", asURL, "coalesce(e.canonical, e.url)"},
	{"host", "host", asText, "u.host"},
	{"domain", "domain", asText, "u.domain"},
	{"sender_address", "", asText, "d.sender_address"},
	{"sender_name", "", asText, "d.sender_name"},
	{"mismatch", "", asBool, "o.mismatch"},
	// A number would be rounded by programs that have only floating-point numbers.
	{"identity", "", asString, "iif(d.identity > 0, cast(d.identity AS TEXT), NULL)"},
	{"document", "", asNumber, "d.id"},
	{"occurrence", "", asNumber, "o.id"},
	{"", "scheme", asText, "u.scheme"},
	{"", "file", asText, "s.path || iif(" + member + " <> '', '!' || " + member + ", '')"},
	{"", "context", asText, `coalesce(o.line_before, '') ||
		CASE WHEN o.attribute IS NULL THEN u.url ELSE coalesce(o.text, u.url) END ||
		coalesce(o.line_after, '')`},
}

const member = "CASE WHEN o.attachment IS NULL THEN d.member ELSE coalesce(d.member || '!', '') || " +
	"o.attachment END"

// indexOf returns the index of the field with a name.
func indexOf(name string) int {
	return slices.IndexFunc(fields, func(f field) bool { return f.key == name || f.column == name })
}

// fromOccurrences joins the tables of the fields. e is the best URL. Rows are in the
// order of their numbers, in which they were found, so no sorting is needed.
const fromOccurrences = ` FROM occurrences o
CROSS JOIN urls u ON u.id = o.url
CROSS JOIN urls e ON e.id = coalesce(o.best, o.url)
CROSS JOIN documents d ON d.id = o.document
CROSS JOIN sources s ON s.id = d.source
WHERE `

// occurrences calls do with the fields of each selected occurrence. The row is valid
// until the next one.
func (e *exporter) occurrences(do func(row sqlite.Row) error) error {
	var from []string
	for _, f := range fields {
		from = append(from, f.from)
	}
	documents, urls := e.ofDocuments(), e.ofURLs()
	query := "SELECT " + strings.Join(from, ", ") + fromOccurrences + documents.String() + " AND " +
		urls.String() + " ORDER BY o.id"
	return e.db.Each(query, append(documents.args, urls.args...), do)
}
