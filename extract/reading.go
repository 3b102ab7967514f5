package extract

import (
	"bytes"
	"iter"
	"strings"

	"github.com/urlsift/urlsift/scan"
)

// A Reading is another URL that the same place in a text may stand for.
type Reading struct {
	URL string
	// Why is what leaves the text open.
	Why Reason
}

// A Reason is what leaves open which URL stands in a text.
type Reason string

// The reasons for readings.
const (
	// Hyphen: a line ends in a hyphen, which belongs to the URL or was put there when the line was broken (appendix). The
	// URL keeps it, the reading drops it.
	Hyphen Reason = "hyphen"
	// Space: a blank stands in mid-line inside a wrapper, behind the scheme. The URL drops it (appendix), the reading has
	// %20.
	Space Reason = "space"
	// NextLine: a bare URL runs to the end of a full line, and the next begins with what could continue it. The URL ends
	// with its line, the reading goes on.
	NextLine Reason = "next-line"
	// SoftBreak: a line breaks right after a "=", where quoted-printable would break it. The URL keeps the "=", the reading
	// drops it.
	SoftBreak Reason = "soft-break"
)

// Readings gives the other URLs that the text allows for, each of them one that could stand there as it is. They are made
// as they are asked for: k hyphens make up to 2^k.
func (r Result) Readings() iter.Seq[Reading] {
	return func(yield func(Reading) bool) {
		if r.Err != nil || r.Cut || r.x.joined {
			return
		}
		folds := r.x.candidate.Folds
		if len(folds) == 0 && !r.x.scanner.MayContinue() {
			return // as most often
		}
		if len(folds) == 0 || r.x.hyphens(&r, yield) && r.x.blanks(&r, yield) && r.x.softBreaks(&r, yield) {
			r.x.nextLines(&r, yield)
		}
	}
}

// hyphens gives the readings without some of the hyphens at line ends. It is false when no more are wanted.
func (x *Extractor) hyphens(r *Result, yield func(Reading) bool) bool {
	var at []int
	for _, f := range x.candidate.Folds {
		if f.Break && f.At < len(r.Text) && r.Text[f.At-1] == '-' && len(at) < 12 {
			at = append(at, f.At-1)
		}
	}
	const most = 1 << 12 // more nobody asks for
	for mask := 1; mask < min(1<<len(at), most); mask++ {
		var b strings.Builder
		last := 0
		for i, hyphen := range at {
			if mask&(1<<i) != 0 {
				b.Write(r.Text[last:hyphen])
				last = hyphen + 1
			}
		}
		b.Write(r.Text[last:])
		if x.admits(b.String()) && !yield(Reading{b.String(), Hyphen}) {
			return false
		}
	}
	return true
}

// blanks gives the reading in which the blanks in mid-line belong to the URL.
func (x *Extractor) blanks(r *Result, yield func(Reading) bool) bool {
	var b strings.Builder
	last := 0
	scheme := schemeLength(r.Text) + 1
	for _, f := range x.candidate.Folds {
		if !f.Break && !f.Mark && f.At > scheme && f.At < len(r.Text) {
			b.Write(r.Text[last:f.At])
			b.WriteString(strings.Repeat("%20", int(f.End-f.Start)))
			last = f.At
		}
	}
	if last == 0 {
		return true
	}
	b.Write(r.Text[last:])
	return !x.admits(b.String()) || yield(Reading{b.String(), Space})
}

// softBreaks gives the reading without the "=" before each line break.
func (x *Extractor) softBreaks(r *Result, yield func(Reading) bool) bool {
	var b strings.Builder
	last := 0
	for _, f := range x.candidate.Folds {
		if f.Break && f.At < len(r.Text) && r.Text[f.At-1] == '=' {
			b.Write(r.Text[last : f.At-1])
			last = f.At
		}
	}
	if last == 0 {
		return true
	}
	b.Write(r.Text[last:])
	text := printable(b.String())
	return !x.admits(text) || yield(Reading{text, SoftBreak})
}

// printable gives a URL of quoted-printable with its "=" as they were.
func printable(text string) string { return strings.ReplaceAll(text, "=3D", "=") }

// admits is true for a text that is a URL, strict or not.
func (x *Extractor) admits(text string) bool {
	_, _, err := x.grammar.Lenient([]byte(text), nil)
	return err == nil
}

// nextLines gives the readings of a bare URL that goes on for one line, for two, and so on.
func (x *Extractor) nextLines(r *Result, yield func(Reading) bool) {
	for joined := range x.continuations(r) {
		text := string(joined.text)
		if joined.why == SoftBreak {
			text = printable(text)
		}
		if !yield(Reading{text, joined.why}) {
			return
		}
	}
}

// A continuation is a bare URL with what stands on the lines that follow.
type continuation struct {
	text  []byte     // valid until the next one
	piece scan.Piece // the last line of it
	why   Reason
}

// maxLines is how many lines a bare URL is followed over.
const maxLines = 8

// continuations gives the URL of r with one more line, with two, and so on, as long as each line is full and the next
// begins with what could continue it.
func (x *Extractor) continuations(r *Result) iter.Seq[continuation] {
	return func(yield func(continuation) bool) {
		if r.Kind != scan.Bare && r.Kind != scan.Prefixed || !bytes.Contains(r.Text, []byte("//")) {
			return
		}
		piece, ok := x.scanner.Continue(narrowLine)
		if text := x.candidate.Text; !ok || bytes.IndexByte([]byte(",:!'"), text[len(text)-1]) >= 0 {
			return // the sentence goes on there
		}
		raw := append(x.raw[:0], x.candidate.Text...) // what was trimmed from it stands in the middle now
		why := NextLine
		for range maxLines {
			if !ok || !continues(raw, piece) {
				break
			}
			if raw[len(raw)-1] == '=' && softLine <= piece.Width {
				raw, why = raw[:len(raw)-1], SoftBreak
			}
			raw = append(raw, piece.Text...)
			text := trim(raw, nil)
			piece.End -= int64(len(raw) - len(text))
			if len(text) <= len(raw)-len(piece.Text) || !x.admits(string(text)) || !yield(continuation{text, piece, why}) {
				break
			}
			piece, ok = x.scanner.Continue(narrowLine)
		}
		x.raw = raw[:0]
	}
}

// fullLine is the width that lines of text are commonly filled to. Shorter ones than narrowLine are not looked behind, so
// that a pipe's results need not wait for the next line.
const (
	fullLine   = 72
	narrowLine = 40
	brokenWord = 68 // the least width of a line that is broken between two letters or digits
	softLine   = 70 // the least width of a line of quoted-printable that is broken, which has 76 at most
)

// continues is true if piece can be what follows text on the next line: it would not have fitted on the line of text, and
// it looks like the rest of a URL rather than like a word, a line of decoration, an address or another URL.
func continues(text []byte, piece scan.Piece) bool {
	token := trim(piece.Text, nil)
	switch {
	case len(token) == 0, piece.Width+len(piece.Text) <= fullLine:
		return false
	case bytes.Contains(token, []byte("://")), bytes.IndexByte(token, '@') >= 0, bytes.HasPrefix(bytes.ToLower(token), []byte("www.")):
		return false
	case token[0] == '\'':
		return false // 'so'
	case strings.TrimFunc(printable(string(token)), func(r rune) bool { return r >= 0x80 || !alphanumeric(byte(r)) }) == "":
		return false // ======
	case clock(token):
		return false // the next entry of a log
	case len(token) > 1 && token[0] == token[1] && !alphanumeric(token[0]), bytes.IndexByte([]byte("([{"), token[0]) >= 0:
		return false // ...and, (see
	case token[0] == '_' && token[len(token)-1] == '_':
		return false // _so_
	}
	joint := !alphanumeric(text[len(text)-1]) || !alphanumeric(token[0])
	switch {
	case !joint && piece.Width < brokenWord:
		return false
	case bytes.ContainsAny(token, "/?=&%_~#"), bytes.ContainsAny(token, "0123456789") && piece.Alone:
		return true
	}
	return fileName(token, joint)
}

// fileName is true for a token that ends as names of files do: in a dot, and up to five letters or digits. Several dots are
// as likely to be a host's, and believed only at a joint.
func fileName(token []byte, joint bool) bool {
	dot := bytes.LastIndexByte(token, '.')
	suffix := len(token) - dot - 1
	return len(token) > 3 && dot > 0 && 1 <= suffix && suffix <= 5 && (joint || bytes.Count(token, []byte(".")) == 1)
}

// join takes the longest continuation for the URL of r.
func (x *Extractor) join(r *Result) {
	var last scan.Piece
	for c := range x.continuations(r) {
		x.text, last = append(x.text[:0], c.text...), c.piece
		x.joined = true
	}
	if x.joined {
		r.Text, r.End = x.text, last.End
		x.scanner.Join(last)
	}
}

// clock is true for a token such as 12:30:05, with two marks between numbers.
func clock(token []byte) bool {
	return len(bytes.Trim(token, "0123456789.:")) == 0 && bytes.Count(token, []byte(":"))+bytes.Count(token, []byte(".")) == 2
}
