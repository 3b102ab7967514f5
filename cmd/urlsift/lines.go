package main

import (
	"bytes"
	"io"
	"sort"
)

// A lineIndex counts the lines of what is read through it, and tells on which line an offset stands. It remembers where the
// lines begin that were read last, since what is asked for lies not far behind.
type lineIndex struct {
	r      io.Reader
	offset int64   // how far r was read
	before int     // lines that were forgotten
	starts []int64 // where the lines begin that are remembered
}

// What is asked for lies less than nearBytes behind what was read. Lines before that are forgotten when they are many.
const (
	nearBytes = 4 << 20
	manyLines = 1 << 16
)

func newLineIndex(r io.Reader) *lineIndex { return &lineIndex{r: r, starts: []int64{0}} }

func (x *lineIndex) Read(p []byte) (int, error) {
	n, err := x.r.Read(p)
	for i := 0; ; {
		k := bytes.IndexByte(p[i:n], '\n')
		if k < 0 {
			break
		}
		i += k + 1
		x.starts = append(x.starts, x.offset+int64(i))
	}
	x.offset += int64(n)
	if half := len(x.starts) / 2; half > manyLines && x.starts[half] < x.offset-nearBytes {
		x.before += half
		x.starts = x.starts[:copy(x.starts, x.starts[half:])]
	}
	return n, err
}

// at gives the line and the column of an offset, from 1.
func (x *lineIndex) at(offset int64) (line, column int) {
	i := sort.Search(len(x.starts), func(i int) bool { return x.starts[i] > offset })
	i = max(i, 1)
	return x.before + i, int(offset-x.starts[i-1]) + 1
}

// breaks gives how many line feeds have been read.
func (x *lineIndex) breaks() int { return x.before + len(x.starts) - 1 }
