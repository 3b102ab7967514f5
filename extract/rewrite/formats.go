package rewrite

import (
	"cmp"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"html"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/urlsift/urlsift/internal/octet"
)

// finders holds the functions that find the original of a link, by the names that
// rewriters.txt has for them.
var finders = map[string]func(rest string, args ...string) string{
	"parameter": parameter, "base64Parameter": base64Parameter, "claim": claim, "query": query,
	"lastField": lastField, "segment": segment, "lastSegment": lastSegment,
	"encodedSegment": encodedSegment, "afterSegment": afterSegment, "embedded": embedded, "fragment": fragment,
	"behind": behind, "behindAll": behindAll, "urldefense2": urldefense2, "urldefense3": urldefense3,
	"threeLines": threeLines, "starred": starred, "bing": bing, "mandrill": mandrill, "disqus": disqus,
}

// parameter returns the first parameter of a query that has one of names and is a URL,
// with its escapes decoded.
func parameter(rest string, names ...string) string {
	for _, name := range names {
		if link := link(unescape(html.UnescapeString(rawParameter(rest, name)))); link != "" {
			return link
		}
	}
	return ""
}

// base64Parameter returns the parameter of a query that is a URL in base64.
func base64Parameter(rest string, name ...string) string {
	return link(base64Text(unescape(rawParameter(rest, name[0]))))
}

// rawParameter returns a parameter without decoding it. In HTML the "&" between
// parameters is "&amp;".
func rawParameter(rest, name string) string {
	_, query, _ := strings.Cut(rest, "?")
	query, _, _ = strings.Cut(query, "#")
	for field := range strings.SplitSeq(query, "&") {
		key, value, ok := strings.Cut(strings.TrimPrefix(field, "amp;"), "=")
		if ok && strings.EqualFold(unescape(key), name) {
			return value
		}
	}
	return ""
}

// unescape decodes escapes. It returns "" if the result is not text.
func unescape(text string) string {
	text, err := url.PathUnescape(text)
	if err != nil || !utf8.ValidString(text) {
		return ""
	}
	return text
}

// link returns text if it is a link, and otherwise "". If its "://" is escaped, link
// returns the decoded text.
func link(text string) string {
	if !strings.Contains(text, "://") {
		text = unescape(text)
	}
	return ifLink(text)
}

// ifLink returns text if it is a link, and otherwise "".
func ifLink(text string) string {
	if !strings.Contains(text, "://") {
		return ""
	}
	return text
}

// base64Text decodes base64 in either alphabet, with or without padding. It returns "" if
// the result is not text.
func base64Text(encoded string) string {
	encoded = strings.NewReplacer("+", "-", "/", "_").Replace(strings.TrimRight(encoded, "="))
	text, err := base64.RawURLEncoding.DecodeString(encoded)
	if err != nil || !utf8.Valid(text) {
		return ""
	}
	return string(text)
}

// urldefense2 returns the original in a link of Proofpoint's version 2, which has "-" for
// "%" and "_" for "/".
func urldefense2(rest string, _ ...string) string {
	escaped := strings.NewReplacer("-", "%", "_", "/").Replace(rawParameter(rest, "u"))
	return html.UnescapeString(unescape(escaped))
}

// urldefense3 returns the original in a link of Proofpoint's version 3: "LINK__;BYTES!".
// Each "*" in LINK is replaced by the next character of BYTES, which is in base64. "**"
// and a base64 digit are replaced by as many characters as the digit's value plus two.
func urldefense3(rest string, _ ...string) string {
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	text, tail, _ := cutLast(rest, "__;")
	encoded, _, ok := strings.Cut(tail, "!")
	left := []rune(base64Text(encoded))
	if !ok || encoded != "" && len(left) == 0 {
		return ""
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '*' {
			b.WriteByte(text[i])
			continue
		}
		n := 1
		if i+2 < len(text) && text[i+1] == '*' {
			digit := strings.IndexByte(digits, text[i+2])
			if digit < 0 {
				return ""
			}
			n = digit + 2
			i += 2
		}
		if n > len(left) {
			return ""
		}
		b.WriteString(string(left[:n]))
		left = left[n:]
	}
	return link(html.UnescapeString(twoSlashes(b.String())))
}

// threeLines returns the original in a link of Check Point, "___LINK___.TOKEN", with an
// optional region such as "r01/" before it. The "%" of an escape in LINK may be written
// as "*". A fragment follows the token.
func threeLines(rest string, _ ...string) string {
	before, rest, ok := strings.Cut(rest, "___")
	text, token, ok2 := cutLast(rest, "___.")
	if !ok2 {
		text, ok2 = strings.CutSuffix(rest, "___")
	}
	if region := strings.TrimSuffix(before, "/"); !ok || !ok2 || strings.Trim(region, "r0123456789") != "" {
		return ""
	}
	original := []byte(text)
	for i := range original {
		if _, ok := octet.Escaped(text, i, '*'); ok {
			original[i] = '%'
		}
	}
	if i := strings.IndexByte(token, '#'); i >= 0 {
		original = append(original, token[i:]...)
	}
	return link(html.UnescapeString(twoSlashes(string(original))))
}

// cutLast cuts text around the last instance of sep.
func cutLast(text, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(text, sep); i >= 0 {
		return text[:i], text[i+len(sep):], true
	}
	return text, "", false
}

// twoSlashes returns a link with the second "/" after its scheme restored. Programs that
// clean paths remove it.
func twoSlashes(link string) string {
	scheme, rest, ok := strings.Cut(link, ":/")
	if ok && !strings.HasPrefix(rest, "/") && !strings.Contains(scheme, "/") {
		return scheme + "://" + rest
	}
	return link
}

// lastSegment returns the link in the last segment of a path, with its escapes decoded
// once or twice.
func lastSegment(rest string, _ ...string) string {
	rest, _, _ = strings.Cut(rest, "?")
	return link(unescape(rest[strings.LastIndexByte(rest, '/')+1:]))
}

// segment returns the link in the first segment of a path, or in the first that begins
// with a prefix, with its escapes decoded.
func segment(rest string, prefix ...string) string {
	for segment := range strings.SplitSeq(rest, "/") {
		if value, ok := strings.CutPrefix(segment, strings.Join(prefix, "")); ok {
			return ifLink(unescape(value))
		}
	}
	return ""
}

// starred returns the link after a "*", decoded if its ":" is escaped, as in Yahoo's
// links.
func starred(rest string, _ ...string) string {
	_, text, _ := strings.Cut(rest, "*")
	return link(html.UnescapeString(strings.Replace(strings.TrimLeft(text, "*-"), "%3A//", "://", 1)))
}

// bing returns the original in a link of Bing. Its parameter is base64 after "a1", or, in
// advertisements, base64 of an escaped link.
func bing(rest string, _ ...string) string {
	return link(base64Text(strings.TrimPrefix(unescape(rawParameter(rest, "u")), "a1")))
}

// mandrill returns the original in a link of Mandrill: in JSON in JSON in base64, or in
// older links in a parameter.
func mandrill(rest string, _ ...string) string {
	if link := parameter(rest, "url"); link != "" {
		return link
	}
	var outer struct {
		P string `json:"p"`
	}
	var inner struct {
		URL string `json:"url"`
	}
	if json.Unmarshal([]byte(base64Text(rawParameter(rest, "p"))), &outer) != nil ||
		json.Unmarshal([]byte(outer.P), &inner) != nil {
		return ""
	}
	return link(inner.URL)
}

// claim returns the link under a key of JSON in base64. A segment of a path is that
// base64, or it is one of the fields of a token (RFC 7519) in the segment.
func claim(rest string, key ...string) string {
	token := rest[:octet.UpTo(rest, "/?#")]
	for field := range strings.SplitSeq(token, ".") {
		var claims map[string]any
		if json.Unmarshal([]byte(base64Text(unescape(field))), &claims) == nil {
			if text, ok := claims[key[0]].(string); ok {
				return link(text)
			}
		}
	}
	return ""
}

// encodedSegment returns the link in base64 or hexadecimal digits in one of the segments
// of a path.
func encodedSegment(rest string, _ ...string) string {
	for segment := range strings.SplitSeq(rest[:octet.UpTo(rest, "?#")], "/") {
		decoded, _ := hex.DecodeString(segment)
		if text := link(cmp.Or(string(decoded), base64Text(unescape(segment)))); text != "" {
			return text
		}
	}
	return ""
}

// fragment returns the link that is the fragment.
func fragment(rest string, _ ...string) string {
	_, text, _ := strings.Cut(rest, "#")
	return link(text)
}

// query returns the link that is the whole query, escaped or not.
func query(rest string, _ ...string) string {
	_, text, _ := strings.Cut(rest, "?")
	if original := link(html.UnescapeString(text)); schemeFirst(original) {
		return original
	}
	return parameter(rest, "url")
}

// schemeFirst reports whether text begins with a scheme and "://".
func schemeFirst(text string) bool {
	scheme, _, ok := strings.Cut(text, "://")
	return ok && scheme != "" && strings.Trim(strings.ToLower(scheme),
		"abcdefghijklmnopqrstuvwxyz0123456789+.-") == ""
}

// behind returns the link in the first segment of a path, which is escaped and lacks its
// scheme.
func behind(rest string, scheme ...string) string {
	text := unescape(rest[:octet.UpTo(rest, "/?#")])
	if text == "" {
		return ""
	}
	return scheme[0] + text
}

// behindAll returns the link that is all of the text and lacks its scheme.
func behindAll(rest string, scheme ...string) string { return scheme[0] + rest }

// afterSegment returns the link after the first segment of a path.
func afterSegment(rest string, _ ...string) string {
	_, text, _ := strings.Cut(rest, "/")
	return link(unescape(text))
}

// embedded returns the link after a "/" of a path, which is not escaped.
func embedded(rest string, _ ...string) string {
	rest = "/" + rest
	for _, scheme := range []string{"/https:/", "/http:/"} {
		if i := strings.Index(rest, scheme); i >= 0 {
			return twoSlashes(rest[i+1:])
		}
	}
	return ""
}

// lastField returns the link in the last field of a query, which has no name.
func lastField(rest string, _ ...string) string {
	_, text, _ := cutLast(html.UnescapeString(rest), "&")
	return link(text)
}

// disqus returns the original in a link of Disqus, which may have ":" and a signature
// after it.
func disqus(rest string, _ ...string) string {
	text := parameter(rest, "url")
	original, signature, _ := cutLast(text, ":")
	if strings.HasPrefix(signature, "//") {
		return text
	}
	return ifLink(original)
}
