// Package mail names the formats of inputs ([Format]), and describes messages by their
// headers ([Message]).
//
// The package does not read. Package sift does: the rest of this page describes how sift
// reads mail, news, pages and documents.
//
// # Formats
//
// Formats are detected by content, not by name. In doubt, sift assumes plain text, which
// it does not decode. All text of a message is read, including the text before the first
// message, before, between and after the parts of a multipart, and after an attachment.
//
//   - In an mbox, a line of the form "From WHO DATE", with a date in any common form, or
//     "From NUMBER" with six or more digits, separates messages if a header field, a
//     damaged line and a well-known field, or a blank line follows it, or a blank line
//     precedes it. So does "From " or "From -" alone, as in Thunderbird, right before a
//     well-known field or a header. Other lines that begin with "From ", and those that
//     were escaped with ">", are text. The first line of this kind may be missing if the
//     mailbox begins with a header. A Content-Length keeps a message together if it is
//     right: the body must end at another separator or at the end. So does the length of
//     an article in a batch, and so do the delimiters of a multipart around an attached
//     mailbox or patch.
//   - A few lines of text may precede the first header, such as those of a mail queue: up
//     to 4 KiB without a blank line. The header must be complete, with three well-known
//     fields, at least one only of mail or news, and a blank line or the end after it.
//   - In a notebook of LISTSERV, which begins with one, a line of 73 "=" before a header
//     separates messages. So do lines of news readers such as "Article 12 of net.test:".
//   - A message of Apple Mail (.emlx) is between a line with its length and a property
//     list, which is not read. If the length is wrong, the message ends before the list.
//   - If the input ends before the declared end of a message of Apple Mail or IMAP, or of
//     an article in a batch, the message is cut. The length of an article is not trusted
//     if that of an earlier one was wrong.
//   - The plain text of a message that has the line of 70 dashes of a digest (RFC 1153)
//     before a header is read as messages.
//   - In an input that begins as a single message, a line of ^_ outside of multiparts
//     separates messages if a header follows it, as in the RMAIL files of ITS. So does a
//     "From WHO DATE" line after a blank line and before a header. The header
//     may be a line such as "JOE@MIT-AI 09/12/79 02:09:30 Re: title", followed by other
//     fields.
//   - The header of an article of A News is five lines without names: identifier,
//     newsgroups, path, date, title.
//   - A record of a web archive counts as a message. The chunks of an HTTP body are
//     joined, and a body compressed with gzip, deflate, zstd or compress is unpacked,
//     unless that was done before and only the header still declares it.
//   - A session of POP, NNTP or SMTP is read as messages, each after a reply ("+OK", "220
//     ", "221 ", "354 ") or "DATA", and before a line of one dot. Two dots at the
//     beginning of a line become one. Messages of Becky, which each end in a line of one
//     dot before a header, and those of Foxmail, which follow a line of control characters,
//     are read in the same way. A session of IMAP has messages after
//     replies such as "* 1 FETCH (BODY[] {1234}", whose number is their length. If it is
//     wrong, the message ends before a line that begins with ")". Output of Postfix's
//     postcat has messages between its "MESSAGE CONTENTS" and "HEADER EXTRACTED".
//   - A file in the queue of sendmail ("qf") or Exim ("-H") is text and a header with a
//     prefix before each field. Their bodies are in other files ("df", "-D"), which are
//     read as the body of a multipart if they begin with a delimiter and a Content- field
//     or with "This is a multi-part message in MIME format". A "-D" that is evidently in
//     base64 or quoted-printable is decoded. In a queue file of Postfix, the lines of a
//     message are records.
//   - The messages of Yahoo Groups are strings in JSON with the name rawEmail. HTML
//     references in them are decoded unless there is a "<".
//   - In the XML of an archive of Outlook for Mac (.olm), the elements for subject,
//     sender, date and identifier are the header of a message. Appointments and the like
//     are not messages.
//   - In a packet of QWK, or a reply to one, the header of a message is a block, its text
//     is in code page 437, and 0xE3 ends a line.
//   - Mailboxes of Outlook Express 4 (.mbx), mail folders of Pegasus Mail (.pmm) and
//     sources of messages of Outlook for Mac (.olk15MsgSource) have messages between
//     bytes of their own. In mailboxes of UW IMAP and Pine (mbx, mtx, tenex) and message
//     bases of The Bat! (.tbb), a record before each message has its size. After a
//     damaged record the rest is read as the body of a message. In mail folders of Outlook
//     Express 5 and 6 (.dbx), a tree lists the messages, which consist of blocks. Their
//     list and other files of Outlook for Mac are skipped as binary.
//   - A message in UTF-16 or UTF-32, by its byte order mark or its NULs, is decoded
//     first. So is an attachment.
//   - Lines end in CR if no LF comes before the first blank line. In an mbox, the lines
//     of a message end like its "From " line.
//
// # Messages
//
// A header ends before a blank line. A line that is not a field, such as one that lost
// its blanks, or a line of blanks, ends it unless a well-known field follows before the
// next blank line. Lines that begin with control characters may also precede the first
// field, and such characters the name of a well-known one. Data that Outlook puts before
// a header is ignored. The value of a field is a text if it has a colon that is not part
// of a time. It stays folded, and its encoded words are decoded (RFC 2047). Each
// parameter in the form of RFC 2231 is a text of its own. Subject, From and dates that
// are neither encoded nor UTF-8 are read in the charset of the body, or of its first part
// that declares one. So is text with URLs, if that charset has characters of several
// bytes.
//
// A date may be in numbers alone if only one day is possible: 1998/03/24, 24.03.1998, but
// not 03/04/98. The names of months may be in several languages. [Message.Dated] lists
// the fields that may contain the date.
//
// Content- fields without a meaning, such as an encoding "raw", are ignored. If two of
// them disagree, or an encoding is only similar to a known one, the beginning of the body
// decides: whether it is base64 or has escapes of quoted-printable, a delimiter, or tags.
// The same applies if a multipart declares an encoding and its parts do not, or if a
// multipart is encoded as a whole.
//
// The lines of format=flowed are joined if DelSp is set. Otherwise a blank would be left
// in place of a line break, at which the mailer may also have broken a URL.
//
// Broken multiparts are read as follows. If a boundary is not declared, or not used as
// declared, the first line "--NAME" before a Content- field sets it. If there is none,
// the body is read as the page or the text with which it begins. Eudora's form of a
// multipart is a page in <x-html>, and text in <x-flowed>. A delimiter is also recognized
// if it is joined to other text: a field, something after a blank, text after the last
// delimiter, or text before it that has lost its line end. A delimiter of an outer
// multipart ends all inner ones. Parts after the last delimiter are parts. An encoded
// message is decoded, although RFC 2045 forbids the encoding. Parts nested deeper than
// 100 are not decoded.
//
// Invalid quoted-printable is not changed. Its soft line breaks may have several CRs.
// Base64 ends before a line that is not base64, such as the footer of a mailing list,
// before a line that begins with two dashes or underscores, and, after a line that is
// shorter than the first, before a line that is not entirely base64. It is damaged if
// more base64 follows within a few lines, if characters are missing from a line, if it
// ends within a group of four and lacks more than the padding or nothing follows it, or
// if it ends without padding in a message whose multipart is not closed. Damage is an
// error. A URL that touches it is incomplete. Text in an unknown charset is not decoded,
// and is an error if it has bytes that are not ASCII. Text that is certainly ASCII is not
// decoded either if it is declared as UTF-16, UTF-32 or EBCDIC.
//
// # Attachments
//
// Declared text is read as text. Any other part is read like a file, and detected by its
// first bytes, not by its type or name: messages and mailboxes, pages, documents, and
// compressed files. Files in uuencode, and in the base64 of uuencode -m, are read in the
// same way. The path of the attachment and of packed files in it is part of the Member of
// a source. Messages in an attachment are parts of the message to which it is attached.
// Text that begins as RTF or a calendar is read as a document, even if it is declared to
// be text.
//
// After damage in a compressed attachment, reading goes on in the same content: the rest
// of a text, a page, a message or a mailbox. The rest of a document is not read, which is
// an error.
//
// Content of a known binary format, such as a picture, a program, a rar or an SQLite
// database, is skipped, whatever type is declared. It is detected by its first bytes,
// which include a control character that text does not have. Also skipped are parts that
// do not look like text and have no known format, signatures, files in yEnc and BinHex,
// and OpenPGP's armour. Encrypted content is an error.
//
// In documents, the text, the links and the attachments are read: RTF, which may contain
// a page; PDF, as described below; calendars, cards and LDIF, whose lines are folded; XML
// of Office and OpenDocument; TNEF and messages of Outlook, whose RTF is read only if
// there is no page; signed or compressed content of S/MIME. The properties of an Outlook
// message are read as its header. Documents of Office before 2007 are read by stream,
// such as report.doc!WordDocument, in which offsets count. A compound file of another
// kind, such as a drawing of Visio, is skipped with its type.
//
// A link of Office leads to a target in the relationships of its part, and to a place
// there, which is the fragment of the URL. So relationships are read after their part, in
// any order of the archive. Fonts, programs and embedded objects of such documents that
// have no format of their own are skipped. Of encrypted OpenDocument only the manifest is
// read, which is an error.
//
// The strings of workbooks in Excel's binary format since 2007 are read, and those of
// archives in documents of Apple's iWork, which are known by their name (.iwa).
//
// The strings of a binary property list, such as Safari's bookmarks, are read, and its
// data is read like a file.
//
// In PostScript, the strings that a document shows are read, and its comments, but not
// its fonts and libraries. The document is not run: strings are adjacent, or separate
// words or lines, by the operators of PostScript and of PDF between them, and by the
// procedures of dvips and groff. If that does not tell, U+FFFD is between two strings on
// a line, and a URL there is rejected.
//
// The values of a database in Mork, such as history.dat of Mozilla and the summary files
// (.msf) of Thunderbird, are read.
//
// In style sheets, and in the style elements of pages, the names of namespaces are
// skipped unless sift.Config.Names is set.
//
// Text that was deleted in a document of Word before 2007 is a text of its own, after all
// others. In RTF it is skipped.
//
// The link in a field of Word, in any of its formats, is a single URL: everything between
// its quotes, with the place after "\l" as its fragment.
//
// A store of Outlook, PST or OST, is read in all its versions and encodings: each
// message, contact, appointment or other item in a mail folder, in the order of their
// numbers, with the path of its mail folder as Member. A password is ignored, since it
// does not encrypt the store. Permanently deleted items, recipients outside the header,
// and the settings of mail folders are not read. A store in a file may have any size. A
// store elsewhere, such as in an archive, is read up to 64 MiB, like other documents that
// are read as a whole.
//
// # PDF
//
// A PDF is detected by "%PDF-" at its beginning, or within its first KiB after blanks, a
// byte order mark or a control character. Its objects are found by the text around them,
// so a damaged cross-reference table does no harm. Each page in the page tree is a text
// with a Member such as "page 3", followed by the links of the page. The other strings,
// links and streams of the document come after the pages, in the order of the file: a
// replaced version of an object, a title, a script, a file.
//
// The text of a page consists of the characters of its glyphs, in the order in which they
// are drawn: by /ToUnicode, by the names of glyphs, by a predefined encoding, or by the
// table of characters in a TrueType font. A ligature is its letters, a tilde of any
// height a "~", and a soft hyphen within a line a "-". Text in /ActualText replaces the
// marked text. A gap of more than 0.18 of the size of the font is a blank, and a glyph
// above, below or before the previous one begins a line, whatever operators moved it; a
// line may run in any direction, and its pieces may come from right to left. Gaps are
// measured with /Widths, with /W2 and /DW2 in vertical lines, or with the widths of the
// standard fonts. Blanks drawn over a word, for the line under it, are ignored. A line
// ends where it ends on the page, so the rules for broken URLs apply. But a line break,
// with or without a hyphen, inside the target of a link on the same page is dropped if
// the text is otherwise equal to the target. A smaller glyph above the line, as the
// number of a note, has a blank before it. A drawn line in a gap is "_", as TeX sets it.
// A glyph without a known character is U+FFFD, so a URL that contains it is rejected.
//
// Namespaces, the names of colour spaces, signatures, and the /ActualText of the
// structure, which repeats the pages, are not read. Each other string is a paragraph, so
// no URL continues in the next one. A document that is
// encrypted with an empty password is decrypted. A stream that cannot be decoded is an
// error, after its decoded part. Time is limited to a multiple of the size of the
// document, so forms that show each other again and again end with an error.
//
// # Markup
//
// A page or a document in XML is detected by its beginning, after blanks and comments: a
// declaration of XML; a document type, where the type of a Netscape bookmark file is a
// page, too; or a start tag. A tag of html, head, body or svg begins a page. Another tag
// must be complete within the first 4 KiB, have values for its attributes if it has any,
// and not be an address. A tag of a page, as in a fragment, needs a value or an end tag
// after it in these 4 KiB, and no heading, link or fence of Markdown. A tag that pages do
// not have needs a namespace, its own end tag, or a tag and an end tag after it. So prose
// about tags, a line of chat by <joe> and Markdown remain text. The HTML format of the
// Windows clipboard, "Version:" and "StartHTML:", is a page. Of 2,634 files of HTML, SVG
// and XML all but 32 were detected: the others are templates that begin with other text,
// comments alone, or UTF-32 without a mark. Of 13,942 texts, sources and data, 5 were
// detected, which are pages.
//
// In XML, each element has a text of its own, in which references are decoded, and so has
// each attribute. A link is one URL, as in a page, if it has blanks only at the
// beginnings of its lines. Names of namespaces and vocabularies are skipped unless
// sift.Config.Names is set, and so is the type of a document with a public identifier.
// The schemaLocation of an import is read, and xsi:schemaLocation is skipped with the
// names. Other declarations, such as entities, are read as text. A text that contains
// tags of a page, escaped or in a CDATA section, is read as a page, as in feeds and
// dumps. Emphasis within a URL, as in DocBook's
// "http://host.exa<emphasis>mple</emphasis>/", does not divide it. Where the start tag of
// an unknown element does, the URL is rejected.
//
// In XML of Office and OpenDocument, a paragraph is a single text, divided only by
// breaks, tabs and fields. Deleted text, the pronunciation of words, notes, comments and
// anchored objects in a paragraph are texts of their own, after the word in which they
// occur. Text above or below the line, such as the number of a note, divides a word. In
// the headers of sheets "&&" means "&", and other codes divide the text.
//
// # Pages
//
// In the text of HTML, character references are decoded, and each tag that is not inline
// is a line break. So is a tspan of SVG with another y or with dy. The end of a link
// whose text begins with a URL is a blank if a word follows:
// "http://host.example/</a>and". Scripts, styles and comments are read too. A comment
// within a word, as in "http://host.exa<!-- x -->mple/", does not divide the word, and is
// read after it. If the comment and the rest of the word are longer than 16 KiB, the word
// is divided, and a URL that touches the place is incomplete.
//
// The values of attributes that may hold a URL are texts of their own, in the order of
// the page. The value of href and similar attributes is a single URL, without blanks
// around it and without line breaks. A value without a closing quote ends with its tag.
// Namespaces and the identifiers of document types are skipped. Other declarations, and
// the code of PHP, are read as text with tags. A reference without ";" is not decoded
// before "=", a letter or a digit.
//
// An attribute may hold several URLs: srcset, ping, and the url() of a style. So may a
// meta element that refreshes the page. A link that is a program (javascript:) or a
// document (data:) is read as text; in a program, escapes such as %22 are decoded. A
// document in base64 is read like an attached file, unless it is a picture, sound, film
// or font. Also read as text is a link that has quotes, brackets, backslashes, "%20" or
// characters of zero width before its URL, or such characters in its host, or another
// scheme before its URL: "view-source:http://host.example/". A link to http or https
// without "//" is rejected, since its host depends on the page. Escapes in a script of
// JSON are decoded. In any other script, so is the literal argument of atob, unescape,
// decodeURI, decodeURIComponent and String.fromCharCode. Scripts are not run.
//
// A link that begins with two slashes of either kind has a host but no scheme. It is
// read, also in a style. It has the scheme of the first base element so far, or else
// https. In documents of Office it is the path of a share, and not read.
//
// Relative links are read if sift.Config.Relative is set. They are relative to the page's
// base element, or else to sift.Config.Base. The first base element in the first 256 KiB
// of the page applies to all of it. One after them applies from its place on.
// With sift.Config.Shown, a link has its visible text, whose end is searched within 4
// KiB.
//
// # Offsets
//
// Each stage of decoding records which input bytes its output came from, so that offsets
// are exact through all stages. Text that was not encoded has its own offsets. Text of an
// escape has the offsets of the escape, a byte of base64 those of the four characters
// that encode it, and an encoded word those of the whole word. A page that is compressed
// in a web archive has the offsets of all compressed bytes.
//
// Offsets count in the unpacked content where it has no offsets in the input: in the
// member of an archive, in a compressed batch of news, in the text of a page of a PDF or
// in a stream of it, in a property or an attachment of a message of Outlook, or in
// decompressed RTF. The Offset of a message in a store is the offset of the block with
// its properties.
package mail
