package sift

import (
	"context"
	"runtime"
	"sync"
)

// defaultMemory is the Config.Memory that 0 means.
const defaultMemory = 512 << 20

// A budget is the memory that the windows of all compressed streams share that are read at once.
type budget struct {
	mu      sync.Mutex
	max     int64
	used    int64
	garbage int64         // released, but perhaps not yet collected
	freed   chan struct{} // closed when something is released
}

func newBudget(size int64) *budget { return &budget{max: size, freed: make(chan struct{})} }

// reserve takes n bytes, and waits until others have released as many. It takes them in any case when the turn of its part comes,
// or there would be no end: others may wait for that part with all memory taken. Only one part at a time has its turn. A nil turn
// has come.
func (b *budget) reserve(ctx context.Context, turn <-chan struct{}, n int64) (release func()) {
	b.mu.Lock()
	for b.used+n > b.max {
		freed := b.freed
		if turn == nil {
			break
		}
		b.mu.Unlock()
		select {
		case <-freed:
		case <-turn:
			turn = nil
		case <-ctx.Done():
			turn = nil
		}
		b.mu.Lock()
	}
	b.used += n
	collect := b.garbage >= b.max/8
	if collect {
		b.garbage = 0
	}
	b.mu.Unlock()
	if collect { // or what was released would stay beside what is allocated now
		runtime.GC()
	}
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.used -= n
		b.garbage += n
		close(b.freed)
		b.freed = make(chan struct{})
	}
}

// reserve takes memory for a window of the current part.
func (w *worker) reserve(n int64) (release func()) {
	var turn <-chan struct{}
	if w.turn != nil {
		turn = w.turn.come
	}
	return w.memory.reserve(w.ctx, turn, n)
}
