package document

import (
	"bytes"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

// A Style drops the names of namespaces from a style sheet (CSS Namespaces, section 2):
//
//	@namespace svg url(http://www.w3.org/2000/svg);
type Style struct{}

const namespaceRule = "@namespace"

// IsStyle reports whether a document that begins with head is a style sheet with
// namespaces. Only comments and rules without blocks precede these.
func IsStyle(head decode.Head) bool {
	for head = head.AfterBlanks(); !head.Starts(namespaceRule); head = head.AfterBlanks() {
		end := ";"
		if head.Starts("/*") {
			end = "*/"
		} else if !head.Starts("@charset") && !head.Starts("@import") {
			return false
		}
		if !head.Contains(end) {
			return false
		}
		_, head.Text, _ = bytes.Cut(head.Text, []byte(end))
	}
	return true
}

func (Style) next(t *Texts) {
	const longest = 1 << 10
	if text, _, _ := bytes.Cut(t.Buf, []byte{namespaceRule[0]}); len(text) > 0 {
		t.Take(&t.Input, len(text))
		return
	}
	t.Has(longest)
	n := bytes.IndexByte(t.Buf[:min(len(t.Buf), longest)], ';')
	if n < 0 || !bytes.HasPrefix(t.Buf, []byte(namespaceRule)) {
		t.Take(&t.Input, 1)
		return
	}
	t.Skip(n)
}
