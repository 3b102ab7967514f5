package unpack

import (
	"fmt"
	"io"
	"runtime/debug"
)

const (
	// pieceSize is the number of bytes that a decompressor is asked for at a time.
	pieceSize = 64 << 10
	// piecesAhead is the number of pieces that are decompressed ahead of the reader.
	piecesAhead = 16
	// inTurn is the number of bytes that the reader's own goroutine decompresses, since a
	// small input is not worth another goroutine.
	inTurn = 512 << 10
)

// An ahead is a decompressor that reads another one, r, ahead in a goroutine of its own.
// Each piece carries the state of the input at that time, so limits, checksums and the
// offsets of errors do not depend on which goroutine decompresses, or when.
type ahead struct {
	r      decompressor
	in     *source // the input of r
	other  bool    // another goroutine is wanted
	piece          // the current one
	taken  int     // bytes of it that were read
	begins func()  // set by each
	begun  int     // calls of r since the last piece

	// The other goroutine fills the free pieces until an error, or until quit is closed.
	// quit is nil if there is no other goroutine.
	free  chan []byte
	ready chan piece
	quit  chan struct{}
}

// A piece is the result of one Read.
type piece struct {
	memory   []byte // buffer of text
	text     []byte
	err      error
	begins   int   // pieces of the stream that began before it
	read     int64 // bytes of the input that had been read
	offset   int64 // of the next byte of the input
	panicked any
}

// newAhead returns a decompressor that produces the same as r.
func newAhead(r decompressor, input *source, other bool) *ahead {
	input.raw.count = nil // it is not safe for two goroutines
	return &ahead{r: r, in: input, other: other, piece: piece{memory: make([]byte, pieceSize)}}
}

func (a *ahead) each(begins func()) {
	a.begins = begins
	a.r.each(func() { a.begun++ })
}

func (a *ahead) Read(p []byte) (int, error) {
	if len(a.text) == 0 && a.err == nil {
		a.next()
	}
	n := copy(p, a.text)
	a.text, a.taken = a.text[n:], a.taken+n
	if len(a.text) > 0 {
		return n, nil
	}
	return n, a.err
}

// next takes the next piece.
func (a *ahead) next() {
	if a.other && a.quit == nil && a.taken >= inTurn {
		a.start()
	}
	if a.quit == nil {
		a.piece = a.decompress(a.memory)
	} else {
		a.free <- a.memory
		a.piece = <-a.ready
	}
	if a.panicked != nil {
		panic(a.panicked)
	}
	a.in.limits.in = a.read
	for range a.piece.begins {
		a.begins()
	}
}

// decompress returns the next piece.
func (a *ahead) decompress(memory []byte) piece {
	n, err := a.r.Read(memory)
	p := piece{memory: memory, text: memory[:n], err: err, begins: a.begun, read: a.in.raw.n,
		offset: a.in.offset()}
	a.begun = 0
	return p
}

// start starts the other goroutine.
func (a *ahead) start() {
	a.free, a.ready, a.quit = make(chan []byte, piecesAhead), make(chan piece, piecesAhead),
		make(chan struct{})
	for range piecesAhead - 1 {
		a.free <- make([]byte, pieceSize)
	}
	go a.fill(a.quit)
}

// fill decompresses the next pieces.
func (a *ahead) fill(quit <-chan struct{}) {
	defer close(a.ready)
	for ended := false; !ended; {
		select {
		case memory := <-a.free:
			p := a.decompressApart(memory)
			a.ready <- p
			ended = p.err != nil
		case <-quit:
			return
		}
	}
}

// decompressApart is decompress, but keeps a panic for the goroutine that takes the
// piece.
func (a *ahead) decompressApart(memory []byte) (p piece) {
	defer func() {
		if value := recover(); value != nil {
			p = piece{memory: memory, err: io.ErrClosedPipe,
				panicked: fmt.Sprintf("%v\n\n%s", value, debug.Stack())}
		}
	}()
	return a.decompress(memory)
}

// stop waits until the other goroutine has ended. The pieces read ahead count as not
// read.
func (a *ahead) stop() {
	if a.quit == nil {
		return
	}
	close(a.quit)
	for range a.ready {
	}
	a.quit = nil
	a.in.raw.n -= a.in.offset() - a.offset
}

// resume continues after damage. The other goroutine ended when it reached the damage.
func (a *ahead) resume() bool {
	a.stop()
	a.piece = piece{memory: a.memory}
	return a.r.resume()
}

func (a *ahead) close() {
	a.stop()
	a.r.close()
}
