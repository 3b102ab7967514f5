// Package defang makes URLs unclickable, so they can be passed on without harm:
// "hxxp://host[.]example/x".
//
// Package scan undoes it: scan.Restore(defang.URL(u)) returns u, unless u itself contains
// a disguised URL, as in "http://host.example/?u=hxxp://other.example/". A Scanner with
// Config.Deobfuscate finds it in text if it would find u: no "javascript:" or "tel:".
package defang

import (
	"slices"
	"strings"

	"github.com/urlsift/urlsift/internal/octet"
)

// schemes maps schemes to their disguise. In other schemes, the ":" is put in brackets.
var schemes = map[string]string{"http": "hxxp", "https": "hxxps", "ftp": "fxp", "ftps": "fxps",
	"sftp": "sfxp"}

// URL returns a URL in a form that no program takes for a link. It disguises the scheme,
// the dots of the host and the "@". After the host it disguises URLs, addresses, and
// hosts that begin with "www.". A text that is not a URL is treated like one.
func URL(url string) string {
	scheme, rest, ok := strings.Cut(url, ":")
	if !ok {
		return Part(url)
	}
	var b strings.Builder
	after, slashes := strings.CutPrefix(rest, "//")
	switch masked, known := schemes[scheme]; {
	case known && slashes:
		b.WriteString(masked + "://")
	case slashes:
		b.WriteString(scheme + "[:]//")
	default:
		b.WriteString(scheme + "[:]")
	}
	end := octet.UpTo(after, "/?#")
	if end > 0 && strings.HasPrefix(after[end-1:], "://") {
		end-- // something that looks like a URL is in the place of the authority
	}
	b.WriteString(authority(after[:end]))
	b.WriteString(Part(after[end:]))
	return b.String()
}

// authority returns the authority of a URL, disguised, or the text in its place. A
// password stays unchanged, and so does an address in brackets, which is not a link
// without its scheme.
func authority(text string) string {
	at := strings.LastIndexByte(text, '@')
	user, host := text[:max(at, 0)], text[at+1:]
	if !strings.HasPrefix(host, "[") {
		host = Host(host)
	}
	if at < 0 {
		return host
	}
	name, password, colon := strings.Cut(user, ":")
	if name = mask(name, ".@"); colon {
		name += ":" + password
	}
	if host == "" || !startsHost(host[0]) && host[0] != '[' {
		return name + "@" + host
	}
	return name + "[@]" + host
}

// Host returns a host with brackets around its dots.
func Host(host string) string { return mask(host, ".") }

// mask returns text with brackets around each of marks that precedes a possible first
// character of a host.
func mask(text, marks string) string {
	var b strings.Builder
	for i := range len(text) {
		if strings.IndexByte(marks, text[i]) >= 0 && i+1 < len(text) && startsHost(text[i+1]) {
			b.WriteString("[" + text[i:i+1] + "]")
		} else {
			b.WriteByte(text[i])
		}
	}
	return b.String()
}

// Part returns a part of a URL, other than its host, with any links in it disguised. The
// result is the same as in the result of URL.
func Part(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case bracketed(text, i):
			b.WriteString("[" + text[i:i+1] + "]") // keeps the brackets around it
			i++
		case strings.HasPrefix(text[i:], "://"):
			b.WriteString("[:]//")
			i = host(&b, text, i+len("://"))
		case c == '@' && i+1 < len(text) && (startsHost(text[i+1]) || text[i+1] == '['):
			b.WriteString("[@]")
			i = host(&b, text, i+1)
		case startsName(text, i) && hasWWW(text[i:]):
			i = host(&b, text, i)
		default:
			b.WriteByte(c)
			i++
		}
	}
	return b.String()
}

// Text returns text with everything that could be a link disguised: URLs, addresses, and
// names with a dot that may be hosts, such as host.example. Text that is already
// disguised stays unchanged.
func Text(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		start := i
		for i < len(text) && isName(text[i]) {
			i++
		}
		word := text[start:i]
		switch {
		case strings.HasPrefix(text[i:], "://"):
			i += len("://")
			b.WriteString(begin(word))
			i = host(&b, text, i)
			continue
		case opaque[strings.ToLower(word)] && i+1 < len(text) && text[i] == ':' && isName(text[i+1]):
			word += "[:]"
			i++
		}
		if b.WriteString(word); i == len(text) {
			break
		}
		inside := i > 0 && isName(text[i-1]) && i+1 < len(text)
		if c := text[i]; inside && (c == '.' && startsLabel(text[i+1]) || c == '@' && startsHost(text[i+1])) {
			b.WriteString("[" + text[i:i+1] + "]")
		} else {
			b.WriteByte(c)
		}
		i++
	}
	return b.String()
}

// opaque holds the schemes whose links have no "//".
var opaque = map[string]bool{"mailto": true, "news": true, "snews": true, "mid": true, "cid": true,
	"tel": true, "sip": true, "xmpp": true, "javascript": true, "data": true}

// begin returns a scheme, disguised, and the "://" after it. A word that is not a known
// scheme but ends in one counts as that scheme.
func begin(word string) string {
	if masked, ok := schemes[word]; ok {
		return masked + "://"
	}
	if strings.HasSuffix(strings.ToLower(word), "xxp") || strings.HasSuffix(strings.ToLower(word), "xxps") {
		return word + "://"
	}
	return word + "[:]//"
}

// bracketed reports whether text[i] is between brackets and would be taken for a
// disguise.
func bracketed(text string, i int) bool {
	if i == 0 || i+1 >= len(text) || strings.IndexByte(".:/@?=-", text[i]) < 0 {
		return false
	}
	return slices.Contains([]string{"[]", "()", "{}"}, text[i-1:i]+text[i+1:i+2])
}

// host writes the host at text[i:], and returns the index after it.
func host(b *strings.Builder, text string, i int) int {
	end := i
	for end < len(text) && (isName(text[end]) || text[end] == '.' && !bracketed(text, end)) {
		end++
	}
	b.WriteString(Host(text[i:end]))
	return end
}

// startsName reports whether a name can begin at text[i].
func startsName(text string, i int) bool { return i == 0 || !isName(text[i-1]) && text[i-1] != '.' }

// hasWWW reports whether text begins with "www.", or with digits before the dot.
func hasWWW(text string) bool {
	if len(text) < len("www.") || !strings.EqualFold(text[:3], "www") {
		return false
	}
	return strings.HasPrefix(strings.TrimLeft(text[3:], "0123456789"), ".")
}

// startsLabel reports whether the last label of a host can begin with c.
func startsLabel(c byte) bool { return startsHost(c) && (c < '0' || c > '9') }

// startsHost reports whether a host can begin with c. Only such a character can follow a
// "." or "@" in brackets.
func startsHost(c byte) bool { return c != '-' && isName(c) }

// isName reports whether c can be in a label of a host.
func isName(c byte) bool {
	return c == '-' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}
