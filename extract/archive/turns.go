package archive

// turns are the functions that a job hands over, to be called in order.
type turns struct {
	calls   chan func(Position) error
	come    chan struct{}          // closed when it is the job's turn
	stop    <-chan struct{}        // closed when no more results are wanted
	several bool                   // the job has several inputs
	pending []func(Position) error // of the inputs before this one, and the first of this one
	given   int                    // how many this input has handed over
}

// next begins another input of the job.
func (t *turns) next() { t.given = 0 }

// put hands over f, or keeps it until there are more or the job ends if the job has several inputs.
func (t *turns) put(f func(Position) error) error {
	if !t.several {
		return t.send(f)
	}
	t.pending = append(t.pending, f)
	if t.given++; t.given > 1 {
		return t.flush()
	}
	return nil
}

// flush hands over what is kept.
func (t *turns) flush() error {
	pending := t.pending
	if t.pending = nil; len(pending) == 0 {
		return nil
	}
	return t.send(func(Position) error {
		for _, f := range pending {
			if err := f(Position{}); err != nil {
				return err
			}
		}
		return nil
	})
}

func (t *turns) send(f func(Position) error) error {
	select {
	case t.calls <- f:
		return nil
	case <-t.stop:
		return errStopped
	}
}
