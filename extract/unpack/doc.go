// Package unpack gives the contents of compressed files and archives, as deep as they are nested. An [Unpacker] does so also for
// what stands encoded in them, such as attachments, within the same limits.
//
//	for entry, err := range (unpack.Config{}).All(file) {
//		...
//		io.Copy(os.Stdout, entry)
//	}
//
// It reads gzip, bzip2, xz, zstd, lz4, zlib and .Z, and the archives tar, cpio, zip and ar. What makes of a content text, mail
// or anything else is left to others: what is none of these formats is given as it is.
//
// # What is told from first bytes
//
// Names do not count, since they lie. Where a format has no magic number worth the name, more is asked for: a tar header
// must have the right checksum, and its name no line feed; the fields of a cpio header must be numbers; and what
// begins as zlib must go on as deflate ("x^2" begins so too). No more bytes are waited for than that takes, which matters
// when somebody types them: a line of text ends the question.
//
// # Damage
//
// What stands before the damage is returned, then an error. Formats that unpack whole blocks (bzip2, zstd, lz4) return the blocks
// before it. A damaged member does not hide those behind it: in a tar, the next
// block that is a header is looked for, in a cpio or zip the next magic number. Behind damage in a compressed stream nothing
// can be told. A .Z does not tell where it ends, so one that is cut may go unnoticed. A tar without its final zeros is
// an error at its end: it may have been cut between two members.
//
// # Zip
//
// A file is read by its central directory. If that is not to be had, because the input is a pipe or stands in another
// archive, local headers are read in order, and then a symbolic link cannot be told from a file. A member that is stored
// without telling its size beforehand is then an error.
//
// # Bombs
//
// All that is unpacked from one input, at all levels together, is limited by what was read of it, by Config.MaxRatio; the
// bytes of a zip's overlapping members count as read once. A member that goes over is cut there, with an error. After a few such
// members the rest of the input is not read. No stream may ask for more than 128 MiB of memory to look back on, and each xz within an
// xz for half as much as the one around it.
package unpack
