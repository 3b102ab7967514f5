// # The life of a number
//
// A large file is read in chunks, by several readers at once. No chunk knows how many lines and messages stand before it until those before
// it have been read to their ends. So a number counts from the beginning of its chunk, and what stands before is added in order.
//
//	extract/sift/shard.go             division.end      ends a chunk where texts and messages end, too
//	extract/sift/run.go               queue.chunks      hands the chunks out as jobs
//	extract/sift/lines.go             lineIndex.at      returns the line of an offset in the stream of a chunk with messages
//	extract/finder.go                 Finder.LineBreaks returns how many lines a chunk of plain text has
//	extract/sift/read.go              worker.place      adds what stands before the content that is read in the same chunk: w.before
//	cmd/internal/late/draft.go        Draft.AppendLine  leaves the number open in the line that is rendered in the reader's goroutine
//	extract/sift/run.go               queue.inOrder     adds up Chunk.Lines and Chunk.Messages, which are complete when the chunk has ended
//	extract/sift/relay.go             Position.resolve  adds them to a record that is a Result, a Skipped or an Error
//	cmd/internal/late/draft.go        Draft.AppendTo    adds them to those that were left open
//	cmd/internal/index/index.go       Indexer.add       adds them to a row, as consumer.InOrder of the manifest does to an error
//
// Offsets need none of this: a chunk knows its own. A number that counts in unpacked content, such as an attachment (Source.Apart), is
// complete at once. Beam, whose ranges do not see each other, keeps drafts in its records (cmd/urlsift-beam/record.go).
//
// # The life of an error
//
// It begins where bytes are decoded, gets its place in the reader, and comes at that place among the results.
//
//	extract/internal/unpack/source.go source.failure    says where a compressed stream or an archive fails
//	extract/internal/unpack/damage.go layer.failure     adds the number of the checksum that fails with it
//	extract/internal/texts/walker.go  walker.failure    says where a message, a page or a document does
//	extract/sift/holes.go             worker.tellHole   says that NULs are in the place of text
//	extract/sift/defect.go            worker.panicked   says that reading has panicked
//	extract/sift/read.go              worker.warn       takes each of these errors, and those of the file system,
//	extract/sift/error.go             worker.failure    makes it an Error with file, member, message and offset,
//	extract/sift/read.go              worker.warnOf     and passes it to each Consumer as a Failure, unless the context has ended
//	extract/sift/shard.go             Reader.rest       finds where a large file can be read on
//	cmd/internal/output/consumer.go   consumer.failed   counts the results that the checksum covers, and hands the error over
//	cmd/internal/output/printer.go    Printer.warn      prints the error on standard error, at its place among the results,
//	cmd/internal/output/unproven.go   Printer.leaveOut  after it has taken back those of them that it can
//	cmd/internal/index/index.go       Indexer.fail      removes the rows that the checksum covers, and notes the trouble of the source
//	cmd/internal/manifest/consumer.go consumer.failed   counts the results that are unproven, and makes a record of the error
//
// Error.Reason puts the reason into words for all of them. An error of a consumer is another thing: it ends all reading, and Run returns
// it.
//
// # The life of a run
//
// One goroutine hands out the inputs, each reader opens and reads them in one of its own, and the goroutine that has called Run takes what
// they find. A signal ends the context, and nothing else ends a run early but an error of a consumer, or its panic.
//
//	cmd/internal/stop/stop.go         New               ends the context of the command at a signal
//	cmd/internal/stop/stop.go         Stopper.Run       calls Reader.Run, and returns even if that waits for more of a stream
//	extract/sift/run.go               Reader.Run        starts the goroutine that hands out inputs,
//	extract/sift/run.go               queue.put         which starts a reader when none is idle
//	extract/sift/run.go               worker.ahead      reads jobs ahead of their turn, until its relay is full
//	extract/sift/bytes.go             bytesReader.Read  returns the error of the context once that has ended
//	extract/internal/unpack/ahead.go  ahead.start       starts one that decompresses a file, which has ended when the file has been read,
//	extract/sift/interruptible.go     await             leaves a Read or an open that blocks to a goroutine, for which nobody waits
//	extract/sift/run.go               queue.inOrder     takes job after job, and waits for all goroutines before it returns
//	extract/sift/run.go               queue.drop        ends the jobs that nobody wants any more
//	extract/sift/run.go               ended             makes the error that Run returns, for which there is no status 0

package sift
