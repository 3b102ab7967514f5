package document

// A Decoder decodes one document from its beginning. It has no buffer. Its caller keeps the bytes that are not decoded yet, and
// so knows which bytes each token was decoded from.
type Decoder interface {
	// Decode decodes the beginning of b, which is not empty. It returns the number of bytes decoded and their token.
	//
	// It returns 0 if it needs more of b to decide. The caller must then call it again with all of b and more. It never returns 0
	// if ended is true, which means that nothing follows b, or if b has [MaxToken] bytes.
	Decode(b []byte, ended bool) (n int, t Token)
}

// MaxToken is the number of bytes after which a Decoder never asks for more.
const MaxToken = 64 << 10

// A Token is the text that some bytes of a document stand for. It is valid until the next call of Decode.
type Token struct {
	// Text is in UTF-8. It aliases the decoded bytes if these stand for themselves.
	Text []byte
	// HTML reports whether Text is part of an HTML page.
	HTML bool
	// Link reports whether Text is one whole URL, and not text that may contain URLs.
	Link bool
	// Stream is set before the bytes of a stream of a PDF. The caller must decode these in another way, up to "endstream".
	Stream *Stream
}

// same returns a token of bytes that stand for themselves.
func same(b []byte) Token { return Token{Text: b} }
