package mailbox

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMailboxesAreNotCutInsideBodiesThatTellTheirLength(t *testing.T) {
	const from = "From joe@host.example Wed May  1 10:00:00 1996\nSubject: x\n"
	require.Zero(t, DivideMbox([]byte("x\n\n"+from+"Content-Length: 100\n\nbody\n\n"+from+"\nbody\n")))
	box := "x\n\n" + from + "\nbody\n\n"
	require.Equal(t, len(box), DivideMbox([]byte(box+from+"\nbody\n")))
	require.Zero(t, DivideMbox([]byte(box+"From now on\nnothing: follows\n")))
	require.Equal(t, len(box), DivideMbox([]byte(box+"From \nSubject: y\n\nbody\n")))
	require.Zero(t, DivideMbox([]byte(box+"From \nnothing: known\n")))
}

func TestMailboxesAreNotCutBeforeTheFirstLineOfAPart(t *testing.T) {
	const from = "From joe@host.example Wed May  1 10:00:00 1996\nSubject: x\n"
	box := "x\n\n" + from + "\nbody\n\n"
	for _, before := range []string{"Content-Type: message/rfc822\n", "--b\n", "X: y\n", "X: y\n z\n"} {
		require.Zero(t, DivideMbox([]byte(box+before+"\n"+from+"\nbody\n")), before)
	}
	require.Equal(t, len(box)+len("z\n\n"), DivideMbox([]byte(box+"z\n\n"+from+"\nbody\n")))
}

// Records are divided according to their lengths, regardless of their contents.
func TestWebArchivesAreCutBetweenRecords(t *testing.T) {
	record := func(content string) string {
		return fmt.Sprintf("WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n",
			len(content), content)
	}
	before := "the end of a record\r\n\r\n"
	one, two := record("see http://one.example/\n"), record("http://two.example/\n\nWARC/1.0\r\n\r\nis how a record begins\n")
	require.Equal(t, len(before+one), DivideWARC([]byte(before+one+two[:60])))
	require.Equal(t, len(before+one+two), DivideWARC([]byte(before+one+two+one)))
	require.Equal(t, len(before+two), DivideWARC([]byte(before+two+one)))
	for _, text := range []string{
		"", before, before + one, before + one[:50], before + "WARC/1.0\r\n\r\n" + one,
		before + "WARC/1.0\r\nContent-Length: 9999999999999999999\r\n\r\n" + one,
		before + "WARC/1.0\r\nContent-Length: -1\r\n\r\n" + one,
		before + "x\nWARC/1.0\r\nContent-Length: 0\r\n\r\n" + one[:40],
	} {
		require.Zero(t, DivideWARC([]byte(text)), "%q", text)
	}
}
