package sift

import (
	"bytes"
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

// A division finds the places at which a file can be divided.
type division struct {
	file io.ReaderAt
	size int64
	last func([]byte) int // see divider
	buf  []byte
}

func newDivision(file io.ReaderAt, size int64, format mail.Format, window int) *division {
	return &division{file, size, divider(format), make([]byte, window)}
}

// in returns the last place that is found in the window of the file that begins at an offset, after its first line, or 0.
func (d *division) in(at int64) (int64, error) {
	if _, err := d.file.ReadAt(d.buf, at); err != nil {
		return 0, err
	}
	line := bytes.IndexByte(d.buf, '\n') + 1
	if k := d.last(d.buf[line:]); line > 0 && k > 0 {
		return at + int64(line+k), nil
	}
	return 0, nil
}

// end returns the offset at which the part of a file that begins at start ends. It is the size of the file if that cannot be divided before.
// It is tried at longer and longer distances, so that little is read of a file that cannot be divided at all.
func (d *division) end(start, length int64) int64 {
	stride := length
	for at := start + length; at+int64(len(d.buf)) < d.size; at, stride = at+stride, min(2*stride, maxStride) {
		if place, err := d.in(at); err != nil {
			return d.size
		} else if place > 0 {
			return place
		}
	}
	return d.size
}

// dividable returns the format of a file, and reports whether it can be read in parts.
func (r *Reader) dividable(in *Input, file io.ReaderAt) (format mail.Format, parts bool) {
	if in.Format == mail.Auto {
		return r.Detect(file)
	}
	return in.Format, divider(in.Format) != nil
}
