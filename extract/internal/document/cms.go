package document

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

// A Signed is the content of a document of the Cryptographic Message Syntax (RFC 5652, formerly PKCS #7).
type Signed struct {
	// Pieces are the places of the content in the document, in order. There is one piece, or several if the content was written
	// as a stream.
	Pieces []Piece
	// Compressed reports whether the content is compressed (RFC 3274), in the format of zlib.
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

// ErrSignature means that a document has a signature but not the signed content, which is elsewhere.
var ErrSignature = errors.New("a signature without content")

var errCMS = errors.New("damaged CMS")

// IsCMS reports whether a document that begins with head is a CMS document, such as "smime.p7m": a sequence that begins with one of the
// object identifiers.
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
	return slices.ContainsFunc([]string{oidSigned, oidEnveloped, oidEncrypted, oidAuthEnveloped, oidCompressed}, func(oid string) bool {
		return head.Starts(string([]byte{tagObject, byte(len(oid))}) + oid)
	})
}

// CMS returns the places of the content in a CMS document. It returns [ErrEncrypted] if the content is encrypted, and
// [ErrSignature] if there is none. With any other error, which means that the document is damaged, it returns the pieces before
// the damage.
func CMS(b []byte) (Signed, error) {
	doc := ber{b: b, end: len(b)}
	outer, ok := doc.next()
	if !ok || outer.tag != tagSequence {
		return Signed{}, errCMS
	}
	kind, _ := outer.next()
	var s Signed
	switch string(kind.value()) {
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
	case err == nil && outer.cut:
		err = io.ErrUnexpectedEOF
	case err == nil && len(s.Pieces) == 0:
		err = ErrSignature
	}
	return s, err
}

// octets adds the pieces of an octet string, which may be one of octet strings (X.690 section 8.7).
func (s *Signed) octets(c *ber, depth int) error {
	for !c.ended() {
		e, ok := c.next()
		switch {
		case !ok:
			return errCMS
		case e.tag == tagOctets:
			if e.pos < e.end {
				s.Pieces = append(s.Pieces, Piece{e.pos, e.end})
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
	if c.endless && c.pos >= c.end {
		return io.ErrUnexpectedEOF
	}
	return nil
}

// maxBER is how deep elements of indefinite length may be nested.
const maxBER = 20

// A ber is an element of the Basic Encoding Rules (X.690). The elements inside it are read one after the other.
//
// 0 <= pos <= end <= len(b)
type ber struct {
	b        []byte
	tag      byte
	pos, end int
	endless  bool // it ends with an element of two zeros
	cut      bool // it is longer than the document
	open     int  // where the content of the last element read begins, if its length is indefinite, or 0
}

func (c *ber) value() []byte {
	if c.b == nil {
		return nil
	}
	return c.b[c.pos:c.end]
}

// ended reports whether the element has no more elements.
func (c *ber) ended() bool {
	c.settle()
	return c.pos >= c.end || c.endless && bytes.HasPrefix(c.b[c.pos:c.end], []byte{0, 0})
}

// settle moves past the element read last.
func (c *ber) settle() {
	if c.open > 0 {
		c.pos = skipEndless(c.b[:c.end], c.open, 0)
		c.open = 0
	}
}

// next reads the next element.
func (c *ber) next() (ber, bool) {
	if c.ended() {
		return ber{}, false
	}
	e, ok := readBER(c.b[:c.end], c.pos)
	if !ok {
		return ber{}, false
	}
	c.pos = e.end
	if e.endless {
		c.pos, c.open = e.pos, e.pos
	}
	return e, true
}

// readBER reads the tag and the length of the element at an offset. It knows only tags of one byte.
func readBER(b []byte, at int) (ber, bool) {
	if len(b)-at < 2 {
		return ber{}, false
	}
	e := ber{b: b, tag: b[at], pos: at + 2, end: len(b)}
	if e.tag&0x1F == 0x1F {
		return ber{}, false
	}
	n := int(b[at+1])
	switch {
	case n == 0x80:
		e.endless = e.tag&0x20 != 0
		return e, e.endless
	case n > 0x80:
		size := n - 0x80
		if size > 4 || e.pos+size > len(b) {
			return ber{}, false
		}
		n = 0
		for range size {
			n = n<<8 | int(b[e.pos])
			e.pos++
		}
	}
	if e.cut = n < 0 || n > len(b)-e.pos; !e.cut {
		e.end = e.pos + n
	}
	return e, true
}

// skipEndless returns the offset after an element of indefinite length whose content begins at an offset.
func skipEndless(b []byte, at, depth int) int {
	for at < len(b) && !bytes.HasPrefix(b[at:], []byte{0, 0}) {
		e, ok := readBER(b, at)
		switch {
		case !ok, e.endless && depth == maxBER:
			return len(b)
		case e.endless:
			at = skipEndless(b, e.pos, depth+1)
		default:
			at = e.end
		}
	}
	return min(at+2, len(b))
}
