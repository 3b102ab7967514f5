package archive

import (
	"context"
	"io"
	"io/fs"
	"iter"

	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/extract/unpack"
	"github.com/urlsift/urlsift/scan"
)

// Config says what to read, and how. The zero Config reads all files, finds out what they are, and starts no goroutine.
type Config struct {
	// Extract says what to extract from texts. Its Lines asks for the lines of results in their input or member.
	Extract extract.Config
	// Unpack limits how much is unpacked.
	Unpack unpack.Config
	// Format is what inputs are taken for. With mail.Auto their first bytes decide. With mail.Plain they are text, and not
	// unpacked. With mail.Single they are messages, unless they are something else that holds messages.
	Format mail.Format
	// Relative asks also for the relative links of pages: relative to what a base element tells, or else to Base.
	Relative bool
	// Base is the URL that links are relative to on pages without a base element, or empty.
	Base string
	// Shown asks for the text that readers see of links. See [Source].
	Shown bool

	// Include and Exclude are patterns for the names of files met in a folder, and of members of archives: those that are
	// read, where there are any, and those that are not. A pattern with a "/" is matched with the path, another with its
	// last element; "*", "?", "[a-z]", "{a,b}" and "**" have their usual meaning. One that ends in "/" matches folders.
	Include, Exclude []string
	// Hidden asks also for files and folders met in a folder whose names begin with a dot.
	Hidden bool
	// MaxDepth is how many folders deep a folder is walked: with 1, only the files in it are read. 0 is no limit.
	MaxDepth int
	// Choose reports whether a text is read. It is called by all readers at the same time. nil chooses all. What it is
	// given is valid during the call.
	Choose func(*Source) bool

	// Readers is how many goroutines read, each a file or a part of one. 0 is none: all is read by the caller's.
	Readers int
	// PartSize is about how many bytes the parts of a large file have, if there are several readers and it is of a format
	// that can be read in parts. 0 is 4 MiB. A negative one asks for no parts, and so does Extract.Delimiter.
	PartSize int64
}

// defaultPart is what a PartSize of 0 stands for.
const defaultPart = 4 << 20

// A Reader finds the URLs in one input after another. It can be used by several goroutines at once.
type Reader struct {
	config Config
	globs  globs
}

// New returns a Reader. Its error is that of a pattern in config.
func New(config Config) (*Reader, error) {
	globs, err := newGlobs(config.Include, config.Exclude)
	if err != nil {
		return nil, err
	}
	if config.Extract.MaxURL == 0 {
		config.Extract.MaxURL = scan.DefaultMaxURL
	}
	switch {
	case config.Extract.Delimiter != 0:
		config.PartSize = -1 // since quotes may be open anywhere
	case config.PartSize == 0:
		config.PartSize = defaultPart
	}
	return &Reader{config: config, globs: globs}, nil
}

// A Result is a URL and where it comes from. Start, End, Line and Column are those in the input, or in the member of an archive;
// what was decoded together stands there together: four characters of base64, for example.
type Result struct {
	extract.Result
	// Source is what it comes from. It stays valid.
	*Source
	// TextStart and TextEnd are where it stands in the decoded text.
	TextStart, TextEnd int64
}

// Shift makes a result of a later part of a file, whose numbers of lines and messages count from the part's beginning, one of
// the file: before is what stands before the part.
func (r *Result) Shift(before Position) {
	if r.Line > 0 && !r.Apart {
		r.Line += before.Lines
	}
	if before.Messages > 0 && r.Message != nil {
		s, m := *r.Source, *r.Message
		m.Number += before.Messages
		s.Message = &m
		r.Source = &s
	}
}

// A Source is what results come from: a text in an input.
type Source struct {
	// File is the name of the input.
	File string
	// Member is the path of a member of an archive, such as "b.tar!c", or of what is attached to a message, or empty. It is what
	// the archive or the message says, and not to be trusted.
	Member string
	// Attachment is the end of Member that is the path of what is attached to the message, such as "report.zip!word/document.xml",
	// or empty.
	Attachment string
	// Apart reports whether offsets and lines count in the Attachment, since it was unpacked, and not in what it is attached to.
	Apart bool
	// Format is what the input, or the member, was taken for.
	Format mail.Format
	// Message is the message, or nil outside of messages. Its Offset is that in the input or the member.
	Message *mail.Message
	// Part is the path of the part of the message, such as "1.2", or empty.
	Part string
	// Header is the name of the header field, or empty.
	Header string
	// HTML reports whether the text belongs to a page.
	HTML bool
	// Element and Attribute are the names of an HTML attribute, in lower case, and of its element, or empty; "annotation" and "uri"
	// for a link of a PDF.
	Element, Attribute string
	// Shown is what readers see of the link that the text is, on one line, or empty. It is cut after 250 bytes.
	Shown string
}

// Name returns the name of the file, and of its member after a "!".
func (s *Source) Name() string { return name(s.File, s.Member) }

func name(file, member string) string {
	if member == "" {
		return file
	}
	return file + "!" + member
}

// memberPath returns the path of a member of what stands at parent.
func memberPath(parent, member string) string {
	if parent == "" || member == "" {
		return parent + member
	}
	return parent + "!" + member
}

// Paths returns the URLs in files, and in those of folders. See [Reader.Files] for which these are.
func (r *Reader) Paths(ctx context.Context, paths ...string) iter.Seq2[Result, error] {
	return r.Results(ctx, r.Files(paths...))
}

// FS returns the URLs in the files of a file system.
func (r *Reader) FS(ctx context.Context, fsys fs.FS) iter.Seq2[Result, error] {
	return r.Results(ctx, r.FilesIn(fsys))
}

// Stream returns the URLs in a stream, under a name. They are yielded as they are found: no more is read than is needed to
// know where one ends.
func (r *Reader) Stream(ctx context.Context, name string, stream io.Reader) iter.Seq2[Result, error] {
	in := &Input{Name: name, Stream: true, Open: func(context.Context) (io.ReadCloser, error) { return io.NopCloser(stream), nil }}
	return r.Results(ctx, func(yield func(*Input, error) bool) { yield(in, nil) })
}

// Results returns the URLs in inputs. They may be kept.
func (r *Reader) Results(ctx context.Context, inputs iter.Seq2[*Input, error]) iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		wanted := true
		give := func(r Result, err error) error {
			if wanted = wanted && yield(r, err); !wanted {
				return errStopped
			}
			return nil
		}
		if err := r.Run(ctx, inputs, func() Handler { return &collector{give: give} }); wanted && err != nil {
			yield(Result{Source: new(Source)}, err)
		}
	}
}

// A collector is the handler that yields what one reader finds, in order.
type collector struct {
	give func(Result, error) error
	part *Part
	kept []collected
}

// collected is a result, or else an error.
type collected struct {
	result Result
	err    error
}

// fewResults is how many results are collected before they are handed over.
const fewResults = 256

func (c *collector) Begin(p *Part) error {
	c.part = p
	return nil
}

func (c *collector) End(*Part) error { return c.handOver() }

func (c *collector) Result(r *Result) error {
	kept := *r
	kept.Result = r.Clone()
	return c.collect(collected{result: kept})
}

func (c *collector) Error(err error) error {
	return c.collect(collected{Result{Source: new(Source)}, err})
}

func (c *collector) collect(one collected) error {
	if c.part == nil || c.part.InTurn {
		return c.give(one.result, one.err)
	}
	if c.kept = append(c.kept, one); len(c.kept) < fewResults {
		return nil
	}
	return c.handOver()
}

// handOver hands over what was collected.
func (c *collector) handOver() error {
	if len(c.kept) == 0 {
		return nil
	}
	kept := c.kept
	c.kept = nil
	return c.part.InOrder(func(before Position) error {
		for i := range kept {
			one := &kept[i]
			if e, ok := one.err.(*Error); ok {
				e.Shift(before)
			} else if one.err == nil {
				one.result.Shift(before)
			}
			if err := c.give(one.result, one.err); err != nil {
				return err
			}
		}
		return nil
	})
}

// Detect reports what a file is by its first bytes, and whether it can be read in parts. What is compressed or an archive is
// mail.Auto.
func (r *Reader) Detect(file io.ReaderAt) (format mail.Format, parts bool) {
	return r.newWorker(context.Background(), nil).fileFormat(file)
}
