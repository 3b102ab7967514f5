package sift

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

// heard are the subjects of all messages, and the lines around results.
type heard struct{ subjects, around []string }

// heardIn returns the events for a file.
func heardIn(t *testing.T, text string) (h heard) {
	r := newReader(t, Config{Messages: true})
	require.NoError(t, r.Run(t.Context(), r.FilesIn(fstest.MapFS{"box": {Data: []byte(text)}}),
		listening(func(e Event) error {
			switch e := e.(type) {
			case *Message:
				h.subjects = append(h.subjects, e.Subject())
			case *Result:
				before, after := e.Around(0, 0, 20)
				h.around = append(h.around, string(before)+"["+e.String()+"]"+string(after))
			case Failure:
				return e.Err
			}
			return nil
		})))
	return h
}

const twoMessages = "From joe@a.example Wed May  1 10:00:00 1996\nSubject: one\n\nnothing here\n\n" +
	"From joe@a.example Wed May  1 10:00:00 1996\nSubject: two\n" +
	"Content-Type: multipart/mixed; boundary=b\n\n" +
	"--b\nContent-Type: message/rfc822\n\nSubject: inner\n\nsee =http://a.example/ there\n--b\n" +
	"Content-Transfer-Encoding: quoted-printable\n\n" +
	"a long line in which <URL:http://b.exa=\nmple/c> is=20broken\n--b--\n\n"

func TestAMessageWithoutURLsIsPassedOnToo(t *testing.T) {
	h := heardIn(t, twoMessages)
	require.Equal(t, []string{"one", "two"}, h.subjects)
	h = heardIn(t, "Subject: alone\nFrom: joe@a.example\n\nnothing\n")
	require.Equal(t, []string{"alone"}, h.subjects)
	h = heardIn(t, "WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 1\r\n\r\nx\r\n\r\nWARC/1.0\r\n"+
		"Content-Length: 0\r\n\r\n\r\n\r\n")
	require.Len(t, h.subjects, 2)
	require.Empty(t, heardIn(t, "http://a.example/").subjects)
}

func TestAMessageThatIsNotAskedForIsLeftOut(t *testing.T) {
	for _, c := range []struct {
		config Config
		want   []string
	}{
		{Config{}, []string{"two", "two"}},
		{Config{NoMessage: true}, []string{"", ""}},
		{Config{NoMessage: true, Choose: func(*Source) bool { return true }}, []string{"two", "two"}},
	} {
		var subjects []string
		for r, err := range inFS(newReader(t, c.config), t.Context(),
			fstest.MapFS{"box": {Data: []byte(twoMessages)}}) {
			require.NoError(t, err)
			subject := ""
			if r.Message != nil {
				subject = r.Message.Subject()
			}
			subjects = append(subjects, subject)
		}
		require.Equal(t, c.want, subjects)
	}
}

func TestTheTextAroundAResultIsDecoded(t *testing.T) {
	require.Equal(t, []string{"see =[http://a.example/] there",
		" line in which <URL:[http://b.example/c]> is broken"}, heardIn(t, twoMessages).around)
	require.Equal(t, []string{"[http://a.example/]"},
		heardIn(t, `<html><a href="http://a.example/">there</a></html>`).around)
}
