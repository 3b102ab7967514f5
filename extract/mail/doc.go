// Package mail names the formats of inputs ([Format]), and describes messages by their headers ([Message]).
//
// The package reads nothing. Package sift does: the rest of this page says how it reads mail, news, pages and documents.
//
// # Formats
//
// Formats are detected by content, not by name. When unsure, sift assumes plain text, which it does not decode. No text of a message is
// lost: it also reads what precedes the first message, what precedes, separates and follows the parts of a multipart, and what follows an
// attachment.
//
//   - In an mbox, a line of the form "From WHO DATE", with a date in any common form, or "From NUMBER", separates messages if a header
//     field, a damaged line and a well-known field, or a blank line follows it, or a blank line precedes it. So does "From " or "From -"
//     alone, as Thunderbird has it, right before a well-known field or a header. Other lines that begin with "From ", and those that were
//     escaped with ">", are text. A Content-Length keeps a message together if it proves right: if the body that it describes ends at
//     another separator or at the end. So does the length of an article in a batch, and so do the delimiters of a multipart around an
//     attached mailbox or patch.
//   - In a notebook of LISTSERV, which begins so, a line of 73 "=" before a header separates messages.
//   - A message of Apple Mail (.emlx) is between a line with its length and a property list, which is not read. If the length is wrong,
//     the message ends before the list.
//   - Plain text that has the line of 70 dashes of a digest (RFC 1153) before a header is read as messages.
//   - In an input that begins as a single message, a line of ^_ outside of multiparts separates messages if a header follows it, as in the
//     RMAIL files of ITS. The header may be a line such as "JOE@MIT-AI 09/12/79 02:09:30 Re: title", followed by other fields.
//   - The header of an article of A News is five lines without names: identifier, newsgroups, path, date, title.
//   - A record of a web archive counts as a message. A body of HTTP that comes in chunks is put together, and a compressed one (gzip,
//     deflate, zstd, compress) is unpacked. Where that was done before, and the header left as it was, the body is read as it is.
//   - A session of POP, NNTP or SMTP is read as messages, each after a reply ("+OK",
//     "220 ", "221 ", "354 ") or "DATA", and before a line of one dot. Of two dots at the beginning of a line one is dropped.
//     Messages of Becky, each of which ends in a line of one dot before a header, are read in the same way.
//   - The messages of Yahoo Groups are strings in JSON with the name rawEmail. The characters of HTML in them are decoded unless there is
//     a "<".
//   - In the XML of an archive of Outlook for Mac (.olm), the elements for subject, sender, date and identifier are the header of a
//     message. Appointments and the like are no messages.
//   - In a packet of QWK, or a reply to one, the header of a message is a block, its text
//     is in code page 437, and 0xE3 ends a line.
//   - Mailboxes of Outlook Express 4 (.mbx), mail folders of Pegasus Mail (.pmm) and sources of messages of Outlook for Mac (.olk15MsgSource)
//     have messages between bytes of their own. Those of later versions of Outlook Express (.dbx), which are in pieces, and other files of
//     Outlook for Mac are skipped as binary.
//   - A message in UTF-16 or UTF-32, by its byte order mark or its NULs, is decoded first.
//     So it is as an attachment.
//   - Lines end in CR if no LF comes before the first blank line. In an mbox, those of a message end as its "From " line does.
//
// # Messages
//
// A header ends before a blank line. A line that is not a field, such as one that lost its blanks, or one of nothing but blanks, ends it
// unless a well-known field follows before the next blank line. Lines that begin with
// control characters may also precede the first field, and such characters before the
// name of a well-known one. What Outlook puts before a header does not count. The value of
// a field is a text if it has a colon that is not part of a time. It stays folded, and its
// encoded words are decoded (RFC 2047). Each parameter in the form of RFC 2231 is a text of
// its own. Subject, From and dates that are neither encoded nor UTF-8 are read in the
// charset of the body, or of its first part that declares one. So is text with URLs, if
// that charset has characters of several bytes.
//
// A date may be in numbers alone if only one day is possible: 1998/03/24, 24.03.1998, but not 03/04/98. The names of months may be in
// several languages. [Message.Dated] lists the fields that may have the date.
//
// Fields that begin with Content- and say nothing, such as an encoding "raw", do not count. Where two of them disagree, the beginning of
// the body decides: whether it is base64 or has escapes of quoted-printable, has a delimiter, or has tags. So it does where a multipart
// declares an encoding and its parts do not, and where a multipart is encoded as a whole.
//
// Broken multiparts are read as follows. If a boundary is not declared, or not used as declared, the first line "--NAME" before a Content-
// field sets it. If there is none, the body is read as the page or the text that it begins with. What Eudora keeps of a multipart is a page
// in <x-html>, and text in format=flowed in <x-flowed>. A delimiter counts, too, if text is glued to it: a field, something after a blank,
// text after the last one, or text before it that has lost its line end. A delimiter of an outer multipart ends all inner ones. Parts after
// the last delimiter are parts. An encoded message is decoded, although RFC 2045 forbids the encoding. Parts nested deeper than 100 are not
// decoded.
//
// Invalid quoted-printable is not changed. Its soft line breaks may have several CRs. Base64 ends before a line that is not base64, such as
// the footer of a mailing list, before one that begins with two dashes or underscores, and, after a line that is shorter than the first,
// before what is no whole line of it. It is damaged if more base64 follows within a few lines, if characters are missing from a line, if it
// ends within a group of four and lacks more than the padding or nothing follows it, or if it ends without padding in a message whose
// multipart is not closed. Damage is an error. A URL that touches it is incomplete. Text in an
// unknown charset is not decoded, and is an error if it has bytes that are not ASCII. Text
// that certainly is ASCII is not decoded either if it is declared as UTF-16, UTF-32 or
// EBCDIC.
//
// # Attachments
//
// Declared text is read as text. Any other part is read like a file, and detected by its first bytes, not by its type or name: messages and
// mailboxes, pages, documents, and compressed files. Files in uuencode, and in base64 as uuencode -m writes it, are read in the same way.
// The path of the attachment and of its members is part of the Member of a source. Messages in an attachment are parts of the
// message that it is attached to. Text that begins as RTF or a calendar is read as a document, even if it is declared to be text.
//
// After damage in a compressed attachment, reading goes on in the same content: the rest of a text, a page, a message or a mailbox. The
// rest of a document is not read, which is an error.
//
// Content of a known binary format, such as a picture, a program, a rar or an SQLite database, is skipped, whatever type is declared. It
// is known by its first bytes, one of which is a control character that text does not have. Other content that is skipped: parts that do
// not look like text and have no known format, signatures, files in yEnc and BinHex, and OpenPGP's armour. Encrypted content is an error.
//
// In documents, the text, the links and the attachments are read: RTF, which may contain a page; PDF, as described below; calendars and cards,
// whose lines are folded; XML of Office and OpenDocument; TNEF and messages of Outlook, whose RTF is read only if there
// is no page; signed or compressed content of S/MIME. The properties of an Outlook message are read as its header. Documents of Office
// before 2007 are read by stream, such as report.doc!WordDocument, in which offsets count. A compound file of another kind, such as a
// drawing of Visio, is skipped with its type.
//
// A link of Office leads to a target that the relationships of its part have, and to a place there, which is the fragment of the URL. So
// relationships are read after their part, whatever the order of the archive. Fonts, programs and embedded objects of such documents that
// have no format of their own are skipped. Of encrypted OpenDocument only the manifest is read, and an error tells so.
//
// The parts of a workbook in Excel's binary format since 2007 are read by their strings, and so are archives in documents of Apple's iWork,
// which are known by their name (.iwa).
//
// Of a binary property list, such as Safari's bookmarks, the strings are read, and data is read like a file.
//
// Text that was deleted in a document of Word before 2007 is a text of its own, after all others. In RTF it is skipped.
//
// The link in a field of Word, in any of its formats, is one URL with all between its quotes, and with the place that follows "\l" as its
// fragment.
//
// A store of Outlook, PST or OST, is read in all its versions and encodings: each message, contact, appointment or other item in a mail folder,
// in the order of their numbers, with the path of its mail folder as Member. A password is ignored, since the store is not encrypted by it.
// Items that were deleted for good, recipients apart from the header, and the settings of mail folders are not read. A store in a file may have
// any size. One that comes in another way, such as in an archive, is read up to 64 MiB, as are other documents that are read as a whole.
//
// # PDF
//
// A PDF is known by "%PDF-" at its beginning, or within its first KiB after blanks, a byte order mark or a control character. Its objects
// are found by the text around them, so a damaged cross-reference table does no harm. Each page in the page tree is a text with a Member
// such as "page 3", which the links of the page follow. The other strings, links and streams of the document come after the pages, in
// their order in the file: a replaced version of an object, a title, a script, a file.
//
// The text of a page is what its glyphs show, in the order in which they are drawn: by /ToUnicode, by the names of glyphs, or by a
// predefined encoding. A ligature is its letters, and a tilde of any height a "~". Text in /ActualText replaces the text that is marked with it. A
// gap of more than 0.15 of the size of the font is a blank, and a glyph above, below or before the last one begins a line, whatever
// operators moved it; gaps are measured with /Widths or those of the standard fonts. A line ends where it ends on the page, so the rules
// for broken URLs apply. A smaller glyph above the line, as the number of a note, has a blank before it. A drawn line in a gap is "_", as
// TeX sets it. A glyph without a known character is the byte 0xFF, which rejects a host that contains it.
//
// Namespaces, the names of colour spaces and signatures are no text. A document that is encrypted with an empty password is decrypted. A
// stream that cannot be decoded is an error, after what could be decoded of it. Time is limited to a multiple of the size of the document,
// so forms that show each other again and again end with an error.
//
// # Markup
//
// A page or a document in XML is known by its beginning, after blanks and comments: a declaration of XML; a document type, where the type of a
// Netscape bookmark file is a page, too; or a start tag. A tag of html, head, body or svg begins a page. Another one must be whole within the
// first 4 KiB, have values for its attributes if it has any, and not be an address. One of a page, as in a fragment, needs a value or an end
// tag after it in these 4 KiB, and no heading, link or fence of Markdown. One that no page has needs a namespace, its own end tag, or a tag
// and an end tag after it. So prose about tags, a line of chat by <joe> and Markdown remain text. What Windows has on its clipboard,
// "Version:" and "StartHTML:", is a page. Of 2,634 files of HTML, SVG and XML all but 32 were known, which are templates that begin with
// other text, comments alone, or UTF-32 without a mark; of 13,942 texts, sources and data, 5 were, which are pages.
//
// In XML, each element has a text of its own, in which references are decoded, and so has each attribute. Names of namespaces and
// vocabularies are skipped unless sift.Config.Names is set, and so is the type of a document with a public identifier. Other
// declarations are read as text, such as entities. A text with tags of a page in it, escaped or in a CDATA section, is read as a page, as in feeds and dumps.
//
// In XML of Office and OpenDocument the text of a paragraph is one, whatever elements divide it, except for breaks, tabs and fields. Deleted
// text, the pronunciation of words, notes, comments and anchored objects in a paragraph are texts of their own, after the word that
// they belong to. What is raised above the line, such as the number of a note, divides a word.
//
// # Pages
//
// In the text of HTML, character references are decoded, and each tag that is not inline is a line break. Scripts, styles and comments are
// read too. A comment within a word, as in "http://host.exa<!-- x -->mple/", does not divide the word, and is read after it. If the
// comment is longer than 16 KiB, with what follows it in the word, the word is divided, and a URL that touches the place is incomplete.
//
// The values of attributes that may hold a URL are texts of their own, in the order of the page. The value of href and the like is one URL
// as a whole, without blanks around it and without line breaks. A value without a closing quote ends with its tag. Namespaces and
// declarations are skipped. A reference without ";" is not decoded before "=", a letter or a digit.
//
// An attribute may hold several URLs: srcset, ping, and the url() of a style. So may a meta element that refreshes the page. A link that is
// a program (javascript:) or a document (data:) is read as text; in a program, escapes such as %22 are undone. A document in base64 is read
// like a file that is attached, unless it is a picture, sound, film or font. So is a link as text that has
// quotes, brackets, "%20" or marks without width before its URL, or such marks in its host. Escapes in a script of JSON are undone.
//
// A link that begins with two slashes of either kind has a host but no scheme. It is read, also in a style. It has the scheme of the first
// base element so far, or else https.
//
// Relative links are read if sift.Config.Relative is set. They are relative to the page's base element, or else to sift.Config.Base. The
// base element is looked for in the first 256 KiB of the page before any link is read. A later one applies from its place on. With
// sift.Config.Shown, a link has the text that readers see. The end of that text is looked for within 4 KiB.
//
// # Offsets
//
// Each stage of decoding records which input bytes its output came from, so that offsets are exact through all stages. Text that was not
// encoded has its own offsets. Text of an escape has the offsets of the escape, a byte of base64 those of the four characters that encode
// it, and an encoded word those of the whole word. A page that is compressed in a web archive has the offsets of all compressed bytes.
//
// Offsets count in the unpacked content where it has no offsets in the input: in the member of an archive, in a compressed batch of news,
// in the text of a page of a PDF or in a stream of it, in a property or an attachment of a message of Outlook, or in decompressed RTF. The Offset of a message in a store
// is the offset of the block with its properties.
package mail
