package rewrite

import (
	"encoding/base64"
	"encoding/json"
	"html"
	"net/url"
	"strings"
	"unicode/utf8"
)

// parameter returns a function that returns the first parameter of a query that has one of names and is a URL, with its escapes
// decoded.
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

// base64Parameter returns a function that returns the parameter of a query that is a URL in base64.
func base64Parameter(name string) func(rest string) (string, bool) {
	return func(rest string) (string, bool) {
		raw, _ := rawParameter(rest, name)
		encoded, ok := unescape(raw)
		if !ok {
			return "", false
		}
		return decoded(encoded)
	}
}

// rawParameter returns a parameter without decoding it. In HTML the "&" between parameters is "&amp;".
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

// unescape decodes escapes. It reports false if the result is not text.
func unescape(text string) (string, bool) {
	text, err := url.PathUnescape(text)
	return text, err == nil && utf8.ValidString(text)
}

// link returns text if it is a link. If its "://" is escaped, link returns the decoded text.
func link(text string) (string, bool) {
	if !strings.Contains(text, "://") {
		text, _ = unescape(text)
	}
	return text, strings.Contains(text, "://")
}

// base64Text decodes base64 in either alphabet, with or without padding.
func base64Text(encoded string) (string, bool) {
	encoded = strings.NewReplacer("+", "-", "/", "_").Replace(strings.TrimRight(encoded, "="))
	text, err := base64.RawURLEncoding.DecodeString(encoded)
	return string(text), err == nil && utf8.Valid(text)
}

// decoded returns the link somewhere inside encoded, which is in base64.
func decoded(encoded string) (string, bool) {
	text, ok := base64Text(encoded)
	if !ok {
		return "", false
	}
	return link(text)
}

// urldefense2 returns the original in a link of Proofpoint's version 2, which has "-" for "%" and "_" for "/".
func urldefense2(rest string) (string, bool) {
	raw, ok := rawParameter(rest, "u")
	if !ok {
		return "", false
	}
	link, ok := unescape(strings.NewReplacer("-", "%", "_", "/").Replace(raw))
	return html.UnescapeString(link), ok
}

// urldefense3 returns the original in a link of Proofpoint's version 3: "LINK__;BYTES!". Each "*" in LINK stands for the next of
// the characters that BYTES has in base64. "**" and a base64 digit stand for as many characters as the digit says, plus two.
func urldefense3(rest string) (string, bool) {
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	text, tail, ok := cutLast(rest, "__;")
	encoded, _, ok2 := strings.Cut(tail, "!")
	if !ok || !ok2 {
		return "", false
	}
	characters, ok := base64Text(encoded)
	if !ok {
		return "", false
	}
	left := []rune(characters)
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
				return "", false
			}
			n = digit + 2
			i += 2
		}
		if n > len(left) {
			return "", false
		}
		b.WriteString(string(left[:n]))
		left = left[n:]
	}
	return link(html.UnescapeString(twoSlashes(b.String())))
}

// threeLines returns the original in a link of Check Point, "___LINK___.TOKEN", with an optional region such as "r01/" before it.
// The "%" of an escape in LINK may be written as "*". A fragment follows the token.
func threeLines(rest string) (string, bool) {
	before, rest, ok := strings.Cut(rest, "___")
	text, token, ok2 := cutLast(rest, "___.")
	if !ok2 {
		text, ok2 = strings.CutSuffix(rest, "___")
	}
	if region := strings.TrimSuffix(before, "/"); !ok || !ok2 || strings.Trim(region, "r0123456789") != "" {
		return "", false
	}
	var b strings.Builder
	for i := range len(text) {
		if text[i] == '*' && i+2 < len(text) && isHex(text[i+1]) && isHex(text[i+2]) {
			b.WriteByte('%')
		} else {
			b.WriteByte(text[i])
		}
	}
	if _, fragment, ok := strings.Cut(token, "#"); ok {
		b.WriteString("#" + fragment)
	}
	return link(html.UnescapeString(twoSlashes(b.String())))
}

func isHex(b byte) bool { return '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'f' }

// cutLast cuts text around the last instance of sep.
func cutLast(text, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(text, sep); i >= 0 {
		return text[:i], text[i+len(sep):], true
	}
	return text, "", false
}

// twoSlashes returns a link with the second "/" after its scheme restored, which is lost if a path is cleaned.
func twoSlashes(link string) string {
	scheme, rest, ok := strings.Cut(link, ":/")
	if ok && !strings.HasPrefix(rest, "/") && !strings.Contains(scheme, "/") {
		return scheme + "://" + rest
	}
	return link
}

// firstSegment returns the link in the first segment of a path, with its escapes decoded.
func firstSegment(rest string) (string, bool) {
	segment, _, _ := strings.Cut(rest, "/")
	text, ok := unescape(segment)
	return text, ok && strings.Contains(text, "://")
}

// lastSegment returns the link in the last segment of a path, with its escapes decoded once or twice.
func lastSegment(rest string) (string, bool) {
	rest, _, _ = strings.Cut(rest, "?")
	text, ok := unescape(rest[strings.LastIndexByte(rest, '/')+1:])
	if !ok {
		return "", false
	}
	return link(text)
}

// segment returns a function that returns the link in the segment of a path that begins with prefix, with its escapes decoded.
func segment(prefix string) func(rest string) (string, bool) {
	return func(rest string) (string, bool) {
		for segment := range strings.SplitSeq(rest, "/") {
			if value, ok := strings.CutPrefix(segment, prefix); ok {
				text, ok := unescape(value)
				return text, ok && strings.Contains(text, "://")
			}
		}
		return "", false
	}
}

// starred returns the link after a "*", decoded if its ":" is escaped, as in Yahoo's links.
func starred(rest string) (string, bool) {
	_, text, _ := strings.Cut(rest, "*")
	text = strings.TrimPrefix(text, "-")
	if scheme, rest, ok := strings.Cut(text, "%3A//"); ok {
		text = scheme + "://" + rest
	}
	return link(html.UnescapeString(text))
}

// bing returns the original in a link of Bing. Its parameter is base64 after "a1", or, in advertisements, base64 of an escaped
// link.
func bing(rest string) (string, bool) {
	encoded, _ := rawParameter(rest, "u")
	return decoded(strings.TrimPrefix(encoded, "a1"))
}

// mandrill returns the original in a link of Mandrill, which has JSON in JSON in base64, or in older links a parameter.
func mandrill(rest string) (string, bool) {
	if link, ok := parameter("url")(rest); ok {
		return link, true
	}
	encoded, _ := rawParameter(rest, "p")
	text, _ := base64Text(encoded)
	var outer struct {
		P string `json:"p"`
	}
	var inner struct {
		URL string `json:"url"`
	}
	if json.Unmarshal([]byte(text), &outer) != nil || json.Unmarshal([]byte(outer.P), &inner) != nil {
		return "", false
	}
	return link(inner.URL)
}

// substack returns the original in a link of Substack, which has JSON in base64 before a "." and a signature.
func substack(rest string) (string, bool) {
	encoded, _, _ := strings.Cut(rest, ".")
	text, _ := base64Text(encoded)
	var claims struct {
		E string `json:"e"`
	}
	if json.Unmarshal([]byte(text), &claims) != nil {
		return "", false
	}
	return link(claims.E)
}
