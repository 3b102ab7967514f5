// Package rfc1738 parses Uniform Resource Locators exactly as section 5 of RFC 1738
// defines them, and explains their meaning in the protocols of section 3.
//
// [Parse] accepts strict URLs only. [ParseLenient] also accepts URLs that break section 5
// in a known way, and lists each [Deviation]. The methods of a [URL] return its parts,
// escaped or decoded ([URL.Part], [URL.Decode]), the steps that a client takes for it
// ([URL.Means]), and what section 6 warns of ([URL.Cautions]). [URL.Canonical] is equal
// for URLs that mean the same.
//
// The package does not look for URLs in text. Packages scan and extract decide where a
// URL begins and ends, and remove the line breaks in it. Package rfc1738 does not resolve
// relative URLs and does not use the network.
//
// # Where the RFC is open
//
// The grammar is ambiguous or silent in places. This package chooses:
//
//   - A predefined scheme has only its own production and never falls back to otherurl:
//     "http:x" is not a URL.
//   - https is the only scheme added to section 5. It has the syntax of httpurl (RFC
//     2818, section 2.4): "https://", "https:foo" and "https:///x" are not URLs.
//   - Scheme names and hosts ignore case (2.1, RFC 1034). Other literals are
//     case-sensitive, since section 5 lists both cases where it allows both (ftptype,
//     hex): ";TYPE=a" is not a typecode.
//   - The bare / in gopherurl is the literal "/" (erratum 5118).
//   - A host has no escapes and no maximum length. No label ends in a hyphen, and the
//     last label begins with a letter. The groups of a hostnumber may exceed 255. Only a
//     fileurl can have an empty host. In other schemes "localhost" is an ordinary name.
//   - A port keeps its leading zeros and is compared as a number of any length: ":080" is
//     80. A port above 65535 is strict, but has a [Caution].
//   - An empty user differs from no user, and an empty password from no password (3.1).
//     The same holds for every other part.
//   - A genericurl has user, password, host, port and path if all of it is an
//     ip-schemepart. Otherwise it has a single part, the schemepart. That is not a
//     deviation.
//   - The gtype is the first xchar, which may be the escape "%09". The selector ends at
//     the next "%09", and the search at the one after that. A search may hold any xchar,
//     since gopher reserves nothing (3.4.1).
//   - A newsurl is tried as an article first, then as "*", then as a group: "news:*@h" is
//     an article.
//   - An encoded822addr is any sequence of xchars. It is not checked against RFC 822:
//     "mailto:a@b?subject=x" is a URL.
//   - The first "#" begins the fragment, in every scheme. A fragment consists of xchars
//     and may be empty. It is not part of the URL (2.2 and the appendix). [URL.Part]
//     returns it as [PartFragment].
//
// # Errors
//
// The offset of an [Error] is the offset of the first byte at which the text can no
// longer be the beginning of a URL. In "http://h/a%4G" that byte is the G. The rule is
// the innermost production being read there. If the grammar allows several readings of a
// text, all are tried, and the error of the reading that got furthest is returned.
//
// # Deviations
//
// Most URLs in real text that break section 5 do so in a few ways. Later RFCs
// allow many of them. [Kind] lists these ways. The LegalSince of a deviation is the first
// RFC whose grammar allows it:
//
//   - RFC 1808 and RFC 2396, for their generic syntax of URLs with a host
//   - RFC 2732, for addresses in brackets
//   - RFC 3986, for hosts that are not domain names (RFC 2396 allows them only for
//     registries, which no scheme here uses)
//   - RFC 3987, for characters outside ASCII
//   - RFC 2368 for mailto, RFC 5538 for news and nntp, and RFC 8089 for file
//
// LegalSince is 0 if no RFC allows the deviation, or if the current RFC of the scheme
// forbids it. For example, the current RFC of http forbids user and password.
//
// The net_loc of RFC 1808 allows "_" in the host, and ":" without a port. That does not
// count as legal: a net_loc is any run of characters up to the next "/". RFC 1808 leaves
// the details to the schemes, and its schemes have the hosts and ports of RFC 1738.
//
// A host whose last label is a number while another label is not, such as "a.1", is
// neither a name nor an address, and is never accepted. Numbers in the notation of C
// ("0x7f.1") are accepted, since programs read them as an address. [CautionIPNumber]
// warns of them.
//
// # Other schemes
//
// A [Grammar] adds schemes to those of section 5. A registered [Scheme] has a name, which
// package scan looks for in text, and the syntax of genericurl.
package rfc1738
