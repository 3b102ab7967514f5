// Package scan finds the places in a text where a URL may be, and removes the line breaks
// in them.
//
// A [Scanner] reads a stream and returns a [Candidate] for each such place: its kind, its
// offsets, its text, and the parts folded out of the text. The package knows the bytes
// that can occur in a URL, but not the grammar of URLs. Package extract decides which
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
// # The shape
//
// The Scanner looks at a ":" only if a "/" follows, or if the text before it ends in a
// known scheme or in "URL". For such a colon it calls decide, which is the order of the
// rules. Most URLs are so plain that no rule changes them. quick finds these with the
// same result, for speed.
//
// A rule is a function of a text and an index, and returns an index, a span, an ending or
// a head. It changes nothing. What only the Scanner knows, such as whether the URL is in a
// quoted field, is an argument of the rule. It need not know that the text is only a
// stretch of the input, since the text reads on if a rule needs more, and does not move
// meanwhile. So no decision depends on how the reader divides the input, and none is made
// twice.
//
// Below the rules are three packages that know no text and no candidates:
//
//	internal/octet             sets of bytes, and text regardless of case
//	internal/lexicon           the schemes, other ways to write them and the marks of a host, and the classes of characters
//	internal/terminal          escape sequences and characters that are struck over
//
// The files, from the lowest to the highest:
//
//	bytes, lines, candidate    the bytes of each part of a URL, a counter of lines, the results
//	terminal, text             the folding of sequences, and the window that reads on
//	scheme, defang             the scheme before a ":", and the places where it and the marks of a host are written in other ways
//	iri, table, escape, colon  characters outside ASCII, rows of tables, and escapes, also of colons
//	run, tail, authority       the end of a URL: its brackets and other marks, the text before it, its host
//	leader, wrapper, split     readings over several lines, and where a text can be split
//	disguised, guess           URLs that were made unclickable, and places without a scheme
//	scan, around               the Scanner: the order of the rules, and the text around the results
//
// # A worked example
//
//	see (ftp://a.example/b,c) now
//	^                              floor: where the last candidate ended, or the input begins
//	        ^                      the ":", found with bytes.IndexByte; quick leaves a path with a "," to decide
//	     ^^^                       schemeStart: a known scheme
//	    ^                          lookLeft: a bracket, but not of Markdown or CSS, so it does not say where the URL ends
//	           ^^^^^^^^^           authority: it ends at the first byte that no host, user or port has
//	                    ^^^^       pathEnd: the run ends at ")", which has no partner in it, and has no marks
//	                      ^        fieldEnd: the line is no row of a table, so the "," is part of the URL
//	     ^^^^^^^^^^^^^^^^^^^       the candidate
//
// # Why it is linear
//
// A bare URL ends with its run at the latest: at white space, a delimiter, or a closing
// bracket without a partner. A run is read once, where the first URL in it has its path.
// Its brackets and their partners are kept as offsets, and hold for every URL in the run,
// wherever it begins. So no URL reads the run again. The same holds for text with
// escapes, which is decoded a stretch at a time, and for the rows of a table: the last
// few are kept.
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
//	guessed                    where the last guess ends; a guess hides nothing, and so moves neither floor nor pos
//
// Second, caches of the text. Dropping them changes the running time, not the result:
//
//	last                       the run that was read last, with its marks
//	decoded                    the stretches with escapes that were read last, with their own runs
//	table, line                a ring of rows, and a stretch in which no line ends
//
// Third, running totals over the whole input so far:
//
//	end, terminal              the end of the text without sequences, the sequences that were folded out, and the colour
//	escapes                    whether samples of the text have escapes, so that colons may be escaped, too
//	counter                    the number of lines, with Config.Lines
//	quotes                     whether the number of quotes is odd, with Config.Delimiter
//
// After a reader failed, open and ended determine which candidates are Incomplete. They
// change no decision. The fields found, reading, folded and undisguised have the last
// candidate, for the methods that look at it and around it. The next candidate takes their
// place.
//
// # The rules
//
// Package extract describes the rules as a user sees them. Each is documented where it is
// decided, and the tables of rules_test.go show it in texts. This is where to look:
//
//   - LeftEdge finds the scheme before the colon. An unknown one needs hasEvidence.
//   - In brackets, reading.wrapper removes white space, and after a line break the leader
//     that opening.leader finds. Many wrappers are never closed: isProse recognizes a
//     sentence.
//   - In double quotes, reading.quoted joins lines.
//   - A bare URL ends with its authority, its run, at the mark found by lookLeft, or with
//     its field of a table (see fieldEnd). A run ends at a character (see bareAt, and ClassOf
//     for those outside ASCII) or at one of its marks (see bodyEnd). [Scanner.Continue]
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
