package decode

// A Stage decodes the output of the stage before it.
type Stage interface {
	// Next returns the next bytes, valid until it is called again, and nil at the end.
	Next() []byte
	// Span returns the offsets in the stream from which [start,end) of the output of Next
	// was decoded.
	Span(start, end int64) (int64, int64)
	// IsCut reports whether text is missing after the output so far.
	IsCut() bool
	// IsWhole reports whether the output is complete, as far as the stage knows.
	IsWhole() bool
}

// Drain skips the rest of the output of a stage.
func Drain(s Stage) {
	for s.Next() != nil {
	}
}

// A Spanner translates offsets to those in the stream.
type Spanner interface {
	Span(start, end int64) (int64, int64)
}

// An Input holds the bytes that a stage received from the one before it, but has not
// decoded yet.
type Input struct {
	From Stage
	Buf  []byte
	At   int64 // the offset of Buf[0] in the output of From
	Done bool  // From is at its end
	hold []byte
}

// More appends more bytes from the stage before to Buf. It returns false at the end.
func (in *Input) More() bool {
	if in.Done {
		return false
	}
	rest := len(in.Buf)
	if rest > 0 {
		in.hold = append(in.hold[:0], in.Buf...)
	}
	chunk := in.From.Next()
	if chunk == nil {
		in.Done = true
	}
	if rest == 0 {
		in.Buf = chunk
	} else {
		in.hold = append(in.hold, chunk...)
		in.Buf = in.hold
	}
	return !in.Done
}

// IsCut reports whether the input is used up, and text is missing after it.
func (in *Input) IsCut() bool { return in.Done && len(in.Buf) == 0 && in.From.IsCut() }

// IsWhole reports whether the input is used up.
func (in *Input) IsWhole() bool { return len(in.Buf) == 0 && (in.Done || in.From.IsWhole()) }

// Has reports whether there are n bytes. It reads more if necessary.
func (in *Input) Has(n int) bool {
	for len(in.Buf) < n {
		if !in.More() {
			return false
		}
	}
	return true
}

// Double at least doubles the length of Buf, so that examining all of Buf after each call
// takes linear time.
func (in *Input) Double() bool { return in.Has(2*len(in.Buf) + 1) }

// Skip consumes n bytes.
func (in *Input) Skip(n int) {
	in.Buf = in.Buf[n:]
	in.At += int64(n)
}

// An Output holds the bytes that a stage has decoded, and their offsets.
type Output struct {
	Offsets
	Out []byte
}

// Fresh returns an output for another text that reuses the memory of o.
func (o *Output) Fresh(keep int64) Output {
	return Output{Offsets: Offsets{list: o.list[:0], Keep: keep}, Out: o.Out[:0]}
}

// Keeping returns an output that keeps the offsets of the last keep bytes.
func Keeping(keep int64) Output { return Output{Offsets: Offsets{Keep: keep}} }

// MaxChunk is the approximate number of bytes that a stage decodes at a time.
const MaxChunk = 32 << 10

// Decoded returns the decoded bytes, or nil if there are none.
func (o *Output) Decoded() []byte {
	if len(o.Out) == 0 {
		return nil
	}
	return o.Out
}

// Take copies n bytes of the input to the output.
func (o *Output) Take(in *Input, n int) {
	o.Plain(in.At, n)
	o.Out = append(o.Out, in.Buf[:n]...)
	in.Skip(n)
}

// Put outputs text in place of n bytes of the input.
func (o *Output) Put(in *Input, n int, text []byte) {
	o.Lump(in.At, n, len(text))
	o.Out = append(o.Out, text...)
	in.Skip(n)
}

// A Filter is a stage that decodes its Input into its Output.
type Filter struct {
	Input
	Output
}

func (f *Filter) Span(start, end int64) (int64, int64) {
	return f.From.Span(f.Offsets.Span(start, end))
}

// filter returns the next output. run returns how many bytes of the input, which is not
// empty, represent themselves; if it returns 0, step decodes some bytes.
func (f *Filter) filter(run func() int, step func()) []byte {
	f.Out = f.Out[:0]
	for len(f.Out) < MaxChunk && (len(f.Buf) > 0 || f.More()) {
		switch n := run(); {
		case n == 0:
			step()
		case n == len(f.Buf) && len(f.Out) == 0: // the usual case
			text := f.Buf
			f.Plain(f.At, n)
			f.Skip(n)
			return text
		default:
			f.Take(&f.Input, min(n, 2*MaxChunk))
		}
	}
	return f.Decoded()
}

// decodeAll returns the whole output of a stage.
func decodeAll(s Stage) (text []byte) {
	for run := s.Next(); run != nil; run = s.Next() {
		text = append(text, run...)
	}
	return text
}
