package texts

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/extract/mail"
)

// letters returns a mailbox with the given bodies.
func letters(bodies ...string) []byte {
	var b bytes.Buffer
	for i, body := range bodies {
		fmt.Fprintf(&b, "From joe@host.example Wed May  1 00:04:%02d 1996\nSubject: number %d\nContent-Type: text/plain\n\n%s\n\n", i%60, i+1, body)
	}
	return b.Bytes()
}

func TestTextsThatAreNotWantedArePassedOver(t *testing.T) {
	const page = "<html><body>see <a href='http://host.example/'>there</a></body></html>"
	wanted := func(text []byte, _ bool) bool { return bytes.Contains(text, []byte("see")) }
	var bodies []string
	r := New(Config{Wanted: wanted})
	for text, err := range r.Texts(iotest.DataErrReader(bytes.NewReader(letters("see one", "two",
		"three\n-- \nsee it", "--\nfour", page, "the last")))) {
		require.NoError(t, err)
		if text.Whole {
			continue
		}
		body, err := io.ReadAll(text)
		require.NoError(t, err)
		bodies = append(bodies, text.Message().Subject()+": "+strings.TrimSpace(string(body)))
	}
	// The last one ends with the stream.
	require.Equal(t, []string{"number 1: see one", "number 3: three\n-- \nsee it", "number 5: " + page,
		"number 6: the last"}, bodies)
	require.Equal(t, 6, r.Messages())
}

// The data of a message does not change when the next ones are read, whether or not the
// message had a text.
func TestAMessageStaysWhenTheNextIsRead(t *testing.T) {
	var kept []*mail.Message
	config := Config{Wanted: func(text []byte, _ bool) bool { return bytes.Contains(text, []byte("see")) }}
	stream := letters("see one", "two", "three", "see four", "see five", "six")
	for text := range New(config).Texts(iotest.DataErrReader(bytes.NewReader(stream))) {
		kept = append(kept, text.Message())
	}
	var subjects []string
	for _, m := range kept {
		require.Equal(t, m.Subject(), fmt.Sprintf("number %d", m.Number))
		require.Equal(t, m.Number-1, m.Date().Second())
		require.True(t, bytes.HasPrefix(stream[m.Offset:], []byte("From joe")))
		subjects = append(subjects, m.Subject())
	}
	require.Equal(t, []string{"number 1", "number 4", "number 5", "number 6"}, subjects)
}

func TestMessagesWithoutTextsNeedNoMemory(t *testing.T) {
	allocations := func(messages int) float64 {
		stream := letters(strings.Split(strings.Repeat("nothing here,", messages), ",")...)
		r := New(Config{Wanted: func([]byte, bool) bool { return false }})
		return testing.AllocsPerRun(5, func() {
			for range r.Texts(bytes.NewReader(stream)) {
				continue
			}
		})
	}
	// for those that cross the end of the buffer
	require.InDelta(t, allocations(100), allocations(10_000), 600)
}
