// Package extract finds the URLs in a text.
//
// An [Extractor] takes the candidates of package scan and judges each of them: what belongs to the sentence and not to the URL,
// whether package rfc1738 accepts it, in which known ways it deviates, and what else the text may mean.
//
//	for r, err := range extract.All(os.Stdin) {
//		...
//		fmt.Println(r)
//	}
//
// # What is a URL here
//
// In bare text a URL needs a scheme. Any scheme will do before "//". Without "//" only these are found: mailto, mid, cid and
// mailserver, with an "@"; news and snews, with a dot, "*" or "@" ("there is news: it works" has no URL); and registered schemes
// that are Opaque. In <URL: > any scheme is found. "www.host.example" and "joe@host.example" are not URLs without Config.Guess.
//
// A URL that section 5 accepts is strict. One that breaks it only in the ways of [rfc1738.Kind] is tolerated: the result has
// Deviations, and [Result.Encoded] returns its strict form if it has one. Anything else is rejected, and is a result only if
// Config.Rejected is set. A URL is never shortened to make it valid: "http://a.1/" is rejected, and "http://a" is not found.
//
// Some texts are rejected though otherurl allows them: "https://" and the "//" of other schemes without a host, and words in the place
// of a port ("https://host:port/"). After a host without a dot, words are taken for a port wherever they end ("http://host:port"),
// and so are "<port>", "xxxx" and words with "port" in them after any host, so that no shorter URL is found.
//
// A URL of an unknown scheme is found if something tells that it is meant: brackets or double quotes around it, "URL:" before it, or
// after its "//" a host with a dot, "localhost", a user, a port or a path. The scheme must begin with a letter, and have no capital
// letters, or nothing but these, or one at its beginning. Otherwise it is rejected, with [scan.UnknownScheme]: "ht://Dig". So is what
// looks like a URL in uuencoded data.
//
// # What belongs to the sentence
//
// Inside < > nothing belongs to the sentence, and between double quotes only a final dot or comma. Elsewhere these are trimmed from
// the end, as often as they occur:
//
//   - . , ; : ! ? and ', as in "(see http://host.example/x.)"
//   - a possessive 's, as in "http://host.example/joe's page"
//   - * _ ~ + and #, as often as they stand right before the URL too, unless a letter or digit stands before them:
//     "**http://host.example/x**" and "*_http://host.example/x_*", but not "a*http://host.example/x*"
//   - a line of three or more of these, or of = or -, if such a line stands right before the URL too:
//     "=====http://host.example/x====="
//
// The character right before a URL can tell where it ends. After an apostrophe it ends at the next one, unless a letter or digit
// follows that: "href='http://host.example/'>". Between them only a final dot or comma is trimmed, as between double quotes. After a },
// which closes a tag of markup, it ends at the next {: "{b}http://host.example/x{end}". In a reference of Texinfo it ends at the first
// comma: "@uref{http://host.example/x,a label}".
//
// Other characters stay, since many URLs end in - / _ ~ = & + $ % # or @. Package scan has already cut the URL at brackets that belong
// to the sentence or to its markup, and where another URL or the path of a file begins.
//
// A "|" before the query ends a URL, between quotes and angle brackets too: "<http://host.example/x|label>" in Slack's markup. In angle
// brackets it ends one in the query, too, if no other parameter follows. In a sentence it also does, but between apostrophes and in
// "url(http://host.example/?a|b)" of CSS it does not. The "|" of a drive is an exception: "file:///C|/a", "file://localhost/C|/a". The URL of
// a file on a drive keeps its backslashes. In a link of HTML, as in "href=https:\\host.example\a", backslashes are slashes, as browsers
// read them.
//
// ";" and "&&" end a URL that wget, curl or the like is to fetch, since a shell goes on after them: "wget http://host.example/a;sh a".
//
// A final "=20" is trimmed if the URL has no query, since it is a blank of quoted-printable that was not decoded. Quoted-printable in a
// URL is decoded where it is certain that the text was not: if an attribute begins with =3D" or =3D', or if an =3D and a soft line break are
// in one URL.
//
// A backslash ends a bare URL, unless it escapes a character (see Escapes).
// Letters before a scheme that belong to an escape are not part of it: "\nirc://", "\fBgit+ssh://". Characters that end a URL do so
// as entities too: &gt; &#62; &#x3E;.
//
// A URL with a placeholder in its authority is rejected, and no shorter one is found: "http://www.%s.example/", "http://$host/",
// "http://localhost:${port}/", "https://{name}.host.example/", "ftp://ftp.***.example/". So is one that is a pattern:
// "http://host\.example", "http://*.host.example", "http://host[a-z].example", "rsync://host[:port]/". A single letter is a drive, and not a
// scheme: "C://temp". "@{" ends a URL, as in AmigaGuide's markup: "http://host.example/x@{ub}".
//
// Between "](" and ")", the destination of a link in Markdown, only a final dot or comma does not belong to the URL, as between
// quotes: "[x](http://host.example/Yahoo!)".
//
// A second "#" ends a URL. But if the fragment is a path or begins with "!", as the routes of pages made by programs do, it goes on:
// "http://host.example/#docs/api#part". That URL is tolerated.
//
// Brackets around a text that is not a URL, but has one in it, are read as if they were not there: "<URL:(http://host.example/)>".
//
// A URL that was made unclickable is rejected, with [scan.Obfuscated], unless Config.Deobfuscate asks for it: "http://evil[.]example/x".
// Any shorter URL would be another one. So is a URL with "[.]" in its path. Only dots, colons and slashes in brackets count, with a
// letter or digit after them.
//
// # Escapes
//
// Source code is often not decoded before URLs are looked for in it. Escapes in a URL are then undone, and [Result.Escaped] is set:
//
//   - The slashes of JSON and JavaScript, also if they are escaped several times: "https:\/\/host.example\/a". A slash that is not
//     escaped ends such a URL, as in sed's "s/http:\/\/host.example/x/".
//   - Characters written as \u0026 or \x26, if they can stand in a URL. Others end it, such as \u003c and \n.
//     The octets of a character in UTF-8 may be written one by one: "\xC3\xA9". Single ones are of Latin-1.
//   - \_ \% \# \& \~ and \$ of LaTeX, Markdown and shells, if the URL goes on after them, and LaTeX's other ways to write "~" and
//     "_": "\~{}", "{\textasciitilde}", "$\sim$".
//   - \- between letters or digits, \&. \: and \(ti of roff, inside brackets too: "http://host.example/a\-b". In a path also \. before
//     a letter or digit.
//
// # Other scripts
//
// Letters, digits and marks that are not ASCII belong to a URL, in host and path, if their script is written with blanks between
// words, as Latin, Greek, Cyrillic, Hebrew, Arabic and Devanagari are: "http://bücher.example/straße". A script without such blanks,
// as Han, Kana or Thai, ends the URL, since a sentence may go on right after it. So does Hangul, whose particles stick to words. In
// "请看http://host.example/x谢谢" the URL ends at the x. The longer form is the reading [ReasonIRI]. It is the URL itself where marks
// enclose it: brackets, quotation marks, backticks, tags of HTML, a wiki's "[http://host.example/中文 label]", or Markdown's "](" and
// ")". A label of a host may begin with such a letter: "http://例え.example/".
//
// Punctuation of any script ends a URL, unless it joins two letters: the apostrophe in "http://host.example/l’été", an en dash, a
// middle dot, Hebrew's maqaf, the joiners of Persian.
//
// A byte that is not UTF-8 is a letter of an unknown charset, or a mark. After a path it ends the URL. After a host the text is rejected,
// with [scan.ForeignHost], since any shorter URL would be another one: a "ü" of Latin-1 in "http://m\xfcnchen.example/". Quotes,
// dashes and blanks of Latin-1 and Windows-1252 end a host.
//
// A URL with characters that are not ASCII is tolerated. [Result.Encoded] returns its URI, with a host by IDNA.
//
// # Tables
//
// A comma may belong to a URL. It ends a URL that is a field of a table. A line is taken for a row of a table in three cases: its
// fields, read by encoding/csv's rules for quotes, are as many as those of the rows next to it; a row before it has nothing but
// names of columns; or it has five commas or more outside of the URL. A blank may follow fewer than one in eight of its commas, since in
// a sentence it follows most. The same holds for semicolons. A URL at the beginning of its field is all of that field. So the URL ends before ",t5_x,False" in
//
//	13,host.example,http://host.example/b.jpg,t5_x,False,,,True
//
// A URL whose path ends as those of old news sites did, "/0,1413,,00.html", stays whole, in tables too. In a list of URLs with
// commas and nothing else, a comma is a delimiter only if the URL could end before it: after the suffix of a file, a "/", or the host.
//
// With Config.Delimiter, all of a text is a table, and every delimiter outside of quotes ends a URL.
//
// # Readings
//
// Where a text leaves open which URL it has, the result is the one that the RFC's appendix asks for. [Result.Readings] returns the
// others, each with its [Reason].
//
// A bare URL that is broken over lines is not joined, since nobody can know. The reading [ReasonNextLine] is offered if the line is
// full, so that the beginning of the next line would not have fitted on it, and if that beginning looks like the rest of a URL: it has
// one of / ? = & % _ ~ #, or ends as the name of a file does, or has digits and stands alone on its line; and it is neither a URL
// nor an address. In a comment, the next line must have the comment's mark too. With Config.Join, the longest such reading is the
// URL.
//
// A date is not the rest of a URL. If the line ends in "=", and each other "=" has two hexadecimal digits after it, the text may be
// quoted-printable, and the reading [ReasonSoftBreak] drops that "=".
//
// [ReasonHyphen] is offered where a line breaks after a hyphen inside brackets or quotes, [ReasonSpace] where blanks stand inside a line
// in brackets, and [ReasonSoftBreak] where a line breaks after a "=", as in quoted-printable that was not decoded. A soft line break proves a
// hyphen before it.
//
// # Options
//
// With Config.IRI, letters of scripts without blanks and symbols belong to a bare URL too, in UTF-8 (RFC 3987):
// "http://host.example/日本語". Punctuation ends it.
//
// With Config.Deobfuscate, URLs that were made unclickable are found and restored, in text and in attributes of HTML:
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
// "http__host.example" needs a host with a known top-level domain.
//
// [Result.Unwrapped] returns the URL that a rewritten link was made of, as package rewrite knows it.
//
// # Guesses
//
// With Config.Guess, places that are meant as URLs but have no scheme are found, of the kinds below. Each needs a host with a known
// top-level domain: one of golang.org/x/net/publicsuffix, one that was given up, such as "yu", or one of RFC 2606. A result has the
// kind in Guessed, and [Result.Written] returns what stands in the text. It is trimmed as a bare URL is. A place inside a URL with a
// scheme is not guessed. A guess may have a URL with a scheme in it.
//
//   - www: "www.host.example/path" is http, and "ftp.host.example/pub" is ftp. Digits may follow "www" and "ftp", and a port the
//     host. After "Host:" and other fields of protocols and of settings it is only the name of a server.
//   - host-path: "host.example:/pub/x" is ftp, and so is "joe@host.example:/pub/x", as in ange-ftp, after a "/" too. Without a user
//     the path may also be "pub/x", or a name such as "x.tar.Z". "root@host:/etc" and "cvs.host.example:/x" are not URLs.
//   - mail: "joe@host.example" is mailto. The identifier of a message is not an address: what follows words such as "In article <",
//     or stands in angle brackets, without a name before them, and looks made by a program: "<C6tGoJ.20J@host.example>".
//   - domain: "host.example/path" is http. The top-level domain is that of a country or one of a few others, with all letters in one
//     case. "main.py/x" is a file. After "name:", "name=", "cd " and a line that ends in a hyphen it is a part of something else.
//   - With Deobfuscate too, a name with a disguised dot or "@" is a host or an address: "host[.]example", "192.0.2[.]1/x". It needs no
//     path, and may have any known top-level domain.
//
// A port 80 or 443 without a path is that of an address to connect to, as in logs: "www.host.example:443". A host after "mount", "scp"
// and the like at the beginning of a line is none of FTP. Of "smtp.mailfrom=joe@host.example" the address alone is found. Names such as
// ASP.NET and those of images for containers ("ghcr.io/joe/tool") are no hosts of pages, and neither is a host whose path is another
// name of it: "a.host.example/b.host.example".
//
// Of 500 places of each kind in real texts 489 or more were right when they were read by eye; the README of corpus/ has the counts. The
// others were names of servers in programs and logs (www), places of NFS (host-path), identifiers of messages and pieces of broken
// addresses (mail), names in markup that is not known, and pieces of broken hosts (domain).
package extract
