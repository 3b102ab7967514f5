package unpack

import (
	"errors"
	"fmt"
	"io"

	"github.com/mikelolasagasti/xz"
)

// Config sets the limits of unpacking. The zero Config suits most inputs. If a limit is
// reached, the reason of the [Error] is a [LimitError].
type Config struct {
	// MaxNesting is the number of formats that may be nested: a .tar.gz has two. 0 means
	// 10.
	MaxNesting int
	// MaxMembers is the number of members that all archives in an input may have
	// together. 0 means 100 million.
	MaxMembers int
	// MaxRatio is the number of bytes that may be unpacked for each byte read. The first
	// 512 KiB count as read beforehand. 0 means 500.
	MaxRatio int
	// RatioFrom is the number of bytes that may be unpacked from an input before MaxRatio
	// applies. Bytes nested in more than three formats are held to MaxRatio separately,
	// from the first byte. 0 means 1 GiB.
	RatioFrom int64
	// Memory is the largest window, in bytes, that a compressed stream may declare. A
	// stream within another may declare half as much as the outer one, so the windows of
	// an input together are smaller than twice Memory. 0 means 512 MiB.
	Memory int64
}

// A LimitError is the reason of an [Error] if a limit of [Config] was reached.
type LimitError struct {
	// Limit is the name of the field of Config, such as "MaxRatio".
	Limit string
	// Max is the limit.
	Max  int64
	text string
}

// Error returns the limit that was reached.
func (e *LimitError) Error() string { return e.text }

// An Entry is content that is neither compressed nor an archive.
type Entry struct {
	// Member is its path inside the input: "" for the input itself, "b.tar!c" for the
	// member c of an archive that is the member b.tar. Compression adds nothing to it.
	// The path is taken from the archive, and must not be trusted.
	Member string
	// Packed reports whether the entry was unpacked. If not, it is the input itself.
	Packed bool
	// Number is the number of the entry among the unpacked ones, or if it is not Packed,
	// the number of the entry from which it was decoded.
	Number int
	// Resumed reports whether this is the rest of the previous entry after damage of
	// unknown length. Offset is then the number of bytes of the entry that were unpacked
	// before.
	Resumed bool
	Offset  int64
	// Reader reads the content. It is valid until the next Entry. Its errors are those of
	// All.
	io.Reader
}

// An Error describes where and why a compressed stream or an archive cannot be read.
type Error struct {
	// Member is the path of the content that was being read, as in Entry.
	Member string
	// Format is the name of the format that was being read, such as "gzip".
	Format string
	// Offset is the number of bytes of the format that were read. Inside another format,
	// these are the bytes that it unpacks to.
	Offset int64
	// Err is the reason.
	Err error
	// Check is the number of the checksum that failed, or that cannot be compared because
	// some of its bytes are damaged. None of the bytes that it covers are proven, even if
	// few are damaged. See [Unpacker.Checks]. It is 0 if no checksum failed: the input is
	// cut, a limit was reached, or all checksums have held. A cut counts as damage if the
	// bytes before it contain the beginning of another stream.
	Check int
}

// Error returns member, format, offset and reason.
func (e *Error) Error() string {
	text := fmt.Sprintf("%s at offset %d: %v", e.Format, e.Offset, e.Err)
	if e.Member == "" {
		return text
	}
	return e.Member + ": " + text
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// ErrEncrypted is the reason of an Error about encrypted data.
var ErrEncrypted = errors.New("encrypted")

var (
	errTrailing = errors.New("unexpected bytes after the end")
	errChecksum = errors.New("wrong checksum or size")
	errHeader   = errors.New("damaged header")
	errDamaged  = errors.New("damaged, or with a wrong checksum")
)

// A failure is an error on its way through the levels. It is reported once.
type failure struct {
	err  error
	told bool
}

func (f *failure) Error() string { return f.err.Error() }
func (f *failure) Unwrap() error { return f.err }

// limits are those of Config, and how much of them an input has used up.
type limits struct {
	Config
	spent
}

// spent counts how much of the limits of an input is used up.
type spent struct {
	members int   // so far
	in, out int64 // bytes read and unpacked
	deep    int64 // the bytes of out that are nested in more than shallow formats
	gone    int64 // bytes unpacked from bombs, subtracted from out and deep
	bombs   int   // members cut by MaxRatio

	windows int          // number of streams with windows around the current content
	xz      []*xz.Reader // by that number; nil if not used yet
}

// headroom is the number of bytes that count as read beforehand, so that a small file of
// zeros is not a bomb.
const headroom = 512 << 10

// forgiven is the number of bombs that an input may have. After one more, the rest of the
// input is not read.
const forgiven = 4

// shallow is the nesting of formats up to which RatioFrom counts.
const shallow = 3

// allowed returns the number of bytes that MaxRatio allows to unpack from the bytes read.
func (l *limits) allowed(read int64) int64 { return (read + headroom) * int64(l.MaxRatio) }

// overRatio reports whether more was unpacked than MaxRatio allows for content nested in
// depth formats.
func (l *limits) overRatio(depth int) bool {
	allowed := l.allowed(l.in)
	return l.out > allowed && l.out+l.gone > l.RatioFrom || depth > shallow && l.deep > allowed
}

// count counts n more bytes of a layer that is nested in depth formats and has unpacked
// total bytes. It reports whether they are too many.
func (l *limits) count(n, total int64, depth int) bool {
	l.out += n
	if depth > shallow {
		l.deep += n
	}
	if !l.overRatio(depth) {
		return false
	}
	if l.bombs++; l.bombs > forgiven {
		return true
	}
	l.out -= total
	l.gone += total
	if depth > shallow {
		l.deep -= total
	}
	return true
}

// smallWindow is the size in bytes up to which a window of xz is always allowed.
const smallWindow = 1 << 20

// maxWindow returns the size of the largest window that a stream may declare. The
// declared size is allocated. A stream within another may have half as much as the outer
// one, so all windows of an input together are smaller than twice Memory.
func (l *limits) maxWindow() int64 { return l.Memory >> l.windows }

// checkWindow returns an error if a window of size bytes is too large.
func checkWindow(size uint64, most int64) error {
	if size <= uint64(most) {
		return nil
	}
	mebibytes := func(n uint64) uint64 { return (min(n, 1<<62) + 1<<20 - 1) >> 20 }
	text := fmt.Sprintf("needs a window of %d MiB; the limit is %d MiB", mebibytes(size),
		mebibytes(uint64(most)))
	return &LimitError{"Memory", most, text}
}
