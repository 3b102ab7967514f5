package decode

import "bytes"

// A Flowed joins the lines of format=flowed with DelSp (RFC 3676, section 4.1): a line
// that ends in a blank, which is dropped, continues on the next if both are quoted at the
// same depth.
type Flowed struct {
	Filter
	depth int  // the quote depth of the line
	flows bool // the previous line ended in a blank
	begun bool // the quote marks of this line have been read
}

func (f *Flowed) Next() []byte { return f.filter(func() int { return 0 }, f.step) }

// step reads the beginning or the rest of a line.
func (f *Flowed) step() {
	if f.begun {
		f.line()
	} else {
		f.begin()
	}
}

// begin reads quote marks and a stuffed blank (sections 4.4 and 4.5). They are dropped if
// the line continues the one before.
func (f *Flowed) begin() {
	const deepest = 1 << 10
	n := 0
	for n < deepest && f.Has(n+1) && f.Buf[n] == '>' {
		n++
	}
	joined := f.flows && n == f.depth && !f.blank(n)
	if f.flows && !joined {
		f.newline() // a line does not flow into a line of another depth
	}
	f.depth, f.begun, f.flows = n, true, false
	if !joined {
		f.Take(&f.Input, n)
		return
	}
	if f.Has(n+1) && f.Buf[n] == ' ' {
		n++
	}
	f.Skip(n)
}

// blank reports whether the line ends after n quote marks. Such a line does not belong to
// a paragraph.
func (f *Flowed) blank(n int) bool {
	return !f.Has(n+1) || f.Buf[n] == '\n' || f.Buf[n] == '\r'
}

// newline returns the pending line break.
func (f *Flowed) newline() {
	f.Lump(f.At, 0, 1)
	f.Out = append(f.Out, '\n')
}

// line returns the rest of a line, as far as it is available.
func (f *Flowed) line() {
	n := bytes.IndexByte(f.Buf, '\n')
	if n < 0 {
		f.piece()
		return
	}
	size := n + 1
	if n > 0 && f.Buf[n-1] == '\r' {
		n--
	}
	if n == 0 || f.Buf[n-1] != ' ' || f.signature(n) {
		f.Take(&f.Input, size)
		f.begun = false
		return
	}
	f.begun, f.flows = false, true
	f.Take(&f.Input, n-1)
	f.Skip(size - n + 1)
}

// piece returns the available part of a line, without bytes that may belong to its end.
func (f *Flowed) piece() {
	n := len(f.Buf)
	for n > 0 && len(f.Buf)-n < 4 && (f.Buf[n-1] == ' ' || f.Buf[n-1] == '\r' || f.Buf[n-1] == '-') {
		n--
	}
	if n > 0 {
		f.Take(&f.Input, n)
		return
	}
	if !f.More() {
		f.Take(&f.Input, len(f.Buf))
	}
}

// signature reports whether the line is the "-- " before a signature (section 4.3).
func (f *Flowed) signature(n int) bool {
	line := bytes.TrimPrefix(f.Buf[:n], []byte(" "))
	return string(line) == "-- "
}
