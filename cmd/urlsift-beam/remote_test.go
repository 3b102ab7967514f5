package main

import (
	"bytes"
	"io"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"github.com/stretchr/testify/require"
)

// Objects are read in ranges, and written, as files are. What stands for S3 is a server in memory.
func TestObjectsAreReadAsFilesAre(t *testing.T) {
	backend := s3mem.New()
	server := httptest.NewServer(gofakes3.New(backend).Server())
	defer server.Close()
	for name, value := range map[string]string{
		"AWS_ENDPOINT_URL": server.URL, "AWS_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": "x", "AWS_SECRET_ACCESS_KEY": "y",
		"AWS_REQUEST_CHECKSUM_CALCULATION": "when_required", "AWS_EC2_METADATA_DISABLED": "true",
	} {
		t.Setenv(name, value)
	}
	require.NoError(t, backend.CreateBucket("mail"))
	dir := archives(t)
	var names []string
	for _, name := range []string{"a.mbox", "b.mbox.gz", "f.txt", "g-cut.mbox.gz", "i.mbox"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		_, err = backend.PutObject("mail", "in/"+name, nil, bytes.NewReader(data), int64(len(data)), nil)
		require.NoError(t, err)
		names = append(names, filepath.Join(dir, name))
	}
	o := Options{Inputs: []string{"s3://mail/in/*"}, Output: "s3://mail/out/urls", RangeSize: 256 << 10, Shards: 2, Input: "auto", MaxURL: 64 << 10, Buckets: 1, Counts: true}
	_, err := run(t.Context(), o, nil, false, io.Discard)
	require.NoError(t, err)

	list, err := backend.ListBucket("mail", nil, gofakes3.ListBucketPage{})
	require.NoError(t, err)
	var got strings.Builder
	count := 0
	for _, object := range list.Contents {
		if strings.HasPrefix(object.Key, "in/") {
			continue
		}
		require.True(t, strings.HasPrefix(object.Key, "out/urls"), "%s is left over", object.Key)
		count++
		if strings.HasPrefix(object.Key, "out/urls-") {
			one, err := backend.GetObject("mail", object.Key, nil)
			require.NoError(t, err)
			_, err = io.Copy(&got, one.Contents)
			require.NoError(t, err)
		}
	}
	require.Equal(t, 2+2+4, count)
	same(t, byCommand(t, append([]string{"--json"}, names...)...), strings.ReplaceAll(got.String(), "s3://mail/in/", dir+"/"))
}
