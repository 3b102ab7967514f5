package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"cloud.google.com/go/storage"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/internal/testkit"
)

// In short tests, a server in memory replaces S3.
//
//ci:long
func TestObjectsAreReadAndWrittenAsFilesAre(t *testing.T) {
	server := httptest.NewServer(gofakes3.New(s3mem.New()).Server())
	defer server.Close()
	t.Setenv("AWS_REQUEST_CHECKSUM_CALCULATION", "when_required") // not supported by the server
	objectsAreAsFiles(t, useS3(t, server.URL))
}

//ci:long
func TestObjectsOfAServerForS3AreReadAndWrittenAsFilesAre(t *testing.T) {
	if !testkit.Long() {
		t.Skip("a server in memory stands for it")
	}
	versitygw := testkit.Program(t, "versitygw", "github.com/versity/versitygw/cmd/versitygw@v1.8.0")
	dir := t.TempDir()
	root, meta := filepath.Join(dir, "objects"), filepath.Join(dir, "attributes")
	require.NoError(t, os.Mkdir(root, 0o777))
	require.NoError(t, os.Mkdir(meta, 0o777))
	address := freeAddress(t)
	serve(t, address, exec.Command(versitygw, "--access", "x", "--secret", "secretly", "--port", address,
		"posix", "--sidecar", meta, root))
	// An address by name, since buckets get no hosts of their own.
	objectsAreAsFiles(t, useS3(t, "http://"+strings.Replace(address, "127.0.0.1", "localhost", 1)))
}

//ci:long
func TestObjectsOfAServerForGoogleAreReadAndWrittenAsFilesAre(t *testing.T) {
	if !testkit.Long() {
		t.Skip("what is common to all buckets is tested with a server in memory")
	}
	server := testkit.Program(t, "fake-gcs-server", "github.com/fsouza/fake-gcs-server@v1.56.0")
	address := freeAddress(t)
	host, port, _ := net.SplitHostPort(address)
	serve(t, address, exec.Command(server, "-scheme", "http", "-host", host, "-port", port, "-public-host",
		address, "-filesystem-root", t.TempDir(), "-log-level", "error"))
	t.Setenv("STORAGE_EMULATOR_HOST", address)
	defer func(old func() (*storage.Client, error)) { gsClient = old }(gsClient)
	gsClient = sync.OnceValues(newGSClient)
	client, err := gsClient()
	require.NoError(t, err)
	mail := client.Bucket("mail")
	require.NoError(t, mail.Create(t.Context(), "project", nil))
	objectsAreAsFiles(t, objects{"gs://mail/", func(name string, data []byte) error {
		w := mail.Object(name).NewWriter(t.Context())
		if strings.HasSuffix(name, ".gz") {
			w.ContentEncoding = "gzip" // as by gsutil cp -Z
		}
		if _, err := w.Write(data); err != nil {
			return err
		}
		return w.Close()
	}})
}

// freeAddress returns a loopback address on which no server listens.
func freeAddress(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	return l.Addr().String()
}

// serve runs a server until the test ends, and waits until it answers.
func serve(t *testing.T, address string, server *exec.Cmd) {
	var told bytes.Buffer
	server.Stdout, server.Stderr = &told, &told
	require.NoError(t, server.Start())
	ended := make(chan struct{})
	go func() {
		_ = server.Wait()
		close(ended)
	}()
	t.Cleanup(func() {
		_ = server.Process.Kill()
		<-ended
	})
	for {
		response, err := http.Get("http://" + address)
		if err == nil {
			response.Body.Close()
			return
		}
		select {
		case <-ended:
			t.Fatal(told.String())
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// objects is a bucket that a test fills.
type objects struct {
	at  string // prefix of the names of objects
	put func(name string, data []byte) error
}

// useS3 makes a bucket of a server for S3.
func useS3(t *testing.T, url string) objects {
	for name, value := range map[string]string{
		"AWS_ENDPOINT_URL":          url,
		"AWS_REGION":                "us-east-1",
		"AWS_ACCESS_KEY_ID":         "x",
		"AWS_SECRET_ACCESS_KEY":     "secretly",
		"AWS_EC2_METADATA_DISABLED": "true",
	} {
		t.Setenv(name, value)
	}
	old := s3Client
	t.Cleanup(func() { s3Client = old })
	s3Client = sync.OnceValues(newS3Client)
	client, err := s3Client()
	require.NoError(t, err)
	mail := "mail"
	_, err = client.CreateBucket(t.Context(), &s3.CreateBucketInput{Bucket: &mail})
	require.NoError(t, err)
	return objects{"s3://mail/", func(name string, data []byte) error {
		_, err := client.PutObject(t.Context(),
			&s3.PutObjectInput{Bucket: &mail, Key: &name, Body: bytes.NewReader(data)})
		return err
	}}
}

// objectsAreAsFiles fills a bucket and a folder with the same files, and requires the
// same output of the pipeline for both.
func objectsAreAsFiles(t *testing.T, bucket objects) {
	ctx, dir := t.Context(), archives(t)
	for i, name := range []string{
		"100%.txt", "p%20q.txt", "what?.txt", "x#y.txt", "plus+ and blank.txt", "straße.txt",
		"[list].txt", "[open.txt", "a/b.txt", "a.txt", ".hidden/x", "c/.hid",
	} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name),
			fmt.Appendf(nil, "http://%d.example/\n", i), 0o666))
	}
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		name, _ := filepath.Rel(dir, path)
		return bucket.put("in/"+name, data)
	}))
	require.NoError(t, bucket.put("in/marker/", nil))
	options := Options{RangeSize: 256 << 10, Shards: 2, Input: "auto", MaxURL: 64 << 10,
		Buckets: 1, Counts: true}

	t.Run("names", func(t *testing.T) {
		named := func(o Options, at, pattern string) (names []string) {
			r, err := o.reader()
			require.NoError(t, err)
			o.match(ctx, r, at+pattern, func(name string, err error) {
				names = append(names, fmt.Sprint(strings.TrimPrefix(name, at), " ", err))
			})
			return names
		}
		hidden, shallow := options, options
		hidden.Hidden, shallow.MaxDepth = true, 1
		for _, o := range []Options{options, hidden, shallow} {
			for _, pattern := range []string{
				"", "c", "c/", "*", "?.mbox", "*.mbox*", "[a-b]*", "**/*.txt", "*/*.txt", "{a,i}.mbox",
				"c/{d,e}.*", "100%.txt", "what?.txt", "[list].txt", "[open.txt", "c/.hid", "none",
				"no[ne", "a",
			} {
				require.Equal(t, named(o, dir+"/", pattern), named(o, bucket.at+"in/", pattern),
					"%q, hidden %t, depth %d", pattern, o.Hidden, o.MaxDepth)
			}
		}
	})

	t.Run("results", func(t *testing.T) {
		o := options
		o.Inputs, o.Output = []string{bucket.at + "in"}, bucket.at+"out/urls"
		status, err := run(ctx, o, nil, false, io.Discard)
		require.NoError(t, err)
		require.Equal(t, exitTrouble, status, "one is cut")
		same(t, byCommand(t, "--json", dir),
			strings.ReplaceAll(resultsIn(t, bucket.at+"out/", 2+2+4), bucket.at+"in/", dir+"/"))

		_, err = run(ctx, o, nil, false, io.Discard)
		require.ErrorContains(t, err, "out/urls-00000-of-00002.jsonl already exists; use --force to "+
			"replace it")
		o.Inputs, o.Shards = []string{bucket.at + "in/100%.txt", bucket.at + "in/none.txt",
			bucket.at + "in/*.html", strings.Replace(bucket.at, "mail", "nobody", 1) + "x"}, 1
		status, err = run(ctx, o, nil, true, io.Discard)
		require.NoError(t, err)
		require.Equal(t, exitTrouble, status, "two are not there")
		require.Equal(t, 3, strings.Count(resultsIn(t, bucket.at+"out/", 1+1+4), "\n"))
	})

	t.Run("an object that cannot be examined is a dead letter", func(t *testing.T) {
		var files []File
		(&inspectFn{Options: options}).ProcessElement(ctx, File{Name: bucket.at + "in/gone"},
			func(f File) { files = append(files, f) })
		require.Len(t, files, 1)
		require.NotEmpty(t, files[0].Problem)
		require.Zero(t, files[0].Size)
	})

	t.Run("what is given up leaves nothing", func(t *testing.T) {
		file, err := create(context.WithoutCancel(ctx), bucket.at+"in/given-up")
		require.NoError(t, err)
		_, err = file.Write(make([]byte, 12<<20))
		require.NoError(t, err)
		file.abort()
		names, err := namesOf(ctx, bucket.at+"in/given-up")
		require.NoError(t, err)
		require.Empty(t, names)
		if client, err := s3Client(); strings.HasPrefix(bucket.at, "s3:") {
			require.NoError(t, err)
			mail := "mail"
			uploads, err := client.ListMultipartUploads(ctx, &s3.ListMultipartUploadsInput{Bucket: &mail})
			require.NoError(t, err)
			require.Empty(t, uploads.Uploads)
		}
	})

	t.Run("a bucket may have many objects", func(t *testing.T) {
		n := testkit.Times(3, 1100) // a page of a list has 1000
		for i := range n {
			require.NoError(t, bucket.put(fmt.Sprintf("many/%d.txt", i), []byte("http://a.example/\n")))
		}
		names, err := options.expand(ctx, bucket.at+"many/*.txt")
		require.NoError(t, err)
		require.Len(t, names, n)
	})
}

// resultsIn returns the results in the shards of a folder that has count objects.
func resultsIn(t *testing.T, at string, count int) string {
	names, err := namesOf(t.Context(), at)
	require.NoError(t, err)
	require.Len(t, names, count, "%q", names)
	slices.Sort(names)
	var all strings.Builder
	for _, name := range names {
		if strings.HasPrefix(name, at+"urls-") {
			one, err := openWhole(t.Context(), name)
			require.NoError(t, err)
			_, err = io.Copy(&all, one)
			require.NoError(t, err)
			require.NoError(t, one.Close())
		}
	}
	return all.String()
}
