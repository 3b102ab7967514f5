package export

import (
	"slices"
	"strings"

	"github.com/urlsift/urlsift/internal/octet"
	"github.com/urlsift/urlsift/internal/urlhost"
)

// surt returns the key by which web archives sort a URL (Sort-friendly URI Reordering
// Transform): for "http://www.Host.example:80/A/?b&a" it is "example,host)/a?a&b". Like
// the Wayback Machine, it omits the scheme, userinfo, "www." and default ports, and
// converts the rest to lower case. Session ids in paths and queries are kept.
func surt(url string) string {
	scheme, _, _ := strings.Cut(url, ":")
	start, end, _ := urlhost.Browsed(url)
	if start == end {
		return strings.ToLower(url)
	}
	host, rest := strings.ToLower(strings.Trim(url[start:end], ".")), url[end:]
	port := ""
	if strings.HasPrefix(rest, ":") {
		digits := len(rest[1:]) - len(strings.TrimLeft(rest[1:], octet.Digits))
		port, rest = rest[1:1+digits], rest[1+digits:]
	}
	if port != "" && strings.TrimLeft(port, "0") != defaultPorts[strings.ToLower(scheme)] {
		port = ":" + port
	} else {
		port = ""
	}
	path, query, _ := strings.Cut(rest, "?")
	key := reversed(withoutWWW(host)) + port + ")" + strings.ToLower(normalPath(path))
	if query != "" {
		fields := strings.Split(strings.ToLower(normalEscapes(query)), "&")
		slices.Sort(fields)
		key += "?" + strings.Join(fields, "&")
	}
	return key
}

var defaultPorts = map[string]string{"http": "80", "https": "443", "ftp": "21"}

// withoutWWW returns a host without a first label such as "www" or "www2", unless that is
// the whole host.
func withoutWWW(host string) string {
	label, rest, ok := strings.Cut(host, ".")
	if digits, is := strings.CutPrefix(label, "www"); ok && is && strings.Trim(digits, octet.Digits) == "" {
		return rest
	}
	return host
}

// reversed returns a host with its labels in reverse order, separated by commas. Web
// archives reverse IPv4 addresses, too.
func reversed(host string) string {
	labels := strings.Split(host, ".")
	slices.Reverse(labels)
	return strings.Join(labels, ",")
}

// normalPath returns a path without "." and "..", without empty segments, and without a
// final slash unless it is "/".
func normalPath(path string) string {
	var segments []string
	for segment := range strings.SplitSeq(normalEscapes(path), "/") {
		switch segment {
		case "", ".":
		case "..":
			segments = segments[:max(len(segments)-1, 0)]
		default:
			segments = append(segments, segment)
		}
	}
	return "/" + strings.Join(segments, "/")
}

// normalEscapes decodes the escapes of text, and those that decoding makes. Then it
// escapes the characters that a key must not contain.
func normalEscapes(text string) string {
	decoded := make([]byte, 0, len(text))
	for i := range len(text) {
		decoded = append(decoded, text[i])
		for n := len(decoded) - len("%41"); n >= 0; n = len(decoded) - len("%41") {
			c, ok := octet.Escaped(decoded, n, '%')
			if !ok {
				break
			}
			decoded = append(decoded[:n], c)
		}
	}
	var b strings.Builder
	for _, c := range decoded {
		if c <= ' ' || c >= 0x7f || c == '%' || c == '#' {
			b.Write(octet.AppendEscape(nil, "%", c))
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}
