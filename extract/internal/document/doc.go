// Package document decodes document formats for package texts: their text, and the files attached to them. It does not find URLs, does not
// decompress common formats and does not read files.
//
// A format whose text can be read in one pass has a [Decoder], which needs no more memory for a longer document: [RTF]; [Folded] for
// calendars and cards; [PDFStrings] for the objects of a PDF. A Decoder is the inner part of [Texts], which decodes the texts and links of
// a document one after the other, with their offsets in the stream that it was read from.
//
// Formats that hold several texts and files are decoded as a whole, with the offsets of these: [TNEF] and [Outlook] return an
// [Item], which has a [Legacy] for each document of Office before 2007, [CMS] the pieces of the signed content, and a [PDF] has its pages
// and other parts. A [Store] has any number of Items, and is read where they are in its file.
//
// Documents are not trusted. Instructions in them are not followed, nesting is limited, memory and time are at most a small
// multiple of the document's size, and a damaged document is decoded as far as possible.
//
// # What is not read
//
// The text of a PDF consists of codes of glyphs. If neither the document nor a font program of Type 1 says what they show, the text is
// not read; [PDF.HasCodes] reports this. Links are found in any case, since they are separate from the visible text. Objects
// embedded in RTF are skipped. Of compound files that are neither messages nor documents of Word 6 to 2003, Excel 5 to 2003 and
// PowerPoint 97 to 2003, only the media type is returned. Saved versions of a presentation before the last are read as well.
package document
