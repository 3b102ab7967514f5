package mail

import "bytes"

// itsShape is the shape of the date in the header of a message between users of ITS.
const itsShape = "99/99/99 99:99:99"

// isITS reports whether a line is the header of a message between users of ITS, such as "JOE@MIT-AI 09/12/79 02:09:30 Re: title".
func isITS(line []byte) bool {
	from, _, _ := itsHeader(line)
	return from != nil
}

// itsHeader takes such a line apart. It returns nil if it is none.
func itsHeader(line []byte) (from, date, subject []byte) {
	const title = " Re: "
	line = trimEnd(line)
	n := itsUser(line)
	if n == 0 || len(line) < n+1+len(itsShape) {
		return nil, nil, nil
	}
	rest := line[n+1+len(itsShape):]
	date = inShape(line[:len(line)-len(rest)], itsShape)
	if date == nil || two(date) < 1 || two(date) > 12 || two(date[3:]) < 1 || two(date[3:]) > 31 || two(date[6:]) <= 31 || !isClock(date[9:]) ||
		len(rest) > 0 && !bytes.HasPrefix(rest, []byte(title)) {
		return nil, nil, nil
	}
	return line[:n], date, bytes.TrimPrefix(rest, []byte(title))
}

// itsUser returns the length of the name of a user and a host that a line begins with, in capitals, or 0.
func itsUser(line []byte) int {
	n := 0
	for n < len(line) && ('A' <= line[n] && line[n] <= 'Z' || digit(line[n]) || n > 0 && (line[n] == '-' || line[n] == '@')) {
		n++
	}
	if at := bytes.IndexByte(line[:n], '@'); at < 1 || at+1 == n {
		return 0
	}
	return n
}

// mayBeITS reports whether a line that is not there as a whole may be the header of a message between users of ITS. Names may be
// fields, too.
func mayBeITS(line []byte) bool {
	n := itsUser(line)
	if n == 0 || len(line) == n {
		return false
	}
	date := line[n+1 : min(len(line), n+1+len(itsShape))]
	for i, c := range date {
		if digit(itsShape[i]) != digit(c) || !digit(c) && c != itsShape[i] {
			return false
		}
	}
	return line[n] == ' ' && starts(line[n+1+len(date):], " Re: ")
}

// isANews reports whether text begins with an article of A News, and whether that is certain: five lines, and no names of fields.
func isANews(text []byte, eol byte, all bool) (is, certain bool) {
	if len(text) == 0 || text[0] != 'A' {
		return false, all || len(text) > 0
	}
	for i, fits := range []func(line []byte) bool{
		func(id []byte) bool {
			return len(id) > 2 && !bytes.ContainsAny(id, " \t:") && bytes.IndexByte(id, '.') >= 0
		},
		func(groups []byte) bool { return bytes.IndexByte(groups, '.') > 0 && !bytes.ContainsAny(groups, " :") },
		func(route []byte) bool { return bytes.IndexByte(route, '!') > 0 },
		func(date []byte) bool { return !parseMark(string(date)).IsZero() },
	} {
		line := lineOf(text, eol)
		switch {
		case !all && bytes.IndexByte(line, eol) < 0:
			return false, i < 2 && bytes.ContainsAny(line, " \t:")
		case !fits(trimEnd(line)):
			return false, true
		}
		text = text[len(line):]
	}
	return true, true
}
