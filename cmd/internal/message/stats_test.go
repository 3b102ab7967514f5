package message

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/extract/sift"
)

// Skipped types are counted separately up to a limit, which bounds memory.
func TestSkippedTypesAreCountedUpToALimit(t *testing.T) {
	s := NewStats()
	for range 3 {
		for i := range maxSkipped + 10 {
			s.Skip(&sift.Skipped{Type: fmt.Sprintf("a/%d", i), Why: "unknown"})
		}
	}
	require.LessOrEqual(t, len(s.skipped), maxSkipped+1)
	require.Equal(t, 3, s.skipped["unknown (a/7)"], "what is known is still counted")
	require.Equal(t, 30, s.skipped["others"])
	var out bytes.Buffer
	s.Print(&out, nil, time.Second)
	require.Equal(t, 1, strings.Count(out.String(), "urlsift: skipped "))
	require.Contains(t, out.String(), "3 unknown (a/0), ")
	require.Contains(t, out.String(), " others\n")
	require.Contains(t, out.String(), "read 0 bytes of 0 files in 1.00 s\n")
	s.bytes = 1e6
	s.Print(&out, nil, time.Second)
	require.Contains(t, out.String(), "read 1000000 bytes of 0 files in 1.00 s, 1 MB/s\n")
}
