// Package decode decodes text, and knows what each byte of it was decoded from.
//
// A [Source] reads a stream. A [Stage] decodes what another stage returns: [QuotedPrintable], [Base64], [Charset], [Flowed]. Its
// [Offsets] lead from each byte to the bytes that it was decoded from, and from there through the stages before it to the stream. A
// [Reader] reads what the last stage returns. A [Value] is a short text that is decoded at once.
//
// A stage that reads the lines of a Source, a page or a document embeds [Input] and [Output]. Packages texts, page and document know what
// is to be decoded, and how it is encoded.
package decode
