package sift

import "errors"

// errStopped is the error of a Hand after the end of a run.
var errStopped = errors.New("stopped")

// A relay passes the records of a job from its reader to the goroutine that takes them in
// order.
type relay struct {
	records chan []handed
	stop    <-chan struct{} // closed when no more results are wanted
	pending []handed
	size    int // size of pending in bytes
}

// handed is a record of a consumer.
type handed struct {
	to     Consumer
	record any
}

// relaySize is the total size of records at which they are sent.
const relaySize = 256 << 10

// put sends a record, or keeps it until there are more or the job ends.
func (r *relay) put(one handed, size int) error {
	const overhead = 32 // bytes
	r.pending = append(r.pending, one)
	if r.size += size + overhead; r.size < relaySize {
		return nil
	}
	return r.send()
}

// send sends the kept records.
func (r *relay) send() error {
	if len(r.pending) == 0 {
		return nil
	}
	select {
	case r.records <- r.pending:
		r.pending, r.size = nil, 0
		return nil
	case <-r.stop:
		return errStopped
	}
}

// take passes arriving records to their consumers, until the job has ended.
func (r *relay) take(before Position) error {
	for records := range r.records {
		for _, one := range records {
			if err := one.take(&before); err != nil {
				return err
			}
		}
	}
	return nil
}

// take passes the record to its consumer, with the numbers of before added if the relay
// knows the type of the record.
func (h *handed) take(before *Position) error {
	return h.to.InOrder(before.resolve(h.record), *before)
}

// resolve returns a record of the chunk at position p with lines and messages that count
// from the beginning of the input.
func (p *Position) resolve(record any) any {
	switch of := record.(type) {
	case *Result:
		if of.Line > 0 && !of.Apart {
			of.Line += p.Lines
		}
		if of.Message != nil && p.Messages > 0 { // a copy, since other records share it
			s, m := *of.Source, *of.Message
			m.Number += p.Messages
			s.Message = &m
			of.Source = &s
		}
	case *Skipped:
		of.Message = p.message(of.Message)
	case *Error: // a copy, since other consumers have it, too
		moved := *of
		moved.Message = p.message(of.Message)
		return &moved
	}
	return record
}

// message returns the number of a message in the input, or 0 for 0.
func (p Position) message(number int) int {
	if number > 0 {
		number += p.Messages
	}
	return number
}

// An audience passes the events of one reader to its consumers, and their records to the
// relay or to InOrder.
type audience struct {
	consumers []Consumer
	relay     *relay   // relay of the job that is read, or nil if its turn has come
	from      Position // position of the chunk that is read in its turn, or the zero Position
	telling   bool     // a consumer is being called
}

// tell passes an event to all consumers. It returns their first error other than
// ErrSkipInput, or else ErrSkipInput if a consumer returned it.
func (a *audience) tell(e Event) (first error) {
	a.telling = true
	for _, c := range a.consumers {
		if err := c.Event(e); err != nil && (first == nil || first == ErrSkipInput) {
			first = err
		}
	}
	a.telling = false
	return first
}

// add adds a consumer.
func (a *audience) add(newConsumer func(Hand) Consumer) {
	i := len(a.consumers)
	a.consumers = append(a.consumers, newConsumer(func(record any, size int) error {
		one := handed{a.consumers[i], record}
		if a.relay != nil {
			return a.relay.put(one, size)
		}
		was := a.telling
		a.telling = true
		err := one.take(&a.from)
		a.telling = was
		return err
	}))
}
