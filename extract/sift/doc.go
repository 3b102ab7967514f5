// Package sift finds the URLs in whole inputs: files, directories, an [fs.FS] or a
// stream. It unpacks compressed files and archives, decodes mail, HTML, documents and web
// archives (see package mail), extracts the URLs (package extract), and returns each with
// its source.
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
// The package has no output formats. The caller decides how to print results and how to
// treat errors. Several goroutines may use a [Reader] at once. The API may change before
// version 1.0.
//
// # Order
//
// Results come in the order of the inputs, and within an input in the order of their
// offsets there, except that those of a document such as a PDF come in the order of its
// pages. The order is the same for any number of readers. See Config.Readers.
//
// # Errors
//
// Anything that cannot be read is an [*Error] at its place among the results: a file that
// cannot be opened, a damaged member of an archive, a bad MIME part. The readable rest
// follows. A result that touches such a place, or a limit, is Incomplete: more text may
// belong to it. A run of 64 or more NUL bytes in text is such a place, too. So is a
// panic, which is a bug. Only the end of the context ends a sequence, with an error that
// is both the Err and the cause of the context for [errors.Is]. A sequence without such
// an error is complete: all inputs were read to their ends.
//
// A checksum that fails at the end of a compressed content, or of a member of an archive,
// puts the results in it in doubt, because the damage may be anywhere before. By then the
// results have been passed on. The Error and those results have the number of the
// checksum: see Result.Checks. Some compressed streams, such as bzip2, can be read again
// after a damaged block. The text after the damage is then a new text, in attachments and
// in files. Its offsets count the unpacked bytes. A result that may continue the text
// before the damage is Incomplete. The rest of a damaged document, such as a PDF, is not
// read, which is an Error.
//
// # Events
//
// Several readers save the most time if the goroutine that finds a result also renders
// it. [Reader.Run] passes one [Event] after the other to a [Consumer] in each of these
// goroutines. The Consumer passes its output, such as lines of text, to its [Hand], and
// gets it back in the order of the inputs. Several Consumers may listen to the same run
// side by side. The Result of an Event is reused for the next one: a Consumer that keeps
// it copies it, and calls Clone if it needs its readings.
//
// # Shares
//
// [Reader.Shard] divides inputs among processes or machines, which together find the same
// results as a single one. It uses [Divide], which returns a place at which a large file
// can be divided.
//
// # Memory and time
//
// Memory does not grow with the size of an input. A reader works ahead of its turn until
// its [Hand] waits.
package sift
