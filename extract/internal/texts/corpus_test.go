package texts

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/corpus"
	"github.com/urlsift/urlsift/extract/internal/unpack"
	"github.com/urlsift/urlsift/extract/mail"
)

var update = flag.Bool("update", false, "rewrite what corpus/mail wants")

// describe prints the texts of a stream in the form of the .want files in corpus/mail.
func describe(t testing.TB, stream io.Reader) string {
	t.Helper()
	var b, texts strings.Builder
	told := 0
	r := New(Config{Shown: true, Unpack: unpacked(t), Skip: func(s Error, mediaType string) {
		fmt.Fprintf(&texts, "skipped %d%s %q: %s\n", s.Offset, describePlace(s.Part, s.Member, "", ""),
			mediaType, s.Problem)
	}})
	for text, err := range r.Texts(stream) {
		if err != nil {
			require.True(t, errors.As(err, new(*Error)), err)
			fmt.Fprintf(&texts, "error %v\n", err)
			continue
		}
		data, err := io.ReadAll(text)
		if err != ErrIncomplete { // reported by an Error
			require.NoError(t, err)
		}
		if m := text.Message(); m != nil && m.Number > told {
			told = m.Number
			describeMessage(&texts, m)
		}
		start, end := text.Span(0, int64(len(data)))
		fmt.Fprintf(&texts, "text %d-%d%s\n", start, end, describeText(text))
		for line := range strings.Lines(string(data)) {
			quoted := strconv.Quote(strings.TrimSuffix(line, "\n"))
			fmt.Fprintf(&texts, "\t%s\n", strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`))
		}
	}
	fmt.Fprintf(&b, "format %v %d\n%s", r.Format(), r.Messages(), texts.String())
	return b.String()
}

// unpacked returns a function that unpacks like the package for whole inputs.
func unpacked(t testing.TB) func(how string, r io.Reader) iter.Seq2[unpack.Entry, error] {
	u := unpack.Config{}.New()
	require.NotNil(t, u.Plain(strings.NewReader("")))
	return u.Within
}

func describeMessage(b *strings.Builder, m *mail.Message) {
	fmt.Fprintf(b, "message %d %d", m.Number, m.Offset)
	if date := m.Date(); !date.IsZero() {
		fmt.Fprintf(b, " date %s", date.Format(time.RFC3339))
	}
	for _, f := range []struct{ name, value string }{
		{"id", m.ID()}, {"subject", m.Subject()}, {"from", m.From()}, {"newsgroups", m.Newsgroups()},
	} {
		if f.value != "" {
			fmt.Fprintf(b, " %s %q", f.name, f.value)
		}
	}
	b.WriteByte('\n')
}

func describeText(t *Text) string {
	s := describePlace(t.Part, t.Member, t.Header, strings.TrimSpace(t.Element+" "+t.Attribute))
	if t.Whole {
		s += " whole"
	}
	if t.Shown != "" {
		s += fmt.Sprintf(" shown %q", t.Shown)
	}
	return s
}

func describePlace(part, member, header, attribute string) string {
	s := ""
	for _, f := range []struct{ name, value string }{{"part", part}, {"member", member}, {"header", header},
		{"attribute", attribute}} {
		if f.value != "" {
			s += " " + f.name + " " + f.value
		}
	}
	return s
}

func TestMailsGiveWhatTheCorpusWants(t *testing.T) {
	if *update {
		rewrite(t)
		return
	}
	mails, err := corpus.Mails()
	require.NoError(t, err)
	for _, e := range mails {
		t.Run(e.Name, func(t *testing.T) {
			require.Equal(t, e.Want, describe(t, strings.NewReader(e.Text)), "the rule is: %s", e.Rule)
		})
	}
}

// rewrite updates the texts in the corpus. Read its diff.
func rewrite(t *testing.T) {
	files, err := filepath.Glob("../../../corpus/mail/*.txtar")
	require.NoError(t, err)
	for _, name := range files {
		archive, err := txtar.ParseFile(name)
		require.NoError(t, err)
		for i, f := range archive.Files {
			if text, ok := strings.CutSuffix(f.Name, ".want"); ok && i > 0 {
				require.Equal(t, text+".txt", archive.Files[i-1].Name)
				archive.Files[i].Data = []byte(describe(t,
					strings.NewReader(string(archive.Files[i-1].Data))))
			}
		}
		require.NoError(t, os.WriteFile(name, txtar.Format(archive), 0o644))
	}
}
