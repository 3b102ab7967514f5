// Package sift finds the URLs in whole inputs: files, directories, an [fs.FS] or a stream. It unpacks compressed files and
// archives, decodes mail, HTML, documents and web archives (see package mail), extracts the URLs (package extract), and
// returns each with its source.
//
//	r, err := sift.New(sift.Config{})
//	...
//	for result, err := range r.Paths(ctx, "mail") {
//		if err != nil {
//			log.Print(err)
//			continue
//		}
//		fmt.Println(result.File, result.Start, result)
//	}
//
// The package has no output formats. The caller decides how to print results and how to treat errors. Several goroutines
// may use a [Reader] at once. The API may change before version 1.0.
//
// # Order
//
// Results come in the order of the inputs, and within an input in the order of their offsets there. The order is the same for any
// number of readers. See Config.Readers.
//
// # Errors
//
// Anything that cannot be read is an [*Error] at its place among the results: a file that cannot be opened, a damaged member of
// an archive, a bad MIME part. What can still be read follows. A result that touches such a place, or a limit, is Incomplete: more
// text may belong to it. A run of 64 or more NUL bytes in text is such a place, too. So is a panic, which is a bug. Only the end of the context ends a sequence, with
// an error that is both the Err and the cause of the context for [errors.Is]. A sequence without such an error is complete: all inputs
// were read to their ends.
//
// A checksum that fails at the end of a compressed content, or of a member of an archive, puts the results in it in doubt, since the
// damage may be anywhere before. They have been passed on by then. The Error has the number of the checksum, and so have those
// results: see Result.Checks. Text after damage in a compressed stream that can be read again, as after a damaged block of bzip2, is read
// as a text that begins there, in an attachment as in a file. Its offsets count the bytes that were unpacked. A result that may belong to
// what stood before is Incomplete. In a document, such as a PDF, the rest is not read, which is an Error.
//
// # Events
//
// Several readers save the most time if the goroutine that finds a result also renders it. [Reader.Run] tells a [Consumer] in each of
// them what it meets: one [Event] after the other. What a Consumer makes of them, such as lines of text, it passes to its [Hand], and
// gets it back in the order of the inputs. Several Consumers may listen to the same run side by side.
//
// # Shares
//
// [Reader.Shard] divides inputs among processes or machines, which together find what a single one would. It uses [Divide], which
// returns where a large file can be divided.
//
// # Memory and time
//
// Memory does not grow with the size of an input. A reader works ahead of its turn until its [Hand] waits.
package sift
