package mail

import (
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

// Whatever stands in a text of any charset, it decodes to the same however it is read, and its spans are in order.
func FuzzCharsetsMayBeCutAnywhere(f *testing.F) {
	for _, label := range []string{
		"iso-2022-jp", "utf-7", "utf-16", "utf-16be", "utf-32", "gb18030", "hz-gb-2312", "big5", "euc-kr", "iso-2022-kr", "shift_jis", "euc-jp", "koi8-r",
		"windows-1252", "utf-8", "us-ascii", "x-unknown", "",
	} {
		f.Add(label, "see http://a.example/ \x1b$B$\"\x1b(B ~{Ve~} +MEI- \xa4\xa2\xff\xfe\x00h\x80\x0e\x0f")
	}
	f.Fuzz(func(t *testing.T, label, text string) {
		mail := "From: a@host.example\nContent-Type: text/plain; charset=\"" + label + "\"\n\n" + text
		require.Equal(t, describe(t, strings.NewReader(mail)), describe(t, iotest.OneByteReader(strings.NewReader(mail))))
		checkSpans(t, mail, ignore)
	})
}
