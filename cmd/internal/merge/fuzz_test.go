package merge

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Whatever is merged, nothing panics, and lines that are no objects, counts or rows of a table come out as they are.
func FuzzMergedFiles(f *testing.F) {
	for _, text := range []string{
		"http://a.example/\n", "2 http://a.example/\n", `{"url":"x","start":1,"source":{"file":"a"}}` + "\n", `{"count":2,"url":"x"}` + "\n",
		"url,kind,strict,file,line,start,end,message_id,date\nx,bare,true,a,1,0,1,,\n", "count,url\n3,x\n", "a\x00b\x00", "", "{", "{}\n", "99999999999999999999 x\n",
	} {
		for _, other := range []string{text, "", "http://b.example/\n"} {
			f.Add([]byte(text), []byte(other))
		}
	}
	f.Fuzz(func(t *testing.T, a, b []byte) {
		dir := t.TempDir()
		names := []string{filepath.Join(dir, "a"), filepath.Join(dir, "b")}
		require.NoError(t, os.WriteFile(names[0], a, 0o666))
		require.NoError(t, os.WriteFile(names[1], b, 0o666))
		var out bytes.Buffer
		if err := Files(t.Context(), &out, names); err != nil || !bytes.HasPrefix(a, []byte("http://")) {
			return
		}
		require.Equal(t, string(a)+string(b), out.String())
	})
}
