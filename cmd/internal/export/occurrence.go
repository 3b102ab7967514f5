package export

import "github.com/urlsift/urlsift/cmd/internal/sqlite"

// The columns of an occurrence.
const (
	colURL = iota
	colKind
	colStart
	colStop
	colLine
	colColumn
	colStrict
	colDeviations
	colFragment
	colOriginal
	colReadings
	colParts
	colElement
	colAttribute
	colText
	colFile
	colMember
	colMessage
	colMessageOffset
	colPart
	colHeader
	colMessageID
	colDate
	colSubject
	colSender
	colNewsgroups
	colBroken
	colAttested
	colBest
	colCanonical
	colScheme
	colHost
	colDomain
	colSenderAddress
	colSenderName
	colMismatch
	colBefore
	colAfter
	colContext
	colIdentity
	colDocument
	colOccurrence
)

// ofOccurrences selects these columns. The occurrences come in the order of their numbers, in which they were found, and so nothing is
// sorted. e is the best URL.
const ofOccurrences = `SELECT u.url, o.kind, o.start, o.stop, o.line, o.col, u.strict, o.deviations, u.fragment, u.original, o.readings, u.parts,
	o.element, o.attribute, o.text, s.path,
	CASE WHEN o.attachment IS NULL THEN d.member ELSE coalesce(d.member || '!', '') || o.attachment END,
	d.number, d.message_offset, o.part, o.header, d.message_id, d.date, d.subject, d.sender, d.newsgroups,
	o.broken, o.attested, e.url, coalesce(e.canonical, e.url), u.scheme, u.host, u.domain, d.sender_address, d.sender_name, o.mismatch,
	o.line_before, o.line_after,
	coalesce(o.line_before, '') || CASE WHEN o.attribute IS NULL THEN u.url ELSE coalesce(o.text, u.url) END || coalesce(o.line_after, ''),
	d.identity, d.id, o.id
FROM occurrences o
CROSS JOIN urls u ON u.id = o.url
CROSS JOIN urls e ON e.id = coalesce(o.best, o.url)
CROSS JOIN documents d ON d.id = o.document
CROSS JOIN sources s ON s.id = d.source
WHERE `

// occurrences calls do for each selected occurrence. The row is valid until the next one.
func (e *exporter) occurrences(do func(row sqlite.Row) error) error {
	documents, urls := e.ofDocuments(), e.ofURLs()
	query := ofOccurrences + documents.String() + " AND " + urls.String() + " ORDER BY o.id"
	return e.db.Each(query, append(documents.args, urls.args...), do)
}
