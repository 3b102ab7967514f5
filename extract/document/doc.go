// Package document reads formats of documents that hold text: what it is, and what is attached to it. It neither finds URLs, nor
// decompresses what others know how to, nor reads files: package mail does, with what is here.
//
// Formats whose text stands in one row have a [Decoder], which takes a document piece by piece and needs no more memory for a
// long one: [RTF]; [Folded] for calendars and cards; [PDF] for the objects of a PDF, and [PDFText] for what its contents show.
// Each token tells how many bytes it was made of, so that offsets are known through all of it.
//
// Formats that hold several texts and files are taken as a whole, and return where these stand: [TNEF] and [Outlook] an [Item],
// [CMS] the pieces of what was signed.
//
// Documents are not to be trusted. Nothing in them is obeyed, what is nested is followed to a limit, no read takes more than a
// small multiple of the document's size in memory or in time, and what is damaged is returned as far as it goes.
//
// # What is not read
//
// The text of a PDF is that of its codes: where a font has codes of its own, it is not to be had without the font, and
// [PDFText.Codes] tells. Links are found in any case, since they stand apart from what is shown. Of RTF, what is embedded as an
// object is passed over. Compound files that are no messages, such as documents of Office before 2007, are told as such.
package document
