package mail

import (
	"bytes"
	"strings"
)

// writtenFields are the header fields that people write, and so may mean a URL or an address by what has no scheme. Others have
// names of hosts and of messages.
var writtenFields = map[string]bool{
	"subject": true, "from": true, "to": true, "cc": true, "bcc": true, "reply-to": true, "sender": true, "followup-to": true,
	"mail-copies-to": true, "organization": true, "organisation": true, "summary": true, "keywords": true, "comments": true,
	"comment": true, "description": true, "content-description": true, "location": true, "x-url": true, "x-uri": true,
	"x-www": true, "x-homepage": true, "x-home-page": true, "x-web": true, "x-ftp": true, "x-archive": true,
}

// IsWritten reports whether people write what the header field of a name has, rather than programs. What looks like a URL without a
// scheme is one only there, and in a body, whose name is empty.
func IsWritten(field string) bool {
	return field == "" || writtenFields[strings.ToLower(field)]
}

// mayHold reports whether a URL can stand in the value of a header field.
func (w *walker) mayHold(field, value []byte) bool {
	return mayHoldURL(value) || w.reader.config.Schemeless && bytes.IndexByte(value, '.') > 0 && IsWritten(string(field))
}
