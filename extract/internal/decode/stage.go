package decode

// A Stage decodes what the stage before it returns.
type Stage interface {
	// Next returns the next bytes, valid until it is called again, and nil at the end.
	Next() []byte
	// Span returns the offsets in the stream of what [start,end) of all that Next returned was decoded from.
	Span(start, end int64) (int64, int64)
	// IsCut reports whether something is missing after all that Next has returned.
	IsCut() bool
	// IsWhole reports whether there is no more than Next has returned, as far as the stage knows.
	IsWhole() bool
}

// Drain passes over all that a stage has yet to return.
func Drain(s Stage) {
	for s.Next() != nil {
	}
}

// A Spanner translates offsets to those in the stream.
type Spanner interface {
	Span(start, end int64) (int64, int64)
}

// An Input has the bytes that a stage has got from the one before it, and not decoded yet.
type Input struct {
	From Stage
	Buf  []byte
	At   int64 // the offset of Buf[0] in what From returned
	Done bool  // From has no more
	hold []byte
}

// More gets more from the stage before, and puts it after what is left in Buf. It returns false at the end.
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

// IsCut reports whether nothing is left of the input, and something is missing after it.
func (in *Input) IsCut() bool { return in.Done && len(in.Buf) == 0 && in.From.IsCut() }

// IsWhole reports whether nothing is left of the input.
func (in *Input) IsWhole() bool { return len(in.Buf) == 0 && (in.Done || in.From.IsWhole()) }

// Has reports whether there are n bytes. It reads more if need be.
func (in *Input) Has(n int) bool {
	for len(in.Buf) < n {
		if !in.More() {
			return false
		}
	}
	return true
}

// Double gets at least as much again as is in Buf, so that looking at all of Buf again and again takes linear time.
func (in *Input) Double() bool { return in.Has(2*len(in.Buf) + 1) }

// Skip passes over n bytes.
func (in *Input) Skip(n int) {
	in.Buf = in.Buf[n:]
	in.At += int64(n)
}

// An Output has the bytes that a stage has decoded, and the offsets of those that they were decoded from.
type Output struct {
	Offsets
	Out []byte
}

// Fresh returns an output for another text, in the same memory.
func (o *Output) Fresh(keep int64) Output {
	return Output{Offsets: Offsets{list: o.list[:0], Keep: keep}, Out: o.Out[:0]}
}

// Keeping returns an output that keeps the offsets of the last keep bytes.
func Keeping(keep int64) Output { return Output{Offsets: Offsets{Keep: keep}} }

// MaxChunk is about how much a stage decodes at a time, in bytes.
const MaxChunk = 32 << 10

// Decoded returns what was decoded, or nil if that is nothing.
func (o *Output) Decoded() []byte {
	if len(o.Out) == 0 {
		return nil
	}
	return o.Out
}

// Take passes n bytes of the input on as they are.
func (o *Output) Take(in *Input, n int) {
	o.Plain(in.At, n)
	o.Out = append(o.Out, in.Buf[:n]...)
	in.Skip(n)
}

// Put puts text out for n bytes of the input.
func (o *Output) Put(in *Input, n int, text []byte) {
	o.Lump(in.At, n, len(text))
	o.Out = append(o.Out, text...)
	in.Skip(n)
}

// A Filter is a stage that decodes what stands in its Input, and puts it in its Output.
type Filter struct {
	Input
	Output
}

func (f *Filter) Span(start, end int64) (int64, int64) {
	return f.From.Span(f.Offsets.Span(start, end))
}

// filter returns what comes next. run returns how many bytes of the input stand for themselves, which is not empty, and step decodes some
// if it returns 0.
func (f *Filter) filter(run func() int, step func()) []byte {
	f.Out = f.Out[:0]
	for len(f.Out) < MaxChunk && (len(f.Buf) > 0 || f.More()) {
		switch n := run(); {
		case n == 0:
			step()
		case n == len(f.Buf) && len(f.Out) == 0: // as mostly
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

// decodeAll returns all that a stage decodes.
func decodeAll(s Stage) (text []byte) {
	for run := s.Next(); run != nil; run = s.Next() {
		text = append(text, run...)
	}
	return text
}
