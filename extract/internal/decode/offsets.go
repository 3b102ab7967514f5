package decode

import (
	"slices"
	"sort"
)

// blockSize is the number of pieces that are forgotten at a time.
const blockSize = 4 << 10

// A piece is a run of text that was decoded in units: give bytes of the text from take
// bytes of the input. These are 1 from 1 in unencoded text, 1 from 3 in a run of
// "=41=42", and 3 from 4 in base64.
type piece struct {
	at         int64 // its offset in the text
	start      int64 // its offset in the input
	take, give int32
}

// Offsets record the input from which a stage decoded its text, as pieces.
//
// The pieces are in order, in the text and in the input: first those of the full blocks,
// then those of list. The last one ends at end. No block is empty, so the blocks need
// only as much memory as the kept offsets.
type Offsets struct {
	full [][]piece
	list []piece
	end  int64
	// Keep is the number of bytes before the end of the text whose offsets are kept, or 0
	// to keep all.
	Keep int64
}

// Add appends n bytes of text. Units of give bytes were decoded from take bytes each, the
// first at start.
func (o *Offsets) Add(start int64, take, give int32, n int) {
	if n == 0 {
		return
	}
	if len(o.list) > 0 {
		last := &o.list[len(o.list)-1]
		if last.take == take && last.give == give &&
			last.start+(o.end-last.at)/int64(give)*int64(take) == start {
			o.end += int64(n)
			return
		}
	}
	if len(o.list) == blockSize {
		o.nextBlock()
	}
	o.list = append(o.list, piece{at: o.end, start: start, take: take, give: give})
	o.end += int64(n)
}

// Plain appends n bytes of unencoded text.
func (o *Offsets) Plain(start int64, n int) { o.Add(start, 1, 1, n) }

// Lump appends n bytes of text that were decoded together from take bytes.
func (o *Offsets) Lump(start int64, take, n int) { o.Add(start, int32(take), int32(n), n) }

// nextBlock begins another block. It reuses the first one if Keep permits.
func (o *Offsets) nextBlock() {
	o.full = append(o.full, o.list)
	if o.Keep > 0 && len(o.full) > 1 && o.full[1][0].at <= o.end-o.Keep {
		o.list = o.full[0][:0]
		o.full = slices.Delete(o.full, 0, 1)
		return
	}
	o.list = make([]piece, 0, blockSize)
}

// pieceAt returns the piece that contains the byte of text at offset, or the nearest
// piece.
func (o *Offsets) pieceAt(offset int64) piece {
	list := o.list
	if len(o.full) > 0 && offset < list[0].at {
		i := sort.Search(len(o.full), func(i int) bool { return o.full[i][0].at > offset })
		list = o.full[max(i-1, 0)]
	}
	i := sort.Search(len(list), func(i int) bool { return list[i].at > offset })
	return list[max(i-1, 0)]
}

// Span returns the offsets in the input from which [start,end) of the text was decoded.
// Without pieces, the text is the input.
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

// unit returns the offsets in the input of the unit that contains the byte at offset.
func (o *Offsets) unit(offset int64) (int64, int64) {
	a := o.pieceAt(offset)
	from := a.start + max(offset-a.at, 0)/int64(a.give)*int64(a.take)
	return from, from + int64(a.take)
}

// Reset forgets all pieces, for a new text.
func (o *Offsets) Reset() { o.full, o.list, o.end = o.full[:0], o.list[:0], 0 }
