package database

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"slices"
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/heading"
)

// A last is the last document that was begun. Its identity depends on the URLs in it. So
// its row is written when the next document begins, or before a commit. After a commit
// the identity may be updated.
type last struct {
	row     []any // the columns before the identity; nil if there is no document
	dated   any   // the column after the identity
	id      int64
	sum     hash.Hash // see identifying; nil for a text that is not a message
	written int64     // the identity that is written, or 0
}

// A Mark is a place among the rows of a source.
type Mark struct {
	last                          last  // the last document begun
	within                        int64 // the current document
	document, occurrence, refused int64 // the last numbers assigned
}

// clone returns a copy that is independent of the document.
func (l last) clone() last {
	if l.sum != nil {
		l.sum, _ = l.sum.(hash.Cloner).Clone() // SHA-256 has Clone
	}
	return l
}

// begun returns the document with a number, of a source, that begins. Its newsgroups are
// added to rows.
func begun(d Document, id, source int64, to *rows) last {
	address, name := heading.Sender(d.Sender)
	var of, offset any
	if d.Number > 0 {
		of, offset = d.Number, d.Offset
	}
	for _, group := range groups(clean(d.Newsgroups)) {
		to.insert("newsgroups", id, group)
	}
	return last{id: id, dated: orNull(d.DateField),
		sum: identifying(&d, address), row: []any{
			id, source, orNull(clean(d.Member)), of, offset, orNull(clean(d.MessageID)), orNull(d.Date),
			orNull(clean(d.Subject)), orNull(clean(d.Sender)), orNull(clean(address)), orNull(clean(name)),
			orNull(clean(d.Newsgroups)),
		}}
}

// identifying returns a hash of the fields that identify a message: its Message-ID, or
// else its date, sender and subject. last.adds adds the URLs of its body. The hash is nil
// if these fields do not identify the message.
func identifying(d *Document, address string) hash.Hash {
	var of []string
	switch {
	case d.Number == 0:
		return nil
	case d.MessageID != "":
		of = []string{"message-id", d.MessageID}
	case d.Date != "" && address != "" && d.Subject != "":
		of = []string{"date", d.Date, address, d.Subject}
	default:
		return nil
	}
	sum := sha256.New()
	for _, text := range of {
		sum.Write([]byte(text))
		sum.Write([]byte{0})
	}
	return sum
}

// adds adds a URL in the body of a document to its identifying hash.
func (l *last) adds(url string) {
	if l.sum != nil {
		l.sum.Write([]byte(cleanURL(url)))
		l.sum.Write([]byte{0})
	}
}

// identity returns the identity of a document from the URLs so far.
func (l *last) identity() int64 {
	if l.sum == nil {
		return -l.id
	}
	return max(int64(binary.BigEndian.Uint64(l.sum.Sum(nil))>>1), 1)
}

// write writes the row of the document, or its identity if that has changed since.
func (l *last) write(to *rows) {
	if l.row == nil {
		return
	}
	switch identity := l.identity(); l.written {
	case identity:
	case 0:
		l.written = identity
		to.insert("documents", append(l.row, identity, l.dated)...)
	default:
		l.written = identity
		to.sql.Exec("UPDATE documents SET identity = ? WHERE id = ?", identity, l.id)
	}
}

// end ends the document.
func (l *last) end(to *rows) {
	l.write(to)
	*l = last{}
}

// groups returns the distinct newsgroups in a list.
func groups(list string) (all []string) {
	for group := range strings.SplitSeq(list, ",") {
		if group = strings.TrimSpace(group); group != "" && !slices.Contains(all, group) &&
			len(all) < maxGroups {
			all = append(all, group)
		}
	}
	return all
}

// maxGroups is the maximum number of newsgroups of one document.
const maxGroups = 1000
