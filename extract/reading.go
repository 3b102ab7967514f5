package extract

import (
	"bytes"
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode"

	"github.com/urlsift/urlsift/internal/octet"
	"github.com/urlsift/urlsift/scan"
)

// A Reading is another possible URL for the text of a Result.
type Reading struct {
	URL string
	// Why is the reason why the text may mean it.
	Why Reason
}

// A Reason is the name of a reason why a text may mean another URL.
type Reason string

// Reasons for readings.
const (
	// ReasonHyphen: a line ends in a hyphen, which belongs to the URL or was added when
	// the line was broken (appendix). The URL keeps the hyphen, and the reading drops it.
	// If the URL dropped it, because it is soft or breaks a word, the reading has it as
	// "-". If neither is certain, there are both readings.
	ReasonHyphen Reason = "hyphen"
	// ReasonSpace: there is a blank or tab inside a line in brackets, after the scheme.
	// The URL drops it (appendix), the reading has %20 or %09. Or " at " and the rest
	// follow a bare URL, as archives of mailing lists write an "@". The reading has the
	// "@". Or a typesetter has put a space such as U+200A into a bare URL. The reading
	// has none.
	ReasonSpace Reason = "space"
	// ReasonNextLine: a bare URL extends to the end of a full line, and the next line
	// begins with text that may belong to it. Or it ends a string, and the next line
	// begins with another, as in C and Python. The URL ends with its line, the reading
	// continues.
	ReasonNextLine Reason = "next-line"
	// ReasonSoftBreak: a line breaks right after a "=", as in quoted-printable. The URL
	// keeps the "=", and the reading drops it, or vice versa if the text is
	// quoted-printable.
	ReasonSoftBreak Reason = "soft-break"
	// ReasonStars: there is a "**", as Gmail once wrote where a long URL may be broken.
	// The URL keeps it, the reading drops it.
	ReasonStars Reason = "stars"
	// ReasonIRI: a bare URL ends before a letter of a script without blanks between
	// words, which may belong to it. The reading includes the letter.
	ReasonIRI Reason = "iri"
)

// Readings returns an iterator over the other possible URLs for the text. Each of them is
// strict or tolerated. k hyphens at line ends make up to 2^k-1 readings, so they are made
// one at a time.
func (r Result) Readings() iter.Seq[Reading] {
	return func(yield func(Reading) bool) {
		kept := r.readings
		if x := r.current(); x != nil {
			kept = x.keep(&r)
		}
		if hyphenReadings(r.options, r.text, kept.hyphens, yield) {
			for _, reading := range kept.others {
				if !yield(reading) {
					return
				}
			}
		}
	}
}

// keptReadings are the readings of a Result.
type keptReadings struct {
	hyphens []hyphen  // those at line ends
	others  []Reading // the readings after those for hyphens
}

// A hyphen is a hyphen at the end of a line. It is at index at of a URL, or was there
// before it was dropped.
type hyphen struct {
	at      int
	dropped bool
}

// keep returns the readings of the current result.
func (x *Finder) keep(r *Result) (kept keptReadings) {
	add := func(reading Reading) {
		if (r.Err != nil || reading.URL != r.String()) && !slices.Contains(kept.others, reading) {
			kept.others = append(kept.others, reading)
		}
	}
	if x.soft && x.options.admits(string(x.candidate.Text)) {
		add(Reading{string(x.candidate.Text), ReasonSoftBreak})
	}
	if x.undecided {
		kept.hyphens = x.hyphens()
		x.offer(x.text, ReasonHyphen, add)
		return kept
	}
	if r.Err != nil && x.losesDot() {
		x.lostDots(add)
		x.offer(x.text, ReasonSoftBreak, add)
		return kept
	}
	if x.joined && x.soft {
		x.nextLines(r, func(longer Reading) {
			if len(longer.URL) > len(x.text) {
				add(Reading{longer.URL, ReasonNextLine})
			}
		})
	}
	if x.candidate == &attributeCandidate && bytes.Contains(x.text, []byte("  ")) { // after a line break
		x.offer(bytes.Join(bytes.Fields(x.text), nil), ReasonSpace, add)
	}
	isWhole := x.candidate.Flaw != scan.Flawless && !x.isCut()
	if r.Truncated || x.joined || x.candidate == &attributeCandidate || r.Err != nil && isWhole {
		return kept
	}
	if r.Err != nil {
		x.nextLines(r, add)
		x.spaceless(add)
		return kept
	}
	kept.hyphens = x.hyphens()
	x.longer(add)
	x.starless(add)
	if len(x.folds) > 0 {
		x.blanks(add)
		x.softBreaks(add)
		x.lostDots(add)
	}
	if r.Kind == scan.Bare {
		x.spelledAt(x.text, x.candidate.End, add)
	}
	x.nextLines(r, add)
	x.nextStrings(add)
	x.softEnd(add)
	if len(kept.others) == 0 {
		x.hyphenless(add)
	}
	return kept
}

// hyphenless adds the reading of a URL without a hyphen at the end of a line after a "/",
// which LaTeX has added, although only a bracket is on the next line.
func (x *Finder) hyphenless(add func(Reading)) {
	text := bytes.TrimSuffix(x.text, []byte("-"))
	if len(text) == len(x.text) || text[len(text)-1] != '/' {
		return // the usual case
	}
	if _, after := x.scanner.Around(x.candidate.Start, x.candidate.End, 0, 0, 1); len(after) == 0 {
		x.offer(text, ReasonHyphen, add)
	}
}

// softEnd adds the reading without the "=" at the end of a line, before a bracket that
// closes on the next: a soft line break of quoted-printable may be there.
func (x *Finder) softEnd(add func(Reading)) {
	text, ok := bytes.CutSuffix(x.text, []byte("="))
	if !ok || bytes.IndexByte(text, '?') > 0 {
		return // the usual case
	}
	_, after := x.scanner.Around(x.candidate.Start, x.candidate.End, 0, 1, len("\r\n)"))
	if rest := bytes.TrimLeft(after, "\r\n"); 0 < len(rest) && len(rest) < len(after) &&
		bytes.IndexByte([]byte(")]}"), rest[0]) >= 0 {
		x.offer(text, ReasonSoftBreak, add)
	}
}

// spelledAt adds the reading of a URL with text, up to offset end, that continues after
// an "@" that is written as " at ". A path or a query must follow the host. The text
// after a short URL is not read, so that results of a pipe need not wait for it.
func (x *Finder) spelledAt(text []byte, end int64, add func(Reading)) {
	const most = 255 // bytes of a host and a path
	if len(text) < narrowLine {
		return
	}
	const at = " at "
	if _, after := x.scanner.Around(x.candidate.Start, end, 0, 0, len(at)); string(after) != at {
		return // the usual case
	}
	_, after := x.scanner.Around(x.candidate.Start, end, 0, 0, most)
	rest := after[len(at):]
	if k := bytes.IndexAny(rest, " \t\r\n<>\"()"); k >= 0 {
		rest = rest[:k]
	}
	host := bytes.IndexAny(rest, "/?&")
	if host > 0 && knownHost(rest[:host]) {
		x.offer(trim(slices.Concat(text, []byte("@"), rest), nil), ReasonSpace, add)
	}
}

// spaceless adds the reading of a URL that ends before a space of a typesetter, without
// such spaces.
func (x *Finder) spaceless(add func(Reading)) {
	const most = 255 // bytes after the URL
	_, after := x.scanner.Around(x.candidate.Start, x.candidate.End, 0, 0, most)
	if k := bytes.IndexAny(after, " \t\r\n<>\"()"); k >= 0 {
		after = after[:k]
	}
	if rest := bytes.Join(bytes.FieldsFunc(after, unicode.IsSpace), nil); len(rest) < len(after) {
		x.offer(trim(slices.Concat(x.candidate.Text, rest), nil), ReasonSpace, add)
	}
}

// nextStrings adds the readings of a URL that continues in the string on the next line,
// also in the one on the line after it, and so on. A word by itself is not the rest of a
// URL.
func (x *Finder) nextStrings(add func(Reading)) {
	text, end := x.candidate.Text, x.candidate.End
	if rest, ok := bytes.CutSuffix(text, []byte("'")); ok { // of a string that began before the URL
		text, end = rest, end-1
	}
	for range maxLines {
		piece, next, ok := x.scanner.NextString(end)
		joint := len(text) > 0 && !octet.Alnum[text[len(text)-1]] || bytes.ContainsAny(piece, "/.?=&%#-_")
		if !ok || !joint || !x.options.admits(string(trim(slices.Concat(text, piece), nil))) {
			break
		}
		text, end = slices.Concat(text, piece), next
		add(Reading{string(trim(text, nil)), ReasonNextLine})
	}
}

// longer adds the reading of a bare URL that continues in a script without blanks.
func (x *Finder) longer(add func(Reading)) {
	more, ok := x.scanner.Longer()
	if !ok {
		return
	}
	text := trim(slices.Concat(x.candidate.Text, more), x.candidate.Before)
	if len(text) > len(x.candidate.Text) && x.options.admits(string(text)) {
		add(Reading{string(text), ReasonIRI})
	}
}

// mostHyphens is the number of hyphens at line ends that are dropped in turn, one for
// each bit of a number. Further hyphens are kept.
const mostHyphens = 62

// hyphens returns the hyphens at line ends, or nil.
func (x *Finder) hyphens() (at []hyphen) {
	for _, f := range x.folds {
		if !f.Break || len(at) == mostHyphens {
			continue
		}
		switch {
		case breaksAfter(x.text, f, '-') && !f.Notation:
			at = append(at, hyphen{f.At - 1, false})
		case x.isDropped(f):
			at = append(at, hyphen{f.At, true})
		}
	}
	return at
}

// breaksAfter reports whether f is a line break right after b. A break in a disguised
// scheme is at index 0.
func breaksAfter(text []byte, f scan.Fold, b byte) bool {
	return f.Break && 0 < f.At && f.At < len(text) && text[f.At-1] == b
}

// isDropped reports whether a fold removed a hyphen, soft or not, from the URL.
func (x *Finder) isDropped(f scan.Fold) bool {
	source := x.scanner.Source(f.Start, f.End)
	return !f.Notation && source[0] == '-' || octet.IsSoftHyphen(source)
}

// hyphenReadings yields the readings without some of the hyphens, and with some of those
// that the URL dropped. It reports whether more readings are wanted.
func hyphenReadings(o *Config, text string, at []hyphen, yield func(Reading) bool) bool {
	for mask := uint64(1); mask < 1<<len(at); mask++ {
		var b strings.Builder
		last := 0
		for i, h := range at {
			if mask&(1<<i) == 0 {
				continue
			}
			b.WriteString(text[last:h.at])
			if last = h.at; h.dropped {
				b.WriteByte('-')
			} else {
				last++
			}
		}
		b.WriteString(text[last:])
		if o.admits(b.String()) && !yield(Reading{b.String(), ReasonHyphen}) {
			return false
		}
	}
	return true
}

// blanks adds the reading in which blanks inside lines belong to the URL. In a gopher
// selector, which often contains blanks, a line break counts as a blank, too.
func (x *Finder) blanks(add func(Reading)) {
	var b strings.Builder
	last := 0
	scheme := schemeLength(x.text)
	isGopher := strings.EqualFold(string(x.text[:scheme]), "gopher")
	for _, f := range x.folds {
		if f.Notation || f.At <= scheme+1 || f.At >= len(x.text) ||
			f.Break && !(isGopher && betweenWords(x.text, f.At)) {
			continue
		}
		b.Write(x.text[last:f.At])
		if last = f.At; f.Break {
			b.WriteString("%20")
			continue
		}
		for _, blank := range x.scanner.Source(f.Start, f.End) {
			fmt.Fprintf(&b, "%%%02X", blank)
		}
	}
	b.Write(x.text[last:])
	if last > 0 && x.options.admits(b.String()) {
		add(Reading{b.String(), ReasonSpace})
	}
}

// betweenWords reports whether letters or digits are before and after index i of text.
func betweenWords(text []byte, i int) bool { return octet.Alnum[text[i-1]] && octet.Alnum[text[i]] }

// softBreaks adds the reading without the "=" before each line break.
func (x *Finder) softBreaks(add func(Reading)) {
	var b strings.Builder
	last, unescaped := 0, false
	for _, f := range x.folds {
		if breaksAfter(x.text, f, '=') && !bytes.HasSuffix(bytes.ToLower(x.text[:f.At]), []byte(";type=")) &&
			!isURL(x.text[f.At:]) {
			b.Write(x.text[last : f.At-1])
			last, unescaped = f.At, unescaped || endsInEquals(x.text[:f.At])
		}
	}
	b.Write(x.text[last:])
	if text := printable(b.String()); last > 0 && (unescaped || mayBePrintable([]byte(b.String()))) &&
		x.options.admits(text) {
		add(Reading{text, ReasonSoftBreak})
	}
}

// lostDots adds the reading with a "." that the next line has lost in transport.
func (x *Finder) lostDots(add func(Reading)) {
	for _, f := range x.folds {
		if f.Break && 0 < f.At && f.At < len(x.text) && lostDot(x.text[:f.At], x.text[f.At:]) {
			x.offer(slices.Concat(x.text[:f.At], []byte("."), x.text[f.At:]), ReasonNextLine, add)
		}
	}
}

// losesDot reports whether a soft line break of quoted-printable, which was removed, may
// have lost the "." after it.
func (x *Finder) losesDot() bool {
	return slices.ContainsFunc(x.folds, func(f scan.Fold) bool {
		return f.Break && f.Notation && 0 < f.At && f.At < len(x.text) &&
			lostDot(x.text[:f.At], x.text[f.At:])
	})
}

// printable decodes each "=3D" and "=2E" in a URL.
func printable(text string) string { return printableEscapes.Replace(text) }

var printableEscapes = strings.NewReplacer("=3D", "=", "=2E", ".")

// admits reports whether text is a URL, strict or tolerated.
func (o *Config) admits(text string) bool {
	_, _, err := o.Grammar.ParseLenient(text, nil)
	return err == nil
}
