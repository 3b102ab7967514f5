package document

import (
	"bytes"
	"encoding/ascii85"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/urlsift/urlsift/internal/octet"
)

// compressions maps filters of a stream to the names that the unpack function knows.
var compressions = map[string]string{"FlateDecode": "flate", "Fl": "flate", "LZWDecode": "lzw", "LZW": "lzw"}

// MaxStream is the maximum length of the decoded data of a stream.
const MaxStream = 64 << 20

var (
	// ErrFilter means that a stream has an unknown encoding.
	ErrFilter = errors.New("unknown filter")
	// ErrLong means that a stream is too long.
	ErrLong = fmt.Errorf("longer than %d MiB; the rest is not read", MaxStream>>20)
)

var pictures = octet.Words("DCTDecode DCT JPXDecode CCITTFaxDecode CCF JBIG2Decode")

// from85 decodes base 85, with blanks between the digits.
func from85(data []byte) []byte {
	data, _, _ = bytes.Cut(bytes.TrimPrefix(bytes.TrimSpace(data), []byte("<~")), []byte("~"))
	out, _ := io.ReadAll(ascii85.NewDecoder(bytes.NewReader(data)))
	return out
}

// unrun decodes run lengths: n bytes and one more follow a byte n below 128, and a byte
// to be repeated follows any other.
func unrun(data []byte) (out []byte) {
	const end, most = 128, MaxStream
	for i := 0; i < len(data) && data[i] != end && len(out) < most; {
		n := int(data[i]) + 1
		if i++; n <= end {
			out = append(out, data[i:min(len(data), i+n)]...)
			i += n
			continue
		}
		if i < len(data) {
			out = append(out, bytes.Repeat(data[i:i+1], 257-n+1)...)
			i++
		}
	}
	return out
}

// unpredicted decodes a predictor. In rows of TIFF each byte is a difference from that of
// the pixel before it. In PNG each row begins with its kind, and contains the differences
// to the bytes before and above. param returns a parameter.
func unpredicted(param func(key string) int, data []byte) []byte {
	const tiff, png = 2, 10
	number := func(key string, or int) int {
		if n := param(key); n > 0 {
			return min(n, 1<<16)
		}
		return or
	}
	predictor := number("Predictor", 1)
	if predictor != tiff && predictor < png {
		return data
	}
	bits := number("Colors", 1) * number("BitsPerComponent", 8)
	size, row := (bits+7)/8, (number("Columns", 1)*bits+7)/8
	row = min(row, len(data))
	if predictor == tiff { // of whole bytes
		for line := range slices.Chunk(data, max(row, 1)) {
			for i := size; i < len(line); i++ {
				line[i] += line[i-size]
			}
		}
		return data
	}
	out, above := make([]byte, 0, len(data)), make([]byte, row)
	for len(data) > 1 {
		kind, line := data[0], data[1:min(len(data), 1+row)]
		data = data[1+len(line):]
		at := len(out)
		out = append(out, line...)
		line = out[at:]
		for i := range line {
			var left, corner byte
			if i >= size {
				left, corner = line[i-size], above[i-size]
			}
			line[i] += predicted(kind, left, above[i], corner)
		}
		copy(above, line)
	}
	return out
}

// predicted returns the byte predicted by a kind of row.
func predicted(kind, left, above, corner byte) byte {
	switch kind {
	case 1:
		return left
	case 2:
		return above
	case 3:
		return byte((int(left) + int(above)) / 2)
	case 4:
		p := int(left) + int(above) - int(corner)
		a, b, c := abs(p-int(left)), abs(p-int(above)), abs(p-int(corner))
		switch {
		case a <= b && a <= c:
			return left
		case b <= c:
			return above
		}
		return corner
	}
	return 0
}

func abs[T int | float64](n T) T {
	if n < 0 {
		return -n
	}
	return n
}
