package mail

import "sort"

// A piece is a run of text of which each give bytes were decoded from take bytes of the input: 1 from 1 where nothing was
// encoded, 1 from 3 in a run of "=41=42", 3 from 4 in base64.
type piece struct {
	at         int64 // where it begins in the text
	start      int64 // where it begins in the input
	take, give int32
}

// pieces tell where in the input of a stage its text came from.
//
// The pieces are in order, in the text and in the input. The last of them ends at end; what lies more than keep bytes before
// that is forgotten, if keep is not 0.
type pieces struct {
	list []piece
	end  int64
	keep int64
}

// defaultKeep is how many bytes back from the end of what was read Span can be asked about, unless Config says otherwise.
const defaultKeep = 256 << 10

// add appends n bytes of text, in units of give bytes that were decoded from take bytes each, from start on.
func (p *pieces) add(start int64, take, give int32, n int) {
	if n == 0 {
		return
	}
	if len(p.list) > 0 {
		last := &p.list[len(p.list)-1]
		if last.take == take && last.give == give && last.start+(p.end-last.at)/int64(give)*int64(take) == start {
			p.end += int64(n)
			return
		}
	}
	if len(p.list) == cap(p.list) {
		p.forget()
	}
	p.list = append(p.list, piece{at: p.end, start: start, take: take, give: give})
	p.end += int64(n)
}

// plain appends n bytes of text that stand in the input as they are.
func (p *pieces) plain(start int64, n int) { p.add(start, 1, 1, n) }

// lump appends n bytes of text that were decoded together from take bytes.
func (p *pieces) lump(start int64, take, n int) { p.add(start, int32(take), int32(n), n) }

// forget drops the pieces that nobody will ask for, if they are many.
func (p *pieces) forget() {
	if p.keep == 0 {
		return
	}
	if old := p.find(p.end - p.keep); old > len(p.list)/2 {
		p.list = p.list[:copy(p.list, p.list[old:])]
	}
}

// find returns the index of the piece that holds the byte of text at offset, or the nearest.
func (p *pieces) find(offset int64) int {
	i := sort.Search(len(p.list), func(i int) bool { return p.list[i].at > offset })
	return max(i-1, 0)
}

// span returns the offsets in the input of what [start,end) of the text was decoded from.
func (p *pieces) span(start, end int64) (int64, int64) {
	if len(p.list) == 0 {
		return 0, 0
	}
	from, _ := p.unit(start)
	if end <= start {
		return from, from
	}
	_, to := p.unit(end - 1)
	return from, to
}

// unit returns the offsets in the input of the unit that gave the byte at offset.
func (p *pieces) unit(offset int64) (int64, int64) {
	a := p.list[p.find(offset)]
	from := a.start + max(offset-a.at, 0)/int64(a.give)*int64(a.take)
	return from, from + int64(a.take)
}

// reset forgets all, for a new text.
func (p *pieces) reset() { p.list, p.end = p.list[:0], 0 }
