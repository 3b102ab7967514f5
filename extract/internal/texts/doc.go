// Package texts reads the texts in mail and news, pages and documents: bodies, values of
// header fields, pages and their attributes. Texts are decoded, and each of their bytes
// has its offset in the input. The documentation of package mail describes the formats.
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
// The package does not look for URLs in texts, and leaves compressed files and archives
// to [Config.Unpack].
//
// The text before damage ends with [ErrIncomplete], and the text after it is Resumed.
// Text between damage and the next header is Headless: its encoding is unknown.
// [Reader.Resume] reads the rest of a stream in the same way. A link is a Whole text.
// Text without offsets in the stream has its own offsets, as indicated by Text.Depth.
package texts
