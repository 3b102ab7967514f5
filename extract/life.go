// # The life of a result
//
// The way of a result from a text to the printed line, in the order of the data: most
// functions are called by a later one. The life of a byte (sift/life.go) is the way to
// the text. A test checks that they exist.
//
//	scan/scan.go                     Scanner.Next       finds a candidate, where a URL may be
//	scan/run.go                      run.addBracket     ends it before a bracket without a partner
//	extract/extract.go               Finder.Next        asks for one candidate after the other
//	extract/extract.go               Finder.judge       makes a Result of it, or nothing
//	extract/trim.go                  trim               trims the rest of the sentence
//	extract/finder.go                Finder.parse       asks the one judge
//	rfc1738/parse.go                 Grammar.ParseLenient returns the URL and its deviations, or an error
//	extract/sift/read.go             worker.results     ranges over those of a text; a link
//	extract/sift/read.go             worker.whole       is a text by itself: one URL or none
//	extract/sift/read.go             worker.place       adds its place in the input, and the source
//	extract/sift/relay.go            audience.tell      passes it to each Consumer of the reader
//	cmd/internal/output/consumer.go  consumer.result    filters it, and appends its line to a batch
//	cmd/internal/output/consumer.go  consumer.give      passes the batch to its Hand
//	extract/sift/relay.go            relay.put          collects batches, and sends them
//	extract/sift/run.go              queue.inOrder      visits the jobs in the order of the inputs
//	extract/sift/relay.go            handed.take        calls InOrder in the goroutine that called Run
//	cmd/internal/output/consumer.go  consumer.InOrder   prints the batch, now that its numbers are known
//
// A Result is a value, and its text stays valid. Only Readings and Around look at the
// input again: they panic once the next Result was requested, unless the Result was
// cloned (result.go: Clone). The engine reuses one sift.Result for all results; a
// Consumer that keeps it must copy it. Its Source and Checks may be kept.

package extract
