package urljson

import (
	"bytes"
	"unicode/utf8"

	"github.com/urlsift/urlsift/extract/sift"
	"github.com/urlsift/urlsift/scan"
)

// Lines is the number of lines around a URL's own line to include.
type Lines struct{ Before, After int }

// Around returns the decoded text before and after a URL, on its own line and others, at
// most [scan.MaxAround] bytes of each. Lines end in "\n". Both texts are empty for the
// value of an HTML attribute.
func (l *Lines) Around(r *sift.Result) (before, after string) {
	left, right := r.Around(l.Before, l.After, scan.MaxAround)
	left, right = Whole(left, right, scan.MaxAround)
	return unixLines(left), unixLines(right)
}

// Whole returns the texts left and right of a place, without partial characters at their
// outer ends. A text of length most was cut.
func Whole(left, right []byte, most int) (wholeLeft, wholeRight []byte) {
	cut := len(left) == most
	for i := 0; cut && i < utf8.UTFMax-1 && !utf8.RuneStart(left[0]); i++ {
		left = left[1:]
	}
	cut = len(right) == most
	for i := 1; cut && i <= utf8.UTFMax; i++ {
		if last := right[len(right)-i:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				right = right[:len(right)-i]
			}
			break
		}
	}
	return left, right
}

// unixLines returns text with lines that end in "\n".
func unixLines(text []byte) string {
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	return string(bytes.ReplaceAll(text, []byte("\r"), []byte("\n")))
}

// appendContext appends ,"context":{...}.
func (e *Encoder) appendContext(b []byte, r *sift.Result) []byte {
	before, after := e.Around.Around(r)
	b = AppendString(append(b, `,"context":{"before":`...), e.Text(before))
	return append(AppendString(append(b, `,"after":`...), e.Text(after)), '}')
}
