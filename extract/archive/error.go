package archive

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/extract/unpack"
)

// An Error says what could not be read.
type Error struct {
	// File is the name of the input, and Member the path of a member of an archive, as in a Source.
	File, Member string
	// Message is the number of the message, or 0 outside of messages.
	Message int
	// Part is the path of the part of the message, as in a Source.
	Part string
	// Offset is where in the input, or in the member, reading failed. It is -1 where there was nothing to read: for what
	// cannot be opened, or is damaged as an archive.
	Offset int64
	// Err is the reason: a *mail.Error, an *unpack.Error, or what the input's reader or the file system said.
	Err error
}

// Error says file, member, reason, offset, message and part.
func (e *Error) Error() string {
	text := name(e.File, e.Member) + ": "
	reason := e.Err
	switch err := e.Err.(type) {
	case *mail.Error:
		return text + (&mail.Error{Offset: e.Offset, Message: e.Message, Part: e.Part, Problem: err.Problem}).Error()
	case *unpack.Error:
		reason = &unpack.Error{Format: err.Format, Offset: err.Offset, Err: err.Err} // the member stands there already
	case *fs.PathError:
		if e.Offset < 0 {
			reason = err.Err // the name, likewise
		}
	}
	if e.Offset >= 0 {
		text += fmt.Sprintf("at offset %d: ", e.Offset)
	}
	return text + reason.Error()
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// Shift makes an error in a later part of a file, whose messages are numbered from the part's beginning, one in the file: before
// is what stands before the part.
func (e *Error) Shift(before Position) {
	if e.Message > 0 {
		e.Message += before.Messages
	}
}

// notOpened returns the error of an input that cannot be opened or examined.
func notOpened(name string, err error) *Error { return &Error{File: name, Offset: -1, Err: err} }

// failure returns the error that err is where the worker is.
func (w *worker) failure(err error, offset int64) *Error {
	e := &Error{File: w.source.File, Member: w.source.Member, Offset: offset, Err: err}
	var inMail *mail.Error
	var packed *unpack.Error
	switch {
	case errors.As(err, &inMail):
		e.Offset, e.Message, e.Part, e.Member = inMail.Offset, inMail.Message, inMail.Part, memberPath(e.Member, inMail.Member)
		if inMail.Depth == 0 {
			e.Offset += w.offset
		}
		e.Shift(w.before)
	case offset < 0 && errors.As(err, &packed):
		e.Member = packed.Member
	}
	return e
}
