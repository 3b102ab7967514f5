// Package mail reads the texts in mail and news: bodies, values of header fields, pages and their attributes, decoded, with the
// offsets of what they were decoded from. It also reads the texts of documents, whether attached to mail or alone. It does not look
// for URLs in them, and leaves compressed files and archives to [Config.Unpack].
//
//	for text, err := range mail.New(mail.Config{}).Texts(os.Stdin) {
//		if err != nil {
//			log.Print(err)
//			continue
//		}
//		...read text, whose bytes [i,j) are those of the stream at
//		start, end := text.Span(i, j)
//	}
//
// # Formats
//
// Formats are detected by content, not by name. When unsure, the package assumes plain text, which it does not decode. No text of a
// message is lost: what precedes the first message, what precedes, separates and follows the parts of a multipart, and what follows an
// attachment is read too.
//
//   - In an mbox, a line of the form "From WHO DATE", with a date in any common form, or "From NUMBER", separates messages if a header
//     field or a blank line follows it, or a blank line precedes it. Other lines that begin with "From ", and those that were escaped
//     with ">", are text. A Content-Length keeps a message together if it proves right: if the body that it describes ends at another
//     separator or at the end. So does the length of an article in a batch.
//   - Plain text that has the line of 70 dashes of a digest (RFC 1153) before a header is read as messages.
//   - In what begins as a single message, a line of ^_ outside of multiparts separates messages if a header follows it, as in the RMAIL
//     files of ITS. The header may be a line such as "JOE@MIT-AI 09/12/79 02:09:30 Re: title", with other fields after it.
//   - The header of an article of A News is five lines without names: identifier, newsgroups, path, date, title.
//   - A record of a web archive counts as a message.
//   - Lines end in CR if no LF comes before the first blank line.
//
// # Messages
//
// A header ends before a blank line, or before a line that is not a field, unless a well-known field follows that line. The value of a
// field is a text if it has a colon that is not part of a time. It stays folded, with encoded words decoded (RFC 2047). Each parameter
// in the form of RFC 2231 is a text of its own.
//
// A date may be in numbers alone if only one day is possible: 1998/03/24, 24.03.1998, but not 03/04/98. The names of its months may be
// those of several languages. [Message.Dated] says which fields tell the date if the Date field does not.
//
// Broken multiparts are read as follows. If a boundary is not declared, or not used as declared, the first line "--NAME" before a
// Content- field sets it. A delimiter of an outer multipart ends all inner ones. Parts after the last delimiter are parts. An encoded
// message is decoded, though it should not be encoded. Parts nested deeper than 100 are not decoded.
//
// Invalid quoted-printable stays as it is. Base64 ends before a line that is not base64, such as the footer of a mailing list. If more
// base64 follows within a few lines, or characters are missing from a line, it is damaged: that is an Error, what follows is a text of
// its own that is Resumed, and the text before ends with ErrIncomplete. So does base64 that ends within a group of four, and base64
// without padding at the end of a message whose multipart is not closed, which is an Error too. Text in an unknown charset is not
// decoded, and is an error if it is more than ASCII.
//
// # Attachments
//
// Declared text is read as text. Any other part is read like a file, detected by its first bytes and not by its type or name: messages
// and mailboxes, pages, documents, and compressed files. So are files in uuencode. Their texts have the name of the attachment, if any,
// as Member, followed by the path in what is packed. Messages in an attachment are parts of the message that it is attached to. Text
// that begins as RTF or a calendar is read as a document, even if it is declared to be text.
//
// What follows damage in a compressed attachment is read as more of the same content: the rest of a text, of a page, or of a mailbox,
// where the text before the next message is Headless. The rest of a message is Headless, too, and that of a document is not read, which is
// an Error. [Reader.Resume] reads the rest of a stream in the same way.
//
// Content of a known binary format, such as a picture, a program, a rar or an SQLite database, is skipped, whatever it is declared to be.
// It is known by its first bytes, one of which is a control character that text does not have.
//
// Of documents the text is read, the links, which are Whole texts, and the attachments: RTF, which may hold a
// page; PDF, with its files; calendars and cards, whose lines are folded; XML of Office and OpenDocument, without namespaces; TNEF and
// messages of Outlook, whose RTF is read only if there is no page; signed or compressed content of S/MIME. The properties of an Outlook
// message are read as its header. A compound file of another kind is not decoded.
//
// What is encrypted is an Error. Config.Skip is called for binary formats, for parts that do not look like text and are of no known kind, for signatures,
// for files in yEnc and BinHex, and for OpenPGP's armour.
//
// # Pages
//
// The text of HTML has its character references decoded, and a line break for each tag that is not inline. Scripts, styles and comments
// are read too, but a comment within a word, as in "http://host.exa<!-- x -->mple/", does not divide it: it is a text of its own after the
// word, unless no URL can be in it. If it is longer than 16 KiB, with what follows it in the word, the word is divided: the text before
// ends with ErrIncomplete, and the text after is Resumed.
//
// The values of attributes that may hold a URL are texts of their own, in the order of the page. That of href and the like is Whole,
// without blanks around it and without line breaks. A value without a closing quote ends with its tag. Namespaces and declarations are
// skipped. A reference without ";" is not decoded before "=", a letter or a digit.
//
// An attribute that holds several URLs yields each of them: srcset, ping, the url() of a style. So does a meta element that refreshes the
// page. A link that is a program (javascript:) or a document (data:) is text. Escapes in a script of JSON are undone.
//
// With Config.Relative, relative links count. They are relative to the base element, or else to Config.Base. The base element is looked
// for in the first 256 KiB of the page before any link is read; a later one counts from where it is. With Config.Shown, a link has the
// text that readers see, up to its end, which is looked for within 4 KiB.
//
// # Offsets
//
// Each stage of decoding records which input bytes its output came from, so that offsets are exact through all stages. Text that was not
// encoded has its own offsets; the text of an escape has those of the escape; a byte of base64 has those of the four characters that
// hold it; an encoded word has those of the whole word. A page that a web archive has compressed has those of all that was compressed.
//
// What Config.Unpack returned, and what a document holds in no other form, has offsets of its own, which Text.Depth reports. They count
// in the member of an archive, in a compressed batch of news, in a stream of a PDF, in a property of a message of Outlook, or in decompressed RTF.
package mail
