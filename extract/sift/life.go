// # The life of a byte
//
// The way from a file to the texts in it. The life of a result (extract/life.go) goes on
// from there.
//
//	extract/sift/run.go               Reader.Run           reads one input after another
//	extract/sift/read.go              worker.contentsOf    asks for what is packed in an input
//	extract/internal/unpack/unpacker.go Unpacker.Ahead     yields each content, such as a member of an archive
//	extract/internal/unpack/unpacker.go content.open       reads the members of an archive,
//	extract/internal/unpack/unpacker.go content.stream     or decompresses a stream
//	extract/sift/read.go              worker.content       reads a content,
//	extract/sift/detect.go            preface.detect       whose first bytes determine its format:
//	extract/sift/read.go              worker.plain         text is read as it stands
//	extract/sift/read.go              worker.messages      anything else is divided into texts
//	extract/internal/texts/container.go walker.readFormat  by its format,
//	extract/internal/texts/leaf.go    walker.leafText      which decodes each,
//	extract/internal/texts/walker.go  walker.hand          and passes it on, if it may contain a URL
//
// # The life of a number
//
// A large file is read in chunks, by several readers at once. The numbers of lines and
// messages before a chunk are known only when all chunks before it have been read to
// their ends. So a number counts from the beginning of its chunk, and the numbers before
// the chunk are added in order.
//
//	extract/sift/divide.go            division.end      ends a chunk where texts and messages end, too
//	extract/sift/run.go               queue.chunks      hands the chunks out as jobs
//	scan/scan.go                      Scanner.emit      counts the lines of plain text before a result
//	extract/sift/lines.go             lineIndex.at      returns the line of an offset in a chunk with messages
//	extract/finder.go                 Finder.LineBreaks returns the number of lines in a chunk of plain text
//	extract/sift/read.go              worker.place      adds the lines of earlier contents of the chunk
//	cmd/internal/late/draft.go        Draft.AppendLine  leaves the number open in the rendered line
//	extract/sift/run.go               queue.inOrder     adds up Chunk.Lines and Chunk.Messages of ended chunks
//	extract/sift/relay.go             Position.resolve  adds them to a Result, a Skipped or an Error
//	cmd/internal/late/draft.go        Draft.AppendTo    adds them to those that were left open
//	cmd/internal/index/index.go       Indexer.add       adds them to a row; so does the manifest for an error
//
// Offsets need none of this: a chunk knows its own. A number that counts in unpacked
// content, such as an attachment (Source.Apart), is complete at once. In Beam, ranges do
// not see each other, so its records hold drafts (cmd/urlsift-beam/record.go).
//
// # The life of an error
//
// An error begins where bytes are decoded, gets its place in the reader, and comes at
// that place among the results.
//
//	extract/internal/unpack/source.go source.failure    says where a compressed stream or an archive fails
//	extract/internal/unpack/layer.go  layer.failure     adds the number of the checksum that fails with it
//	extract/internal/unpack/rewind.go source.rewind     moves back to a stream that follows a cut one
//	extract/internal/texts/walker.go  walker.failure    says where a message, a page or a document fails
//	extract/sift/holes.go             holeReader.next   reports NULs in the place of text
//	extract/sift/read.go              worker.panicked   reports a panic
//	extract/sift/read.go              worker.warn       takes these errors, and those of the file system,
//	extract/sift/result.go            Source.failure    makes it an Error with its file and offset,
//	extract/sift/read.go              worker.warnOf     and passes it to each Consumer as a Failure
//	extract/sift/divide.go            Reader.rest       finds where a large file can be read on
//	cmd/internal/output/consumer.go   consumer.failed   counts the results that the checksum covers
//	cmd/internal/output/unproven.go   Printer.leaveOut  removes the unproven results, if that is possible
//	cmd/internal/output/printer.go    Printer.warn      calls it, and prints the error at its place
//	cmd/internal/index/index.go       Indexer.fail      removes the rows that the checksum covers
//	cmd/internal/manifest/consumer.go consumer.failed   counts the unproven results, and records the error
//
// Error.Reason puts the reason of each into words. An error of a consumer is different:
// it ends all reading, and Run returns it.
//
// # The life of a run
//
// One goroutine hands out the inputs, and opens the large ones. Each reader, a worker,
// reads in a goroutine of its own. The goroutine that called Run takes their records, and
// reads the inputs that may block, such as a pipe, after all before them: in their turn.
// A run ends early only by a signal, which ends the context, by an error of a consumer or
// by its panic.
//
//	cmd/internal/stop/stop.go         New               ends the context of the command at a signal
//	cmd/internal/stop/stop.go         Stopper.Run       calls Reader.Run, and returns even if a Read blocks
//	extract/sift/run.go               Reader.Run        starts the goroutine that hands out inputs,
//	extract/sift/run.go               queue.put         which starts a reader when none is idle
//	extract/sift/run.go               job.join          adds a small file to the last job not yet taken
//	extract/sift/run.go               worker.ahead      reads jobs ahead of their turn, until its relay is full
//	extract/sift/bytes.go             bytesReader.Read  returns the error of the context once that has ended
//	extract/internal/unpack/ahead.go  ahead.start       starts one that decompresses a file
//	extract/sift/interruptible.go     await             leaves a Read or an open that blocks to a goroutine
//	extract/sift/run.go               queue.inOrder     takes job after job, and waits for all goroutines
//	extract/sift/run.go               queue.drop        ends the jobs that are no longer wanted
//	extract/sift/interruptible.go     ended             makes the error that Run returns

package sift
