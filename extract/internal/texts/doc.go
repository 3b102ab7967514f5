// Package texts reads the texts in mail and news, pages and documents: bodies, values of header fields, pages and their attributes,
// decoded, with the offsets of the bytes from which they were decoded. The documentation of package mail describes the formats.
//
//	for text, err := range texts.New(texts.Config{}).Texts(os.Stdin) {
//		if err != nil {
//			log.Print(err)
//			continue
//		}
//		...read text, whose bytes [i,j) are those of the stream at
//		start, end := text.Span(i, j)
//	}
//
// The package does not look for URLs in texts, and leaves compressed files and archives to [Config.Unpack].
//
// The text before damage ends with [ErrIncomplete], and the text after it is Resumed. It is Headless if it stands before the next header,
// so that nobody knows its encoding. [Reader.Resume] reads the rest of a stream in the same way. A link is a Whole text. What has no
// offsets in the stream has offsets of its own, which Text.Depth reports.
package texts
