// Package extract finds the URLs in a text.
//
//	for _, r := range extract.FindString("see http://host.example/a.") {
//		fmt.Println(r.Start, r.End, r) // 4 25 http://host.example/a
//	}
//
// # Which function
//
//   - [FindString] searches a string.
//   - [All] searches a stream of any length in fixed memory.
//   - [New] returns an [Extractor], whose methods do the same with a [Config]. Several
//     goroutines may use it at once.
//   - [Extractor.NewFinder] returns a [Finder] for one goroutine. It allocates little,
//     reads attributes of HTML, and returns the text around a result.
//
// # Which package
//
// This package reads plain text. Package sift reads files, mail, HTML, documents and
// archives. Package rfc1738 parses one URL. An Extractor takes the candidates of package
// scan, decides which characters belong to the sentence, has package rfc1738 parse the
// rest, and lists deviations and other readings.
//
// # What may surprise
//
// A result may have any scheme, including javascript and unknown ones, as in
// "foo://bar/". A program that makes links allows only schemes that it knows; see the
// example of [FindString]. Start and End are offsets in bytes. The text between them may
// contain line breaks and escapes that [Result.String] does not. A URL that RFC 1738 does
// not allow is a result, too, with Deviations.
//
// The API may change before version 1.0.
//
// # What is a URL here
//
// In bare text a URL needs a scheme. Any scheme will do before "//". Without "//" only
// these are found: mailto, mid, cid and mailserver, with an "@", which mailto may escape;
// news and snews, with a dot, "*" or "@" ("there is news: it works" has no URL); and
// registered schemes that are Opaque. In <URL: > any scheme is found. "www.host.example"
// and "joe@host.example" are not URLs without Config.Guess.
//
// A URL that section 5 accepts is strict. A URL that violates section 5 only in the ways
// of [rfc1738.Kind] is tolerated: the result has Deviations, and [Result.Encoded] returns
// its strict form if there is one. Any other candidate is rejected, and is a result only
// if Config.Rejected is set. A URL is never shortened to make it valid: "http://a.1/" is
// rejected, and "http://a" is not found.
//
// Before "//" a known scheme is found even right after other text:
// "thehttp://host.example". A "+" joins it to a name before it, as in
// "git+http://host.example", but not to a number or to "1a". If several known schemes end
// there, as "sftp" and "ftp" do, the shortest counts after a letter, and otherwise the
// longest: "filesftp://host.example" is ftp, "1sftp://host.example" is sftp.
//
// The authority of mongodb, amqp, kafka, nats and a few others may be a list of hosts.
// Other lists end with their first host. The "@" must not be followed by an empty host:
// "postgres://joe:secret@/db" is rejected. A name with "DC=" in place of the host of ldap
// is complete: "ldap://CN=Joe,DC=host". So are the properties of SQL Server:
// "sqlserver://host;encrypt=true". A password may have round, square and curly
// brackets. One with a quote, an angle bracket or a backslash is rejected:
// `http://joe:p"w@host.example/`. An IPv6 address needs brackets, and nothing but a port
// follows them: "http://fe80::1/" and "http://[::1].host.example" are rejected.
//
// Some candidates are rejected although otherurl allows them: "https://" and the "//" of
// other schemes without a host, and words in place of a port ("https://host:port/").
// After a host without a dot, and between tags, apostrophes or backticks, any word counts
// as a port ("http://host:port"). After any host, "<port>", "xx", "xxxx", words that
// contain "port" and words that begin with digits count. No shorter URL is found.
//
// Of two known schemes, as in "http://http://host.example", the first begins the URL: its
// host is "http". If an address in brackets follows the second, as in
// "http://http://[::1]/", only the second begins one.
//
// A URL with an unknown scheme is found if there is evidence that it is meant: angle
// brackets or double quotes around it, "URL:" before it, or after its "//" a host with a
// dot, "localhost", a user, a port, a path, a query or a fragment. A prefix of private
// schemes, "x-" or "web+", is evidence, too: "x-item://6303E4C1". The scheme must begin
// with a letter, and have no capital letters, only capital letters, or single ones at its
// beginning and after a "+". Otherwise the candidate is rejected with
// [scan.UnknownScheme]: "ht://Dig". So is the tail of http or https in a sentence,
// "ttp://host.example" and "tp://host.example", and an unknown scheme whose beginning was
// written as an escape or in brackets: "&#102;oo://host.example".
//
// # What belongs to the sentence
//
// In < > nothing belongs to the sentence, and in double quotes only final dots and
// commas. Elsewhere these are trimmed from the end, repeatedly:
//
//   - . , ; : ! ? and ', as in "(see http://host.example/x.)", but not the second of
//     "?k='v'" and "eq%20'v'"
//   - a possessive 's, as in "http://host.example/joe's page"
//   - * _ ~ + # @ and $, as often as they are right before the URL too, unless a letter or
//     digit precedes them: "**http://host.example/x**" and "*_http://host.example/x_*",
//     but not "a*http://host.example/x*"
//   - as many of *, _ or ~ as are open to the left on the line: "**see
//     http://host.example/x**"
//   - Org's "=", if a "=" after a blank or at the beginning of its line is before the URL,
//     which has no query: "=http://host.example/x="
//   - Obsidian's "==" and "%%", if they are open on its line: "==see
//     http://host.example/x=="
//   - a line of three or more of these, or of = or -, if such a line is right before the
//     URL too: "=====http://host.example/x====="
//
// The character right before a URL can determine its end. After an apostrophe the URL
// ends at the next one, even if the first ends the line above, as a double quote may, or
// the next one begins the line after a ";", but not at one in a word:
// "href='http://host.example/'>", "'http://host.example/joe's'". In a string that began
// before the URL, an apostrophe before a mark ends it: "'see http://host.example/','b'".
// Between apostrophes, and between backquotes, only a final dot or comma is trimmed, as
// between double quotes. After a }, which closes a tag of markup, the URL ends at the
// next {: "{b}http://host.example/x{end}". In a Texinfo reference and in a distinguished
// name it ends at the first comma: "@uref{http://host.example/x,a label}",
// "OU=http://host.example/x,O=Host". In a torrent the length before a URL says where it
// ends: "8:announce22:http://host.example/x/e".
//
// Other characters stay, since many URLs end in - / _ ~ = & + $ % # or @. But no host
// ends in - or _, "http://host.example- and", or in the scheme of another URL,
// "http://a.examplehttp://b.example". Package scan has already cut the URL at brackets
// that belong to the sentence or to its markup, at the beginning of another URL after a
// letter or digit of its path, and after a comma or semicolon at the beginning of another
// URL or of a path of Windows.
//
// A "|" before the query ends a URL, even between quotes and angle brackets:
// "<http://host.example/x|label>" in Slack's markup. A "|" in the query ends a URL in a
// sentence, and a URL in angle brackets if no other parameter follows. It does not end a
// URL between apostrophes or in "url(http://host.example/?a|b)" of CSS. The "|" of a
// drive is an exception: "file:///C|/a", "file://localhost/C|/a". The URL of a file on a
// drive keeps its backslashes. In an HTML link, as in "href=https:\\host.example\a",
// backslashes are read as slashes, as by browsers.
//
// A "^" ends a URL in a sentence, except in a query before a letter or digit:
// "http://host.example/?s=^INDEX", but not "/?a^M", in which it marks a control
// character. The extras of a Python package belong to its URL:
// "http://host.example/T.zip#egg=T[tls]".
//
// The closing mark of a comment or tag ends a URL: "->", "-->" and "=>" anywhere except
// for the "=" of a parameter, "*/" if
// a "/*" is open before it, and likewise "*)", "-}", "#}", "%}", "%>" and a few others.
// So do two apostrophes of MediaWiki before the query, the "E<gt>" of POD, the "!" in
// Textile's "!http://host.example/a.png!:link", the byte before the URL in LaTeX's
// "\verb+http://host.example/x+", the "//" of DokuWiki's italics, the "$" of the field
// after MARC's "$uhttp://host.example/x", and the number of a note before another one or
// after a "~": "http://host.example/x[1][2]".
//
// ";" and "&&" end a URL that is an argument of wget, curl or the like, since another
// command follows: "wget http://host.example/a;sh a". A parameter such as ";type=i" is
// not a command, and neither is "fetch" in a sentence. "&&" ends the path of any URL.
//
// A final "=20" is trimmed if the URL has no query, since it is a blank in undecoded
// quoted-printable. Quoted-printable in a URL is decoded if the text certainly was not:
// if an attribute begins with =3D", if an =3D and a soft line break are in one URL in
// brackets or quotes, or if a URL with a soft line break is otherwise none.
//
// "&amp;" is "&" where the text right before the URL shows that markup or a program has
// escaped it: in angle brackets, in a quoted value after "name=", and between two tags.
// Elsewhere it is kept.
//
// A backslash ends a bare URL, unless it escapes a character (see Escapes). After a
// double quote the candidate is rejected if the backslash begins no known escape:
// "http://host.example/a\q". Letters of an escape before a scheme are not part of the
// scheme: "\nirc://", "\fBgit+ssh://". An HTML reference to a character that ends a URL
// also ends it, and so do "&#41;" without its partner, a final "&amp;" and, outside of a
// word, "&#39;": "http://host.example/x&nbsp;and", "http://host.example/x&rdquo;". Any
// other reference is part of the URL, and is never cut:
// "http://host.example/caf&eacute;", "http://host.example/?a&#91;&#93;=b".
//
// A URL with a placeholder in its authority, in place of a user, password, host or port
// or of a part of one, is rejected with [scan.Placeholder], and no shorter one is found:
// "http://www.%s.example/", "http://$host/", "http://localhost:${port}/",
// "https://{name}.host.example/", "https://s3.<region>.host.example/",
// "http://joe:<password>@host.example/", "https://host.@domain@/", "http://host:"+port,
// "ftp://ftp.***.example/", "http://host.example$1", "http://$user:$pass@host.example/",
// "http://www.#{host}.example/". A "$" may also begin a password. So is a pattern:
// "http://host\.example", "http://*.host.example", "http://host[a-z].example",
// "rsync://host[:port]/". A single letter is a drive and not a scheme: "C://temp". "@{"
// and a command of AmigaGuide end a URL: "http://host.example/x@{ub}". A placeholder or a
// pattern in the path also rejects if a blank, a quote or a bracket in it cuts the URL:
// "http://host.example/$(uname -r)/a", "/${x + 1}", "/<name>/a", "/?id=<user>",
// "/(a|b)/c", "/{your user}", "/[your user]/a", "/\d+/a" and, in quotes or a link of
// Markdown, "/{{ x }}/a". A name in angle brackets must follow a mark such as "/", or be
// inside a path: "/x<name>.html". It is a tag if it is a usual one of HTML, if its
// closing tag follows, or if another tag is right before the URL. Other brackets around
// words are a label or part of the sentence if no path follows them: "/[a label].", "/(a
// note)". So does an ellipsis in place of the end of a host, "http://www.host.exa...", or
// after a host without a dot except "localhost", "http://www...".
//
// A host that continues in another string of a program is rejected with
// [scan.ForeignHost]: "http://host.exa"+"mple/x", (a ? "http://b" :
// "http://c")+".example", and, if its top-level domain is unknown, "http://host.exa"
// "mple/x". So is one that fills a string up to the dot after its first label:
// "http://www.". It is complete if the other string begins like a path, a query or a
// port: "http://host.example" + "/x". Nothing is joined.
//
// So is a name before a backslash in place of a "/": one that is no whole host, unless
// the backslash begins a known escape, "http://host\dir", and one before the name of a
// page, "http://host.example\dir\page.htm". Elsewhere it may begin a command of TeX.
//
// In the destination of a link in Markdown, between "](" and ")", only a final dot or
// comma is trimmed, as between quotes: "[x](http://host.example/Yahoo!)".
//
// A second "#" ends a URL in a sentence, unless the fragment is a path or begins with
// "!", as in the routes of web applications, or the "#" belongs to the name of a channel:
// "irc://host.example/##chan", "?channels=#a,#b", "/#_net_#chan", or it follows the name
// of a parameter: "?a#1&b#2". Such a URL is tolerated:
// "http://host.example/#docs/api#part".
//
// Brackets around a text that is not a URL but contains one are ignored:
// "<URL:(http://host.example/)>".
//
// A URL that was made unclickable is rejected with [scan.Obfuscated], unless
// Config.Deobfuscate is set: "http://evil[.]example/x". Any shorter URL would be a
// different one. So is a URL with a mark such as "[.]", "{@}" or "[dot]", in square or
// curly brackets, between letters or digits of its path. Every disguise of a host that
// Config.Deobfuscate restores counts, except the bare word "dot". One with a blank counts
// only after a host without a dot, except in "www.". A disguised scheme is an unknown
// one: "hxxp://host.example/x" is a result as it is.
//
// # Escapes
//
// Source code is often searched for URLs without being decoded. Escapes in a URL are then
// decoded, and Escaped is set in the [Result]:
//
//   - The slashes of JSON and JavaScript, even if escaped several times, in part, or as
//     \u002f: "https:\/\/host.example\/a". In quotes, one of those of the scheme may be
//     plain: "https:\//host.example". If both are escaped, an unescaped slash ends the
//     URL, as in sed's "s/http:\/\/host.example/x/", unless the URL is in quotes that
//     close before white space: "http:\/\/host.example/a".
//   - Characters written as \u0026, \u{26}, \U00000026, \x26 or, except for letters and
//     digits, \046, if a URL can contain them. Others end it, such as \u003c and \n. In
//     angle brackets \n, \r and \t after the host are white space, except in the path of a
//     file. The octets of a UTF-8 character may be written one by one: "\xC3\xA9",
//     "\303\251". Single octets are Latin-1. Escapes in the scheme are decoded if it is a
//     known one: "\x68ttp://host.example".
//   - The colon of a scheme: "https\://host.example", and the character references of
//     templates for the marks of a URL: "http:&#x2F;&#x2F;host.example". A colon before
//     "//" that is written as \u003a, \x3a or &#58; is searched for only after an escape in
//     the first 32 KiB of the text, in the first 256 bytes of each further 32 KiB, or in
//     another URL, since most text contains none.
//   - Double quotes, written as \", "" or &quot;, or as a number, end a URL like other
//     quotes, on one line.
//   - A string over several lines in Fortran, with "&" at the end of a line and at the
//     beginning of the next, or with a mark in column 6 after a line of 72 columns; and in
//     COBOL, with "-" in column 7 and another quote. A quote must be right before the URL,
//     or before a "&" anywhere on its line.
//   - The strings of a message in a gettext catalog, on consecutive lines, are one text.
//     So are those of a program if \" or "" is right before the URL and right after its
//     rest, or if they contain the brackets around it.
//   - A backslash before a line break and the blanks on the next line, in the value of a
//     property after its "=": "url=http://host.example/\". In a string that begins with
//     the URL, the next line has no blanks.
//   - The apostrophe in a word, as &#39;, as \' or, in a string between apostrophes,
//     twice: 'http://host.example/it\'s', 'http://host.example/it''s'.
//   - \( and \), \[ and \] or two \* around a name: "http://host.example/a\(b\)". In a
//     Markdown destination a backslash escapes every ASCII mark, as do several in JSON,
//     and there and in the text of a link that begins with the URL also the dots of the
//     host: "[x](http://www\.host\.example)".
//   - \_ \% \# \& \~ \$ \@ \; \, and \! of LaTeX, Markdown, Perl, calendars and shells,
//     if the URL continues after them, and other forms of "~" and "_" in TeX: "\~{}",
//     "{\textasciitilde}", "$\sim$", "\char126", and of marks in braces: "{\%}", "{~}".
//     In the argument of a command of LaTeX, as in "\url{http://host.example/a%", a "%"
//     at the end of the line and the blanks on the next are a comment. Where \- begins a
//     label of the host it marks a place to divide a word, also in the path.
//   - \- before the rest of a URL, \:, \(ti and \(aq of roff, and \& before a "." or ">",
//     also inside brackets: "http://host.example/a\-b". In a path also \. before a letter
//     or digit, and in a manual with requests of roff each \. in a host.
//   - @@ @/ and @- in a reference of Texinfo: "@uref{http://host.example/a/@/b}".
//   - ^& and ^% of cmd.exe, in commands copied from a browser:
//     "http://host.example/?a=1^&b=2".
//
// # Terminals
//
// The output of programs for a terminal is read as displayed there. Start and End of a
// [Result] belong to the first and last character of the URL.
//
//   - Colours and other renditions (ESC [ m) and erasing to the end of the line (ESC [ K)
//     do not end a URL, as in the output of grep and ripgrep. But green text right after
//     red text replaces it, as in the output of "git diff --word-diff=color".
//   - All other sequences that begin with ESC [ end a URL, since most move the cursor,
//     and so do ESC 7, ESC 8, ESC c and the like.
//   - The target of a hyperlink (ESC ] 8 ; ; URL ESC \) is a result of the kind
//     attribute. It ends the URL before it, like a link in a page; the end of the link
//     does not. Other strings, such as titles, are texts of their own if they contain a
//     ":", and otherwise ignored. Sequences that tmux passes on are read too.
//   - ESC ( B and the like are not text, nor are the characters after ESC $ B or ESC ( 0,
//     up to the next sequence or the end of the line. They end a URL, except for ESC ( B
//     before ESC [, with which terminals end all renditions. A URL in angle brackets or
//     quotes that contains them is rejected with [scan.Overwritten].
//   - A character that is overstruck by itself or by "_" counts once, as in the output of
//     man: "_\bh", "h\bh". If a URL ends at any other backspace before text on the same
//     line, or at red text inside a word that green text replaces, it is rejected with
//     [scan.Overwritten].
//
// # Other scripts
//
// Letters, digits and marks outside ASCII belong to a URL, in host and path, if their
// script is written with blanks between words, like Latin, Greek, Cyrillic, Hebrew,
// Arabic and Devanagari: "http://bücher.example/straße". A letter of a script without
// such blanks, such as Han, Kana or Thai, ends the URL, since a sentence may continue
// right after it. So does a letter of Hangul, whose particles follow words directly. In
// "请看http://host.example/x谢谢" the URL ends at the x. The longer form is the reading
// [ReasonIRI]. It is the URL itself between marks: brackets, quotation marks, backticks,
// HTML tags, a wiki's "[http://host.example/中文 label]", or Markdown's "](" and ")". A
// whole line is such a mark, but a Korean particle after the URL is not part of it.
//
// A label of a host may begin with a letter of any script: "http://例え.example/". Letters
// of scripts without blanks, symbols, emoji and joiners inside a host belong to it if
// another label, a port or a path follows: "http://c✶.example", "http://a例.example/x".
// Otherwise they end the URL, even after a single label: "http://host.example→",
// "http://localhost谢谢". Letters right after a known top-level domain always end it, since
// the sentence may continue with a name: "http://host.example和b.example". The candidate
// is rejected with [scan.ForeignHost] if a symbol or a middle dot could also separate two
// hosts ("http://a.example✅b.example"), and if another label follows a dash, an
// apostrophe or an ellipsis ("http://a–b.example"). A wide dot in a host does the same,
// but after a known top-level domain it ends the sentence.
//
// Zero-width characters are removed, also in brackets, in pages and in the text of
// programs: the soft hyphen, U+200B, U+2060 and U+FEFF, which allow or prevent a line
// break. "http://host.exa&shy;mple/x" in a page is http://host.example/x. At the end of a
// URL they do not belong to it. If there were any, [Result] has Escaped set. "-", a soft
// hyphen and U+2010 together are one hyphen, as in the text of many PDF files.
//
// Punctuation of any script ends a URL, unless it joins two letters: the apostrophe in
// "http://host.example/l’été", an en dash, U+2010, a middle dot, Hebrew's maqaf, the
// joiners of Persian. A joiner after a virama is part of a letter, and one between two
// emoji of an emoji. A symbol after "=" in a query is a value: "http://host.example/?a=✓".
// One between round brackets belongs to the path, and so do letters of any script after a
// "_": "http://host.example/a_(✪)", "http://host.example/Go_(言語)".
//
// A byte that is not UTF-8 may be a letter of an unknown charset, or a mark. After a host
// the candidate is rejected with [scan.ForeignHost], since any shorter URL would be a
// different one: a "ü" of Latin-1 in "http://m\xfcnchen.example/". Quotes, dashes and
// blanks of Latin-1 and Windows-1252 after a whole host are marks. A NUL ends a host only
// if there is another NUL before the URL, or if the host is complete and the following
// text also ends in a NUL, or is not a host, port or path: as in lists, and among the
// strings of programs.
//
// U+FFFD replaces a character that could not be decoded, such as a glyph of a PDF. A
// candidate that contains it is rejected. If it also precedes the URL, both are quotes.
// Punctuation of UTF-8 that was decoded as Windows-1252 ends a URL: "â€¦", "Â»".
//
// In a path a single byte that is a letter in Latin-1 belongs to the URL, as between
// brackets, and so do several that are small letters: "http://host.example/caf\xe9/x",
// "/gr\xf6\xdfe". Other bytes in a row are more likely two-byte characters of East Asia,
// and end the URL. Between two letters a single byte from 80 to 9F, except 85 and 97, is
// a letter of DOS or Macintosh: "http://host.example/k\x94ln". So is one between a letter
// and "/", unless it is punctuation in Windows-1252: "/caf\x82/x". Other single bytes are
// marks and end the URL, and so are 81 before a capital letter, and any such byte after
// Hiragana, in Shift_JIS. A byte from C0 on right before the URL is a quote of the
// Macintosh, whose partner ends the URL, or belongs to a frame of DOS.
//
// A URL with characters outside ASCII is tolerated. [Result.Encoded] returns its URI,
// with the host in its IDNA form.
//
// # Tables
//
// A comma may belong to a URL, but it ends a URL that is a field of a table. A line is a
// row of a table in three cases: it has as many fields, by the quoting rules of
// encoding/csv, as the rows next to it; a row before it has only names of columns; or it
// has five or more commas outside of the URL. Fewer than one in eight of its commas may
// have a blank after them; in a sentence most do. The same holds for semicolons. A header
// also applies to the rows after the first one under it. Where a URL begins each row, it
// ends before a cell that cannot belong to it, such as a number. Zero-width characters at
// the end of a field are not part of its URL. A URL at the beginning of its field is the
// whole field, except for a final dot. So the URL ends before ",t5_x,False" in
//
//	13,host.example,http://host.example/b.jpg,t5_x,False,,,True
//
// beside another row of this kind. In a list of URLs and commas, a comma is a delimiter
// only before another URL, or if the URL could end before it: after the suffix of a file,
// a "/", or the host.
//
// A field of a row may be a list of URLs:
// "7,http://host.example/a;http://host.example/b,new".
//
// With Config.Delimiter, the whole text is a table, and every delimiter outside of quotes
// ends a URL. With [scan.AnyDelimiter], the delimiter is determined from the first row.
//
// # Ends of lines
//
// No URL ends right after its scheme. If a line ends in "http:", "http:/" or "http://",
// and the next one begins, after its leader or blanks, with the missing slashes and a
// host, the URL continues there. A host is a name with a known top-level domain, an IP
// address or "localhost". Otherwise the candidate is rejected, with its reading. In lines
// of 90 or more bytes the next line is read from the column of the URL on, if there is
// other text to its left: pdftotext prints the columns of a page side by side.
//
// A URL in brackets is rejected with [scan.Broken] if a line ends in a whole host, and
// the next one makes another host of it without a known top-level domain:
// "<http://host.example⏎joe>" has lost its "/".
//
// After "mailto:" at the end of a line an address on the next one belongs to the URL, and
// after "news:" the identifier of a message, which has a digit before its "@".
//
// Typesetters break words at a soft hyphen: U+00AD, U+2010 or, in Latin-1, 0xAD before a
// line break. In brackets and quotes it is removed, with the reading [ReasonHyphen] that
// keeps it as "-", since groff also writes U+2010 for a hyphen. In a sentence the
// candidate before it is rejected with [scan.Broken]. So is a host that ends in a hyphen
// at the end of a line. The readings of both are the joined URLs, with the hyphen and
// without it, and with or without all soft hyphens on the lines that follow. A host is
// also rejected if its line ends in a ":" and the next begins with a port and a path, or
// with a port of four or more digits that is no year, or in a "." and the next begins
// with the top-level domain of its name, or inside that domain, after up to three of its
// letters: "http://lists.host.e⏎xample/", or in brackets inside its first label, before
// the rest and a path; and so is a URL that ends in "://".
//
// Typesetters also put spaces that are not ASCII into URLs. In brackets these are
// removed, and so are narrow ones, such as U+200A, after the colon or the slashes of a
// scheme. A host that goes on after one at a dot, or after another dot, is rejected with
// [scan.Broken], and so is a URL with a narrow one before or after one of . / - _ ? & = #
// ~ unless such a space is also before the URL. The reading [ReasonSpace] has the text up
// to the next blank, without these spaces.
//
// A "=" right after the authority, or its ":", at the end of a line is a soft line break
// of undecoded quoted-printable, if the next line begins like a host, a port or a path,
// perhaps with an escaped dot. The candidate is rejected with [scan.SoftBroken], and its
// reading is the joined URL. After "http:" the URL goes on without the "=", if the next
// line goes on as after a plain break. A "=" before the URL is decoration.
//
// A bare URL between "(", "[" or "{" and its partner may continue over up to four line
// breaks, in pieces without blanks, if no later piece begins another URL. The "(" or "["
// may end the line above. The URL continues
//   - after or inside the scheme, inside a host that is not whole without the rest, before
//     the end of an address or of a newsgroup, and inside an escape;
//   - after a "-", "_", "&" or backslash;
//   - before a "/", "&a", "=a" or "-a", and before a "~" after a "/";
//   - before a line with another URL after a "/", "?", "=" or "&";
//   - if the joined URL is repeated before or after the brackets, as in the links of
//     html2text: "[http://host.example/⏎x.html] http://host.example/x.html";
//   - if the rest is more than a word, except in the quotes of TeX.
//
// More than a word is
//   - after a "/" a path with a letter, a query, several words, a name with capital
//     letters inside or a suffix in small letters, and the identifier of a message;
//   - after a "?" or "+" a query, after the "=" of a query its value, and anything after a
//     "#";
//   - "?a=", and a usual suffix or the rest of one;
//   - inside a word the rest of a directory, of a path with other marks, of a name as
//     after a "/", of several words, of a query with a "&", and of a hash.
//
// After "==" and before a backslash nothing is. In square brackets only these are: after a
// "/" a path with two slashes, or with one and the name of a file, a fragment, or four
// words with hyphens, but not the last directory again; and within a query a value, or
// "b&c=". Otherwise the joined URL is a reading, since a link of a wiki looks the same:
// "[http://host.example/⏎label]". In square brackets that is also true of each later line,
// and in others of text in a script without blanks.
//
// In a link of Markdown, "[label](http://host.example/⏎x)", the URL always continues, up
// to a title or the ")". In the text of such a link a backslash escapes a mark, and one at
// the end of a line is only a hard break. The quotes ' “ „ ‘ «, those of TeX, ‹ and the
// brackets of East Asia are read like round brackets, but not between apostrophes in a
// field of a table or in a YAML scalar. In ⟨ and ⟩, as groff writes angle brackets, the
// URL always continues. In a list of files of a shell none does.
//
// On a line that continues a wrapper, a leader is removed:
//   - the quote leader that also begins the line of the opening bracket;
//   - any first word that both lines have in the same column, with a blank after it: "# ",
//     "} ", "dnl ", "REM ", or the same "%" of TeX, even without a blank;
//   - both, and marks after it, as in a quoted diff of a comment: "> + * ";
//   - any text that begins both lines and ends in a ">", but is not like a URL: "# > ",
//     "Joe Doe> ";
//   - other marks of a quote, if one word and the closing bracket follow them;
//   - the "+" or "-" of a diff, which may also follow a line without changes, if the line
//     above is one of the diff.
//
// If the text is in a box, with the same border in the same columns on the left and on
// the right of both lines, the right border is also removed, and so are the quotes
// between the strings of a message catalog.
//
// If no other bracket closes the wrapper, a mark of a leader does: one on an empty line
// with more marks than the line before it, or else the first. No mark of a quote does
// before the rest of a URL: a token with one of / ? = & % _ # and nothing else, or a
// link, on its line. Then the URL is read as a bare one. A quoted line without text, or a
// blank line between two that are quoted, does not end a wrapper before a last token and
// the closing bracket, as after format=flowed, unless these are a mark of a quote:
// "Joe>". If a line with another URL in angle brackets is there, the candidate is
// rejected with [scan.Broken].
//
// In angle brackets a backslash at the end of a line is removed, since it means that the
// line continues, and so is a no-break space (U+00A0). A last word that repeats the last
// segment of the URL is its label: "<http://host.example/name name>". So is the number of
// a note, "<http://host.example/x [2]>", a label in brackets of its own, and a word after a
// whole host that would make it another one: "<http://host.example Home>".
//
// "<URI:" and "<URL " before a scheme are wrappers like "<URL:". A prefix may be doubled:
// "<URL:URL:http://host.example/>". A known scheme without its "//", as in
// "<http:/host.example>", is rejected in angle brackets and after "URL:".
//
// In quotes and brackets a scheme on a later line begins another URL. One without "//",
// such as "mailto:", does not after "/", "?", "=" and "&", nor does any after the "=" of
// a parameter or the time of a copy of a page:
// "<http://host.example/?u=⏎http://a.example/>",
// "(http://host.example/web/2001/⏎http://a.example/)". Text in double quotes is not
// joined if it is a YAML scalar, in which a line break means a blank. In YAML a key or
// the mark of an item precedes the text, the next line is indented more, and the last
// line with less indentation has a key or an item.
//
// "~{" before pairs of bytes begins Chinese text in HZ (RFC 1843), and ends a URL. So
// does the "~}" that ends such text, if it began on the same line.
//
// # Readings
//
// If the text may mean several URLs, the result is the one that the appendix of the RFC
// requires. [Result.Readings] returns the others, each with its [Reason].
//
// A bare URL that is broken over lines is not joined, since nobody can know that it was
// broken. The reading [ReasonNextLine] is offered if the line is full, so that the
// beginning of the next line would not have fitted on it, and if that beginning looks
// like the rest of a URL: it contains one of / ? = & % _ ~, or ends like the name of a
// file, or has digits and is alone on its line, before the number of a note, "[1]", the
// end of a comment or another field, "Author: ", or is a name after a line that ends in
// "/", "_" or "=", alone on its line or before a mark, or has a capital letter inside and
// is alone or after a "/", or is a part of a DOI with digits, or one letter before a dot,
// or a name after a "/" and the blank of format=flowed, or a number of five digits or
// more after a "/"; and it is neither a URL nor an address, nor a common word. In a path,
// the "@" of the identifier of a message does not make it an address, nor does one after
// "=" in a query. An address after "mailto:" goes on only inside its host. In a comment,
// the next line must also have the comment's mark: "#", "//", " * ", or a word such as
// "dnl", "rem", or the "C" of Fortran, unless the URL ends in a hyphen and the next line
// begins with a path. The line need not be full
//
//   - after a "#", before a "/", a fragment or a query with a value alone on the next line,
//     inside an escape, and inside the suffix of a file or right before it;
//   - if it is at least as long as the lines near it, or would be with the rest, which is
//     a path, a query, a file with a common suffix, a name of several words or many
//     hexadecimal digits, as in text filled to 50 columns, or after a "/" a name with
//     capital letters inside and digits, or alone on its line with one of these or of
//     . + -, or after a "_" a name;
//   - before text that ends at the partner of a bracket that is open before the URL, or of
//     a mark of emphasis, or of a double quote that may enclose a field, if that text is
//     like a path or a query, and before a path in such a bracket;
//   - if the marks of the quote change around the line break, which a program has made
//     then, and on the lines after it; the blank after them counts as one;
//   - before the name of a file alone on the next line, if nothing else is on the line of
//     the URL, which ends in "/" or "_"; before a path or several words in small letters
//     after one of / + & = _, before a name with a dot or a capital letter inside after a
//     ".", and before the other digits of a number in a query; before other text also
//     before a path with two slashes after a "/", and after the name of a page before a
//     fragment with a digit, a "-" or a "_";
//   - before a name with several dots after a ".", and between two "_", and before the URL
//     of a page after the time of a copy, "/web/20010203/⏎http://host.example/";
//   - inside a usual word of paths, "/doc⏎umentation";
//   - after "#!", before a path, and before the "$" of a link of urldefense;
//   - before text after which the joined URL follows in angle or round brackets;
//   - inside a word of a path after 30 or 60 bytes of the URL, or up to two less, where
//     Gmail allows a break, before one of / - _ = & % +, a digit, or a capital letter
//     inside, or before a word alone on its line;
//   - after a few bytes alone on their line, as in text that was filled twice.
//
// Where the URL ends before an opening bracket, and no blank follows on its line, the
// reading includes the bracket if the next line closes it. With Config.Join, the longest
// such reading is the URL.
//
// The same reading is offered where a URL ends a string and its line, and the next line
// begins with another string that may be its rest, since C and Python join such strings,
// and other languages those with a "+", "." or "\" between them. Logs and arrays look the
// same. If the first string ends in "\n", the line breaks there as in other text.
//
// A date before other text is not the rest of a URL. If the line ends in "=", and each
// other "=" has two hexadecimal digits after it, the text may be quoted-printable. It
// certainly is if the "=" is in a path rather than in a query, a parameter or a fragment
// ("/package=⏎name" may be either, and has both readings), or if "=3D" is in the URL, or
// if a line near it has "=3D", the octets of a character of UTF-8, a final "=20" or a
// soft line break after 72 or more columns. Then the reading [ReasonSoftBreak] drops that
// "="; and if the line also has 72 to 77 columns without quote marks, the joined URL is
// the result, in brackets and in a sentence, and the reading keeps the "=". So is the URL
// without the "=" if the next line begins with a blank or with the closing bracket. Some
// programs do not escape the "=" of a parameter: a query that ends in "name==" at the end
// of a line has the reading that drops the second "=".
//
// A bare URL that ends its line in a hyphen has two readings, regardless of the width of
// the line: with the hyphen, and, as [ReasonHyphen], without it. The latter comes first
// if a program seems to have broken a word there: lines near it end in hyphenated words,
// but not in soft hyphens, or have added blanks, and both parts of the word have vowels.
// "link-" is not the first part of such a word if "link" is near it. The word must not be
// a name. A name has another hyphen before it or several after it, capital letters after
// its first letter, a "#" before it or an "@" after it, or the same letter three times
// around it, or it or its first part, of four or more letters, is near it. If the word
// is near it without the hyphen, or again in the URL, or a usual word of paths such as
// "con-⏎fig", fewer such lines or the title of a man page suffice, even for a name.
//
// In such text a URL in brackets drops the hyphen, too, and the reading keeps it. If one
// other hyphen before the word or a capital letter after its hyphen is the only sign of a
// name, the URL is rejected, with both readings: of ten hyphens that nothing else
// decided, five were the URL's. In 1,900 man pages printed by groff, URLs in brackets
// have 304 different breaks after a hyphen. The sources of the pages have 112 of these
// hyphens. The other rules keep 111 of them, and drop all but two of the rest.
//
// Of the distinct URLs that are broken after a hyphen, and whose whole form is unbroken
// in the same archive (mailing lists, Usenet, newsletters, drafts, documentation of some
// 2,000 packages), 610 had kept the hyphen, 132 of them in brackets, and 24 had dropped
// it, 22 of them in pages of groff. A hyphen between a "/" and a letter or digit is always
// dropped, and the reading keeps it: LaTeX adds such hyphens.
//
// From 2011 to 2013 Gmail wrote "**" into a long URL wherever a line may be broken, and
// the URL in angle brackets after it. If the second is the same without the "**", it is
// the URL of both; a candidate that is broken before the brackets is not a result.
// Otherwise the reading [ReasonStars] drops each "**", if no "*", "/", "." or "http"
// follows one.
//
// A "." at the beginning of a line is lost if mail or news is not sent as it must be. The
// reading [ReasonNextLine] has it before a top-level domain in a host, before the suffix
// of a file in a path, and after "http://www". After a soft line break in brackets or
// quotes such a URL is rejected, with both readings: of 2,417 different soft line breaks
// in URLs of mailing lists, four look so, and all of these have lost a dot.
//
// Mutt shows a "+" where it continues a line. The reading without it is offered, too.
//
// Archives of mailing lists write " at " for an "@", also in URLs. The reading
// [ReasonSpace] of "http://host.example/x/joe at lists.host.example/a" has the "@", if
// the URL has 24 bytes or more and a path or a query follows the second host.
//
// [ReasonHyphen] is offered if a line breaks after a hyphen inside brackets or quotes,
// [ReasonSpace] if there are blanks inside a line in brackets, or a line break between
// two words of a gopher selector, and without the blanks if a link of a page has several
// in a row, as after a line break that a browser drops, and [ReasonSoftBreak] if a line
// breaks after a "=". A hyphen before a soft line break certainly belongs to the URL.
//
// # Options
//
// With Config.IRI, letters of scripts without blanks and symbols belong to a bare URL
// too, in UTF-8 (RFC 3987): "http://host.example/日本語". Punctuation ends it.
//
// With Config.Deobfuscate, URLs that were made unclickable are found and restored, in
// text and in attributes of HTML:
//
//   - Schemes: the "t"s of http and ftp written as x * _ # + . ^ or -, as in "hxxp",
//     "h**p", "fxp"; "httx", "hzzp", "hxxxp"; brackets around some letters, as in
//     "[http]", "http(s)" and "h[tt]p".
//   - "://" as "[:]//", "[://]", ":[/][/]" and so on, ":\\", "__" and ":__", with round
//     and curly brackets too; with a blank in it, if "www." follows or each part of the
//     host has a blank before it.
//   - Dots of the host as "[.]", "(.)", "{.}", "[[.]]", "<.>", "<dot>", "|.|", "[dot]",
//     "[point]", "[punkt]", "[,]", "[.", ".]", "(.", "\.", "^.", "%2e", "%5b.%5d" or U+2024;
//     colons of an IP address as "[:]"; and dots as " dot ", if the host has no other dot
//     except after "www", or was disguised before. So "http://host.example dot the i's" is
//     not disguised.
//   - Brackets as Markdown escapes them: "hxxp\[:\]//host\[.\]example".
//   - A URL that is percent-encoded as a whole: "http%3A%2F%2Fhost.example%2Fx".
//   - "@" as "[@]" or "[at]"; "/", ":" and "-" in brackets; "[www]".
//   - A host that continues in another disguise is rejected: "evil[.][host]", "evil .
//     host", "evil[.com].au". So is one label after a disguised scheme, if punctuation
//     and a letter follow: "hxxp://evil*.*example".
//   - After a disguised host or scheme, "[.]", "[/]", "[:]", "[@]", "[?]", "[=]" and "[-]"
//     in square, round or curly brackets, "[dot]", "hxxp:" and "hxxps:", and after ":\\"
//     each backslash as a slash. Other URLs keep these in round brackets and in a query
//     ("http://host.example/?re=(.)"), except "[.]", "[dot]" and "[/]" between letters or
//     digits of a path.
//
// "http__host.example" needs a host with a known top-level domain.
//
// [Result.Unwrapped] returns the original URL of a rewritten link, if package rewrite can
// read it.
//
// # Guesses
//
// With Config.Guess, places that are meant as URLs but have no scheme are found, of the
// kinds below. Each needs a host with a known top-level domain: one of the Public Suffix
// List, one that was given up, such as "yu", or one of RFC 2606 except "localhost". The
// result has its kind in Guessed, and [Result.Written] returns the text as written. It is
// trimmed like a bare URL. A place inside of a URL with a scheme is not a guess. A guess
// may contain a URL with a scheme.
//
//   - www: "www.host.example/path" is http, and "ftp.host.example/pub" is ftp. Digits may
//     follow "www" and "ftp", even after a "-", a port may follow the host, and a "." or
//     the marks of emphasis or of a line may precede it. After "Host:" and other fields of
//     protocols and of settings it is only the name of a server.
//   - host-path: "host.example:/pub/x" is ftp, and so is "joe@host.example:/pub/x", as in
//     ange-ftp, even after a "/". Without a user the path may also be "pub/x", or a name
//     such as "x.tar.Z". "root@host:/etc" and "cvs.host.example:/x" are not URLs.
//   - mail: "joe@host.example" is mailto, but not after "xmpp:", "sip:" and "acct:". The
//     identifier of a message is not an address. It follows words such as "In article <",
//     or it is in angle brackets without a name before them and looks generated:
//     "<C6tGoJ.20J@host.example>". Nothing is found in "joe[.]doe@host.example", nor with
//     "*" or a quote that opens there between the names, since "doe@host.example" would
//     be a different address. Two or more dots before a name belong to the sentence.
//   - domain: "host.example/path" is http, with or without a port. The top-level domain
//     belongs to a country, is in Punycode or is one of a few others, with all letters in
//     one case, in a script that has blanks. "main.py/x" is a file. With nothing after the
//     "/" the top-level domain must be "com", "org" or the like. After "name:", "name=",
//     "cd " and a line that ends in a hyphen the host is part of something else.
//   - With Deobfuscate too, a name with a disguised dot or "@" is a host or an address:
//     "host[.]example", "192.0.2[.]1/x", "joe(dot)doe(at)host(dot)example". It needs no
//     path, and may have any known top-level domain.
//
// A link that begins with two slashes or backslashes and a host is read as by a browser,
// even without Config.Guess: its scheme is the one of the page's base element, otherwise
// https. Its kind is [scan.GuessRelative]; see [Finder.SchemeRelative]. With
// Config.Guess, links are also searched for www.
//
// A host with port 80 or 443 and without a path is an address to connect to, as in logs:
// "www.host.example:443". A host after "mount", "scp" and the like at the beginning of a
// line is not an FTP host. In "smtp.mailfrom=joe@host.example" only the address is found.
// Names such as ASP.NET and names of container images ("ghcr.io/joe/tool") are not hosts
// of pages. Neither is a host whose path is another host:
// "a.host.example/b.host.example".
//
// Of 500 places of each kind in real texts, 489 or more were right when checked by eye;
// the README of corpus/ has the counts. The wrong ones were names of servers in programs
// and logs (www), places of NFS (host-path), identifiers of messages and pieces of broken
// addresses (mail), and names in unknown markup and pieces of broken hosts (domain).
package extract
