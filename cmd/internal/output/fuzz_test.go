package output

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

// Merging any input does not panic, and lines declared as such are copied unchanged.
func FuzzMergeLeavesLinesAsTheyAre(f *testing.F) {
	for _, text := range []string{
		"http://a.example/\n", "2 http://a.example/\n",
		`{"url":"x","start":1,"source":{"file":"a"}}` + "\n", `{"count":2,"url":"x"}` + "\n",
		"url,kind,strict,file,line,start,end,message_id,date\nx,bare,true,a,1,0,1,,\n",
		"count,url\n3,x\n", "a\x00b\x00", "", "{", "{}\n", "99999999999999999999 x\n",
	} {
		for _, other := range []string{text, "", "http://b.example/\n"} {
			f.Add([]byte(text), []byte(other))
		}
	}
	f.Fuzz(func(t *testing.T, a, b []byte) {
		var out bytes.Buffer
		require.Error(t, Merge(t.Context(), &out, files(t, string(a), string(b))), "they name no shards")
		a, b = append(a, '\n'), append(b, '\n')
		merge := func(o Options) error {
			out.Reset()
			return Merge(t.Context(), &out, files(t, named(o, string(a), 1, 2), named(o, string(b), 2, 2)))
		}
		merge(Options{End: '\n', Format: csvTable, Count: true, By: "url"})
		merge(Options{Format: jsonLines, Count: true})
		require.NoError(t, merge(plain))
		require.Equal(t, string(a)+string(b), out.String())
	})
}
