package printable

import (
	"encoding/csv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFieldsAreQuotedAsEncodingCSVDoes(t *testing.T) {
	for _, field := range []string{"", "a", "a,b", `a"b`, " a", "\u00a0a", `\.`, `"`, "http://h/", "é"} {
		var b strings.Builder
		w := csv.NewWriter(&b)
		require.NoError(t, w.Write([]string{field, "x"}))
		w.Flush()
		require.Equal(t, strings.TrimSuffix(b.String(), ",x\n"), string(AppendCell(nil, field, ',')))
	}
}
