//go:build !linux

package sift

import "os"

// openRegular opens a file that is most likely a regular one.
func openRegular(name string) (*os.File, error) { return os.Open(name) }
