// Package extract gives the URLs in a text.
//
// An [Extractor] takes the candidates that package scan finds and judges each of them: what belongs to the sentence and
// not to the URL, whether package rfc1738 accepts it, in which known ways it deviates, and what else the place may mean.
//
//	for r, err := range extract.All(os.Stdin) {
//		...
//		fmt.Println(r)
//	}
//
// # What is a URL here
//
// Bare text needs a scheme. Any will do before "//"; without, only mailto, mid, cid and mailserver, with an "@" in it, and
// news and snews, with a dot, "*" or "@" ("there is news: it works" is none). In <URL: > any scheme counts. Without
// Config.Guess, "www.host.example" and "joe@host.example" are no URLs.
//
// A URL that section 5 accepts is strict. One that breaks it only in the ways of rfc1738.Kind is tolerated: it is given
// with its Deviations, and its strict form, where escaping gives one, is rfc1738.URL.Encoded. Anything else is rejected,
// and given only if asked for. No URL is shortened to make it valid: "http://a.1/" is rejected, not "http://a" found.
//
// Rejected are also, though otherurl allows them: "https://" and other schemes' "//" without a host, which texts speak of
// but which name nothing, and words in the place of an https URL's port ("https://host:port/"). Behind a host without a dot
// words are taken for a port wherever they end ("http://host:port"), so that no other URL is made of that.
//
// # What belongs to the sentence
//
// Inside < > nothing does, and between double quotes only a final dot or comma. Without either, these are trimmed from the
// end, again and again:
//
//   - . , ; : ! ? and ', as in "(see http://host.example/x.)"
//   - a possessive 's, as in "http://host.example/joe's page"
//   - * _ ~ + or #, as often as it stands right before the URL, where no letter or digit stands before that:
//     "**http://host.example/x**" and "*_http://host.example/x_*", but not "a*http://host.example/x*"
//   - a line of three or more of these, or of = or -, where such a line also leads up to the URL:
//     "=====http://host.example/x====="
//
// What stands right before a URL can tell where it ends: behind a ' it ends at the next one, unless a letter or digit follows
// that, as in "href='http://host.example/'>"; behind a }, which closes a tag of markup, at the next {, as in
// "{b}http://host.example/x{end}".
//
// Other characters stay: - / _ ~ = & + $ % # @ often end a URL. Package scan has cut it already at brackets that belong to the
// sentence or to its markup, and where another URL or the path of a file begins.
//
// A final "=20", where no search can have it, is a blank of quoted-printable that was not decoded, and goes too. Where it is
// certain that text was not decoded, because an attribute begins with =3D" or an =3D and a soft line break are in one URL, that
// is undone in the URL.
//
// A backslash ends a bare URL, except where it escapes a character (see Escapes), and roff's \- between letters or digits is a hyphen, as in "http://host.example/a\-b", inside
// brackets too. What a backslash makes of the letters before a scheme is no part of it: "\nirc://", "\fBgit+ssh://". A
// character of HTML's that would end a URL does so as &#62; and &#x3E; as well as &gt;.
//
// What has a placeholder in its authority is rejected, rather than another URL found in it: "http://www.%s.example/",
// "http://$host/", "http://localhost:${port}/", "https://{name}.host.example/", "ftp://ftp.***.example/". A single letter is
// a drive, and no scheme: "C://temp". "@{" ends a URL, as AmigaGuide's markup does: "http://host.example/x@{ub}".
//
// Between "](" and ")", the destination of a link in Markdown, all belongs to the URL but a final dot or comma, as between
// quotes: "[x](http://host.example/Yahoo!)".
//
// A second "#" ends a URL, but where the fragment is a path or begins with "!", as the routes of pages made by programs do, it goes
// on: "http://host.example/#docs/api#part". The URL is tolerated.
//
// Brackets around what can be no URL, but has one in it, are read as if they were not there: "<URL:(http://host.example/)>".
//
// A host that was made unclickable, as in "http://evil[.]example/x", makes the place rejected, with [scan.Obfuscated], unless
// Config.Deobfuscate asks for it: any URL found in it would be another one. So does "[.]" in a path. Only dots, colons and slashes in
// brackets count, with a letter or digit after them.
//
// # Escapes
//
// Source is often not decoded before URLs are looked for in it. What is escaped in a URL there is undone, and [Result.Escaped] says so:
//
//   - the slashes of JSON and JavaScript: "https:\/\/host.example\/a", also escaped several times. A slash that is not escaped then
//     ends the URL, as in sed's "s/http:\/\/host.example/x/";
//   - characters written as \u0026 or \x26, if they can stand in a URL; others end it, such as \u003c and \n;
//   - \_ \% \# \& \~ and \$ of LaTeX, Markdown and shells, where the URL goes on after them, and LaTeX's other ways to write
//     "~" and "_": "\~{}", "{\textasciitilde}", "$\sim$".
//
// # Tables
//
// A comma may stand in a URL, and ends one that is a field of a table. A line is taken for a row if its fields, read by
// encoding/csv's rules for quotes, are as many as those of the rows next to it; if a row before it has nothing but names of columns; or if
// it has five commas or more outside of the URL, and none of its commas has a blank after it, as those of a sentence have. The same
// holds for semicolons. Where the URL begins its field, all of that belongs to it. So the URL ends before ",t5_x,False" in
//
//	13,host.example,http://host.example/b.jpg,t5_x,False,,,True
//
// A URL whose path ends as those of old news sites did, "/0,1413,,00.html", stays whole, in tables too. In a list of nothing
// but URLs with commas, only what could end before the comma is a field: after a file's suffix, a "/", or the host.
// Config.Delimiter takes all of a text for a table, in which every delimiter outside of quotes ends a URL.
//
// # Other scripts
//
// Letters, digits and marks that are not ASCII go on a URL, in host and path, if their script is written with blanks between
// words, as Latin, Greek, Cyrillic, Hebrew, Arabic and Devanagari are: "http://bücher.example/straße". A script without
// blanks, such as Han, Kana or Thai, ends it, since a sentence may go on right after a URL, and so does Hangul, whose particles stick to words:
// in "请看http://host.example/x谢谢" the URL ends at the x. The longer form is the reading [ReasonIRI]. It is the URL itself where
// marks enclose it: brackets, quotation marks, a backtick, the tags of HTML, a wiki's "[http://host.example/中文 label]", or
// Markdown's "](" and ")". A label of a host may begin with such a letter, as in "http://例え.example/".
//
// Punctuation of any script ends a URL, but for what joins two letters: the apostrophe in "http://host.example/l’été", an en
// dash, a middle dot, Hebrew's maqaf, the joiners of Persian.
//
// A byte that is no UTF-8 is a letter of an unknown charset, or a mark. After a path it ends the URL. After a host the place is
// rejected, with [scan.ForeignHost], since any URL would be another one: a "ü" of Latin-1 in "http://m\xfcnchen.example/". Quotes, dashes and
// blanks of Latin-1 and Windows-1252 end a host.
//
// Such a URL is tolerated, and Encoded is its URI, with a host by IDNA.
//
// # Readings
//
// Where a text leaves open which URL it has, the result is the one that the RFC's appendix gives, and Readings gives the
// others, each with its [Reason].
//
// A bare URL that is broken over lines is not joined: nobody can know. The reading [ReasonNextLine] is offered where the line is
// full, so that what the next one begins with would not have fitted on it, and where that looks like the rest of a URL: it
// has one of / ? = & % _ ~ #, or ends as a file name does, or has digits and nothing behind it; and it is neither a URL nor
// an address itself. In a comment, the next line must have its mark too. Config.Join takes the longest such reading for the URL.
//
// [ReasonHyphen] is offered where a line breaks after a hyphen inside brackets or quotes, [ReasonSpace] where blanks stand in mid-line in
// a wrapper, and [ReasonSoftBreak] where a line breaks after a "=", as in quoted-printable that was not decoded.
//
// # Options
//
// Config.IRI lets bare URLs go on over letters of scripts without blanks, too, and over symbols, as RFC 3987 allows, in UTF-8:
// "http://host.example/日本語". Punctuation ends them.
// Config.Deobfuscate reads what was made unclickable as what it stands for, in text and in attributes of HTML:
//
//   - Schemes: the "t"s of http and ftp written as x * _ # + . ^ or -, as in "hxxp", "h**p", "fxp"; "[http]", "http[s]".
//   - "://" as "[:]//", "[://]", ":[/][/]" and so on, ":\\", "__" and ":__", with round and curly brackets too; with a blank in
//     it, where "www." follows or each part of the host has a blank before it.
//   - Dots of the host as "[.]", "(.)", "{.}", "[dot]", "[punkt]", "[,]", "[.", ".]", "\." or "^."; and as " dot ", where the
//     host has no other dot but that after "www", or was disguised before, so that "http://host.example dot the i's" is not.
//   - "@" as "[@]" or "[at]"; "/", ":" and "-" in brackets; "[www]".
//   - After a host that was disguised, or after a disguised scheme, "[.]", "[/]", "[:]" and "[@]" with brackets of any kind, and
//     after ":\\" each backslash as a slash. Other URLs keep these ("http://host.example/?re=(.)"), except "[.]" between letters or
//     digits of a path.
//
// "http__host.example" needs a host with a known top-level domain. [Result.Unwrapped] returns what a rewritten link was made of,
// as package rewrite knows it.
//
// # Guesses
//
// Config.Guess asks for places that are meant as URLs but have no scheme, by their kinds. Each needs a host with a known top-level
// domain: one of golang.org/x/net/publicsuffix, one that was given up, such as "yu", or one of RFC 2606. Results have Guessed
// and [Result.Written], and are trimmed as bare URLs are. What is inside a URL with a scheme is never one; a guess may have a URL
// with a scheme in it.
//
//   - www: "www.host.example/path" is http, "ftp.host.example/pub" ftp. Digits may follow "www" and "ftp", and a port the host. After
//     "Host:" and the like of protocols and of settings it is only a server's name.
//   - host-path: "host.example:/pub/x" is ftp, and so is "joe@host.example:/pub/x", as in ange-ftp, after a "/" too. Without a user
//     the path may also be "pub/x", or a name such as "x.tar.Z". "root@host:/etc" and "cvs.host.example:/x" are not.
//   - mail: "joe@host.example" is mailto. Identifiers of messages are not: what follows words such as "In article <", and in
//     angle brackets, without a name before them, what looks made by a program: "<C6tGoJ.20J@host.example>".
//   - domain: "host.example/path" is http. The top-level domain is a country's or one of a few others, in letters of one case, and
//     "main.py/x" is a file. After "name:", "name=", "cd " and a line that ends in a hyphen it is a part of something else.
//   - With Deobfuscate too, a disguised dot or "@" makes a host or an address meant: "host[.]example", "192.0.2[.]1/x". It
//     needs no path, and any known top-level domain will do.
//
// Of the places in lists of mail from 1994 to 2005, news of 1993, spam of 2002 and RFCs, these were right when read by eye: www,
// 486 of 500; host-path, 269 of all 270; mail, 493 of 500; domain, 286 of all 293. Wrong were names of servers in programs and
// in logs of protocols (www), patterns with "<yymm>" in them (host-path), addresses of amateur radio and identifiers of messages
// (mail), names shortened by their writers, and files (domain). Ten of the 286 were meant as FTP.
package extract
