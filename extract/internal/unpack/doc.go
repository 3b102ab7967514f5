// Package unpack reads the contents of compressed files and archives, at any depth of
// nesting. An [Unpacker] also unpacks data that is encoded in the contents, such as
// attachments, within the same limits.
//
//	for entry, err := range (unpack.Config{}).New().All(file) {
//		...
//		io.Copy(os.Stdout, entry)
//	}
//
// It reads gzip, bzip2, xz, zstd, lz4, zlib and .Z, and the archives tar, cpio, zip and
// ar. It does not interpret contents: data in any other format is returned unchanged.
// Deflate without the header of zlib is read only where it is declared.
//
// # Detection
//
// Formats are detected by content, not by name. Where the magic number is short or
// missing, more is checked: the checksum of a tar header, and no line feed in its name;
// the numbers in the fields of a cpio header; and after the two bytes of zlib, with which
// text may begin too ("x^2"), the deflate data. Detection waits for no more bytes than it
// needs: one line suffices to detect text.
//
// # Damage
//
// The data before the damage is returned, then an error. Formats that unpack whole blocks
// (bzip2, zstd, lz4) return the blocks before it. A damaged member does not hide the
// members after it: in a tar, reading goes on at the next valid header, in a cpio or zip
// at the next magic number. The end of a .Z is not marked, so a truncated one may go
// unnoticed. A tar without its final zeros is an error: it may have been cut between two
// members. So is a tar with members or other bytes after these zeros, because the zeros
// may have replaced a header.
//
// After damage in a compressed stream, reading goes on at the next block of bzip2, whose
// mark is searched bit by bit, or at the next beginning of a member of gzip, a frame of
// zstd or lz4, or a stream of xz. The data from there is an Entry that is Resumed, or
// further members of the compressed archive. If nothing can be read there, that belongs
// to the same damage, and is not another error. A zlib, a .Z and an ar have no such
// places.
//
// If a piece (a member, frame or stream) is cut, its decoder takes the bytes of the next
// one for its own. So these are searched, too, as far as they were kept: the last 1 MiB
// of input, or 4 MiB of lz4. No more bytes are read again than were read, so many false
// beginnings may hide a piece.
//
// # Checksums
//
// A checksum follows the bytes that it covers, which have been returned by then, and does
// not locate the damage. If it fails, none of these bytes are proven. Nor are the bytes
// that were unpacked before damage that the decoder meets, because the damage may have
// begun earlier. See [Unpacker.Checks] and [Error.Check]. A cut is not damage: the bytes
// before it are as they were. But if another piece may begin in the bytes of a cut one,
// bytes of both may have been decoded together, so none are proven. A block of bzip2 is
// unpacked whole before any of it is returned, so all returned bytes are proven. A
// checksum of zip or cpio covers a member, of gzip a member, of zstd or lz4 a frame, of
// xz a stream, and of zlib everything. A .Z has none, so its damage concerns everything
// before it.
//
// # Zip
//
// A file is read by its central directory. If there is none, because the input is a pipe
// or is in another archive, or if one of its headers has no end, local headers are read
// in order. Then a stored member without a size in its header is an error. So are damage
// to the directory, and bytes after its end that are not padding. If these bytes contain
// members, as in two concatenated archives, the members are read.
//
// If the two headers of a member differ in name, flags, method, checksum, sizes or place,
// that is an error, and the member is read by the local one, if that can be right. If
// headers are read in order, a digest of all members is compared at the end, unless the
// directory has fewer or more. A symbolic link is read like a file, since only the
// directory identifies it.
//
// archive/zip does not read the directory here: it keeps 240 bytes for each member (70
// MiB for 300,000), and refuses the whole archive if one header of the directory is
// damaged.
//
// # Bombs
//
// Config.MaxRatio limits the bytes unpacked from one input, at all levels together, to a
// multiple of the bytes read, once they exceed Config.RatioFrom: a log of 100 MB, or
// zeros, may well be packed a thousandfold. Bytes that several members of a zip share
// count as read once. Damaged blocks of bzip2 are counted separately, since their bytes
// are not returned. A member that exceeds the limit is cut there, with an error. After a
// few such members the rest of the input is not read.
//
// # Memory
//
// A stream of zstd or xz declares its window, and that much memory is allocated.
// Config.Memory limits it. All other formats need less than 16 MiB each.
package unpack
