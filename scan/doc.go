// Package scan finds the places in a text where a URL may stand, and takes the line breaks out of them.
//
// A [Scanner] reads a stream and gives a [Candidate] for each: its kind, where it stands, its text, and what was folded
// out of that. It knows nothing of the grammar of URLs but which bytes can occur, and leaves it to others what belongs to
// the sentence, what is a URL, and what else the text may mean.
//
// # The rare byte
//
// There is no URL without a ":". Plain text is searched for that byte alone, and nothing else is done with it: it is not
// split into lines, not copied, and goes through no state machine. A colon is looked at only if a "/" follows, or if what
// stands before it ends in a scheme that is known, in "URL", or in a blank. All else that is said here happens around the few
// colons that are left.
//
// # At a glance
//
// Most URLs are plain: http, https, ftp or gopher in small letters, or "<URL:", with nothing to the left that could mean more,
// all of it in the buffer, and no bracket, line break or entity in it. These are found by the method quick, in one pass with one
// table. Whatever it meets that is not plain it leaves to the method candidate, which knows all rules and finds the same; a fuzz
// test holds the two together. On the way it notes of what bytes the URL is made (see [Make]), so that whoever judges it need
// not read it again.
//
// What that costs, on one core of a machine where a loop that does nothing but look for colons reads 5 GB a second: with a URL
// every 89 bytes, the loop takes 20 ns a URL, this package 80 ns more. The profile is flat; most of that is taken to be for about
// seven branches that no processor can foretell. What paid: a table by the last letters before a colon (words such as "server:" cost 100 ns
// without it), hosts checked without branches, candidates given in place and not copied. Classing eight bytes at a time in a
// 64-bit word gave nothing, since most parts of a URL are shorter than two such words.
//
// # Left of the colon
//
// The scheme is the run of scheme characters before the colon, of at most 64 bytes. If that is no known scheme but ends in
// a known one that takes "//" ("post.https://", "Xhttp://"), the known one is it, unless "+" joins the two ("svn+ssh://").
// What stands before the scheme tells the kind: "<" or "&lt;", with "URL:" or without, a double quote, "URL:" alone, or
// anything else.
//
// # Wrappers
//
// From "<URL:" or "<http:" on, tokens are read up to the closing bracket, and the white space between them is dropped and
// noted as a [Fold], with the leader of the new line: that of a quote which the opening line also has ("> ", "JD> ", ": "),
// or another mark at the same column on both lines ("# ", " * ", a diff's "+"). An RFC's page break, that is blank lines
// around a "[Page n]" footer and a header, counts as a line break.
//
// Many wrappers are never closed. A reading is given up at a "<", a double quote, a blank line, the length limit, or where
// what stands inside is prose: a word of small letters, not the last, with a blank in mid-line beside it; a token before
// such a blank that ends in a comma, dot or semicolon; another "scheme://"; or more than three such blanks (of a gopher
// URL, whose selectors are like that, eight, and words do not count). Then the first ">" that was dropped with a leader
// closes, if there was one, and else what follows is read as if there were no bracket.
//
// # Without brackets
//
// Between double quotes a URL may be broken, if the closing quote follows within four line breaks and each piece is free of
// blanks. Otherwise a URL ends with its line: before white space, controls, < > " \ ` | ^ and the
// entities &gt; &lt; &quot;, which may be escaped again, as in &amp;gt;. In its authority only what user, host and port may
// hold counts. An apostrophe or a "}" right before it tells where it ends at the latest, and "](" before it and a ")" enclose a
// link's destination in Markdown, all of which it is. "," and ";" right before another known
// scheme, or a path of Windows, split. [Candidate.Continue] tells what a line after it might add.
//
// Brackets inside must have partners: a closing one without ends it, an opening one without is left out with what follows,
// except in a query where another parameter follows ("?find=(a&x=1"). Round ones stay wherever they stand. "[" and "{" belong to a
// query, except where a label or a footnote ends it ("?a=1[label]"), and to a path only where "_", "-" or another bracket joins
// them to the word before ("/Blur_[band]"): what follows is the label of AsciiDoc or the "[/url]" of a forum's markup.
//
// In source that was not decoded, escapes in a URL are undone; see escape.go. The text without them is read once more by the same
// rules, to see where the URL ends in it. A host that is disguised, if nobody asked to restore it, is the candidate's [Flaw].
//
// In a row of a table a URL ends where its field does. What a row is, the line of the URL and the few around it tell, read with
// quotes as encoding/csv reads them; see table.go. No more of them is read than is needed to tell.
//
// Of characters that are not ASCII, letters, digits and marks of scripts that are written with blanks between words go on a
// URL. Those of other scripts end it, and so does punctuation, but for what joins two letters; [Candidate.Longer] tells what
// might belong to it all the same. Where a bracket, a quotation mark or the like stands right before it, and its partner right after the longer
// form, that is the candidate. A label of a host may begin with a letter of any script. Bytes that are no UTF-8 end a URL too, but in a
// host they are its [Flaw].
//
// Config adds to this: with IRI, all letters and symbols that are not ASCII; with Deobfuscate, the ways in
// which people make URLs unclickable, which are taken back in the candidate. Some of these have no ":", so that more than that
// byte is looked for; all that is known of them is in one file, as tables. With Guess, places without a scheme are candidates
// where a "." after "www", a ":" before a path, an "@" or a "/" is found; what is read to the left of it is no longer than a
// host, and Config.Means is asked whether that is meant before anything is read to the right.
//
// # The buffer
//
// There is one, of fixed size, for all of it: a stretch behind the colon, a window before it that holds the longest
// candidate and what must be looked at beyond, and a chunk to read at a time. While a candidate is read the buffer never
// moves; it is only read on into, and no further than the candidate needs, so that a pipe's results come as soon as they
// can. Every decision depends on a bounded stretch of text and not on how it arrived, so that the reader's cuts change
// nothing.
//
// Nothing is looked at again and again. A wrapper's reading stops at the next "<", and a quoted one at the next quote, so
// that each byte is in one of them at most; the brackets that one reading found to have no partner are remembered for the
// next, which begins behind the first of them. What is longer than the limit is given once, as cut, and passed over.
package scan
