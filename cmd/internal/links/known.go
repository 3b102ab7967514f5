package links

import "hash/maphash"

// A known remembers the numbers of URLs, of all of them at first, and when these are too many of those that were met last.
// It is not the URL that it keeps but two hashes of it, with seeds of their own, which no two URLs have in common.
type known struct {
	seeds    [2]maphash.Seed
	most     int // how many are kept
	young    map[[2]uint64]int64
	old      map[[2]uint64]int64 // those before, which are looked up too
	complete bool                // whether all URLs of the database are known
	aged     bool                // whether the young ones have become the old ones since that was looked at
}

// mostKnown is how many URLs are remembered, in about 50 bytes each.
const mostKnown = 1 << 20

func newKnown(most int) *known {
	return &known{seeds: [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}, most: most, young: map[[2]uint64]int64{}}
}

func (k *known) key(url string) [2]uint64 {
	return [2]uint64{maphash.String(k.seeds[0], url), maphash.String(k.seeds[1], url)}
}

// id gives the number of a URL, or 0.
func (k *known) id(key [2]uint64) int64 {
	if id := k.young[key]; id != 0 {
		return id
	}
	id := k.old[key]
	if id != 0 {
		k.add(key, id)
	}
	return id
}

// full is true if no more URLs can be remembered without forgetting others.
func (k *known) full() bool { return len(k.young) >= k.most }

func (k *known) add(key [2]uint64, id int64) {
	if k.full() || !k.complete && len(k.young) >= k.most/2 {
		k.old, k.young, k.complete, k.aged = k.young, map[[2]uint64]int64{}, false, true
	}
	k.young[key] = id
}
