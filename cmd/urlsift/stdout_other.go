//go:build !unix

package main

import (
	"io"
	"os"
)

func standardOutput() io.Writer { return os.Stdout }
