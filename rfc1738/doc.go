// Package rfc1738 parses Uniform Resource Locators exactly as section 5 of RFC 1738 writes them, and tells what they mean to
// the protocols of section 3.
//
// [Parse] accepts a strict URL and nothing else. [Lenient] goes on where the grammar is broken in a way that is known, and
// lists each [Deviation]. Where a URL stands in a text, which characters around it belong to the sentence, and how line breaks
// are taken out of it, is left to others.
//
// # Where the RFC is open
//
// The grammar is ambiguous or silent in places. It is read so:
//
//   - A predefined scheme has only its own production and never falls back to otherurl: "http:x" is not a URL.
//   - https is the one scheme that is added to section 5. It has the production of httpurl, as RFC 2818 has it, so that
//     "https://", "https:foo" and "https:///x" are not URLs.
//   - Scheme names and hosts ignore case (2.1, RFC 1034). Other literals are read as they are written, since section 5
//     lists both cases where it wants both (ftptype, hex): ";TYPE=a" is not a typecode.
//   - The bare / in gopherurl is the literal "/" (erratum 5118).
//   - A host has no escapes, no limit to its length, and no label that ends in a hyphen; its last label begins with a
//     letter. The groups of a hostnumber have no range. The empty host is file's alone; "localhost" is elsewhere a name
//     like any other.
//   - A port keeps its digits and is compared as a number, however long: ":080" is 80. A port above 65535 is strict, with a
//     [Caution].
//   - An empty user is not the same as no user, nor an empty password as no password (3.1). The same holds for every other
//     part.
//   - A genericurl has login, host, port and urlpath where all of it is an ip-schemepart. Otherwise it has only a schemepart.
//   - gtype takes the first xchar, even "%09". The selector begins after it and ends at the next "%09", the search at
//     the one after that. A search may hold any xchar, since gopher reserves nothing (3.4.1).
//   - In a newsurl an article is looked for first, then "*", then a group: "news:*@h" is an article.
//   - An encoded822addr is any xchars. It is not held against RFC 822: "mailto:a@b?subject=x" is a URL.
//   - A fragment is split off at the first "#". It may be empty, consists of xchars, and does not belong to the URL (2.2 and
//     the appendix): [URL.Part] keeps it apart as [PartFragment], for every scheme.
//
// # Errors
//
// An [Error] stands at the first byte after which no URL can begin so: in "http://h/a%4G" at the G. Its rule is the
// innermost production that was being read there. All readings that the grammar has for a text are tried, and the one
// that goes furthest is reported.
//
// # Deviations
//
// Most URLs in real text that break section 5 break it in a few ways, many of which later RFCs allowed. [Kind] lists
// them. A deviation's LegalSince names the first RFC whose grammar admits it in a URL with a host: RFC 1808 and RFC 2396
// by their generic syntax; RFC 2732 for addresses in brackets; RFC 3986 for hosts that are not domain names (RFC 2396
// knew such names only for registries, which no scheme here uses); the schemes' own RFCs 2368, 5538 and 8089. It is
// empty where no RFC does, or where the scheme's own RFC of today forbids it: user and password in an http URL.
//
// The net_loc of RFC 1808 admits "_" in the place of a host, and a ":" without a port. That does not count: it is any run of
// characters up to the next "/", of which the RFC says only that the scheme defines it, and all of its schemes have the hosts
// and ports of RFC 1738.
//
// A host whose last label is a number, but which has labels that are not ("a.1"), is neither a name nor an address to
// anybody, and never accepted. Numbers in C's notation ("0x7f.1") are: programs read them as an address, of which
// [CautionIPNumber] warns.
//
// # Other schemes
//
// A [Grammar] adds schemes to those of section 5: their names, for the parser and for whoever looks for them in text, and, if
// they have one, a syntax of their own, read with a [Cursor].
package rfc1738
