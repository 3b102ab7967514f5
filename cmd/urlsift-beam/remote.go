package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"sync"

	"cloud.google.com/go/storage"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/util/gcsx"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/feature/s3/manager"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/smithy-go"
	"github.com/bmatcuk/doublestar/v4"
	"google.golang.org/api/iterator"
)

// The file systems of the Beam SDK are not used. They take names of objects for URLs, so
// that "100%.mbox" cannot be read; match patterns in three ways; read objects only from
// their beginning; and cannot abort an upload.

// A bucket stores objects.
type bucket interface {
	// list returns the names with a prefix.
	list(ctx context.Context, prefix string) iter.Seq2[string, error]
	size(ctx context.Context, name string) (int64, error)
	// open opens size bytes of an object from an offset on, or all bytes from there if
	// size is negative. size is not 0.
	open(ctx context.Context, name string, offset, size int64) (io.ReadCloser, error)
	create(ctx context.Context, name string) (*newFile, error)
	remove(ctx context.Context, name string) error
}

// isRemote reports whether a name is that of an object, such as gs://bucket/name.
func isRemote(name string) bool { return strings.Contains(name, "://") }

// locate returns the bucket of an object, and the name of the object in it. at is the
// whole name up to that name.
func locate(whole string) (b bucket, at, name string, err error) {
	scheme, rest, _ := strings.Cut(whole, "://")
	in, name, _ := strings.Cut(rest, "/")
	at = scheme + "://" + in + "/"
	switch scheme {
	case "gs":
		client, err := gsClient()
		if err != nil {
			return nil, at, name, err
		}
		return gsBucket{client.Bucket(in)}, at, name, nil
	case "s3":
		client, err := s3Client()
		return s3Bucket{client, in}, at, name, err
	}
	return nil, at, name, fmt.Errorf("%s://: must be gs:// or s3://", scheme)
}

// namesOf returns the names of the objects with a prefix.
func namesOf(ctx context.Context, prefix string) (names []string, err error) {
	b, at, name, err := locate(prefix)
	if err != nil {
		return nil, err
	}
	for name, err := range b.list(ctx, name) {
		if err != nil {
			return nil, err
		}
		names = append(names, at+name)
	}
	return names, nil
}

// expandRemote returns the objects that match a pattern, or are in a folder that matches.
func (o *Options) expandRemote(ctx context.Context, whole string) (names []string, err error) {
	b, at, pattern, err := locate(whole)
	if err != nil {
		return nil, err
	}
	pattern = strings.TrimSuffix(pattern, "/")
	prefix := pattern
	if i := strings.IndexAny(pattern, `*?[{\`); i >= 0 {
		prefix = pattern[:i]
	}
	for name, err := range b.list(ctx, prefix) {
		switch {
		case err != nil:
			return nil, err
		case name == pattern: // even if it looks like a pattern
			return []string{whole}, nil
		case o.selects(pattern, name):
			names = append(names, at+name)
		}
	}
	if !doublestar.ValidatePattern(pattern) && names == nil {
		return nil, doublestar.ErrBadPattern
	}
	return names, nil
}

// selects reports whether a pattern matches an object or a folder that contains it. In
// such a folder, names that begin with a dot are hidden. A name that ends with a slash is
// a folder.
func (o *Options) selects(pattern, name string) bool {
	if strings.HasSuffix(name, "/") {
		return false
	}
	for at := 0; at <= len(name); at++ {
		if 0 < at && at < len(name) && name[at] != '/' {
			continue
		}
		if matched, _ := doublestar.Match(pattern, name[:at]); !matched && pattern != name[:at] {
			continue
		}
		below := strings.Split(strings.TrimPrefix(name[at:], "/"), "/")
		hidden := slices.ContainsFunc(below, func(part string) bool { return strings.HasPrefix(part, ".") })
		if at == len(name) || (o.Hidden || !hidden) && (o.MaxDepth == 0 || len(below) <= o.MaxDepth) {
			return true
		}
	}
	return false
}

type gsBucket struct{ *storage.BucketHandle }

// gsClient returns the client for Google Cloud Storage. Without credentials it reads
// public objects.
var gsClient = sync.OnceValues(newGSClient)

func newGSClient() (*storage.Client, error) {
	client, err := gcsx.NewClient(context.Background(), storage.ScopeReadWrite)
	if err != nil {
		client, err = gcsx.NewUnauthenticatedClient(context.Background())
	}
	return client, err
}

func (b gsBucket) list(ctx context.Context, prefix string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for objects := b.Objects(ctx, &storage.Query{Prefix: prefix}); ; {
			object, err := objects.Next()
			switch {
			case err == iterator.Done:
				return
			case err != nil:
				yield("", err)
				return
			case !yield(object.Name, nil):
				return
			}
		}
	}
}

func (b gsBucket) size(ctx context.Context, name string) (int64, error) {
	attrs, err := b.Object(name).Attrs(ctx)
	if err != nil {
		return 0, err
	}
	return attrs.Size, nil
}

// open opens the stored bytes. Otherwise an object stored with the content encoding gzip
// would be unpacked.
func (b gsBucket) open(ctx context.Context, name string, offset, size int64) (io.ReadCloser, error) {
	return b.Object(name).ReadCompressed(true).NewRangeReader(ctx, offset, size)
}

func (b gsBucket) create(ctx context.Context, name string) (*newFile, error) {
	ctx, cancel := context.WithCancel(ctx)
	w := b.Object(name).NewWriter(ctx)
	commit := func() error {
		defer cancel()
		return w.Close()
	}
	return &newFile{w, commit, cancel}, nil // an object exists when the writer has been closed
}

func (b gsBucket) remove(ctx context.Context, name string) error { return b.Object(name).Delete(ctx) }

type s3Bucket struct {
	client *s3.Client
	name   string
}

// s3Client returns the client for S3, configured by the environment. Servers other than
// Amazon's often have one host for all buckets.
var s3Client = sync.OnceValues(newS3Client)

func newS3Client() (*s3.Client, error) {
	c, err := config.LoadDefaultConfig(context.Background())
	return s3.NewFromConfig(c, func(o *s3.Options) {
		o.UsePathStyle = o.BaseEndpoint != nil
		// otherwise each range of an object would be a warning
		o.DisableLogOutputChecksumValidationSkipped = true
	}), err
}

// said returns an error of the service without the identifiers of the request.
func said(err error) error {
	var told smithy.APIError
	if errors.As(err, &told) {
		return errors.New(strings.TrimSuffix(told.ErrorCode()+": "+told.ErrorMessage(), ": "))
	}
	return err
}

func (b s3Bucket) list(ctx context.Context, prefix string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		pages := s3.NewListObjectsV2Paginator(b.client,
			&s3.ListObjectsV2Input{Bucket: &b.name, Prefix: &prefix})
		for pages.HasMorePages() {
			page, err := pages.NextPage(ctx)
			if err != nil {
				yield("", said(err))
				return
			}
			for _, object := range page.Contents {
				if !yield(aws.ToString(object.Key), nil) {
					return
				}
			}
		}
	}
}

func (b s3Bucket) size(ctx context.Context, name string) (int64, error) {
	head, err := b.client.HeadObject(ctx, &s3.HeadObjectInput{Bucket: &b.name, Key: &name})
	if err != nil {
		return 0, said(err)
	}
	return aws.ToInt64(head.ContentLength), nil
}

func (b s3Bucket) open(ctx context.Context, name string, offset, size int64) (io.ReadCloser, error) {
	in := &s3.GetObjectInput{Bucket: &b.name, Key: &name}
	if size > 0 {
		in.Range = aws.String(fmt.Sprintf("bytes=%d-%d", offset, offset+size-1))
	}
	out, err := b.client.GetObject(ctx, in)
	if err != nil {
		return nil, said(err)
	}
	return out.Body, nil
}

var errGivenUp = errors.New("given up")

func (b s3Bucket) create(ctx context.Context, name string) (*newFile, error) {
	r, w := io.Pipe()
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, err = manager.NewUploader(b.client).Upload(ctx,
			&s3.PutObjectInput{Bucket: &b.name, Key: &name, Body: r})
		err = said(err)
		r.CloseWithError(cmp.Or(err, io.ErrClosedPipe))
	}()
	end := func(why error) error {
		w.CloseWithError(why) // removes the parts uploaded so far
		<-done
		return err
	}
	return &newFile{w, func() error { return end(nil) }, func() { _ = end(errGivenUp) }}, nil
}

func (b s3Bucket) remove(ctx context.Context, name string) error {
	_, err := b.client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: &b.name, Key: &name})
	return said(err)
}
