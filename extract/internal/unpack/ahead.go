package unpack

import "io"

const (
	pieceSize = 64 << 10
	// batchSize is how many bytes are handed over at once, since waking the other goroutine takes as long as decompressing a piece.
	batchSize = 4 * pieceSize
	// batches is how many batches are decompressed before the first of them has been read.
	batches = 4
	// inTurn is how many pieces are decompressed by the reader's own goroutine, since a small input is not worth another one.
	inTurn = 2
)

// An ahead reads the decompressed content of an input in pieces, in another goroutine if other is set. With each piece it keeps how many
// bytes of the input had been read by then, so that limits and offsets of errors do not depend on which goroutine decompresses.
type ahead struct {
	chunk
	r     decompressor // the decompressor
	from  *source      // of its bytes
	count *int64       // walker.in
	base  int64        // of count when the first byte of from was read
	other bool         // another goroutine is wanted
	taken int          // pieces taken so far
	buf   []byte

	running bool
	current batch // the one that is being read
	free    chan batch
	ready   chan batch
	quit    chan struct{}
	ended   chan struct{}
}

// A chunk is the result of one Read of a decompressor.
type chunk struct {
	rest   []byte // what has not been read of it
	err    error
	of     int   // the number of the piece of the stream that it belongs to, as that counts them
	in     int64 // how many bytes of the input had been read
	offset int64 // of the next byte of the input that the decompressor takes
}

// A batch has pieces that the other goroutine has decompressed. They are the same as those of the reader's own goroutine.
type batch struct {
	memory []byte // of all pieces
	list   []chunk
	read   int // how many of them have been taken
}

// reset makes a read what r decompresses from s.
func (a *ahead) reset(r decompressor, s *source, other bool) {
	if a.buf == nil {
		a.buf = make([]byte, pieceSize)
	}
	*a = ahead{r: r, from: s, count: s.raw.count, other: other, buf: a.buf, ready: a.ready, free: a.free}
	if a.count != nil {
		a.base = *a.count - s.raw.n
	}
	a.offset = s.position()
	s.raw.count, s.ahead = nil, a
}

func (a *ahead) Read(p []byte) (int, error) {
	for len(a.rest) == 0 {
		if a.err != nil {
			return 0, a.err
		}
		a.next()
	}
	n := copy(p, a.rest)
	a.rest = a.rest[n:]
	if len(a.rest) == 0 {
		return n, a.err
	}
	return n, nil
}

// next takes the next piece.
func (a *ahead) next() {
	if !a.running && a.other && a.taken >= inTurn {
		a.start()
	}
	switch {
	case !a.running:
		a.chunk = a.decompress(a.buf)
	case a.current.read == len(a.current.list):
		if a.current.memory != nil {
			a.free <- a.current
		}
		a.current = <-a.ready
		fallthrough
	default:
		a.chunk = a.current.list[a.current.read]
		a.current.read++
	}
	a.taken++
	if a.count != nil {
		*a.count = a.base + a.in
	}
}

// decompress returns the next piece.
func (a *ahead) decompress(buf []byte) chunk {
	n, err := a.r.Read(buf)
	return chunk{rest: buf[:n], err: err, of: a.r.piece(), in: a.from.raw.n, offset: a.from.position()}
}

// fill decompresses a batch.
func (a *ahead) fill(b *batch) error {
	b.list, b.read = b.list[:0], 0
	for used := 0; len(b.memory)-used >= pieceSize; {
		p := a.decompress(b.memory[used : used+pieceSize])
		b.list = append(b.list, p)
		if p.err != nil {
			return p.err
		}
		used += len(p.rest)
	}
	return nil
}

// start starts the other goroutine, which ends after an error or when stop is called.
func (a *ahead) start() {
	if a.free == nil {
		a.free, a.ready = make(chan batch, batches), make(chan batch, batches)
		for range batches {
			a.free <- batch{memory: make([]byte, batchSize)}
		}
	}
	a.quit, a.ended = make(chan struct{}), make(chan struct{})
	a.running = true
	go func() {
		defer close(a.ended)
		for {
			select {
			case b := <-a.free:
				err := a.fill(&b)
				a.ready <- b
				if err != nil {
					return
				}
			case <-a.quit:
				return
			}
		}
	}()
}

// stop waits until the other goroutine, if there is one, has ended. Nothing is read after it.
func (a *ahead) stop() {
	if a.quit == nil {
		return
	}
	close(a.quit)
	<-a.ended
	for len(a.ready) > 0 {
		a.free <- <-a.ready
	}
	if a.current.memory != nil {
		a.free <- a.current
	}
	a.current, a.quit, a.running = batch{}, nil, false
	a.chunk = chunk{err: io.ErrClosedPipe, of: a.of, in: a.in, offset: a.offset}
}

func (a *ahead) piece() int { return a.of }

func (*ahead) close() {}

// resume goes on after damage, if the decompressor can. The other goroutine has met the damage, and ended.
func (a *ahead) resume() bool {
	a.stop()
	if !a.r.resume() {
		return false
	}
	a.chunk = chunk{of: a.r.piece(), in: a.from.raw.n, offset: a.from.position()}
	return true
}
