package unpack

import (
	"errors"
	"fmt"
	"io"
)

// Config sets the limits of unpacking. The zero Config suits most inputs. Where a limit is reached, the reason of the [Error] is a
// [LimitError].
type Config struct {
	// MaxNesting is how many formats may be nested: a .tar.gz has two. 0 means 10.
	MaxNesting int
	// MaxMembers is how many members all archives in an input may have together. 0 means 100 million.
	MaxMembers int
	// MaxRatio is how many bytes may be unpacked for each byte that is read. The first 512 KiB count as read beforehand. 0 means
	// 500.
	MaxRatio int
	// RatioFrom is how many bytes may be unpacked from an input in any case, before MaxRatio is applied to it. Bytes that are nested
	// in more than three formats are held to MaxRatio by themselves, from the first byte. 0 means 1 GiB.
	RatioFrom int64
	// Memory is the largest window, in bytes, that a compressed stream may declare. A stream within another may declare half as much as
	// the one around it, so that the windows of an input are together smaller than twice Memory. 0 means 512 MiB.
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

// Error returns what was reached.
func (e *LimitError) Error() string { return e.text }

// An Entry is a content that is neither compressed nor an archive.
type Entry struct {
	// Member is its path inside the input: "" for the input itself, "b.tar!c" for the member c of an archive that is the
	// member b.tar. Compression adds nothing to it. It is what the archive says, and not to be trusted.
	Member string
	// Packed reports whether anything was unpacked to get it: if not, it is the input itself.
	Packed bool
	// Number is its number among those that were unpacked, or if it was not Packed that of what it was decoded from.
	Number int
	// Resumed reports whether it is the rest of the entry before it, after damage of which nobody knows how much it took. Offset is
	// then how many bytes of it were unpacked before.
	Resumed bool
	Offset  int64
	// Reader reads the content. It is valid until the next Entry. Its errors are those of All.
	io.Reader
}

// An Error says where a compressed stream or an archive cannot be read, and why.
type Error struct {
	// Member is the path of what was being read, as in Entry.
	Member string
	// Format is the name of the format that was being read, such as "gzip".
	Format string
	// Offset is how far its bytes were read, counted from their beginning. For the contents of another format these are
	// the bytes that it unpacks to.
	Offset int64
	// Err is the reason.
	Err error
	// Check is the number of the checksum that failed, or that cannot hold since bytes that it covers are damaged. Nothing that it
	// covers is proven, however little of it is damaged. See [Unpacker.Checks]. It is 0 if no checksum failed: the input is cut, a
	// limit was reached, or the checksums of all that was read have held.
	Check int
}

// Error tells member, format, offset and reason.
func (e *Error) Error() string {
	text := fmt.Sprintf("%s at offset %d: %v", e.Format, e.Offset, e.Err)
	if e.Member == "" {
		return text
	}
	return e.Member + ": " + text
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// ErrEncrypted is the reason of an Error about what is encrypted.
var ErrEncrypted = errors.New("encrypted")

var (
	errTrailing = errors.New("unexpected bytes after the end")
	errChecksum = errors.New("wrong checksum or size")
	errHeader   = errors.New("damaged header")
	errDamaged  = errors.New("damaged, or with a wrong checksum")
)

// A failure is an error on its way through the levels, which is reported once.
type failure struct {
	err  error
	told bool
}

func (f *failure) Error() string { return f.err.Error() }
func (f *failure) Unwrap() error { return f.err }
