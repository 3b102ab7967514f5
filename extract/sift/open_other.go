//go:build !linux

package sift

import (
	"io"
	"os"
)

// openRegular opens a file that is most likely regular.
func openRegular(name string) (io.ReadCloser, error) { return os.Open(name) }
