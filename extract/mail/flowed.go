package mail

import "bytes"

// A flowed joins the lines of format=flowed (RFC 3676, section 4.1): a line that ends in a blank goes on in the next, if that
// is quoted as deeply. With DelSp that blank is none.
type flowed struct {
	input
	output
	delSp bool
	depth int  // how deep the line is quoted
	flows bool // the line before ended in a blank
	begun bool // this line has begun: its quote marks were read
}

func (f *flowed) span(start, end int64) (int64, int64) {
	return f.from.span(f.offsets.span(start, end))
}

func (f *flowed) next() []byte {
	f.out = f.out[:0]
	for len(f.out) < most {
		if len(f.buf) == 0 && !f.more() {
			break
		}
		if !f.begun {
			f.begin()
			continue
		}
		f.line()
	}
	if len(f.out) == 0 {
		return nil
	}
	return f.out
}

// begin reads quote marks and a stuffed blank (section 4.4 and 4.5). Of a line that goes on with the one before they are
// dropped.
func (f *flowed) begin() {
	const deepest = 1 << 10
	n := 0
	for n < deepest && f.has(n+1) && f.buf[n] == '>' {
		n++
	}
	joined := f.flows && n == f.depth && !f.blank(n)
	if f.flows && !joined {
		f.newline() // a line may not flow into another depth
	}
	f.depth, f.begun, f.flows = n, true, false
	if !joined {
		f.take(&f.input, n)
		return
	}
	if f.has(n+1) && f.buf[n] == ' ' {
		n++
	}
	f.skip(n)
}

// blank reports whether nothing follows n quote marks. Such a line belongs to no paragraph.
func (f *flowed) blank(n int) bool {
	return !f.has(n+1) || f.buf[n] == '\n' || f.buf[n] == '\r'
}

// newline returns the line break that was held back.
func (f *flowed) newline() {
	f.lump(f.at, 0, 1)
	f.out = append(f.out, '\n')
}

// line returns the rest of a line, or what there is of it.
func (f *flowed) line() {
	n := bytes.IndexByte(f.buf, '\n')
	if n < 0 {
		f.piece()
		return
	}
	size := n + 1
	if n > 0 && f.buf[n-1] == '\r' {
		n--
	}
	if n == 0 || f.buf[n-1] != ' ' || f.signature(n) {
		f.take(&f.input, size)
		f.begun = false
		return
	}
	if f.delSp {
		n--
	}
	f.begun, f.flows = false, true
	f.take(&f.input, n)
	f.skip(size - n)
}

// piece returns the part of a line that is there, but for what may belong to its end.
func (f *flowed) piece() {
	n := len(f.buf)
	for n > 0 && len(f.buf)-n < 4 && (f.buf[n-1] == ' ' || f.buf[n-1] == '\r' || f.buf[n-1] == '-') {
		n--
	}
	if n > 0 {
		f.take(&f.input, n)
		return
	}
	if !f.more() {
		f.take(&f.input, len(f.buf))
	}
}

// signature reports whether it is the line "-- " before a signature (section 4.3).
func (f *flowed) signature(n int) bool {
	line := bytes.TrimPrefix(f.buf[:n], []byte(" "))
	return string(line) == "-- "
}
