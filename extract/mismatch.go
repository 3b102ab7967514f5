package extract

import (
	"net/netip"
	"strings"

	"github.com/urlsift/urlsift/internal/idn"
	"github.com/urlsift/urlsift/internal/octet"
	"github.com/urlsift/urlsift/internal/suffix"
	"github.com/urlsift/urlsift/internal/urlhost"
	"github.com/urlsift/urlsift/rfc1738"
)

// CautionMismatch means that the visible text of a link names another site than its
// target. See [Result.Mismatch].
const CautionMismatch rfc1738.Caution = "mismatch"

// Mismatch reports whether shown, the visible text of a link to the URL, is itself a URL
// or the name of a host, of another site. Two hosts are of one site if they have the same
// registrable domain. If the URL was rewritten, as by mail filters, shown may also name
// the site of the original URL.
func (r Result) Mismatch(shown string) bool {
	host := shownHost(shown)
	if host == "" {
		return false
	}
	leads, ok := r.URL.Part(rfc1738.PartHost)
	if !ok || leads == "" {
		return false
	}
	site := siteOf(host)
	if siteOf(leads) == site {
		return false
	}
	original, _ := r.Unwrapped()
	return siteOf(urlhost.Of(original)) != site
}

// siteOf returns the registrable domain of a host, in lower case and, if UTS 46 maps it
// to ASCII, in ASCII. Without such a domain, as for an IP address, it returns the host in
// that form.
func siteOf(host string) string {
	if ascii, ok := idn.ToASCII(host); ok {
		host = ascii
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if _, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return host
	}
	return suffix.Domain(host)
}

// shownHost returns the host in a text that consists of a URL, or of a host with or
// without a path.
func shownHost(text string) string {
	text = strings.Trim(text, " \t\r\n\u00a0.,;:!?\"'`()<>[]{}«»“”‘’„")
	if strings.ContainsAny(text, " \t\r\n\u00a0") {
		return ""
	}
	if host := urlhost.Of(text); host != "" {
		return host
	}
	if strings.Contains(text, "://") {
		return ""
	}
	host := text[:octet.UpTo(text, "/?#")]
	if i := strings.LastIndexByte(host, ':'); i >= 0 && strings.Trim(host[i+1:], "0123456789") == "" {
		host = host[:i]
	}
	ascii, ok := idn.ToASCII(host)
	if !ok || !knownHost([]byte(ascii)) || strings.IndexByte(host, '@') >= 0 || isFileName(text, host) {
		return ""
	}
	return host
}

// isFileName reports whether text is more likely the name of a file than of a host, such
// as "readme.md".
func isFileName(text, host string) bool {
	name, extension, _ := strings.Cut(strings.ToLower(host), ".")
	return text == host && name != "www" && fileExtensions[extension]
}

// fileExtensions are top-level domains that are also suffixes of files.
var fileExtensions = octet.Words("ai app bz cc doc gz java md mm mov pl pm ps pub py rs sc sh so st tf zip")
