package sift

import (
	"cmp"
	"fmt"
	"net/url"
	"strings"

	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/internal/unpack"
	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/scan"
)

// Config configures a Reader. The zero Config reads all files, detects their
// formats, and starts no goroutines.
type Config struct {
	// Extract configures the search of texts. If its Lines is set, results have the line
	// and column in their input or member.
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
	// NoMessage leaves the Message of a Result nil, unless Choose or Texts are set. A
	// message that nobody asks for takes no memory of its own.
	NoMessage bool

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
	// with a dot. The directories of a Maildir are always read, see [Reader.Files].
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
	uncounted *extract.Extractor // without Lines
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
	globs, err := newGlobs(config.Include, config.Exclude, config.Globs)
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
	lineless := config.Extract
	lineless.Lines = false
	uncounted, err := extract.New(lineless)
	if err != nil {
		return nil, err
	}
	unpacking := unpack.Config{MaxNesting: config.MaxNesting, MaxMembers: config.MaxMembers,
		MaxRatio: config.MaxRatio, Memory: config.Memory}
	return &Reader{config: config, unpacking: unpacking, extractor: extractor, uncounted: uncounted,
		globs: globs}, nil
}
