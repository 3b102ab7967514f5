package sift

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"net/url"
	"strings"

	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/internal/texts"
	"github.com/urlsift/urlsift/extract/internal/unpack"
	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/scan"
)

// Config says what to read and how. The zero Config reads all files, detects their
// formats, and starts no goroutines.
type Config struct {
	// Extract says how texts are searched. If its Lines is set, results have the line and
	// column in their input or member.
	Extract extract.Config
	// Format is the format of all inputs. With mail.Auto it is detected by the first
	// bytes. With mail.Plain inputs are text and are not unpacked. With mail.Single they
	// are messages, unless they have another format that holds messages.
	Format mail.Format
	// Relative also asks for the relative links of pages. They are relative to the page's
	// base element, or else to Base.
	Relative bool
	// Base is the absolute URL to which links are relative on pages without a base
	// element, such as "https://host.example/", or empty.
	Base string
	// Shown asks for the visible text of links. See [Source].
	Shown bool
	// Names asks for the names of namespaces, vocabularies and types of documents in
	// pages and XML, which look like URLs and lead nowhere.
	Names bool
	// Texts asks for the event [*Text]. Texts that cannot contain URLs are then read,
	// too.
	Texts bool
	// Messages asks for the event [*Message].
	Messages bool

	// Include and Exclude are patterns for the names of files in directories and of
	// members of archives. If there are Include patterns, only names that match one are
	// read. Names that match an Exclude pattern are not read. A pattern with a "/" is
	// matched with the path, any other with its last element. "*", "?", "[a-z]", "{a,b}"
	// and "**" have their usual meaning. A pattern that ends in "/" matches directories.
	Include, Exclude []string
	// Globs are more such patterns. The last one that matches a name decides: if it
	// begins with "!", the name is not read. If there are patterns without "!", only
	// names that match one are read. Names must pass both these and Include and Exclude.
	Globs []string
	// Hidden also asks for files and directories inside a directory whose names begin
	// with a dot. Those of a Maildir are always read, see [Reader.Files].
	Hidden bool
	// Follow also asks for the targets of symbolic links inside a directory. A file is
	// read under each name that leads to it. A link to a directory that contains it is
	// skipped.
	Follow bool
	// MaxDepth is the depth to which a directory is walked. With 1, only the files
	// directly in it are read. 0 means no limit.
	MaxDepth int
	// MaxNesting is the number of compressed formats and archives that may be nested in
	// an input: a .tar.gz has two. 0 means 10.
	MaxNesting int
	// MaxMembers is the number of members that all archives in an input may have
	// together. 0 means 100 million.
	MaxMembers int
	// MaxRatio is the number of bytes that may be unpacked for each byte of an input,
	// after the first GiB. Content nested in more than three formats has no such first
	// GiB. 0 means 500.
	MaxRatio int
	// Choose reports whether a text is read. nil chooses all texts. Several goroutines
	// may call Choose at once. The Source is valid only during the call.
	Choose func(*Source) bool

	// Readers is the number of goroutines that read, each a file or a chunk of one, up to
	// [MaxReaders]. With 0, the caller's goroutine reads everything. At most one file of
	// [Reader.Files] is open for each reader, and two more.
	Readers int
	// Memory is the largest window, in bytes, that a compressed stream may declare. A
	// stream within another may declare half as much as the outer one, so each reader
	// needs less than twice Memory. A stream that declares more is an error. 0 means 512
	// MiB.
	Memory int64
	// ChunkSize is the approximate size in bytes of the chunks of a large file, which
	// several readers read at once if its format allows that. 0 means 1 MiB. If it is
	// negative, or if Extract.Delimiter is set, files are read whole.
	ChunkSize int64
}

// MaxReaders is the greatest Config.Readers. Each reader has buffers of its own.
const MaxReaders = 256

// defaultChunk is the ChunkSize that 0 means.
const defaultChunk = 1 << 20

// A Reader finds the URLs in one input after another. Several goroutines may use it at
// once. [New] makes one; the zero Reader cannot be used.
type Reader struct {
	config    Config
	unpacking unpack.Config
	extractor *extract.Extractor
	globs     globs
}

// New returns a Reader. It returns an error if a pattern in config is malformed, if a
// number other than ChunkSize is negative, if Readers is above [MaxReaders], if Format is
// unknown, if Base is not an absolute URL, or if [extract.New] returns one for
// Config.Extract.
func New(config Config) (*Reader, error) {
	for _, number := range []struct {
		name string
		n    int64
	}{
		{"MaxDepth", int64(config.MaxDepth)},
		{"MaxNesting", int64(config.MaxNesting)},
		{"MaxMembers", int64(config.MaxMembers)},
		{"MaxRatio", int64(config.MaxRatio)}, {"Readers", int64(config.Readers)}, {"Memory", config.Memory},
	} {
		if number.n < 0 {
			return nil, fmt.Errorf("sift: %s is %d: use 0 or more", number.name, number.n)
		}
	}
	switch base, err := url.Parse(config.Base); {
	case config.Readers > MaxReaders:
		return nil, fmt.Errorf("sift: Readers is %d: use 0 to %d", config.Readers, MaxReaders)
	case config.Format >= mail.NumFormats:
		return nil, fmt.Errorf("sift: Format is %v: use a constant of package mail", config.Format)
	case config.Base != "" && (err != nil || !base.IsAbs() || !strings.Contains(config.Base, "://")):
		return nil, fmt.Errorf("sift: Base is %q: use an absolute URL, such as https://host.example/",
			config.Base)
	}
	globs, err := newGlobs(&config)
	if err != nil {
		return nil, err
	}
	config.Extract.MaxURL = cmp.Or(config.Extract.MaxURL, scan.DefaultMaxURL)
	switch {
	case config.Extract.Delimiter != 0:
		config.ChunkSize = -1 // quotes may be open anywhere
	case config.ChunkSize == 0:
		config.ChunkSize = defaultChunk
	}
	extractor, err := extract.New(config.Extract)
	if err != nil {
		return nil, err
	}
	unpacking := unpack.Config{MaxNesting: config.MaxNesting, MaxMembers: config.MaxMembers,
		MaxRatio: config.MaxRatio, Memory: config.Memory}
	return &Reader{config: config, unpacking: unpacking, extractor: extractor, globs: globs}, nil
}

// A Result is a URL and its source. Start, End, Line and Column count in the input, or in
// the member of an archive. Bytes that are decoded together, such as four characters of
// base64, have the same offset. In JSON it is an [extract.Result], without its source.
type Result struct {
	extract.Result
	// Source says where the URL was found. It may be kept.
	*Source
	// TextStart and TextEnd are the offsets of the URL in the decoded text, in bytes.
	TextStart, TextEnd int64
	// Checks holds the numbers of the checksums that cover the text and have not been
	// compared yet, from the outermost: those of the compressed content, of the member of
	// an archive, and of the attachment that contains it. If one of them fails, a later
	// [*Error] of the same chunk has its number as Check, and the result is unproven: the
	// original bytes may have been different. Numbers grow, and have no meaning in
	// another chunk. The slice may be kept and must not be changed.
	Checks []int
}

// Around returns the decoded text around the URL, as [extract.Result.Around] does.
func (r *Result) Around(above, below, n int) (before, after []byte) {
	in := r.Result
	in.Start, in.End = r.TextStart, r.TextEnd
	return in.Around(above, below, n)
}

// A Source is a text in an input, in which results are found.
type Source struct {
	// File is the name of the input.
	File string
	// Member is the path of a member of an archive, such as "b.tar!c", or of an
	// attachment of a message, or empty. It is taken from the archive or the message and
	// must not be trusted.
	Member string
	// Attachment is the end of Member that is the path of an attachment, such as
	// "report.zip!word/document.xml", or empty.
	Attachment string
	// Apart reports whether offsets and lines count in the unpacked Attachment and not in
	// the input or member that holds it.
	Apart bool
	// Format is the format of the input or member.
	Format mail.Format
	// Message is the message, or nil outside of messages. Its Offset counts in the input
	// or the member.
	Message *mail.Message
	// Part is the path of the part of the message, such as "1.2", or empty.
	Part string
	// Header is the name of the header field, or empty.
	Header string
	// HTML reports whether the text is part of a page.
	HTML bool
	// Element and Attribute are the names of an HTML element and of its attribute, in
	// lower case, or empty. For a link of a PDF they are "annotation" and "uri".
	Element, Attribute string
	// Shown is the visible text of the link, on one line and cut after 250 bytes, or
	// empty.
	Shown string
}

// Name returns the name of the file. If there is a Member, a "!" and Member follow.
func (s *Source) Name() string { return texts.MemberPath(s.File, s.Member) }

// Paths returns an iterator over the URLs in files, and in the files of directories,
// found as by [Reader.Files]. The results may be kept. Errors are as in [Reader.Results].
func (r *Reader) Paths(ctx context.Context, paths ...string) iter.Seq2[Result, error] {
	return r.Results(ctx, r.Files(nil, paths...))
}

// Stream returns an iterator over the URLs in stream. It is for one loop, which consumes
// the stream. Sources and errors have name as their file. Stream reads no more than it
// needs to find the end of a URL, and yields each URL as soon as it is found. The results
// may be kept. Errors are as in [Reader.Results]. If ctx ends while a Read of stream
// blocks, the iteration ends at once, and the Read goes on in a goroutine until it
// returns; its bytes are lost.
func (r *Reader) Stream(ctx context.Context, name string, stream io.Reader) iter.Seq2[Result, error] {
	in := &Input{Name: name, Stream: true, Named: true,
		Open: func(ctx context.Context) (io.ReadCloser, error) {
			return io.NopCloser(interruptible(ctx, stream)), nil
		}}
	return r.Results(ctx, func(yield func(*Input, error) bool) { yield(in, nil) })
}

// Results returns an iterator over the URLs in inputs, which are read anew in each loop.
// The results may be kept. An input or a part of one that cannot be read yields an
// [*Error] at its place, and the readable rest follows. If ctx ends before all inputs are
// read to their ends, the last error is that of ctx, as in [Reader.Run].
func (r *Reader) Results(ctx context.Context, inputs iter.Seq2[*Input, error]) iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		wanted := true
		give := func(r Result, err error) error {
			if wanted = wanted && yield(r, err); !wanted {
				return errStopped
			}
			return nil
		}
		if err := r.Run(ctx, inputs, func(hand Hand) Consumer { return &collector{hand, give} }); wanted &&
			err != nil {
			yield(Result{Source: new(Source)}, err)
		}
	}
}

// A collector is the consumer that yields results and errors in order.
type collector struct {
	hand Hand
	give func(Result, error) error
}

func (c *collector) Event(e Event) error {
	switch e := e.(type) {
	case *Result:
		kept := *e
		kept.Result = e.Clone()
		return c.hand(&kept, resultSize)
	case Failure:
		return c.hand(e.Err, resultSize)
	}
	return nil
}

// resultSize is the approximate size of a result in bytes.
const resultSize = 1 << 10

func (c *collector) InOrder(record any, _ Position) error {
	switch one := record.(type) {
	case *Result:
		return c.give(*one, nil)
	default:
		return c.give(Result{Source: new(Source)}, record.(error))
	}
}
