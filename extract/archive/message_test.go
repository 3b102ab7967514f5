package archive

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/urlsift/urlsift/extract/mail"
)

// A counting handler keeps the subjects of all messages, and the lines around results.
type counting struct{ subjects, around []string }

func (c *counting) Begin(*Part) error       { return nil }
func (c *counting) Error(err error) error   { return err }
func (c *counting) End(*Part) error         { return nil }
func (c *counting) Message(m *mail.Message) { c.subjects = append(c.subjects, m.Subject()) }

func (c *counting) Result(r *Result) error {
	before, after := r.Around(20)
	c.around = append(c.around, string(before)+"["+r.String()+"]"+string(after))
	return nil
}

// countedIn returns what a counting handler learns of a file.
func countedIn(t *testing.T, text string) *counting {
	c := new(counting)
	r := newReader(t, Config{})
	require.NoError(t, r.Run(t.Context(), r.FilesIn(fstest.MapFS{"box": {Data: []byte(text)}}), func() Handler { return c }))
	return c
}

const twoMessages = "From joe@a.example Wed May  1 10:00:00 1996\nSubject: one\n\nnothing here\n\n" +
	"From joe@a.example Wed May  1 10:00:00 1996\nSubject: two\nContent-Type: multipart/mixed; boundary=b\n\n" +
	"--b\nContent-Type: message/rfc822\n\nSubject: inner\n\nsee =http://a.example/ there\n--b\nContent-Transfer-Encoding: quoted-printable\n\n" +
	"a long line in which <URL:http://b.exa=\nmple/c> is=20broken\n--b--\n\n"

func TestAMessageWithoutURLsIsPassedOnToo(t *testing.T) {
	c := countedIn(t, twoMessages)
	require.Equal(t, []string{"one", "two"}, c.subjects)
	c = countedIn(t, "Subject: alone\nFrom: joe@a.example\n\nnothing\n")
	require.Equal(t, []string{"alone"}, c.subjects)
	c = countedIn(t, "WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 1\r\n\r\nx\r\n\r\nWARC/1.0\r\nContent-Length: 0\r\n\r\n\r\n\r\n")
	require.Len(t, c.subjects, 2)
	require.Empty(t, countedIn(t, "http://a.example/").subjects)
}

func TestTheTextAroundAResultIsDecoded(t *testing.T) {
	require.Equal(t, []string{"see =[http://a.example/] there", " line in which <URL:[http://b.example/c]> is broken"}, countedIn(t, twoMessages).around)
	require.Equal(t, []string{"[http://a.example/]"}, countedIn(t, `<html><a href="http://a.example/">there</a></html>`).around)
}
