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
}
