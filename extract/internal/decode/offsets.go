package decode

import (
	"slices"
	"sort"
)

// A piece is a run of text that was decoded in units: give bytes of the text from take bytes of the input. That is 1 from 1 where nothing
// was encoded, 1 from 3 in a run of "=41=42", and 3 from 4 in base64.
type piece struct {
	at         int64 // where it begins in the text
	start      int64 // where it begins in the input
	take, give int32
}

// Offsets record what a stage decoded its text from, as pieces.
//
// The pieces are in order, in the text and in the input. The last of them ends at end.
type Offsets struct {
	list []piece
	end  int64
	// Keep is the number of bytes before the end of the text whose offsets are kept. If it is 0, all are.
	Keep int64
}

// Add appends n bytes of text, in units of give bytes that were decoded from take bytes each, from start on.
func (o *Offsets) Add(start int64, take, give int32, n int) {
	if n == 0 {
		return
	}
	if len(o.list) > 0 {
		last := &o.list[len(o.list)-1]
		if last.take == take && last.give == give && last.start+(o.end-last.at)/int64(give)*int64(take) == start {
			o.end += int64(n)
			return
		}
	}
	if len(o.list) == cap(o.list) {
		o.forget()
		o.list = slices.Grow(o.list, cap(o.list)/2) // since append copies a long list five times
	}
	o.list = append(o.list, piece{at: o.end, start: start, take: take, give: give})
	o.end += int64(n)
}

// Plain appends n bytes of text that stand in the input as they are.
func (o *Offsets) Plain(start int64, n int) { o.Add(start, 1, 1, n) }

// Lump appends n bytes of text that were decoded together from take bytes.
func (o *Offsets) Lump(start int64, take, n int) { o.Add(start, int32(take), int32(n), n) }

// forget drops the pieces before those that Keep asks for, if they are many.
func (o *Offsets) forget() {
	if o.Keep == 0 {
		return
	}
	if old := o.index(o.end - o.Keep); old > len(o.list)/2 {
		o.list = o.list[:copy(o.list, o.list[old:])]
	}
}

// index returns the index of the piece that holds the byte of text at offset, or the nearest.
func (o *Offsets) index(offset int64) int {
	i := sort.Search(len(o.list), func(i int) bool { return o.list[i].at > offset })
	return max(i-1, 0)
}

// Span returns the offsets in the input of what [start,end) of the text was decoded from. Without pieces, the text is the input.
func (o *Offsets) Span(start, end int64) (int64, int64) {
	if len(o.list) == 0 {
		return start, end
	}
	from, _ := o.unit(start)
	if end <= start {
		return from, from
	}
	_, to := o.unit(end - 1)
	return from, to
}

// unit returns the offsets in the input of the unit that gave the byte at offset.
func (o *Offsets) unit(offset int64) (int64, int64) {
	a := o.list[o.index(offset)]
	from := a.start + max(offset-a.at, 0)/int64(a.give)*int64(a.take)
	return from, from + int64(a.take)
}

// Reset forgets all, for a new text.
func (o *Offsets) Reset() { o.list, o.end = o.list[:0], 0 }
