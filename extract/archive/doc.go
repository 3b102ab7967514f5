// Package archive finds the URLs in whole inputs: in files, in the files of folders, in an [fs.FS] or in a stream, whatever
// they hold. It takes apart what is compressed and what is an archive (package unpack), reads mail, pages and web archives
// (package mail), extracts the URLs (package extract), and says of each where it stands.
//
//	r, err := archive.New(archive.Config{})
//	...
//	for result, err := range r.Paths(ctx, "mail") {
//		if err != nil {
//			log.Print(err)
//			continue
//		}
//		fmt.Println(result.File, result.Start, result)
//	}
//
// It knows no output format. What results are printed as, and what is done about errors, is the caller's.
//
// # Order
//
// Results come in the order of the inputs, and within one in the order in which they stand there. This holds for any number
// of readers, see Config.Readers.
//
// # Errors
//
// What cannot be read is an error in its place, an [*Error]: a file that cannot be opened, a damaged member of an archive, a bad
// MIME part. What can still be read follows. A result that touches such a place, or a limit, is Incomplete: more may belong to it. Only the end of the context ends a sequence, with the context's cause.
//
// # Rendering in the readers
//
// With several readers most time is saved where what is made of a result is made by the goroutine that found it.
// [Reader.Run] calls a [Handler] of the caller's in each of them. What a handler makes, such as lines of text, it hands over
// by [Part.InOrder].
//
// # Shares
//
// [Reader.Shard] divides inputs among processes or machines, so that together they find what one would. [Cut] and [Reader.Count] are
// what it is made of: where a large file can be cut, and what stands before that place.
//
// # Memory and time
//
// Memory does not grow with the size of an input. A reader works ahead of its turn until its handler waits in InOrder.
package archive
