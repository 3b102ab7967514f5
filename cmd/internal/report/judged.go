package report

import (
	"cmp"
	"errors"
	"fmt"
	"hash/maphash"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/cmd/internal/sqlite"
	"github.com/urlsift/urlsift/extract/defang"
	"github.com/urlsift/urlsift/rfc1738"
)

// judgements holds how URLs are delimited and written, and which are in doubt.
type judgements struct {
	Kinds, Strict, Deviations, Rejected, Readings section
	Tolerated                                     []deviationView
	Refused                                       []refusedView
	Reasons                                       []reasonView
}

// delimited shows how URLs are delimited.
func (r *reader) delimited(p *judgements) {
	kinds := mostOf(r.kinds.rows, maxStanding, func(k *kindTally) tally { return k.tally })
	if len(kinds) == 0 {
		p.Kinds.Saw = "No URL was found."
		return
	}
	broken := 0
	p.Kinds.Table = table{Caption: "How URLs are delimited",
		Head: columns("kind", "#unbroken", "#broken", "what it is")}
	for _, k := range kinds {
		broken += k.broken
		name := shown(k.name)
		text := number(k.n)
		if k.broken > 0 {
			text += ", " + numberAndShare(k.broken, k.n) + " broken"
		}
		p.Kinds.add(bar{name, []part{
			{k.n - k.broken, "bar", name + ", unbroken: " + number(k.n-k.broken)},
			{k.broken, "bar broken", name + ", broken over lines: " + number(k.broken)},
		}, text}, name, number(k.n-k.broken), number(k.broken), meanings()["kind "+k.name])
	}
	p.Kinds.Saw = fmt.Sprintf("Most often they are %s: %s. %s broken over lines.", standing(kinds[0].name),
		partOf(kinds[0].n, len(r.found), "occurrence", "occurrences"),
		count(broken, "occurrence is", "occurrences are"))
	p.Kinds.draw("kinds", "How URLs are delimited",
		legend{"From the left:", []key{{"bar", "unbroken"}, {"bar broken", "broken over lines, and joined"}}})
}

// standing describes, in a sentence, how URLs of a kind are delimited.
func standing(kind string) string {
	if meaning, ok := meanings()["kind "+kind]; ok {
		meaning, _, _ = strings.Cut(meaning, ":")
		if kind == "attribute" {
			return "in attributes of HTML"
		}
		return meaning
	}
	return "as " + shown(kind)
}

// A markedText is a text with a marked character.
type markedText struct{ Before, Mark, After string }

type deviationView struct {
	Kind, Section, Meaning, Legal, Number string
	markedText                            // the example
	Where                                 string
}

// deviating shows how many URLs are strict, and how the others deviate.
func (r *reader) deviating(p *judgements) {
	deviating := len(r.found) - r.strict
	p.Strict.Saw = fmt.Sprintf("In %s the URL is strict, which means that RFC 1738 allows it. In %s it "+
		"is tolerated: all its deviations are of a known kind.",
		partOf(r.strict, len(r.found), "occurrence", "occurrences"),
		count(deviating, "occurrence", "occurrences"))
	p.Strict.Table = table{Caption: "Strict, tolerated and rejected",
		Head: columns("what", "#occurrences", "#distinct URLs")}
	p.Strict.add(tallyBar("strict", r.strict), "strict", number(r.strict), number(r.strictURLs))
	p.Strict.add(tallyBar("tolerated", deviating), "tolerated", number(deviating),
		number(len(r.url)-r.strictURLs))
	p.Strict.add(tallyBar("rejected", r.total.rejected), "rejected", number(r.total.rejected), "–")
	p.Strict.draw("strict", "Occurrences that are strict, tolerated or rejected", legend{})
	deviations := mostOf(r.deviations.rows, maxKinds, func(d *deviationTally) tally { return d.tally })
	if len(deviations) == 0 {
		p.Deviations.Saw = "No URL deviates."
		return
	}
	most := deviations[0]
	p.Deviations.Saw = fmt.Sprintf("The most frequent deviation is %s, in %s.", shown(most.name),
		partOf(most.n, deviating, "tolerated occurrence", "tolerated occurrences"))
	p.Deviations.Table = table{Caption: "Occurrences by kind of deviation",
		Head: columns("kind", "section", "legal since", "#occurrences")}
	for _, d := range deviations {
		slices.SortStableFunc(d.legal.rows, func(a, b tally) int { return cmp.Compare(b.n, a.n) })
		v := deviationView{Kind: shown(d.name), Section: shown(d.section),
			Meaning: meanings()["deviation "+d.name], Legal: legalSince(d.legal.rows), Number: number(d.n),
			Where: r.tracePlace(d.place).Where, markedText: r.unclickable(marked(r.urlText(d.url), d.offset))}
		p.Deviations.add(tallyBar(v.Kind, d.n), v.Kind, v.Section, v.Legal, v.Number)
		p.Tolerated = append(p.Tolerated, v)
	}
	p.Deviations.draw("deviations", "Occurrences by kind of deviation", legend{})
}

// unclickable returns an example that no click follows, if Defang is set. The marked
// character stays unchanged.
func (r *reader) unclickable(m markedText) markedText {
	if r.config.Defang {
		m.Before, m.After = defang.Text(m.Before), defang.Text(m.After)
	}
	return m
}

// legalSince describes since which RFC a kind of deviation is legal. That may depend on
// the scheme, and on the character.
func legalSince(since []tally) string {
	var names []string
	for _, t := range since {
		names = append(names, cmp.Or(shown(t.name), "never"))
	}
	return strings.Join(names, " or ")
}

// marked splits a URL at the character at offset, and cuts it around that.
func marked(url string, offset int) markedText {
	if private(url) {
		return markedText{Before: shown(url)}
	}
	return markedIn(url, offset)
}

// markedIn is marked for a text without passwords.
func markedIn(url string, offset int) markedText {
	if offset < 0 || offset >= len(url) || !utf8.RuneStart(url[offset]) {
		return markedText{Before: shown(url)}
	}
	_, size := utf8.DecodeRuneInString(url[offset:])
	before, after := url[:offset], url[offset+size:min(len(url), offset+maxShown)]
	if over := len(before) - maxShown/2; over > 0 {
		for !utf8.RuneStart(before[over]) {
			over++
		}
		before = "…" + before[over:]
	}
	return markedText{visible(before), visible(url[offset : offset+size]),
		shorten(visible(after), maxShown/4)}
}

type refusedView struct {
	Rule, Section, Number string
	Examples              []exampleView
}

// An exampleView is a text and its problem.
type exampleView struct {
	markedText
	Message, Where string
	N              int
}

// schemeAlone matches a text that is a scheme without anything after it.
var schemeAlone = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:/{0,3}$`)
})

// readRejected counts the broken rules and the texts that break them. Texts that are only
// a scheme have a rule of their own.
func (r *reader) readRejected() {
	type key struct{ rule, section string }
	var rules register[key, ruleTally]
	seed := maphash.MakeSeed()
	r.Each(func(row sqlite.Row) {
		r.total.rejected++
		k, text := key{row.Text(1), row.Text(2)}, row.Text(3)
		if schemeAlone().MatchString(text) {
			k = key{}
		}
		rule := rules.row(k)
		rule.tally, rule.rule, rule.section = tally{k.rule + "\x00" + k.section, rule.n + 1},
			k.rule, k.section
		t := rule.texts.row(maphash.String(seed, text))
		if t.n == 0 {
			t.first = row.Int(0)
		}
		t.n++
	}, "SELECT id, rule, section, text FROM rejected ORDER BY id")
	r.rules = mostOf(rules.rows, maxKinds, func(rule *ruleTally) tally { return rule.tally })
}

// refused shows the rejected texts: how many break each rule, and the most frequent ones.
func (r *reader) refused(p *judgements) {
	rejected := r.total.rejected
	if rejected == 0 {
		p.Rejected.Saw = "Nothing was rejected."
		return
	}
	p.Rejected.Saw = count(rejected, "candidate was", "candidates were") + " rejected: URL-like but invalid."
	rest, others := slices.Clone(r.rules), ""
	if i := slices.IndexFunc(rest, func(rule ruleTally) bool { return rule.rule == "" }); i >= 0 {
		p.Rejected.Saw += fmt.Sprintf(" In %s there is nothing after the scheme, as in “http://”.",
			partOf(rest[i].n, rejected, "candidate", "candidates"))
		rejected -= rest[i].n
		rest, others = slices.Delete(rest, i, i+1), "other "
	}
	if len(rest) > 0 {
		p.Rejected.Saw += fmt.Sprintf(" The rule broken most is “%s”, by %s.", shown(rest[0].rule),
			partOf(rest[0].n, rejected, others+"candidate", others+"candidates"))
	}
	p.Rejected.Table = table{Caption: "Rejected candidates by rule",
		Head: columns("rule", "section", "#occurrences")}
	for _, rule := range r.rules {
		v := refusedView{Rule: cmp.Or(shown(rule.rule), "a scheme alone"), Section: shown(rule.section),
			Number: number(rule.n)}
		p.Rejected.add(tallyBar(v.Rule, rule.n), v.Rule, v.Section, v.Number)
		for _, t := range mostOf(rule.texts.rows, maxExamples,
			func(t *textTally) tally { return tally{n: t.n} }) {
			r.Each(func(row sqlite.Row) {
				e := exampleOf(row.Text(18), row.Text(19), row.Number(20))
				e.N, e.Where, e.markedText = t.n, r.placeOf(row).Where, r.unclickable(e.markedText)
				v.Examples = append(v.Examples, e)
			}, selectRejectedText, t.first)
		}
		p.Refused = append(p.Refused, v)
	}
	p.Rejected.draw("rejected", "Rejected candidates by the rule that they break", legend{})
}

// exampleOf returns a rejected text in the form to be shown: with a mark on the first
// character that cannot be part of a URL, and without any byte of a password.
func exampleOf(rejected, message string, offset int) exampleView {
	v := exampleView{Message: shown(message)}
	masks := printable.Passwords(rejected, "")
	if len(masks) == 0 {
		v.markedText = marked(rejected, offset)
		return v
	}
	text := printable.WithoutMasks(rejected, masks)
	var failure *rfc1738.Error
	if _, _, err := rfc1738.ParseLenient(rejected, nil); !errors.As(err, &failure) {
		_, why, _ := strings.Cut(message, ": ") // an earlier version rejected it
		v.Before, v.Message = shown(text), shown(why)
		return v
	}
	at, masked := printable.ShiftMasked(masks, failure.Offset)
	v.markedText = markedIn(text, at)
	said := *failure
	said.Offset = at
	v.Message = shown(said.Error())
	if masked {
		_, why, _ := strings.Cut(said.Error(), " at offset ")
		v.Message = shown("a hidden character at offset " + why)
	}
	return v
}

type reasonView struct {
	Why, Meaning, Number string
	Cases                []caseView
}

type caseView struct{ URL, Reading, Class, Outcome, Place string }

// openReasons come first: above all the hyphen, which the RFC leaves open.
var openReasons = []string{"hyphen", "space", "soft-break", "stars", "next-line"}

// doubts shows the places that have another reading.
func (r *reader) doubts(p *judgements) {
	reasons := r.reasons.rows
	if len(reasons) == 0 {
		p.Readings.Saw = "No occurrence has another reading."
		return
	}
	slices.SortFunc(reasons, func(a, b reasonTally) int {
		return cmp.Or(cmp.Compare(orderIn(openReasons, a.name), orderIn(openReasons, b.name)),
			strings.Compare(a.name, b.name))
	})
	outcomes := legend{From: "From the left:"}
	names := []string{"reason", "#occurrences"}
	for o, name := range outcomeNames {
		outcomes.Keys = append(outcomes.Keys, key{outcomeClass(outcome(o)), name})
		names = append(names, "#"+name)
	}
	p.Readings.Table = table{Caption: "What occurs unbroken elsewhere in the archive",
		Head: columns(names...)}
	all, told, hyphens := 0, 0, ""
	for _, reason := range reasons[:min(len(reasons), maxKinds)] {
		v := reasonView{Why: shown(reason.name), Meaning: meanings()["reason "+reason.name],
			Number: count(reason.n, "occurrence", "occurrences")}
		b, row, by := bar{name: v.Why, text: number(reason.n)}, []string{v.Why, number(reason.n)},
			reason.outcomes
		for o, n := range by {
			b.parts = append(b.parts, part{n, outcomeClass(outcome(o)),
				v.Why + ", " + outcomeNames[o] + ": " + number(n)})
			row = append(row, number(n))
		}
		p.Readings.add(b, row...)
		all += reason.n
		told += by[asFound] + by[other]
		if reason.name == "hyphen" {
			hyphens = fmt.Sprintf("In %s a line breaks after a hyphen, which the URL keeps. The URL with "+
				"the hyphen occurs elsewhere for %s of them, without it for %s. ",
				v.Number, number(by[asFound]+by[both]), number(by[other]+by[both]))
		}
		for _, c := range reason.cases {
			v.Cases = append(v.Cases, caseView{shown(r.urlName(r.urlText(c.url))),
				shown(r.urlName(c.reading)),
				outcomeClass(c.outcome), outcomeNames[c.outcome], r.tracePlace(c.place).Where})
		}
		p.Reasons = append(p.Reasons, v)
	}
	p.Readings.Saw = count(all, "occurrence has", "occurrences have") + " another reading. " + hyphens +
		fmt.Sprintf("For %s of them, the archive itself shows which reading is meant: only one of them "+
			"occurs unbroken elsewhere.", number(told))
	p.Readings.draw("readings", "Which readings occur unbroken elsewhere in the archive", outcomes)
}

func outcomeClass(o outcome) string { return "o" + strconv.Itoa(int(o)) }
