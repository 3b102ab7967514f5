// Package decode decodes text, and records the source of each decoded byte.
//
// A [Source] reads a stream. A [Stage] decodes the output of another stage:
// [QuotedPrintable], [Base64], [Charset], [Flowed]. Its [Offsets] map each byte to the
// bytes from which it was decoded, and through the stages before it to the stream. A
// [Reader] reads the output of the last stage. A [Value] is a short text that is decoded
// at once.
//
// A stage that reads the lines of a Source, a page or a document embeds [Input] and
// [Output]. Packages texts, page and document choose the text to decode and its encoding.
package decode
