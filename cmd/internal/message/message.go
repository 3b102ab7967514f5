// Package message formats the messages of the command on standard error, and the
// statistics of --stats.
package message

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/urlsift/urlsift/cmd/internal/printable"
	"github.com/urlsift/urlsift/extract/sift"
)

// Warn writes a line with the name of the command in front.
func Warn(w io.Writer, format string, args ...any) {
	fmt.Fprintf(w, "urlsift: %s\n", printable.Text(fmt.Sprintf(format, args...)))
}

// Of returns the text of an error, on one line. See [All].
func Of(err error) string { return strings.Join(All(err), "; ") }

// All returns the texts of the errors joined in an error, each once, without the system
// call that Go writes before the name of a file.
func All(err error) []string {
	switch e := err.(type) {
	case interface{ Unwrap() []error }:
		var all []string
		for _, one := range e.Unwrap() {
			for _, text := range All(one) {
				if !slices.ContainsFunc(all,
					func(other string) bool { return other == text || strings.HasSuffix(other, ": "+text) }) {
					all = append(all, text)
				}
			}
		}
		return all
	case interface{ Unwrap() error }:
		inner := e.Unwrap()
		if inner == nil {
			break
		}
		before, ok := strings.CutSuffix(err.Error(), inner.Error())
		if all := All(inner); ok && len(all) > 1 {
			for i := range all {
				all[i] = before + all[i]
			}
			return all
		}
	}
	return []string{textOf(err)}
}

// textOf returns the text of an error that does not join several.
func textOf(err error) string {
	text := err.Error()
	if failed := (*fs.PathError)(nil); errors.As(err, &failed) {
		text = strings.Replace(text, failed.Error(), failed.Path+": "+failed.Err.Error(), 1)
	}
	if e, ok := errors.AsType[*sift.Error](err); ok && e.Limit != "" {
		text += "; " + limitFlags[e.Limit] + " raises the limit"
	}
	return text
}

// InFile returns an error of reading a file, or an error of writing another file, with
// the name of that file.
func InFile(name string, err error) error {
	if failed := (*fs.PathError)(nil); errors.As(err, &failed) {
		return err
	}
	return fmt.Errorf("%s: %w", name, err)
}

// limitFlags maps the limits in [sift.Config] to their flags.
var limitFlags = map[string]string{"MaxRatio": "--max-ratio", "MaxMembers": "--max-members",
	"MaxNesting": "--max-nesting", "Memory": "--max-memory"}

// Raises reports whether the text of an error advises to raise a limit by one of these
// flags.
func Raises(text string, flags []string) bool {
	return slices.ContainsFunc(flags, func(flag string) bool {
		return strings.Contains(text, "; "+flag+" raises the limit")
	})
}

// Count returns a number with a noun, such as "1 file" or "2 files".
func Count[N int | int64](n N, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// List returns names in the form for a sentence, such as "a, b or c".
func List(names []string, word string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " " + word + " " + names[last]
}

// Incomplete returns the error of a URL that may continue. text is its beginning.
func Incomplete(source string, offset int64, text string) error {
	return fmt.Errorf("%s: at offset %d: incomplete URL, next to unreadable data: %.60s",
		source, offset, text)
}

// Unproven returns the error of results of an input that a failed checksum covers.
func Unproven(source string, n int, leftOut bool) error {
	what := "in doubt: a checksum that covers them failed"
	if leftOut {
		what = "left out: a checksum that covers them failed"
	}
	return fmt.Errorf("%s: %s %s", source, Count(n, "result"), what)
}

// Unread returns the error of a named input whose type has no readable text.
func Unread(source, mediaType string) error {
	return fmt.Errorf("%s: not read: %s; use --input text to search its bytes", source, mediaType)
}

// Truncated returns the error of a URL that is longer than --max-url. text is its
// beginning.
func Truncated(source string, offset int64, text string) error {
	return fmt.Errorf("%s: at offset %d: longer than --max-url, truncated: %.60s", source, offset, text)
}
