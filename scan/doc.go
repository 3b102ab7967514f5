// Package scan finds the places in a text where a URL may be, and removes the line breaks
// in them.
//
// A [Scanner] reads a stream and returns a [Candidate] for each such place: its kind, its
// offsets, its text, and the parts folded out of the text. The package knows the bytes
// that can occur in a URL, but not the grammar of URLs. Besides delimiters, a bracket
// without a partner ends a candidate. Package extract decides which of its last
// characters belong to the sentence, whether the rest is a URL, and what other URLs the
// text may mean.
//
// A URL without a disguise has a ":", and the Scanner searches for that byte and does
// nothing else with plain text: it is nearly as fast as reading. It takes time linear in
// the length of the input, regardless of the contents, and has one buffer of a fixed
// size. Its results do not depend on how the reader divides the input.
package scan

// What follows is for those who change the package.
//
// # Words
//
// Each of these words has one meaning in the names and comments of the package:
//
//	address      the address of a mail; an IP address in brackets is a literal
//	before       the byte before an index
//	bracket      a byte of a run at which a URL may end, mostly a bracket
//	copy         text without its escapes or its disguise, in an edit
//	disguise     another way to write a scheme or a mark, so that nobody can click the URL; restore undoes it.
//	             A host in a disguise is Obfuscated unless Config.Deobfuscate is set
//	enclosure    the text between two brackets or quotes
//	ending       where a URL, or its authority, ends, and why it is none
//	fold         a part of the input that is not in the Text of a candidate
//	gap          white space with a line break, and the leader of the next line
//	head         the scheme and the separator of a URL
//	hint         a mark before a URL that says where the URL ends
//	hole         a place where text was taken out of the buffer or of a copy
//	leader       what begins each line of a quote or of a comment, such as "> " and "# "
//	mark         a byte of ASCII that is no letter, digit, blank or control character
//	piece        the text on the next line that may belong to a URL
//	run          text that no URL crosses at its end; span is the length of the bytes of a set
//	tail         the path, query and fragment of a URL; path is the first of these alone
//
// # The shape
//
// The Scanner looks at a ":" only if a "/" follows, or if the text before it ends in a
// known scheme or in "URL". For such a colon it calls decide, which is the order of the
// rules. Most URLs are so plain that no rule changes them. quick finds these with the
// same result, for speed.
//
// A rule is a function of a text and an index, and returns an index, a span, an ending or
// a head. It changes nothing. What only the Scanner knows, such as whether the URL is in
// a quoted field, is an argument of the rule. It need not know that the text is only a
// stretch of the input, since the text reads on if a rule needs more, and does not move
// meanwhile. So no decision depends on how the reader divides the input, and none is made
// twice.
//
// Below the rules are packages that know no text and no candidates:
//
//	internal/octet             sets of bytes, and text regardless of case
//	internal/lexicon           the schemes, disguises, and the classes of characters
//	internal/terminal          escape sequences and characters that are struck over
//
// The files, from the lowest to the highest:
//
//	bytes, candidate           the bytes of each part of a URL, the results
//	terminal, text             the folding of sequences, and the window that reads on
//	scheme, disguise           the scheme before a ":", and where it and marks of a host are disguised
//	iri, reference, table,     characters outside ASCII, references of HTML, rows of tables,
//	escape, colon                and escapes, also of colons
//	run, closing, template,    the end of a URL: its brackets, the marks and placeholders
//	tail, authority              that end it, the hint before it, its host
//	rest                       whether text after a line break is the rest of a URL
//	leader, broken, wrapper    URLs over several lines
//	restore, guess             URLs without their disguise, and places without a scheme
//	scan, around               the Scanner: the order of the rules, and the text around the results
//
// # A worked example
//
//	see (ftp://a.example/b,c) now
//	^                              floor: where the last candidate ended, or the input begins
//	        ^                      the ":"; quick leaves a path with a "," to decide
//	     ^^^                       schemeStart: a known scheme
//	    ^                          hintBefore: a bracket, but not of Markdown or CSS, so no hint
//	           ^^^^^^^^^           authority: it ends at the first byte that no host, user or port has
//	                    ^^^^       tailEnd: the run ends at ")", which has no partner in it
//	                      ^        fieldEnd: the line is no row of a table, so the "," is part of the URL
//	     ^^^^^^^^^^^^^^^^^^^       the candidate
//
// # The buffer and its maps
//
// The buffer has a part of the input. It moves only between two candidates, in slide.
//
//	|-- earlier text --|-- searched --|-- for rules --|-- not folded --|-- free --|
//	0                floor           pos             end              got      len(buf)
//
// Rules read [0,end), and has moves end to the right. Text at index i has the offset
// base+i. If a sequence for a terminal was found, the text has holes, which map its
// offsets to those of the input. A copy has holes that map its offsets to those of the
// text. The folds of a candidate come from both, joined by joinFolds:
//
//	input   h\x1b[1mttp:\/\/a   Start 0, End 14
//	text    http:\/\/a          a hole at 1, of 4 bytes
//	copy    http://a            holes at 5 and 6, of a byte each: folds at 1, 5 and 6
//
// # Why it is linear
//
// A bare URL ends with its run at the latest: at white space, a delimiter, or a closing
// bracket without a partner. A run is read once, where the first URL in it has its path.
// Its brackets and their partners are kept as offsets, and hold for every URL in the run,
// wherever it begins. So no URL reads the run again. The same holds for text with
// escapes, which is decoded a stretch at a time, and for the rows of a table: some
// are kept, by their offset.
//
// A wrapper ends at the next "<", a quote at the next quote, and an authority at the "/"
// or the "__" of another URL, so each byte is in at most one of them. All else that a
// rule reads is bounded by a constant, or ends at the next mark of its kind. A URL above
// the length limit is returned once, as truncated, and the rest of it is skipped.
//
// # What is remembered
//
// Besides the buffer and the reader, the Scanner and its window keep three kinds of state
// from one candidate to the next. First, the place of the search:
//
//	floor, pos                 the last candidate ends at floor, and the text before pos has been searched
//	skipping                   the last candidate was truncated, so there is none in its rest
//	headed, delimiter          the last row of a table with a header, and the delimiter of the first row
//	guessed                    where the last guess ends; a guess moves neither floor nor pos
//
// Second, caches of the text. Dropping them changes the running time, not the result:
//
//	last                       the run that was read last, with its brackets
//	decoded                    the stretches with escapes that were read last, with their own runs
//	colonless                  the text before the next ":" that matters, if escapes come first
//	table, line, strings       rows by their offset, a stretch in which no line ends, and lines of strings
//
// Third, running totals over the whole input so far:
//
//	end, terminal              the end of the text without sequences, these sequences, and the colour
//	escapes                    whether samples of the text have escapes, so that colons may be escaped, too
//	counter                    the number of lines, with Config.Lines
//	quotes                     whether the number of quotes is odd, with Config.Delimiter
//
// After a reader failed, open and ended determine which candidates are Incomplete. They
// change no decision. The fields found, enclosure, folded and restored have the last
// candidate, for the methods that look at it and around it. The next candidate takes
// their place.
//
// # The rules
//
// Package extract describes the rules as a user sees them. Each is documented where it is
// decided, and the tables of rules_test.go show it in texts. This is where to look:
//
//   - schemeStart finds the scheme before the colon. An unknown one needs hasEvidence.
//   - In brackets, enclosure.readWrapper removes white space, and after a line break the
//     leader that opening.leader finds. Many wrappers are never closed: isProse recognizes
//     a sentence.
//   - In double quotes, enclosure.readQuoted joins lines.
//   - A bare URL ends with its authority, its run, where its hint says, or with
//     its field of a table (see fieldEnd). A run ends at a character (see bareAt, and ClassOf
//     for those outside ASCII) or at one of its brackets (see run.endFrom). [Scanner.Continue]
//     returns the possible continuation on the next line, and [Scanner.Longer] the one in
//     a script without blanks.
//
// # Other texts
//
// A [Config] adds to this, and with it the Scanner may look for more bytes than ":". The
// Scanner makes a copy of text with escapes, or of a disguised authority, without these,
// with a map of offsets. The same rules find the end of the URL in the copy. A guess
// needs the name of a host at a "." after "www", a ":" before a path, an "@" or a "/". It
// reads no more than a host to the left of these. It hides nothing that follows it.
//
// Escape sequences for a terminal, and overstruck characters, are folded out of the
// buffer before any rule reads it. The Scanner looks for them only around a ":" and in
// the text that a rule then asks for, so text without them costs little. After the first
// one, all text is folded.
