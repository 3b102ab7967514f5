package report

import (
	"cmp"
	"slices"
)

// What the page shows of what there may be millions of.
const (
	maxSources  = 25
	maxTrouble  = 50
	maxSchemes  = 7
	maxCharted  = 12 // hosts in the figure
	maxHosts    = 1000
	maxURLs     = 2000
	maxKinds    = 40 // of deviations, of rules, of reasons; urlsift index knows fewer
	maxStanding = 20 // ways in which URLs are delimited
	maxExamples = 3  // of rejected texts, for each rule
	maxCases    = 12
	maxFormats  = 20
)

// An archive is what the page shows of a database. It is as small for millions of URLs as for thousands.
type archive struct {
	sources, messages, documents, occurrences, urls, hosts, rejected int
	bytes                                                            int
	unfinished, troubled                                             int // sources
	folder                                                           string
	formats                                                          []tally
	largest                                                          []sourceRow
	trouble                                                          []sourceRow

	calendar calendar
	schemes  []series // the last one is of all others, if there are any
	charted  []series // hosts
	busiest  []placeRow
	frequent []placeRow

	kinds      []kindRow
	strict     int // occurrences
	strictURLs int
	deviations []deviationRow
	rules      []ruleRow
	reasons    []reasonRow
}

// A tally is how often something was found.
type tally struct {
	name string
	n    int
}

type sourceRow struct {
	path, format, trouble        string
	messages, bytes, occurrences int
}

// A series is how often something was found in each period.
type series struct {
	name   string
	n      int   // also of places without a believable date
	counts []int // by period of the calendar
}

// A placeRow is a host or a URL.
type placeRow struct {
	name        string
	urls, n     int
	first, last string
}

type kindRow struct {
	kind      string
	n, broken int
}

type deviationRow struct {
	kind, section string
	n             int
	legal         []tally // since which RFC, most frequent first; "" is never
	url           int     // the index of the URL of the example
	example       string
	offset        int
	others        int // deviations that the example has besides
}

type ruleRow struct {
	rule, section string
	alone         bool // whether the texts are a scheme alone; the rules that these break are one row
	n             int
	texts         map[uint64]textTally // by their hash
	examples      []rejectedText       // the most frequent
}

// A textTally is how often a text was rejected.
type textTally struct {
	first int64 // the id of the first one
	n     int
}

type rejectedText struct {
	text, message string
	offset, n     int
}

// A reasonRow is about the places that can be read in another way, for one reason.
type reasonRow struct {
	why      string
	n        int
	outcomes [numOutcomes]int
	cases    []readingCase
}

// An outcome tells which readings of a place stand unbroken elsewhere in the archive.
type outcome int

const (
	asFound outcome = iota // only the URL as it was found
	other                  // only another reading
	both
	neither
	numOutcomes
)

type readingCase struct {
	urlIndex, place int // in the census
	url, reading    string
	outcome         outcome
	path            string
	message         int
	line            int
}

// reasonRank puts the hyphen cases first, which the RFC leaves open.
func reasonRank(why string) int {
	if i := slices.Index([]string{"hyphen", "space", "soft-break", "next-line"}, why); i >= 0 {
		return i
	}
	return 4
}

// add counts a case, and keeps it if it is among the first with its outcome. Those that evidence decides are shown first.
func (r *reasonRow) add(c readingCase) {
	r.n++
	r.outcomes[c.outcome]++
	if slices.ContainsFunc(r.cases, func(x readingCase) bool { return x.urlIndex == c.urlIndex }) {
		return
	}
	at, _ := slices.BinarySearchFunc(r.cases, c.outcome+1, func(x readingCase, o outcome) int { return cmp.Compare(x.outcome, o) })
	if at < maxCases {
		r.cases = slices.Insert(r.cases, at, c)
		r.cases = r.cases[:min(len(r.cases), maxCases)]
	}
}
