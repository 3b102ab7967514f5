package texts

import (
	"errors"
	"fmt"
	"io"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/internal/unpack"
	"github.com/urlsift/urlsift/extract/mail"
)

// packed reads an attachment that is not text: its contents if it is packed, otherwise
// its messages if it has a format.
func (w *walker) packed(h *header, t *decode.Reader, b *body, from decode.Stage, format mail.Format) bool {
	at := b.Start
	known, more := false, true
	if w.reader.config.Unpack != nil && w.nested < maxNested {
		enter := func(c unpack.Entry) *walker {
			switch {
			case c.Packed:
				return w.deeper(c)
			case format == mail.Plain:
				return nil
			}
			w.remember(from, format)
			return w.inside(c, from)
		}
		known, more = w.contents("", "", t, at, enter, (*walker).whatever, w.yieldError)
	}
	switch {
	case !more:
		return false
	case known:
		t.Drain()
		return true
	case format != mail.Plain:
		return w.taken(format, t, from)
	}
	w.skipped(h.mediaType, whyUnknown, at)
	w.skipBinary(from)
	return true
}

// contents unpacks the text t, which begins at an offset and may have a name, and reads
// its contents. enter returns the walker for a content, or nil if the content is not
// wanted. read reads the content with that walker. If the content is the rest of one
// after damage, read gets the Format of the part before the damage; otherwise it gets
// Auto. contents reports whether t is packed, and whether more texts are wanted.
func (w *walker) contents(how, name string, t *decode.Reader, at int64, enter func(unpack.Entry) *walker,
	read func(*walker, mail.Format) bool, fail func(*Error) bool) (known, more bool) {
	was := mail.Auto
	for content, err := range w.reader.config.Unpack(how, t) {
		known = known || err != nil
		if err == nil {
			in := enter(content)
			if in == nil {
				return known, true
			}
			known = true
			in.member = MemberPath(MemberPath(w.member, name), content.Member)
			if in.resumed = content.Resumed; content.Offset == 0 {
				was = mail.Auto
			}
			if !read(in, was) {
				return known, false
			}
			was, err = in.format, in.src.Err
		}
		if err == io.EOF || errors.Is(err, ErrIncomplete) { // reported by the reader of t
			err = nil
		}
		if err != nil && !fail(w.caused(at, err)) {
			return known, false
		}
	}
	return known, true
}

// deeper returns a walker for content with its own offsets.
func (w *walker) deeper(c unpack.Entry) *walker {
	r := c.Reader
	if watch := w.reader.config.Watch; watch != nil {
		r = watch(w.depth+1, c)
	}
	in := w.inside(r, nil)
	in.src.StartAt(c.Offset)
	in.depth++
	return in
}

// undamaged returns a function that reads contents with read, and skips the rest after
// damage.
func undamaged(read func(*walker) bool) func(*walker, mail.Format) bool {
	return func(w *walker, was mail.Format) bool {
		if was != mail.Auto {
			return w.readRest(mail.Binary)
		}
		return read(w)
	}
}

// unpacked reads compressed content up to the end of the source. If apart is set, the
// content has its own offsets.
func (w *walker) unpacked(how string, apart bool, read func(*walker, mail.Format) bool) bool {
	at := w.src.Offset()
	switch {
	case w.reader.config.Unpack == nil:
		return w.fail(at, fmt.Sprintf("compressed: %q", how))
	case w.nested >= maxNested:
		return w.fail(at, "nested too deeply")
	}
	w.src.Fill(1) // no stage knows the offset of the first byte before it is read
	packed := &opaque{Section: w.src.All()}
	packed.from, _ = w.src.Span(at, at)
	enter := func(c unpack.Entry) *walker {
		if packed.plain = !c.Packed; apart && c.Packed {
			return w.deeper(c)
		}
		return w.inside(c, packed)
	}
	t := decode.ReaderOf(packed)
	_, more := w.contents(how, "", &t, at, enter, read, func(e *Error) bool {
		e.Problem = fmt.Sprintf("compressed: %q: %s", how, e.Problem)
		return w.yieldError(e)
	})
	return more
}

// whatever reads a stream of any format. If was is not Auto, the stream is the rest of
// one of that format after damage.
func (w *walker) whatever(was mail.Format) bool {
	if was != mail.Auto {
		return w.readRest(was)
	}
	w.src.Fill(HeadSize)
	format := FormatOf(w.src.Rest())
	if format == mail.Plain {
		var err error
		if format, err = w.reader.packages.FormatOf(w.reader.name(w.member), w.src.Rest()); err != nil &&
			!w.yieldError(w.caused(0, err)) {
			return false
		}
	}
	return w.readFormat(format)
}

// An opaque is a stage that returns the rest of a source to be unpacked. After that, the
// span of each byte is the whole source.
type opaque struct {
	decode.Section
	from  int64 // the offset of its first byte in the stream: Keep may be too small to ask for it later
	plain bool  // the bytes are not packed
}

func (o *opaque) Span(start, end int64) (int64, int64) {
	if o.plain {
		return o.Section.Span(start, end)
	}
	_, to := o.Source.Span(o.Start, o.Offset())
	return o.from, to
}

// attached reads a part that is not just text.
func (w *walker) attached(h *header, t decode.Reader, b *body, from decode.Stage, format mail.Format,
	binary bool) bool {
	switch {
	case binary:
		return w.packed(h, &t, b, from, format)
	case format == mail.Binary:
		w.skipped(binaryType(decode.Whole(sniff(&t))), whyBinary, b.Start)
		w.skipBinary(from)
		return true
	}
	return w.taken(format, &t, from)
}

// taken reads an attachment of a format.
func (w *walker) taken(format mail.Format, t *decode.Reader, from decode.Stage) bool {
	if w.nested >= maxNested {
		return w.fail(w.src.Offset(), "attachments are nested too deeply") && w.handPart(*t)
	}
	w.remember(from, format)
	if format == mail.Single && IsWide(t.Buf) {
		t.DecodeCharset(decode.WideCharset(t.Buf), new(decode.Charset), nestedKeep)
		from = t.From
	}
	in := w.inside(t, from)
	ok := false
	if format == mail.Single {
		in.src.EOL = in.lineEnd()
		in.outermost, in.outerMessages = true, 1
		ok = in.within(ofType("message/rfc822", ""), 0) && in.others()
	} else {
		ok = in.readFormat(format)
	}
	t.Drain()
	return ok
}

// remember sets for how many bytes back a stage and the stages before it keep offsets:
// nestedKeep, or everything for a format that is read whole.
func (w *walker) remember(from decode.Stage, format mail.Format) {
	if !rowOf(format).whole {
		keepOf(from, nestedKeep)
		return
	}
	keepOf(from, 0)
	for up := w; up != nil; up = up.parent {
		keepOf(up.src.Up, 0)
	}
}

// keepOf sets the Keep of a decoding stage.
func keepOf(s decode.Stage, keep int64) {
	switch s := s.(type) {
	case *base64Body:
		s.Keep = keep
	case *decode.QuotedPrintable:
		s.Keep = keep
	case *uuencoded:
		s.Keep = keep
	case *session:
		s.Keep = keep
	case *decode.Base64:
		s.Keep = keep
	case *chunks:
		s.Keep = keep
	}
}
