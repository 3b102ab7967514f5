package unpack

import (
	"fmt"
	"io"
	"runtime/debug"
)

const (
	// pieceSize is how much a decompressor is asked for at a time.
	pieceSize = 64 << 10
	// A batch has up to batchPieces pieces. It takes as long to wake the other goroutine as to decompress one.
	batchPieces, batchSize = 8, 4 * pieceSize
	// batches is how many batches are decompressed before the first of them has been read.
	batches = 4
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
	memory []byte  // of a piece
	taken  int     // bytes that were read so far
	begins func()  // as each has it
	begun  int     // how often r has called it since the last piece

	// The other goroutine fills batches that are free, until an error, or until quit is closed. quit is nil if there is none.
	free, ready chan batch
	quit        chan struct{}
	batch       batch // the one that is being read
}

// A piece is what one Read returned.
type piece struct {
	text     []byte
	err      error
	begins   int   // how many pieces of the stream have begun before it
	read     int64 // how many bytes of the input had been read
	offset   int64 // of the next byte of the input
	panicked any
}

// A batch has pieces that follow each other.
type batch struct {
	memory []byte
	pieces []piece
}

// newAhead returns a decompressor that does to the input what r does.
func (u *Unpacker) newAhead(r decompressor, input *source) *ahead {
	input.raw.count = nil // since it is not for two goroutines
	return &ahead{r: r, in: input, other: u.other, memory: make([]byte, pieceSize)}
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
		a.piece = a.receive()
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
	p := piece{text: memory[:n], err: err, begins: a.begun, read: a.in.raw.n, offset: a.in.offset()}
	a.begun = 0
	return p
}

// start starts the other goroutine.
func (a *ahead) start() {
	a.free, a.ready, a.quit = make(chan batch, batches), make(chan batch, batches), make(chan struct{})
	for range batches {
		a.free <- batch{memory: make([]byte, batchSize)}
	}
	go a.fill(a.quit)
}

// fill fills batches.
func (a *ahead) fill(quit <-chan struct{}) {
	defer close(a.ready)
	for ended := false; !ended; {
		select {
		case b := <-a.free:
			b.pieces = b.pieces[:0]
			for room := b.memory; len(room) >= pieceSize && len(b.pieces) < batchPieces && !ended; {
				p := a.decompressApart(room[:pieceSize])
				b.pieces, room, ended = append(b.pieces, p), room[len(p.text):], p.err != nil
			}
			a.ready <- b
		case <-quit:
			return
		}
	}
}

// decompressApart is decompress, but leaves a panic to the goroutine that takes the piece.
func (a *ahead) decompressApart(memory []byte) (p piece) {
	defer func() {
		if value := recover(); value != nil {
			p = piece{err: io.ErrClosedPipe, panicked: fmt.Sprintf("%v\n\n%s", value, debug.Stack())}
		}
	}()
	return a.decompress(memory)
}

// receive returns the next piece of the other goroutine.
func (a *ahead) receive() piece {
	if len(a.batch.pieces) == 0 {
		if a.batch.memory != nil {
			a.free <- a.batch
		}
		a.batch = <-a.ready
	}
	p := a.batch.pieces[0]
	a.batch.pieces = a.batch.pieces[1:]
	return p
}

// stop waits until the other goroutine has ended. What was read ahead counts as not read.
func (a *ahead) stop() {
	if a.quit == nil {
		return
	}
	close(a.quit)
	for range a.ready {
	}
	a.quit, a.batch = nil, batch{}
	a.in.raw.n -= a.in.offset() - a.offset
}

// resume goes on after damage. The other goroutine has met it, and ended.
func (a *ahead) resume() bool {
	a.stop()
	a.piece = piece{}
	return a.r.resume()
}

func (a *ahead) close() {
	a.stop()
	a.r.close()
}
