package links

import "hash/maphash"

// A known has the numbers of URLs in memory: of all URLs at first, and of the most recent ones when there are too many. It keeps
// two hashes of each URL, with different seeds, and not the URL. No two URLs have both in common.
type known struct {
	seeds    [2]maphash.Seed
	most     int // the maximum size of young
	young    map[[2]uint64]int64
	old      map[[2]uint64]int64 // earlier ones, which are looked up too
	complete bool                // whether it has all URLs of the database
	aged     bool                // whether young has become old since the last look
}

// mostKnown is how many URLs are kept in memory, at about 50 bytes each.
const mostKnown = 1 << 20

func newKnown(most int) *known {
	return &known{seeds: [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}, most: most, young: map[[2]uint64]int64{}}
}

func (k *known) key(url string) [2]uint64 {
	return [2]uint64{maphash.String(k.seeds[0], url), maphash.String(k.seeds[1], url)}
}

// id returns the number of a URL, or 0.
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

// full reports whether another URL can only be added by forgetting others.
func (k *known) full() bool { return len(k.young) >= k.most }

func (k *known) add(key [2]uint64, id int64) {
	if k.full() || !k.complete && len(k.young) >= k.most/2 {
		k.old, k.young, k.complete, k.aged = k.young, map[[2]uint64]int64{}, false, true
	}
	k.young[key] = id
}
