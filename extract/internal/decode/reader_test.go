package decode

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTextWithoutAColonInAWordHoldsNoURL(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "no": false, "Re: x": false, "a:": false, "12:34": false, "12:34:56": false, "a:b": true,
		"1:b": true, "a:1": true, ":1": true,
		"<http: //a.example/>": true, "x: <a": false, "12:34 a:b": true, "x: y: z:a": true, "<x:": false,
	} {
		require.Equal(t, want, MayHoldURL([]byte(text)), text)
	}
}
