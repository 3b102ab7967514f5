package sift

import (
	"io"

	"github.com/urlsift/urlsift/extract/internal/texts"
	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/scan"
)

// divider returns a function that finds the last index at which a part of a file of the given format can be divided, or nil if such
// files cannot be divided.
func divider(format mail.Format) func([]byte) int {
	if format == mail.Plain {
		return scan.SafeCut
	}
	return texts.Divider(format)
}

const (
	// window is how much of a file is examined to find where it can be divided.
	window = 64 << 10
	// maxStride is the longest distance between two places at which a part is tried to be divided.
	maxStride = 64 << 20
)

// divide returns the offset at which the part of a file that begins at start ends. It is size if the file cannot be divided before. It is
// tried at longer and longer distances, so that little is read of a file that cannot be divided at all.
func divide(file io.ReaderAt, start, size, length int64, buf []byte, safe func([]byte) int) int64 {
	stride := length
	for at := start + length; at+int64(len(buf)) < size; at, stride = at+stride, min(2*stride, maxStride) {
		n, err := file.ReadAt(buf, at)
		if err != nil {
			return size
		}
		line := 0
		for line < n && buf[line] != '\n' {
			line++
		}
		if k := safe(buf[line:n]); k > 0 {
			return at + int64(line+k)
		}
	}
	return size
}
