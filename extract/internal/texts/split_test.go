package texts

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/corpus"
	"github.com/urlsift/urlsift/extract/mail"
)

// given returns the texts of a mailbox, with offsets and message numbers increased by
// offset and messages.
func given(t *testing.T, box string, offset int64, messages int) (list []string, count int) {
	m := New(Config{Format: mail.Mbox})
	for text, err := range m.Texts(strings.NewReader(box)) {
		if err != nil {
			continue // its offset is relative to the part
		}
		all, err := io.ReadAll(text)
		if err != ErrIncomplete {
			require.NoError(t, err)
		}
		start, end := text.Span(0, int64(len(all)))
		number := 0
		if text.Message() != nil {
			number = messages + text.Message().Number
		}
		list = append(list, fmt.Sprintf("%d %d-%d %s %s %q", number, offset+start, offset+end, text.Part,
			text.Header, all))
	}
	return list, m.Messages()
}

// A mailbox divided by Divider has the same texts as the whole.
func FuzzPartsThatAreCutAreTheWhole(f *testing.F) {
	mails, err := corpus.Mails()
	require.NoError(f, err)
	for i := range len(mails) - 1 {
		f.Add(mails[i].Text, mails[i+1].Text)
	}
	f.Add("From a", "From ann@hos\nFrom ale Mon Jan  2 15:04:05 1995\nFrom: ann@host.example\nSubject: one\nContent-Length: 112\n\n"+
		"see http://one.example/\n\nFrom ann@host.example Mon Jan  2 15:04:05 1995\nSubject: within\n\nhttp://within.example/\n")
	const message = "From joe@host.example Wed May  1 10:00:00 1996\nSubject: x\n\nhttp://host.example/\n\n"
	f.Fuzz(func(t *testing.T, before, after string) {
		if len(before)+len(after) > 1<<13 {
			return
		}
		box := message + before + "\n\n" + message + message + after
		cut := Divider(mail.Mbox)([]byte(box))
		if cut == 0 {
			return
		}
		want, _ := given(t, box, 0, 0)
		got, messages := given(t, box[:cut], 0, 0)
		rest, _ := given(t, box[cut:], int64(cut), messages)
		require.Equal(t, want, append(got, rest...), "cut at %d of %q", cut, box)
	})
}
