package texts

import (
	"fmt"

	"github.com/urlsift/urlsift/extract/internal/decode"
	"github.com/urlsift/urlsift/extract/internal/mailbox"
	"github.com/urlsift/urlsift/extract/internal/page"
)

// records reads the records of a web archive (ISO 28500). Each record counts as a
// message.
func (w *walker) records() bool {
	for {
		for w.src.Fill(1) > 0 && decode.BlankLine(w.src.Line(0)) {
			w.src.Skip(len(w.src.Line(0)))
		}
		line := w.src.Line(0)
		switch {
		case len(line) == 0:
			return true
		case !mailbox.IsWARC(line):
			if !w.lost() {
				return false
			}
			continue
		}
		w.begin()
		w.src.Skip(len(line))
		if !w.record() {
			return false
		}
	}
}

// lost reports that no record begins here, and yields the text before the next one.
func (w *walker) lost() bool {
	w.message = nil
	return w.fail(w.src.Offset(), "no record begins") &&
		w.hand(Text{Text: page.Text{Reader: decode.ReaderOf(&stray{w.src.All()})}})
}

// A stray is a stage that returns the lines before the next record.
type stray struct{ decode.Section }

func (s *stray) Next() []byte {
	line := s.Line(0)
	if len(line) == 0 || mailbox.IsWARC(line) {
		return nil
	}
	return s.Take(len(line))
}

// record reads the header of a record, and as many bytes as the header states.
func (w *walker) record() bool {
	size := w.headerSize()
	text := w.src.Rest()[:size]
	var h header
	w.head.read(&h, text)
	for _, f := range w.head.fields {
		switch f.kind {
		case fieldRecordID:
			w.keep(w.message, mailbox.FieldID, text[f.start:f.end])
		case fieldRecordDate:
			w.keep(w.message, mailbox.FieldDate, text[f.start:f.end])
		}
	}
	if w.messageShared {
		w.message.Header.Text = string(w.headerText)
	}
	w.headed()
	for _, f := range w.head.fields {
		if f.kind == fieldTarget && !w.fieldText(text, f, &h) {
			return false
		}
	}
	w.src.Skip(size)
	if w.skipBlank(); !h.hasLength {
		return true // the record has no block
	}
	block := &limited{w.src.All(), h.length}
	ok := w.block(&h, block)
	for ok && block.Next() != nil {
	}
	if !ok || block.left == 0 || w.src.IsCut() {
		return ok
	}
	return w.fail(w.src.Offset(), fmt.Sprintf("the last %d bytes of a record are missing", block.left))
}

// block reads the block of a record.
func (w *walker) block(h *header, block *limited) bool {
	in := w.over(block)
	in.path = append(in.path[:0], 1)
	if h.mediaType != "application/http" {
		return in.content(h, 0) && in.leftover()
	}
	return in.answer()
}

// A limited is a stage that returns a limited number of bytes.
type limited struct {
	decode.Section
	left int64
}

func (l *limited) Next() []byte {
	if l.left <= 0 || l.Fill(1) == 0 {
		return nil
	}
	text := l.Take(int(min(int64(len(l.Rest())), l.left)))
	l.left -= int64(len(text))
	return text
}

func (l *limited) IsCut() bool { return l.left > 0 }
