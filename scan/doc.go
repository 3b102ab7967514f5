// Package scan finds the places in a text where a URL may stand, and takes line breaks out of them.
//
// A [Scanner] reads a stream and returns a [Candidate] for each such place: its kind, its offsets, its text, and what was folded out
// of the text. It knows nothing of the grammar of URLs but which bytes can occur. What belongs to the sentence, what is a URL, and
// what else the text may mean is left to package extract.
//
// # The rare byte
//
// Every URL has a ":". Plain text is searched for that byte alone, and nothing else is done with it: it is not split into lines, not
// copied, and goes through no state machine. A colon is looked at only if a "/" follows, or if what stands before it ends in a known
// scheme, in "URL", or in a blank. All other rules apply around the few colons that are left.
//
// # At a glance
//
// Most URLs are plain. Their scheme is http, https, ftp or gopher in lower case, or they stand after "<URL:"; nothing to their left
// could mean more; all of them is in the buffer; and they have no bracket, line break or entity. The method quick finds these in one
// pass with one table. It leaves anything else to the method candidate, which knows all rules and finds the same in plain cases; a
// fuzz test holds the two together. On the way quick learns of what bytes the URL consists (see [Make]), so that its text need not
// be read again.
//
// The cost was measured on one core of a machine where a loop that does nothing but look for colons reads 5 GB a second. With a URL
// every 89 bytes, the loop takes 20 ns a URL, and this package 80 ns more. The profile is flat; most of the time probably goes to
// about seven branches that cannot be predicted. Three things paid: a table by the last letters before a colon (words such as
// "server:" cost 100 ns without it), hosts that are checked without branches, and candidates that are not copied. Classing eight
// bytes at a time in a 64-bit word gained nothing, since most parts of a URL are shorter than two such words.
//
// # Left of the colon
//
// The scheme is the run of scheme characters before the colon, of at most 64 bytes. If the run is not a known scheme but ends in a
// known one that takes "//" ("post.https://", "Xhttp://"), the known one is the scheme, unless a "+" joins the two ("svn+ssh://"). A
// known one may follow the "+" of "wget+http://". An unknown one needs more to tell that a URL is meant (see hasEvidence); otherwise it
// is the [Flaw] of the candidate.
// The kind of a candidate depends on what stands before the scheme: "<" or "&lt;" with or without "URL:", a double quote, "URL:"
// alone, or anything else.
//
// # Wrappers
//
// After "<URL:" or "<http:", tokens are read up to the closing bracket. The white space between them is taken out as a [Fold],
// together with the leader of the new line. A leader is that of a quote, if the opening line has it too ("> ", "JD> ", ": "), or
// another mark that stands at the same column on both lines ("# ", " * ", a diff's "+"). The page break of an RFC counts as a line
// break: blank lines, a footer with "[Page n]", a header, and blank lines.
//
// Many wrappers are never closed. A reading ends without a candidate at a "<", a double quote, a blank line, the length limit, or
// where the wrapper turns out to hold prose. These tell prose from a URL, where a blank means one inside a line:
//
//   - a word of lower-case letters with a blank beside it, unless it is the last
//   - a token that ends in a comma, dot or semicolon, and a blank
//   - another known "scheme://"
//   - after a blank, another address than that of a mailto: "<mailto:joe@host.example joe@host.example>"
//   - more than three blanks; in a gopher URL, whose selectors have blanks and words, more than eight, and words do not count
//
// Then the first ">" that was taken out with a leader closes the wrapper. If there was none, what follows is read as if there
// were no bracket.
//
// # Without brackets
//
// Between double quotes a URL may be broken over lines, if the closing quote follows within four line breaks and each piece has no
// blanks. Otherwise a URL ends with its line, at the latest. It ends before white space, controls, < > " \ ` | ^ and the entities
// &gt; &lt; &quot;, which may be escaped again, as in &amp;gt;. In its authority it ends before anything that user, host and port
// cannot hold. An apostrophe or a "}" right before a URL tells where it ends at the latest. All that stands between "](" and its ")",
// the destination of a link in Markdown, is one URL. A "," or ";" ends a URL if another known scheme or a path of Windows follows.
// [Candidate.Continue] returns what the next line might add.
//
// In a row of a table a URL ends where its field does. Whether a line is a row depends on that line and the few around it, read with
// quotes as encoding/csv reads them; see table.go. No more of them is read than is needed to decide.
//
// In source code that was not decoded, escapes in a URL are undone; see escape.go. The text without them is read once more by the
// same rules, to see where the URL ends in it. A disguised host is the candidate's [Flaw], unless Config.Deobfuscate asks to restore it.
//
// Brackets inside a URL must have partners. A closing one without a partner ends the URL. An opening one without a partner is left
// out, with what follows it, except in a query where another parameter follows ("?find=(a&x=1"). Round brackets belong to a URL
// wherever they stand. Square and curly ones do not if the URL ends with them and a letter or digit stands before them, or a "/" before
// square ones: these are the label of a link in AsciiDoc ("http://a.example/x[label]"), a footnote, or other markup. "[/" begins a tag
// of a forum's markup. All others belong to the URL, as in queries ("?a[b]=c"), templates ("/{id}/x") and names ("/Blur_[band]").
//
// Of the characters that are not ASCII, letters, digits and marks of scripts with blanks between words belong to a URL. Letters of
// other scripts end it, and so does punctuation, unless it joins two letters. [Candidate.Longer] returns what else might belong to
// it. If a bracket, a quotation mark or the like stands right before the URL, and its partner right after the longer form, the longer
// form is the candidate. A label of a host may begin with a letter of any script. Bytes that are not UTF-8 end a URL too, but in a
// host they are its [Flaw].
//
// Config adds to this. With IRI, all letters and symbols that are not ASCII belong to a URL. With Deobfuscate, URLs that were made
// unclickable are found, and candidates have what was meant. Some of these have no ":", so that other bytes are looked for too. All
// that is known of them is in the tables of one file. With Guess, places without a scheme are candidates: a "." after "www",
// a ":" before a path, an "@" and a "/" are looked for. No more than a host is read to the left of these, and Config.Means is called
// before anything is read to the right.
//
// # The buffer
//
// A Scanner has one buffer of fixed size. It holds a stretch before the colon, a window after it with room for the longest candidate
// and what must be looked at beyond, and a chunk to read at a time. While a candidate is read the buffer does not move. It is read
// on into, but no further than the candidate needs, so that results of a pipe come as soon as they can. Each decision depends on a
// bounded stretch of text, and not on how it arrived, so that it does not matter how the reader cuts the input.
//
// Nothing is read again and again. The reading of a wrapper stops at the next "<", and that of a quote at the next quote, so that each
// byte is in one of them at most. The brackets that one reading found to have no partner are remembered for the next, which begins
// after the first of them. A URL above the length limit is returned once, as cut, and skipped.
package scan
