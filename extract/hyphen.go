package extract

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urlsift/urlsift/internal/octet"
	"github.com/urlsift/urlsift/scan"
)

// This file decides whether a hyphen at the end of a line belongs to the URL or was added
// by a program that broke a word there.

// dehyphenate removes the hyphens from a URL in brackets whose words were hyphenated by a
// program. A URL on many lines keeps them. It is undecided if one may as well belong to it.
func (x *Finder) dehyphenate() {
	const most = 16
	broken := func(f scan.Fold) bool {
		if !breaksAfter(x.text, f, '-') || f.Notation {
			return false
		}
		breaks, sure := x.breaksWord(x.text[:f.At-1], x.text[f.At:])
		x.undecided = x.undecided || !sure
		return breaks
	}
	if len(x.folds) > most || !slices.ContainsFunc(x.folds, broken) {
		return
	}
	text, folds, last := x.scratch[:0], x.refolded[:0], 0
	for _, f := range x.folds {
		text = append(text, x.text[last:f.At]...)
		if last = f.At; broken(f) {
			text, f.Start = text[:len(text)-1], f.Start-1
		}
		f.At = len(text)
		folds = append(folds, f)
	}
	text = append(text, x.text[last:]...)
	x.text, x.folds, x.scratch, x.refolded = text, folds, text, folds
}

// tearsHost reports whether a line ends in a whole host, and the text of the next line
// makes another host of it, which has no known top-level domain.
func (x *Finder) tearsHost() bool {
	_, rest, _ := bytes.Cut(x.text, []byte("://"))
	begin := len(x.text) - len(rest)
	end := begin + schemeSet.Span(rest) // the bytes of a host
	return slices.ContainsFunc(x.folds, func(f scan.Fold) bool {
		return f.Break && begin < f.At && f.At < end && knownHost(x.text[begin:f.At]) &&
			!knownHost(x.text[begin:end])
	})
}

// breaksWord reports whether a program has broken a word at the end of before, which
// continues in after, and whether that is sure. The words near the candidate decide: if
// the whole word is there, or again in the URL, or is a usual one, few signs of such a
// program suffice; if it is there with its hyphen, or its first part, and that is not
// short, it is probably not broken. Names keep their hyphens, unless the whole word is
// there, and so do parts without a vowel. If there are many signs, a part of a name may be
// broken. A hyphen after a "/" is that of LaTeX, since no segment of a path begins with
// one.
func (x *Finder) breaksWord(before, after []byte) (breaks, sure bool) {
	if bytes.HasSuffix(before, []byte("/")) && octet.Alnum[after[0]] {
		return true, true
	}
	first := before[len(bytes.TrimRightFunc(before, unicode.IsLetter)):]
	second := after[:len(after)-len(bytes.TrimLeftFunc(after, unicode.IsLetter))]
	word, signs := slices.Concat(first, second), x.hyphenation()
	isWord := x.isWord(first)
	switch {
	case signs > 0 && isRestOfSuffix(before, second):
		return true, true
	case len(first) < 2 && !x.isNear(word), len(second) < 2, !hasVowel(second):
		return false, true
	case x.isNear(word) || hasWord(x.text, word):
		return signs > 0 && (signs > 2 || !isWord), true
	case x.isNear(slices.Concat(first, []byte("-"), second)):
		return false, true
	case signs > 0 && slices.Contains(usualWords, string(bytes.ToLower(word))):
		return true, true
	case signs <= 3 || isWord || !hasVowel(first) || inName(before, after):
		return false, true
	}
	isPart := isPartOfName(before, after)
	return !isPart, !isPart
}

// inName reports whether the hyphen between before and after is likely to belong to a
// name: that of a list, one with capital letters or with several hyphens, or a fragment.
// No word has the same letter three times in a row.
func inName(before, after []byte) bool {
	end := before[len(before)-2:]
	isTripled := end[1] == after[0] && (end[0] == after[0] || after[1] == after[0])
	stem := bytes.TrimRightFunc(before, unicode.IsLower)
	last := before[bytes.LastIndexByte(before, '/')+1:]
	next, _, _ := bytes.Cut(after, []byte("/"))
	hyphens := max(bytes.Count(last, []byte("-")), bytes.Count(next, []byte("-")))
	return isTripled || len(before)-len(stem) < 2 || hyphens > 1 ||
		bytes.IndexByte(before, '#') >= 0 || bytes.IndexByte(after, '@') >= 0
}

// isPartOfName reports whether the hyphen between before and after may belong to a name:
// it has another hyphen before, or goes on with a capital letter.
func isPartOfName(before, after []byte) bool {
	return bytes.HasSuffix(bytes.TrimRightFunc(before, unicode.IsLower), []byte("-")) ||
		!unicode.IsLower(rune(after[0])) || !unicode.IsLower(rune(after[1]))
}

// hasVowel reports whether a word has a vowel, or a letter outside ASCII.
func hasVowel(word []byte) bool {
	return bytes.ContainsFunc(word, func(r rune) bool {
		return r >= utf8.RuneSelf || strings.ContainsRune("aeiouy", unicode.ToLower(r))
	})
}

// hyphenation returns a number for the signs that a typesetter such as nroff has filled
// the text near the candidate: 3 for each line that ends in a hyphenated word, unless its
// first part is a word; 4 for each line to which blanks were added twice to make the
// lines equally long; and 1 if they were added once, or for the title of a man page. It
// is 0 if the typesetter has another sign for the hyphens that it adds.
func (x *Finder) hyphenation() (signs int) {
	before, after := x.around()
	_, after, _ = bytes.Cut(after, []byte("\n"))
	for _, text := range [][]byte{before, after} {
		once, first := false, []byte(nil)
		for line := range bytes.Lines(text) {
			line = bytes.Trim(line, ">| \t\r\n")
			switch added, twice := addedBlanks(line); {
			case twice:
				signs += 4
			case (added || isTitle(line)) && !once:
				once, signs = true, signs+1
			}
			if len(first) > 0 && len(line) > 0 && isSmall(line[0]) && !x.isWord(first) {
				signs += 3
			}
			if first = firstPart(line); endsInSoftHyphen(line) {
				return 0
			}
		}
	}
	return signs
}

// addedBlanks reports whether there is more than one blank between two words of a line,
// and whether there is twice, except after sentences, after the name of a field and in
// tables. Between words that may be in a table, there must be several pairs of blanks.
func addedBlanks(line []byte) (once, twice bool) {
	const most, many = 8, 3
	pairs := 0
	for first := false; ; {
		before, after, ok := bytes.Cut(line, []byte("  "))
		line = bytes.TrimLeft(after, " ")
		if !ok || len(before) == 0 || len(line) == 0 {
			return once, twice
		}
		last, next := before[len(before)-1], line[0]
		if len(after) == len(line) {
			pairs++
		}
		once = once || isSmall(next) && (isSmall(last) || last == ',') || pairs == many
		if strings.IndexByte(".:|", last) < 0 && len(after)-len(line)+2 <= most {
			twice = twice || first && (octet.Letter[next] || next == '<')
			first = first || isSmall(next)
		}
	}
}

// isTitle reports whether a line is at the top or bottom of a man page:
// "a(1)   a(1)".
func isTitle(line []byte) bool {
	name, ok := bytes.CutSuffix(line, []byte(")"))
	open := bytes.LastIndexByte(name, '(') + 1
	return ok && 0 < open && open < len(name) && octet.Digit[name[open]] && bytes.Contains(line, []byte("   "))
}

// firstPart returns the letters, after a blank, and before the hyphen in which a line
// ends, or nil.
func firstPart(line []byte) []byte {
	line, ok := bytes.CutSuffix(line, []byte("-"))
	word := line[bytes.LastIndexAny(line, " \t(")+1:]
	if ok && len(word) > 1 && len(word) < len(line) && octet.Letter[word[0]] &&
		!bytes.ContainsFunc(word[1:], func(r rune) bool { return !unicode.IsLower(r) }) {
		return word
	}
	return nil
}

// endsInSoftHyphen reports whether a line ends in a soft hyphen.
func endsInSoftHyphen(line []byte) bool {
	_, size := utf8.DecodeLastRune(line)
	return octet.IsSoftHyphen(line[len(line)-size:])
}

// isSmall reports whether b is a small letter of ASCII.
func isSmall(b byte) bool { return 'a' <= b && b <= 'z' }

// usualWords are words of paths that nobody writes with a hyphen.
var usualWords = strings.Fields(`
	action analysis application applications architecture archive archives article articles
	assignments authentication basics browser builds category classes client commands commit
	commits community computer concepts config configuration contact container containers content contents controller
	copyright current design details developer developers development devices directory display document
	documentation documents domain driver drivers editor environment event events example examples
	extension extensions features firmware format formats foundation function functions generic group
	groups guidelines history hypertext image images information installation interface introduction
	issuecomment issues kernel language languages library license licenses linux machine management
	manager manual manuals matrix module modules network networks option options overview package
	packages patches people performance platform plugin plugins policies policy privacy process product
	products profile program programs project projects protocol protocols publications python reference
	release releases repository request requests research resource resources review science scripts
	search section security server service services session settings software source sources
	specification specifications stable standard standards statistics status storage structure
	structures summary support syntax system systems technical technology templates topics tutorial
	tutorials university update updates variables version versions virtual windows`)

// isWord reports whether the first part of a word is a word near the candidate, and not
// short, so that the word has a hyphen of its own.
func (x *Finder) isWord(first []byte) bool { return len(first) > 3 && x.isNear(first) }

// isNear reports whether a word is near the candidate.
func (x *Finder) isNear(word []byte) bool {
	before, after := x.around()
	return hasWord(before, word) || hasWord(after, word)
}

// around returns the text near the candidate, before and after it.
func (x *Finder) around() (before, after []byte) {
	const lines = 16
	return x.scanner.Around(x.candidate.Start, x.candidate.End, lines, lines, scan.MaxAround)
}

// hasWord reports whether a text has a word, in any case and number, without letters
// around it, and without the hyphen of a broken word after it.
func hasWord(text, word []byte) bool {
	text, word = bytes.ToLower(text), bytes.TrimRight(bytes.ToLower(word), "s")
	for i := 0; len(word) > 0; i++ {
		k := bytes.Index(text[i:], word)
		if k < 0 {
			break
		}
		i += k
		after := bytes.TrimLeft(text[i+len(word):], "s")
		rest, broken := bytes.CutPrefix(after, []byte("-"))
		if (i == 0 || !octet.Letter[text[i-1]]) && (len(after) == 0 || !octet.Letter[after[0]]) &&
			!(broken && len(rest) > 0 && (rest[0] == '\n' || rest[0] == '\r')) {
			return true
		}
	}
	return false
}
