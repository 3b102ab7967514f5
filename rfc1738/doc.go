// Package rfc1738 parses Uniform Resource Locators exactly as section 5 of RFC 1738 defines them, and tells what they mean to
// the protocols of section 3.
//
// [Parse] accepts a strict URL and nothing else. [Lenient] also accepts URLs that break section 5 in one of the known ways, and
// lists each [Deviation]. A [URL] has its parts, as they stand in the text or decoded, the steps that a client takes for it
// ([URL.Means]), and what section 6 warns of ([URL.Cautions]). [Equivalent] compares two.
//
// The package does not look for URLs in text. Where a URL begins and ends, and how line breaks are taken out of it, is left to
// package scan and package extract. It does not resolve relative URLs, and knows no network.
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
//   - A host has no escapes and no limit to its length. No label ends in a hyphen, and the last label begins with a letter.
//     The groups of a hostnumber have no range. Only a fileurl can have an empty host. Elsewhere "localhost" is a name like
//     any other.
//   - A port keeps its digits and is compared as a number, however long: ":080" is 80. A port above 65535 is strict, with a
//     [Caution].
//   - An empty user is not the same as no user, nor an empty password as no password (3.1). The same holds for every other
//     part.
//   - A genericurl has login, host, port and urlpath where all of it is an ip-schemepart. Otherwise it has only a schemepart,
//     which is not a deviation.
//   - gtype takes the first xchar, even "%09". The selector begins after it and ends at the next "%09", the search at
//     the one after that. A search may hold any xchar, since gopher reserves nothing (3.4.1).
//   - In a newsurl an article is looked for first, then "*", then a group: "news:*@h" is an article.
//   - An encoded822addr is any xchars. It is not checked against RFC 822: "mailto:a@b?subject=x" is a URL.
//   - A fragment is split off at the first "#", for every scheme. It consists of xchars and may be empty. It does not belong
//     to the URL (2.2 and the appendix): [URL.Part] returns it as [PartFragment].
//
// # Errors
//
// The offset of an [Error] is that of the first byte after which no URL can begin so: in "http://h/a%4G" it is that of the G.
// The rule is the innermost production that was being read there. Where the grammar has several readings for a text, all are
// tried, and the error is that of the reading that goes furthest.
//
// # Deviations
//
// Most URLs in real text that break section 5 break it in a few ways, many of which later RFCs allow. [Kind] lists them. A
// deviation's LegalSince is the first RFC whose grammar allows it:
//
//   - RFC 1808 and RFC 2396, for what their generic syntax allows in a URL with a host.
//   - RFC 2732, for addresses in brackets.
//   - RFC 3986, for hosts that are not domain names. RFC 2396 has such names only for registries, which no scheme here uses.
//   - RFC 3987, for characters that are not ASCII.
//   - RFC 2368, RFC 5538 and RFC 8089, for what their own schemes allow: mailto, news and nntp, file.
//
// LegalSince is empty where no RFC allows it, or where the scheme's own RFC of today forbids it, as it forbids user and password
// in an http URL.
//
// The net_loc of RFC 1808 allows "_" in the place of a host, and a ":" without a port. That does not count: a net_loc is any run
// of characters up to the next "/". RFC 1808 leaves it to the schemes to say more, and its schemes have the hosts and ports of
// RFC 1738.
//
// A host whose last label is a number, while another is not ("a.1"), is neither a name nor an address to anybody, and is never
// accepted. Numbers in C's notation ("0x7f.1") are: programs read them as an address, of which [CautionIPNumber] warns.
//
// # Other schemes
//
// A [Grammar] adds schemes to those of section 5. A registered [Scheme] has a name, which finders look for in text, and may have
// a syntax of its own, which is read with a [Cursor], and a meaning.
package rfc1738
