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

// A Reader reads one stream after another. It is not for use by several goroutines at
// once.
type Reader struct {
	config   Config
	format   mail.Format
	messages int
	places   places
	packages Package
	offset   int64 // the offset at which the next stream begins
	before   int   // the number of messages before the next stream
	walker   walker
}

// New returns a Reader for config.
func New(config Config) *Reader { return &Reader{config: config} }

// Format returns the detected format of the last stream. A Single with more than one
// message becomes an Rmail.
func (r *Reader) Format() mail.Format { return r.format }

// Messages returns the number of messages read so far in the last stream.
func (r *Reader) Messages() int { return r.messages - r.before }

// MessageStart returns the offset of the message that is being read, or of the last one.
// In a stream of text all later texts are at or after it.
func (r *Reader) MessageStart() int64 {
	if m := r.walker.message; m != nil {
		return m.Offset
	}
	return r.offset
}

// StartAt sets the offset in bytes and the number of messages at which later streams
// begin.
func (r *Reader) StartAt(offset int64, messages int) { r.offset, r.before = offset, messages }

// Texts returns an iterator over the texts in a stream, in order. Iteration continues
// after an [*Error]. Any other error is returned unchanged from the stream, and ends the
// iteration.
func (r *Reader) Texts(stream io.Reader) iter.Seq2[*Text, error] {
	return r.texts(stream, func(w *walker) bool {
		if r.format == mail.Auto {
			w.src.Fill(HeadSize)
			r.format = FormatOf(w.src.Rest())
		}
		return w.readFormat(r.format)
	})
}

// Resume is like Texts for the rest of a stream after damage. The format of the stream is
// that of the Config.
func (r *Reader) Resume(rest io.Reader) iter.Seq2[*Text, error] {
	return r.texts(rest, func(w *walker) bool { return w.readRest(r.format) })
}

func (r *Reader) texts(stream io.Reader, read func(*walker) bool) iter.Seq2[*Text, error] {
	return func(yield func(*Text, error) bool) {
		r.messages, r.format = r.before, r.config.Format
		w := &r.walker
		w.reset(r, stream, nil, yield)
		w.src.StartAt(r.offset)
		if read(w) && w.src.Err != nil && w.src.Err != io.EOF {
			yield(nil, w.src.Err)
		}
	}
}

// name returns the path of a member of the stream.
func (r *Reader) name(member string) string {
	if r.config.Name == nil {
		return member
	}
	return MemberPath(r.config.Name(), member)
}
