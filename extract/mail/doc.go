// Package mail gives the texts in mail and news: bodies, values of header fields, pages and their attributes, decoded, with
// the offsets of what they were decoded from; and those in documents, which mail carries and which stand alone, too. What is a URL
// in them is left to others, as are compressed files and archives: [Config.Unpack] is asked for their contents.
//
//	for text, err := range mail.New(mail.Config{}).Texts(os.Stdin) {
//		if err != nil {
//			log.Print(err)
//			continue
//		}
//		...read text, of which the bytes [i,j) are those of the stream at
//		start, end := text.Span(i, j)
//	}
//
// # Formats
//
// A stream is taken for what it begins with, and when in doubt for text, which is given as it is. Of the messages in it no text
// is lost: what stands before the first message, before, between and after the parts of a multipart, and under an attachment,
// is given too.
//
//   - A line separates the messages of an mbox if it has the form "From WHO DATE", with a date in any of the forms that are
//     met, or "From NUMBER", and if a field of a header follows, or a blank line on either side. Other lines that begin with
//     "From " are text, as are those that were marked with ">". A Content-Length keeps a message together if it proves
//     right: if another such line, or the end, stands where the body ends by it. The length of an article in a batch
//     does the same.
//   - In plain text that has the line of 70 dashes of a digest (RFC 1153) before a header, its items are read as messages.
//   - The header of an article of A News is five lines without names: identifier, newsgroups, path, date, title.
//   - A record of a web archive counts as a message.
//   - Lines end in CR if no LF comes before the first blank line.
//
// # Messages
//
// A header ends before a blank line, or before a line that is no field, unless a well-known field follows it. The values of
// fields are given as they stand, folded, with encoded words decoded (RFC 2047), but only if there is a colon in them that is
// not that of a time. Parameters written as RFC 2231 has it are given each for itself.
//
// Of broken multiparts this is made: a boundary that is not declared, or not as it is used, is that of the first line "--NAME"
// that a Content- field follows; a delimiter of an outer multipart ends all inner ones; parts after the last delimiter are
// parts; a message that should not be encoded, but is, is decoded. Parts deeper than 100 are given as they stand.
//
// Quoted-printable that makes no sense stays as it is. Base64 ends before a line that is none, such as the footer of a list.
// Text of a charset that nobody knows is given as it stands, with an error if there is more in it than ASCII.
//
// # Attachments
//
// Declared text is read as text. Any other part is read as a file of its kind is, told by its first bytes and not by its type or
// its name: messages and mailboxes, pages, documents, and what is packed. So are files in uuencode. The texts in it have its name as
// Member, if it has one, and what is packed in it the path below that. Messages in it are parts of the message that it is
// attached to. Declared text, too, is a document of RTF or a calendar if it begins as one.
//
// Of documents, package document reads the text, with their links as Whole texts, and what is attached to them: RTF, of which a
// page may be made; PDF, with the files in it; calendars and cards, whose lines are folded; XML of Office and OpenDocument, without
// namespaces; TNEF and messages of Outlook, of which RTF is only given where there is no page; the content of S/MIME that is signed or
// compressed. What an Outlook message says of itself is its header. A compound file of another kind is given as it stands.
//
// What is encrypted is an Error. Config.Skip is told of parts that do not look like text and are of no known kind, of signatures,
// of files in yEnc and BinHex and of OpenPGP's armour.
//
// # Pages
//
// Of HTML the text is given, with character references decoded, and a line break for each tag that is not one within a line;
// scripts, styles and what stands in comments, too. The values of attributes that may hold a URL stand in between, in the
// order of the page: that of href and the like is Whole, without blanks around it and without line breaks. A value whose end
// is missing ends with its tag. Namespaces and declarations are left out. A reference without ";" is none before "=", a letter
// or a digit.
//
// An attribute that holds several URLs yields each of them: srcset, ping, the url() of a style. So does the URL of a meta element that
// leads on to another page. What stands in the place of a link but is a program, or a document by itself, is text. Escapes in a script
// of JSON are undone.
//
// With Config.Relative links count that are relative to what a base element says, or else to Config.Base. The base element is looked for
// in the first 256 KiB of the page before any link is read; one that stands later counts from there on. With Config.Shown a link
// has the text that readers see, up to its end, which is looked for within 4 KiB.
//
// # Offsets
//
// Each stage of decoding remembers in runs what it made of what, so that offsets are exact through all of them: those of text
// that is not encoded are its own, those of an escape are the escape's, those of a byte in base64 are of the four characters that
// hold it, those of an encoded word are the word's. A decompressed batch has the offsets of all that was compressed.
//
// What was unpacked by Config.Unpack, and what a document holds in no other form, has offsets of its own: Text.Depth tells. They
// count in the member of an archive, in a stream of a PDF, in a property of a message of Outlook, or in decompressed RTF.
package mail
