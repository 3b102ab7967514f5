package mail

import "fmt"

// A Format is the format of an input or of a member of an archive.
type Format uint8

// The formats.
const (
	Auto     Format = iota // not a format: the input is detected by its beginning
	Plain                  // text, not decoded
	Single                 // one message or article, or those of an Rmail
	Mbox                   // messages after "From " lines, in any dialect
	MMDF                   // messages between lines of four ^A
	Babyl                  // messages of Rmail in Emacs, after ^_
	Listserv               // messages of a notebook of LISTSERV, after lines of 73 =
	Articles               // articles after lines such as "Article 12 of net.test:"
	Emlx                   // a message as Apple Mail keeps it, between its length and a property list
	// messages of RMAIL on ITS, between lines of ^_; detected as a Single, since it
	// begins like one
	Rmail
	Rnews     // a batch of articles, each after its length
	Session   // a session of POP, NNTP, SMTP or IMAP, or messages that each end in a line of one dot
	Queue     // a message, or its body, in the queue of Exim, Postfix or sendmail
	Express   // a mailbox of Outlook Express 4
	Pegasus   // a mail folder of Pegasus Mail
	UW        // a mailbox of UW IMAP and Pine: mbx, mtx, tenex
	Bat       // a message base of The Bat!
	MacSource // the source of a message in Outlook for Mac
	OLM       // messages of an archive of Outlook for Mac, in XML
	QWK       // messages of a packet of a BBS
	Yahoo     // messages of Yahoo Groups, in JSON
	HTML      // a page
	XML       // a document in XML that is no page: a feed, a sitemap
	WARC      // records of a web archive
	RTF       // a document in the Rich Text Format
	PS        // a document in PostScript
	PDF       // a document in the Portable Document Format
	Office    // a part of a document of Office or OpenDocument, in XML
	Sheet     // a part of a workbook of Excel in its binary format (xlsb)
	IWork     // an archive in a document of Apple's iWork
	Plist     // a property list in Apple's binary format
	Style     // a style sheet with namespaces
	Mork      // a database of Netscape, Mozilla and Thunderbird in text
	Calendar  // a calendar, a card or LDIF, whose lines are folded
	TNEF      // what Outlook attaches to its messages: "winmail.dat"
	Outlook   // a message in a compound file, as Outlook saves it
	Store     // a store of Outlook, PST or OST, with messages in mail folders
	Folder    // a mail folder of Outlook Express 5 or 6
	Signed    // signed content: "smime.p7m"
	// content of a known type without readable text, which is skipped: a picture, a
	// program
	Binary

	NumFormats = iota // the number of formats
)

var formatNames = [NumFormats]string{
	Auto: "auto", Plain: "text", Single: "message", Mbox: "mbox", MMDF: "mmdf", Babyl: "babyl",
	Listserv: "listserv", Articles: "articles", Emlx: "emlx", Rmail: "rmail", Rnews: "rnews",
	Session: "session", Queue: "queue", Express: "express", Pegasus: "pegasus", UW: "mbx", Bat: "tbb",
	MacSource: "macsource", OLM: "olm", QWK: "qwk", Yahoo: "yahoo", HTML: "html", XML: "xml", WARC: "warc",
	RTF: "rtf", PS: "ps", PDF: "pdf", Office: "office", Sheet: "xlsb", IWork: "iwork", Plist: "plist",
	Style: "css", Mork: "mork", Calendar: "calendar", TNEF: "tnef", Outlook: "outlook", Store: "pst",
	Folder: "dbx", Signed: "signed", Binary: "binary",
}

// String returns the format's name, such as "mbox".
func (f Format) String() string {
	if int(f) >= len(formatNames) {
		return fmt.Sprintf("Format(%d)", int(f))
	}
	return formatNames[f]
}
