package texts

import (
	"io"
	"iter"

	"github.com/urlsift/urlsift/extract/internal/unpack"
	"github.com/urlsift/urlsift/extract/mail"
)

// Config selects the texts to read and how to read them. The zero Config suits most
// streams.
type Config struct {
	// Format is the format of the streams, or Auto.
	Format mail.Format
	// Keep is the number of bytes of a text, up to the last one that was read, for which
	// [Text.Span] can be called. 0 means 256 KiB, which is enough to find URLs of up to
	// 64 KiB.
	Keep int
	// All includes texts of a page that cannot contain a URL, which are otherwise skipped
	// to save time.
	All bool
	// Schemeless includes texts that can only contain a URL without a scheme: in pages,
	// and in header fields that people write. See [Text.Written].
	Schemeless bool
	// Wanted reports whether a text is wanted; nil means that all texts are. It is called
	// only for texts that are completely in memory when they begin, as most message
	// bodies are. Other texts are always wanted. Wanted must not keep text. decoded
	// reports whether text may differ from the stream.
	Wanted func(text []byte, decoded bool) bool
	// Relative includes the relative links of pages that have a base element, or of all
	// pages if Base is set.
	Relative bool
	// Base is the base URL of pages without a base element, or empty.
	Base string
	// Shown includes the visible text of links. See Text.Shown.
	Shown bool
	// Names includes the names of namespaces, vocabularies and document types in pages
	// and XML.
	Names bool
	// Unpack returns the contents of packed content. how is empty for an attachment,
	// whose type is detected by its first bytes. It is "flate" or "lzw" for a stream of a
	// PDF, the first line of a batch, such as "#! cunbatch", and the content coding of an
	// HTTP body in a web archive, such as "gzip, deflate". If Unpack is nil, a packed
	// attachment is skipped, and other packed content is an Error.
	Unpack func(how string, r io.Reader) iter.Seq2[unpack.Entry, error]
	// Watch is called for each unpacked content with its own offsets, and returns a
	// reader to read in its place. depth is the Depth of the texts in it. At most one
	// content of each depth is read at a time.
	Watch func(depth int, content unpack.Entry) io.Reader
	// Skip is called for a part that is skipped because it has no text or no readable
	// text, in order with the texts. The Problem is the reason, one of a few, such as
	// "unknown type". mediaType is the media type of the part, or empty. Skip is not
	// called for a part that is an Error.
	Skip func(skipped Error, mediaType string)
	// Name returns the path of the stream, or is nil for an empty path. It is called in
	// Office documents, whose parts refer to each other.
	Name func() string
	// Settled is called when a stream that begins as [mail.Outlook] has been read
	// completely, with its final format: [mail.Binary] if the stream is not a message.
	Settled func(mail.Format)
	// File returns the stream as a file that can be read at any offset, or nil if it is
	// not a file. An Outlook store is then read in place, and otherwise in memory.
	File func() *io.SectionReader
	// Message is called after the header of each message that is not part of another one,
	// even if the header cannot contain a URL.
	Message func(*mail.Message)
}
