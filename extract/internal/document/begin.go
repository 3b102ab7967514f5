package document

import (
	"bytes"
	"strings"
)

// MayBegin reports whether more than head is needed to decide whether a document is of a format that IsPDF, IsRTF, IsTNEF,
// IsCompound, IsCMS or IsFolded detects. It is for a head that none of these functions accepts.
func MayBegin(head []byte) bool {
	for _, magic := range []string{"%PDF-", `{\rtf`, tnefMagic, compoundMagic} {
		if len(head) < len(magic) && strings.HasPrefix(magic, string(head)) {
			return true
		}
	}
	return mayBeCMS(head) || mayBeFolded(head)
}

// mayBeFolded reports whether IsFolded may accept head with more bytes after it.
func mayBeFolded(head []byte) bool {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	for _, begin := range []string{"BEGIN:VCALENDAR", "BEGIN:VCARD"} {
		if len(head) <= len(begin) && strings.EqualFold(string(head), begin[:len(head)]) {
			return true
		}
	}
	return false
}

// mayBeCMS reports whether IsCMS may accept head with more bytes after it: a sequence with a length, and an object identifier in
// it.
func mayBeCMS(head []byte) bool {
	if len(head) < 2 {
		return len(head) == 0 || head[0] == tagSequence
	}
	at := 2
	if head[1] > 0x80 {
		at += int(head[1] & 0x7f)
	}
	const most = 4 // bytes of a length
	return head[0] == tagSequence && at <= 2+most && (len(head) <= at || head[at] == tagObject && len(head) < at+2+len(oidAuthEnveloped))
}
