// Package unpack reads the contents of compressed files and archives, however deep they are nested. An [Unpacker] also unpacks data that
// is encoded in them, such as attachments, within the same limits.
//
//	for entry, err := range (unpack.Config{}).New().All(file) {
//		...
//		io.Copy(os.Stdout, entry)
//	}
//
// It reads gzip, bzip2, xz, zstd, lz4, zlib and .Z, and the archives tar, cpio, zip and ar. It does
// not interpret contents: what is in none of these formats is returned unchanged. Deflate without the header of zlib is read only where it
// is declared.
//
// # Detection
//
// Formats are detected by content, not by name. Where the magic number is short or missing, more must be right: the checksum of a tar
// header, and no line feed in its name; the numbers in the fields of a cpio header; and after the two bytes of zlib, which text may
// begin with too ("x^2"), deflate. Detection waits for no more bytes than it needs: one line is enough to see that it is text.
//
// # Damage
//
// What stands before the damage is returned, then an error. Formats that unpack whole blocks (bzip2, zstd, lz4) return the blocks
// before it. A damaged member does not hide the members after it: in a tar, reading goes on
// at the next valid header, in a cpio or zip at the next magic number. The
// end of a .Z is not marked, so that a truncated one may go unnoticed. A tar without its final zeros is an error: it may have been
// cut between two members. So is one with members or other bytes after these zeros: they may stand where a header was.
//
// After damage in a compressed stream, reading goes on at the next block of bzip2, whose mark is looked for bit by bit, and otherwise at
// what begins like another member of gzip, frame of zstd or lz4, or stream of xz. What is read there is an Entry that is Resumed, or
// further members of the archive that was compressed. If nothing can be read there, that is part of the same damage, and no other error.
// A zlib, a .Z and an ar have no such places.
//
// # Checksums
//
// A checksum comes after what it covers, which has been read by then, and says nothing about where the damage is. If it fails, nothing
// that it covers is proven; nor is what was unpacked before damage that the decoder meets, since that may have begun earlier. See
// [Unpacker.Checks] and [Error.Check]. What is cut is no damage: the bytes that are there are as they were. A block of bzip2
// is unpacked as a whole before any of it is returned, so all that is returned is proven. A checksum of zip or cpio covers a member, that
// of gzip a member, of zstd or lz4 a frame, of xz a stream, and of zlib all. A .Z has none, and its damage concerns all before it.
//
// # Zip
//
// A file is read by its central directory. If there is none, because the input is a pipe or is in another archive, or if one of its headers
// has no end, local headers are read in order. Then a stored member without a size in its header is an error. So are damage to the
// directory, and bytes after its end, but for padding. If members are among them, as in two archives put together, they are read.
//
// Where the two headers of a member differ in its name, flags, method, checksum, sizes or place, that is an error, and the member is
// read by the local one, if that can be right. In order, a digest of all members is compared at the end, unless the directory has
// fewer or more. A symbolic link is read like a file, since only the directory tells it.
//
// archive/zip does not read the directory here: it keeps 240 bytes for each member (70 MiB for 300,000), and refuses the whole archive
// if one header of the directory is damaged.
//
// # Bombs
//
// Config.MaxRatio limits what is unpacked from one input, at all levels together, to a multiple of what was read of it, once that is
// more than Config.RatioFrom: a log of 100 MB, or zeros, may well be packed a thousandfold. Bytes that several members of a zip share
// count as read once, and damaged blocks of bzip2 count by themselves, since nothing of them is returned. A member that exceeds the limit
// is cut there, with an error. After a few such members the rest of the input is not read.
//
// # Memory
//
// A stream of zstd or xz declares its window, and that much memory is allocated. Config.Memory limits it. All other formats need less than
// 16 MiB each.
package unpack
