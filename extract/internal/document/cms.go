package document

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

// A Signed is the content of a document of the Cryptographic Message Syntax (RFC 5652,
// formerly PKCS #7).
type Signed struct {
	// Pieces are the places of the content in the document, in order. There are several
	// only if the content was written as a stream.
	Pieces []Piece
	// Compressed reports whether the content is compressed (RFC 3274), in zlib format.
	Compressed bool
}

// A Piece is the range of bytes [Start,End) of a document.
type Piece struct{ Start, End int }

// Object identifiers of the contents of a CMS document.
const (
	oidSigned            = "\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02"         // 1.2.840.113549.1.7.2
	oidEnveloped         = "\x2a\x86\x48\x86\xf7\x0d\x01\x07\x03"         // 1.2.840.113549.1.7.3
	oidEncrypted         = "\x2a\x86\x48\x86\xf7\x0d\x01\x07\x06"         // 1.2.840.113549.1.7.6
	oidAuthEnveloped     = "\x2a\x86\x48\x86\xf7\x0d\x01\x09\x10\x01\x17" // 1.2.840.113549.1.9.16.1.23
	oidCompressed        = "\x2a\x86\x48\x86\xf7\x0d\x01\x09\x10\x01\x09" // 1.2.840.113549.1.9.16.1.9
	tagSequence          = 0x30
	tagObject            = 0x06
	tagOctets            = 0x04
	tagOctetsConstructed = 0x24
	tagExplicit          = 0xA0
)

// ErrSignature means that a document has a signature but not the signed content.
var ErrSignature = errors.New("a signature without content")

var errCMS = errors.New("damaged CMS")

// IsCMS reports whether a document that begins with head is a CMS document, such as
// "smime.p7m": a sequence that begins with one of the object identifiers above.
func IsCMS(head decode.Head) bool {
	if !head.Starts(string(rune(tagSequence))) || !head.Has(2) {
		return false
	}
	at := 2
	if n := head.Text[1]; n > 0x80 {
		at += int(n & 0x7f)
	}
	const most = 4 // bytes of a length
	if at > 2+most || !head.Has(at) {
		return false
	}
	head.Text = head.Text[at:]
	return slices.ContainsFunc([]string{oidSigned, oidEnveloped, oidEncrypted, oidAuthEnveloped,
		oidCompressed}, func(oid string) bool {
		return head.Starts(string([]byte{tagObject, byte(len(oid))}) + oid)
	})
}

// CMS returns the places of the content in a CMS document. It returns [ErrEncrypted] if
// the content is encrypted, and [ErrSignature] if there is none. Any other error means
// that the document is damaged. CMS then also returns the pieces before the damage.
func CMS(b []byte) (Signed, error) {
	doc := ber{b: b}
	outer, ok := doc.next()
	if !ok || outer.tag != tagSequence {
		return Signed{}, errCMS
	}
	kind, _ := outer.next()
	var s Signed
	switch string(kind.b[kind.pos:]) {
	case oidSigned:
	case oidCompressed:
		s.Compressed = true
	case oidEnveloped, oidEncrypted, oidAuthEnveloped:
		return s, ErrEncrypted
	default:
		return s, errCMS
	}
	explicit, _ := outer.next()
	data, _ := explicit.next()
	if explicit.tag != tagExplicit || data.tag != tagSequence {
		return s, errCMS
	}
	data.next() // version
	data.next() // digestAlgorithms, or the compressionAlgorithm
	within, ok := data.next()
	if !ok || within.tag != tagSequence {
		return s, errCMS
	}
	within.next() // eContentType
	content, ok := within.next()
	if !ok || content.tag != tagExplicit {
		return s, ErrSignature
	}
	err := s.octets(&content, 0)
	switch {
	case err == nil && (outer.cut || content.cut):
		err = io.ErrUnexpectedEOF
	case err == nil && len(s.Pieces) == 0:
		err = ErrSignature
	}
	return s, err
}

// octets adds the pieces of an octet string, which may consist of octet strings (X.690,
// section 8.7).
func (s *Signed) octets(c *ber, depth int) error {
	for c.pos < len(c.b) {
		e, ok := c.next()
		switch {
		case !ok:
			return errCMS
		case e.tag == tagOctets:
			if e.pos < len(e.b) {
				s.Pieces = append(s.Pieces, Piece{e.pos, len(e.b)})
			}
		case e.tag == tagOctetsConstructed && depth < maxBER:
			if err := s.octets(&e, depth+1); err != nil {
				return err
			}
		default:
			return errCMS
		}
		if e.cut {
			return io.ErrUnexpectedEOF
		}
	}
	return nil
}

// maxBER is the maximum depth of nested elements of indefinite length.
const maxBER = 20

// A ber is an element of the Basic Encoding Rules (X.690). The elements in it are read
// one after the other.
type ber struct {
	tag byte
	b   []byte // the document up to the end of the element
	pos int    // the offset of the next element in it
	cut bool   // the document ends before the element does
}

// next reads the next element.
func (c *ber) next() (e ber, ok bool) {
	e, c.pos, ok = readBER(c.b, c.pos, 0)
	return e, ok
}

// readBER reads the element at an offset, and returns the offset after it. It knows only
// tags of one byte.
func readBER(b []byte, at, depth int) (e ber, after int, ok bool) {
	if len(b)-at < 2 || b[at]&0x1F == 0x1F {
		return ber{}, at, false
	}
	e = ber{tag: b[at], pos: at + 2}
	n := int(b[at+1])
	switch {
	case n == 0x80 && (e.tag&0x20 == 0 || depth == maxBER):
		return ber{}, at, false
	case n == 0x80: // it ends with an element of two zeros
		end, ok := e.pos, true
		for ok && end < len(b) && !bytes.HasPrefix(b[end:], []byte{0, 0}) {
			_, end, ok = readBER(b, end, depth+1)
		}
		if !ok {
			end = len(b)
		}
		e.b, e.cut = b[:end], ok && end == len(b)
		return e, min(end+2, len(b)), true
	case n > 0x80:
		size := n - 0x80
		if size > 4 || e.pos+size > len(b) {
			return ber{}, at, false
		}
		n = int(bigEndian(b[e.pos:][:size]))
		e.pos += size
	}
	e.cut = n < 0 || n > len(b)-e.pos
	if e.cut {
		n = len(b) - e.pos
	}
	e.b = b[:e.pos+n]
	return e, len(e.b), true
}
