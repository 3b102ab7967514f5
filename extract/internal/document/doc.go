// Package document decodes document formats for package texts: their text, and the files
// attached to them. It does not find URLs, decompress common formats or read files.
//
// A format whose text can be read in one pass has a [Decoder], whose memory use does not
// grow with the document: [RTF]; [PostScript]; [Mork]; [Folded] for calendars and cards;
// [PDFStrings] for the objects of a PDF. A Decoder is the inner part of [Texts], which
// decodes the texts and links of a document one after the other, with their offsets in
// the source stream.
//
// Formats that contain several texts and files are decoded as a whole, with the offsets
// of each: [TNEF] and [Outlook] return an [Item], which has a [Legacy] for each Office
// document from before 2007. [CMS] returns the pieces of the signed content, and a [PDF]
// has its pages and other parts. A [Store] contains any number of Items, and a
// [MailFolder] any number of messages. Both are read in place in their files.
//
// Documents are not trusted. Instructions in them are not followed, nesting is limited,
// memory and time are at most a small multiple of the document's size, and a damaged
// document is decoded as far as possible.
//
// # What is not read
//
// The text of a PDF consists of glyph codes. If neither the document nor a Type 1 font
// program maps them to characters, the text is not read; [PDF.HasCodes] reports this.
// Links are always found, since they are separate from the visible text. Objects embedded
// in RTF are skipped. For a compound file that is neither a message nor a document of
// Word 6 to 2003, Excel 5 to 2003 or PowerPoint 97 to 2003, only the media type is
// returned. Earlier saved versions of a presentation are read as well.
package document
