package document

// A Decoder decodes one document from its beginning. It has no buffer: whoever calls it keeps what has not been decoded yet, and
// so knows which bytes each token was made of.
type Decoder interface {
	// Decode decodes what b begins with. It returns how many bytes that is, and what they stand for. b is not empty.
	//
	// It returns 0 if more of b is needed to decide, and then wants to be called again with all of it. It never does if ended
	// is true, which says that nothing follows b, nor if b has [MaxToken] bytes.
	Decode(b []byte, ended bool) (n int, t Token)
}

// MaxToken is the length in bytes up to which a token may need to be there as a whole.
const MaxToken = 64 << 10

// A Token is what some bytes of a document stand for. It is valid until the next one.
type Token struct {
	// Text is text in UTF-8. It is a part of what was decoded if these bytes stand for themselves.
	Text []byte
	// HTML reports whether Text belongs to a page.
	HTML bool
	// Link reports whether Text is one URL as a whole, and no text that may hold some.
	Link bool
	// Stream is set before the bytes of a stream of a PDF, which whoever calls decodes in another way, up to "endstream".
	Stream *Stream
}

// same returns a token of bytes that stand for themselves.
func same(b []byte) Token { return Token{Text: b} }
