package mail

// A stage decodes what the stage before it returns.
type stage interface {
	// next returns the next bytes, valid until it is called again, and nil at the end.
	next() []byte
	// span returns the offsets in the stream of what [start,end) of all that next returned was decoded from.
	span(start, end int64) (int64, int64)
	// isCut reports whether something is missing after all that next has returned.
	isCut() bool
	// isWhole reports whether there is no more than next has returned, as far as the stage knows.
	isWhole() bool
}

// A memory is a stage that has a text at hand.
type memory struct {
	text []byte
	at   int64 // where it stands in what is below
	from spanner
	done bool
}

// A spanner translates offsets to those in the stream.
type spanner interface {
	span(start, end int64) (int64, int64)
}

// newMemory returns a stage that has a text at hand, which stands at an offset of what from translates offsets of.
func newMemory(text []byte, at int64, from spanner) stage {
	return &memory{text: text, at: at, from: from}
}

func (m *memory) next() []byte {
	if m.done || len(m.text) == 0 {
		return nil
	}
	m.done = true
	return m.text
}

func (m *memory) isCut() bool { return false }

func (m *memory) isWhole() bool { return m.done }

func (m *memory) span(start, end int64) (int64, int64) { return m.from.span(m.at+start, m.at+end) }

// An input is what a stage has got from the one before it, and not decoded yet.
type input struct {
	from stage
	buf  []byte
	at   int64 // the offset of buf[0] in what from returned
	hold []byte
	done bool // from has no more
}

// more gets more after what is there already. It is false at the end.
func (in *input) more() bool {
	if in.done {
		return false
	}
	rest := len(in.buf)
	if rest > 0 {
		in.hold = append(in.hold[:0], in.buf...)
	}
	chunk := in.from.next()
	if chunk == nil {
		in.done = true
	}
	if rest == 0 {
		in.buf = chunk
	} else {
		in.hold = append(in.hold, chunk...)
		in.buf = in.hold
	}
	return !in.done
}

// isCut reports whether something is missing after all that was got from the stage before, of which nothing is left.
func (in *input) isCut() bool { return in.done && len(in.buf) == 0 && in.from.isCut() }

// isWhole reports whether nothing is left of the input.
func (in *input) isWhole() bool { return len(in.buf) == 0 && (in.done || in.from.isWhole()) }

// has reports whether there are n bytes. It reads more if need be.
func (in *input) has(n int) bool {
	for len(in.buf) < n {
		if !in.more() {
			return false
		}
	}
	return true
}

// double gets at least as much again as there is, so that looking at the whole of it again takes linear time.
func (in *input) double() bool { return in.has(2*len(in.buf) + 1) }

// skip passes over n bytes.
func (in *input) skip(n int) {
	in.buf = in.buf[n:]
	in.at += int64(n)
}

// An output is what a stage has decoded, and where it came from.
type output struct {
	offsets
	out []byte
}

// fresh returns an output for another text, in the same memory.
func (o *output) fresh(keep int64) output {
	return output{offsets: offsets{list: o.list[:0], keep: keep}, out: o.out[:0]}
}

// keeping returns an output that remembers the places of the last keep bytes.
func keeping(keep int64) output { return output{offsets: offsets{keep: keep}} }

// most is how much a stage decodes at a time.
const most = 32 << 10

// take passes n bytes of the input on as they are.
func (o *output) take(in *input, n int) {
	o.plain(in.at, n)
	o.out = append(o.out, in.buf[:n]...)
	in.skip(n)
}

// put returns text for n bytes of the input.
func (o *output) put(in *input, n int, text []byte) {
	o.lump(in.at, n, len(text))
	o.out = append(o.out, text...)
	in.skip(n)
}
