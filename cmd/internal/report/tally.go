package report

import (
	"cmp"
	"slices"
	"strings"
)

// A tally counts occurrences.
type tally struct {
	name string
	n    int
}

func (t *tally) counted() tally { return *t }

// orderIn returns the index of a name in a list, or the length of the list for any other.
func orderIn(list []string, name string) int {
	if i := slices.Index(list, name); i >= 0 {
		return i
	}
	return len(list)
}

// A register has a row for each key, in the order in which the keys were first seen.
type register[K comparable, R any] struct {
	rows    []R
	numbers map[K]int32
}

// indexOf returns the index of the row of a key. A new key has a new row.
func (g *register[K, R]) indexOf(key K) int32 {
	i, known := g.numbers[key]
	if !known {
		if g.numbers == nil {
			g.numbers = map[K]int32{}
		}
		i = int32(len(g.rows))
		var row R
		g.rows, g.numbers[key] = append(g.rows, row), i
	}
	return i
}

// row returns the row of a key. It is valid until the next new key.
func (g *register[K, R]) row(key K) *R { return &g.rows[g.indexOf(key)] }

// most returns the indexes of the n rows with the greatest counts, the greatest first.
// Rows with equal counts are sorted by name, and then by index. of returns the count of a
// row. Rows with the count 0 are left out.
func most[R any](rows []R, n int, of func(row *R) tally) []int {
	var list []int
	compare := func(i, j int) int {
		a, b := of(&rows[i]), of(&rows[j])
		return cmp.Or(cmp.Compare(b.n, a.n), strings.Compare(a.name, b.name), cmp.Compare(i, j))
	}
	for i := range rows {
		if of(&rows[i]).n == 0 || len(list) >= n && compare(list[n-1], i) < 0 {
			continue
		}
		if list = append(list, i); len(list) >= 2*n || len(list) == n {
			slices.SortFunc(list, compare)
			list = list[:n]
		}
	}
	slices.SortFunc(list, compare)
	return list[:min(len(list), n)]
}

// mostOf returns the n rows with the greatest counts.
func mostOf[R any](rows []R, n int, of func(row *R) tally) (list []R) {
	for _, i := range most(rows, n, of) {
		list = append(list, rows[i])
	}
	return list
}
