package sift

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"runtime"
	"strings"

	"github.com/urlsift/urlsift/extract"
	"github.com/urlsift/urlsift/extract/internal/document"
	"github.com/urlsift/urlsift/extract/internal/texts"
	"github.com/urlsift/urlsift/extract/internal/unpack"
	"github.com/urlsift/urlsift/extract/mail"
)

// A Result is a URL and its source. Start, End, Line and Column count in the input, or in
// the member of an archive. Bytes that are decoded together, such as four characters of
// base64, have the same offset. In JSON it is an [extract.Result], without its source.
type Result struct {
	extract.Result
	// Source is the text in which the URL was found. It may be kept.
	*Source
	// TextStart and TextEnd are the offsets of the URL in the decoded text, in bytes.
	TextStart, TextEnd int64
	// Checks holds the numbers of the checksums that cover the text and have not been
	// compared yet, from the outermost: the checksums of the compressed content, of the
	// member of an archive, and of the attachment that contains it. If one of them fails,
	// a later [*Error] of the same chunk has its number as Check, and the result is
	// unproven: the original bytes may have been different. Numbers grow, and have no
	// meaning in another chunk. The slice may be kept and must not be changed.
	Checks []int
}

// Around returns the decoded text around the URL, as [extract.Result.Around] does.
func (r *Result) Around(above, below, n int) (before, after []byte) {
	in := r.Result
	in.Start, in.End = r.TextStart, r.TextEnd
	return in.Around(above, below, n)
}

// follows reports whether a result may continue a URL before its text, since nothing in
// between ends a URL.
func (r *Result) follows() bool {
	const most = 4 << 10 // bytes before it that are examined: keeps many URLs on one line linear
	if r.TextStart == 0 || r.TextStart > most {
		return r.TextStart == 0
	}
	before, _ := r.Around(0, 0, int(r.TextStart))
	return int64(len(before)) == r.TextStart && !bytes.ContainsAny(before, " \t\r\n\"<>")
}

// A Source is a text in an input, in which results are found.
type Source struct {
	// File is the name of the input.
	File string
	// Member is the path of a member of an archive, such as "b.tar!c", or of an
	// attachment of a message, or empty. It is taken from the archive or the message and
	// must not be trusted.
	Member string
	// Attachment is the end of Member that is the path of an attachment, such as
	// "report.zip!word/document.xml", or empty.
	Attachment string
	// Apart reports whether offsets and lines count in the unpacked Attachment and not in
	// the input or member that holds it.
	Apart bool
	// Format is the format of the input or member.
	Format mail.Format
	// Message is the message, or nil outside of messages. Its Offset counts in the input
	// or the member.
	Message *mail.Message
	// Part is the path of the part of the message, such as "1.2", or empty.
	Part string
	// Header is the name of the header field, or empty.
	Header string
	// HTML reports whether the text is part of a page.
	HTML bool
	// Element and Attribute are the names of an HTML element and of its attribute, in
	// lower case, or empty. For a link of a PDF they are "annotation" and "uri".
	Element, Attribute string
	// Shown is the visible text of the link, on one line and cut after 250 bytes, or
	// empty.
	Shown string
}

// Name returns the name of the file. If there is a Member, a "!" and Member follow.
func (s *Source) Name() string { return texts.MemberPath(s.File, s.Member) }

// copied returns a copy of s that may be kept: last, if it equals s.
func (s *Source) copied(last *Source) *Source {
	if last == nil || *last != *s {
		last = new(Source)
		*last = *s
	}
	return last
}

// An Error describes an input, or a part of one, that could not be read.
type Error struct {
	// File is the name of the input, and Member the path of a member of an archive, as in
	// a [Source].
	File, Member string
	// Message is the number of the message, or 0 outside of messages.
	Message int
	// Part is the path of the part of the message, as in a [Source].
	Part string
	// Offset is the offset in the input or the member, in bytes, at which reading failed.
	// It is -1 if nothing was read, because the input cannot be opened or the archive is
	// damaged.
	Offset int64
	// Check is the number of a checksum that failed, or that cannot be compared because
	// some of its bytes are damaged. All results with this number among their Checks are
	// unproven. It is 0 if no results are in doubt.
	Check int
	// Limit is the name of the field of [Config] whose limit was reached, such as
	// "MaxRatio", or empty.
	Limit string
	// Encrypted reports whether the unreadable data is encrypted.
	Encrypted bool
	// Err is the reason: the error of a decoder, of the input's reader or of the file
	// system.
	Err error
}

// Error returns the file, member, reason, offset, message and part.
func (e *Error) Error() string {
	text := texts.MemberPath(e.File, e.Member) + ": "
	if _, ok := e.Err.(*texts.Error); ok {
		return text + (&texts.Error{Offset: e.Offset, Message: e.Message, Part: e.Part,
			Problem: e.Reason()}).Error()
	}
	packed, ok := e.Err.(*unpack.Error)
	switch {
	case e.Offset < 0:
		return text + e.Reason()
	case ok:
		return text + fmt.Sprintf("at offset %d, after %d bytes of %s: %v", e.Offset, packed.Offset,
			packed.Format, packed.Err)
	}
	return text + fmt.Sprintf("at offset %d: %s", e.Offset, e.Reason())
}

// Reason returns the reason in words, without the place, which is in the other fields.
func (e *Error) Reason() string {
	switch err := e.Err.(type) {
	case *texts.Error:
		return err.Problem
	case *fs.PathError:
		return err.Err.Error()
	}
	return e.Err.Error()
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// notOpened returns the error of an input that cannot be opened or examined.
func notOpened(name string, err error) *Error { return &Error{File: name, Offset: -1, Err: err} }

// failure returns err as an Error at an offset of the source.
func (s *Source) failure(err error, offset int64) *Error {
	e := &Error{File: s.File, Member: s.Member, Offset: offset, Err: err}
	e.Encrypted = errors.Is(err, unpack.ErrEncrypted) || errors.Is(err, document.ErrEncrypted)
	if limit, ok := errors.AsType[*unpack.LimitError](err); ok {
		e.Limit = limit.Limit
	}
	packed, damaged := errors.AsType[*unpack.Error](err)
	if damaged {
		e.Check = packed.Check
	}
	inMail, ok := errors.AsType[*texts.Error](err)
	switch {
	case ok:
		e.Offset, e.Message, e.Part, e.Member = inMail.Offset, inMail.Message, inMail.Part,
			texts.MemberPath(e.Member, inMail.Member)
	case offset < 0 && damaged:
		e.Member = packed.Member
	}
	if err == error(packed) { // and e has the member
		e.Err = &unpack.Error{Format: packed.Format, Offset: packed.Offset, Err: packed.Err,
			Check: packed.Check}
	}
	return e
}

// Panicked returns the error for a panic in a method of the Result, such as Readings. A
// consumer whose deferred function calls it, with the value that it recovered, reports
// the panic as trouble of the input, and can go on. Without it the panic ends the run.
func (r *Result) Panicked(value any) *Error {
	return r.failure(errors.New(bug(value, panicSite())), r.Start)
}

// panicSite returns the function, file and line of a panic. The deferred function that
// recovered calls it, directly or not.
func panicSite() string {
	var callers [32]uintptr
	frames := runtime.CallersFrames(callers[:runtime.Callers(0, callers[:])])
	for panicking := false; ; {
		f, more := frames.Next()
		if !more || panicking && !strings.HasPrefix(f.Function, "runtime.") {
			return fmt.Sprintf("%s (%s:%d)", path.Base(f.Function), path.Base(f.File), f.Line)
		}
		panicking = panicking || f.Function == "runtime.gopanic"
	}
}

// bug returns the text of the error for a panic.
func bug(value any, site string) string {
	return fmt.Sprintf("a bug of urlsift, please report it: panic in %s: %v", site, value)
}
