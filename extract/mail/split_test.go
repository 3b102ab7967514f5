package mail

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/corpus"
)

// given tells what texts a mailbox has, of which the first byte is at an offset and the first message comes behind others.
func given(t *testing.T, box string, offset int64, messages int) (list []string, count int) {
	m := New(Config{Format: Mbox})
	for text, err := range m.Texts(strings.NewReader(box)) {
		if err != nil {
			continue // its offsets are those of the part
		}
		all, err := io.ReadAll(text)
		require.NoError(t, err)
		start, end := text.Span(0, int64(len(all)))
		number := 0
		if text.Message != nil {
			number = messages + text.Message.Number
		}
		list = append(list, fmt.Sprintf("%d %d-%d %s %s %q", number, offset+start, offset+end, text.Part, text.Header, all))
	}
	return list, m.Messages()
}

// Where SafeCut says so, the parts of a mailbox give what the whole gives.
func FuzzPartsCutBySafeCutAreTheWhole(f *testing.F) {
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
		cut := SafeCut([]byte(box))
		if cut == 0 {
			return
		}
		want, _ := given(t, box, 0, 0)
		got, messages := given(t, box[:cut], 0, 0)
		rest, _ := given(t, box[cut:], int64(cut), messages)
		require.Equal(t, want, append(got, rest...), "cut at %d of %q", cut, box)
	})
}

func TestMailboxesAreNotCutInsideBodiesThatTellTheirLength(t *testing.T) {
	const from = "From joe@host.example Wed May  1 10:00:00 1996\nSubject: x\n"
	require.Zero(t, SafeCut([]byte("x\n\n"+from+"Content-Length: 100\n\nbody\n\n"+from+"\nbody\n")))
	box := "x\n\n" + from + "\nbody\n\n"
	require.Equal(t, len(box), SafeCut([]byte(box+from+"\nbody\n")))
	require.Zero(t, SafeCut([]byte(box+"From now on\nnothing: follows\n")))
}

func TestMailboxesAreNotCutBeforeTheFirstLineOfAPart(t *testing.T) {
	const from = "From joe@host.example Wed May  1 10:00:00 1996\nSubject: x\n"
	box := "x\n\n" + from + "\nbody\n\n"
	for _, before := range []string{"Content-Type: message/rfc822\n", "--b\n", "X: y\n", "X: y\n z\n"} {
		require.Zero(t, SafeCut([]byte(box+before+"\n"+from+"\nbody\n")), before)
	}
	require.Equal(t, len(box)+len("z\n\n"), SafeCut([]byte(box+"z\n\n"+from+"\nbody\n")))
}

// A record is cut from the next where its length says that it ends, whatever its content looks like.
func TestWebArchivesAreCutBetweenRecords(t *testing.T) {
	record := func(content string) string {
		return fmt.Sprintf("WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", len(content), content)
	}
	cutter := WARC.Cutter()
	before := "the end of a record\r\n\r\n"
	one, two := record("see http://one.example/\n"), record("http://two.example/\n\nWARC/1.0\r\n\r\nis how a record begins\n")
	require.Equal(t, len(before+one), cutter([]byte(before+one+two[:60])))
	require.Equal(t, len(before+one+two), cutter([]byte(before+one+two+one)))
	require.Equal(t, len(before+two), cutter([]byte(before+two+one)))
	for _, text := range []string{
		"", before, before + one, before + one[:50], before + "WARC/1.0\r\n\r\n" + one, before + "WARC/1.0\r\nContent-Length: 9999999999999999999\r\n\r\n" + one,
		before + "WARC/1.0\r\nContent-Length: -1\r\n\r\n" + one, before + "x\nWARC/1.0\r\nContent-Length: 0\r\n\r\n" + one[:40],
	} {
		require.Zero(t, cutter([]byte(text)), "%q", text)
	}
}
