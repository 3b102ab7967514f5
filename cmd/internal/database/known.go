package database

import (
	"hash/maphash"
	"sync"
)

// A known has the numbers of URLs in memory: of all URLs at first, and of the most recent ones when there are too many. It keeps
// two hashes of each URL, with different seeds, and not the URL. No two URLs have both in common.
type known struct {
	seeds    [2]maphash.Seed
	most     int          // the maximum size of young
	mu       sync.RWMutex // held where the maps change, and where has looks into them
	young    map[key]int64
	old      map[key]int64 // earlier ones, which are looked up too
	complete bool          // whether it has all URLs of the database
}

// A key is the two hashes of a URL.
type key [2]uint64

// mostKnown is how many URLs are kept in memory, at about 50 bytes each.
const mostKnown = 1 << 20

func newKnown(most int) *known {
	return &known{seeds: [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}, most: most, young: map[key]int64{}}
}

func (k *known) key(url string) key {
	return key{maphash.String(k.seeds[0], url), maphash.String(k.seeds[1], url)}
}

// id returns the number of a URL, or 0.
func (k *known) id(of key) int64 {
	if id := k.young[of]; id != 0 {
		return id
	}
	id := k.old[of]
	if id != 0 {
		k.add(of, id)
	}
	return id
}

// has reports whether it has a URL. The caller holds mu for reading.
func (k *known) has(of key) bool { return k.young[of] != 0 || k.old[of] != 0 }

// full reports whether another URL can only be added by forgetting others.
func (k *known) full() bool { return len(k.young) >= k.most }

func (k *known) add(of key, id int64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.full() || !k.complete && len(k.young) >= k.most/2 {
		k.old, k.young, k.complete = k.young, map[key]int64{}, false
	}
	k.young[of] = id
}

// Describe describes the URL of an occurrence if it seems to be new, so that [DB.Add] need not do it. Several goroutines may call it
// while another one adds rows.
func (db *DB) Describe(o *Occurrence, describe func(url string) URL) {
	o.key = db.known.key(cleanURL(o.URL))
	db.known.mu.RLock()
	known := db.known.has(o.key)
	db.known.mu.RUnlock()
	if known {
		return
	}
	u := describe(o.URL)
	u.domain = domainOf(clean(u.Host))
	o.described = &u
}
