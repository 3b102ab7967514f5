package extract

import (
	"bytes"
	"strings"

	"github.com/urlsift/urlsift/internal/octet"
	"github.com/urlsift/urlsift/scan"
)

// ampersand is the form of "&" in markup.
var ampersand = []byte("&amp;")

// dereference replaces each "&amp;" of a URL by "&" where markup or a program has escaped
// the text: in angle brackets, in the value of an attribute, or in an element that
// consists of the URL. Elsewhere the text may be meant literally.
func (x *Finder) dereference(r *Result) {
	if bytes.IndexByte(x.text, '&') < 0 || !bytes.Contains(x.text, ampersand) || !x.inMarkup(r) {
		return
	}
	depth := x.depth()
	text, folds := make([]byte, 0, len(x.text)), make([]scan.Fold, 0, len(x.folds))
	old := x.folds
	for i := 0; i < len(x.text); i++ {
		for ; len(old) > 0 && old[0].At <= i; old = old[1:] {
			f := old[0]
			f.At = len(text)
			folds = append(folds, f)
		}
		text = append(text, x.text[i])
		if x.text[i] != '&' {
			continue
		}
		for range depth {
			if bytes.HasPrefix(x.text[i+1:], ampersand[1:]) {
				i += len(ampersand) - 1
			}
		}
	}
	x.text, x.folds, r.Escaped = text, folds, true
}

// depth returns how often the text of the candidate has been escaped. A quote that is
// escaped, or a tag around one, was escaped together with the references of the page.
func (x *Finder) depth() int {
	const near = 256
	before := []byte(plainAmpersand.Replace(string(x.scanner.Before(near))))
	tag := bytes.LastIndex(before, []byte("&lt;"))
	if !x.inBrackets() && (bytes.HasSuffix(before, []byte(";")) ||
		tag > bytes.LastIndexByte(before, '<')) {
		return 2
	}
	return 1
}

// inBrackets reports whether the candidate is in angle brackets.
func (x *Finder) inBrackets() bool {
	return x.candidate.Kind == scan.Angle || x.candidate.Kind == scan.Wrapped
}

// inMarkup reports whether the text around the candidate shows that "&amp;" means "&" in
// it.
func (x *Finder) inMarkup(r *Result) bool {
	const near = 24
	before := plainMarks.Replace(plainAmpersand.Replace(string(x.scanner.Before(near))))
	if x.inBrackets() || strings.HasSuffix(before, "<") {
		return true
	}
	if name := strings.TrimRight(before, `"'`); len(name) < len(before) {
		n := len(name)
		return n > 1 && name[n-1] == '=' && octet.Alnum[name[n-2]]
	}
	if !strings.HasSuffix(before, ">") {
		return false
	}
	_, after := x.scanner.Around(r.Start, r.End, 0, 0, near)
	return strings.HasPrefix(plainMarks.Replace(plainAmpersand.Replace(string(after))), "</")
}

// plainAmpersand decodes the escapes of "&" before [plainMarks].
var plainAmpersand = strings.NewReplacer(`\u0026`, "&", `\x26`, "&")

// plainMarks decodes escapes of brackets, quotes and slashes, and the "=" of
// quoted-printable.
var plainMarks = strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u003C`, "<", `\u003E`, ">",
	`\u0022`, `"`, `\u0027`, "'", `&lt;`, "<", `&gt;`, ">", `&quot;`, `"`, `&#34;`, `"`, `&#39;`, "'",
	`\x22`, `"`, `\x27`, "'", `\x3c`, "<", `\x3e`, ">", `\`, "", "=3D", "=")
