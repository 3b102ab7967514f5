package archive

import (
	"bytes"
	"io"

	"github.com/urlsift/urlsift/extract/mail"
)

// headSize is how much of an input is looked at to tell what it is.
const headSize = 32 << 10

// format tells what r is, by its beginning, which it returns. Of what has to be waited for it takes no more than decides. An
// error comes with what was read before it.
func (w *worker) format(r io.Reader) (head []byte, format mail.Format, err error) {
	head = make([]byte, headSize)
	n, decisive := 0, -1
	for n < len(head) && err == nil && decisive < 0 {
		var more int
		more, err = r.Read(head[n:])
		n += more
		if w.part != nil && w.part.InTurn && w.part.waits {
			decisive = decides(head[:n])
		}
	}
	head = head[:n]
	whole := head
	if decisive >= 0 {
		head = head[:decisive]
	}
	switch w.config.Format {
	case mail.Auto:
		format = mail.Detect(head)
	case mail.Single:
		format = mail.Single
		if f := mail.Detect(head); f != mail.Plain && f != mail.HTML {
			format = f
		}
	default:
		format = w.config.Format
	}
	return whole, format, err
}

// decides gives how much of the beginning of an input tells what it is, where more may have to be waited for: its first line,
// if that is like none of a message or a page, or else what stands before a blank line, but not more than four lines. It is
// negative if that is not there yet.
func decides(head []byte) int {
	const most = 4
	begin := len(head) - len(bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n"))
	end := begin
	for line := range most {
		n := bytes.IndexByte(head[end:], '\n')
		if n < 0 {
			return -1
		}
		text := head[end : end+n]
		end += n + 1
		if line == 0 && !mayBegin(text) || len(bytes.TrimSpace(text)) == 0 {
			break
		}
	}
	return end
}

// mayBegin is true for a first line such as messages, their archives and pages have.
func mayBegin(line []byte) bool {
	name, value, colon := bytes.Cut(line, []byte(":"))
	if colon && len(name) > 0 && name[0] >= 'A' && !bytes.ContainsAny(name, " \t") && !bytes.HasPrefix(value, []byte("//")) {
		return true
	}
	return bytes.IndexAny(line[:min(len(line), 1)], "<#>\x01A") == 0 || bytes.HasPrefix(line, []byte("From ")) ||
		bytes.HasPrefix(line, []byte("WARC/")) || bytes.HasPrefix(line, []byte("BABYL"))
}

// fileFormat tells what a file is, and whether it can be read in parts.
func (w *worker) fileFormat(file io.ReaderAt) (format mail.Format, parts bool) {
	if w.config.Format == mail.Plain {
		return mail.Plain, true
	}
	head := make([]byte, headSize)
	n, _ := file.ReadAt(head, 0)
	head = head[:n]
	for entry, err := range w.config.Unpack.All(bytes.NewReader(head)) {
		if err != nil {
			return mail.Auto, false
		}
		if same, _ := io.ReadAll(io.LimitReader(entry, headSize+1)); !bytes.Equal(head, same) {
			return mail.Auto, false
		}
		_, format, _ := w.format(bytes.NewReader(head))
		return format, cutter(format) != nil && !isWide(head)
	}
	return mail.Auto, false
}
