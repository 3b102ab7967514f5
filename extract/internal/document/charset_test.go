package document

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/extract/internal/decode"
)

func TestTheCharsetOfEachCodePageCanBeDecoded(t *testing.T) {
	for page, charset := range codePages {
		require.True(t, decode.KnownCharset(charset), page)
	}
	for page, text := range map[int]string{437: "\x82", 866: "\xa0", 932: "\x82\xa0", 936: "\xd6\xd0", 949: "\xb0\xa1", 950: "\xa4\xa4", 1251: "\xf0", 1252: "\xe9", 10000: "\x8e", 65001: "é"} {
		want := map[int]string{437: "é", 866: "а", 932: "あ", 936: "中", 949: "가", 950: "中", 1251: "р", 1252: "é", 10000: "é", 65001: "é"}[page]
		require.Equal(t, want, string(decode.Append(nil, codePages[page], []byte(text))), page)
	}
}
