package texts

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/internal/mailbox"
	"github.com/urlsift/urlsift/internal/octet"
)

// A session is a stage that returns lines of a session, up to one at which it stops.
type session struct {
	recoded
	stops   func(line []byte) bool
	dots    bool // the first of two dots at the beginning of a line is dropped
	midLine bool
	until   int64 // the declared end, before which the source must not end, or 0
}

func (s *session) IsCut() bool {
	return s.recoded.IsCut() || s.until > s.src.Offset() && s.src.Fill(1) == 0
}

func (s *session) Next() []byte {
	s.Out = s.Out[:0]
	for len(s.Out) < decode.MaxChunk && s.src.Fill(1) > 0 {
		line := s.src.Line(0)
		if !s.midLine && s.stops(line) {
			break
		}
		if s.dots && !s.midLine && bytes.HasPrefix(line, []byte("..")) {
			s.src.Skip(1)
			line = line[1:]
		}
		s.midLine = !s.src.EndsLine(line[len(line)-1])
		s.Plain(s.src.Offset(), len(line))
		s.Out = append(s.Out, line...)
		s.src.Skip(len(line))
	}
	return s.Decoded()
}

// session reads both sides of a POP, NNTP, SMTP or IMAP session, or the output of
// Postfix's postcat. It consists of messages and other lines. A message follows a reply
// and ends with a line of one dot, or where replied finds its end. If bare is set, a
// header may also follow the dot at once.
func (w *walker) session(bare bool) bool {
	reply := func(line []byte) bool { return isReply(line) && w.messageFollows(len(line)) }
	for w.src.Fill(1) > 0 {
		line, at := w.src.Line(0), w.src.Offset()
		switch {
		case reply(line):
		case bare && w.messageFollows(0):
			w.skipLeading()
			line = nil
		default:
			if !w.handPart(decode.ReaderOf(&session{recoded: recoded{&w.src, decode.Keeping(nestedKeep)},
				stops: reply})) {
				return false
			}
			continue
		}
		if !w.framedWhole(at, w.replied(line)) {
			return false
		}
		w.src.Skip(len(w.src.Line(0)))
	}
	return true
}

// replied returns the message after a reply, which is skipped, and may be empty. In IMAP
// the message ends at its length. A wrong length, as after a change of line ends, is not
// followed by the rest of the reply.
func (w *walker) replied(reply []byte) decode.Stage {
	message := &session{recoded: recoded{&w.src, decode.Keeping(nestedKeep)}, stops: isDot, dots: true}
	size, isPostcat := fetched(reply), bytes.HasPrefix(reply, []byte(postcatMark))
	w.src.Skip(len(reply))
	switch {
	case isPostcat:
		message.stops, message.dots = startsWith("*** HEADER EXTRACTED "), false
	case size < 0:
	case size > maxCertain || w.src.Fill(int(size)) >= int(size) && isFetchEnd(w.src.Line(int(size))):
		return &frame{w.src.All(), size, ""}
	default:
		message.stops, message.dots = startsWith(")"), false
		message.until = w.src.Offset() + size
	}
	return message
}

func startsWith(begin string) func(line []byte) bool {
	return func(line []byte) bool { return bytes.HasPrefix(line, []byte(begin)) }
}

// postcatMark precedes a message in the output of Postfix's postcat.
const postcatMark = "*** MESSAGE CONTENTS "

// isFetchEnd reports whether line is the rest of the reply after a message: ")", perhaps
// after other data.
func isFetchEnd(line []byte) bool {
	return len(line) > 0 && (line[0] == ')' || line[0] == ' ') &&
		bytes.HasSuffix(decode.TrimEnd(line), []byte(")"))
}

// fetched returns the length of the message that follows a line of IMAP (RFC 3501), such
// as "* 1 FETCH (BODY[] {1234}", or -1.
func fetched(line []byte) int64 {
	text := string(decode.TrimEnd(line))
	open := strings.LastIndexByte(text, '{')
	if !isFetch(decode.Whole(line)) || open < 0 || !strings.HasSuffix(text, "}") {
		return -1
	}
	size, err := strconv.ParseUint(text[open+1:len(text)-1], 10, 40)
	if err != nil {
		return -1
	}
	return int64(size)
}

// isFetch reports whether h begins with the reply of IMAP to FETCH.
func isFetch(h decode.Head) bool {
	if !h.Starts("* ") {
		return false
	}
	h.Text = bytes.TrimLeft(h.Text[len("* "):], "0123456789")
	return h.Starts(" FETCH (")
}

// isReply reports whether a message may follow line: the reply of a POP server (RFC
// 1939), the reply of NNTP to ARTICLE or HEAD (RFC 3977), the SMTP command DATA or its
// reply (RFC 5321), the reply of IMAP to FETCH, or the mark of postcat.
func isReply(line []byte) bool {
	text := string(decode.TrimEnd(line))
	begins := func(reply string) bool { return strings.HasPrefix(text, reply) }
	return begins("+OK") || text == "DATA" || fetched(line) >= 0 || begins(postcatMark) ||
		len(text) > len("220 ") && (begins("220 ") || begins("221 ") || begins("354 "))
}

// openings are the commands, and the lines of IMAP and postcat, that begin a session. A
// session may also begin with a reply of POP or NNTP.
var openings = []string{"RETR ", "TOP ", "ARTICLE ", "HEAD ", "USER ", "HELO ", "EHLO ", "MAIL FROM:",
	"* OK ", "* PREAUTH ", "*** ENVELOPE RECORDS ", postcatMark}

// isSession reports whether h is a session: it begins with a reply of a server or with
// one of openings, and contains a message in its first 8 KiB.
func isSession(h decode.Head) bool {
	h = h.First(8 << 10)
	if !slices.ContainsFunc(openings, h.Starts) && !isFetch(h) &&
		(!h.Starts("+OK") && !h.Starts("20") && !h.Starts("22") ||
			h.Text[0] == '2' && !(h.Has(4) && octet.Digit[h.Text[2]] && h.Text[3] == ' ')) {
		return false
	}
	for at := 0; at < len(h.Text); {
		line, rest := decode.LineOf(h.Text[at:], '\n'), h
		at += len(line)
		if rest.Text = h.Text[at:]; isReply(line) && mailbox.IsMessage(rest, '\n') {
			return true
		}
	}
	h.NeedMore()
	return false
}
