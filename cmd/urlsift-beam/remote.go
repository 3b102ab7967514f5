package main

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"strings"
	"sync"

	"cloud.google.com/go/storage"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/util/gcsx"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

// The file systems of the Beam SDK read objects from their beginning only. For ranges the clients that they use are asked.

// gsClient returns the client for Google Cloud Storage. Without credentials it reads what is public.
var gsClient = sync.OnceValues(func() (*storage.Client, error) {
	client, err := gcsx.NewClient(context.Background(), storage.ScopeReadOnly)
	if err != nil {
		client, err = gcsx.NewUnauthenticatedClient(context.Background())
	}
	return client, err
})

func rangeOfGS(ctx context.Context, name string, offset, size int64) (io.ReadCloser, error) {
	client, err := gsClient()
	if err != nil {
		return nil, err
	}
	bucket, object, err := gcsx.ParseObject(name)
	if err != nil {
		return nil, err
	}
	return client.Bucket(bucket).Object(object).NewRangeReader(ctx, offset, size)
}

// s3Client returns the client for S3, as the environment configures it.
var s3Client = sync.OnceValues(func() (*s3.Client, error) {
	c, err := config.LoadDefaultConfig(context.Background())
	return s3.NewFromConfig(c), err
})

func rangeOfS3(ctx context.Context, name string, offset, size int64) (io.ReadCloser, error) {
	client, err := s3Client()
	if err != nil {
		return nil, err
	}
	where, err := url.Parse(name)
	if err != nil {
		return nil, err
	}
	out, err := client.GetObject(ctx, &s3.GetObjectInput{
		Bucket: aws.String(where.Host), Key: aws.String(strings.TrimPrefix(strings.TrimPrefix(name, "s3://"+where.Host), "/")),
		Range: aws.String(fmt.Sprintf("bytes=%d-%d", offset, offset+size-1)),
	})
	if err != nil {
		return nil, err
	}
	return out.Body, nil
}
