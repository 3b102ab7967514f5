package database

import (
	"hash/maphash"
	"sync"
)

// A known is a cache of the numbers of URLs. It holds all URLs until there are too many.
// Then it forgets them and starts again. It keeps two hashes of each URL, with different
// seeds, in place of the URL. Two URLs with both hashes in common are practically
// impossible.
type known struct {
	seeds [2]maphash.Seed
	most  int        // the maximum size of ids
	mu    sync.Mutex // guards ids in add and has
	ids   map[key]int64
}

// A key is the two hashes of a URL.
type key [2]uint64

// mostKnown is the maximum number of URLs in memory, at about 50 bytes each.
const mostKnown = 1 << 20

func newKnown(most int) *known {
	return &known{seeds: [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}, most: most,
		ids: map[key]int64{}}
}

func (k *known) key(url string) key {
	return key{maphash.String(k.seeds[0], url), maphash.String(k.seeds[1], url)}
}

// full reports whether adding another URL requires forgetting the others.
func (k *known) full() bool { return len(k.ids) >= k.most }

func (k *known) add(of key, id int64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.full() {
		clear(k.ids)
	}
	k.ids[of] = id
}

// has reports whether the number of a URL is known.
func (k *known) has(url key) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.ids[url] != 0
}
