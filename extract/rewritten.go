package extract

import (
	"encoding/base64"
	"html"
	"net/url"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A rewriter is a program that writes links to itself in the place of others, which it redirects to.
type rewriter struct {
	name string
	// hosts are its hosts, in lower case, as patterns of path.Match, and path is what its links' paths begin with.
	hosts []string
	path  string
	// original gives the link that one of its links was made of, from what stands behind that path.
	original func(rest string) (string, bool)
}

// rewriters are those whose links tell what they were made of; many others' do not. A new one is one more entry, and a case
// in corpus/parse/unwrap.txt.
var rewriters = []rewriter{
	{"SafeLinks", []string{"*.safelinks.protection.outlook.com", "*.safelinks.protection.office365.us"}, "/", parameter("url")},
	{"urldefense-v1", []string{"urldefense.proofpoint.com", "urldefense.com"}, "/v1/url", parameter("u")},
	{"urldefense-v2", []string{"urldefense.proofpoint.com", "urldefense.com"}, "/v2/url", urldefense2},
	{"urldefense-v3", []string{"urldefense.proofpoint.com", "urldefense.com", "urldefense.us"}, "/v3/__", urldefense3},
	{"Google", []string{
		"google.com", "www.google.com", "www.google.??", "www.google.co.??", "www.google.com.??",
	}, "/url", parameter("q", "url")},
	{"Barracuda-LinkProtect", []string{"linkprotect.cudasvc.com"}, "/url", parameter("a")},
	{"Symantec-ClickTime", []string{"clicktime.symantec.com", "clicktime.cloud.postoffice.net"}, "/", parameter("u")},
	{"FireEye", []string{"protect.fireeye.com", "protect2.fireeye.com"}, "/", parameter("u")},
	{"Cisco", []string{"secure-web.cisco.com"}, "/", lastSegment},
	{"Facebook", []string{"l.facebook.com", "lm.facebook.com"}, "/l.php", parameter("u")},
}

// Unwrapped is the URL that a rewritten link was made of: by the filters of mail that send all links through their own
// host, such as SafeLinks, and by other known redirections. Links that were rewritten several times are followed to the
// first. Nothing is fetched. It is false for a URL that is no such link.
func (r Result) Unwrapped() (string, bool) {
	const times = 8
	if r.Err != nil || r.Cut {
		return "", false
	}
	text, found := "", false
	next, ok := unwrap(string(r.Text))
	for n := 0; ok && n < times && r.x.couldStand(next); n++ {
		text, found = next, true
		next, ok = unwrap(next)
	}
	return text, found
}

// couldStand is true for a text that would be a result if it stood bare.
func (x *Extractor) couldStand(text string) bool {
	n := schemeLength([]byte(text))
	if n == 0 || !strings.HasPrefix(text[n:], "://") || strings.ContainsFunc(text, unicode.IsControl) {
		return false
	}
	u, _, err := x.grammar.Lenient([]byte(text), nil)
	return err == nil && misfit(u) == nil
}

// unwrap gives the link that a rewritten one was made of.
func unwrap(text string) (string, bool) {
	start, end, stop := hostSpan(text)
	host, rest := strings.ToLower(text[start:end]), text[stop:]
	for _, rewriter := range rewriters {
		for _, pattern := range rewriter.hosts {
			behind, ok := strings.CutPrefix("/"+strings.TrimPrefix(rest, "/"), rewriter.path)
			whole := strings.HasSuffix(rewriter.path, "/") || strings.HasSuffix(rewriter.path, "_") ||
				behind == "" || behind[0] == '/' || behind[0] == '?'
			if match, _ := path.Match(pattern, host); match && ok && whole {
				if original, ok := rewriter.original(behind); ok {
					return original, true
				}
			}
		}
	}
	return "", false
}

// parameter gives the first parameter of a query that has one of names and a URL, with its escapes decoded.
func parameter(names ...string) func(rest string) (string, bool) {
	return func(rest string) (string, bool) {
		for _, name := range names {
			raw, _ := rawParameter(rest, name)
			if link, ok := unescape(html.UnescapeString(raw)); ok && strings.Contains(link, "://") {
				return link, true
			}
		}
		return "", false
	}
}

// rawParameter gives a parameter as it stands there. In the text of HTML the "&" between parameters is "&amp;".
func rawParameter(rest, name string) (string, bool) {
	_, query, _ := strings.Cut(rest, "?")
	query, _, _ = strings.Cut(query, "#")
	for field := range strings.SplitSeq(query, "&") {
		key, value, ok := strings.Cut(strings.TrimPrefix(field, "amp;"), "=")
		if ok && strings.EqualFold(key, name) {
			return value, true
		}
	}
	return "", false
}

// unescape decodes escapes. It is false for what gives no text.
func unescape(text string) (string, bool) {
	text, err := url.PathUnescape(text)
	return text, err == nil && utf8.ValidString(text)
}

// urldefense2 gives the link in one of version 2, which has "-" for "%" and "_" for "/".
func urldefense2(rest string) (string, bool) {
	raw, ok := rawParameter(rest, "u")
	if !ok {
		return "", false
	}
	link, ok := unescape(strings.NewReplacer("-", "%", "_", "/").Replace(raw))
	return html.UnescapeString(link), ok
}

// urldefense3 gives the link in one of version 3: "LINK__;BYTES!". Where LINK has a "*", the next of the characters that
// BYTES holds in base64 belongs there; where it has "**" and a digit of base64, so many of them and two more.
func urldefense3(rest string) (string, bool) {
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	link, tail, ok := cutLast(rest, "__;")
	encoded, _, ok2 := strings.Cut(tail, "!")
	if !ok || !ok2 {
		return "", false
	}
	bytes, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(encoded, "="))
	if err != nil || !utf8.Valid(bytes) {
		return "", false
	}
	chars := []rune(string(bytes))
	var b strings.Builder
	for i := 0; i < len(link); i++ {
		if link[i] != '*' {
			b.WriteByte(link[i])
			continue
		}
		n := 1
		if i+2 < len(link) && link[i+1] == '*' {
			digit := strings.IndexByte(digits, link[i+2])
			if digit < 0 {
				return "", false
			}
			n = digit + 2
			i += 2
		}
		if n > len(chars) {
			return "", false
		}
		b.WriteString(string(chars[:n]))
		chars = chars[n:]
	}
	return html.UnescapeString(twoSlashes(b.String())), true
}

// cutLast cuts text around the last sep.
func cutLast(text, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(text, sep); i >= 0 {
		return text[:i], text[i+len(sep):], true
	}
	return text, "", false
}

// twoSlashes gives a link back the second "/" behind its scheme, which is lost where a path is made tidy.
func twoSlashes(link string) string {
	scheme, rest, ok := strings.Cut(link, ":/")
	if ok && !strings.HasPrefix(rest, "/") && !strings.Contains(scheme, "/") {
		return scheme + "://" + rest
	}
	return link
}

// lastSegment gives the link in the last segment of a path, with its escapes decoded.
func lastSegment(rest string) (string, bool) {
	rest, _, _ = strings.Cut(rest, "?")
	rest = rest[strings.LastIndexByte(rest, '/')+1:]
	return unescape(rest)
}
