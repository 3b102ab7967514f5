package sift

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/urlsift/urlsift/extract/internal/document"
	"github.com/urlsift/urlsift/extract/internal/texts"
	"github.com/urlsift/urlsift/extract/internal/unpack"
)

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
	if e.Offset >= 0 {
		text += fmt.Sprintf("at offset %d: ", e.Offset)
	}
	return text + e.Reason()
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

// failure returns err as an Error at the worker's current place.
func (w *worker) failure(err error, offset int64) *Error {
	e := &Error{File: w.source.File, Member: w.source.Member, Offset: offset, Err: err}
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
