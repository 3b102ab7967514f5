package unpack

import (
	"fmt"
	"io"
	"runtime/debug"
)

const (
	// pieceSize is how much a decompressor is asked for at a time.
	pieceSize = 64 << 10
	// piecesAhead is how many pieces are decompressed before the first of them has been read.
	piecesAhead = 16
	// inTurn is how many bytes the reader's own goroutine decompresses, since a small input is not worth another one.
	inTurn = 512 << 10
)

// An ahead is a decompressor that has another one, r, read ahead in a goroutine of its own. With each piece comes what is known of the input
// by then: limits, checksums and the offsets of errors do not depend on who decompresses, nor on when.
type ahead struct {
	r      decompressor
	in     *source // of r
	other  bool    // another goroutine is wanted
	piece          // that is being read
	taken  int     // bytes that were read so far
	begins func()  // as each has it
	begun  int     // how often r has called it since the last piece

	// The other goroutine fills what is free, until an error, or until quit is closed. quit is nil if there is none.
	free  chan []byte
	ready chan piece
	quit  chan struct{}
}

// A piece is what one Read returned.
type piece struct {
	memory   []byte // that text is in
	text     []byte
	err      error
	begins   int   // how many pieces of the stream have begun before it
	read     int64 // how many bytes of the input had been read
	offset   int64 // of the next byte of the input
	panicked any
}

// newAhead returns a decompressor that does to the input what r does.
func (u *Unpacker) newAhead(r decompressor, input *source) *ahead {
	input.raw.count = nil // since it is not for two goroutines
	return &ahead{r: r, in: input, other: u.other, piece: piece{memory: make([]byte, pieceSize)}}
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
	a.in.u.in = a.read
	for range a.piece.begins {
		a.begins()
	}
}

// decompress returns the next piece.
func (a *ahead) decompress(memory []byte) piece {
	n, err := a.r.Read(memory)
	p := piece{memory: memory, text: memory[:n], err: err, begins: a.begun, read: a.in.raw.n, offset: a.in.offset()}
	a.begun = 0
	return p
}

// start starts the other goroutine.
func (a *ahead) start() {
	a.free, a.ready, a.quit = make(chan []byte, piecesAhead), make(chan piece, piecesAhead), make(chan struct{})
	for range piecesAhead - 1 {
		a.free <- make([]byte, pieceSize)
	}
	go a.fill(a.quit)
}

// fill decompresses what follows.
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

// decompressApart is decompress, but leaves a panic to the goroutine that takes the piece.
func (a *ahead) decompressApart(memory []byte) (p piece) {
	defer func() {
		if value := recover(); value != nil {
			p = piece{memory: memory, err: io.ErrClosedPipe, panicked: fmt.Sprintf("%v\n\n%s", value, debug.Stack())}
		}
	}()
	return a.decompress(memory)
}

// stop waits until the other goroutine has ended. What was read ahead counts as not read.
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

// resume goes on after damage. The other goroutine has met it, and ended.
func (a *ahead) resume() bool {
	a.stop()
	a.piece = piece{memory: a.memory}
	return a.r.resume()
}

func (a *ahead) close() {
	a.stop()
	a.r.close()
}
