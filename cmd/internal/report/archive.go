package report

import (
	"cmp"
	"slices"
)

// What the page shows of what there may be millions of.
const (
	maxSources  = 200
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
	maxSkipped  = 50
	maxRuns     = 20
	maxApart    = 50 // hosts of a class
)

// An archive is what the page shows of a database. It is as small for millions of URLs as for thousands.
type archive struct {
	totals
	folder    string // that all sources are in
	formats   []tally
	largest   table // of sources
	trouble   table
	calendar  calendar
	schemes   []series // the last one is of all others, if there are any
	charted   []series // hosts
	busiest   []placeRow
	apart     [numClasses]apartRow
	written   []int // messages in each period, or nil if there is no period
	dominated []dominatedYear
	frequent  []placeRow
	traced    []hostView
	made
	judged

	defanged bool // URLs and hosts are shown so that no click follows them
}

// made is how a database was made.
type made struct {
	flags    string
	copies   int // documents that are copies of others
	unpacked int // bytes that were read, after they were unpacked; 0 if that is not known
	runs     table
	skipped  table
}

// totals are how many there are of what.
type totals struct {
	sources, messages, documents, occurrences, urls, hosts, rejected int
	bytes                                                            int
	unfinished, troubled                                             int // sources
}

// judged is how the URLs are delimited and written, and what is in doubt.
type judged struct {
	kinds      []kindRow
	strict     int // occurrences
	strictURLs int
	deviations []deviationRow
	rules      []ruleRow
	reasons    []reasonRow
}

// A dominatedYear is one of which most occurrences are in one archive.
type dominatedYear struct {
	year    int // or 0 for all years together
	archive string
	n, all  int
}

// A series is how often something was found in each period.
type series struct {
	name   string
	index  int   // of a host, in the census
	n      int   // also of places without a believable date
	counts []int // by period of the calendar
}

// A placeRow is a host or a URL.
type placeRow struct {
	index             int // in the census
	name              string
	urls, n, messages int
	first, last       string
}

// An apartRow is what is counted of the hosts of a class, with the most frequent of them.
type apartRow struct {
	hosts, n int
	list     []placeRow
}

// A kindRow is a way in which URLs are delimited.
type kindRow struct {
	tally
	broken int
}

type deviationRow struct {
	tally
	section    string
	legal      register[string, tally] // since which RFC, most frequent first; "" is never
	url, place int                     // the indexes of the URL and the place of the example
	where      string                  // that is
	example    string
	offset     int
	others     int // deviations that the example has besides
}

type ruleRow struct {
	rule, section string
	alone         bool // whether the texts are a scheme alone; the rules that these break are one row
	n             int
	texts         register[uint64, textTally] // by their hash
	examples      []rejectedText              // the most frequent
}

// A textTally is how often a text was rejected.
type textTally struct {
	first int64 // the id of the first one
	n     int
}

type rejectedText struct {
	text, message string
	offset, n     int
	where         string // the first one is
}

// A reasonRow is about the places that can be read in another way, for one reason.
type reasonRow struct {
	tally
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
	where           string
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
