// # The life of a result
//
// From the bytes of an input to the line that is printed, with the functions that it passes, in order. A test checks that they exist.
//
//	scan/scan.go                      Scanner.Next         finds a candidate: where a URL may stand, and its text without line breaks
//	scan/run.go                       run.bracket          ends it before a bracket without a partner, such as the ")" of a sentence
//	extract/finder.go                 Finder.Next          asks for one candidate after the other
//	extract/finder.go                 Finder.judge         makes a Result of it, or nothing
//	extract/extract.go                trim                 takes off what else belongs to the sentence, such as its final "."
//	extract/finder.go                 Finder.parse         asks the one judge
//	rfc1738/parse.go                  Grammar.ParseLenient returns the URL and its deviations, or why it is none
//	extract/sift/read.go              worker.results       ranges over the results of a text; a link is a text by itself:
//	extract/sift/read.go              worker.whole         it is one URL or none
//	extract/sift/read.go              worker.place         moves it from text to input, and adds the source and the checksums that cover it
//	extract/sift/consumer.go          worker.tell          passes it to each Consumer, still in the goroutine of the reader
//	cmd/internal/output/consumer.go   consumer.result      filters it, and appends its line to a batch, with open numbers
//	cmd/internal/output/consumer.go   consumer.give        passes the batch to its Hand
//	extract/sift/relay.go             relay.put            keeps it until there are enough, and sends them
//	extract/sift/run.go               queue.inOrder        goes from job to job in the order of the inputs
//	extract/sift/relay.go             handed.take          calls InOrder in the goroutine that has called Run
//	cmd/internal/output/consumer.go   consumer.InOrder     prints the batch, now that its numbers are known
//
// A Result is a value, and its text stays valid. Only Readings and Around look back at the input: they panic once the next Result was
// asked for, unless the Result was cloned (result.go: Clone). In the engine one sift.Result is used again for all; whoever keeps it copies
// it. Its Source and Checks may be kept.

package extract
